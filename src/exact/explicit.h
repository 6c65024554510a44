#pragma once
/* Exact results of games that are given as an explicit graph of their states. A family gives the graph, or has it listed from
   its play functions (enumerate.h), and has solving, evaluating, best responses, asking, checking, freezing and built-in bots.

   A state is a *node*, a number; what can happen in it are its *edges*. Every node takes the view of one seat: of the player
   to move or, in nodes of chance and in ends, of a seat that the graph's maker chose. An edge *passes* if the node that it
   leads to takes the view of the other seat. With one player a pass only ends a turn. */
#include "value/solver_ops.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    ALEA__MOST_NODE_MOVES = 255, /* a plan has a byte a node */
    ALEA__PAYOFFS = 3,           /* win, money and score */
    ALEA__DRAW = 2,              /* as a payoff of win: half a win for each player */
    ALEA__SHOWN = 400            /* enough for any state in a message */
};

typedef enum alea__node_kind { ALEA__DECIDE, ALEA__ROLL, ALEA__END } alea__node_kind;

/* Edges of a node: first[node] … first[node + 1] - 1. `to` is twice the target node, plus 1 if the edge passes. `mark` is
   the weight of an outcome, or the number of a move. */
typedef struct alea__explicit {
    uint32_t players, nodes, start, edges; /* the start takes the view of seat 0 */
    uint8_t *kind;                         /* [node], alea__node_kind */
    uint32_t *first, *to, *mark;
    int32_t *payoff
        [ALEA__PAYOFFS]; /* by objective and node, for ends; win: 1, 0 or ALEA__DRAW; NULL: no such objective. With two players, the other one loses what one wins or is paid */
    bool draws;          /* there is one */
    bool turns;          /* fewest turns is an objective */
    bool least;          /* the lowest score is best */
    int32_t worst;       /* the greatest size of a payment in money */
    uint32_t *decision, decisions; /* the nodes in which a player decides */
    /* A node in words, for messages. */
    void (*name)(const void *user, uint32_t node, char *out, size_t size);
    const void *user;
} alea__explicit;

#define ALEA__NO_NODE UINT32_MAX

static inline uint32_t alea__edges_of(const alea__explicit *g, uint32_t node)
{
    return g->first[node + 1] - g->first[node];
}

static inline uint32_t alea__target(uint32_t to)
{
    return to >> 1;
}

static inline bool alea__passes(uint32_t to)
{
    return to & 1;
}

/* A turn ends with a pass, and at the end of the game. */
static inline bool alea__ends_turn(const alea__explicit *g, uint32_t to)
{
    return alea__passes(to) || g->kind[alea__target(to)] == ALEA__END;
}

static inline void alea__name_node(const alea__explicit *g, uint32_t node, char out[ALEA__SHOWN])
{
    g->name(g->user, node, out, ALEA__SHOWN);
}

/* Whether the objective is to have as little as possible. */
static inline bool alea__explicit_least(const alea__explicit *g, alea_objective objective)
{
    return objective == ALEA_TURNS || (objective == ALEA_SCORE && g->least);
}

/* `pays`: bits, the objectives that have payoffs; arrays of the others are freed. Counts decisions and finds the worst
   payment. */
alea_status alea__explicit_finish(alea__explicit *, unsigned pays, alea_error *);
void alea__explicit_clear(alea__explicit *); /* frees and zeroes its contents */
bool alea__explicit_has(const alea__explicit *, alea_objective);

/* ---- where the functions below find it ---- */

/* Between states of the game and nodes. */
typedef struct alea__explicit_source {
    /* Makes the graph unless it exists. Fails with ALEA_E_STOPPED if the caller asks to stop. May be NULL. Both functions
       are safe from many threads. */
    alea_status (*list)(const alea__rules *, const alea_progress *, alea_error *);
    /* The graph; made when it is first asked for. */
    alea_status (*graph)(const alea__rules *, const alea__explicit **out, alea_error *);
    uint32_t (*node_of)(const alea__rules *,
                        const alea_state *); /* ALEA__NO_NODE for a state of another game */
    void (*state_of)(const alea__rules *, uint32_t node, alea_state *out);
    /* The node that a person means by this text; ALEA__NO_NODE if the game has no such state. */
    uint32_t (*read_node)(const alea__rules *, const char *text);
    /* The family's own policies, which are functions of the state; may be NULL. */
    const struct alea__explicit_bot *(*bot)(const alea__rules *, size_t index); /* NULL past the last */
    const char *how_written; /* end of a sentence, such as "States are written as its rule file has them" */
} alea__explicit_source;

