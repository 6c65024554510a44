#ifndef TESTS_REVIEW_REVIEW_TEST_H
#define TESTS_REVIEW_REVIEW_TEST_H
/* Games for reviews, played on the referee with dice of this file's own. */
#include "base/error.h"
#include "support/test.h"
#include <alea/review.h>

/* Numbers that have nothing to do with the library's (Marsaglia, Xorshift RNGs, 2003). */
static inline uint64_t test_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* A move; `random` is the game's. */
typedef uint32_t test_player(const alea_game *, const alea_state *, uint64_t *random, void *user);

static inline uint32_t test_any_move(const alea_game *game, const alea_state *state, uint64_t *random,
                                     void *user)
{
    (void)user;
    return alea_game_move(game, state,
                          (unsigned)((test_random(random) >> 20) % alea_game_move_count(game, state)));
}

/* The best move by the values; of equal ones any. */
static inline uint32_t test_best_move(const alea_game *game, const alea_state *state, uint64_t *random,
                                      void *table)
{
    alea_answer answer;
    (void)game, (void)random;
    OK(alea_table_ask(table, state, &answer, &test_error));
    uint32_t move = answer.move[answer.best].move;
    alea_answer_free(&answer);
    return move;
}

/* One game more, all seats by the same player. */
static inline void test_play(alea_record *record, test_player *player, void *user, uint64_t *random)
{
    alea_record_game *g = &record->played[record->count];
    *g = (alea_record_game){.number = record->count, .event = calloc(20000, sizeof *g->event)};
    for (unsigned seat = 0; seat < ALEA_MAX_SEATS; seat++) g->player[seat] = seat;
    alea_state state = alea_game_start(record->game);
    for (int mover; (mover = alea_game_to_move(record->game, &state)) != ALEA_OVER;) {
        alea_event *e = &g->event[g->count++];
        assert_that(g->count, <, 20000);
        *e = (alea_event){.kind = mover == ALEA_CHANCE ? ALEA_ROLLED : ALEA_MOVED,
                          .seat = alea_game_turn_of(record->game, &state),
                          .line = g->count,
                          .before = state};
        e->what = mover == ALEA_CHANCE
                      ? (uint32_t)((test_random(random) >> 20) % alea_game_chance_count(record->game, &state))
                      : player(record->game, &state, random, user);
        OK(alea_game_apply(record->game, &state, e->what, &test_error));
    }
    g->end = state;
    g->finished = true;
    OK(alea_game_outcome(record->game, &state, &g->outcome, &test_error));
    record->count++;
}

static inline alea_record test_games(alea_game *game, size_t games, test_player *player, void *user)
{
    static const char *const names[] = {"human(Ann)", "human(Bob)", "human(Cem)", "human(Dot)"};
    alea_record record = {.game = game,
                          .players = alea_game_players(game),
                          .seed = 7,
                          .played = calloc(games, sizeof *record.played)};
    uint64_t random = UINT64_C(88172645463325252);
    for (unsigned i = 0; i < record.players; i++) record.player[i] = names[i % 4];
    for (size_t i = 0; i < games; i++) test_play(&record, player, user, &random);
    return record;
}

static inline void test_forget(alea_record *record)
{
    for (size_t i = 0; i < record->count; i++) free(record->played[i].event);
    free(record->played);
    alea_game_free(record->game);
}

/* result = start + luck - own mistakes + opponents' mistakes, added up here from the single events. */
static inline void test_adds_up(const alea_review *r)
{
    for (unsigned seat = 0; seat < r->players; seat++) {
        double sum = r->seat[seat].start;
        for (size_t i = 0; i < r->events; i++) sum += r->sign * r->event[i].change[seat];
        assert_near(sum, r->seat[seat].result, 1e-9 * fmax(1, r->scale));
    }
}
#endif
