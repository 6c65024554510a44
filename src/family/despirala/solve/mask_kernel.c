/* The work on one mask. Widths: portable avx2 avx512 */
#include "base/assert.h"
#include "base/kernel.h"
#include "family/despirala/solve/lanes.h"
#include "family/despirala/solve/workspace.h"

enum { TOGETHER = 4 /* stages */, SUMS = 4 };

/* ---- attempts ---- */

/* Without points. Goods that would be less than none are zeros in front of `then`. */
INLINE void sum_stages(const despirala_subgame *p, uint32_t stride, const double *then, uint32_t first,
                       uint32_t stage, uint32_t count, double *out)
{
    lanes sum[TOGETHER];
    for (uint32_t j = 0; j < count; j++)
        sum[j] = times(load(p->fail + (stage + j) * stride + first), then[0]);
    for (uint32_t i = 0; i < first + DESPIRALA_LANES; i++) {
        const lanes later = load_loose(then + (ptrdiff_t)first - (ptrdiff_t)i);
        for (uint32_t j = 0; j < count; j++)
            sum[j] = add(sum[j], times(later, p->soon[(stage + j) * stride + i]));
    }
    for (uint32_t j = 0; j < count; j++) store(out + (stage + j) * DESPIRALA_LANES, sum[j]);
}

INLINE void sum_all_stages(despirala_workspace *work, uint32_t c, uint32_t first)
{
    const despirala_subgame *p = &work->subgames->subgame[c];
    const double *then = work->then[c] + DESPIRALA_LANES;
    const uint32_t stride = work->subgames->stride;
    uint32_t stage = 0;
    for (; stage + TOGETHER <= p->stages; stage += TOGETHER)
        sum_stages(p, stride, then, first, stage, TOGETHER, work->stage[c]);
    for (; stage < p->stages; stage++) sum_stages(p, stride, then, first, stage, 1, work->stage[c]);
}

INLINE void add_points(despirala_workspace *work, uint32_t c, uint32_t first)
{
    const despirala_subgame *p = &work->subgames->subgame[c];
    for (uint32_t i = 0; i < p->items; i++) {
        const despirala_item item = p->item[i];
        const lanes points =
            times(load(p->chance + item.stage * work->subgames->stride + first), work->sign * item.points);
        store(work->item[c] + i * DESPIRALA_LANES,
              add(load(work->stage[c] + item.stage * DESPIRALA_LANES), points));
    }
}

INLINE void fill_entries(despirala_workspace *work, uint32_t c)
{
    const despirala_subgame *p = &work->subgames->subgame[c];
    for (uint32_t e = 0; e < p->entries; e++) {
        uint32_t i = p->first[e];
        lanes best = load(work->item[c] + p->list[i] * DESPIRALA_LANES);
        for (i++; i < p->first[e + 1]; i++)
            best = larger(best, load(work->item[c] + p->list[i] * DESPIRALA_LANES));
        store(work->entry[c] + e * DESPIRALA_LANES, best);
    }
}

/* ---- collects: side by side ---- */

INLINE double *kept_row(const despirala_workspace *work, uint32_t goods, uint32_t kept, uint32_t half)
{
    const uint32_t row = (goods & 1) * (work->game->rules.dice + 1) + kept;
    return work->kept + (row * 2 + half) * DESPIRALA_LANES;
}

