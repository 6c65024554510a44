#pragma once
/* Shared by the files that read a rule file: lua_functions.c, tabulate.c, rules.c. */
#include "family/race/race.h"
#include "game/rule_calls.h"

enum { RACE_MOST_RAW_MEMORY = 65535 }; /* a turn's memory as the rule file numbers it */

typedef struct race_compiler {
    alea__calls calls;
    race_game *game;
} race_compiler;

/* Reads the result of add, bust or wipe from the stack; its memory is still the rule file's. Returns false if it is
   something else. */
bool race_read_effect(lua_State *, int at, race_effect *out);

/* Ask the functions `roll`, `landing` and `payoff.money.per_point`, and fill the game's tables. */
alea_status race_ask_rolls(race_compiler *);
alea_status race_ask_landings(race_compiler *);
alea_status race_ask_payoff(race_compiler *);
