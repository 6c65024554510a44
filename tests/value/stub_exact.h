#ifndef TESTS_VALUE_STUB_EXACT_H
#define TESTS_VALUE_STUB_EXACT_H
/* Exact results for the family of tests/play/fake_family.h, made up: the value at (own, other) is (own + 1) /
   (own + other + 2), in a matrix 30 x 30; a best response has its opponent's value under "waiting". What counts
   is how it travels through tables, files and bots. */
#include "play/fake_family.h"

#include "value/solver_ops.h"

#include <math.h>

enum { STUB_SIDE = 30, STUB_POSITIONS = 9000 };

static inline double stub_value(unsigned own, unsigned other)
{
    return (own + 1.0) / (own + other + 2.0);
}

static inline void stub_fill(alea__matrix *m, unsigned from)
{
    for (unsigned i = from; i < STUB_SIDE; i++)
        for (unsigned j = 0; j < STUB_SIDE; j++) {
            if (i == 3 && j == 4) continue; /* no player can have these scores */
            m->lower[i * STUB_SIDE + j] = stub_value(i, j) - 1e-13;
            m->upper[i * STUB_SIDE + j] = stub_value(i, j) + 1e-13;
        }
}

/* Rows `from` to the last are done. */
static inline alea__values *stub_values(alea_objective objective, unsigned from)
{
    alea__values *values = alea__values_new(objective);
    if (!values ||
        alea__values_add(values, &(alea__matrix_shape){"mover", "own", "other", STUB_SIDE, STUB_SIDE},
                         NULL) != ALEA_OK) {
        alea__values_free(values);
        return NULL;
    }
    stub_fill(&values->matrix[0], from);
    values->layers = STUB_SIDE;
    values->layers_done = STUB_SIDE - from;
    values->states = 123456;
    values->tolerance = 1e-12;
    values->width = from == 0 ? 2e-13 : NAN;
    values->start = from == 0 ? (alea_interval){0.5 - 1e-13, 0.5 + 1e-13} : (alea_interval){NAN, NAN};
    values->second = values->start;
    return values;
}

/* Stops at row 10 where progress says so, and starts there again. */
static inline alea_status stub_solve(const alea__problem *problem, alea__values **out, alea_error *error)
{
    const alea_solve_options *options = problem->options;
    if (options->memory > 0 && options->memory < 14400)
        return alea__fail(error, ALEA_E_REFUSED, "It needs 14400 bytes; the limit is %u.",
                          (unsigned)options->memory);
    bool stop = options->progress.report && options->progress.report(options->progress.user, 20, 30) != 0;
    *out = stub_values(problem->objective, stop ? 10 : 0);
    if (!*out) return alea__out_of_memory(error);
    if (problem->resume) (*out)->states = 1000 + problem->resume->layers_done;
    return stop ? alea__fail(error, ALEA_E_STOPPED, "Stopped.") : ALEA_OK;
}

static inline alea_status stub_fits(const alea__rules *rules, const alea__values *values, alea_error *error)
{
    (void)rules;
    const alea__matrix *m = &values->matrix[0];
    if (values->count >= 1 && strcmp(m->name, "mover") == 0 && m->rows == STUB_SIDE &&
        m->columns == STUB_SIDE)
        return ALEA_OK;
    return alea__fail(error, ALEA_E_FILE, "the table has another shape than this game.");
}

static inline alea_status stub_ask(const alea__rules *rules, const alea__values *values,
                                   const alea_state *state, alea_answer *out, alea_error *error)
{
    (void)rules;
    fake_state s = fake_load(state);
    size_t at = (size_t)s.score[s.mover] * STUB_SIDE + s.score[1 - s.mover];
    alea_answer answer = {.count = 1, .move = alea__alloc(sizeof *answer.move)};
    if (!answer.move) return alea__out_of_memory(error);
    answer.value = (alea_interval){values->matrix[0].lower[at], values->matrix[0].upper[at]};
    answer.move[0] = (alea_move_value){FAKE_ROLL, "roll", answer.value};
    *out = answer;
    return ALEA_OK;
}

/* Shares nothing with the filling but the formula. */
static inline alea_status stub_certify(const alea__rules *rules, const alea__values *values,
                                       const alea_progress *progress, alea_verdict *out, alea_error *error)
{
    (void)rules, (void)progress, (void)error;
    const alea__matrix *m = &values->matrix[0];
    out->holds = true;
    for (unsigned i = 0; i < m->rows && out->holds; i++)
        for (unsigned j = 0; j < m->columns && out->holds; j++) {
            double lower = m->lower[i * m->columns + j], upper = m->upper[i * m->columns + j];
            out->checked++;
            if (isnan(lower) || (lower <= stub_value(i, j) && stub_value(i, j) <= upper)) continue;
            out->holds = false;
            snprintf(out->reason, sizeof out->reason, "own %u, other %u: %.17g is not from %.17g to %.17g", i,
                     j, stub_value(i, j), lower, upper);
        }
    return ALEA_OK;
}

/* ---- policies: kind and number ---- */

static inline const char *stub_inexact(const alea__rules *rules, const alea__policy *policy)
{
    (void)rules;
    return ((const fake_policy *)policy)->kind == 'f' ? "It remembers how often it was asked." : NULL;
}

/* The first bot gets n / 100 when it moves first, and a thousandth less when it moves second. */
static inline alea_status stub_evaluate(const alea__problem *problem, alea_evaluation *out, alea_error *error)
{
    const fake_policy *first = (const fake_policy *)problem->policy[0],
                      *second = (const fake_policy *)problem->policy[1];
    (void)error;
    double x = first->n / 100.0, y = second ? second->n / 100.0 : 0;
    out->first.value = (alea_interval){x, x + 0.001};
    out->second.value = (alea_interval){x - 0.001, x};
    out->first.loss = out->second.loss = (alea_interval){y, y};
    out->first.turns = (alea_interval){20, INFINITY};
    out->second.turns = (alea_interval){21, 22};
    return ALEA_OK;
}

