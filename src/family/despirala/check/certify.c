/* The independent checker; exact/check_blocks.h has the argument. One step is a turn: T is the mean over all rolls of the best
   of all targets and a reroll.

   Play ends: a target leads to positions with one combination more, a reroll to one good less.

   Upper bounds are checked with the other sign, so that everything rounds down. Points are told apart from the rest: an
   attempt is worth what comes after it plus points times the chance to complete it, for which `chance` has lower bounds of
   both signs. Of several targets that lack the same the one with most points is best (misère: with fewest), since no chance
   is negative. */
#include "family/despirala/check/certify.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"
#include "exact/check_blocks.h"
#include "family/despirala/messages.h"
#include "family/despirala/rules/layout.h"
#include "value/fixed.h"

#include <stdio.h>
#include <string.h>

enum { MOST_RESIDUALS = 640 /* 67 partitions of up to eight dice, 0 … 8 in the air */ };

/* Missing dice by face, in descending order, and dice to roll; nothing missing: nothing is rolled. */
typedef struct checked_residual {
    uint8_t missing[DESPIRALA_SIDES], rolled;
} checked_residual;

typedef struct step {
    uint32_t to;
    uint64_t weight; /* of sides^air */
} step;

/* A combination: its residuals, and where a roll leads from them. */
typedef struct attempt {
    uint32_t collect;
    uint32_t residuals, residuals_capacity;
    checked_residual *residual;
    uint32_t *first; /* [residual]: its steps begin here; [residuals]: all */
    step *step;
    /* Pairs of a residual and points among the targets, each once. */
    uint32_t items, items_capacity;
    struct item {
        uint16_t residual, points;
    } *item;
    int64_t *prize[2]; /* [sign][item * width + goods]: points times the chance to complete it */
    /* [roll]: start of the roll's targets that no other dominates, as items; [rolls]: end of all */
    uint32_t *option_first;
    uint16_t *option;
    uint32_t first_row; /* of a workspace: of its items, or of dice kept */
} attempt;

typedef struct model_check {
    const despirala_rules *rules;
    const alea__values *values;
    attempt attempt[DESPIRALA_COMBINATIONS];
    alea__divider by[DESPIRALA_DICE + 1];                     /* sides^n */
    int64_t binomial[DESPIRALA_DICE + 1][DESPIRALA_DICE + 1]; /* [dice][that show a face]: of sides^dice */
    uint32_t rows;                                            /* of a workspace */
    uint32_t width;                                           /* of rows by goods: a multiple of the block */
    despirala_best_rows *best_rows;
    int places;
    size_t places_in_all;
    size_t *first;     /* [mask]: the place with no goods, in the order of the table */
    int64_t *bound[2]; /* [sign][place]: lower bounds rounded down, negative upper bounds too */
    const alea_progress *progress;
    alea_verdict *verdict;
} model_check;

/* ---- residuals ---- */

static void residual_order(checked_residual *l)
{
    for (uint32_t i = 1; i < DESPIRALA_SIDES; i++)
        for (uint32_t k = i; k > 0 && l->missing[k] > l->missing[k - 1]; k--) {
            const uint8_t more = l->missing[k];
            l->missing[k] = l->missing[k - 1];
            l->missing[k - 1] = more;
        }
}

static checked_residual residual_of(const despirala_rules *rules, const despirala_target *t,
                                    const uint8_t *dice)
{
    checked_residual l = {.rolled = (uint8_t)(rules->dice - despirala_keeps(rules, t, dice))};
    for (uint32_t f = 0; f < rules->sides; f++)
        l.missing[f] = (uint8_t)(t->required[f] > dice[f] ? t->required[f] - dice[f] : 0);
    residual_order(&l);
    if (l.missing[0] == 0) l.rolled = 0;
    return l;
}

static uint32_t attempt_residual(attempt *a, const checked_residual *l)
{
    uint32_t i = 0;
    while (i < a->residuals && memcmp(&a->residual[i], l, sizeof *l) != 0) i++;
    ALEA_ASSERT(i < MOST_RESIDUALS);
    if (i == a->residuals) a->residual[a->residuals++] = *l;
    return i;
}

/* ---- one roll, die by die ---- */

typedef struct cloud {
    uint32_t count;
    checked_residual residual[MOST_RESIDUALS];
    uint64_t weight[MOST_RESIDUALS];
} cloud;

