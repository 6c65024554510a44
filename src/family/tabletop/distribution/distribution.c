/* How the score is distributed under best play, turn by turn from the start of the game: of each state between turns, how likely each
   total is there. Turns are shared out by vectors, in threads; what they add to the next states is added up in the order of
   the states. */
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "exact/explicit.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/solve/exact.h"

#include <float.h>
#include <string.h>

enum { L = TABLETOP_LANES, VECTORS = 32 /* at a time */, MOST_SCORE = 1 << 20 };
#define TIE 1e-9

/* How likely totals are in a state: `low` and the following. */
typedef struct total_chances {
    double *p;
    uint32_t low, count, sums; /* sums: additions to any of them, one after the other */
} total_chances;

/* A thread's data. */
typedef struct spread_workspace {
    tabletop_vector v;
    double *mass; /* [position][lane] */
} spread_workspace;

typedef struct turn_distribution {
    const tabletop_program *p;
    const tabletop_bounds *bounds;
    alea_distribution *out;
    total_chances *now, *next; /* [state]: before and after a turn */
    uint32_t *state;           /* of the states before the turn, ascending */
    uint32_t states, first;    /* of them; the first that is worked on */
    uint32_t *way, *option;    /* [option]: its way to leave the turn; [way]: its option */
    uint32_t ways;
    double *share;   /* [vector][way][lane] */
    uint32_t *to;    /* likewise: the next state, or TABLETOP_NONE */
    int32_t *points; /* likewise */
    unsigned threads;
    spread_workspace *workspace; /* [thread] */
    uint64_t sums;
    alea__owned owned; /* all arrays, those of the workspaces too */
} turn_distribution;

/* ---- a turn ---- */

/* Shares out a turn of eight states, in a thread. */
static void spread_vector(void *user, uint64_t index, unsigned thread)
{
    const turn_distribution *d = user;
    const tabletop_program *p = d->p;
    spread_workspace *w = &d->workspace[thread];
    const uint32_t at = d->first + (uint32_t)index * L, lanes = d->states - at < L ? d->states - at : L;
    const size_t place = (size_t)index * d->ways * L;
    const tabletop_spread s = {TIE, d->way, d->ways, w->mass, d->share + place};
    double value[L];
    tabletop_vector_begin(p, &w->v, d->state + at, lanes);
    tabletop_vector_run(p, &w->v, d->bounds, ALEA__BY_MODE, false, value);
    tabletop_vector_spread(p, &w->v, d->bounds, &s);
    for (uint32_t way = 0; way < d->ways; way++)
        for (uint32_t lane = 0; lane < lanes; lane++) {
            const tabletop_option *o = &p->option[d->option[way]];
            const size_t exit = (size_t)(o->to - p->positions) * L + lane;
            if (s.share[way * L + lane] == 0) continue;
            const bool over = w->v.next[exit] == TABLETOP_NONE;
            d->to[place + way * L + lane] = w->v.next[exit];
            d->points[place + way * L + lane] =
                o->points + p->begin.points + (over ? (int32_t)w->v.result[exit] : 0);
        }
}

/* Makes room for totals from `low` to `low + count - 1`. Returns false without memory. */
static bool totals_widen(total_chances *t, uint32_t low, uint32_t count)
{
    const uint32_t least = t->count && t->low < low ? t->low : low;
    const uint32_t end = t->count && t->low + t->count > low + count ? t->low + t->count : low + count;
    if (t->count == end - least) return true;
    double *p = alea__alloc_array(end - least, sizeof *p);
    if (!p) return false;
    if (t->count) memcpy(p + (t->low - least), t->p, t->count * sizeof *p);
    alea__free(t->p);
    t->p = p;
    t->low = least;
    t->count = end - least;
    return true;
}

/* Adds what a state has to where its turns lead. Returns false without memory. */
static bool spread_state(turn_distribution *d, const total_chances *from, size_t place)
{
    for (uint32_t way = 0; way < d->ways; way++) {
        const size_t at = place + (size_t)way * L;
        const double share = d->share[at];
        if (share == 0) continue;
        const uint32_t low = (uint32_t)((int32_t)from->low + d->points[at]);
        total_chances over = {d->out->probability, 0, d->out->scores, 0};
        total_chances *to = d->to[at] == TABLETOP_NONE ? &over : &d->next[d->to[at]];
        if (!totals_widen(to, low, from->count)) return false;
        double *p = to->p + (low - to->low);
        for (uint32_t i = 0; i < from->count; i++) p[i] += share * from->p[i];
        to->sums++;
    }
    return true;
}