static inline alea_status stub_best(const alea__problem *problem, alea__values **values,
                                    alea_best_response *out, alea_error *error)
{
    *values = stub_values(problem->objective, 0);
    if (!*values) return alea__out_of_memory(error);
    alea_status status = alea__values_add(
        *values, &(alea__matrix_shape){"waiting", "own", "other", STUB_SIDE, STUB_SIDE}, error);
    if (status != ALEA_OK) {
        alea__values_free(*values);
        *values = NULL;
        return status;
    }
    stub_fill(&(*values)->matrix[1], 0);
    out->first = (alea_interval){0.6, 0.625};
    out->second = (alea_interval){0.5, 0.525};
    return ALEA_OK;
}

static inline alea_status stub_new_policy(char kind, uint32_t n, alea__policy **out, alea_error *error)
{
    fake_policy *policy = alea__alloc(sizeof *policy);
    if (!policy) return alea__out_of_memory(error);
    *policy = (fake_policy){kind, n};
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

static inline alea_status stub_policy_of_values(const alea__rules *rules, const alea__values *values,
                                                alea__policy **out, alea_error *error)
{
    (void)rules;
    return stub_new_policy('h', values->objective == ALEA_WIN ? 7 : 9, out, error);
}

static inline alea_status stub_pack(const alea__rules *rules, const alea__policy *policy,
                                    unsigned char **data, size_t *size, alea_error *error)
{
    (void)rules;
    const fake_policy *p = (const fake_policy *)policy;
    *data = alea__alloc(2);
    if (!*data) return alea__out_of_memory(error);
    (*data)[0] = (unsigned char)p->kind;
    (*data)[1] = (unsigned char)p->n;
    *size = 2;
    return ALEA_OK;
}

static inline alea_status stub_unpack(const alea__rules *rules, const unsigned char *data, size_t size,
                                      alea__policy **out, alea_error *error)
{
    (void)rules;
    if (size != 2) return alea__fail(error, ALEA_E_FILE, "the policy has %zu bytes, not 2.", size);
    return stub_new_policy((char)data[0], data[1], out, error);
}

static inline alea_status stub_csv(const alea__rules *rules, const alea__policy *policy, char **text,
                                   alea_error *error)
{
    (void)rules;
    const fake_policy *p = (const fake_policy *)policy;
    if (p->kind != 'h') return alea__fail(error, ALEA_E_REFUSED, "It does not hold from some turn total on.");
    *text = alea__alloc(16);
    if (!*text) return alea__out_of_memory(error);
    snprintf(*text, 16, "%u\n", (unsigned)p->n);
    return ALEA_OK;
}

static inline uint64_t stub_freeze_count(const alea__rules *rules)
{
    (void)rules;
    return STUB_POSITIONS;
}

static inline void stub_freeze_state(const alea__rules *rules, uint64_t index, alea_state *out)
{
    bool sampled;
    fake_check_state(rules, index, out, &sampled);
}

/* hold(n), n being the first turn total at which it holds at 0–0. */
static inline alea_status stub_freeze(const alea__rules *rules, const unsigned char *moves,
                                      alea__policy **out, alea_error *error)
{
    (void)rules;
    uint32_t n = 0;
    while (n < 10 && moves[n] != FAKE_HOLD) n++;
    return stub_new_policy('h', n + 2, out, error);
}

static inline alea_status stub_place(const alea__rules *rules, const alea_setting *settings, size_t count,
                                     alea_state *out, alea_error *error)
{
    (void)rules;
    if (count != 1) return alea__fail(error, ALEA_E_USAGE, "One key is wanted.");
    fake_store(out,
               (fake_state){.turn = (uint32_t)strtoul(settings[0].value, NULL, 10), .phase = FAKE_DECIDE});
    return ALEA_OK;
}

static inline int64_t stub_points(const alea__rules *rules, const alea_state *state)
{
    (void)rules, (void)state;
    return 0;
}

static const alea__solver_ops stub_solver = {
    .solve = stub_solve,
    .fits = stub_fits,
    .ask = stub_ask,
    .check = stub_certify,
    .evaluate = stub_evaluate,
    .best_response = stub_best,
    .inexact = stub_inexact,
    .points_so_far = stub_points,
    .policy_of_values = stub_policy_of_values,
    .pack_policy = stub_pack,
    .unpack_policy = stub_unpack,
};

static const alea__freezing_ops stub_freezing = {
    .count = stub_freeze_count, .state = stub_freeze_state, .freeze = stub_freeze};

/* The fake family with exact results. */
static inline alea__family stub_family(void)
{
    static alea__csv_ops csv;
    static alea__text_ops text;
    alea__family family = fake_family;
    csv = *fake_family.csv;
    csv.write = stub_csv;
    text = *fake_family.text;
    text.parse_state = stub_place;
    family.csv = &csv;
    family.text = &text;
    family.solver = &stub_solver;
    family.freezing = &stub_freezing;
    return family;
}

#define STUB_HASH "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

/* A game of it, to be declared as a local. */
#define STUB_GAME(variable, seats)                        \
    FAKE_GAME(variable, seats);                           \
    const alea__family variable##_family = stub_family(); \
    variable.family = &variable##_family;                 \
    variable.title = variable##_spec;                     \
    strcpy(variable.sha256, STUB_HASH)

#endif