static void cloud_add(cloud *c, checked_residual l, uint64_t weight)
{
    uint32_t i = 0;
    residual_order(&l);
    while (i < c->count && memcmp(&c->residual[i], &l, sizeof l) != 0) i++;
    ALEA_ASSERT(i < MOST_RESIDUALS && l.rolled <= DESPIRALA_DICE);
    if (i == c->count) {
        c->residual[c->count] = l;
        c->weight[c->count++] = 0;
    }
    c->weight[i] += weight;
}

/* A die shows a face that is missing, and stays, or another one. */
static void roll_die(const despirala_rules *rules, const cloud *from, cloud *to)
{
    to->count = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        checked_residual l = from->residual[i];
        uint32_t faces = 0;
        for (; faces < DESPIRALA_SIDES && l.missing[faces] > 0; faces++) {
            checked_residual less = l;
            less.missing[faces]--;
            less.rolled--;
            cloud_add(to, less, from->weight[i]);
        }
        if (faces < rules->sides) cloud_add(to, l, from->weight[i] * (rules->sides - faces));
    }
}

/* Finds where a roll leads from every residual: any later residual also occurs after some roll of all dice. */
static bool find_steps(const model_check *c, attempt *a)
{
    uint32_t capacity = 0, at = 0;
    cloud *clouds = alea__alloc_array(2, sizeof *clouds);
    a->first = alea__alloc_array(MOST_RESIDUALS + 1, sizeof *a->first);
    bool done = clouds && a->first;
    for (uint32_t from = 0; from < a->residuals && done; from++) {
        const uint32_t dice = a->residual[from].rolled;
        clouds[0].count = 0;
        cloud_add(&clouds[0], a->residual[from], 1);
        for (uint32_t d = 0; d < dice; d++) roll_die(c->rules, &clouds[d % 2], &clouds[(d + 1) % 2]);
        const cloud *end = &clouds[dice % 2];
        done = alea__grow(&a->step, &capacity, at + end->count, sizeof *a->step);
        for (uint32_t i = 0; i < end->count && done; i++) {
            checked_residual l = end->residual[i];
            if (l.missing[0] == 0) l.rolled = 0;
            a->step[at++] = (step){attempt_residual(a, &l), end->weight[i]};
        }
        a->first[from + 1] = at;
    }
    alea__free(clouds);
    return done;
}

/* ---- targets ---- */

/* Lists the best target for each residual of a roll. */
static uint32_t list_options(const model_check *c, attempt *a, uint32_t combination, uint32_t roll,
                             struct item found[DESPIRALA_TARGETS])
{
    const despirala_combination targets = c->rules->combination[combination];
    uint32_t count = 0;
    for (uint32_t t = targets.first; t < targets.first + targets.count; t++) {
        const despirala_target *target = &c->rules->target[t];
        const checked_residual l = residual_of(c->rules, target, c->rules->faces + roll * c->rules->sides);
        const uint16_t which = (uint16_t)attempt_residual(a, &l);
        uint32_t i = 0;
        while (i < count && found[i].residual != which) i++;
        if (i == count) found[count++] = (struct item){which, target->points};
        const bool better =
            c->rules->least ? target->points < found[i].points : target->points > found[i].points;
        if (better) found[i].points = target->points;
    }
    ALEA_ASSERT(count > 0);
    return count;
}

/* Lists the possible attempts after each roll, as items, each item once. Returns false if memory runs out. */
static bool find_options(const model_check *c, attempt *a, uint32_t combination)
{
    uint32_t capacity = 0, options = 0;
    a->residual = alea__alloc_array(MOST_RESIDUALS, sizeof *a->residual);
    a->option_first = alea__alloc_array(c->rules->rolls + 1, sizeof *a->option_first);
    if (!a->residual || !a->option_first) return false;
    for (uint32_t roll = 0; roll < c->rules->rolls; roll++) {
        struct item found[DESPIRALA_TARGETS];
        const uint32_t count = list_options(c, a, combination, roll, found);
        if (!alea__grow(&a->option, &capacity, options + count, sizeof *a->option)) return false;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t i = 0;
            while (i < a->items &&
                   (a->item[i].residual != found[k].residual || a->item[i].points != found[k].points))
                i++;
            if (!alea__grow(&a->item, &a->items_capacity, i + 1, sizeof *a->item)) return false;
            if (i == a->items) a->item[a->items++] = found[k];
            a->option[options++] = (uint16_t)i;
        }
        a->option_first[roll + 1] = options;
    }
    return true;
}