/* Eight collects side by side, with these goods: they stop, or roll on with one good less, whichever is better. */
INLINE void collect_with(despirala_workspace *work, uint32_t goods, uint32_t half)
{
    const uint32_t dice = work->game->rules.dice;
    double face[DESPIRALA_LANES] __attribute__((aligned(64))) = {0};
    for (uint32_t i = half * DESPIRALA_LANES; i < work->collects && i < (half + 1) * DESPIRALA_LANES; i++)
        face[i % DESPIRALA_LANES] = work->sign * work->subgames->subgame[work->collect[i]].collect;
    const lanes faces = load(face), then = load(work->stop + (goods * 2 + half) * DESPIRALA_LANES);
    for (uint32_t kept = 0; kept <= dice; kept++) {
        lanes value = add(then, times(faces, kept));
        if (goods > 0 && kept < dice) {
            const double *chance = work->subgames->binomial + kept * (dice + 1);
            lanes on = times(load(kept_row(work, goods - 1, kept, half)), chance[0]);
            for (uint32_t more = 1; more <= dice - kept; more++)
                on = add(on, times(load(kept_row(work, goods - 1, kept + more, half)), chance[more]));
            value = larger(value, on);
        }
        store(kept_row(work, goods, kept, half), value);
    }
}

INLINE void collect_all(despirala_workspace *work, uint32_t first)
{
    for (uint32_t lane = 0; lane < DESPIRALA_LANES && first + lane <= work->goods; lane++) {
        collect_with(work, first + lane, 0);
        if (work->collects > DESPIRALA_LANES) collect_with(work, first + lane, 1);
        for (uint32_t kept = 0; kept <= work->game->rules.dice; kept++) {
            const double *row = kept_row(work, first + lane, kept, 0);
            for (uint32_t i = 0; i < work->collects; i++)
                work->entry[work->collect[i]][kept * DESPIRALA_LANES + lane] = row[i];
        }
    }
}

/* ---- groups ---- */

/* The best of a group's combinations that are not used; where there is only one, its own table does. */
INLINE void fill_group(despirala_workspace *work, uint32_t which)
{
    const despirala_group *g = &work->subgames->group[which];
    const double *from[DESPIRALA_COMBINATIONS];
    const uint16_t *entry[DESPIRALA_COMBINATIONS];
    uint32_t members = 0;
    for (uint32_t k = 0; k < g->members; k++)
        if (!(work->used >> g->member[k] & 1)) {
            from[members] = work->entry[g->member[k]];
            entry[members++] = g->entry[k];
        }
    if (members < 2) return;
    for (uint32_t e = 0; e < g->entries; e++) {
        lanes best = load(from[0] + entry[0][e] * DESPIRALA_LANES);
        for (uint32_t k = 1; k < members; k++)
            best = larger(best, load(from[k] + entry[k][e] * DESPIRALA_LANES));
        store(work->group[which] + e * DESPIRALA_LANES, best);
    }
}

static void mask_look(despirala_workspace *work, uint32_t first)
{
    ALEA_ASSERT(first % DESPIRALA_LANES == 0 && first <= work->goods);
    for (uint32_t i = 0; i < work->open; i++) {
        sum_all_stages(work, work->opened[i], first);
        add_points(work, work->opened[i], first);
        fill_entries(work, work->opened[i]);
    }
    if (work->collects > 0) collect_all(work, first);
    for (uint32_t i = 0; i < work->subgames->groups; i++) fill_group(work, i);
}

/* ---- rolls ---- */

INLINE lanes best_of(const despirala_workspace *work, uint32_t views, uint32_t roll)
{
    const despirala_view *v = work->view;
    lanes best = load(v[0].value + v[0].entry_of[roll] * DESPIRALA_LANES);
    for (uint32_t i = 1; i < views; i++)
        best = larger(best, load(v[i].value + v[i].entry_of[roll] * DESPIRALA_LANES));
    return best;
}

/* By goods and rolls, so that rolls stand side by side. */
INLINE void choose_by(despirala_workspace *work, uint32_t views)
{
    const uint32_t rolls = work->subgames->rolls;
    for (uint32_t roll = 0; roll < rolls; roll += PIECE) {
        lanes row[PIECE];
        for (uint32_t i = 0; i < PIECE; i++) row[i] = best_of(work, views, roll + i);
        EACH
        {
            piece square[PIECE];
            for (uint32_t i = 0; i < PIECE; i++) square[i] = row[i].at[k];
            turn(square);
            for (uint32_t i = 0; i < PIECE; i++)
                *(piece *)(void *)(work->best + (size_t)(k * PIECE + (int)i) * rolls + roll) = square[i];
        }
    }
}

