/* Decides the lineups, the method for each of them, and what to play next. */
#include "tournament/tournament.h"
#include "base/crew.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "tournament/choose_values.h"
#include "tournament/cyclic.h"
#include "tournament/design.h"
#include "tournament/messages.h"
#include "tournament/swiss.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_GAMES  UINT64_C(10000)
#define ADJUSTED_GAMES UINT64_C(4096) /* without luck adjustment */
#define DEFAULT_MOST   UINT64_C(10000000)
#define GREATEST_GAMES UINT64_C(1000000000000)

/* ---- what was asked for ------------------------------------------------------------------------------------- */

static void tournament_fill_defaults(alea_tournament_options *o, bool money)
{
    if (o->most_games == 0) o->most_games = DEFAULT_MOST;
    if (o->confidence == 0) o->confidence = 0.95;
    if (!o->tie_given && o->tie == 0) o->tie = money ? 1 : 10;
    if (o->against == 0) o->against = 1;
    if (!o->seed_given) o->seed = ALEA_DEFAULT_SEED;
}

static bool tournament_is_share(double x)
{
    return x >= 0.5 && x <= 0.999999;
}

/* Numbers must be within the ranges of alea/tournament.h. */
static alea_status tournament_check_numbers(const alea_tournament_options *o, unsigned count,
                                            alea_error *error)
{
    if (o->until != 0 && !tournament_is_share(o->until))
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_UNTIL, o->until);
    if (!tournament_is_share(o->confidence))
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_CONFIDENCE, o->confidence);
    if (!(o->tie >= 0 && o->tie <= 1e6)) return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_TIE, o->tie);
    if (o->games > GREATEST_GAMES || o->most_games > GREATEST_GAMES)
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_GAMES, GREATEST_GAMES);
    if (o->anchor > count) return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_ANCHOR, o->anchor, count);
    if ((unsigned)o->design > ALEA_SWISS) return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_DESIGN);
    return ALEA_OK;
}

/* Checks that there are enough bots, opened for this game, with different names. */
static alea_status tournament_check_bots(const alea__tournament *t, alea_error *error)
{
    const alea_game *game = t->game;
    if (game->players < 2) return alea__fail(error, ALEA_E_USAGE, TOURNAMENT_PLAYERS, game->spec);
    if (t->count < game->players)
        return alea__fail(error, ALEA_E_USAGE, TOURNAMENT_FEW, game->spec, game->players, t->count);
    if (t->count > ALEA_TOURNAMENT_BOTS)
        return alea__fail(error, ALEA_E_USAGE, TOURNAMENT_MANY, ALEA_TOURNAMENT_BOTS, t->count);
    for (unsigned i = 0; i < t->count; i++)
        if (t->bots[i]->game != game)
            return alea__fail(error, ALEA_E_USAGE, TOURNAMENT_BOT, t->bots[i]->name, game->spec);
    for (unsigned i = 0; i < t->count; i++)
        for (unsigned j = 0; j < i; j++)
            if (strcmp(t->bots[i]->name, t->bots[j]->name) == 0)
                return alea__fail(error, ALEA_E_USAGE, TOURNAMENT_ALIKE, t->bots[i]->name);
    if (t->options.design == ALEA_SWISS && game->players != 2)
        return alea__fail(error, ALEA_E_USAGE, TOURNAMENT_SWISS_SEATS, game->spec, game->players);
    if (t->options.until != 0 && t->options.design == ALEA_SWISS)
        return alea__fail(error, ALEA_E_USAGE, TOURNAMENT_SWISS_UNTIL);
    return ALEA_OK;
}

/* ---- lineups ------------------------------------------------------------------------------------------------- */

/* Testing others takes longer than games. */
bool alea__tournament_may_be_exact(const alea_bot *bot)
{
    return bot->policy || strcmp(alea_bot_kind(bot), "wasm") == 0 ||
           alea_bot_purity(bot) == ALEA_DECLARED_PURE;
}

/* Chooses how a lineup is played: by groups if it has a program, or for the dollars of four and more players, because
   blocks do not record how the dollars of two vary together; else in whole blocks. */
static alea__unit_method tournament_choose_play(const alea__tournament *t, const alea__lineup *lineup)
{
    bool groups = t->context.money && t->game->players > 3;
    for (unsigned i = 0; i < t->game->players; i++) groups |= !t->bots[lineup->entrant[i]]->policy;
    if (!groups) return ALEA__UNIT_LANES;
    return t->context.values[0].known ? ALEA__UNIT_LUCK : ALEA__UNIT_GROUPS;
}

