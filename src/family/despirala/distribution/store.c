/* The policy's moves in one mask, and the scores stored for later masks. */
#include "base/assert.h"
#include "family/despirala/distribution/workspace.h"

#include <string.h>

enum { STRIP = DESPIRALA_STRIP };

/* A mask that is being made. */
typedef struct storing {
    despirala_distribution_workspace *work;
    const despirala_distribution_tables *tables;
    uint32_t used, goods;
    uint32_t kept;  /* openings so far */
    size_t written; /* of data: strips of zeros between rows */
} storing;

/* Adds up the probabilities of the openings with these goods, in two sums, so that consecutive additions do not depend on
   each other. */
static void store_weigh(const storing *m, uint32_t goods)
{
    const despirala_distribution_tables *p = m->tables;
    const despirala_distribution_workspace *d = m->work;
    const uint32_t rolls = p->rules->rolls;
    const double *chance = p->graph->subgames->weight;
    const uint8_t *move = d->moves->move + (size_t)goods * rolls;
    double *even = d->weight[0], *odd = d->weight[1];
    memset(even, 0, (p->openings + 1) * sizeof *even);
    memset(odd, 0, (p->openings + 1) * sizeof *odd);
    uint32_t roll = 0;
    for (; roll + 1 < rolls; roll += 2) {
        even[d->begun[move[roll] * rolls + roll]] += chance[roll];
        odd[d->begun[move[roll + 1] * rolls + roll + 1]] += chance[roll + 1];
    }
    if (roll < rolls) even[d->begun[move[roll] * rolls + roll]] += chance[roll];
}

/* Appends the openings that have a weight, by combination; `ends` has the end of each combination. */
static void store_openings(storing *m, uint32_t goods)
{
    const despirala_distribution_tables *p = m->tables;
    const despirala_distribution_workspace *d = m->work;
    const uint32_t first = m->kept;
    for (uint32_t c = 0; c < p->rules->combinations; c++) {
        for (uint32_t o = p->opening_first[c]; !(m->used >> c & 1) && o < p->opening_first[c + 1]; o++) {
            const double weight = d->weight[0][o] + d->weight[1][o];
            if (weight == 0) continue;
            d->share[m->kept] = weight;
            d->opening[m->kept++] = (uint16_t)o;
        }
        d->ends[goods * p->rules->combinations + c] = (uint16_t)(m->kept - first);
    }
}

/* From many goods to few: a reroll has one less. */
static void store_decide(storing *m)
{
    const despirala_distribution_tables *p = m->tables;
    const despirala_distribution_workspace *d = m->work;
    const int32_t width = (int32_t)despirala_most_points(p, m->used) + 1;
    m->written = STRIP;
    for (uint32_t g = m->goods + 1; g-- > 0;) {
        despirala_row *row = &d->row[g];
        const double *at = despirala_workspace_row(d, g);
        row->low = 0;
        row->high = width;
        while (row->high > 0 && at[row->high - 1] == 0) row->high--;
        while (row->low < row->high && at[row->low] == 0) row->low++;
        row->mass = 0;
        for (int32_t s = row->low; s < row->high; s++) row->mass += at[s];
        row->first = m->kept;
        row->at = m->written;
        memset(d->ends + g * p->rules->combinations, 0, p->rules->combinations * sizeof *d->ends);
        if (row->low == row->high) continue;
        m->written += (size_t)(row->high - row->low) + STRIP;
        store_weigh(m, g);
        store_openings(m, g);
        const double again = d->weight[0][p->openings] + d->weight[1][p->openings];
        ALEA_ASSERT(again == 0 || g > 0);
        double *less = again > 0 ? despirala_workspace_row(d, g - 1) : NULL;
        for (int32_t s = row->low; less && s < row->high; s++) less[s] += again * at[s];
    }
}

/* ---- one piece of memory ---- */

/* Takes memory from a chunk; without a chunk, only counts it. */
static void *store_cut(despirala_chunk *chunk, size_t *at, size_t count, size_t size)
{
    const size_t begin = *at;
    *at += (count * size + 15) / 16 * 16;
    return chunk ? chunk->bytes + chunk->used + begin : NULL;
}

/* Returns how many bytes it takes. */
static size_t store_lay_out(const storing *m, despirala_chunk *chunk, despirala_scores **out)
{
    const despirala_distribution_tables *p = m->tables;
    size_t at = 0;
    despirala_scores *s = store_cut(chunk, &at, 1, sizeof *s), made = {.goods = m->goods};
    made.row = store_cut(chunk, &at, m->goods + 1, sizeof *made.row);
    made.share = store_cut(chunk, &at, m->kept, sizeof *made.share);
    made.opening = store_cut(chunk, &at, m->kept, sizeof *made.opening);
    made.ends = store_cut(chunk, &at, (size_t)(m->goods + 1) * p->rules->combinations, sizeof *made.ends);
    made.go_on = store_cut(chunk, &at, (size_t)p->collects * (p->rules->dice + 1) * (m->goods + 1), 1);
    made.head = at;
    made.data = store_cut(chunk, &at, m->written, sizeof *made.data);
    if (s) *s = made;
    *out = s;
    return at;
}

/* Takes memory for the mask, laid out but not filled, from the thread's chunk or a new one. NULL if memory runs out. */
static despirala_scores *store_take(const storing *m)
{
    despirala_distribution_workspace *d = m->work;
    despirala_scores *s;
    const size_t bytes = store_lay_out(m, NULL, &s);
    if (!d->chunk || d->chunk->size - d->chunk->used < bytes) {
        despirala_chunk *chunk = despirala_pool_take(d->pool, (uint32_t)__builtin_popcount(m->used), bytes);
        if (!chunk) return NULL;
        d->chunk = chunk;
    }
    store_lay_out(m, d->chunk, &s);
    d->chunk->used += bytes;
    return s;
}

despirala_scores *despirala_store_scores(despirala_distribution_workspace *d, uint32_t used,
                                         const despirala_model *model, bool go_on)
{
    const despirala_distribution_tables *p = d->tables;
    const uint32_t side = p->rules->dice + 1;
    storing m = {.work = d, .tables = p, .used = used, .goods = despirala_goods_in(p->rules, used)};
    despirala_model_moves_fill(d->game, model, used, go_on, d->moves);
    store_decide(&m);
    despirala_scores *s = store_take(&m);
    if (!s) return NULL;
    memcpy(s->row, d->row, (m.goods + 1) * sizeof *s->row);
    memcpy(s->share, d->share, m.kept * sizeof *s->share);
    memcpy(s->opening, d->opening, m.kept * sizeof *s->opening);
    memcpy(s->ends, d->ends, (m.goods + 1) * p->rules->combinations * sizeof *s->ends);
    memset(s->data, 0, STRIP * sizeof *s->data);
    for (uint32_t g = 0; g <= s->goods; g++) {
        const despirala_row *row = &s->row[g];
        const size_t length = (size_t)(row->high - row->low);
        if (length == 0) continue;
        memcpy(s->data + row->at, despirala_workspace_row(d, g) + row->low, length * sizeof *s->data);
        memset(s->data + row->at + length, 0, STRIP * sizeof *s->data);
    }
    for (uint32_t c = 0; c < p->rules->combinations; c++)
        for (uint32_t kept = 0; p->face_of[c] && kept < side; kept++)
            memcpy(s->go_on + (size_t)(p->collect_of[c] * side + kept) * (m.goods + 1),
                   d->moves->go_on + (size_t)(c * side + kept) * (p->graph->most_goods + 1), m.goods + 1);
    return s;
}
