/* What the engine of turns offers: values, answers and best play; games with few positions go to the list of states. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/interval.h"
#include "exact/messages.h"
#include "family/tabletop/check/certify.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/solve/exact.h"
#include "game/naming.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { L = TABLETOP_LANES };
#define MANY_POSITIONS 6e7

/* ---- the program of a game ---- */

typedef struct tabletop_engine {
    alea_status status;
    alea_error error;
    tabletop_program *program;
    bool large; /* it failed because of too many states between turns */
} tabletop_engine;

static alea_objective engine_objective(const alea__rules *rules)
{
    int objective = ALEA_WIN;
    while (!tabletop_has_objective(rules, (alea_objective)objective)) objective++;
    return (alea_objective)objective; /* the only one */
}

static void engine_free(void *engine)
{
    tabletop_engine *e = engine;
    if (e) tabletop_program_free(e->program);
    alea__free(e);
}

/* Says of a game with too many states between turns which fields make them. */
static alea_status engine_add_sizes(const tabletop_rules *t, alea_error *error)
{
    char sizes[200] = "", sentence[sizeof error->message];
    snprintf(sentence, sizeof sentence, "%s", error->message);
    for (uint32_t i = 0, used = 0; i < t->game.fields && used < sizeof sizes; i++) {
        const tabletop_field *f = &t->game.field[i];
        if (f->kind != TABLETOP_TOTAL && f->owner != TABLETOP_COUNTER)
            used += (uint32_t)snprintf(sizes + used, sizeof sizes - used, "%s%s %" PRIu64, used ? ", " : "",
                                       tabletop_word(t, f->name), (uint64_t)f->top + 1);
    }
    return alea__fail(error, ALEA_E_REFUSED, TABLETOP_FIELD_SIZES, sentence, sizes);
}

/* Makes the program, and keeps it or the failure, unless it was stopped. */
static alea_status engine_make(tabletop_rules *t, const alea_progress *progress, alea_error *error)
{
    tabletop_engine *e = alea__alloc(sizeof *e);
    if (!e) return alea__out_of_memory(error);
    e->status = tabletop_program_make(&t->game, engine_objective((const alea__rules *)t), true, progress,
                                      &e->program, &e->error);
    if (e->status == ALEA_E_STOPPED) {
        if (error) *error = e->error;
        alea__free(e);
        return ALEA_E_STOPPED;
    }
    e->large = e->status == ALEA_E_RANGE;
    if (e->large) e->status = engine_add_sizes(t, &e->error);
    t->engine = e;
    t->free_engine = engine_free;
    return ALEA_OK;
}

alea_status tabletop_program_of(const alea__rules *rules, const alea_progress *progress,
                                const tabletop_program **out, alea_error *error)
{
    tabletop_rules *t =
        (tabletop_rules *)(uintptr_t)rules; /* the lock is for what is made when it is first asked for */
    pthread_mutex_lock(&t->engine_lock);
    alea_status status = t->engine ? ALEA_OK : engine_make(t, progress, error);
    const tabletop_engine *e = t->engine;
    if (status == ALEA_OK) {
        status = e->status;
        *out = e->program;
        if (status != ALEA_OK && error) *error = e->error;
    }
    pthread_mutex_unlock(&t->engine_lock);
    return status;
}

/* Whether a game has so many positions that they are not listed: one for each state between turns and position of the turn, although
   many do not occur. Also if there are too many states between turns; then tabletop_program_of says so. */
static bool engine_is_needed(const alea__rules *rules, const alea_progress *progress)
{
    const tabletop_game *g = tabletop_game_of(rules);
    const tabletop_program *p;
    if (g->players > 2 || (g->players == 2 && g->total != TABLETOP_NONE)) return false;
    if (tabletop_program_of(rules, progress, &p, NULL) != ALEA_OK) {
        const tabletop_engine *e = tabletop_rules_of(rules)->engine; /* none if it was stopped */
        return e && e->large;
    }
    const double most = (double)p->table.state.count * p->raw.count;
    return most > MANY_POSITIONS ||
           tabletop_rules_of(rules)->listed.head.source->list(rules, progress, NULL) == ALEA_E_REFUSED;
}

bool tabletop_is_large(const alea__rules *rules)
{
    return engine_is_needed(rules, NULL);
}