/* Two that are functions of the position meet exactly. */
static alea__unit_method tournament_choose_method(const alea__tournament *t, const alea__lineup *lineup)
{
    bool exact = t->game->players == 2;
    for (unsigned i = 0; i < t->game->players; i++)
        exact &= alea__tournament_may_be_exact(t->bots[lineup->entrant[i]]);
    return exact ? ALEA__UNIT_EXACT : tournament_choose_play(t, lineup);
}

static int lineup_before(const void *a, const void *b)
{
    const alea__lineup *p = a, *q = b;
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++)
        if (p->entrant[i] != q->entrant[i]) return p->entrant[i] < q->entrant[i] ? -1 : 1;
    return 0;
}

static int lineup_by_number(const void *a, const void *b)
{
    const uint32_t *p = a, *q = b;
    return *p < *q ? -1 : *p > *q;
}

/* Whether the same bots are at a table already. */
static bool tournament_has_lineup(const alea__tournament *t, const alea__lineup *lineup)
{
    for (uint32_t i = 0; i < t->lineups; i++)
        if (lineup_before(&t->lineup[i], lineup) == 0) return true;
    return false;
}

static alea_status tournament_grow(alea__tournament *t, uint32_t more, alea_error *error)
{
    uint32_t capacity = t->capacity, chosen = t->capacity;
    if (!alea__grow(&t->lineup, &capacity, t->lineups + more, sizeof *t->lineup) ||
        !alea__grow(&t->chosen, &chosen, t->lineups + more, sizeof *t->chosen) ||
        !alea__grow(&t->total, &t->capacity, t->lineups + more, sizeof *t->total))
        return alea__out_of_memory(error);
    return ALEA_OK;
}

/* Adds the lineups of a design. All seatings of a lineup are played, so each set of bots is added once. With `all`, there
   are no lineups yet, and sorting finds equal ones. */
static alea_status tournament_add_design(alea__tournament *t, const alea__design *design, bool all,
                                         alea_error *error)
{
    alea_status status = tournament_grow(t, design->count, error);
    if (status != ALEA_OK) return status;
    const uint32_t before = t->lineups;
    for (uint32_t i = 0; i < design->count; i++) {
        alea__lineup next = {{0}, ALEA__UNIT_GROUPS};
        memcpy(next.entrant, &design->lineup[(size_t)i * design->seats], design->seats * sizeof(uint32_t));
        qsort(next.entrant, design->seats, sizeof(uint32_t), lineup_by_number);
        next.method = tournament_choose_method(t, &next);
        if (!all && tournament_has_lineup(t, &next)) continue;
        t->lineup[t->lineups] = next;
        t->chosen[t->lineups] = 0;
        t->total[t->lineups++] = (alea__lineup_total){.units = 0};
    }
    if (!all) return ALEA_OK;
    qsort(&t->lineup[before], t->lineups - before, sizeof *t->lineup, lineup_before);
    uint32_t kept = before;
    for (uint32_t i = before; i < t->lineups; i++)
        if (kept == before || lineup_before(&t->lineup[kept - 1], &t->lineup[i]) != 0)
            t->lineup[kept++] = t->lineup[i];
    t->lineups = kept;
    return ALEA_OK;
}

/* The lineups of a round robin or a gauntlet. */
static alea_status tournament_make_lineups(alea__tournament *t, alea_error *error)
{
    alea__design design = {0};
    alea_status status;
    const unsigned players = t->game->players;
    if (t->options.design == ALEA_GAUNTLET)
        status = alea__design_gauntlet(t->count, t->options.against, players, &design, error);
    else if (players == 2)
        status = alea__design_round_robin(t->count, false, &design, error);
    else
        status = alea__design_cyclic(t->count, players, &design, error);
    if (status == ALEA_OK) status = tournament_add_design(t, &design, true, error);
    alea__design_free(&design);
    return status;
}

/* ---- rounds of work ------------------------------------------------------------------------------------------ */

