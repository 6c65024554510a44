/* The independent checker; exact/check_blocks.h has the argument. One step is a turn: T takes the best number of dice for the
   mover, or where the opponent of a best response is to move, what its policy rolls.

   Play ends: `after` never lowers the sum of the scores (the rules refuse all else), so that it grows with every turn but idle
   ones, no dice that bring no point. Those are followed to their end, which may be that the game never ends: a half for each
   player. Where somebody rolls at random, play goes on, and one step is enough. */
#include "family/hog/check/certify.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/check_blocks.h"
#include "family/hog/messages.h"
#include "family/hog/rules/layout.h"
#include "value/fixed.h"

#include <stdio.h>
#include <string.h>

enum { PLACES = ALEA__FIXED_MOST_PLACES };
static const int64_t one = INT64_C(1) << PLACES;

typedef struct hog_check {
    const hog_game *game;
    const hog_rules *rules;
    const alea__values *values;
    bool responds; /* if an opponent plays a policy: */
    hog_policy opponent;
    int64_t *low[ALEA__MOST_MATRICES];       /* lower bounds, rounded down */
    int64_t *less_high[ALEA__MOST_MATRICES]; /* upper bounds, negative and rounded down */
    alea__divider *by;                       /* as the game has the odds */
    const alea_progress *progress;
    alea_verdict *verdict;
} hog_check;

typedef struct checked_place {
    hog_view view;
    uint32_t memory, own, opponent; /* as the matrix has them */
} checked_place;
_Static_assert(sizeof(checked_place) == 16, "a place has no padding: places are compared by their bytes");

static void place_name(const checked_place *p, char out[80])
{
    snprintf(out, 80, "scores %u,%u memory %u%s", (unsigned)p->own, (unsigned)p->opponent,
             (unsigned)p->memory, p->view == HOG_WAITING ? " with the opponent to move" : "");
}

/* ---- one turn ---- */

/* The bound of a position with a sign: 1 for the lower one, -1 for the negative of the upper one. */
static int64_t place_bound(const hog_check *c, checked_place p, int sign)
{
    const size_t at = hog_place_of(c->rules, p.memory, p.own, p.opponent);
    return sign > 0 ? c->low[p.view][at] : c->less_high[p.view][at];
}

/* A turn of one number of dice: the mover and the scores. */
typedef struct checked_toss {
    uint32_t own, opponent, dice, memory;
    bool waits; /* the mover is the opponent of the table's player */
    int sign;
} checked_toss;

/* The value for the table's player if the turn scores this many points. */
static int64_t toss_worth(const hog_check *c, const checked_toss *t, uint32_t points)
{
    const hog_rules *rules = c->rules;
    const uint32_t total = t->own + points + hog_bonus(rules, t->memory, t->dice);
    const hog_scores s = rules->after[(size_t)total * rules->goal + t->opponent];
    if (hog_is_over(rules, s)) return hog_is_won(s) != t->waits ? t->sign * one : 0;
    const hog_next next = hog_next_of(rules, hog_grants(rules, s), t->dice, points)[t->memory];
    const checked_place mine = {HOG_MOVER, next.memory, s.own, s.opponent},
                        theirs = {HOG_MOVER, next.memory, s.opponent, s.own};
    if (t->waits)
        return place_bound(
            c, next.again ? (checked_place){HOG_WAITING, next.memory, s.opponent, s.own} : theirs, t->sign);
    if (next.again) return place_bound(c, mine, t->sign);
    if (c->responds)
        return place_bound(c, (checked_place){HOG_WAITING, next.memory, s.own, s.opponent}, t->sign);
    return t->sign * one + place_bound(c, theirs, -t->sign);
}

/* The value for the table's player at a position where the mover rolls n dice. */
static int64_t checked_roll(const hog_check *c, const checked_place *p, uint32_t n, int sign)
{
    const hog_rules *rules = c->rules;
    const bool waits = p->view == HOG_WAITING;
    const checked_toss t = {.own = waits ? p->opponent : p->own,
                            .opponent = waits ? p->own : p->opponent,
                            .dice = n,
                            .memory = p->memory,
                            .waits = waits,
                            .sign = sign};
    ALEA_ASSERT(n <= rules->dice && p->memory < rules->memories && (sign == 1 || sign == -1));
    if (n == 0) return toss_worth(c, &t, hog_bacon(rules, t.own, t.opponent));
    const uint32_t set = hog_set_number(rules, t.own, t.opponent);
    const hog_odds *odds = hog_odds_of(c->game, set, n);
    alea__wide sum = 0;
    for (uint32_t points = odds->least; points <= odds->most; points++)
        if (odds->weight[points] > 0)
            sum += (alea__wide)(int64_t)odds->weight[points] * toss_worth(c, &t, points);
    return alea__divide(&c->by[set * (HOG_MOST_DICE + 1) + n], sum);
}

