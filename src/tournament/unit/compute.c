/* Computes units: exactly, by blocks, or by groups of games with the same dice. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "play/match_run.h"
#include "tournament/unit/messages.h"
#include "tournament/unit/unit.h"

#include <alea/exact.h>
#include <string.h>

/* The bots of a lineup, by place. */
typedef struct unit_table {
    const alea__unit_context *context;
    const alea__unit *unit;
    alea_bot *bot[ALEA_MAX_SEATS];
    unsigned players;
} unit_table;

/* ---- exactly -------------------------------------------------------------------------------------------- */

/* Limit for all answers of a program, a minute or two. A program that needs more plays games. */
#define EXACT_FUEL UINT64_C(100000000000)

static alea_solve_options unit_solve_options(const alea__unit_context *c)
{
    return (alea_solve_options){.size = sizeof(alea_solve_options),
                                .threads = c->threads,
                                .memory = c->memory,
                                .fuel = EXACT_FUEL,
                                .progress = {.stopped = c->progress.stopped, .user = c->progress.user}};
}

static alea_objective unit_objective(const alea__unit_context *c)
{
    return c->money ? ALEA_MONEY : ALEA_WIN;
}

/* The exact result of the two bots, over both seats: wins and dollars, whichever counts. */
static alea_status unit_evaluate(const unit_table *t, alea__unit_result *out, alea_error *error)
{
    alea_evaluation e;
    const alea_solve_options how = unit_solve_options(t->context);
    ALEA_ASSERT(t->players == 2);
    alea_status status = alea_bot_evaluate(t->context->game, t->bot[0], t->bot[1], ALEA_WIN, &how, &e, error);
    if (status == ALEA_E_RANGE) status = ALEA_E_REFUSED; /* too wide bounds: the bots play games */
    if (status != ALEA_OK) return status;
    out->win[0] = e.mean.win.lower;
    out->win[1] = e.mean.win.upper;
    out->loss[0] = e.mean.loss.lower;
    out->loss[1] = e.mean.loss.upper;
    out->dollars[0] = e.mean.money.lower;
    out->dollars[1] = e.mean.money.upper;
    return ALEA_OK;
}

/* The loss of a bot against optimal play over both seats: dollars, or half minus its win rate. */
static void unit_take_loss(const alea_evaluation *e, bool money, alea__unit_result *out)
{
    out->worth |= ALEA__HAS_LOSS;
    if (money) {
        out->loss[0] = -e->mean.money.upper;
        out->loss[1] = -e->mean.money.lower;
        return;
    }
    /* Exact from 1/4 on; below that the difference is rounded by at most 2^-54. */
    out->loss[0] = 0.5 - e->mean.win.upper - (e->mean.win.upper < 0.25 ? 0x1p-53 : 0);
    out->loss[1] = 0.5 - e->mean.win.lower + (e->mean.win.lower < 0.25 ? 0x1p-53 : 0);
}

/* The value of a bot: how much its best response wins, and how much it loses to optimal play. Parts without a result are
   left out. */
static alea_status unit_weigh(const unit_table *t, alea__unit_result *out, alea_error *error)
{
    alea_best_response best;
    alea_evaluation e;
    alea_table *table = NULL;
    const alea_game *game = t->context->game;
    const alea_solve_options how = unit_solve_options(t->context);
    const alea_objective objective = unit_objective(t->context);
    alea_status status = alea_table_best_response(game, t->bot[0], objective, &how, &table, &best, error);
    alea_table_free(table);
    if (status == ALEA_OK) {
        out->worth |= ALEA__HAS_EXPLOITABILITY;
        out->win[0] = best.exploitability.lower;
        out->win[1] = best.exploitability.upper;
    } else if (status != ALEA_E_REFUSED && status != ALEA_E_RANGE) {
        return status;
    }
    if (!t->context->optimal) return ALEA_OK;
    status = alea_bot_evaluate(game, t->bot[0], t->context->optimal, objective, &how, &e, error);
    if (status == ALEA_OK) unit_take_loss(&e, t->context->money, out);
    return status == ALEA_E_REFUSED ? ALEA_OK : status;
}

/* ---- by blocks ------------------------------------------------------------------------------------------- */

/* Products of the dollars of two bots. All dollars add up to 0 in each game, so for two and three players the squares
   determine the products. */
