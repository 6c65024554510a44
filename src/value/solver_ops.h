#pragma once
/* Functions that a family may provide for exact results, besides those of game/family.h that every family has. Options are
   never NULL here. */
#include "game/family.h"
#include "value/values.h"
#include <alea/exact.h>
#include <alea/stats.h>

/* Receives unfinished values from time to time. They belong to the solver, and are valid only during the call. */
typedef struct alea__keeper {
    void (*keep)(void *user, alea__values *unfinished);
    void *user;
} alea__keeper;

/* A problem to solve or evaluate. */
typedef struct alea__problem {
    const alea__rules *rules;
    alea_objective objective; /* one that the game has */
    /* The policies of the first and the second player. NULL: plays best, or there is no such player. */
    const alea__policy *policy[2];
    const alea__values *resume; /* unfinished values of the same game to start from, or NULL */
    const alea__keeper *keeper; /* NULL: unfinished values are not needed */
    const alea_solve_options *options;
    const alea__family *const
        *families; /* all there are, for a solver that states its game in another; NULL: none */
} alea__problem;

/* Every position of two players as arrays [own][other][turn][memory], memory omitted if a turn has none to remember. From the
   goal on, own + turn >= goal, the value is 1 and roll is 0. Each of the first three indices takes `side` values: the goal, or one more
   once the base cases are added, which is done last. */
typedef struct alea__arrays {
    uint32_t goal, side, memories;
    double *value; /* the chance to win of the player to move */
    uint8_t *roll; /* 1: rolling is better */
} alea__arrays;

typedef struct alea__arrays_ops {
    /* Fills goal and memories. Fails with ALEA_E_REFUSED if the positions do not form such arrays. */
    alea_status (*shape)(const alea__rules *, alea__arrays *, alea_error *);
    /* One sweep of value iteration in place, in ascending order of the indices. Returns the largest change of a value. */
    double (*sweep)(const alea__rules *, const alea__arrays *);
    /* From proved values of turn starts, objective `win`. */
    void (*fill)(const alea__rules *, const alea__values *, const alea__arrays *);
    /* Sets where a policy rolls; does not use `value`. */
    void (*rolls)(const alea__rules *, const alea__policy *, const alea__arrays *);
} alea__arrays_ops;

/* Proved values of the whole game, and of policies. */
struct alea__solver_ops {
    bool several;          /* `solve` is for three players and more, too */
    uint64_t most_samples; /* for sampled models; 0: the family has none */
    /* All players play best. On ALEA_E_STOPPED *out may be set: unfinished values. */
    alea_status (*solve)(const alea__problem *, alea__values **out, alea_error *);
    /* Whether values read from a file have the shape that these rules give: ALEA_E_FILE without a file name in front. */
    alea_status (*fits)(const alea__rules *, const alea__values *, alea_error *);
    /* The independent checker, which shares no code with the solver. */
    alea_status (*check)(const alea__rules *, const alea__values *, const alea_progress *, alea_verdict *out,
                         alea_error *);
    /* Value and moves of any position. NULL where the family has alea__query_ops. */
    alea_status (*ask)(const alea__rules *, const alea__values *, const alea_state *, alea_answer *out,
                       alea_error *);
    /* Every player has a policy here; in best_response the second has one, and the first plays best. Both fill `first` and
       `second` of *out; the mean, and what follows from it, is computed once for all families (bot/evaluate.c). */
    alea_status (*evaluate)(const alea__problem *, alea_evaluation *out, alea_error *);
    alea_status (*best_response)(const alea__problem *, alea__values **values, alea_best_response *out,
                                 alea_error *);
    /* Why a policy has no exact results, as a whole sentence, or NULL when it has. */
    const char *(*inexact)(const alea__rules *, const alea__policy *);
    /* Points that the player to move has already scored, if values of `score` count only those still to come; 0 if they
       count the whole game. */
    int64_t (*points_so_far)(const alea__rules *, const alea_state *);
    /* The policy that plays by given values; the family defines the tie rule. */
    alea_status (*policy_of_values)(const alea__rules *, const alea__values *, alea__policy **out,
                                    alea_error *);
    /* The same for these turns, with any legal moves in others; NULL if that is not faster. */
    alea_status (*policy_of_turns)(const alea__rules *, const alea__values *, const alea_plotted_turns *,
                                   alea__policy **out, alea_error *);
    /* A policy as bytes and back, little-endian, for table files; unpacking looks at every byte (ALEA_E_FILE). */
    alea_status (*pack_policy)(const alea__rules *, const alea__policy *, unsigned char **data, size_t *size,
                               alea_error *);
    alea_status (*unpack_policy)(const alea__rules *, const unsigned char *data, size_t size,
                                 alea__policy **out, alea_error *);
    const alea__arrays_ops *arrays; /* or NULL */
};