/* The best of some for the mover: with the sign of an upper bound that is the least. */
static int64_t best_roll(const hog_check *c, const checked_place *p, uint32_t least, int sign)
{
    int64_t best = checked_roll(c, p, least, sign);
    for (uint32_t n = least + 1; n <= c->rules->dice; n++) {
        int64_t value = checked_roll(c, p, n, sign);
        if (sign > 0 ? value > best : value < best) best = value;
    }
    return best;
}

static int64_t opponents_roll(const hog_check *c, const checked_place *p, int sign)
{
    const uint32_t memory = c->opponent.kind == HOG_PLAN ? p->memory : 0, moves = c->rules->dice + 1;
    alea__wide sum = 0;
    ALEA_ASSERT(c->responds && p->view == HOG_WAITING);
    if (c->opponent.kind != HOG_RANDOM)
        return checked_roll(c, p, c->opponent.dice[hog_place_of(c->rules, memory, p->opponent, p->own)],
                            sign);
    for (uint32_t n = 0; n < moves; n++) sum += checked_roll(c, p, n, sign);
    const alea__divider by = alea__divider_for(moves);
    return alea__divide(&by, sum);
}

/* ---- idle turns ---- */

/* Whether the mover may take, or the opponent's policy takes, an idle turn. Sets *to to the next position, and flips if its
 *  values are the other player's. Not for players who roll at random. */
static bool place_is_idle(const hog_check *c, const checked_place *p, checked_place *to, bool *flips)
{
    const hog_rules *rules = c->rules;
    const bool waits = p->view == HOG_WAITING;
    const uint32_t own = waits ? p->opponent : p->own, opponent = waits ? p->own : p->opponent;
    const uint32_t plan = c->opponent.kind == HOG_PLAN ? p->memory : 0;
    if (!rules->idles || hog_bacon(rules, own, opponent) > 0 || hog_bonus(rules, p->memory, 0) > 0)
        return false;
    if (waits &&
        (c->opponent.kind == HOG_RANDOM || c->opponent.dice[hog_place_of(rules, plan, own, opponent)] > 0))
        return false;
    const hog_scores s = rules->after[(size_t)own * rules->goal + opponent];
    if (hog_is_over(rules, s) || s.own + s.opponent > own + opponent) return false;
    const hog_next next = hog_next_of(rules, hog_grants(rules, s), 0, 0)[p->memory];
    const bool mine = waits != (bool)next.again; /* the table's player moves next, or all who move are */
    *flips = !c->responds && !next.again;
    *to = (checked_place){mine || !c->responds ? HOG_MOVER : HOG_WAITING, next.memory, s.own, s.opponent};
    if (waits || *flips) *to = (checked_place){to->view, next.memory, s.opponent, s.own};
    return true;
}

/* One position of a chain of idle turns. */
typedef struct idle_step {
    int64_t other; /* the best of the other numbers of dice */
    bool chooses, flips;
    int sign;
} idle_step;

/* What a position gives by its best turn, or by the opponent's, where idle turns are followed: to a position without one, or until
   one comes again, which is found as Brent does (An improved Monte Carlo factorization algorithm, BIT 20, 1980, section 2), or
   until the game would be stopped. */