bool tabletop_is_engine_values(const alea__values *values)
{
    return values->seats > 0 || (values->count == 1 && strcmp(values->matrix[0].name, "turns") == 0);
}

/* Values between turns where the list of positions would be too long, and for three players and more; else of every position. */
static alea_status engine_solve(const alea__problem *problem, alea__values **out, alea_error *error)
{
    const alea_progress *progress = &problem->options->progress;
    const tabletop_program *p;
    const bool several = tabletop_game_of(problem->rules)->players > 2;
    if (!several && !engine_is_needed(problem->rules, progress))
        return alea__explicit_solve(problem, out, error);
    const alea_status status = tabletop_program_of(problem->rules, progress, &p, error);
    if (status != ALEA_OK) return status;
    return (several ? tabletop_solve_several : tabletop_engine_solve)(p, problem, out, error);
}

static alea_status engine_fits(const alea__rules *rules, const alea__values *values, alea_error *error)
{
    const tabletop_program *p;
    if (!tabletop_is_engine_values(values)) return alea__explicit_solver_ops.fits(rules, values, error);
    alea_status status = tabletop_program_of(rules, NULL, &p, error);
    if (status != ALEA_OK) return status;
    const alea__matrix *m = &values->matrix[0];
    if (values->objective != p->objective || m->rows != 1 || m->columns != p->table.state.count)
        return alea__values_misfit(TABLETOP_MISFIT, error);
    return ALEA_OK;
}

static alea_status engine_check(const alea__rules *rules, const alea__values *values,
                                const alea_progress *progress, alea_verdict *out, alea_error *error)
{
    const tabletop_program *p;
    if (!tabletop_is_engine_values(values))
        return alea__explicit_solver_ops.check(rules, values, progress, out, error);
    alea_status status = tabletop_program_of(rules, progress, &p, error);
    return status == ALEA_OK ? tabletop_certify(rules, p, values, progress, out, error) : status;
}

/* ---- one position ---- */

/* A turn computed from bounds: low[lane 0] and neg. All its positions have their values then. */
typedef struct position_values {
    const tabletop_program *p;
    tabletop_vector low, neg;
    bool near;         /* `low` has values rounded to nearest, and `neg` nothing */
    uint32_t place;    /* the state from which the turn was computed; ALEA__NOT_NUMBERED: none */
    uint32_t position; /* whose value is wanted */
    int64_t total;     /* so far */
} position_values;

static void position_free(position_values *v)
{
    tabletop_vector_free(&v->low);
    tabletop_vector_free(&v->neg);
}

static alea_status position_make(const tabletop_program *p, bool near, position_values *out,
                                 alea_error *error)
{
    *out = (position_values){.p = p, .near = near, .place = ALEA__NOT_NUMBERED};
    alea_status status = tabletop_vector_make(p, &out->low, error);
    if (status == ALEA_OK && !near) status = tabletop_vector_make(p, &out->neg, error);
    if (status != ALEA_OK) position_free(out);
    return status;
}

/* Bounds as they are in a table, turned into those of the program. */
static alea_status position_bounds(const tabletop_program *p, const alea__values *values,
                                   tabletop_bounds *out, alea_error *error)
{
    const alea__matrix *m = &values->matrix[values->count - 1];
    const alea_status status = tabletop_bounds_make(p, out, error);
    for (uint32_t i = 0; i < m->columns && status == ALEA_OK; i++) {
        out->low[i] = p->sign > 0 ? m->lower[i] : -m->upper[i];
        out->neg[i] = p->sign > 0 ? -m->upper[i] : m->lower[i];
    }
    return status;
}

/* Computes the turn of a position, unless it is that of the last one. */
static alea_status position_run(position_values *v, const tabletop_bounds *bounds, const alea_state *state,
                                alea_error *error)
{
    const tabletop_program *p = v->p;
    const tabletop_head head = tabletop_head_of(state);
    const alea__rounding how = alea__choose_rounding();
    double start[L];
    const uint32_t place = alea__number_find(&p->table.state, tabletop_key_of(&p->table.keys, state));
    v->position = tabletop_program_find(p, state);
    if (place == ALEA__NOT_NUMBERED || v->position == TABLETOP_NONE || head.over)
        return alea__fail(error, ALEA_E_STATE, EXACT_OTHER_STATE);
    v->total = tabletop_total(p->g, state, head.seat);
    if (place == v->place) return ALEA_OK;
    v->place = place;
    tabletop_vector_begin(p, &v->low, &place, 1);
    if (v->near) {
        tabletop_vector_run(p, &v->low, bounds, ALEA__BY_MODE, false, start);
        return ALEA_OK;
    }
    tabletop_vector_begin(p, &v->neg, &place, 1);
    const int before = alea__round_down(how);
    tabletop_vector_run(p, &v->low, bounds, how, false, start);
    tabletop_vector_run(p, &v->neg, bounds, how, true, start);
    alea__round_as_before(how, before);
    return ALEA_OK;
}

