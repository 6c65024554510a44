/* Where the scores of one mask come from. Whoever fills a mask pulls: all that leads to it flows through the same few nodes,
   strip of scores by strip, so that these stay in the nearest cache. What flows where is the same for every strip and is
   listed first. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/distribution/workspace.h"

#include <string.h>

typedef despirala_inflow inflow;

/* Scores that nodes hold: those of all attempts that are no collects together, and of each collect. */
typedef struct range {
    int32_t low, high;
} range;

static const range nothing = {INT32_MAX, INT32_MIN};

/* The work of gathering one mask. */
typedef struct gathering {
    despirala_distribution_workspace *work;
    const despirala_distribution_tables *tables;
    uint32_t used, goods;                                 /* the most that a turn before has */
    uint32_t gain;                                        /* that the next turn brings */
    const despirala_scores *from[DESPIRALA_COMBINATIONS]; /* by the combination that leads here, or NULL */
    range residuals, collect[DESPIRALA_COMBINATIONS];
    uint32_t alive; /* changes whenever the nodes that are alive change, collects aside */
    despirala_census *census;
    bool no_memory;
} gathering;

static void range_widen(range *r, int32_t low, int32_t high)
{
    if (low < r->low) r->low = low;
    if (high > r->high) r->high = high;
}

static uint32_t begin_of(const despirala_scores *s, const despirala_distribution_tables *p, uint32_t goods,
                         uint32_t c)
{
    const uint32_t first = s->row[goods].first;
    return c == 0 ? first : first + s->ends[goods * p->rules->combinations + c - 1];
}

static uint32_t end_of(const despirala_scores *s, const despirala_distribution_tables *p, uint32_t goods,
                       uint32_t c)
{
    return s->row[goods].first + s->ends[goods * p->rules->combinations + c];
}

static bool scores_empty(const despirala_scores *s, uint32_t goods)
{
    return s->row[goods].low == s->row[goods].high;
}

/* ---- terms ---- */

static despirala_term term_of(const despirala_scores *s, uint32_t goods, double share, int32_t shift)
{
    const despirala_row *row = &s->row[goods];
    return (despirala_term){s->data + row->at, row->low + shift, row->high + shift, share};
}

/* Lists the contributions of combination c's openings with these goods, by node; and those that are never completed. */
static void gather_combination(gathering *w, uint32_t c, uint32_t goods)
{
    const despirala_distribution_tables *p = w->tables;
    const despirala_scores *s = w->from[c];
    const double *memory = s->data + s->row[goods].at;
    despirala_distribution_workspace *d = w->work;
    double lost = 0;
    for (int line = 0; line < 4; line++) /* slow, and with much time for a row until scores flow */
        __builtin_prefetch((const char *)memory + 64 * line);
    for (uint32_t i = begin_of(s, p, goods, c); i < end_of(s, p, goods, c); i++) {
        const despirala_opening *o = &p->opening[s->opening[i]];
        const despirala_term t = term_of(s, goods, s->share[i], o->shift);
        d->term[d->next[o->node]++] = t;
        range_widen(p->face_of[c] ? &w->collect[c] : &w->residuals, t.low, t.high);
        if (p->face_of[c]) continue;
        const double fail = p->fail[o->node * (p->graph->most_goods + 1) + goods];
        const double done = s->row[goods].mass * s->share[i] * (1 - fail);
        lost += s->share[i] * fail;
        w->census->completed[c] += done;
        w->census->points[c] += done * o->shift;
    }
    if (lost > 0) d->lost[d->losses++] = term_of(s, goods, lost, 0);
}

/* Counted by node first, then put there. */
static void gather_terms(gathering *w, uint32_t goods)
{
    const despirala_distribution_tables *p = w->tables;
    despirala_distribution_workspace *d = w->work;
    memset(d->next, 0, p->nodes * sizeof *d->next);
    for (uint32_t c = 0; c < p->rules->combinations; c++) {
        const despirala_scores *s = w->from[c];
        if (!s || scores_empty(s, goods)) continue;
        for (uint32_t i = begin_of(s, p, goods, c); i < end_of(s, p, goods, c); i++)
            d->next[p->opening[s->opening[i]].node]++;
    }
    for (uint32_t i = 0; i < p->nodes; i++) {
        d->first[i] = d->terms;
        d->terms += d->next[i];
        d->next[i] = d->first[i];
    }
    for (uint32_t c = 0; c < p->rules->combinations; c++)
        if (w->from[c] && !scores_empty(w->from[c], goods)) gather_combination(w, c, goods);
}

