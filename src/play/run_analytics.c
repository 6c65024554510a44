/* What single games of a run show: how long they are, how often the lead changes, what each bot gets, who ends ahead of whom.

   The first games are played once more, on the step path, with an observer that looks at the scores at the end of each turn.
   So the run itself is no slower. A game writes its numbers into its own columns; they are sorted in the end. */
#include "base/assert.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "base/stopping.h"
#include "play/totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ANALYTICS_ALL = ALEA_MAX_SEATS, ANALYTICS_NOBODY = -1 };
#define ANALYTICS_NONE INT64_MIN /* the game has no such number */

const unsigned alea_run_percentile[ALEA_RUN_PERCENTILES] = {5, 25, 50, 75, 95};

const char *alea_run_measure_name(alea_run_measure measure)
{
    static const char *const name[ALEA_RUN_MEASURES] = {"turns", "lead_changes", "comeback",
                                                        "money", "score",        "rolls"};
    return measure < ALEA_RUN_MEASURES ? name[measure] : NULL;
}

typedef struct analytics_run {
    alea__match match;
    uint64_t games;
    bool scores, leads; /* the game shows scores; and has several players */
    unsigned columns;
    alea_run_measure measure[ALEA_RUN_SPREADS];
    unsigned bot[ALEA_RUN_SPREADS]; /* or ANALYTICS_ALL */
    int64_t *number;                /* [column * games + game] */
    alea_run_analytics *out;
} analytics_run;

/* In how many games a bot ended ahead of another: [bot][other]. */
typedef struct analytics_ahead {
    uint64_t of[ALEA_MAX_SEATS][ALEA_MAX_SEATS];
} analytics_ahead;

/* A block of games under way. */
typedef struct analytics_block {
    const analytics_run *run;
    uint64_t game;
    unsigned bot_in_seat[ALEA_MAX_SEATS];
    int turn, leader; /* seats */
    uint32_t turns;   /* finished so far */
    int64_t rolls, changes;
    bool told; /* the scores are known */
    int64_t score[ALEA_MAX_SEATS];
    int64_t behind[ALEA_MAX_SEATS]; /* by seat: the most points behind the best of the others */
    analytics_ahead *ahead;         /* in all its games */
} analytics_block;

/* ---- looking at a game ---- */

/* The banked score of a seat, read from the facts that games show to people. Returns false if this game has no such fact. */
static bool analytics_score(const alea_game *game, const alea_state *state, unsigned seat, int64_t *score)
{
    alea_fact fact;
    for (size_t i = 0; alea_game_fact(game, state, seat, i, &fact); i++) {
        if (strcmp(fact.label, "score") != 0) continue;
        char *end;
        *score = strtoll(fact.value, &end, 10);
        return end > fact.value && !*end;
    }
    return false;
}

static void analytics_begin(void *user, uint64_t game, const unsigned *bot_in_seat)
{
    analytics_block *b = user;
    b->game = game;
    memcpy(b->bot_in_seat, bot_in_seat, b->run->match.game->players * sizeof *bot_in_seat);
    b->turn = 0;
    b->turns = 0;
    b->leader = ANALYTICS_NOBODY;
    b->changes = b->rolls = 0;
    b->told = false;
    memset(b->behind, 0, sizeof b->behind);
}

static void analytics_rolled(void *user, const uint32_t *faces, unsigned count)
{
    (void)faces;
    ((analytics_block *)user)->rolls += count > 0;
}

/* Who has the most points alone, and how far the others are behind. */
static void analytics_note_lead(analytics_block *b, unsigned players)
{
    for (unsigned seat = 0; seat < players; seat++) {
        int64_t best = INT64_MIN;
        for (unsigned other = 0; other < players; other++)
            if (other != seat && b->score[other] > best) best = b->score[other];
        if (best - b->score[seat] > b->behind[seat]) b->behind[seat] = best - b->score[seat];
        if (b->score[seat] <= best || b->leader == (int)seat) continue;
        b->changes += b->leader != ANALYTICS_NOBODY;
        b->leader = (int)seat;
    }
}

/* Looks at the scores at the end of each turn. After an extra turn the same player may be to move as before; while one
   player forfeits, the other's turns follow each other too. */
static void analytics_reached(void *user, const alea_state *state)
{
    analytics_block *b = user;
    const alea_game *game = b->run->match.game;
    const int turn = alea_game_turn_of(game, state);
    const uint32_t turns = alea_game_turns(game, state);
    if (!b->run->scores || (turn == b->turn && turns == b->turns)) return;
    b->turn = turn;
    b->turns = turns;
    b->told = true;
    for (unsigned seat = 0; seat < game->players; seat++)
        b->told &= analytics_score(game, state, seat, &b->score[seat]);
    if (b->run->leads && b->told) analytics_note_lead(b, game->players);
}