/* The interval of a number and a negative, with the points so far. */
static alea_interval position_interval(const position_values *v, double low, double neg)
{
    const alea_interval value = v->p->sign > 0 ? (alea_interval){low, -neg} : (alea_interval){neg, -low};
    return alea__interval_shift(value, (double)v->total);
}

/* Values that were rounded to nearest count as equal if they may be. */
static alea_interval position_around(const position_values *v, double value)
{
    const double tie = 1e-12 * fmax(1, fabs(value));
    return position_interval(v, value - tie, -value - tie);
}

static alea_interval position_value(const position_values *v)
{
    const size_t at = (size_t)v->position * L;
    if (v->near) return position_around(v, v->low.value[at]);
    return position_interval(v, v->low.value[at], v->neg.value[at]);
}

/* The value of a step. It was computed with the whole turn. */
static alea_interval position_step(const position_values *v, const alea_state *state,
                                   const tabletop_step *step)
{
    const tabletop_option option = tabletop_program_step(v->p, state, step);
    const alea__rounding how = alea__choose_rounding();
    if (v->near)
        return position_around(v, tabletop_option_value(v->p, &v->low, &option, 0, ALEA__BY_MODE, false));
    const int before = alea__round_down(how);
    const double low = tabletop_option_value(v->p, &v->low, &option, 0, how, false);
    const double neg = tabletop_option_value(v->p, &v->neg, &option, 0, how, true);
    alea__round_as_before(how, before);
    return position_interval(v, low, neg);
}

/* Fills the moves of a decision, in the order of the referee, and finds the best one: of those that overlap it, the first. */
static void position_moves(const position_values *v, const alea__rules *rules, const alea_state *state,
                           alea_answer *out)
{
    const tabletop_game *g = v->p->g;
    uint32_t at = g->node[tabletop_head_of(state).node].first;
    unsigned count = 0;
    for (; (at = tabletop_next_move(g, state, at)) != TABLETOP_NONE; at++) {
        const tabletop_entry *e = &g->entry[at];
        out->move[count++] =
            (alea_move_value){e->move, tabletop_move_name(rules, e->move), position_step(v, state, &e->step)};
    }
    ALEA_ASSERT(count == out->count);
    for (unsigned i = 1; i < count; i++) {
        const double more =
            alea__interval_middle(out->move[i].value) - alea__interval_middle(out->move[out->best].value);
        if (v->p->sign * more > 0) out->best = i;
    }
    const alea_interval best = out->move[out->best].value;
    unsigned alike = 0;
    for (unsigned i = count; i-- > 0;)
        if (alea__intervals_overlap(out->move[i].value, best)) {
            out->best = i;
            alike++;
        }
    out->tied = alike > 1;
}

/* The answer for a position whose turn was computed; the caller owns its moves. */
static alea_status position_answer(const position_values *v, const alea__rules *rules,
                                   const alea_state *state, alea_answer *out, alea_error *error)
{
    const unsigned moves = tabletop_move_count(rules, state);
    alea_answer answer = {.value = position_value(v), .count = moves ? moves : 1};
    answer.move = alea__alloc_array(answer.count, sizeof *answer.move);
    if (!answer.move) return alea__out_of_memory(error);
    if (moves)
        position_moves(v, rules, state, &answer);
    else
        answer.move[0] = (alea_move_value){ALEA__NO_MOVE, "roll", answer.value};
    *out = answer;
    return ALEA_OK;
}

/* Questions about positions, by the values of a table. */
typedef struct engine_query {
    const alea__rules *rules;
    const alea__values *values;
    tabletop_bounds bounds;
    position_values v; /* v.p NULL: the table has a value for each position */
} engine_query;

static void engine_query_close(void *query)
{
    engine_query *q = query;
    if (!q) return;
    position_free(&q->v);
    tabletop_bounds_free(&q->bounds);
    alea__free(q);
}