/* ---- the value of an attempt ---- */

/* value[residual][goods], given value[complete][goods] and value[residual][0]. */
static void attempt_follow(const model_check *c, const attempt *a, uint32_t goods, int64_t *value)
{
    ALEA_ASSERT(goods < c->width && !a->collect);
    for (uint32_t g = 1; g <= goods; g++)
        for (uint32_t i = 0; i < a->residuals; i++) {
            alea__wide sum = 0;
            if (a->residual[i].rolled == 0) continue;
            for (uint32_t s = a->first[i]; s < a->first[i + 1]; s++)
                sum += (alea__wide)(int64_t)a->step[s].weight * value[a->step[s].to * c->width + g - 1];
            value[i * c->width + g] = alea__divide(&c->by[a->residual[i].rolled], sum);
        }
}

/* A lower bound, and of the negative another one. In units of the values; chances are in units of 2^-60. */
static bool find_prizes(const model_check *c, attempt *a, int sign)
{
    const int64_t one = INT64_C(1) << ALEA__FIXED_MOST_PLACES;
    const size_t width = c->width;
    int64_t *chance = alea__alloc_array((size_t)a->residuals * width, sizeof *chance);
    int64_t *prize = a->prize[sign] = alea__alloc_array((size_t)a->items * width, sizeof *prize);
    const bool done = chance && prize;
    for (uint32_t i = 0; i < a->residuals && done; i++)
        for (uint32_t g = 0; g < width && a->residual[i].rolled == 0; g++)
            chance[i * width + g] = sign ? -one : one;
    if (done) attempt_follow(c, a, c->width - 1, chance);
    for (uint32_t i = 0; i < a->items && done; i++)
        for (uint32_t g = 0; g < width; g++)
            prize[i * width + g] =
                (int64_t)(a->item[i].points * (alea__wide)chance[a->item[i].residual * width + g] >>
                          (ALEA__FIXED_MOST_PLACES - c->places));
    alea__free(chance);
    return done;
}

static bool make_attempt(model_check *c, uint32_t combination)
{
    attempt *a = &c->attempt[combination];
    a->collect = c->rules->target[c->rules->combination[combination].first].collect;
    a->first_row = c->rows;
    c->rows += a->collect ? c->rules->dice + 1 : 0;
    if (a->collect) return true;
    if (!find_options(c, a, combination) || !find_steps(c, a)) return false;
    c->rows += a->items;
    return find_prizes(c, a, 0) && find_prizes(c, a, 1);
}

static void free_attempt(attempt *a)
{
    void *const owned[] = {a->residual, a->first, a->step,         a->prize[0],
                           a->prize[1], a->item,  a->option_first, a->option};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) alea__free(owned[i]);
}

/* ---- a mask ---- */

/* A thread's data. Rows are by goods. */
typedef struct check_workspace {
    int64_t *next_value;
    int64_t *value; /* rows by residual, of one combination, without points */
    int64_t *row;   /* what items are worth, or dice kept */
    int64_t *again; /* a reroll */
    int64_t *best;  /* of one roll */
    alea__wide *sum;
    const int64_t *option[DESPIRALA_TARGETS + 1]; /* rows of one roll */
    alea__owned owned;
} check_workspace;

/* Whether the greater one is better, with this sign. */
static bool more_is_better(const model_check *c, int sign)
{
    return c->rules->least == (sign == 1);
}

static uint32_t all_used(const model_check *c)
{
    return (1u << c->rules->combinations) - 1;
}

/* The value of a collect with this many dice kept, by goods: it stops or rolls on, whichever is better with this sign. */
static void attempt_collect(const model_check *c, const check_workspace *s, const attempt *a, uint32_t goods,
                            int sign)
{
    const uint32_t dice = c->rules->dice;
    int64_t *row = s->row + (size_t)a->first_row * c->width;
    for (uint32_t g = 0; g <= goods; g++)
        for (uint32_t kept = 0; kept <= dice; kept++) {
            const int64_t points = (int64_t)a->collect * kept;
            const int64_t stop = s->next_value[g] + alea__fixed_whole(sign ? -points : points, c->places);
            alea__wide sum = 0;
            for (uint32_t more = 0; g > 0 && more <= dice - kept; more++)
                sum += (alea__wide)c->binomial[dice - kept][more] * row[(kept + more) * c->width + g - 1];
            const int64_t on = g > 0 ? alea__divide(&c->by[dice - kept], sum) : stop;
            const bool goes_on = kept < dice && (more_is_better(c, sign) ? on > stop : on < stop);
            row[kept * c->width + g] = goes_on ? on : stop;
        }
}

