#include "play/totals.h"
#include "base/assert.h"

#include <math.h>
#include <string.h>

enum { BLOCKS_FOR_ERRORS = 16 }; /* with fewer, single games give the better estimate */

static uint64_t totals_wins(const alea__tally *t, unsigned bot)
{
    uint64_t sum = 0;
    for (unsigned seat = 0; seat < ALEA_MAX_SEATS; seat++) sum += t->wins[bot][seat];
    return sum;
}

static int64_t totals_money(const alea__tally *t, unsigned bot)
{
    int64_t sum = 0;
    for (unsigned seat = 0; seat < ALEA_MAX_SEATS; seat++) sum += t->money[bot][seat];
    return sum;
}

static uint64_t totals_forfeits(const alea__failures *f, unsigned bot)
{
    uint64_t sum = 0;
    for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++) sum += f->count[bot][kind];
    return sum;
}

/* ---- adding -------------------------------------------------------------------------------------------- */

static alea__wide totals_wide(const uint64_t words[2])
{
    return (alea__wide)words[1] << 64 | words[0];
}

static void totals_add_spread(alea__spread *s, alea__wide value)
{
    s->sum += value;
    s->squares += value * value;
}

void alea__totals_add(alea__totals *t, const alea__counts *counts)
{
    const alea__tally *tally = &counts->tally;
    const alea__failures *failures = &counts->failures;

    alea__failures *sum = &t->failures;
    bool full = tally->games == ALEA__BLOCK;
    t->full_blocks += full;
    for (unsigned bot = 0; bot < ALEA_MAX_SEATS; bot++) {
        t->money_squared[bot] += totals_wide(tally->money_squared[bot]);
        t->score_squared[bot] += totals_wide(tally->score_squared[bot]);
        if (full) totals_add_spread(&t->wins[bot], totals_wins(tally, bot));
        if (full) totals_add_spread(&t->money[bot], totals_money(tally, bot));
        if (full) totals_add_spread(&t->score[bot], tally->score[bot]);
        if (totals_forfeits(sum, bot) == 0) {
            sum->first_game[bot] = failures->first_game[bot];
            memcpy(sum->text[bot], failures->text[bot], sizeof sum->text[bot]);
        }
        for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
            sum->count[bot][kind] += failures->count[bot][kind];
    }
    alea__tally_add(&t->tally, tally);
}

/* ---- standings ----------------------------------------------------------------------------------------- */

double alea__standard_error(uint64_t n, alea__wide sum, alea__wide squares)
{
    if (n < 2) return 0;
    alea__wide numerator = (alea__wide)n * squares - sum * sum;
    ALEA_ASSERT(numerator >= 0); /* by the inequality of Cauchy and Schwarz */
    double count = (double)n;
    return sqrt((double)numerator / (count - 1)) / count;
}

/* The error of a mean per game, from the means of full blocks. */
static double totals_error(const alea__totals *t, const alea__spread *s)
{
    return alea__standard_error(t->full_blocks, s->sum, s->squares) / (double)ALEA__BLOCK;
}

/* The number of games below `games` among `first`, first + players, first + 2 players, … */
static uint64_t totals_every(uint64_t games, uint64_t first, unsigned players)
{
    return first < games ? (games - first - 1) / players + 1 : 0;
}

/* The number of counted games in which `bot` sat in `seat`. */
static uint64_t totals_games_in_seat(const alea__totals *t, const alea_run_result *r, unsigned bot,
                                     unsigned seat)
{
    ALEA_ASSERT(bot < r->players && seat < r->players);
    if (r->seats == ALEA_FIXED) return bot == seat ? r->games : 0;
    const uint64_t first = (seat + r->players - bot) % r->players;
    return totals_every(t->first + r->games, first, r->players) - totals_every(t->first, first, r->players);
}

/* Fills a bot's standing. Errors are those of single games or of block means, depending on r->se_from_blocks. */
static void totals_stand(const alea__totals *t, unsigned bot, const alea_run_result *r, alea_standing *s)
{
    uint64_t games = t->tally.games;
    s->wins = totals_wins(&t->tally, bot);
    s->money_total = totals_money(&t->tally, bot);
    for (unsigned seat = 0; seat < r->players; seat++) {
        s->seat_games[seat] = totals_games_in_seat(t, r, bot, seat);
        s->seat_wins[seat] = t->tally.wins[bot][seat];
        ALEA_ASSERT(s->seat_wins[seat] <= s->seat_games[seat]);
        s->seat_money[seat] = t->tally.money[bot][seat];
    }
    s->forfeits = totals_forfeits(&t->failures, bot);
    s->failure_game = t->failures.first_game[bot];
    memcpy(s->failures, t->failures.count[bot], sizeof s->failures);
    memcpy(s->failure_text, t->failures.text[bot], sizeof s->failure_text);
    if (games == 0) return;
    s->win_rate = (double)s->wins / (double)games;
    s->money = (double)s->money_total / (double)games;
    s->win_rate_se =
        r->se_from_blocks ? totals_error(t, &t->wins[bot]) : alea__standard_error(games, s->wins, s->wins);
    s->money_se = r->se_from_blocks ? totals_error(t, &t->money[bot])
                                    : alea__standard_error(games, s->money_total, t->money_squared[bot]);
    s->score = (double)t->tally.score[bot] / (double)games;
    s->score_se = r->se_from_blocks ? totals_error(t, &t->score[bot])
                                    : alea__standard_error(games, t->tally.score[bot], t->score_squared[bot]);
}

void alea__totals_stand(const alea__totals *t, bool single_games, alea_run_result *result)
{
    result->games = t->tally.games;
    result->unfinished = t->tally.unfinished;
    result->turns = t->tally.turns;
    result->se_from_blocks = !single_games && t->full_blocks >= BLOCKS_FOR_ERRORS;
    result->money_sum = 0;
    for (unsigned bot = 0; bot < result->players; bot++) {
        totals_stand(t, bot, result, &result->standing[bot]);
        result->money_sum += result->standing[bot].money_total;
    }
}