typedef struct alea__explicit_bot {
    alea_builtin about;
    uint32_t (*choose)(const alea__rules *, const alea_state *); /* a move */
} alea__explicit_bot;

/* The rules of a family that uses what follows begin with it. */
typedef struct alea__explicit_rules {
    const alea__family *family;
    const alea__explicit_source *source;
} alea__explicit_rules;

static inline const alea__explicit_rules *alea__explicit_rules_of(const alea__rules *rules)
{
    return (const alea__explicit_rules *)rules;
}

static inline alea_status alea__explicit_of(const alea__rules *rules, const alea__explicit **out,
                                            alea_error *error)
{
    return alea__explicit_rules_of(rules)->source->graph(rules, out, error);
}

/* The same with progress, where making the graph may take long. */
alea_status alea__explicit_make(const alea__rules *, const alea_progress *, const alea__explicit **out,
                                alea_error *);

/* ---- policies ---- */

typedef enum alea__policy_kind {
    ALEA__POLICY_FIRST,
    ALEA__POLICY_RANDOM,
    ALEA__POLICY_PLAN
} alea__policy_kind;

typedef struct alea__explicit_policy {
    uint32_t kind;  /* alea__policy_kind */
    uint32_t nodes; /* of a plan's game */
    uint8_t *plan;  /* [node]: which of the node's edges, from 0; owned */
} alea__explicit_policy;

static inline const alea__explicit_policy *alea__explicit_policy_of(const alea__policy *policy)
{
    return (const alea__explicit_policy *)policy;
}

/* For a family's policy_ops: optimal, random, first and those of the family (explicit_builtin.c). */
alea_builtin alea__explicit_builtin(size_t index);
alea_status alea__explicit_policy_open(const alea__rules *, const alea__spec *, alea__policy **out,
                                       alea_error *);
uint32_t alea__explicit_decide(const alea__rules *, const alea__policy *, const alea_state *, alea__memo *,
                               alea__stream *own);
void alea__explicit_policy_free(alea__policy *); /* accepts NULL */
/* For its text_ops: the states in which a player decides, or none if they cannot be listed; and the only key, `state`. */
alea_key alea__explicit_key(const alea__rules *, size_t index);
alea_status alea__explicit_parse_state(const alea__rules *, const alea_setting *, size_t count,
                                       alea_state *out, alea_error *);
bool alea__explicit_sample_state(const alea__rules *, uint64_t index, alea_state *out, bool *sampled);

/* A plan that plays the first move everywhere, and changing its move in one node; ALEA_E_STATE if there is no such move. */
alea_status alea__explicit_plan_new(const alea__explicit *, alea__explicit_policy **out, alea_error *);
alea_status alea__explicit_plan_move(const alea__explicit *, alea__explicit_policy *, uint32_t node,
                                     uint32_t move, alea_error *);
/* The plan of a function that is asked in every decision; ALEA__NO_MOVE: it had no memory. */
typedef uint32_t alea__explicit_choose(const alea__rules *, const void *user, const alea_state *);
alea_status alea__explicit_plan_by(const alea__rules *, alea__explicit_choose *, const void *user,
                                   alea__policy **out, alea_error *);
/* Bytes and back (explicit_plan.c); unpacking looks at every byte. */
alea_status alea__explicit_pack(const alea__rules *, const alea__policy *, unsigned char **data, size_t *size,
                                alea_error *);
alea_status alea__explicit_unpack(const alea__rules *, const unsigned char *data, size_t size,
                                  alea__policy **out, alea_error *);

/* ---- results: tables of a family, and functions that others use too ---- */

extern const alea__solver_ops alea__explicit_solver_ops;
extern const alea__distribution_ops alea__explicit_distribution_ops; /* explicit_distribution.c */
extern const alea__freezing_ops alea__explicit_freezing_ops;
alea_status alea__explicit_solve(const alea__problem *, alea__values **out, alea_error *);
alea_status alea__explicit_plan_of_values(const alea__rules *, const alea__values *, alea__policy **out,
                                          alea_error *);

/* check/explicit_check.c: shares nothing with the solver but the graph and the reading of packed policies. */
alea_status alea__explicit_fits(const alea__rules *, const alea__values *, alea_error *);
alea_status alea__explicit_certify(const alea__rules *, const alea__values *, const alea_progress *,
                                   alea_verdict *out, alea_error *);