void alea__lineup_add(alea__lineup_total *total, const alea__unit_result *more)
{
    alea__unit_result *sum = &total->sum;
    if (total->units == 0)
        *sum = *more;
    else {
        sum->games += more->games;
        sum->groups += more->groups;
        sum->unfinished += more->unfinished;
        sum->turns += more->turns;
        for (unsigned i = 0; i < ALEA_MAX_SEATS; i++) {
            sum->wins[i] += more->wins[i];
            sum->money[i] += more->money[i];
            sum->forfeits[i] += more->forfeits[i];
            sum->fuel[i] += more->fuel[i];
            sum->decisions[i] += more->decisions[i];
            sum->money_squares[i] += more->money_squares[i];
            sum->value[i] += more->value[i];
            for (unsigned j = 0; j < ALEA_MAX_SEATS; j++)
                sum->value_products[i][j] += more->value_products[i][j];
        }
    }
    total->units++;
}

/* The next unit of a lineup that is played for `games` games, or the one this many units later. Returns false if there is none. */
static bool tournament_next_unit(const alea__tournament *t, uint32_t lineup, uint64_t games, uint32_t later,
                                 alea__unit *out)
{
    const uint32_t number = t->total[lineup].units + later;
    const alea__unit_method method = t->lineup[lineup].method;
    *out = alea__unit_span(method, t->game->players, games, number);
    out->lineup = lineup;
    return method == ALEA__UNIT_EXACT ? number == 0 : out->games > 0;
}

/* Reports the standings so far. */
static alea_status tournament_show(const alea__tournament *t, alea_error *error)
{
    alea_tournament_result *so_far;
    if (!t->options.standings) return ALEA_OK;
    alea_status status = alea__tournament_stand(t, false, &so_far, error);
    if (status != ALEA_OK) return status;
    t->options.standings(t->options.standings_user, so_far);
    alea_tournament_free(so_far);
    return ALEA_OK;
}

enum { GROUPS_TO_CHOOSE = 64 }; /* in which values are tried */

/* Gets the results of units of different lineups, and adds them up in their order. A lineup that has no exact result is played
   from now on. */
static alea_status tournament_work(alea__tournament *t, const alea__unit *units, size_t count,
                                   alea_error *error)
{
    alea__executed *done = alea__alloc_array(count, sizeof *done);
    if (!done) return alea__out_of_memory(error);
    t->context.lineups = t->lineup;
    t->context.chosen = t->chosen;
    alea_status status = alea__choose_values(&t->executor, &t->context, t->lineup, t->lineups,
                                             GROUPS_TO_CHOOSE, t->chosen, error);
    if (status == ALEA_OK) status = alea__execute(&t->executor, units, count, done, error);
    const bool counts = status == ALEA_OK || status == ALEA_E_STOPPED;
    for (size_t i = 0; i < count && counts; i++) {
        const uint32_t lineup = units[i].lineup;
        if (done[i].refused)
            t->lineup[lineup].method = tournament_choose_play(t, &t->lineup[lineup]);
        else if (done[i].whole)
            alea__lineup_add(&t->total[lineup], &done[i].result);
    }
    alea__free(done);
    return status == ALEA_OK ? tournament_show(t, error) : status;
}

/* The remaining work of lineups first … t->lineups - 1, for progress. */
static uint64_t tournament_work_left(const alea__tournament *t, uint32_t first)
{
    uint64_t left = 0;
    for (uint32_t i = first; i < t->lineups; i++) {
        const bool exact = t->lineup[i].method == ALEA__UNIT_EXACT;
        const uint64_t played = t->total[i].sum.games;
        left += exact ? t->total[i].units == 0
                      : t->options.games - (played < t->options.games ? played : t->options.games);
    }
    return left;
}

/* Plays lineups first … t->lineups - 1 to the end. They grow together: each round has one unit of each, or several if there
   are few lineups, so that all threads and processes have work. The result does not depend on the rounds. */
static alea_status tournament_play_lineups(alea__tournament *t, uint32_t first, alea_error *error)
{
    enum { UNITS_EACH = 32 };
    const size_t parts = t->executor.parts > 0 ? t->executor.parts : 1;
    const size_t a_round = UNITS_EACH * parts * alea__crew_size();
    alea_status status = ALEA_OK;
    alea__unit *units = alea__alloc_array(t->lineups + a_round, sizeof *units);
    if (!units) return alea__out_of_memory(error);
    const uint32_t lineups = t->lineups - first;
    size_t count;
    do {
        count = 0;
        t->executor.total = t->executor.done + tournament_work_left(t, first);
        for (uint32_t i = first; i < t->lineups; i++)
            for (uint32_t later = 0; later == 0 || (later + 1) * (size_t)lineups <= a_round; later++)
                count += tournament_next_unit(t, i, t->options.games, later, &units[count]);
        if (count > 0) status = tournament_work(t, units, count, error);
    } while (count > 0 && status == ALEA_OK);
    alea__free(units);
    return status;
}

