#pragma once
/* Graph: any game for one or two players, defined by Lua functions. The states that can be reached are listed once, when
   the game is opened; from then on a state is a *node*, a number, and what can happen in it are its *edges*.

   Everything is seen from the seat of the player to move. An edge may *pass*: then the other player is to move in the node
   that it leads to. So two players in the same situation share their nodes: a game of Pig has one for each (own, other, turn). */
#include "exact/explicit.h"
#include "game/narration.h"
#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    GRAPH_MOST_NODES = 5000000,   /* unless alea_game_limit_states sets another number */
    GRAPH_MOST_EDGES = 100000000, /* likewise */
    GRAPH_MOST_MOVES = 65535,     /* different ones in a game; ALEA__MOST_NODE_MOVES in a state */
    GRAPH_MOST_OUTCOMES = 65536,
    GRAPH_MOST_PAY = 1000000000,
    GRAPH_LONGEST_NAME = 40,  /* of a move, of an outcome */
    GRAPH_LONGEST_TEXT = 120, /* bytes of a state that is a text */
    GRAPH_MOST_NUMBERS = 16,  /* in a state that is a list */
    GRAPH_LIMIT = 10000       /* turns of a game; moves and rolls of a turn */
};

#define GRAPH_MOST_WEIGHT UINT32_MAX /* of all outcomes of a node together */

/* ---- states as the rule file has them (state_index.c) ---- */

typedef enum graph_form { GRAPH_NUMBER, GRAPH_TEXT, GRAPH_TUPLE } graph_form;

/* A state: a whole number, a text, or a list of whole numbers. */
typedef struct graph_key {
    uint32_t form;                      /* graph_form */
    uint32_t size;                      /* of the text or of the list */
    int64_t number[GRAPH_MOST_NUMBERS]; /* [0], or the list */
    const char *text;
} graph_key;

/* All states, found by their keys through a hash table, numbered in the order in which they were met. */
typedef struct graph_index {
    uint32_t count;
    uint8_t *form;
    int64_t *word; /* the number; for texts and lists, the start in `bytes` */
    unsigned char *bytes;
    size_t size;
    uint32_t capacity;     /* of form and word */
    size_t bytes_capacity; /* of bytes */
    uint32_t *slot;        /* node + 1; 0: free */
    uint32_t slots;        /* a power of two */
    uint64_t secret;       /* of the hashes: only the place of a key in `slot` depends on it */
} graph_index;

uint32_t graph_find_key(const graph_index *, const graph_key *); /* ALEA__NO_NODE when it is not there */
/* The node of the key, added if it is new; ALEA__NO_NODE when there is no memory. */
uint32_t graph_add_key(graph_index *, const graph_key *);
void graph_key_of(const graph_index *, uint32_t node,
                  graph_key *out); /* its text lives as long as the keys do */
/* How many numbers each key is, if they are as many in all of them and have 32 bits; else 0. */
uint32_t graph_index_numbers(const graph_index *);
void graph_index_free(graph_index *);
void graph_write_key(const graph_key *, char *out, size_t size); /* 7; 22,0,5; "text" without the marks */
/* The state that a person means: as a number, else as a list, else as a text; ALEA__NO_NODE if the game has no such state. */
uint32_t graph_read_state(const graph_index *, const char *text);
/* The Lua value at `at` as a state, and back; false if it is not a state. A text belongs to Lua. Pushing may raise an error. */
bool graph_take_key(lua_State *, int at, graph_key *out);
void graph_push_key(lua_State *, const graph_key *);

/* ---- the graph ---- */

typedef struct graph_rules {
    alea__explicit_rules head;
    alea__explicit graph; /* moves ascend by their numbers */
    graph_index moves;    /* their names, each with its zero byte, by number */
    graph_index outcomes; /* names of outcomes, likewise, and faces of dice, as lists that ascend */
    uint32_t *
        outcome; /* [edge]: index of its name, plus 1; 0 if the rule file gives none. NULL if no edge has one; owned */
    size_t *shown_at; /* [node], where its words begin in `shown` (rules/ask_show.c) */
    char *shown;      /* NULL if the file has no such function */
    size_t shown_size;
    graph_index index;
    uint32_t numbers; /* see graph_index_numbers */
} graph_rules;

static inline const graph_rules *graph_rules_of(const alea__rules *rules)
{
    return (const graph_rules *)rules;
}

/* The name of a move. It does not move after all states are listed. */
static inline const char *graph_name_of(const graph_rules *g, uint32_t move)
{
    graph_key key;
    graph_key_of(&g->moves, move, &key);
    return key.text;
}