INLINE void mean_by(despirala_workspace *work, uint32_t views, double *out)
{
    const uint32_t rolls = work->subgames->rolls;
    const double *weight = work->subgames->weight;
    lanes sum[SUMS];
    for (uint32_t i = 0; i < SUMS; i++) sum[i] = all(0);
    for (uint32_t roll = 0; roll < rolls; roll += SUMS)
        for (uint32_t i = 0; i < SUMS; i++)
            sum[i] = add(sum[i], times(best_of(work, views, roll + i), weight[roll + i]));
    store(out, add(add(sum[0], sum[1]), add(sum[2], sum[3])));
}

/* With the number of views known, the loops over them are unrolled. */
#define BY_VIEWS(call, ...)                       \
    switch (work->views) {                        \
    case 1: call(work, 1 __VA_ARGS__); break;     \
    case 2: call(work, 2 __VA_ARGS__); break;     \
    case 3: call(work, 3 __VA_ARGS__); break;     \
    case 4: call(work, 4 __VA_ARGS__); break;     \
    case 5: call(work, 5 __VA_ARGS__); break;     \
    case 6: call(work, 6 __VA_ARGS__); break;     \
    default: call(work, work->views __VA_ARGS__); \
    }

static void mask_fill_best(despirala_workspace *work)
{
    BY_VIEWS(choose_by, )
}

static void mask_mean(despirala_workspace *work, double *out)
{
    BY_VIEWS(mean_by, , out)
}

/* Sixteen sums side by side. */
static double mask_mean_or(const despirala_workspace *work, const double *weight, const double *best,
                           double reroll)
{
    const lanes other = all(reroll);
    lanes even = all(0), odd = all(0);
    for (uint32_t roll = 0; roll < work->subgames->rolls; roll += DESPIRALA_ROW) {
        const uint32_t next = roll + DESPIRALA_LANES;
        even = add(even, both(load(weight + roll), larger(load(best + roll), other)));
        odd = add(odd, both(load(weight + next), larger(load(best + next), other)));
    }
    return total(add(even, odd));
}

/* ---- moves ---- */

/* A number in all lanes, as bits. */
INLINE lanes number(int64_t one)
{
    lanes a;
    EACH a.at[k] = (piece)(one - (bits){0});
    return a;
}

/* Of a combination's targets the first that is as good as the best of them. */
INLINE lanes pick_target(const despirala_workspace *work, uint32_t c, uint32_t roll, lanes best)
{
    const despirala_subgame *p = &work->subgames->subgame[c];
    const lanes nearly = add(best, all(-DESPIRALA_TIE));
    uint32_t at = p->target_at[roll + 1] - 1;
    lanes which = number(DESPIRALA_TARGET + p->target[at]);
    while (at-- > p->target_at[roll])
        which = where_least(load(work->item[c] + p->target_item[at] * DESPIRALA_LANES), nearly,
                            number(DESPIRALA_TARGET + p->target[at]), which);
    return which;
}

/* Combinations that are not used, the last one first. */
typedef struct menu {
    uint32_t count;
    struct dish {
        const double *entry;
        const uint16_t *entry_of;
        uint32_t combination, move; /* the move of its only target; 0: it has several */
    } dish[DESPIRALA_COMBINATIONS];
} menu;

INLINE menu make_menu(const despirala_workspace *work)
{
    menu m = {.count = 0};
    const despirala_rules *rules = &work->game->rules;
    for (uint32_t c = rules->combinations; c-- > 0;) {
        if (work->used >> c & 1) continue;
        const despirala_combination targets = rules->combination[c];
        m.dish[m.count++] = (struct dish){work->entry[c], work->subgames->subgame[c].entry_of, c,
                                          targets.count == 1 ? DESPIRALA_TARGET + targets.first : 0};
    }
    return m;
}

