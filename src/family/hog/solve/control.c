/* Values for luck adjustment; implements alea__control_ops. V is the chance to win if both play best, or if both follow a
   policy. The values of best play come from a solved table; those of a policy from one pass over the positions in solving
   order. The expectation over a roll is a sum over its possible points. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/limits.h"
#include "family/hog/messages.h"
#include "family/hog/solve/exact.h"
#include "family/hog/turn/positions.h"
#include "value/control_ops.h"

typedef struct hog_control {
    const hog_game *game;
    double *value; /* owned; of the mover, see hog_place_of */
} hog_control;

/* A position in which a player is to move, the mover's scores first. */
typedef struct control_place {
    uint32_t memory, own, opponent;
} control_place;

/* ---- values ---- */

/* The value for the mover if a turn of n dice scores this many points. */
static double control_after(const hog_control *c, const control_place *at, uint32_t n, uint32_t points)
{
    const hog_rules *rules = &c->game->rules;
    const uint32_t total = at->own + points + hog_bonus(rules, at->memory, n);
    ALEA_ASSERT(total < rules->scores);
    const hog_scores after = rules->after[total * rules->goal + at->opponent];
    if (hog_is_over(rules, after)) return hog_is_won(after);
    const hog_next next = hog_next_of(rules, hog_grants(rules, after), n, points)[at->memory];
    return next.again ? c->value[hog_place_of(rules, next.memory, after.own, after.opponent)]
                      : 1 - c->value[hog_place_of(rules, next.memory, after.opponent, after.own)];
}

/* The mean over all rolls of n dice; for no dice, their value. */
static double control_mean(const hog_control *c, const control_place *at, uint32_t n)
{
    double sum = 0;
    if (n == 0) return control_after(c, at, 0, hog_bacon(&c->game->rules, at->own, at->opponent));
    const hog_odds *odds = hog_odds_at(c->game, at->own, at->opponent, n);
    for (uint32_t points = odds->least; points <= odds->most; points++)
        if (odds->weight[points] > 0) sum += (double)odds->weight[points] * control_after(c, at, n, points);
    return sum / (double)odds->denominator;
}

/* The values of positions if both players follow the policy. */
static alea_status control_follow(hog_control *c, const hog_policy *policy, alea_error *error)
{
    const hog_graph *g = c->game->graph;
    const hog_request request = {
        .source = {hog_source_of(policy)}, .alone = true, .values = true, .never = 0.5};
    hog_workspace *work;
    alea_status status = hog_workspace_make(g, &request, &work, error);
    if (status != ALEA_OK) return status;
    hog_workspace_set_dice(work, 0, policy->dice);
    hog_sweep_plain(work);
    for (uint32_t cell = 0; cell < g->goal * g->goal; cell++)
        for (uint32_t m = 0; m < g->memories; m++)
            c->value[hog_place_of(&c->game->rules, m, cell / g->goal, cell % g->goal)] =
                work->side[0].value[(size_t)cell * g->places + m];
    hog_workspace_free(work);
    return ALEA_OK;
}

/* The middles of the bounds of best play. */
static alea_status control_solve(hog_control *c, const alea__problem *given, size_t places, alea_error *error)
{
    const alea__problem problem = {
        .rules = given->rules, .objective = given->objective, .options = given->options};
    alea__values *values = NULL;
    alea_status status = hog_solve(&problem, &values, error);
    if (status == ALEA_OK) {
        const alea__matrix *m = &values->matrix[HOG_MOVER];
        for (size_t i = 0; i < places; i++) c->value[i] = (m->lower[i] + m->upper[i]) / 2;
    }
    alea__values_free(values);
    return status;
}

/* ---- states ---- */

static void control_share(unsigned mover, double mine, double value[ALEA_MAX_SEATS])
{
    ALEA_ASSERT(mover < HOG_SEATS);
    value[mover] = mine;
    value[1 - mover] = 1 - mine;
}

/* V of a state: of a finished game its result, where dice are rolled the mean over all rolls. */
static void control_of_state(const hog_control *c, const hog_state *s, double value[ALEA_MAX_SEATS])
{
    const control_place at = {s->memory, s->score[s->mover], s->score[1 - s->mover]};
    if (s->phase == HOG_FINISHED)
        control_share(s->winner == HOG_NOBODY ? s->mover : s->winner, s->winner == HOG_NOBODY ? 0.5 : 1,
                      value);
    else if (s->phase == HOG_ROLL)
        control_share(s->mover, control_mean(c, &at, s->dice), value);
    else
        control_share(s->mover, c->value[hog_place_of(&c->game->rules, at.memory, at.own, at.opponent)],
                      value);
}

static alea_status control_value(void *control, const alea_state *state, double value[ALEA_MAX_SEATS],
                                 alea_error *error)
{
    const hog_state s = hog_state_of(state);
    (void)error;
    control_of_state(control, &s, value);
    return ALEA_OK;
}

static alea_status control_luck(void *control, const alea_state *before, const alea_state *after,
                                double luck[ALEA_MAX_SEATS], alea_error *error)
{
    const hog_state from = hog_state_of(before), to = hog_state_of(after);
    double mean[ALEA_MAX_SEATS];
    (void)error;
    ALEA_ASSERT(from.phase == HOG_ROLL);
    control_of_state(control, &from, mean);
    control_of_state(control, &to, luck);
    for (unsigned seat = 0; seat < HOG_SEATS; seat++) luck[seat] -= mean[seat];
    return ALEA_OK;
}

/* ---- opening ---- */

static void control_close(void *control)
{
    hog_control *c = control;
    if (c) alea__free(c->value);
    alea__free(c);
}

/* Policies of this family all have exact results, so each will do as a reference. */
static alea_status control_open(const alea__problem *problem, const void *best, void **out, alea_error *error)
{
    (void)best; /* all is found in one sweep anyway */
    const hog_game *game = hog_game_of(problem->rules);
    const size_t places = hog_place_of(&game->rules, game->rules.memories, 0, 0);
    if (problem->objective != ALEA_WIN) return alea__fail(error, ALEA_E_USAGE, HOG_CONTROL_WINS);
    alea_status status = alea__check_memory("This", 8.0 * (double)places, problem->options->memory, error);
    if (status != ALEA_OK) return status;
    hog_control *c = alea__alloc(sizeof *c);
    if (!c) return alea__out_of_memory(error);
    c->game = game;
    c->value = alea__alloc_array(places, sizeof *c->value);
    if (!c->value)
        status = alea__out_of_memory(error);
    else if (problem->policy[0])
        status = control_follow(c, hog_policy_of(problem->policy[0]), error);
    else
        status = control_solve(c, problem, places, error);
    if (status == ALEA_OK)
        *out = c;
    else
        control_close(c);
    return status;
}

static const char *const references[] = {"always(4)", "always(6)", NULL};

const alea__control_ops hog_control_ops = {.references = references,
                                           .open = control_open,
                                           .close = control_close,
                                           .value = control_value,
                                           .luck = control_luck};