/* For families in which every policy has exact results, and values are of the whole game. */
const char *alea__never_inexact(const alea__rules *, const alea__policy *);
int64_t alea__no_points(const alea__rules *, const alea_state *);

/* Repeated queries: a query is for one thread at a time and keeps data that positions share. The rules and values must not
   change while it is open. */
struct alea__query_ops {
    alea_status (*open)(const alea__rules *, const alea__values *, void **query, alea_error *);
    void (*close)(void *query); /* accepts NULL */
    alea_status (*ask)(void *query, const alea_state *, alea_answer *out, alea_error *);
};

/* A single question, by either table. */
alea_status alea__ask_values(const alea_game *, const alea__values *, const alea_state *, alea_answer *out,
                             alea_error *);

/* Freezing a bot: its answers in states 0 … count - 1, which are all decisions, make a policy. One byte per state: the move
   or, if moves do not fit in a byte, its index among the state's moves (`by_place`). */
struct alea__freezing_ops {
    uint64_t (*count)(const alea__rules *);
    void (*state)(const alea__rules *, uint64_t index, alea_state *out);
    alea_status (*freeze)(const alea__rules *, const unsigned char *moves, alea__policy **out, alea_error *);
    bool by_place;
};

/* The policies that a strategy is improved against; all count the same. */
typedef struct alea__opponents {
    const alea__policy *const *policy;
    size_t count;
    const alea_progress *progress; /* only `stopped` is asked; may be NULL */
} alea__opponents;

/* For families whose strategies are functions of two scores. */
struct alea__contest_ops {
    const alea__freezing_ops *cells; /* the states of a table of moves, [own][opponent's], and its policy */
    /* The scores that a bot is given. */
    void (*scores)(const alea__rules *, const alea_state *, alea__scores *);
    /* Scores are 0 … side - 1, answers 0 … most. */
    void (*domain)(const alea__rules *, uint32_t *side, uint32_t *most);
    /* The move for an answer, or ALEA__NO_MOVE with a sentence about the error. */
    uint32_t (*move)(const alea__rules *, uint32_t answer, char *why, size_t size);
    /* One table against another, all answers at most `most`. A workspace is for one thread at a time. `rate` gets the first
       table's chances of winning when it moves first and when it moves second, each from 0 to 1 and off by at most pair_error.
       The same two tables give the same bits in every workspace. */
    alea_status (*pair_open)(const alea__rules *, void **workspace, alea_error *);
    void (*pair_close)(void *workspace); /* accepts NULL */
    alea_status (*pair)(void *workspace, const unsigned char *a, const unsigned char *b, double rate[2],
                        alea_error *);
    double (*pair_error)(const alea__rules *);
    /* Whether the helpers for Python strategies (sandbox/python/hog.py) follow these rules. NULL: never. */
    bool (*has_helpers)(const alea__rules *);
    /* Notes about the origin of the rules, in whole sentences; NULL if there are none; the function may also be NULL. */
    const char *(*note)(const alea__rules *);
    /* Improves a table against others until no change of a single answer gains anything; NULL if the family cannot. */
    alea_status (*respond)(const alea__rules *, const alea__opponents *, unsigned char *table, alea_error *);
    /* Whether positions are just the two scores, so that the best response is a table; NULL: never. */
    bool (*scores_are_all)(const alea__rules *);
};

static inline bool alea__contest_has_helpers(const alea__contest_ops *contest, const alea__rules *rules)
{
    return contest && contest->has_helpers && contest->has_helpers(rules);
}

/* How scores are distributed in a one-player game; scores are 0 … most_score. */
struct alea__distribution_ops {
    /* Fails with ALEA_E_REFUSED where the scores of these rules have no distribution; NULL: never. */
    alea_status (*supports)(const alea__rules *, alea_error *);
    /* Fills everything in *out but the summary, the mass and the mean of goods, with arrays from alea__alloc, which are the
       caller's on failure too. */
    alea_status (*find)(const alea__rules *, const alea__policy *, const alea_stats_options *,
                        alea_distribution *out, alea_error *);
    /* The same policy with this tie rule; only if `ties` says that it has ties, else it may be NULL. */
    alea_status (*with_ties)(const alea__rules *, const alea__policy *, alea_ties, alea__policy **out,
                             alea_error *);
    alea_ties (*ties)(const alea__rules *, const alea__policy *);
    uint32_t (*most_score)(const alea__rules *);
};
