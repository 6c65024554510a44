/* Computes the values and moves of one mask. Widths: portable avx2 avx512 */
#include "base/assert.h"
#include "base/kernel.h"
#include "family/despirala/solve/lanes.h"
#include "family/despirala/solve/workspace.h"

/* AT_ONCE: stages that are summed at the same time, limited by the registers. SUMS: partial sums of a mean. */
enum { AT_ONCE = PIECES == 1 ? 8 : PIECES == 2 ? 5 : 3, SUMS = 4 };

/* ---- attempts ---- */

/* Sums `count` stages from `stage` on, without points. The zeros in front of `next_value` stand for negative numbers of
   goods. */
INLINE void sum_stages(const despirala_workspace *work, uint32_t c, uint32_t first, uint32_t stage,
                       uint32_t count)
{
    const despirala_subgame *p = &work->subgames->subgame[c];
    const double *next_value = work->next_value[c] + DESPIRALA_LANES;
    const uint32_t stride = work->subgames->stride;
    const double *fail = p->fail + (size_t)stage * stride + first, *waiting = p->waiting + stage;
    double *out = work->stage[c] + stage * DESPIRALA_LANES;
    lanes sum[8];
    for (uint32_t j = 0; j < count; j++) sum[j] = times(load(fail + j * stride), next_value[0]);
    for (uint32_t i = 0; i < first + DESPIRALA_LANES; i++, waiting += p->stages) {
        const lanes later = load_loose(next_value + (ptrdiff_t)first - (ptrdiff_t)i);
        for (uint32_t j = 0; j < count; j++) sum[j] = add(sum[j], times(later, waiting[j]));
    }
    for (uint32_t j = 0; j < count; j++) store(out + j * DESPIRALA_LANES, sum[j]);
}

/* With a constant number of stages, their sums stay in registers. */
#define SUM_STAGES(count)                                               \
    case count:                                                         \
        if (AT_ONCE >= count) sum_stages(work, c, first, stage, count); \
        break;

/* Sums all stages of a combination, in passes of nearly equal size. */
INLINE void sum_all_stages(const despirala_workspace *work, uint32_t c, uint32_t first)
{
    const uint32_t stages = work->subgames->subgame[c].stages;
    uint32_t stage = 0, count;
    for (uint32_t parts = (stages + AT_ONCE - 1) / AT_ONCE; parts > 0; parts--, stage += count) {
        count = (stages - stage + parts - 1) / parts;
        switch (count) {
            SUM_STAGES(1)
            SUM_STAGES(2)
            SUM_STAGES(3)
            SUM_STAGES(4)
            SUM_STAGES(5)
            SUM_STAGES(6)
            SUM_STAGES(7)
            SUM_STAGES(8)
        }
    }
}

INLINE void add_points(const despirala_workspace *work, uint32_t c, uint32_t first)
{
    const despirala_subgame *p = &work->subgames->subgame[c];
    const double *stage = work->stage[c], *chance = p->chance + first;
    double *out = work->value[c];
    for (uint32_t i = 0; i < p->items; i++) {
        const despirala_award a = p->award[i];
        store(out + i * DESPIRALA_LANES,
              add(load(stage + a.stage), times(load(chance + a.chance), a.points)));
    }
}

#define LEAST -1e300 /* finite, because a label would turn an infinity into a NaN */

/* Very large in lanes from `count` on, else 0. */
INLINE lanes lanes_past(uint32_t count)
{
    double past[DESPIRALA_LANES] = {0};
    for (uint32_t i = count; i < DESPIRALA_LANES; i++) past[i] = -LEAST;
    return load_loose(past);
}

/* Whether all claims about a combination hold for these goods. */
INLINE bool check_claims(const despirala_workspace *work, uint32_t c, uint32_t first)
{
    const despirala_subgame *p = &work->subgames->subgame[c];
    const double *stage = work->stage[c], *margin = p->margin + first;
    const uint32_t stride = work->subgames->stride;
    lanes most[DESPIRALA_CLAIMS];
    for (uint32_t k = 0; k < DESPIRALA_CLAIMS; k++) most[k] = all(LEAST);
    for (uint32_t i = 0; i < p->claims; i += DESPIRALA_CLAIMS)
        for (uint32_t k = 0; k < DESPIRALA_CLAIMS; k++) {
            const despirala_claim claim = p->claim[i + k];
            const lanes less = minus(load(stage + claim.under), load(stage + claim.over));
            most[k] = larger(most[k], minus(less, load(margin + (i + k) * stride)));
        }
    return !any_more(larger(larger(most[0], most[1]), larger(most[2], most[3])),
                     lanes_past(work->goods - first + 1));
}

