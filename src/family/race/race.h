#ifndef ALEA_FAMILY_RACE_RACE_H
#define ALEA_FAMILY_RACE_RACE_H
/* Race as a family of games: what this folder's files share beyond the freestanding core of race.h. */
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

/* What stands behind alea__rules. The rules come first, so that a pointer to one is a pointer to the
   other. */
typedef struct race_game {
    race_rules rules;
    race_effect *effect; /* owned; the rules point to them */
    uint8_t *landing;
    int32_t *pay;
} race_game;

/* What stands behind alea__policy; likewise. */
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

/* words.c and rules.c: rule file to flat tables. */
extern const struct luaL_Reg race_words[];
alea_status race_compile(const alea__reader *, unsigned players, alea__rules **out, alea_error *);
void race_free(alea__rules *);
bool race_has_objective(const alea__rules *, alea_objective);

/* place.c: the words of a position. */
alea_key race_key(const alea__rules *, size_t index);

/* policy.c, policies.c and table.c: any policy, and bots from specs and from CSV files. */
alea_builtin race_builtin(size_t index);
alea_status race_policy_open(const alea__rules *, const alea__spec *, alea__policy **out, alea_error *);
alea_status race_table_open(const alea__rules *, const char *file, const char *text, size_t size,
                            alea__policy **out, alea_error *);
void race_policy_free(alea__policy *);
/* A table policy for the goal, all its entries `hold_at`; NULL when there is no memory. */
race_bot *race_table_new(const race_rules *, uint16_t hold_at);

/* view.c: what bots that are not policies are told, and what their answers mean. */
void race_push_view(const alea__rules *, const alea_state *, lua_State *);
uint32_t race_lua_answer(const alea__rules *, const alea_state *, lua_State *, char *why, size_t size);
void race_scores(const alea__rules *, const alea_state *, alea__scores *);
uint32_t race_should_roll_move(bool roll);

/* check.c: the states in which `alea bot check` asks. */
bool race_check_state(const alea__rules *, uint64_t index, alea_state *out, bool *sampled);

/* pack.c: a match as bytes, see pack.h. */
alea_status race_pack(const alea__policy_match *, unsigned char **data, size_t *size, alea_error *);

/* simulate.c: whole blocks without the referee. */
bool race_can_simulate(const alea__policy_match *);
void race_simulate(const alea__policy_match *, uint64_t first, uint64_t games, alea__tally *);

extern const alea__plot_ops race_plot_ops; /* text/plot.c */
extern const alea__family alea__race_family;
#endif