/* The value of an attempt that is not a collect, for each of its items: a row of the workspace by 0 … goods. `s->next_value` has
   the values after it. */
static void attempt_others(const model_check *c, const check_workspace *s, const attempt *a, uint32_t goods,
                           int sign)
{
    int64_t *row = s->row + (size_t)a->first_row * c->width;
    for (uint32_t i = 0; i < a->residuals; i++) {
        if (a->residual[i].rolled == 0)
            memcpy(s->value + i * c->width, s->next_value, (goods + 1) * sizeof *s->next_value);
        s->value[i * c->width] = s->next_value[0];
    }
    attempt_follow(c, a, goods, s->value);
    for (uint32_t i = 0; i < a->items; i++)
        for (uint32_t g = 0; g <= goods; g++)
            row[i * c->width + g] =
                s->value[a->item[i].residual * c->width + g] + a->prize[sign][i * c->width + g];
}

/* Everything that may be done with a roll. */
static uint32_t list_rows(const model_check *c, check_workspace *s, uint32_t used, uint32_t roll)
{
    uint32_t count = 0;
    if (c->rules->may_reroll) s->option[count++] = s->again;
    for (uint32_t k = 0; k < c->rules->combinations; k++) {
        const attempt *a = &c->attempt[k];
        const int64_t *row = s->row + (size_t)a->first_row * c->width;
        if (used >> k & 1) continue;
        if (a->collect) {
            s->option[count++] = row + c->rules->faces[roll * c->rules->sides + a->collect - 1] * c->width;
            continue;
        }
        for (uint32_t o = a->option_first[roll]; o < a->option_first[roll + 1]; o++)
            s->option[count++] = row + a->option[o] * c->width;
    }
    ALEA_ASSERT(count > 0 && count <= sizeof s->option / sizeof *s->option);
    return count;
}

/* The sum over all rolls, by goods. */
static void try_everything(const model_check *c, check_workspace *s, uint32_t used, int sign)
{
    const uint32_t goods = despirala_goods_in(c->rules, used);
    const uint32_t wide = goods / DESPIRALA_BLOCK * DESPIRALA_BLOCK + DESPIRALA_BLOCK;
    ALEA_ASSERT(used < all_used(c) && wide <= c->width);
    for (uint32_t k = 0; k < c->rules->combinations; k++) {
        if (used >> k & 1) continue;
        const uint32_t next = used | 1u << k;
        const int64_t one = (sign ? -1 : 1) * (int64_t)c->rules->good_points;
        if (next != all_used(c))
            memcpy(s->next_value, c->bound[sign] + c->first[next] + c->rules->gain,
                   (goods + 1) * sizeof *s->next_value);
        for (uint32_t g = 0; next == all_used(c) && g <= goods; g++)
            s->next_value[g] = alea__fixed_whole(one * g, c->places);
        if (c->attempt[k].collect)
            attempt_collect(c, s, &c->attempt[k], goods, sign);
        else
            attempt_others(c, s, &c->attempt[k], goods, sign);
    }
    s->again[0] = more_is_better(c, sign) ? INT64_MIN : INT64_MAX;
    memcpy(s->again + 1, c->bound[sign] + c->first[used], goods * sizeof *s->again);
    memset(s->sum, 0, (goods + 1) * sizeof *s->sum);
    for (uint32_t roll = 0; roll < c->rules->rolls; roll++) {
        const int64_t weight = c->rules->weight[roll];
        c->best_rows(s->option, list_rows(c, s, used, roll), wide, more_is_better(c, sign), s->best);
        for (uint32_t g = 0; g <= goods; g++) s->sum[g] += (alea__wide)weight * s->best[g];
    }
}