/* The sides of dice with this number of rolls; 0 if there are no such dice. */
uint32_t graph_sides_of(uint64_t rolls, uint32_t dice);
/* The name of an outcome; NULL if it has none. */
const char *graph_outcome_name(const graph_rules *, uint32_t edge);
/* The edge that an outcome, a side of the die or a roll of the dice, takes; ALEA__NO_NODE for no outcome (play/referee.c). */
uint32_t graph_outcome_edge(const graph_rules *, uint32_t node, uint32_t outcome);

/* The state's words as its file has them, for messages. */
void graph_name_node(const graph_rules *, uint32_t node, char out[ALEA__SHOWN]);

/* ---- by folder ---- */

extern const struct luaL_Reg graph_words[]; /* rules/lua_functions.c */
/* Reads a state, or the result of pass(s). Returns false if the value is neither. Lua owns a text. */
bool graph_take_state(lua_State *, int at, graph_key *out, bool *passes);

alea_status graph_compile(const alea__reader *, unsigned players, alea__rules **out,
                          alea_error *); /* rules/rules.c */
void graph_free(alea__rules *);
void graph_offer_nodes(graph_rules *); /* to the exact engine (rules/nodes.c) */
bool graph_has_objective(const alea__rules *, alea_objective);

/* The functions of a rule file, as places on its stack. */
typedef enum graph_function {
    GRAPH_START,
    GRAPH_MOVES,
    GRAPH_CHANCES,
    GRAPH_APPLY,
    GRAPH_PAYOFF,
    GRAPH_SHOW,
    GRAPH_FUNCTIONS
} graph_function;
typedef struct graph_source {
    const alea__reader *reader;
    int function[GRAPH_FUNCTIONS]; /* stack index; nil for omitted optional functions */
} graph_source;
alea_status graph_enumerate(const graph_source *, graph_rules *, alea_error *); /* rules/enumerate.c */

/* A position of a game that is being played (play/referee.c). */
typedef struct graph_state {
    uint32_t node, seat; /* seat: of the player to move there, or of the last mover */
    uint32_t turns;      /* that have ended */
    uint32_t steps;      /* moves and rolls of this turn */
    uint32_t over, unfinished;
    int32_t loser; /* who forfeited; -1: no player */
} graph_state;
_Static_assert(sizeof(graph_state) <= sizeof(alea_state), "a graph state fits in an alea_state");
static inline graph_state graph_state_of(const alea_state *state)
{
    graph_state s;
    memcpy(&s, state, sizeof s);
    return s;
}

static inline void graph_store(const graph_state *s, alea_state *state)
{
    memcpy(state, s, sizeof *s);
}

/* The beginning of a turn, or a point within one, at a node; sets seat 0. */
void graph_stand(const graph_rules *, uint32_t node, alea_state *out);
void graph_start(const alea__rules *, alea_state *);
int graph_to_move(const alea__rules *, const alea_state *);
unsigned graph_move_count(const alea__rules *, const alea_state *);
uint32_t graph_move(const alea__rules *, const alea_state *, unsigned index);
const char *graph_move_name(const alea__rules *, uint32_t move);
uint32_t graph_chance_count(const alea__rules *, const alea_state *);
unsigned graph_chance_faces(const alea__rules *, const alea_state *, uint32_t outcome, uint32_t faces[16]);
bool graph_rolls_dice(const alea__rules *, const alea_state *);
const char *graph_chance_name(const alea__rules *, const alea_state *, size_t index, uint32_t *outcome);
alea_status graph_apply(const alea__rules *, alea_state *, uint32_t move_or_outcome, alea_error *);
void graph_forfeit(const alea__rules *, alea_state *);
void graph_outcome(const alea__rules *, const alea_state *, alea_outcome *);
/* The line that alea__explicit_parse_state reads. */
void graph_position_line(const alea__rules *, const alea_state *, char *out, size_t size);
void graph_describe(const alea__rules *, const alea_state *, char *out, size_t size);

/* text/describe.c: states in words for people. */
bool graph_fact(const alea__rules *, const alea_state *, unsigned seat, size_t index, alea_fact *out);
/* Whether some state has a fact of this name. */
bool graph_has_fact(const graph_rules *, const char *name);
/* Points out what the author may have forgotten: a game of two that never passes. */
const char *graph_note(const alea__rules *);

/* text/narrate.c */
void graph_narrate(alea__narration *);
extern const char *const graph_events[];
bool graph_words_fit(const alea__rules *, const char *key);
bool graph_has_blank(const alea__rules *, const char *key, const char *blank);

/* text/bot_view.c */
void graph_push_view(const alea__rules *, const alea_state *, lua_State *);
uint32_t graph_lua_answer(const alea__rules *, const alea_state *, lua_State *, char *why, size_t size);

extern const alea__batch_ops graph_batch_ops; /* text/observe.c */
extern const alea__family alea__graph_family;