/* Stores the better value of each match, in the order of the bracket. */
INLINE void play_bracket(const despirala_workspace *work, uint32_t c)
{
    const despirala_bracket *b = work->bracket[c];
    double *out = work->value[c] + work->subgames->subgame[c].items * DESPIRALA_LANES;
    for (uint32_t k = 0; k < b->matches; k++)
        store(out + (size_t)k * DESPIRALA_LANES,
              larger(load(work->value[c] + b->match[k].first), load(work->value[c] + b->match[k].second)));
}

/* ---- collects, side by side ---- */

/* Replaces `value`, the values of eight collects by dice kept, by those with one good more: the better one of
   stopping and of rolling on, which costs a good. */
INLINE void collect_more(const double *binomial, uint32_t dice, lanes next_value, lanes faces, lanes *value)
{
    for (uint32_t kept = 0; kept <= dice; kept++) {
        const double *chance = binomial + kept * (dice + 1);
        const lanes stop = add(next_value, times(faces, kept));
        lanes on = times(value[kept], chance[0]);
        for (uint32_t more = 1; more <= dice - kept; more++)
            on = add(on, times(value[kept + more], chance[more]));
        value[kept] = kept < dice ? larger(stop, on) : stop;
    }
}

/* Transposes the values for one number of dice kept: `tile` has a row for each number of goods, and the values of
   each collect get eight numbers of goods side by side. */
INLINE void put_kept(const despirala_workspace *work, uint32_t half, uint32_t kept, const double *tile)
{
    const uint32_t from = half * DESPIRALA_LANES;
    for (uint32_t row = 0; row < DESPIRALA_LANES; row += PIECE) EACH
        {
            piece square[PIECE];
            for (uint32_t i = 0; i < PIECE; i++)
                square[i] = load_piece(tile + (row + i) * DESPIRALA_LANES, k);
            turn(square);
            for (uint32_t i = 0; i < PIECE && from + (uint32_t)k * PIECE + i < work->collects; i++)
                store_piece(work->value[work->collect[from + (uint32_t)k * PIECE + i]] +
                                kept * DESPIRALA_LANES + row,
                            0, square[i]);
        }
}

/* Fills the values of up to eight collects with goods first … first + 7, one number of goods after the other. */
INLINE void collect_eight(const despirala_workspace *work, uint32_t first, uint32_t half, uint32_t dice)
{
    const double *binomial = work->subgames->binomial;
    double face[DESPIRALA_LANES] __attribute__((aligned(64))) = {0},
                                 *last = work->kept + half * (dice + 1) * DESPIRALA_LANES;
    double tile[(DESPIRALA_DICE + 1) * DESPIRALA_LANES * DESPIRALA_LANES] __attribute__((aligned(64)));
    lanes value[DESPIRALA_DICE + 1];
    for (uint32_t i = half * DESPIRALA_LANES; i < work->collects && i < (half + 1) * DESPIRALA_LANES; i++)
        face[i % DESPIRALA_LANES] = work->sign * work->subgames->subgame[work->collect[i]].collect;
    const lanes faces = load(face);
    for (uint32_t kept = 0; kept <= dice; kept++) value[kept] = load(last + kept * DESPIRALA_LANES);
    for (uint32_t lane = 0; lane < DESPIRALA_LANES; lane++) {
        const lanes next_value = load(work->stop + ((first + lane) * 2 + half) * DESPIRALA_LANES);
        if (first + lane > 0)
            collect_more(binomial, dice, next_value, faces, value);
        else
            for (uint32_t kept = 0; kept <= dice; kept++) value[kept] = add(next_value, times(faces, kept));
        for (uint32_t kept = 0; kept <= dice; kept++)
            store(tile + (kept * DESPIRALA_LANES + lane) * DESPIRALA_LANES, value[kept]);
    }
    for (uint32_t kept = 0; kept <= dice; kept++) {
        store(last + kept * DESPIRALA_LANES, value[kept]);
        put_kept(work, half, kept, tile + kept * DESPIRALA_LANES * DESPIRALA_LANES);
    }
}