/* The bound as the table has it. */
static double claimed_bound(const model_check *c, uint32_t used, uint32_t goods, int sign)
{
    const uint32_t n = (uint32_t)__builtin_popcount(used);
    const alea__matrix *m = &c->values->matrix[n];
    const size_t place =
        c->first[used] - c->first[(1u << n) - 1] + goods; /* the lowest mask is the first row */
    ALEA_ASSERT(place < (size_t)m->rows * m->columns);
    return sign ? m->upper[place] : m->lower[place];
}

/* Checks the bounds of one sign for all positions of a mask. The first one that the step does not prove goes to the finding. */
static void check_sign(const model_check *c, check_workspace *s, uint32_t used, int sign, alea__finding *f)
{
    const uint32_t goods = despirala_goods_in(c->rules, used);
    try_everything(c, s, used, sign);
    for (uint32_t g = 0; g <= goods && !f->wrong; g++) {
        const int64_t gives = alea__divide(&c->by[c->rules->dice], s->sum[g]);
        const double bound = claimed_bound(c, used, g, sign);
        if (alea__fixed_above(sign ? -bound : bound, c->places) <= gives || (!sign && bound <= 0)) continue;
        char where[80];
        snprintf(where, sizeof where, DESPIRALA_CHECK_WHERE, (unsigned)used, (unsigned)g);
        alea__find_wrong_bound(f, where, sign ? -1 : 1, bound,
                               (sign ? -1 : 1) * alea__fixed_double_below(gives, c->places));
    }
}

/* ---- all of them ---- */

enum { MASKS = 8 /* in a block */ };

static void check_workspace_free(void *user, void *local)
{
    check_workspace *s = local;
    (void)user;
    alea__owned_free(&s->owned);
    alea__free(s);
}

/* A workspace of one thread; its rows have room for the most goods. */
static alea_status check_workspace_make(void *user, void **local, alea_error *error)
{
    const model_check *c = user;
    uint32_t residuals = 1;
    for (uint32_t k = 0; k < c->rules->combinations; k++)
        if (c->attempt[k].residuals > residuals) residuals = c->attempt[k].residuals;
    check_workspace *s = alea__alloc(sizeof *s);
    if (!s) return alea__out_of_memory(error);
    s->next_value = alea__own(&s->owned, alea__alloc_array(c->width, sizeof *s->next_value));
    s->value = alea__own(&s->owned, alea__alloc_array((size_t)residuals * c->width, sizeof *s->value));
    s->row = alea__own(&s->owned, alea__alloc_array((size_t)c->rows * c->width, sizeof *s->row));
    s->again = alea__own(&s->owned, alea__alloc_array(c->width, sizeof *s->again));
    s->best = alea__own(&s->owned, alea__alloc_array(c->width, sizeof *s->best));
    s->sum = alea__own(&s->owned, alea__alloc_array(c->width, sizeof *s->sum));
    *local = s;
    if (!s->owned.failed) return ALEA_OK;
    check_workspace_free(user, s);
    return alea__out_of_memory(error);
}

static alea_status check_masks(void *user, void *local, uint64_t block, alea__finding *f, alea_error *error)
{
    const model_check *c = user;
    (void)error;
    for (uint64_t i = block * MASKS; i < (block + 1) * MASKS && i < all_used(c) && !f->wrong; i++) {
        const uint32_t used = (uint32_t)i;
        for (int sign = 0; sign < 2 && !f->wrong; sign++) check_sign(c, local, used, sign, f);
        f->checked += despirala_goods_in(c->rules, used) + 1;
    }
    return ALEA_OK;
}

/* ---- numbers ---- */

/* Turns scores into integers; anything that is not a score is refused before the computation begins. */
static void convert_scores(model_check *c)
{
    int64_t *low = c->bound[0], *less_high = c->bound[1];
    const double most = 2.0 * c->rules->most_score + 1;
    for (uint32_t n = 0; n < c->values->count && c->verdict->holds; n++) {
        const alea__matrix *m = &c->values->matrix[n];
        for (size_t i = 0; i < (size_t)m->rows * m->columns && c->verdict->holds; i++) {
            if (!(m->lower[i] >= 0 && m->lower[i] <= m->upper[i] && m->upper[i] <= most)) {
                alea__refute(c->verdict, DESPIRALA_CHECK_BOUNDS, m->name, i / m->columns, i % m->columns,
                             m->lower[i], m->upper[i]);
                return;
            }
            *low++ = alea__fixed_below(m->lower[i], c->places);
            *less_high++ = alea__fixed_below(-m->upper[i], c->places);
        }
    }
    ALEA_ASSERT(low == c->bound[0] + c->places_in_all);
}