/* The move after a roll for eight numbers of goods, from the values themselves: combinations from the last to the first, so that
   the first one that is good enough stays. */
INLINE lanes pick_one(const despirala_workspace *work, const menu *m, uint32_t roll, lanes other, bool early)
{
    const lanes last = number(despirala_reroll(&work->game->rules));
    const lanes least = add(larger(best_of(work, work->views, roll), other), all(-DESPIRALA_TIE));
    lanes which = last;
    for (const struct dish *d = m->dish; d < m->dish + m->count; d++) {
        const lanes best = load(d->entry + d->entry_of[roll] * DESPIRALA_LANES);
        if (d->move > 0)
            which = where_least(best, least, number(d->move), which);
        else if (any_least(best, least))
            which = where_least(best, least, pick_target(work, d->combination, roll, best), which);
    }
    return early ? where_least(other, least, last, which) : which;
}

/* Eight small numbers as the bytes of one, the first lane lowest. */
INLINE uint64_t pack(lanes which)
{
#if LANE_BYTES == 64 && defined(__AVX512F__)
    return (uint64_t)_mm_cvtsi128_si64(_mm512_cvtepi64_epi8((__m512i)which.at[0]));
#else
    uint64_t word = 0;
    EACH for (int i = 0; i < PIECE; i++) word |= (uint64_t)((bits)which.at[k])[i] << 8 * (k * PIECE + i);
    return word;
#endif
}

/* ---- moves, where one is clearly the best ---- */

/* Values get a label in their lowest bits, which changes them by less than 2^-43 of themselves: the move of a combination that has
   one target, or SEVERAL and the combination. So the best and the second best of a roll are found group by group. Where these two
   are not clearly apart, the roll is looked at once more, from the values themselves. */
enum { LABEL = 511, SEVERAL = 256 };

#define LEAST -1e300 /* finite: a label would spoil an infinity */

INLINE lanes labelled(lanes a, uint32_t label)
{
    EACH a.at[k] = (piece)(((bits)a.at[k] & ~(LABEL - (bits){0})) | (int64_t)label);
    return a;
}

typedef struct rival {
    lanes best, second;
} rival;

INLINE rival join(rival a, lanes best)
{
    return (rival){larger(a.best, best), larger(a.second, smaller(a.best, best))};
}

static uint32_t label_of(const despirala_rules *rules, uint32_t c)
{
    const despirala_combination targets = rules->combination[c];
    return targets.count == 1 ? (uint32_t)DESPIRALA_TARGET + targets.first : (uint32_t)SEVERAL + c;
}

/* [(entry * 2 + 0 or 1) * lanes]: the best and the second best of a group. */
static void fill_rivals(const despirala_workspace *work, const despirala_group *g, double *out)
{
    const double *from[DESPIRALA_COMBINATIONS];
    const uint16_t *entry[DESPIRALA_COMBINATIONS];
    uint32_t label[DESPIRALA_COMBINATIONS], members = 0;
    for (uint32_t k = 0; k < g->members; k++)
        if (!(work->used >> g->member[k] & 1)) {
            from[members] = work->entry[g->member[k]];
            label[members] = label_of(&work->game->rules, g->member[k]);
            entry[members++] = g->entry[k];
        }
    for (uint32_t e = 0; e < g->entries; e++) {
        rival r = {all(LEAST), all(LEAST)};
        for (uint32_t k = 0; k < members; k++)
            r = join(r, labelled(load(from[k] + entry[k][e] * DESPIRALA_LANES), label[k]));
        store(out + (size_t)e * 2 * DESPIRALA_LANES, r.best);
        store(out + ((size_t)e * 2 + 1) * DESPIRALA_LANES, r.second);
    }
}