static void unit_take_dollars(unsigned players, alea__unit_result *out)
{
    double all = 0;
    ALEA_ASSERT(players <= 3);
    for (unsigned i = 0; i < players; i++) all += out->money_squares[i];
    for (unsigned i = 0; i < players; i++) {
        out->value[i] = (double)out->money[i];
        for (unsigned j = 0; j < players; j++) {
            const double two = out->money_squares[i] + out->money_squares[j], third = all - two;
            out->value_products[i][j] = i == j ? out->money_squares[i] : (third - two) / 2;
        }
    }
}

/* Single games do not depend on each other, and one bot at most wins each. */
static void unit_take_blocks(const alea__totals *totals, unsigned players, alea__unit_result *out)
{
    const alea__tally *tally = &totals->tally;
    out->games = out->groups = tally->games;
    out->unfinished = tally->unfinished;
    out->turns = tally->turns;
    for (unsigned bot = 0; bot < players; bot++) {
        for (unsigned seat = 0; seat < players; seat++) {
            out->wins[bot] += tally->wins[bot][seat];
            out->money[bot] += tally->money[bot][seat];
        }
        out->money_squares[bot] = (double)totals->money_squared[bot];
        out->value[bot] = out->value_products[bot][bot] = (double)out->wins[bot];
        for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
            out->forfeits[bot] += totals->failures.count[bot][kind];
    }
}

/* Plays the unit as a span of one long run. */
static alea_status unit_play_blocks(const unit_table *t, alea__unit_result *out, alea_error *error)
{
    const alea__unit *unit = t->unit;
    const alea__unit_context *c = t->context;
    alea__run_played *played = alea__alloc(sizeof *played);
    if (!played) return alea__out_of_memory(error);
    const alea__run_job job = {
        .game = c->game,
        .bots = t->bot,
        .options = {.size = sizeof(alea_run_options),
                    .games = unit->first + unit->games,
                    .seed = c->seed,
                    .seed_given = true,
                    .threads = c->threads,
                    .progress = {.stopped = c->progress.stopped, .user = c->progress.user}},
        .span = {unit->first, unit->games}};
    alea_status status = alea__run_play(&job, played, error);
    if (status == ALEA_OK && played->stopped) status = alea__fail(error, ALEA_E_STOPPED, TOURNAMENT_STOPPED);
    if (status == ALEA_OK) unit_take_blocks(&played->totals, t->players, out);
    if (status == ALEA_OK && c->money) unit_take_dollars(t->players, out);
    alea__free(played);
    return status;
}

/* ---- by groups ------------------------------------------------------------------------------------------- */

/* Takes over the sums of a unit's games. */
static void unit_take_sums(const alea__luck_sums *sums, unsigned players, alea__unit_result *out)
{
    out->games = sums->games;
    out->groups = sums->units;
    out->unfinished = sums->unfinished;
    out->turns = sums->turns;
    for (unsigned bot = 0; bot < players; bot++) {
        out->wins[bot] = sums->wins[bot];
        out->money[bot] = sums->money[bot];
        out->money_squares[bot] = sums->money_squares[bot];
        out->forfeits[bot] = sums->forfeits[bot];
        out->decisions[bot] = sums->decisions[bot];
        out->fuel[bot] = sums->fuel[bot];
        out->value[bot] = sums->adjusted[bot];
        for (unsigned other = 0; other < players; other++)
            out->value_products[bot][other] = sums->adjusted_products[bot][other];
    }
}

/* The bots at the table, by groups. */
static alea__luck_match unit_match(const unit_table *t)
{
    return (alea__luck_match){.bots = t->bot,
                              .seed = t->context->seed,
                              .seats = ALEA_ROTATE,
                              .common_dice = true,
                              .progress = &t->context->progress};
}

