#ifndef TESTS_PLAY_RECORD_TEST_H
#define TESTS_PLAY_RECORD_TEST_H
/* Files and games for the tests of records and sessions. */
#include "base/memory.h"
#include "support/files.h"
#include <alea/alea.h>

#include <signal.h>
#include <sys/stat.h>

/* Runs `games` games of the bots (ending in NULL) and records them. */
HELPER void record_run(const char *spec, const char *const *bots, uint64_t games, uint64_t seed,
                       alea_seats seats, const char *path)
{
    alea_bot *bot[ALEA_MAX_SEATS];
    alea_run_result *result;
    unsigned count = 0;
    alea_game *game = open_game(spec);
    for (; bots[count]; count++) bot[count] = open_bot(game, bots[count]);
    const alea_run_options options = {.games = games,
                                      .seed = seed,
                                      .seed_given = true,
                                      .seats = seats,
                                      .threads = 1,
                                      .record = path,
                                      .record_games = games};
    OK(alea_run_match(game, bot, count, &options, &result, &test_error));
    alea_run_result_free(result);
    for (unsigned i = 0; i < count; i++) alea_bot_free(bot[i]);
    alea_game_free(game);
}

HELPER alea_record *read_record(const char *path)
{
    alea_record *record;
    OK(alea_record_open(path, &record, &test_error));
    return record;
}

/* A random number for choosing moves, not the library's. */
HELPER uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}
#endif