/* ---- Swiss rounds --------------------------------------------------------------------------------------------- */

/* The points of each bot: the mean result of each of its matches. A bye is a win, or no dollars. */
static alea_status swiss_points(const alea__tournament *t, alea__swiss_entrant *entrant, alea_error *error)
{
    alea__tournament_pairs pairs;
    alea_status status = alea__tournament_pairs_make(t, &pairs, error);
    if (status != ALEA_OK) return status;
    for (unsigned i = 0; i < t->count; i++) entrant[i].points = t->context.money ? 0 : entrant[i].byes;
    for (uint32_t i = 0; i < pairs.ranked.count; i++) {
        const alea__pair_result *pair = &pairs.ranked.pair[i];
        entrant[pair->a].points += pair->mean;
        entrant[pair->b].points += (t->context.money ? 0 : 1) - pair->mean;
    }
    alea__tournament_pairs_free(&pairs);
    return ALEA_OK;
}

/* Adds the lineups of the next round. */
static alea_status swiss_draw(alea__tournament *t, alea__swiss_entrant *entrant, alea_error *error)
{
    alea__design round = {0};
    uint32_t bye, (*played)[2] = alea__alloc_array(t->lineups + 1, sizeof *played);
    if (!played) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < t->lineups; i++) memcpy(played[i], t->lineup[i].entrant, sizeof played[i]);
    const alea__swiss swiss = {.entrants = t->count,
                               .entrant = entrant,
                               .played = (const uint32_t(*)[2])played,
                               .games = t->lineups,
                               .seed = t->options.seed};
    alea_status status = swiss_points(t, entrant, error);
    if (status == ALEA_OK) status = alea__swiss_round(&swiss, &round, &bye, error);
    if (status == ALEA_OK) {
        if (bye != ALEA__SWISS_NO_BYE) entrant[bye].byes++;
        status = tournament_add_design(t, &round, false, error);
    }
    alea__design_free(&round);
    alea__free(played);
    return status;
}

/* Draws a round, plays it, and so on. */
static alea_status tournament_play_swiss(alea__tournament *t, alea_error *error)
{
    alea__swiss_entrant *entrant = alea__alloc_array(t->count, sizeof *entrant);
    if (!entrant) return alea__out_of_memory(error);
    alea_status status = ALEA_OK;
    const uint32_t rounds = t->options.rounds ? t->options.rounds : alea__swiss_rounds(t->count);
    for (uint32_t i = 0; i < rounds && status == ALEA_OK; i++) {
        const uint32_t before = t->lineups;
        status = swiss_draw(t, entrant, error);
        if (status == ALEA_OK && t->lineups == before) break; /* all have met */
        if (status == ALEA_OK) status = tournament_play_lineups(t, before, error);
    }
    alea__free(entrant);
    return status;
}

/* ---- until it is certain --------------------------------------------------------------------------------------- */

static bool lineup_has(const alea__tournament *t, const alea__lineup *lineup, uint32_t bot)
{
    for (unsigned i = 0; i < t->game->players; i++)
        if (lineup->entrant[i] == bot) return true;
    return false;
}

/* Adds the next unit of the lineup with both bots that has played least, unless it is chosen already or has played enough. */
static void until_choose(const alea__tournament *t, uint32_t a, uint32_t b, alea__unit *units, size_t *count)
{
    alea__unit unit, best = {.games = 0};
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < t->lineups; i++) {
        if (!lineup_has(t, &t->lineup[i], a) || !lineup_has(t, &t->lineup[i], b)) continue;
        if (t->lineup[i].method == ALEA__UNIT_EXACT || t->total[i].sum.games >= least) continue;
        if (!tournament_next_unit(t, i, t->options.most_games, 0, &unit)) continue;
        best = unit;
        least = t->total[i].sum.games;
    }
    if (best.games == 0) return;
    for (size_t i = 0; i < *count; i++)
        if (units[i].lineup == best.lineup) return;
    units[(*count)++] = best;
}

