#pragma once
/* Listing states: shared by the files that call the rule file's functions. All of it runs inside protected calls, which Lua
   may leave at any point, so resources must be owned by the lister. */
#include "family/graph/graph.h"

/* The answers of the functions about one state. */
typedef struct graph_answer {
    alea__node_kind kind;
    uint32_t edges; /* at the end of the graph's */
    int32_t pay[ALEA__PAYOFFS];
    unsigned pays; /* bits: which there are */
} graph_answer;

typedef struct graph_lister {
    const graph_source *source;
    graph_rules *g;
    lua_State *L;
    uint32_t most_nodes, most_edges; /* limits */
    uint64_t most_instructions;      /* of all calls together */
    uint32_t nodes_capacity, edges_capacity;
    size_t shown_capacity;
    uint32_t next, stop, step; /* the nodes that a protected call asks about */
    bool again;                /* they have been asked before */
    bool any_end;
    unsigned pays; /* of the ends so far */
    uint64_t used;
    /* the call that is under way, for messages */
    graph_function asked;
    uint32_t node;
    uint32_t action; /* from 1: the outcome, or the move's number plus one; 0: none */
    bool is_move;
    alea_status status; /* set when an answer was wrong, and *error with it */
    alea_error *error;
} graph_lister;

/* call.c: "moves(7) " and then the sentence; always false. The file and the line are added outside of the protected call. */
__attribute__((format(printf, 2, 3))) bool graph_wrong(graph_lister *, const char *sentence, ...);
bool graph_no_memory(graph_lister *);
void graph_write_call(const graph_lister *, char *out, size_t size); /* the call that is under way */
/* Pushes the function and the state. The functions follow the lister's pointer, which is argument 1. */
void graph_push_call(graph_lister *, graph_function);
bool graph_has(const graph_lister *, graph_function); /* whether the file has it */
/* Pops the state on top of the stack: the target of an edge. */
bool graph_take_target(graph_lister *, uint32_t *to);

/* Each adds its part to the answer (ask_state.c, payoff.c). */
bool graph_ask_moves(graph_lister *, graph_answer *);
bool graph_ask_chances(graph_lister *, graph_answer *);
bool graph_ask_payoff(graph_lister *, graph_answer *);
/* Adds the labels of outcomes, the list at `at`, to the edges of the answer (ask_outcomes.c). */
bool graph_ask_outcomes(graph_lister *, const graph_answer *, int at);
/* Stores the description of the state for people (ask_show.c). */
bool graph_ask_show(graph_lister *);

/* ask_state.c: `array` is the address of a pointer to `room` things of `size` bytes; false without memory, and it is as before. */
bool graph_grow(void *array, size_t capacity, size_t size);
