#ifndef TESTS_SUPPORT_TEST_H
#define TESTS_SUPPORT_TEST_H
/* What tests of every floor share: cmocka with the headers that it wants before it; games, bots and files that are there or
   the test fails; sentences and numbers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <alea/bot.h>
#include <alea/game.h>

/* A test program uses some of these, hardly ever all. */
#define HELPER __attribute__((unused)) static

#define assert_text_says(text, sentence)                                        \
    do {                                                                        \
        const char *t_ = (text);                                                \
        if (!t_ || !strstr(t_, sentence))                                       \
            fail_msg("\"%s\" is not in \"%s\"", sentence, t_ ? t_ : "nothing"); \
    } while (0)

#define assert_says(error, sentence) assert_text_says((error).message, sentence)

#define assert_near(value, wanted, tolerance)                                                              \
    do {                                                                                                   \
        if (!(fabs((value) - (wanted)) <= (tolerance))) fail_msg("%.17g is not %.17g", (value), (wanted)); \
    } while (0)

/* For as many players; 0: as many as the rules say. Specs that begin with tests/rules/ are of this folder's rule files. */
HELPER alea_game *open_game_for(const char *spec, unsigned players)
{
    static const char ours[] = "tests/rules/";
    char path[1000];
    const char *source = getenv("ALEA_SOURCE");
    alea_game *game;
    alea_error error;
    const bool is_ours = strncmp(spec, ours, sizeof ours - 1) == 0;
    snprintf(path, sizeof path, is_ours ? "%s/%s" : "%.0s%s", source ? source : ".", spec);
    if (alea_game_open_for(path, players, &game, &error) != ALEA_OK) fail_msg("%s: %s", path, error.message);
    return game;
}

HELPER alea_game *open_game(const char *spec)
{
    return open_game_for(spec, 0);
}

HELPER alea_bot *open_bot(const alea_game *game, const char *spec)
{
    alea_bot *bot;
    alea_error error;
    if (alea_bot_open(game, spec, NULL, &bot, &error) != ALEA_OK) fail_msg("%s: %s", spec, error.message);
    return bot;
}

HELPER void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}
#endif