/* Chooses what to play next: the pair that helps the least certain neighbours most, and all undecided neighbours. Returns
   none if the ranking is certain, or cannot become more certain. */
static alea_status until_choose_all(const alea__tournament *t, alea__unit *units, size_t *count,
                                    alea_error *error)
{
    alea__tournament_pairs pairs;
    alea__allocation next;
    *count = 0;
    alea_status status = alea__tournament_pairs_make(t, &pairs, error);
    if (status != ALEA_OK) return status;
    const alea__allocation_settings how = {.confidence = t->options.until,
                                           .tie = t->options.tie,
                                           .block_games = ALEA__BLOCK,
                                           .most_games = (double)t->options.most_games};
    status = alea__allocate(&pairs.apart, &how, &next, error);
    if (status == ALEA_OK) {
        if (next.undecided > 0 && next.next < pairs.apart.count)
            until_choose(t, pairs.apart.pair[next.next].a, pairs.apart.pair[next.next].b, units, count);
        for (unsigned i = 0; next.undecided > 0 && i + 1 < t->count; i++)
            if (next.neighbours[i].verdict == ALEA__UNDECIDED)
                until_choose(t, next.neighbours[i].better, next.neighbours[i].worse, units, count);
        alea__allocation_free(&next);
    }
    alea__tournament_pairs_free(&pairs);
    return status;
}

/* All lineups play once, and then those that matter. */
static alea_status tournament_play_until(alea__tournament *t, alea_error *error)
{
    alea__unit *units = alea__alloc_array(t->lineups + (size_t)t->count, sizeof *units);
    if (!units) return alea__out_of_memory(error);
    size_t count;
    alea_status status = ALEA_OK;
    do {
        count = 0;
        for (uint32_t i = 0; i < t->lineups; i++)
            if (t->total[i].units == 0)
                count += tournament_next_unit(t, i, t->options.most_games, 0, &units[count]);
        if (count == 0) status = until_choose_all(t, units, &count, error);
        for (size_t i = 0; i < count; i++) t->executor.total += alea__executor_work(&units[i]);
        if (status == ALEA_OK && count > 0) status = tournament_work(t, units, count, error);
    } while (status == ALEA_OK && count > 0);
    alea__free(units);
    return status;
}

/* ---- the value of each bot -------------------------------------------------------------------------------------- */

/* How much each bot that is a function can be exploited, and how much it loses to optimal play; of games for two players. */
static alea_status tournament_weigh(alea__tournament *t, alea_error *error)
{
    if (t->game->players != 2) return ALEA_OK;
    size_t count = 0;
    t->worth = alea__alloc_array(t->count, sizeof *t->worth);
    t->worth_total = alea__alloc_array(t->count, sizeof *t->worth_total);
    alea__unit *units = alea__alloc_array(t->count, sizeof *units);
    alea__executed *done = alea__alloc_array(t->count, sizeof *done);
    alea_status status = t->worth && t->worth_total && units && done ? ALEA_OK : alea__out_of_memory(error);
    for (uint32_t i = 0; i < t->count && status == ALEA_OK; i++) {
        t->worth[i] = (alea__lineup){{i}, ALEA__UNIT_WORTH};
        if (t->bots[i]->policy || alea__tournament_purity(t, i) >= ALEA_TESTED_PURE)
            units[count++] = (alea__unit){.lineup = i};
    }
    t->context.lineups = t->worth;
    t->executor.total = t->executor.done + count;
    if (status == ALEA_OK) status = alea__execute(&t->executor, units, count, done, error);
    for (size_t i = 0; (status == ALEA_OK || status == ALEA_E_STOPPED) && i < count; i++)
        if (done[i].whole && !done[i].refused)
            alea__lineup_add(&t->worth_total[units[i].lineup], &done[i].result);
    alea__free(units);
    alea__free(done);
    return status;
}

/* ---- all of it ----------------------------------------------------------------------------------------------------- */

/* Plays the design, and then evaluates each bot. */
static alea_status tournament_play_all(alea__tournament *t, alea_error *error)
{
    alea_status status;
    if (t->options.design == ALEA_SWISS)
        status = tournament_play_swiss(t, error);
    else {
        status = tournament_make_lineups(t, error);
        if (status == ALEA_OK && t->options.until != 0)
            status = tournament_play_until(t, error);
        else if (status == ALEA_OK)
            status = tournament_play_lineups(t, 0, error);
    }
    return status == ALEA_OK ? tournament_weigh(t, error) : status;
}