/* ---- all of it ---- */

/* Sets up the numbers, the order of the places and the attempts. After a failure check_table frees them. */
static alea_status check_prepare(model_check *c, alea_error *error)
{
    uint64_t outcomes = 1;
    c->places = alea__fixed_places(4.0 * c->rules->most_score + 4);
    c->width = c->rules->gain * c->rules->combinations / DESPIRALA_BLOCK * DESPIRALA_BLOCK + DESPIRALA_BLOCK;
    c->best_rows = KERNEL_OF_TWO(despirala_best_rows);
    for (uint32_t d = 0; d <= c->rules->dice; d++, outcomes *= c->rules->sides) {
        c->by[d] = alea__divider_for(outcomes);
        for (uint32_t k = 0; k <= d; k++) {
            int64_t ways = 1;
            for (uint32_t i = 0; i < k; i++) ways = ways * (d - i) / (i + 1);
            for (uint32_t i = k; i < d; i++) ways *= c->rules->sides - 1;
            c->binomial[d][k] = ways;
        }
    }
    c->first = alea__alloc_array(all_used(c), sizeof *c->first);
    if (!c->first) return alea__out_of_memory(error);
    for (uint32_t n = 0; n < c->rules->combinations; n++)
        for (uint32_t used = 0; used < all_used(c); used++)
            if ((uint32_t)__builtin_popcount(used) == n) {
                c->first[used] = c->places_in_all;
                c->places_in_all += despirala_goods_in(c->rules, used) + 1;
            }
    for (int sign = 0; sign < 2; sign++) {
        c->bound[sign] = alea__alloc_array(c->places_in_all, sizeof *c->bound[sign]);
        if (!c->bound[sign]) return alea__out_of_memory(error);
    }
    for (uint32_t k = 0; k < c->rules->combinations; k++)
        if (!make_attempt(c, k)) return alea__out_of_memory(error);
    return ALEA_OK;
}

/* Converts all bounds, checks each of them, then checks the claims about the start. Frees everything except the verdict. */
static alea_status check_table(model_check *c, alea_error *error)
{
    alea_status status = check_prepare(c, error);
    const alea__checking checking = {.blocks = (all_used(c) + MASKS - 1) / MASKS,
                                     .total = c->places_in_all,
                                     .progress = c->progress,
                                     .user = c,
                                     .thread_start = check_workspace_make,
                                     .thread_end = check_workspace_free,
                                     .check = check_masks};
    if (status == ALEA_OK) convert_scores(c);
    if (status == ALEA_OK && c->verdict->holds) status = alea__check_blocks(&checking, c->verdict, error);
    if (status == ALEA_OK && c->verdict->holds) { /* the table's claims */
        const alea_interval second = c->values->second, start = {claimed_bound(c, 0, c->rules->gain, 0),
                                                                 claimed_bound(c, 0, c->rules->gain, 1)};
        alea__check_claims(c->values, alea__widest(c->values), start,
                           second.lower <= start.lower && start.upper <= second.upper, c->verdict);
    }
    for (uint32_t k = 0; k < c->rules->combinations; k++) free_attempt(&c->attempt[k]);
    alea__free(c->first);
    alea__free(c->bound[0]);
    alea__free(c->bound[1]);
    return status;
}

/* Refutes values with another layout, sampled models, and bounds that one step does not prove. Fails only if memory runs
   out or on request. */
alea_status despirala_certify(const alea__rules *rules, const alea__values *values,
                              const alea_progress *progress, alea_verdict *out, alea_error *error)
{
    alea_verdict verdict = {.holds = true};
    model_check c = {
        .rules = despirala_rules_of(rules), .values = values, .progress = progress, .verdict = &verdict};
    alea_error why;
    alea_status status = despirala_fits(rules, values, &why);
    if (status != ALEA_OK)
        alea__refute(&verdict, "%s", why.message);
    else if (values->samples > 0)
        alea__refute(&verdict, DESPIRALA_CHECK_SAMPLED);
    else
        status = check_table(&c, error);
    if (status == ALEA_E_FILE) status = ALEA_OK;
    if (status == ALEA_OK) *out = verdict;
    return status;
}
