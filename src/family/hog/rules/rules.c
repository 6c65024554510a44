/* Compiles a rule file to flat tables. Numbers are read here, the dice in dice_sets.c and rolls.c, other functions in
   tabulate.c. */
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/messages.h"
#include "family/hog/rules/compile.h"

static const char *const rule_fields[] = {"dice",  "sides", "goal",   "set",  "roll",  "bacon",
                                          "after", "again", "memory", "next", "bonus", NULL};

/* All fields but the functions, and but `sides`, which may be one. */
static alea_status hog_read_numbers(hog_compiler *c, unsigned players)
{
    static const int64_t one = 1;
    static const alea__number_field dice = {"dice", 1, HOG_MOST_DICE, NULL},
                                    goal = {"goal", 1, HOG_MOST_GOAL, NULL},
                                    memory = {"memory", 1, HOG_MOST_MEMORIES, &one};
    hog_rules *rules = &c->game->rules;
    alea_status status = alea__read_only(c->calls.reader, rule_fields, c->calls.error);
    if (status == ALEA_OK && players != HOG_SEATS)
        status = alea__fail_at(c->calls.error, ALEA_E_RULES, alea__lua_file(c->calls.reader->lua), 0,
                               HOG_PLAYERS_RANGE, players);
    if (status == ALEA_OK) status = alea__calls_number(&c->calls, &dice, &rules->dice);
    if (status == ALEA_OK) status = alea__calls_number(&c->calls, &goal, &rules->goal);
    if (status == ALEA_OK) status = alea__calls_number(&c->calls, &memory, &rules->memories);
    if (status == ALEA_OK && (uint64_t)rules->memories * rules->goal * rules->goal > HOG_MOST_POSITIONS)
        status = alea__read_fail(c->calls.reader, "memory", c->calls.error, HOG_TOO_MANY_POSITIONS,
                                 (unsigned)rules->memories, (unsigned)rules->goal);
    return status;
}

alea_status hog_compile(const alea__reader *reader, unsigned players, alea__rules **out, alea_error *error)
{
    hog_game *game = alea__alloc(sizeof *game);
    if (!game) return alea__out_of_memory(error);
    hog_compiler c = {.calls = {.reader = reader,
                                .L = alea__lua_state(reader->lua),
                                .most = 2000000000,
                                .most_text = "2,000,000,000",
                                .error = error},
                      .game = game};
    alea_status status = hog_read_numbers(&c, players);
    if (status == ALEA_OK) status = hog_ask_dice(&c);
    if (status == ALEA_OK) status = hog_ask(&c);
    if (status != ALEA_OK)
        hog_free((alea__rules *)game);
    else
        *out = (alea__rules *)game;
    return status;
}

void hog_free(alea__rules *opaque)
{
    hog_game *game = (hog_game *)opaque;
    if (!game) return;
    for (uint32_t set = 0; set < HOG_MOST_SETS; set++) {
        alea__free(game->first[set]);
        alea__free(game->points[set]);
    }
    alea__owned_free(&game->owned);
    alea__free(game);
}