/* A query keeps the turn of its last question, whose positions need not be computed again. */
static alea_status engine_query_open(const alea__rules *rules, const alea__values *values, void **query,
                                     alea_error *error)
{
    const tabletop_program *p;
    engine_query *q = alea__alloc(sizeof *q);
    if (!q) return alea__out_of_memory(error);
    *q = (engine_query){.rules = rules, .values = values};
    *query = q;
    if (!tabletop_is_engine_values(values)) return ALEA_OK;
    alea_status status = tabletop_program_of(rules, NULL, &p, error);
    if (status == ALEA_OK) status = position_bounds(p, values, &q->bounds, error);
    if (status == ALEA_OK) status = position_make(p, false, &q->v, error);
    if (status != ALEA_OK) engine_query_close(q);
    return status;
}

static alea_status engine_query_ask(void *query, const alea_state *state, alea_answer *out, alea_error *error)
{
    engine_query *q = query;
    if (!q->v.p) return alea__explicit_solver_ops.ask(q->rules, q->values, state, out, error);
    const alea_status status = position_run(&q->v, &q->bounds, state, error);
    return status == ALEA_OK ? position_answer(&q->v, q->rules, state, out, error) : status;
}

const alea__query_ops tabletop_query_ops = {
    .open = engine_query_open, .close = engine_query_close, .ask = engine_query_ask};

/* ---- policies ---- */

enum { ENGINE_POLICY = 100 }; /* beside the kinds of alea__policy_kind */

/* Plays by values between turns: computes each turn when it is asked. */
typedef struct engine_policy {
    uint32_t kind; /* ENGINE_POLICY; where an alea__explicit_policy has its kind */
    const tabletop_program *p;
    tabletop_bounds bounds; /* owned */
} engine_policy;

/* The policy that plays by the values: it keeps a copy of them. */
static alea_status engine_policy_of(const alea__rules *rules, const alea__values *values, alea__policy **out,
                                    alea_error *error)
{
    if (!tabletop_is_engine_values(values)) return alea__explicit_plan_of_values(rules, values, out, error);
    engine_policy *policy = alea__alloc(sizeof *policy);
    if (!policy) return alea__out_of_memory(error);
    policy->kind = ENGINE_POLICY;
    alea_status status = tabletop_program_of(rules, NULL, &policy->p, error);
    if (status == ALEA_OK) status = position_bounds(policy->p, values, &policy->bounds, error);
    if (status != ALEA_OK)
        tabletop_policy_free((alea__policy *)policy);
    else
        *out = (alea__policy *)policy;
    return status;
}

/* `optimal` in games with many positions; other policies are those of listed games. */
alea_status tabletop_policy_open(const alea__rules *rules, const alea__spec *spec, alea__policy **out,
                                 alea_error *error)
{
    const alea_solve_options standard = {0};
    const tabletop_program *p;
    const alea__argument *a = spec->argument;
    const alea_objective objective = engine_objective(rules);
    const bool plain = spec->count == 0 || (spec->count == 1 && (!a->key || strcmp(a->key, "for") == 0) &&
                                            strcmp(a->value, alea_objective_name(objective)) == 0);
    if (strcmp(spec->name, "greedy") == 0) return tabletop_greedy_open(rules, spec, out, error);
    if (strcmp(spec->name, "optimal") != 0 || !plain || !engine_is_needed(rules, NULL))
        return alea__explicit_policy_open(rules, spec, out, error);
    const alea__problem problem = {.rules = rules, .objective = objective, .options = &standard};
    alea__values *values = NULL;
    alea_status status = tabletop_program_of(rules, NULL, &p, error);
    if (status == ALEA_OK) status = tabletop_engine_solve(p, &problem, &values, error);
    if (status == ALEA_OK) status = engine_policy_of(rules, values, out, error);
    alea__values_free(values);
    return status;
}

static bool policy_is_engine(const alea__policy *policy)
{
    return policy && ((const engine_policy *)policy)->kind == ENGINE_POLICY;
}

const tabletop_bounds *tabletop_policy_bounds(const alea__policy *policy)
{
    return policy_is_engine(policy) ? &((const engine_policy *)policy)->bounds : NULL;
}

static bool policy_is_greedy(const alea__policy *policy)
{
    return policy && ((const engine_policy *)policy)->kind == TABLETOP_GREEDY_POLICY;
}