/* ---- links ---- */

/* All links into a node; they count the nodes that they come from, beginning with `first`. */
typedef struct links_in {
    const despirala_link *link;
    uint32_t count, first;
} links_in;

/* Lists the links from nodes that are alive. `alive` identifies their set: a list made for the same set is reused. Sets
   no_memory if memory runs out. */
static void list_links(gathering *w, uint32_t node, links_in all, uint32_t alive)
{
    despirala_distribution_workspace *d = w->work;
    if (d->listed[node] == alive) return;
    d->listed[node] = alive;
    d->list[node] = d->links;
    d->many[node] = 0;
    w->no_memory =
        w->no_memory || !alea__grow(&d->link, &d->links_capacity, d->links + all.count, sizeof *d->link);
    for (uint32_t i = 0; i < all.count && !w->no_memory; i++)
        if (d->alive[all.first + all.link[i].from])
            d->link[d->links++] = (despirala_link){all.first + all.link[i].from, all.link[i].share};
    d->many[node] = d->links - d->list[node];
}

/* Returns false if there is no inflow. */
static bool list_inflow(const gathering *w, uint32_t node, range where, double *out)
{
    despirala_distribution_workspace *d = w->work;
    const inflow in = {.node = node,
                       .link = d->list[node],
                       .links = d->many[node],
                       .term = d->first[node],
                       .terms = d->next[node] - d->first[node],
                       .low = where.low,
                       .high = where.high,
                       .out = out};
    if (in.links + in.terms == 0) return false;
    if (in.links + in.terms > w->census->longest) w->census->longest = in.links + in.terms;
    ALEA_ASSERT(d->inflows < (w->tables->graph->most_goods + 1) * (w->tables->nodes + 1));
    d->inflow[d->inflows++] = in;
    return true;
}

/* ---- what flows ---- */

/* Every live node pays a good; nodes are filled from the lowest up, whose old values are no longer needed. Attempts still
   incomplete without goods are among the lost ones. */
static void list_residuals(gathering *w, uint32_t goods)
{
    const despirala_distribution_tables *p = w->tables;
    despirala_distribution_workspace *d = w->work;
    const uint32_t alive = w->alive;
    for (uint32_t i = 0; i < (goods > 0 ? p->residuals->count : 1); i++) {
        const links_in in = {p->link + p->link_first[i], p->link_first[i + 1] - p->link_first[i], 0};
        list_links(w, i, in, alive);
        double *out = i == 0 ? despirala_workspace_row(d, goods + w->gain) : NULL;
        const bool flows = list_inflow(w, i, w->residuals, out) && i > 0;
        if (flows == d->alive[i]) continue;
        d->alive[i] = flows;
        w->alive++;
    }
}

static bool stops(const gathering *w, uint32_t c, uint32_t kept, uint32_t goods)
{
    const uint32_t dice = w->tables->rules->dice;
    const despirala_scores *s = w->from[c];
    return goods == 0 || kept == dice ||
           !s->go_on[(w->tables->collect_of[c] * (dice + 1) + kept) * (s->goods + 1) + goods];
}

static uint32_t first_node(const despirala_distribution_tables *p, uint32_t c)
{
    return p->residuals->count + p->collect_of[c] * (p->rules->dice + 1);
}

/* A collect after a good was paid, from most dice kept to fewest: collects that stop go to the scores, all others stay alive. */
static void list_collect(gathering *w, uint32_t c, uint32_t goods)
{
    const despirala_distribution_tables *p = w->tables;
    despirala_distribution_workspace *d = w->work;
    const uint32_t first = first_node(p, c), dice = p->rules->dice;
    ALEA_ASSERT(p->face_of[c] && first + dice < p->nodes);
    uint32_t alive = 1; /* never 0, with which nothing is listed */
    for (uint32_t kept = 0; kept <= dice; kept++) alive = alive << 1 | d->alive[first + kept];
    for (uint32_t kept = dice + 1; kept-- > 0;) {
        const bool out = stops(w, c, kept, goods);
        const links_in in = {p->kept_link + p->kept_first[kept], kept + 1, first};
        list_links(w, first + kept, in, alive);
        const bool flows =
            list_inflow(w, first + kept, w->collect[c],
                        out ? despirala_workspace_row(d, goods + w->gain) + p->face_of[c] * kept : NULL);
        d->alive[first + kept] = flows && !out;
    }
}