/* Groups that are looked at. */
typedef struct arena {
    uint32_t groups, several; /* combinations that are not used and have several targets */
    const double *rivals[DESPIRALA_COMBINATIONS];
    const uint16_t *entry_of[DESPIRALA_COMBINATIONS];
    uint8_t one_of[DESPIRALA_COMBINATIONS];
    lanes other;   /* the reroll */
    lanes ignored; /* very large in lanes past the most goods, else 0 */
} arena;

/* Prepares picking moves: rivals of all groups with an open combination, and the lanes that do not matter. */
static void make_arena(const despirala_workspace *work, const double *reroll, uint32_t count, arena *a)
{
    const despirala_subgames *subgames = work->subgames;
    const despirala_rules *rules = &work->game->rules;
    double ignored[DESPIRALA_LANES] = {0};
    a->groups = a->several = 0;
    for (uint32_t i = 0; i < subgames->groups; i++) {
        const despirala_group *g = &subgames->group[i];
        bool open = false;
        for (uint32_t k = 0; k < g->members; k++) open = open || !(work->used >> g->member[k] & 1);
        if (!open) continue;
        fill_rivals(work, g, work->rivals[i]);
        a->rivals[a->groups] = work->rivals[i];
        a->entry_of[a->groups++] = g->entry_of;
    }
    for (uint32_t c = 0; c < rules->combinations; c++)
        if (!(work->used >> c & 1) && rules->combination[c].count > 1) a->one_of[a->several++] = (uint8_t)c;
    for (uint32_t i = count; i < DESPIRALA_LANES; i++) ignored[i] = -LEAST;
    a->ignored = load_loose(ignored);
    a->other = labelled(larger(load_loose(reroll), all(LEAST)), despirala_reroll(rules));
}

/* False: somewhere two are not clearly apart. */
INLINE bool pick_clear(const despirala_workspace *work, const arena *a, uint32_t roll, lanes *out)
{
    rival r = {a->other, all(LEAST)};
    for (uint32_t i = 0; i < a->groups; i++) {
        const double *at = a->rivals[i] + (size_t)a->entry_of[i][roll] * 2 * DESPIRALA_LANES;
        r = join(r, load(at));
        r.second = larger(r.second, load(at + DESPIRALA_LANES));
    }
    const lanes size = larger(r.best, times(r.best, -1));
    const lanes margin = add(times(size, 0x1p-41), all(2 * DESPIRALA_TIE));
    if (any_least(add(r.second, margin), add(r.best, a->ignored))) return false;
    EACH out->at[k] = (piece)((bits)r.best.at[k] & (LABEL - (bits){0}));
    for (uint32_t i = 0; i < a->several; i++) {
        const uint32_t c = a->one_of[i];
        bits any = {0};
        lanes hit;
        EACH
        {
            hit.at[k] = (piece)((bits)out->at[k] == (int64_t)(SEVERAL + c));
            any |= (bits)hit.at[k];
        }
        if (!any_bit(any)) continue;
        const lanes best = load(work->entry[c] + work->subgames->subgame[c].entry_of[roll] * DESPIRALA_LANES);
        *out = where(hit, pick_target(work, c, roll, best), *out);
    }
    return true;
}

/* Every roll: by labels where one move is clearly best, else from the values. */
static void mask_pick(const despirala_workspace *work, const double *reroll, bool early, uint32_t count,
                      uint64_t *out)
{
    ALEA_ASSERT(count > 0 && work->views > 0);
    const lanes other = load_loose(reroll);
    const menu m = make_menu(work);
    arena a;
    make_arena(work, reroll, count, &a);
    for (uint32_t roll = 0; roll < work->game->rules.rolls; roll++) {
        lanes which;
        if (!pick_clear(work, &a, roll, &which)) which = pick_one(work, &m, roll, other, early);
        out[roll] = pack(which);
    }
}

const despirala_kernel KERNEL(despirala_kernel) = {mask_look, mask_fill_best, mask_mean, mask_mean_or,
                                                   mask_pick};