/* Whether `seat` ended ahead of `other`: it won, or neither won and it is nearer to winning. */
static bool analytics_is_ahead(const alea_outcome *o, unsigned players, unsigned seat, unsigned other)
{
    int64_t sign = 1;
    if (o->winner == (int)seat || o->winner == (int)other) return o->winner == (int)seat;
    for (unsigned i = 0; o->winner >= 0 && i < players; i++)
        if (o->score[i] > o->score[o->winner]) sign = -1; /* fewer points are better */
    return sign * o->score[seat] > sign * o->score[other];
}

/* A measure of the finished game for the player in a seat; ANALYTICS_NONE if the game does not have it. */
static int64_t analytics_number(const analytics_block *b, const alea_outcome *o, alea_run_measure measure,
                                unsigned seat)
{
    switch (measure) {
    case ALEA_RUN_TURNS: return o->turns;
    case ALEA_RUN_ROLLS: return b->rolls;
    case ALEA_RUN_LEAD_CHANGES: return b->changes;
    case ALEA_RUN_COMEBACK: return o->winner < 0 ? ANALYTICS_NONE : b->behind[o->winner];
    case ALEA_RUN_MONEY: return o->money[seat];
    case ALEA_RUN_SCORE:
        if (alea__game_is_scored(b->run->match.game)) return o->score[seat];
        return b->told ? b->score[seat] : ANALYTICS_NONE;
    case ALEA_RUN_MEASURES: break;
    }
    return ANALYTICS_NONE;
}

/* Takes down the numbers of a game, and who was ahead of whom in it. */
static void analytics_end(void *user, const alea_outcome *o)
{
    analytics_block *b = user;
    const analytics_run *r = b->run;
    const unsigned players = r->match.game->players;
    ALEA_ASSERT(b->game < r->games);
    for (unsigned c = 0; c < r->columns; c++) {
        unsigned seat = 0;
        while (r->bot[c] < players && b->bot_in_seat[seat] != r->bot[c]) seat++;
        r->number[c * r->games + b->game] = analytics_number(b, o, r->measure[c], seat);
    }
    for (unsigned seat = 0; seat < players; seat++)
        for (unsigned other = 0; other < players; other++)
            if (seat != other)
                b->ahead->of[b->bot_in_seat[seat]][b->bot_in_seat[other]] +=
                    analytics_is_ahead(o, players, seat, other);
}

/* ---- playing ---- */

/* Plays a block of games under observation; work of alea__blocks. */
static alea_status analytics_work(void *user, void *local, uint64_t index, void *result, alea_error *error)
{
    (void)local;
    const analytics_run *r = user;
    analytics_block block = {.run = r, .ahead = result};
    const alea__observer observer = {.user = &block,
                                     .begin = analytics_begin,
                                     .rolled = analytics_rolled,
                                     .end = analytics_end,
                                     .reached = analytics_reached};
    const uint64_t first = index * ALEA__BLOCK, left = r->games - first;
    alea__match match = r->match;
    alea__counts *unused = alea__alloc(sizeof *unused); /* some kilobytes */
    if (!unused) return alea__out_of_memory(error);
    match.observer = &observer;
    alea_status status =
        alea__match_play(&match, first, left < ALEA__BLOCK ? left : ALEA__BLOCK, unused, error);
    alea__free(unused);
    return status;
}

static void analytics_fold(void *user, uint64_t index, const void *result)
{
    (void)index;
    const analytics_run *r = user;
    const analytics_ahead *ahead = result;
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++)
        for (unsigned j = 0; j < ALEA_MAX_SEATS; j++) r->out->ahead[i][j] += ahead->of[i][j];
}

static int analytics_report(void *user, uint64_t done)
{
    const analytics_run *r = user;
    const uint64_t games = done * ALEA__BLOCK;
    return r->match.progress->report(r->match.progress->user, games < r->games ? games : r->games, r->games);
}

/* ---- distributions ---- */

static int analytics_compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Fills a distribution from its numbers, which it sorts. */
static alea_status spread_fill(alea_run_spread *s, int64_t *number, uint64_t games, alea_error *error)
{
    alea__wide sum = 0, squares = 0;
    qsort(number, games, sizeof *number, analytics_compare);
    while (games > 0 && *number == ANALYTICS_NONE) number++, games--;
    s->games = games;
    for (uint64_t i = 0; i < games; i++) {
        sum += number[i];
        squares += (alea__wide)number[i] * number[i];
        s->values += i == 0 || number[i] != number[i - 1];
    }
    if (games == 0) return ALEA_OK;
    s->value = alea__alloc_array(s->values, sizeof *s->value);
    s->count = alea__alloc_array(s->values, sizeof *s->count);
    if (!s->value || !s->count) return alea__out_of_memory(error);
    size_t at = 0;
    for (uint64_t i = 0; i < games; i++) {
        at += i > 0 && number[i] != number[i - 1];
        s->value[at] = number[i];
        s->count[at]++;
    }
    ALEA_ASSERT(at + 1 == s->values);
    s->mean = (double)sum / (double)games;
    s->mean_se = alea__standard_error(games, sum, squares);
    s->stdev = s->mean_se * sqrt((double)games);
    s->min = number[0];
    s->max = number[games - 1];
    for (unsigned i = 0; i < ALEA_RUN_PERCENTILES; i++)
        s->percentile[i] = number[(alea_run_percentile[i] * games + 99) / 100 - 1];
    return ALEA_OK;
}

