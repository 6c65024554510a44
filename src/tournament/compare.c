/* Is one bot better than another? Exactly, or by two sequential tests, one for each direction. */
#include "base/crew.h"
#include "base/error.h"
#include "base/sized_options.h"
#include "rating/sprt.h"
#include "tournament/choose_values.h"
#include "tournament/group_sums.h"
#include "tournament/messages.h"
#include "tournament/tournament.h"

#include <math.h>

#define COMPARE_MOST_GAMES UINT64_C(10000000)
#define TWO_SIDED          1.959963984540054 /* standard errors to both sides of an estimate: 95 % */

enum {
    UNITS_AHEAD = 8,       /* computed together; they count one by one */
    GROUPS_TO_CHOOSE = 256 /* in which values are tried */
};

typedef struct comparison {
    alea_compare_options options;
    alea__sprt test;
    alea_bot *bots[2];
    alea__lineup lineup;
    uint8_t values; /* chosen for it */
    alea__lineup_total total;
    alea__unit_context context;
    alea__executor executor;
    alea_compare_result *out;
} comparison;

/* Fills in the defaults, and checks options and bots. */
static alea_status compare_check(comparison *c, alea_error *error)
{
    alea_compare_options *o = &c->options;
    const alea_game *game = c->context.game;
    if (o->elo == 0) o->elo = 5;
    if (o->alpha == 0) o->alpha = 0.05;
    if (o->beta == 0) o->beta = 0.05;
    if (o->most_games == 0) o->most_games = COMPARE_MOST_GAMES;
    if (!o->seed_given) o->seed = ALEA_DEFAULT_SEED;
    c->context.seed = o->seed;
    if (game->players != 2)
        return alea__fail(error, ALEA_E_USAGE, COMPARE_PLAYERS, game->spec, game->players);
    for (int i = 0; i < 2; i++)
        if (c->bots[i]->game != game)
            return alea__fail(error, ALEA_E_USAGE, TOURNAMENT_BOT, c->bots[i]->name, game->spec);
    if (!(o->elo > 0)) return alea__fail(error, ALEA_E_RANGE, COMPARE_ELO, o->elo);
    /* Two tests: each may be wrong half as often. */
    c->test = (alea__sprt){.elo0 = 0, .elo1 = o->elo, .alpha = o->alpha / 2, .beta = o->beta};
    return alea__sprt_check(&c->test, error);
}

/* ---- exactly ------------------------------------------------------------------------------------------------------- */

/* Takes the exact result over as difference, bounds and verdict. */
static void compare_take_exact(comparison *c)
{
    const alea__unit_result *r = &c->total.sum;
    alea_compare_result *out = c->out;
    out->exact = true;
    out->lower = fmax(-1, r->win[0] - r->loss[1] - 0x1p-53); /* one rounding of a number up to 1 */
    out->upper = fmin(1, r->win[1] - r->loss[0] + 0x1p-53);
    out->difference = (out->lower + out->upper) / 2;
    out->rate = 0.5 + out->difference / 2;
    out->money = (r->dollars[0] + r->dollars[1]) / 2;
    out->money_lower = r->dollars[0];
    out->money_upper = r->dollars[1];
    const double lower = c->context.money ? out->money_lower : out->lower;
    const double upper = c->context.money ? out->money_upper : out->upper;
    out->verdict = lower > 0 ? ALEA_COMPARE_BETTER : upper < 0 ? ALEA_COMPARE_WORSE : ALEA_COMPARE_EQUAL;
}

/* ---- by games ------------------------------------------------------------------------------------------------------- */

/* Half of one bot's lead over the other, above the middle: mean and deviations over units. */
static alea__moments compare_moments(const alea__group_sums *s, unsigned bot, double middle)
{
    const alea__moments m = alea__group_difference(s, bot, 1 - bot);
    return (alea__moments){.units = m.units, .mean = middle + m.mean / 2, .squares = m.squares / 4};
}

/* The result of equal bots: half of the wins, or no dollars. */
static double compare_middle(const comparison *c)
{
    return c->context.money ? 0 : 0.5;
}

/* Looks at both tests. */
static void compare_look(comparison *c)
{
    alea_compare_result *out = c->out;
    const alea__unit_result *r = &c->total.sum;
    const double middle = compare_middle(c);
    const alea__group_sums sums = alea__group_values(r);
    const alea__moments a = compare_moments(&sums, 0, middle), b = compare_moments(&sums, 1, middle);
    const unsigned each = (unsigned)(r->games / r->groups);
    const alea__sprt_units a_units = {&a, each, middle}, b_units = {&b, each, middle};
    const alea__sprt_state better = alea__sprt_of_units(&c->test, &a_units);
    const alea__sprt_state worse = alea__sprt_of_units(&c->test, &b_units);
    const alea__sprt_state *nearer = better.ratio >= worse.ratio ? &better : &worse;
    out->llr = nearer->ratio;
    out->llr_lower = nearer->lower;
    out->llr_upper = nearer->upper;
    out->verdict = ALEA_COMPARE_UNDECIDED;
    if (better.verdict == ALEA__SPRT_ACCEPT_1)
        out->verdict = ALEA_COMPARE_BETTER;
    else if (worse.verdict == ALEA__SPRT_ACCEPT_1)
        out->verdict = ALEA_COMPARE_WORSE;
    else if (better.verdict == ALEA__SPRT_ACCEPT_0 && worse.verdict == ALEA__SPRT_ACCEPT_0)
        out->verdict = ALEA_COMPARE_EQUAL;
}

