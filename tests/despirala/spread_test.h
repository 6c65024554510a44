/* Games and bots for the tests of spreads and simulations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "family/despirala/plan.h"
#include "family/despirala/spread.h"
#include <alea/alea.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static alea_game *open_named(const char *spec, unsigned players)
{
    alea_error error;
    alea_game *game = NULL;
    if (alea_game_open_for(spec, players, &game, &error) != ALEA_OK) fail_msg("%s", error.message);
    return game;
}

/* tests/rules/small-despirala.lua with parameters such as "gain=3"; "" for none. */
static inline alea_game *open_small(const char *parameters, unsigned players)
{
    char spec[600];
    const char *source = getenv("ALEA_SOURCE");
    snprintf(spec, sizeof spec, "%s/tests/rules/small-despirala.lua%s%s%s", source ? source : ".",
             *parameters ? "(" : "", parameters, *parameters ? ")" : "");
    return open_named(spec, players);
}

static inline alea_bot *open_bot(const alea_game *game, const char *spec)
{
    alea_error error;
    alea_bot *bot = NULL;
    if (alea_bot_open(game, spec, NULL, &bot, &error) != ALEA_OK) fail_msg("%s", error.message);
    return bot;
}

static inline void assert_near(double a, double b, double within)
{
    if (!(fabs(a - b) <= within)) fail_msg("%.17g is not %.17g: they differ by %g", a, b, a - b);
}
