#pragma once
/* Race: shared by the files of this folder, in addition to the freestanding core in play/state.h. */
#include "family/race/play/state.h"
#include "game/family.h"
#include <lauxlib.h>
#include <string.h>

enum {
    RACE_MOST_GOAL = 100000,
    RACE_MOST_OUTCOMES = 65536,
    RACE_MOST_MEMORIES = 4096,
    RACE_MOST_EFFECTS = 1 << 20, /* outcomes times memories */
    RACE_MOST_POINTS = 10000,    /* of one roll */
    RACE_MOST_DOLLARS = 1000,    /* for one point */
    RACE_MOST_TABLE_GOAL = 4096  /* tables have (goal + 1)^2 entries */
};

/* The points of rolls, computed once for a game. */
typedef struct race_amounts {
    uint32_t least, most; /* least: above 0, or UINT32_MAX; most: at least 1 */
    uint32_t free_memory; /* the lowest memory in which a player can be free to hold, or UINT32_MAX */
} race_amounts;

/* The data behind alea__rules. The rules come first, so that a pointer to one is a pointer to the other. */
typedef struct race_game {
    race_rules rules;
    race_amounts amounts;
    /* The rolls in a byte of the stream; [3] is their number, or 0. */
    uint8_t rolls_of_byte[256][4];
    race_effect *effect; /* owned; the rules point to them */
    uint16_t *memory_value;
    uint8_t *landing;
    int32_t *pay;
} race_game;

/* The data behind alea__policy; likewise. */
typedef struct race_bot {
    race_policy policy;
    uint16_t *hold_at; /* owned */
    uint64_t *row;     /* likewise, of a plan */
    uint8_t *bits;
} race_bot;

static inline const race_rules *race_rules_of(const alea__rules *rules)
{
    return (const race_rules *)rules;
}

static inline const race_amounts *race_amounts_of(const race_rules *rules)
{
    return &((const race_game *)rules)->amounts;
}

static inline const race_policy *race_policy_of(const alea__policy *policy)
{
    return (const race_policy *)policy;
}

/* A race state travels in the first bytes of an alea_state. */
_Static_assert(sizeof(race_state) <= sizeof(alea_state), "a race state fits in an alea_state");
_Static_assert(sizeof(race_memo) <= sizeof(alea__memo), "a race memo fits in an alea__memo");
static inline race_state race_state_of(const alea_state *state)
{
    race_state s;
    memcpy(&s, state, sizeof s);
    return s;
}

static inline void race_store(const race_state *s, alea_state *state)
{
    memcpy(state, s, sizeof *s);
}

/* rules/lua_functions.c and rules/rules.c: rule file to flat tables. */
extern const struct luaL_Reg race_words[];
alea_status race_compile(const alea__reader *, unsigned players, alea__rules **out, alea_error *);
void race_free(alea__rules *);
bool race_has_objective(const alea__rules *, alea_objective);
/* The most points that a roll adds. */
uint32_t race_greatest_amount(const race_rules *);

extern const alea__family alea__race_family;