static alea_status analytics_fill(analytics_run *r, alea_error *error)
{
    alea_status status = ALEA_OK;
    r->out->games = r->games;
    r->out->players = r->match.game->players;
    r->out->spreads = r->columns;
    for (unsigned c = 0; c < r->columns && status == ALEA_OK; c++) {
        r->out->spread[c] = (alea_run_spread){.measure = r->measure[c], .bot = r->bot[c]};
        status = spread_fill(&r->out->spread[c], r->number + c * r->games, r->games, error);
    }
    return status;
}

/* ---- all of it ---- */

static void analytics_add_column(analytics_run *r, alea_run_measure measure, unsigned bot)
{
    ALEA_ASSERT(r->columns < ALEA_RUN_SPREADS);
    r->measure[r->columns] = measure;
    r->bot[r->columns++] = bot;
}

/* Columns of this game: money, points, and a lead if several players have points. */
static void analytics_choose_columns(analytics_run *r)
{
    const alea_game *game = r->match.game;
    const alea_state start = alea_game_start(game);
    int64_t score;
    r->scores = analytics_score(game, &start, 0, &score);
    r->leads = r->scores && game->players > 1;
    analytics_add_column(r, ALEA_RUN_TURNS, ANALYTICS_ALL);
    analytics_add_column(r, ALEA_RUN_ROLLS, ANALYTICS_ALL);
    if (r->leads) analytics_add_column(r, ALEA_RUN_LEAD_CHANGES, ANALYTICS_ALL);
    if (r->leads) analytics_add_column(r, ALEA_RUN_COMEBACK, ANALYTICS_ALL);
    const bool money = game->family->rules->has_objective(game->rules, ALEA_MONEY);
    for (unsigned bot = 0; money && bot < game->players; bot++) analytics_add_column(r, ALEA_RUN_MONEY, bot);
    for (unsigned bot = 0; r->scores && bot < game->players; bot++)
        analytics_add_column(r, ALEA_RUN_SCORE, bot);
}

/* Plays the games, and makes the distributions. */
static alea_status analytics_play(analytics_run *r, unsigned threads, alea_error *error)
{
    const alea__blocks blocks = {
        .count = (r->games + ALEA__BLOCK - 1) / ALEA__BLOCK,
        .threads = threads,
        .result_size = sizeof(analytics_ahead),
        .user = r,
        .work = analytics_work,
        .fold = analytics_fold,
        .report = r->match.progress->report ? analytics_report : NULL,
    };
    alea_status status = alea__blocks_run(&blocks, NULL, NULL, error);
    if (status == ALEA_E_STOPPED) return alea__stop(error);
    return status == ALEA_OK ? analytics_fill(r, error) : status;
}

alea_status alea_run_analyse(const alea_game *game, alea_bot *const *bots, unsigned count,
                             const alea_run_options *given, alea_run_analytics **out, alea_error *error)
{
    alea_run_options options = ALEA__OPTIONS(alea_run_options, given);
    alea_status status = alea__run_check(game, bots, count, &options, error);
    if (status != ALEA_OK) return status;
    analytics_run r = {.match = {.game = game,
                                 .bots = bots,
                                 .seed = options.seed,
                                 .rotate = options.seats == ALEA_ROTATE,
                                 .progress = &options.progress},
                       .games = options.games < ALEA_RUN_MEASURED ? options.games : ALEA_RUN_MEASURED};
    alea__learners learners = {{NULL}};
    const bool learns = alea__find_learner(game, bots) != NULL;
    if (learns) r.match.learners = &learners;
    analytics_choose_columns(&r);
    r.number = alea__alloc_array(r.columns * r.games, sizeof *r.number);
    r.out = alea__alloc(sizeof *r.out);
    status = r.number && r.out ? analytics_play(&r, learns ? 1 : options.threads, error)
                               : alea__out_of_memory(error);
    alea__learners_end(&learners, bots);
    alea__free(r.number);
    if (status == ALEA_OK)
        *out = r.out;
    else
        alea_run_analytics_free(r.out);
    return status;
}

void alea_run_analytics_free(alea_run_analytics *a)
{
    if (!a) return;
    for (unsigned i = 0; i < ALEA_RUN_SPREADS; i++) {
        alea__free(a->spread[i].value);
        alea__free(a->spread[i].count);
    }
    alea__free(a);
}
