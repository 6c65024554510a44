#pragma once
/* Despirala as a family of games: what this folder's files share beyond the freestanding core in play/state.h. */
#include "family/despirala/play/state.h"
#include "game/narration.h"
#include "value/solver_ops.h"
#include <string.h>

/* The data behind alea__rules. The rules come first, so that a pointer to one is a pointer to the other. */
typedef struct despirala_game {
    despirala_rules rules;
    char *name[DESPIRALA_COMBINATIONS];     /* of combinations; owned */
    char *move_name[DESPIRALA_TARGETS + 3]; /* [move]: "Two triples 3 5"; owned */
    uint8_t *faces;                         /* owned, as the next; the rules point to them */
    uint32_t *weight;
    /* Data for exact results (turn/positions.h), made with the rules; owned. */
    struct despirala_graph *graph;
} despirala_game;

static inline const despirala_game *despirala_game_of(const alea__rules *rules)
{
    return (const despirala_game *)rules;
}

static inline const despirala_rules *despirala_rules_of(const alea__rules *rules)
{
    return (const despirala_rules *)rules;
}

/* A state travels in the first bytes of an alea_state. */
_Static_assert(sizeof(despirala_state) <= sizeof(alea_state), "a despirala state fits in an alea_state");
static inline despirala_state despirala_state_of(const alea_state *state)
{
    despirala_state s;
    memcpy(&s, state, sizeof s);
    return s;
}

static inline void despirala_store(const despirala_state *s, alea_state *state)
{
    memcpy(state, s, sizeof *s);
}

/* The index of a roll, 0 … rolls - 1; all dice must be on the table. */
uint32_t despirala_rank(const despirala_rules *, const uint8_t *dice);

/* The most points that a combination can score. */
uint32_t despirala_most_of(const despirala_rules *, uint32_t combination);

/* ---- rules/, policy/ and text/ ---- */

alea_status despirala_compile(const alea__reader *, unsigned players, alea__rules **out, alea_error *);
void despirala_free(alea__rules *);
/* The move of this name; case and spaces do not matter, and "Continue" and "Stop" are short for two. NONE: no such move. */
uint32_t despirala_move_called(const despirala_game *, const char *name);
/* The combination with this name, with the same rules, or with this number from 1; a move's name stands for its
   combination. NONE if there is none; `nearest` (may be NULL) then gets the nearest name, or NULL. */
uint32_t despirala_combination_called(const despirala_game *, const char *name, const char **nearest);
/* The nearest name of a move, or NULL. */
const char *despirala_nearest_target(const despirala_game *, const char *name);
alea_key despirala_key(const alea__rules *, size_t index);
alea_status despirala_parse_state(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                                  alea_error *);
alea_builtin despirala_builtin(size_t index);
alea_status despirala_policy_open(const alea__rules *, const alea__spec *, alea__policy **out, alea_error *);
void despirala_push_view(const alea__rules *, const alea_state *, lua_State *);
uint32_t despirala_lua_answer(const alea__rules *, const alea_state *, lua_State *, char *why, size_t size);
bool despirala_sample_state(const alea__rules *, uint64_t index, alea_state *out, bool *sampled);
/* In the syntax of text/parse_state.c, as far as it can express the position. */
void despirala_position_line(const alea__rules *, const alea_state *, char *out, size_t size);
void despirala_describe(const alea__rules *, const alea_state *, char *out, size_t size);

/* ---- policies ---- */

typedef enum despirala_policy_kind {
    DESPIRALA_PLAN,   /* plays by a model */
    DESPIRALA_GREEDY, /* considers this turn only; see policy/decide.c */
    DESPIRALA_RANDOM  /* any legal move, each as likely */
} despirala_policy_kind;

struct despirala_model;

/* The data behind alea__policy. */
typedef struct despirala_bot {
    despirala_policy_kind kind;
    struct despirala_model *model; /* of a PLAN; owned */
    bool go_on;                    /* ties go to rolling on rather than to stopping */
    struct despirala_plan *plan;   /* of a PLAN: every decision, for simulation (solve/plan.h); owned */
} despirala_bot;

/* The move of a GREEDY or RANDOM policy. */
uint32_t despirala_decide_alone(const despirala_rules *, const despirala_bot *, const despirala_state *,
                                alea__stream *own);
/* Greedy's estimate after a roll: it takes the first target with the greatest (misère: the least). Its collects depend only
   on the dice. */
double despirala_promise(const despirala_rules *, const despirala_target *, const uint8_t *dice,
                         uint32_t goods);
void despirala_policy_free(alea__policy *);

/* ---- simulate/ ---- */
bool despirala_can_simulate(const alea__policy_match *);
void despirala_simulate(const alea__policy_match *, uint64_t first, uint64_t games, alea__tally *);

/* ---- text/sheet.c ---- */
bool despirala_sheet_row(const alea__rules *, size_t index, alea_sheet_row *out);
int despirala_sheet_attempted(const alea__rules *, const alea_state *before, const alea_state *after,
                              int64_t *points);
unsigned despirala_shortlist(const alea__rules *, const alea_state *, uint32_t *move, unsigned most);
void despirala_remark(const alea__rules *, const alea_state *, uint32_t move, char *out, size_t size);

/* ---- text/describe.c, text/narrate.c ---- */
void despirala_narrate(alea__narration *);
extern const char *const despirala_events[];
bool despirala_has_blank(const alea__rules *, const char *key, const char *blank);
bool despirala_fact(const alea__rules *, const alea_state *, unsigned seat, size_t index, alea_fact *out);
void despirala_alone(const alea__rules *, const alea_state *, unsigned seat, alea_state *out);

extern const alea__solver_ops despirala_solver_ops;
extern const alea__distribution_ops despirala_distribution_ops;
extern const alea__batch_ops despirala_batch_ops; /* text/observe.c */
extern const alea__family alea__despirala_family; /* family.c */
