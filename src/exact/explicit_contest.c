/* Contests of games that are explicit graphs. A strategy is a table over the two scores: in every decision node it plays
   the move for the scores there. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/explicit_inside.h"
#include "exact/messages.h"

#include <stdio.h>

#define PAIR_ERROR 1e-12 /* twice the greatest width of a pair's bounds */

static uint32_t contest_side(const alea__rules *rules)
{
    uint32_t side, most;
    alea__explicit_rules_of(rules)->family->contest->domain(rules, &side, &most);
    return side;
}

/* The index of a node's scores in a table. */
static uint32_t contest_cell(const alea__rules *rules, uint32_t node)
{
    const alea__explicit_rules *r = alea__explicit_rules_of(rules);
    alea__scores scores;
    alea_state state;
    r->source->state_of(rules, node, &state);
    r->family->contest->scores(rules, &state, &scores);
    ALEA_ASSERT(scores.count == 1 && scores.own < contest_side(rules) &&
                scores.other[0] < contest_side(rules));
    return scores.own * contest_side(rules) + scores.other[0];
}

alea_status alea__explicit_find_cells(const alea__rules *rules, alea__explicit *g, alea_error *error)
{
    const size_t cells = (size_t)contest_side(rules) * contest_side(rules);
    g->cell = alea__alloc_array(cells, sizeof *g->cell);
    if (!g->cell) return alea__out_of_memory(error);
    for (size_t i = 0; i < cells; i++) g->cell[i] = ALEA__NO_NODE;
    for (uint32_t i = g->decisions; i-- > 0;) g->cell[contest_cell(rules, g->decision[i])] = g->decision[i];
    return ALEA_OK;
}

/* ---- the states of a table ---- */

static uint64_t contest_count(const alea__rules *rules)
{
    return (uint64_t)contest_side(rules) * contest_side(rules);
}

/* Scores that play never reaches are asked like the rest, in a state with other scores, because no answer for them matters. */
static void contest_state(const alea__rules *rules, uint64_t index, alea_state *out)
{
    ALEA_ASSERT(index < contest_count(rules));
    const alea__explicit_rules *r = alea__explicit_rules_of(rules);
    const alea__explicit *g;
    if (alea__explicit_of(rules, &g, NULL) != ALEA_OK || g->decisions == 0)
        r->family->play->start(rules, out);
    else
        r->source->state_of(rules, g->cell[index] != ALEA__NO_NODE ? g->cell[index] : g->decision[0], out);
}

/* The plan that plays moves[own * side + other] in every decision. Fails with ALEA_E_STATE if such a move is not legal. */
static alea_status contest_policy(const alea__rules *rules, const unsigned char *moves, alea__policy **out,
                                  alea_error *error)
{
    const alea__explicit *g;
    alea__explicit_policy *policy = NULL;
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status == ALEA_OK) status = alea__explicit_plan_new(g, &policy, error);
    for (uint32_t i = 0; status == ALEA_OK && i < g->decisions; i++)
        status = alea__explicit_plan_move(g, policy, g->decision[i],
                                          moves[contest_cell(rules, g->decision[i])], error);
    if (status == ALEA_OK)
        *out = (alea__policy *)policy;
    else
        alea__explicit_policy_free((alea__policy *)policy);
    return status;
}

const alea__freezing_ops alea__explicit_cells = {
    .count = contest_count, .state = contest_state, .freeze = contest_policy};

uint32_t alea__explicit_number_move(const alea__rules *rules, uint32_t answer, char *why, size_t size)
{
    uint32_t side, most;
    alea__explicit_rules_of(rules)->family->contest->domain(rules, &side, &most);
    if (answer <= most) return answer;
    snprintf(why, size, EXACT_ANSWER_RANGE, (unsigned)most, (unsigned)answer);
    return ALEA__NO_MOVE;
}

/* ---- pairs ---- */

alea_status alea__explicit_pair_open(const alea__rules *rules, void **workspace, alea_error *error)
{
    const alea__explicit *g;
    const alea__rules **made = alea__alloc(sizeof *made);
    alea_status status = made ? alea__explicit_of(rules, &g, error) : alea__out_of_memory(error);
    if (status == ALEA_OK) {
        *made = rules;
        *workspace = made;
    } else {
        alea__free(made);
    }
    return status;
}

void alea__explicit_pair_close(void *workspace)
{
    alea__free(workspace);
}

alea_status alea__explicit_pair(void *workspace, const unsigned char *a, const unsigned char *b,
                                double rate[2], alea_error *error)
{
    static const alea_solve_options options = {.tolerance = PAIR_ERROR};
    const alea__rules *rules = *(const alea__rules **)workspace;
    alea__policy *first = NULL, *second = NULL;
    alea_evaluation eval;
    alea_status status = contest_policy(rules, a, &first, error);
    if (status == ALEA_OK) status = contest_policy(rules, b, &second, error);
    const alea__problem problem = {
        .rules = rules, .objective = ALEA_WIN, .policy = {first, second}, .options = &options};
    if (status == ALEA_OK) status = alea__explicit_evaluate(&problem, &eval, error);
    if (status == ALEA_OK) {
        rate[0] = 0.5 * (eval.first.win.lower + eval.first.win.upper);
        rate[1] = 0.5 * (eval.second.win.lower + eval.second.win.upper);
    }
    alea__explicit_policy_free(first);
    alea__explicit_policy_free(second);
    return status;
}

double alea__explicit_pair_error(const alea__rules *rules)
{
    (void)rules;
    return PAIR_ERROR;
}