/* Estimates from the games, without a test. */
static void compare_estimate(comparison *c)
{
    alea_compare_result *out = c->out;
    const alea__unit_result *r = &c->total.sum;
    if (r->groups == 0) return;
    const bool money = c->context.money;
    const alea__group_sums sums = alea__group_values(r), wins = alea__group_wins(r, money);
    const alea__moments a = compare_moments(&sums, 0, compare_middle(c)),
                        won = compare_moments(&wins, 0, 0.5);
    const alea__sprt_units units = {&a, (unsigned)(r->games / r->groups), compare_middle(c)};
    const alea__sprt_units of_wins = {&won, (unsigned)wins.games_each, 0.5};
    const alea__paired_estimate e = alea__paired_estimate_of(&units, 0.95),
                                rate = alea__paired_estimate_of(&of_wins, 0.95);
    const alea__moments dollars = money ? a : alea__group_dollars(r, 0);
    out->games = r->games;
    out->rate = rate.mean;
    out->rate_se = rate.error;
    out->difference = 2 * out->rate - 1;
    out->lower = out->difference - 2 * TWO_SIDED * out->rate_se;
    out->upper = out->difference + 2 * TWO_SIDED * out->rate_se;
    out->elo = e.normalised;
    out->elo_lower = e.normalised - e.half;
    out->elo_upper = e.normalised + e.half;
    out->money = dollars.mean;
    out->money_se = sqrt(alea__moments_mean_variance(&dollars));
    out->money_lower = out->money - TWO_SIDED * out->money_se;
    out->money_upper = out->money + TWO_SIDED * out->money_se;
}

/* The next units, some at a time. */
static alea_status compare_play_some(comparison *c, bool *more, alea_error *error)
{
    alea__unit unit[UNITS_AHEAD];
    alea__executed done[UNITS_AHEAD] = {0};
    size_t count = 0;
    for (; count < UNITS_AHEAD; count++) {
        unit[count] =
            alea__unit_span(c->lineup.method, 2, c->options.most_games, c->total.units + (uint32_t)count);
        if (unit[count].games == 0) break;
    }
    *more = count > 0;
    alea_status status = alea__execute(&c->executor, unit, count, done, error);
    for (size_t i = 0; i < count && done[i].whole && c->out->verdict == ALEA_COMPARE_UNDECIDED; i++) {
        alea__lineup_add(&c->total, &done[i].result);
        compare_look(c);
    }
    return status;
}

/* ---- all of it ------------------------------------------------------------------------------------------------------- */

/* Exactly if both are functions of the position and the game allows it; else by games until a verdict, or the most games. */
static alea_status compare_run(comparison *c, alea_error *error)
{
    alea_status status = ALEA_OK;
    alea__executed found = {0};
    const bool policies = c->bots[0]->policy && c->bots[1]->policy;
    bool exact = true;
    for (int i = 0; i < 2; i++) exact &= alea__tournament_may_be_exact(c->bots[i]);
    c->lineup = (alea__lineup){{0, 1}, ALEA__UNIT_EXACT};
    c->executor.total = c->options.most_games;
    if (exact) {
        status = alea__execute(&c->executor, &(alea__unit){0}, 1, &found, error);
        if (status != ALEA_OK) return status;
        if (!found.refused) {
            alea__lineup_add(&c->total, &found.result);
            compare_take_exact(c);
            return ALEA_OK;
        }
    }
    if (policies)
        c->lineup.method = ALEA__UNIT_LANES;
    else {
        status = alea__unit_open_values(&c->context, ALEA__MOST_VALUES, error);
        c->out->adjusted = c->context.values[0].known;
        c->lineup.method = c->out->adjusted ? ALEA__UNIT_LUCK : ALEA__UNIT_GROUPS;
        if (status == ALEA_OK)
            status = alea__choose_values(&c->executor, &c->context, &c->lineup, 1, GROUPS_TO_CHOOSE,
                                         &c->values, error);
    }
    bool more = true;
    while (status == ALEA_OK && more && c->out->verdict == ALEA_COMPARE_UNDECIDED)
        status = compare_play_some(c, &more, error);
    compare_estimate(c);
    return status;
}

alea_status alea_compare_play(const alea_game *game, alea_bot *a, alea_bot *b,
                              const alea_compare_options *given, alea_compare_result *out, alea_error *error)
{
    comparison c = {.options = ALEA__OPTIONS(alea_compare_options, given), .bots = {a, b}, .out = out};
    alea_compare_options *o = &c.options;
    c.context = (alea__unit_context){.game = game,
                                     .bots = c.bots,
                                     .money = alea_game_objective(game) == ALEA_MONEY,
                                     .lineups = &c.lineup,
                                     .chosen = &c.values,
                                     .threads = 1,
                                     .memory = o->memory,
                                     .progress = {.stopped = o->progress.stopped, .user = o->progress.user}};
    c.executor = (alea__executor){.context = &c.context, .threads = o->threads, .progress = o->progress};
    *out = (alea_compare_result){
        .game = game->spec, .a = a->name, .b = b->name, .objective = c.context.money ? ALEA_MONEY : ALEA_WIN};
    alea_status status = compare_check(&c, error);
    if (status == ALEA_OK && o->journal && alea__crew_leads())
        status = alea__unit_journal_open(o->journal, &o->progress, &c.executor.journal, error);
    status = alea__crew_agree(status, error);
    if (status == ALEA_OK) status = compare_run(&c, error);
    alea__unit_journal_close(c.executor.journal);
    alea__unit_close_values(&c.context);
    out->stopped = status == ALEA_E_STOPPED;
    return out->stopped ? ALEA_OK : status;
}