/* Plays a turn in all states that were reached. */
static alea_status spread_turn(turn_distribution *d, const alea_progress *progress, uint32_t *done,
                               alea_error *error)
{
    for (d->first = 0; d->first < d->states; d->first += VECTORS * L) {
        const uint32_t left = d->states - d->first, many = left < VECTORS * L ? left : VECTORS * L;
        alea__loop_run((many + L - 1) / L, d->threads, spread_vector, d);
        for (uint32_t i = 0; i < many; i++) {
            total_chances *from = &d->now[d->state[d->first + i]];
            if (!spread_state(d, from, (size_t)(i / L) * d->ways * L + i % L))
                return alea__out_of_memory(error);
            if (from->sums > d->sums) d->sums = from->sums;
            alea__free(from->p);
            *from = (total_chances){0};
        }
        *done += many;
        const uint32_t all = d->p->table.state.count;
        alea_status status = alea__tell(progress, *done < all ? *done : all, all, error);
        if (status != ALEA_OK) return status;
    }
    total_chances *next = d->next;
    d->next = d->now;
    d->now = next;
    d->states = 0;
    for (uint32_t i = 0; i < d->p->table.state.count; i++)
        if (d->now[i].count) d->state[d->states++] = i;
    return ALEA_OK;
}

/* ---- what a game may score ---- */

/* The most turns of a game in which every turn leads to a greater depth, or whose rounds are limited. */
static uint32_t most_turns(const tabletop_program *p)
{
    return p->g->rounds ? p->g->rounds : p->table.keys.depths;
}

/* The most points of a game of so many turns. Fails where a turn has points before its end, or could lose some. */
static alea_status range_of(const tabletop_program *p, uint32_t *most, alea_error *error)
{
    const tabletop_game *g = p->g;
    int64_t best = 0, last = 0;
    bool refused = g->total == TABLETOP_NONE || g->players > 1 || p->loops > 0 || p->begin.points < 0;
    for (uint32_t i = 0; i < p->options; i++) {
        const tabletop_option *o = &p->option[i];
        refused = refused || o->points < 0 || (o->points != 0 && o->to < p->positions);
        if (o->points > best) best = o->points;
    }
    for (uint32_t i = 0; i < g->bonuses; i++)
        for (uint32_t k = 0; k < g->bonus[i].effects.count; k++) {
            const tabletop_effect *e = &g->effect[g->bonus[i].effects.first + k];
            refused = refused || e->operation == TABLETOP_MINUS || e->n < 0;
            last += e->n;
        }
    const int64_t all = (best + p->begin.points) * most_turns(p) + last;
    *most = (uint32_t)all;
    return refused || all > MOST_SCORE
               ? alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_DISTRIBUTION, MOST_SCORE)
               : ALEA_OK;
}

/* ---- all of it ---- */

/* Frees everything but the result. */
static void distribution_free(turn_distribution *d)
{
    for (uint32_t i = 0; i < d->p->table.state.count; i++) {
        if (d->now) alea__free(d->now[i].p);
        if (d->next) alea__free(d->next[i].p);
    }
    for (unsigned i = 0; i < d->threads && d->workspace; i++) tabletop_vector_free(&d->workspace[i].v);
    alea__owned_free(&d->owned);
}

/* Numbers the ways to leave a turn; memory. */
static alea_status distribution_make(turn_distribution *d, alea_error *error)
{
    const tabletop_program *p = d->p;
    const uint32_t states = p->table.state.count;
    d->way = alea__own(&d->owned, alea__alloc_array((uint64_t)p->options + 1, sizeof *d->way));
    d->option = alea__own(&d->owned, alea__alloc_array((uint64_t)p->options + 1, sizeof *d->option));
    if (d->owned.failed) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < p->options; i++)
        if (p->option[i].to >= p->positions) {
            d->way[i] = d->ways;
            d->option[d->ways++] = i;
        }
    const uint64_t places = (uint64_t)VECTORS * d->ways * L;
    d->now = alea__own(&d->owned, alea__alloc_array(states, sizeof *d->now));
    d->next = alea__own(&d->owned, alea__alloc_array(states, sizeof *d->next));
    d->state = alea__own(&d->owned, alea__alloc_array(states, sizeof *d->state));
    d->share = alea__own(&d->owned, alea__alloc_array(places, sizeof *d->share));
    d->to = alea__own(&d->owned, alea__alloc_array(places, sizeof *d->to));
    d->points = alea__own(&d->owned, alea__alloc_array(places, sizeof *d->points));
    d->workspace = alea__own(&d->owned, alea__alloc_array(d->threads, sizeof *d->workspace));
    d->out->probability = alea__alloc_array(d->out->scores, sizeof *d->out->probability);
    const bool made = !d->owned.failed && d->out->probability;
    alea_status status = made ? ALEA_OK : alea__out_of_memory(error);
    for (unsigned i = 0; i < d->threads && status == ALEA_OK; i++) {
        spread_workspace *w = &d->workspace[i];
        status = tabletop_vector_make(p, &w->v, error);
        w->mass = alea__own(&d->owned, alea__alloc_array((uint64_t)p->positions * L, sizeof *w->mass));
        if (status == ALEA_OK && !w->mass) status = alea__out_of_memory(error);
    }
    return status;
}