/* Fills the values of all collects with goods first … first + 7. The usual number of dice has its own loop, which
   keeps values in registers. */
INLINE void collect_all(const despirala_workspace *work, uint32_t first)
{
    const uint32_t dice = work->game->rules.dice;
    for (uint32_t half = 0; half * DESPIRALA_LANES < work->collects; half++)
        if (dice == 6)
            collect_eight(work, first, half, 6);
        else
            collect_eight(work, first, half, dice);
}

/* ---- groups ---- */

/* A group's open combinations: their values, and the place of each one's best value for every entry. */
typedef struct members {
    uint32_t count, combination[DESPIRALA_COMBINATIONS];
    const double *from[DESPIRALA_COMBINATIONS];
    const uint32_t *winner[DESPIRALA_COMBINATIONS];
} members;

static inline members list_members(const despirala_workspace *work, const despirala_group *g)
{
    members m = {.count = 0};
    for (uint32_t k = 0; k < g->members; k++)
        if (!(work->used >> g->member[k] & 1)) {
            m.combination[m.count] = g->member[k];
            m.from[m.count] = work->value[g->member[k]];
            m.winner[m.count++] = g->winner[k];
        }
    return m;
}

INLINE void fill_group_by(const members *m, uint32_t count, uint32_t entries, double *out)
{
    for (uint32_t e = 0; e < entries; e++) {
        lanes best = load(m->from[0] + m->winner[0][e]);
        for (uint32_t k = 1; k < count; k++) best = larger(best, load(m->from[k] + m->winner[k][e]));
        store(out + (size_t)e * DESPIRALA_LANES, best);
    }
}

/* Fills the best values of a group's open combinations. If only one is open, the view reads its values instead. */
INLINE void fill_group(const despirala_workspace *work, uint32_t which)
{
    const despirala_group *g = &work->subgames->group[which];
    double *out = work->group[which];
    const members m = list_members(work, g);
    switch (m.count) { /* with a constant number, the loop over them is unrolled */
    case 0:
    case 1: break;
    case 2: fill_group_by(&m, 2, g->entries, out); break;
    case 3: fill_group_by(&m, 3, g->entries, out); break;
    case 4: fill_group_by(&m, 4, g->entries, out); break;
    case 5: fill_group_by(&m, 5, g->entries, out); break;
    default: fill_group_by(&m, m.count, g->entries, out);
    }
}

/* Fills `place` for a view, unless it is up to date. */
INLINE void place_view(despirala_workspace *work, uint32_t view)
{
    despirala_view *v = &work->view[view];
    const bool alone = v->single != DESPIRALA_NONE;
    const double *from = alone ? work->value[v->single] : work->group[v->group];
    const uint32_t *winner_of =
        alone ? work->bracket[v->single]->winner_of : work->subgames->group[v->group].winner_of;
    const uint32_t first = (uint32_t)(from - work->values), rolls = work->subgames->rolls;
    uint32_t *restrict place = work->place + view * rolls;
    if (v->placed == winner_of) return;
    for (uint32_t roll = 0; roll < rolls; roll++) place[roll] = first + winner_of[roll];
    v->placed = winner_of;
}

/* Computes all values of a mask for eight numbers of goods: of combinations, groups and views. */
static void mask_fill_values(despirala_workspace *work, uint32_t first)
{
    ALEA_ASSERT(first % DESPIRALA_LANES == 0 && first <= work->goods);
    for (uint32_t i = 0; i < work->open; i++) {
        const uint32_t c = work->opened[i];
        const despirala_subgame *p = &work->subgames->subgame[c];
        sum_all_stages(work, c, first);
        add_points(work, c, first);
        if (p->claims > 0) work->bracket[c] = check_claims(work, c, first) ? &p->likely : &p->all;
        play_bracket(work, c);
    }
    collect_all(work, first);
    for (uint32_t i = 0; i < work->subgames->groups; i++) fill_group(work, i);
    for (uint32_t i = 0; i < work->views; i++) place_view(work, i);
}

