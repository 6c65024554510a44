/* Brackets: the best of the items of every roll, with few comparisons. Rolls share items, so the best of a small set is found once
   for all larger sets around it; of each set the largest one inside it is taken over, and what is left joins item by item. */
#include "family/despirala/turn/brackets.h"
#include "base/assert.h"
#include "base/memory.h"

#include <string.h>

enum { WORD = 64 };

/* A bracket while it is made. */
typedef struct bracket_maker {
    const despirala_subgame *subgame;
    uint32_t rolls, words, capacity;
    uint64_t *set;    /* [entry * words]: its items, as bits */
    uint32_t *size;   /* [entry]: how many items these are */
    uint32_t *order;  /* entries, small sets first */
    uint32_t *winner; /* [entry]: place of its best */
    despirala_bracket *out;
} bracket_maker;

static void bracket_put(uint64_t *set, uint32_t item)
{
    set[item / WORD] |= UINT64_C(1) << item % WORD;
}

static bool bracket_has(const uint64_t *set, uint32_t item)
{
    return set[item / WORD] >> item % WORD & 1;
}

/* Whether all of `a` is in `b`. */
static bool bracket_inside(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    uint64_t outside = 0;
    for (uint32_t i = 0; i < words && outside == 0; i++) outside = a[i] & ~b[i];
    return outside == 0;
}

/* ---- rounds ---- */

/* The round of the value at a place: 0 for an item. */
static uint32_t round_of(const uint32_t *round, uint32_t items, uint32_t place)
{
    const uint32_t at = place / DESPIRALA_LANES;
    return at < items ? 0 : round[at - items];
}

/* The place of a value after matches were moved. */
static uint32_t round_moved(const uint32_t *moved, uint32_t items, uint32_t place)
{
    const uint32_t at = place / DESPIRALA_LANES;
    return at < items ? place : (items + moved[at - items]) * DESPIRALA_LANES;
}

/* Sorts matches by rounds, so that hardly one depends on the one before it. Returns false if memory runs out. */
static bool bracket_sort_rounds(despirala_bracket *b, uint32_t items, uint32_t rolls)
{
    uint32_t *round = alea__alloc_array((size_t)b->matches + 1, sizeof *round), at = 0;
    uint32_t *moved = alea__alloc_array((size_t)b->matches + 1, sizeof *moved);
    despirala_match *match = alea__alloc_array((size_t)b->matches + 1, sizeof *match);
    const bool made = round && moved && match;
    for (uint32_t k = 0; made && k < b->matches; k++) {
        const uint32_t one = round_of(round, items, b->match[k].first);
        const uint32_t other = round_of(round, items, b->match[k].second);
        round[k] = (one > other ? one : other) + 1;
    }
    for (uint32_t now = 1; made && at < b->matches; now++)
        for (uint32_t k = 0; k < b->matches; k++)
            if (round[k] == now) {
                match[at] = (despirala_match){round_moved(moved, items, b->match[k].first),
                                              round_moved(moved, items, b->match[k].second)};
                moved[k] = at++;
            }
    for (uint32_t roll = 0; made && roll < rolls; roll++)
        b->winner_of[roll] = round_moved(moved, items, b->winner_of[roll]);
    if (made) memcpy(b->match, match, b->matches * sizeof *match);
    alea__free(round);
    alea__free(moved);
    alea__free(match);
    return made;
}

/* ---- a bracket of given sets ---- */

/* Counts the items of sets, and puts entries in the order of that. */
static void maker_sort(bracket_maker *m)
{
    const despirala_subgame *p = m->subgame;
    uint32_t at = 0;
    for (uint32_t e = 0; e < p->entries; e++) {
        m->size[e] = 0;
        for (uint32_t i = 0; i < m->words; i++)
            m->size[e] += (uint32_t)__builtin_popcountll(m->set[e * m->words + i]);
        ALEA_ASSERT(m->size[e] > 0);
    }
    for (uint32_t size = 1; at < p->entries; size++)
        for (uint32_t e = 0; e < p->entries; e++)
            if (m->size[e] == size) m->order[at++] = e;
}

/* Adds a match; *best becomes the place of the better value. Returns false if memory runs out. */
static bool maker_match(bracket_maker *m, uint32_t *best, uint32_t other)
{
    despirala_bracket *out = m->out;
    if (!alea__grow(&out->match, &m->capacity, out->matches + 1, sizeof *out->match)) return false;
    out->match[out->matches] = (despirala_match){*best, other};
    *best = (m->subgame->items + out->matches++) * DESPIRALA_LANES;
    return true;
}