/* A unit's bots are fresh, and remember until its end. */
static alea_status unit_play_groups(const unit_table *t, alea__unit_result *out, alea_error *error)
{
    alea__luck_player *player = NULL;
    alea__luck_sums *sums = alea__alloc(sizeof *sums);
    const alea__luck_match match = unit_match(t);
    const alea__luck_span span = {t->unit->first, t->unit->games};
    const alea__unit_values *values = alea__unit_values_of(t->context, t->unit->lineup);
    ALEA_ASSERT(values->known == (t->context->lineups[t->unit->lineup].method == ALEA__UNIT_LUCK));
    alea_status status = sums ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) status = alea__luck_player_open(values->luck, &player, error);
    if (status == ALEA_OK) status = alea__luck_play_block(player, &match, span, NULL, sums, error);
    if (status == ALEA_OK) unit_take_sums(sums, t->players, out);
    alea__luck_player_close(player);
    alea__free(sums);
    return status;
}

/* ---- values ---------------------------------------------------------------------------------------------- */

/* Finds the values that leave the least variance to the lineup, in as many games as the unit has. These games do not count. */
static alea_status unit_choose_values(const unit_table *t, alea__unit_result *out, alea_error *error)
{
    const alea__unit_context *c = t->context;
    const alea__luck_match match = unit_match(t);
    alea__luck *candidates[ALEA__MOST_VALUES];
    size_t best;
    for (unsigned i = 0; i < c->values_count; i++) candidates[i] = c->values[i].luck;
    alea_status status =
        alea__luck_choose(candidates, c->values_count, &match, t->unit->games, c->threads, &best, error);
    if (status != ALEA_OK) return status;
    out->win[0] = out->win[1] = (double)best / (double)ALEA__MOST_VALUES;
    out->games = t->unit->games;
    out->groups = t->unit->games / t->players;
    return ALEA_OK;
}

/* Opens the next values; those that the game does not have are left out. */
static alea_status values_open_one(alea__unit_context *c, const alea__luck_options *options,
                                   alea_error *error)
{
    alea__unit_values *next = &c->values[c->values_count];
    ALEA_ASSERT(c->values_count < ALEA__MOST_VALUES);
    alea_status status = alea__luck_open(c->game, options, &next->luck, error);
    if (status == ALEA_E_STOPPED || status == ALEA_E_MEMORY) return status;
    if (status != ALEA_OK) return options->plain ? status : ALEA_OK;
    next->reference = options->reference;
    next->known = !options->plain;
    c->values_count++;
    return ALEA_OK;
}

alea_status alea__unit_open_values(alea__unit_context *c, unsigned most, alea_error *error)
{
    const alea_solve_options solve = {.size = sizeof solve,
                                      .memory = c->memory,
                                      .progress = {.stopped = c->progress.stopped, .user = c->progress.user}};
    const alea_objective objective = unit_objective(c);
    alea__luck_options options = {.objective = objective, .solve = &solve};
    ALEA_ASSERT(most > 0 && most <= ALEA__MOST_VALUES);
    c->values_count = 0;
    alea_status status = values_open_one(c, &options, error);
    for (const char *const *reference = alea__luck_references(c->game);
         status == ALEA_OK && *reference && c->values_count < most; reference++) {
        options.reference = *reference;
        options.best = c->values_count > 0 && !c->values[0].reference ? c->values[0].luck : NULL;
        status = values_open_one(c, &options, error);
    }
    options = (alea__luck_options){.objective = objective, .plain = true};
    if (status == ALEA_OK && c->values_count == 0) status = values_open_one(c, &options, error);
    return status;
}

void alea__unit_close_values(alea__unit_context *c)
{
    for (unsigned i = 0; i < c->values_count; i++) alea__luck_close(c->values[i].luck);
    c->values_count = 0;
}

alea_status alea__unit_compute(const alea__unit_context *c, const alea__unit *unit, alea__unit_result *out,
                               alea_error *error)
{
    const alea__lineup *lineup = &c->lineups[unit->lineup];
    unit_table table = {.context = c, .unit = unit, .players = c->game->players};
    *out = (alea__unit_result){0};
    for (unsigned i = 0; i < table.players; i++)
        table.bot[i] = c->bots[lineup->entrant[lineup->method == ALEA__UNIT_WORTH ? 0 : i]];
    switch (lineup->method) {
    case ALEA__UNIT_EXACT: return unit_evaluate(&table, out, error);
    case ALEA__UNIT_WORTH: return unit_weigh(&table, out, error);
    case ALEA__UNIT_LANES: return unit_play_blocks(&table, out, error);
    case ALEA__UNIT_VALUES: return unit_choose_values(&table, out, error);
    default: return unit_play_groups(&table, out, error);
    }
}