void tabletop_policy_free(alea__policy *policy)
{
    if (policy_is_greedy(policy)) {
        tabletop_greedy_free(policy);
        return;
    }
    if (!policy_is_engine(policy)) {
        alea__explicit_policy_free(policy);
        return;
    }
    engine_policy *e = (engine_policy *)policy;
    tabletop_bounds_free(&e->bounds);
    alea__free(e);
}

uint32_t tabletop_decide(const alea__rules *rules, const alea__policy *policy, const alea_state *state,
                         alea__memo *memo, alea__stream *own)
{
    const engine_policy *e = (const engine_policy *)policy;
    position_values v;
    alea_answer answer;
    if (policy_is_greedy(policy)) return tabletop_greedy_decide(rules, policy, state);
    if (!policy_is_engine(policy)) return alea__explicit_decide(rules, policy, state, memo, own);
    if (tabletop_move_count(rules, state) == 1) return tabletop_move(rules, state, 0);
    if (position_make(e->p, true, &v, NULL) != ALEA_OK) return ALEA__NO_MOVE;
    alea_status status = position_run(&v, &e->bounds, state, NULL);
    if (status == ALEA_OK) status = position_answer(&v, rules, state, &answer, NULL);
    position_free(&v);
    if (status != ALEA_OK) return ALEA__NO_MOVE;
    const uint32_t move = answer.move[answer.best].move;
    alea__free(answer.move);
    return move;
}

alea_status tabletop_policy_plan(const alea__rules *rules, const alea__policy **policy, alea__policy **plan,
                                 alea_error *error)
{
    if (!policy_is_greedy(*policy)) return ALEA_OK;
    const alea_status status = tabletop_greedy_plan(rules, *policy, plan, error);
    if (status == ALEA_OK) *policy = *plan;
    return status;
}

static alea_status policy_pack(const alea__rules *rules, const alea__policy *policy, unsigned char **data,
                               size_t *size, alea_error *error)
{
    alea__policy *plan = NULL;
    if (policy_is_engine(policy)) return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_PLAN);
    alea_status status = tabletop_policy_plan(rules, &policy, &plan, error);
    if (status == ALEA_OK) status = alea__explicit_pack(rules, policy, data, size, error);
    alea__explicit_policy_free(plan);
    return status;
}

/* ---- what is not there yet for many positions ---- */

static const char *engine_inexact(const alea__rules *rules, const alea__policy *policy)
{
    (void)policy;
    return tabletop_is_large(rules) ? TABLETOP_NO_EVALUATION : NULL;
}

static alea_status engine_evaluate(const alea__problem *problem, alea_evaluation *out, alea_error *error)
{
    if (tabletop_is_large(problem->rules)) return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_EVALUATION);
    alea__problem listed = *problem;
    alea__policy *plan[2] = {NULL, NULL};
    alea_status status = tabletop_policy_plan(problem->rules, &listed.policy[0], &plan[0], error);
    if (status == ALEA_OK) status = tabletop_policy_plan(problem->rules, &listed.policy[1], &plan[1], error);
    if (status == ALEA_OK) status = alea__explicit_solver_ops.evaluate(&listed, out, error);
    alea__explicit_policy_free(plan[0]);
    alea__explicit_policy_free(plan[1]);
    return status;
}

static alea_status engine_best_response(const alea__problem *problem, alea__values **values,
                                        alea_best_response *out, alea_error *error)
{
    if (tabletop_is_large(problem->rules)) return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_EVALUATION);
    alea__problem listed = *problem;
    alea__policy *plan = NULL;
    alea_status status = tabletop_policy_plan(problem->rules, &listed.policy[1], &plan, error);
    if (status == ALEA_OK) status = alea__explicit_solver_ops.best_response(&listed, values, out, error);
    alea__explicit_policy_free(plan);
    return status;
}

const alea__solver_ops tabletop_solver_ops = {
    .several = true,
    .solve = engine_solve,
    .fits = engine_fits,
    .check = engine_check,
    .evaluate = engine_evaluate,
    .best_response = engine_best_response,
    .inexact = engine_inexact,
    .points_so_far = alea__no_points,
    .policy_of_values = engine_policy_of,
    .pack_policy = policy_pack,
    .unpack_policy = alea__explicit_unpack,
};