static int64_t place_gives(const hog_check *c, const checked_place *p, int sign)
{
    idle_step step[HOG_MOST_IDLE];
    checked_place at = *p, kept = *p, to;
    uint32_t count = 0, keep = 1;
    int64_t value = sign * one / 2;
    bool flips, ends = false;
    while (!ends && count < HOG_MOST_IDLE) {
        const bool chooses = at.view == HOG_MOVER;
        if (!place_is_idle(c, &at, &to, &flips)) {
            value = chooses ? best_roll(c, &at, 0, sign) : opponents_roll(c, &at, sign);
            break;
        }
        step[count++] = (idle_step){chooses ? best_roll(c, &at, 1, sign) : 0, chooses, flips, sign};
        if (flips) sign = -sign;
        at = to;
        ends = memcmp(&at, &kept, sizeof at) == 0;
        value = sign * one / 2;
        if (count != keep) continue;
        kept = at;
        keep *= 2;
    }
    while (count-- > 0) {
        const idle_step *s = &step[count];
        if (s->flips) value += s->sign * one;
        if (s->chooses && (s->sign > 0 ? value < s->other : value > s->other)) value = s->other;
    }
    return value;
}

/* ---- one position ---- */

/* Compares a claimed bound with the result of one turn, and records in `f` a claim that is too good. Bounds of 0 and 1 need
   no proof. */
static void check_place(const hog_check *c, const checked_place *p, int sign, alea__finding *f)
{
    ALEA_ASSERT((unsigned)p->view < c->values->count && p->own < c->rules->goal &&
                p->opponent < c->rules->goal);
    const alea__matrix *m = &c->values->matrix[p->view];
    const size_t at = hog_place_of(c->rules, p->memory, p->own, p->opponent);
    const double claimed = sign > 0 ? m->lower[at] : m->upper[at];
    const int64_t gives = place_gives(c, p, sign);
    if (alea__fixed_above(sign * claimed, PLACES) <= gives || (sign > 0 ? claimed <= 0 : claimed >= 1))
        return;
    char where[80];
    place_name(p, where);
    alea__find_wrong_bound(f, where, sign, claimed, sign * alea__fixed_double_below(gives, PLACES));
}

/* ---- all positions: a block is a memory and an own score ---- */

static uint64_t place_rows(const hog_check *c)
{
    return (uint64_t)c->values->count * c->rules->memories * c->rules->goal;
}

static checked_place row_place(const hog_check *c, uint64_t block)
{
    const uint64_t rows = (uint64_t)c->rules->memories * c->rules->goal;
    ALEA_ASSERT(block < place_rows(c));
    return (checked_place){.view = (hog_view)(block / rows),
                           .memory = (uint32_t)(block % rows / c->rules->goal),
                           .own = (uint32_t)(block % c->rules->goal)};
}

/* Checks one row, all positions of a memory and an own score; stops at the first wrong bound, which is then in `f`. */
static alea_status check_place_row(void *user, void *local, uint64_t block, alea__finding *f,
                                   alea_error *error)
{
    const hog_check *c = user;
    checked_place p = row_place(c, block);
    (void)local, (void)error;
    for (; p.opponent < c->rules->goal && !f->wrong; p.opponent++) {
        check_place(c, &p, 1, f);
        if (!f->wrong) check_place(c, &p, -1, f);
        f->checked++;
    }
    return ALEA_OK;
}

/* Converts bounds between 0 and 1 to integers. Refuses others before anything is computed. */
static void convert_bounds(hog_check *c)
{
    for (uint64_t block = 0; block < place_rows(c); block++) {
        checked_place p = row_place(c, block);
        const alea__matrix *m = &c->values->matrix[p.view];
        for (; p.opponent < c->rules->goal; p.opponent++) {
            const size_t at = hog_place_of(c->rules, p.memory, p.own, p.opponent);
            if (!(m->lower[at] >= 0 && m->upper[at] <= 1 && m->lower[at] <= m->upper[at])) {
                char where[80];
                place_name(&p, where);
                alea__refute(c->verdict, HOG_BOUNDS_DISORDER, where, m->lower[at], m->upper[at]);
                return;
            }
            c->low[p.view][at] = alea__fixed_below(m->lower[at], PLACES);
            c->less_high[p.view][at] = alea__fixed_below(-m->upper[at], PLACES);
        }
    }
}

/* ---- the table's claims ---- */

/* Checks the table's claims about the start and about the opponent: the second matrix must enclose the latter, or it must
   be the remainder to 1. */