/* The distribution under best play by these values; the program's rules have passed range_of. */
static alea_status distribution_spread(turn_distribution *d, const alea_stats_options *options,
                                       alea_error *error)
{
    const tabletop_program *p = d->p;
    uint32_t done = 0, turns = 0;
    const uint32_t first = tabletop_program_first(p);
    alea_status status = distribution_make(d, error);
    if (status == ALEA_OK && !totals_widen(&d->now[first], 0, 1)) status = alea__out_of_memory(error);
    if (status != ALEA_OK) return status;
    d->now[first].p[0] = 1;
    d->state[0] = first;
    for (d->states = 1; d->states > 0 && status == ALEA_OK; turns++)
        status = turns < most_turns(p) /* so that no score is above `out->scores` */
                     ? spread_turn(d, &options->progress, &done, error)
                     : alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_DISTRIBUTION, MOST_SCORE);
    d->out->error = turns * ((double)p->options + 4 + (double)d->sums) * DBL_EPSILON;
    return status;
}

/* Of a policy in a game whose positions are listed. */
static alea_status distribution_of_list(const alea__rules *rules, const alea__policy *policy,
                                        const alea_stats_options *options, alea_distribution *out,
                                        alea_error *error)
{
    alea__policy *plan = NULL;
    alea_status status = tabletop_policy_plan(rules, &policy, &plan, error);
    if (status == ALEA_OK) status = alea__explicit_distribution_ops.find(rules, policy, options, out, error);
    alea__explicit_policy_free(plan);
    return status;
}

/* Of a policy by values between turns; other policies have listed games. */
static alea_status distribution_find(const alea__rules *rules, const alea__policy *policy,
                                     const alea_stats_options *options, alea_distribution *out,
                                     alea_error *error)
{
    turn_distribution d = {.bounds = tabletop_policy_bounds(policy),
                           .out = out,
                           .threads = alea__loop_threads(options->threads)};
    uint32_t most;
    if (!d.bounds) return distribution_of_list(rules, policy, options, out, error);
    alea_status status = tabletop_program_of(rules, &options->progress, &d.p, error);
    if (status == ALEA_OK) status = range_of(d.p, &most, error);
    if (status != ALEA_OK) return status;
    out->scores = most + 1;
    status = distribution_spread(&d, options, error);
    distribution_free(&d);
    return status;
}

static alea_status distribution_supports(const alea__rules *rules, alea_error *error)
{
    const tabletop_program *p;
    uint32_t most;
    if (!tabletop_is_large(rules)) return alea__explicit_distribution_ops.supports(rules, error);
    alea_status status = tabletop_program_of(rules, NULL, &p, error);
    return status == ALEA_OK ? range_of(p, &most, error) : status;
}

static uint32_t distribution_most_score(const alea__rules *rules)
{
    const tabletop_program *p;
    uint32_t most = 0;
    if (!tabletop_is_large(rules)) return alea__explicit_distribution_ops.most_score(rules);
    if (tabletop_program_of(rules, NULL, &p, NULL) == ALEA_OK) range_of(p, &most, NULL);
    return most;
}

static alea_ties distribution_ties(const alea__rules *rules, const alea__policy *policy)
{
    (void)rules, (void)policy;
    return ALEA_TIES_OF_BOT;
}

const alea__distribution_ops tabletop_distribution_ops = {.supports = distribution_supports,
                                                          .find = distribution_find,
                                                          .ties = distribution_ties,
                                                          .most_score = distribution_most_score};