/* The bot that plays best for what counts: that the game is played for, unless it is something else than wins and money. */
static const char *tournament_optimal(const alea__tournament *t)
{
    const bool wins = alea_game_objective(t->game) == ALEA_WIN;
    return wins || t->context.money ? "optimal" : "optimal(for=win)";
}

/* Opens optimal play, if the game has it; games for more or fewer than two have none. */
static alea_status tournament_open_optimal(alea__tournament *t, alea_error *error)
{
    alea_error why;
    if (t->game->players != 2) return ALEA_OK;
    const alea_status status = alea_bot_open(t->game, tournament_optimal(t), NULL, &t->optimal, &why);
    if (status != ALEA_E_MEMORY && status != ALEA_E_STOPPED) return ALEA_OK;
    if (error) *error = why;
    return status;
}

/* Opens the values that measure luck, if a bot plays whose results are not computed; a game without values is played
   without them. With few games, choosing takes longer than it helps, so the first values are used. */
static alea_status tournament_open_values(alea__tournament *t, alea_error *error)
{
    enum { WORTH_CHOOSING = 1024 };
    const alea_tournament_options *o = &t->options;
    const uint64_t games = o->until != 0 ? o->most_games : o->games > 0 ? o->games : ADJUSTED_GAMES;
    bool programs = false;
    for (unsigned i = 0; i < t->count; i++) programs |= !t->bots[i]->policy;
    if (!programs && !(t->context.money && t->game->players > 3)) return ALEA_OK;
    return alea__unit_open_values(&t->context, games < WORTH_CHOOSING ? 1 : ALEA__MOST_VALUES, error);
}

/* Sets up what units are computed with. */
static alea_status tournament_open(alea__tournament *t, alea_error *error)
{
    alea_tournament_options *o = &t->options;
    t->context = (alea__unit_context){.game = t->game,
                                      .bots = t->bots,
                                      .money = alea_game_objective(t->game) == ALEA_MONEY,
                                      .seed = o->seed,
                                      .threads = 1,
                                      .memory = o->memory,
                                      .progress = {.stopped = o->progress.stopped, .user = o->progress.user}};
    t->executor = (alea__executor){.context = &t->context,
                                   .threads = o->threads,
                                   .progress = o->progress,
                                   .part = o->part,
                                   .parts = o->parts};
    alea_status status = tournament_open_optimal(t, error);
    t->context.optimal = t->optimal;
    if (status == ALEA_OK) status = tournament_open_values(t, error);
    if (o->games == 0) o->games = t->context.values[0].known ? ADJUSTED_GAMES : DEFAULT_GAMES;
    if (status == ALEA_OK && o->journal && alea__crew_leads())
        status = alea__unit_journal_open(o->journal, &o->progress, &t->executor.journal, error);
    return alea__crew_agree(status, error);
}

static void tournament_close(alea__tournament *t)
{
    alea__unit_journal_close(t->executor.journal);
    alea_bot_free(t->optimal);
    alea__unit_close_values(&t->context);
    alea__free(t->lineup);
    alea__free(t->chosen);
    alea__free(t->total);
    alea__free(t->worth);
    alea__free(t->worth_total);
}

alea_status alea_tournament_play(const alea_game *game, alea_bot *const *bots, unsigned count,
                                 const alea_tournament_options *given, alea_tournament_result **out,
                                 alea_error *error)
{
    alea__tournament t = {
        .game = game, .bots = bots, .count = count, .options = ALEA__OPTIONS(alea_tournament_options, given)};
    tournament_fill_defaults(&t.options, alea_game_objective(game) == ALEA_MONEY);
    alea_status status = tournament_check_numbers(&t.options, count, error);
    if (status == ALEA_OK) status = tournament_check_bots(&t, error);
    if (status != ALEA_OK) return status;
    status = tournament_open(&t, error);
    if (status == ALEA_OK) status = tournament_play_all(&t, error);
    t.stopped = status == ALEA_E_STOPPED;
    if (status == ALEA_OK || t.stopped) status = alea__tournament_stand(&t, true, out, error);
    tournament_close(&t);
    return status;
}