/* ---- rolls ---- */

INLINE lanes best_of(const despirala_workspace *work, uint32_t views, uint32_t roll)
{
    const uint32_t rolls = work->subgames->rolls, *place = work->place + roll;
    lanes best = load(work->values + place[0]);
    for (uint32_t i = 1; i < views; i++) best = larger(best, load(work->values + place[i * rolls]));
    return best;
}

/* Stores the best value of every roll by goods, next_value by roll, so that rolls are adjacent. */
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

/* With a constant number of views, the loops over them are unrolled. */
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

/* Computes sixteen partial sums side by side. */
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

/* A whole number in all lanes, as bits. */
INLINE lanes number(int64_t one)
{
    lanes a;
    EACH a.at[k] = (piece)(one - (bits){0});
    return a;
}

/* Among a combination's targets, the first that is worse than the best of them by at most DESPIRALA_TIE. */
INLINE lanes pick_target(const despirala_workspace *work, uint32_t c, uint32_t roll, lanes best)
{
    const despirala_subgame *p = &work->subgames->subgame[c];
    const lanes nearly = add(best, all(-DESPIRALA_TIE));
    uint32_t at = p->target_at[roll + 1] - 1;
    lanes which = number(DESPIRALA_TARGET + p->target[at]);
    while (at-- > p->target_at[roll])
        which = where_least(load(work->value[c] + p->target_item[at] * DESPIRALA_LANES), nearly,
                            number(DESPIRALA_TARGET + p->target[at]), which);
    return which;
}

/* The unused combinations, the last one first. */
typedef struct offers {
    uint32_t count;
    struct offer {
        const double *value;
        const uint32_t *winner_of;
        uint32_t combination, move; /* move of its only target; 0: it has several */
    } offer[DESPIRALA_COMBINATIONS];
} offers;

INLINE offers list_offers(const despirala_workspace *work)
{
    offers m = {.count = 0};
    const despirala_rules *rules = &work->game->rules;
    for (uint32_t c = rules->combinations; c-- > 0;) {
        if (work->used >> c & 1) continue;
        const despirala_combination targets = rules->combination[c];
        m.offer[m.count++] = (struct offer){work->value[c], work->bracket[c]->winner_of, c,
                                            targets.count == 1 ? DESPIRALA_TARGET + targets.first : 0};
    }
    return m;
}

/* Picks the move after a roll for eight numbers of goods by comparing values. It goes from the last combination to
   the first, and each one that is good enough replaces the move, so that the first of these wins. */
INLINE lanes pick_one(const despirala_workspace *work, const offers *m, uint32_t roll, lanes other,
                      bool early)
{
    const lanes last = number(despirala_reroll(&work->game->rules));
    const lanes least = add(larger(best_of(work, work->views, roll), other), all(-DESPIRALA_TIE));
    lanes which = last;
    for (const struct offer *d = m->offer; d < m->offer + m->count; d++) {
        const lanes best = load(d->value + d->winner_of[roll]);
        if (d->move > 0)
            which = where_least(best, least, number(d->move), which);
        else if (any_least(best, least))
            which = where_least(best, least, pick_target(work, d->combination, roll, best), which);
    }
    return early ? where_least(other, least, last, which) : which;
}

/* Packs eight small numbers into the bytes of a word, with the first lane lowest. */
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

/* ---- moves that are clearly the best ---- */

/* The lowest bits of a value are replaced by a label, which changes it by less than 2^-43 of its size. The label is
   the move of a combination with one target, or SEVERAL plus the number of the combination. With labels, the best and
   the second best of a roll can be found group by group. If these two are too close, the move is picked from the
   unlabelled values. */
enum { LABEL = 511, SEVERAL = 256 };

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