/* The best of an entry: of the largest set inside its own, which comes before it, and of the items that this one lacks. */
static bool maker_enter(bracket_maker *m, uint32_t place)
{
    const uint32_t none = UINT32_MAX, e = m->order[place];
    const uint64_t *set = m->set + (size_t)e * m->words, *inside = NULL;
    uint32_t best = none;
    for (uint32_t k = place; k-- > 0 && !inside;) {
        const uint32_t other = m->order[k];
        if (!bracket_inside(m->set + (size_t)other * m->words, set, m->words)) continue;
        inside = m->set + (size_t)other * m->words;
        best = m->winner[other];
    }
    for (uint32_t i = 0; i < m->subgame->items; i++) {
        if (!bracket_has(set, i) || (inside && bracket_has(inside, i))) continue;
        if (best == none)
            best = i * DESPIRALA_LANES;
        else if (!maker_match(m, &best, i * DESPIRALA_LANES))
            return false;
    }
    m->winner[e] = best;
    return true;
}

/* Makes the bracket of the current sets. Returns false if memory runs out. */
static bool maker_make(bracket_maker *m, despirala_bracket *out)
{
    const despirala_subgame *p = m->subgame;
    m->out = out;
    m->capacity = 0;
    out->winner_of = alea__alloc_array(m->rolls, sizeof *out->winner_of);
    if (!out->winner_of) return false;
    maker_sort(m);
    for (uint32_t place = 0; place < p->entries; place++)
        if (!maker_enter(m, place)) return false;
    for (uint32_t roll = 0; roll < m->rolls; roll++) out->winner_of[roll] = m->winner[p->entry_of[roll]];
    return out->matches == 0 || bracket_sort_rounds(out, p->items, m->rolls);
}

/* ---- claims ---- */

/* Whether a stage is completed at least as soon as another one for every number of rolls. Of two equal ones the first is. */
static bool stage_sooner(const despirala_subgame *p, uint32_t stride, uint32_t one, uint32_t other)
{
    const double *a = p->chance + (size_t)one * stride, *b = p->chance + (size_t)other * stride;
    bool alike = true;
    for (uint32_t g = 0; g < stride; g++) {
        if (a[g] < b[g]) return false;
        alike = alike && a[g] == b[g];
    }
    return one != other && (!alike || one < other);
}

/* [one * stages + other]: a claim. If the fewest points win, the stage that needs longer is better. */
static bool *claims_find(const despirala_subgame *p, uint32_t stride, bool least)
{
    bool *over = alea__alloc_array((size_t)p->stages * p->stages, sizeof *over);
    for (uint32_t one = 0; over && one < p->stages; one++)
        for (uint32_t other = 0; other < p->stages; other++)
            over[one * p->stages + other] =
                least ? stage_sooner(p, stride, other, one) : stage_sooner(p, stride, one, other);
    return over;
}

/* Returns false if memory runs out. */
static bool claims_add(despirala_subgame *p, uint32_t *capacity, uint32_t over, uint32_t under)
{
    if (!alea__grow(&p->claim, capacity, p->claims + 1, sizeof *p->claim)) return false;
    p->claim[p->claims++] = (despirala_claim){over * DESPIRALA_LANES, under * DESPIRALA_LANES};
    return true;
}

/* How much less a stage may be worth without its points if they certainly make up for it: half of their least contribution,
   less the rounding of products. Returns false if memory runs out. */
static bool claims_fill_margins(despirala_subgame *p, uint32_t stride)
{
    double least = p->item[0].points, most = least;
    p->margin = alea__alloc_aligned(64, (size_t)p->claims * stride * sizeof *p->margin);
    for (uint32_t i = 1; i < p->items; i++) {
        least = p->item[i].points < least ? p->item[i].points : least;
        most = p->item[i].points > most ? p->item[i].points : most;
    }
    for (uint32_t k = 0; p->margin && k < p->claims; k++)
        for (uint32_t g = 0; g < stride; g++) {
            const double a = p->chance[p->claim[k].over / DESPIRALA_LANES * stride + g],
                         b = p->chance[p->claim[k].under / DESPIRALA_LANES * stride + g];
            const double more = (a > b ? a - b : b - a) * least - 0x1p-50 * most;
            p->margin[k * stride + g] = more > 0 ? more / 2 : 0;
        }
    return p->margin;
}