/* Lists the whole inflow of the mask, from the most goods down, and finally the attempts that are never completed. */
static void gather_list(gathering *w)
{
    const despirala_distribution_tables *p = w->tables;
    despirala_distribution_workspace *d = w->work;
    d->inflows = d->links = d->terms = d->losses = 0;
    memset(d->alive, 0, p->nodes + 1);
    memset(d->listed, 0, (p->nodes + 1) * sizeof *d->listed);
    memset(d->many, 0, (p->nodes + 1) * sizeof *d->many);
    for (uint32_t g = w->goods + 1; g-- > 0;) {
        gather_terms(w, g);
        list_residuals(w, g);
        for (uint32_t c = 0; c < p->rules->combinations; c++)
            if (w->from[c] && p->face_of[c]) list_collect(w, c, g);
    }
    const uint32_t node = p->nodes;
    range where = nothing;
    for (uint32_t i = 0; i < d->losses; i++) range_widen(&where, d->lost[i].low, d->lost[i].high);
    memcpy(d->term + d->terms, d->lost, d->losses * sizeof *d->lost);
    d->first[node] = d->terms;
    d->next[node] = d->terms += d->losses;
    list_inflow(w, node, where, despirala_workspace_row(d, w->gain));
}

/* ---- counters ---- */

/* The masses of a collect's nodes, without the scores: how many dice are kept in the end. */
static void count_collect(const gathering *w, uint32_t c)
{
    const despirala_distribution_tables *p = w->tables;
    const despirala_scores *s = w->from[c];
    double mass[DESPIRALA_DICE + 1] = {0}, dice = 0, all = 0;
    for (uint32_t g = w->goods + 1; g-- > 0;) {
        for (uint32_t kept = p->rules->dice + 1; kept-- > 0;) {
            double sum = 0;
            for (uint32_t from = 0; from <= kept; from++)
                sum += mass[from] * p->kept_link[p->kept_first[kept] + from].share;
            mass[kept] = sum;
        }
        for (uint32_t i = begin_of(s, p, g, c); i < end_of(s, p, g, c); i++)
            mass[p->opening[s->opening[i]].node - first_node(p, c)] += s->row[g].mass * s->share[i];
        for (uint32_t kept = 0; kept <= p->rules->dice; kept++) {
            if (!stops(w, c, kept, g)) continue;
            dice += mass[kept] * kept;
            all += mass[kept];
            mass[kept] = 0;
        }
    }
    ALEA_ASSERT(all <= 1 + 1e-9);
    w->census->completed[c] += all;
    w->census->dice[c] += dice;
    w->census->points[c] += dice * p->face_of[c];
}

/* ---- pulling ---- */

alea_status despirala_gather(despirala_distribution_workspace *d, uint32_t used,
                             despirala_scores *const *from, despirala_census *census, alea_error *error)
{
    const despirala_distribution_tables *p = d->tables;
    const size_t width =
        despirala_most_points(p, used) + 1 + 4 * (size_t)DESPIRALA_STRIP; /* that can be used */
    gathering w = {.work = d, .tables = p, .used = used, .alive = 1, .census = census, .residuals = nothing};
    ALEA_ASSERT(width <= d->width);
    w.gain = used == p->graph->masks - 1 ? 0 : p->rules->gain;
    w.goods = p->rules->gain * (uint32_t)__builtin_popcount(used);
    for (uint32_t g = 0; g <= w.goods + w.gain; g++) memset(d->out + g * d->width, 0, width * sizeof *d->out);
    if (used == 0) despirala_workspace_row(d, p->rules->gain)[0] = 1;
    if (used == 0) return ALEA_OK;
    for (uint32_t c = 0; c < p->rules->combinations; c++) {
        w.collect[c] = nothing;
        if (used >> c & 1) w.from[c] = from[used ^ UINT32_C(1) << c];
        for (size_t at = 0; w.from[c] && at < w.from[c]->head; at += 64) /* all lines at once */
            __builtin_prefetch((const char *)w.from[c] + at);
    }
    gather_list(&w);
    if (w.no_memory) return alea__out_of_memory(error);
    for (uint32_t c = 0; c < p->rules->combinations; c++)
        if (w.from[c] && p->face_of[c]) count_collect(&w, c);
    range all = nothing;
    for (uint32_t i = 0; i < d->inflows; i++) range_widen(&all, d->inflow[i].low, d->inflow[i].high);
    for (int32_t score = all.low; score < all.high; score += DESPIRALA_STRIP)
        d->kernel->flow(d->inflow, d->inflows, d->link, d->term, d->strips, score);
    return ALEA_OK;
}