/* Fills out[(entry * 2 + 0 or 1) * lanes] with the best and the second best of a group. */
static void fill_rivals(const despirala_workspace *work, const despirala_group *g, double *out)
{
    const members m = list_members(work, g);
    uint32_t label[DESPIRALA_COMBINATIONS];
    for (uint32_t k = 0; k < m.count; k++) label[k] = label_of(&work->game->rules, m.combination[k]);
    for (uint32_t e = 0; e < g->entries; e++) {
        rival r = {all(LEAST), all(LEAST)};
        for (uint32_t k = 0; k < m.count; k++)
            r = join(r, labelled(load(m.from[k] + m.winner[k][e]), label[k]));
        store(out + (size_t)e * 2 * DESPIRALA_LANES, r.best);
        store(out + ((size_t)e * 2 + 1) * DESPIRALA_LANES, r.second);
    }
}

/* The contenders for a move: groups, and loners, the only open combinations of their groups. */
typedef struct contenders {
    uint32_t groups, loners, several; /* several: unused combinations with several targets */
    const double *rivals[DESPIRALA_COMBINATIONS];
    const uint32_t *winner_of[DESPIRALA_COMBINATIONS],
        *place[DESPIRALA_COMBINATIONS];     /* by group; by loner */
    uint32_t label[DESPIRALA_COMBINATIONS]; /* by loner */
    uint8_t one_of[DESPIRALA_COMBINATIONS];
    lanes other;   /* the reroll */
    lanes ignored; /* very large in lanes from `count` on, else 0 */
} contenders;

/* Prepares for picking moves: computes the rivals of all groups with several open combinations, lists the loners, and
   marks the lanes that do not matter. */
static void list_contenders(const despirala_workspace *work, const double *reroll, uint32_t count,
                            contenders *a)
{
    const despirala_subgames *subgames = work->subgames;
    const despirala_rules *rules = &work->game->rules;
    a->groups = a->loners = a->several = 0;
    for (uint32_t i = 0; i < work->views; i++) {
        const despirala_view v = work->view[i];
        if (v.single == DESPIRALA_NONE) {
            fill_rivals(work, &subgames->group[v.group], work->rivals[v.group]);
            a->rivals[a->groups] = work->rivals[v.group];
            a->winner_of[a->groups++] = subgames->group[v.group].winner_of;
        } else {
            a->place[a->loners] = work->place + i * subgames->rolls;
            a->label[a->loners++] = label_of(rules, v.single);
        }
    }
    for (uint32_t c = 0; c < rules->combinations; c++)
        if (!(work->used >> c & 1) && rules->combination[c].count > 1) a->one_of[a->several++] = (uint8_t)c;
    a->ignored = lanes_past(count);
    a->other = labelled(larger(load_loose(reroll), all(LEAST)), despirala_reroll(rules));
}

/* Picks moves by their labels. Returns false if in some lane the best and the second best are too close. */
INLINE bool pick_clear(const despirala_workspace *work, const contenders *a, uint32_t roll, lanes *out)
{
    rival r = {a->other, all(LEAST)};
    for (uint32_t i = 0; i < a->groups; i++) {
        const double *at = a->rivals[i] + (size_t)2 * a->winner_of[i][roll];
        r = join(r, load(at));
        r.second = larger(r.second, load(at + DESPIRALA_LANES));
    }
    for (uint32_t i = 0; i < a->loners; i++)
        r = join(r, labelled(load(work->values + a->place[i][roll]), a->label[i]));
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
        const lanes best = load(despirala_best_value(work, c, roll));
        *out = where(hit, pick_target(work, c, roll, best), *out);
    }
    return true;
}

/* Picks a move for every roll: by labels if one move is clearly best, else from the values. */
static void mask_pick(const despirala_workspace *work, const double *reroll, bool early, uint32_t count,
                      uint64_t *out)
{
    ALEA_ASSERT(count > 0 && work->views > 0);
    const lanes other = load_loose(reroll);
    const offers m = list_offers(work);
    contenders a;
    list_contenders(work, reroll, count, &a);
    for (uint32_t roll = 0; roll < work->game->rules.rolls; roll++) {
        lanes which;
        if (!pick_clear(work, &a, roll, &which)) which = pick_one(work, &m, roll, other, early);
        out[roll] = pack(which);
    }
}

const despirala_kernel KERNEL(despirala_kernel) = {mask_fill_values, mask_fill_best, mask_mean, mask_mean_or,
                                                   mask_pick};