static void check_start(hog_check *c)
{
    const alea__values *v = c->values;
    bool follows = v->second.lower >= 0 && v->second.upper <= 1;
    if (v->count > 1) {
        const alea_interval waiting = alea__matrix_at(&v->matrix[HOG_WAITING], 0);
        follows = follows && v->second.lower <= waiting.lower && waiting.upper <= v->second.upper;
    } else {
        follows = follows && alea__fixed_above(v->second.lower, PLACES) <= one + c->less_high[HOG_MOVER][0] &&
                  alea__fixed_above(-v->second.upper, PLACES) <= c->low[HOG_MOVER][0] - one;
    }
    if (!(v->start.lower >= 0 && v->start.upper <= 1))
        alea__refute(c->verdict, HOG_START_RANGE, v->start.lower, v->start.upper);
    else
        alea__check_claims(v, alea__widest(v), alea__matrix_at(&v->matrix[HOG_MOVER], 0), follows,
                           c->verdict);
}

/* ---- all of it ---- */

/* Room for the bounds as whole numbers, and the dividers. */
static alea_status check_alloc(hog_check *c, alea_error *error)
{
    for (unsigned k = 0; k < c->values->count; k++) {
        const size_t count = (size_t)c->values->matrix[k].rows * c->values->matrix[k].columns;
        c->low[k] = alea__alloc_array(count, sizeof *c->low[k]);
        c->less_high[k] = alea__alloc_array(count, sizeof *c->less_high[k]);
        if (!c->low[k] || !c->less_high[k]) return alea__out_of_memory(error);
    }
    c->by = alea__alloc_array(c->rules->sets * (HOG_MOST_DICE + 1), sizeof *c->by);
    if (!c->by) return alea__out_of_memory(error);
    for (uint32_t set = 0; set < c->rules->sets; set++)
        for (uint32_t n = 1; n <= c->rules->dice; n++)
            c->by[set * (HOG_MOST_DICE + 1) + n] =
                alea__divider_for(hog_odds_of(c->game, set, n)->denominator);
    return ALEA_OK;
}

/* Converts all bounds, checks each of them, then checks the claims about the start. Frees everything except the verdict. */
static alea_status check_values(hog_check *c, alea_error *error)
{
    const alea__checking checking = {.blocks = place_rows(c),
                                     .total = place_rows(c) * c->rules->goal,
                                     .progress = c->progress,
                                     .user = c,
                                     .check = check_place_row};
    alea_status status = check_alloc(c, error);
    if (status == ALEA_OK) convert_bounds(c);
    if (status == ALEA_OK && c->verdict->holds) status = alea__check_blocks(&checking, c->verdict, error);
    if (status == ALEA_OK && c->verdict->holds) check_start(c);
    for (unsigned k = 0; k < c->values->count; k++) {
        alea__free(c->low[k]);
        alea__free(c->less_high[k]);
    }
    alea__free(c->by);
    return status;
}

/* Reads the opponent's policy from the table: its kind and, for a table or a plan, a number of dice for each place. */
static bool read_opponent(hog_check *c)
{
    const alea__values *v = c->values;
    const uint32_t kind = v->opponent_size > 0 ? v->opponent[0] : UINT32_MAX;
    size_t places = (size_t)c->rules->goal * c->rules->goal;
    if (kind == HOG_PLAN) places *= c->rules->memories;
    if (kind == HOG_RANDOM) places = 0;
    if (kind > HOG_RANDOM || v->opponent_size != 1 + places) return false;
    for (size_t i = 1; i <= places; i++)
        if (v->opponent[i] > c->rules->dice) return false;
    c->responds = true;
    c->opponent = (hog_policy){.kind = kind, .dice = v->opponent + 1};
    return true;
}

/* A bound that does not hold is a verdict in *out, not an error. Errors mean that memory ran out or the caller stopped the
   check. */
alea_status hog_certify(const alea__rules *rules, const alea__values *values, const alea_progress *progress,
                        alea_verdict *out, alea_error *error)
{
    alea_verdict verdict = {.holds = true};
    hog_check c = {hog_game_of(rules), hog_rules_of(rules), values, .progress = progress,
                   .verdict = &verdict};
    alea_error why;
    alea_status status = ALEA_OK;
    if (hog_fits_layout(c.rules, values, &why) != ALEA_OK)
        alea__refute(&verdict, "%s", why.message);
    else if (values->opponent && !read_opponent(&c))
        alea__refute(&verdict, HOG_OPPONENT_MISFIT);
    else
        status = check_values(&c, error);
    if (status == ALEA_OK) *out = verdict;
    return status;
}