/* Lists a set of claims from which the others follow. */
static bool claims_list(const bool *over, despirala_subgame *p)
{
    uint32_t capacity = 0;
    for (uint32_t a = 0; a < p->stages; a++)
        for (uint32_t b = 0; b < p->stages; b++) {
            bool follows = !over[a * p->stages + b];
            for (uint32_t c = 0; c < p->stages && !follows; c++)
                follows = over[a * p->stages + c] && over[c * p->stages + b];
            if (!follows && !claims_add(p, &capacity, a, b)) return false;
        }
    while (p->claims % DESPIRALA_CLAIMS > 0)
        if (!claims_add(p, &capacity, 0, 0)) return false;
    return true;
}

/* Whether claims make an item no worse than another one, to the last bit. Its exact sum of stage and rounded points is no smaller, by
   the margin or, where that is none, since a product with a larger chance is never rounded to a smaller one; so neither is its
   rounded sum. */
static bool claims_cover(const despirala_subgame *p, const bool *over, bool least, despirala_item best,
                         despirala_item other)
{
    const bool points = least ? best.points <= other.points : best.points >= other.points;
    return points && over[best.stage * p->stages + other.stage];
}

/* Takes the items out of every set that another one in it covers. */
static void claims_drop(const bracket_maker *m, const bool *over, bool least)
{
    const despirala_subgame *p = m->subgame;
    for (uint32_t e = 0; e < p->entries; e++)
        for (uint32_t i = p->first[e]; i < p->first[e + 1]; i++) {
            uint32_t k = p->first[e];
            while (k < p->first[e + 1] &&
                   !claims_cover(p, over, least, p->item[p->list[k]], p->item[p->list[i]]))
                k++;
            if (k == p->first[e + 1]) continue;
            m->set[(size_t)e * m->words + p->list[i] / WORD] &= ~(UINT64_C(1) << p->list[i] % WORD);
        }
}

/* Makes the bracket of the items left when claims hold. */
static bool brackets_make_likely(bracket_maker *m, uint32_t stride, bool least, despirala_subgame *p)
{
    bool *over = claims_find(p, stride, least);
    const bool made = over && claims_list(over, p) && claims_fill_margins(p, stride);
    if (made) claims_drop(m, over, least);
    alea__free(over);
    return made && maker_make(m, &p->likely);
}

/* ---- all of it ---- */

static bool brackets_of_collect(const despirala_subgames *subgames, despirala_subgame *p)
{
    p->all.winner_of = alea__alloc_array(subgames->rolls, sizeof *p->all.winner_of);
    for (uint32_t roll = 0; p->all.winner_of && roll < subgames->rolls; roll++)
        p->all.winner_of[roll] = (uint32_t)p->entry_of[roll] * DESPIRALA_LANES;
    return p->all.winner_of;
}

bool despirala_brackets_make(const despirala_subgames *subgames, bool least, bool alone, despirala_subgame *p)
{
    if (p->collect) return brackets_of_collect(subgames, p);
    bracket_maker m = {
        .subgame = p, .rolls = subgames->rolls, .words = (p->items + WORD - 1) / WORD, .out = &p->all};
    m.set = alea__alloc_array((size_t)p->entries * m.words, sizeof *m.set);
    m.size = alea__alloc_array(p->entries, sizeof *m.size);
    m.order = alea__alloc_array(p->entries, sizeof *m.order);
    m.winner = alea__alloc_array(p->entries, sizeof *m.winner);
    bool made = m.set && m.size && m.order && m.winner;
    for (uint32_t e = 0; made && e < p->entries; e++)
        for (uint32_t i = p->first[e]; i < p->first[e + 1]; i++)
            bracket_put(m.set + (size_t)e * m.words, p->list[i]);
    made = made && maker_make(&m, &p->all);
    if (made && alone) made = brackets_make_likely(&m, subgames->stride, least, p);
    alea__free(m.set);
    alea__free(m.size);
    alea__free(m.order);
    alea__free(m.winner);
    return made;
}

void despirala_brackets_free(despirala_subgame *p)
{
    alea__free(p->all.match);
    alea__free(p->all.winner_of);
    alea__free(p->likely.match);
    alea__free(p->likely.winner_of);
    alea__free(p->claim);
    alea__free(p->margin);
}
