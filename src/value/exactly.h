#ifndef ALEA_VALUE_EXACTLY_H
#define ALEA_VALUE_EXACTLY_H
/* What a family provides for exact results, beside its alea__family. Options are never NULL here. */
#include "game/family.h"
#include "value/values.h"
#include <alea/exact.h>
#include <alea/stats.h>

typedef struct alea__exactly {
    /* A position from the keys of alea__family.key. */
    alea_status (*place)(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                         alea_error *);

    /* Of sampled models; 0: there are none. */
    uint64_t most_samples;
    /* solve.c. `resume` may be NULL. On ALEA_E_STOPPED *out may be set: unfinished values. */
    alea_status (*solve)(const alea__rules *, alea_objective, const alea_solve_options *,
                         const alea__values *resume, alea__values **out, alea_error *);
    /* Whether values read from a file have the shape that these rules give: ALEA_E_FILE without a file name in front. */
    alea_status (*fits)(const alea__rules *, const alea__values *, alea_error *);
    /* answer.c: value and moves of any position. */
    alea_status (*ask)(const alea__rules *, const alea__values *, const alea_state *, alea_answer *out,
                       alea_error *);
    /* certify.c: the independent checker. */
    alea_status (*certify)(const alea__rules *, const alea__values *, const alea_progress *,
                           alea_verdict *out, alea_error *);

    /* evaluate.c, best.c. Policies as bots have them; `second` is NULL for one player. Both fill everything in *out. */
    alea_status (*evaluate)(const alea__rules *, const alea__policy *first, const alea__policy *second,
                            alea_objective, const alea_solve_options *, alea_eval *out, alea_error *);
    alea_status (*best)(const alea__rules *, const alea__policy *, alea_objective, const alea_solve_options *,
                        alea__values **values, alea_reply *out, alea_error *);
    /* Why a policy has no exact results, as a whole sentence, or NULL when it has. */
    const char *(*inexact)(const alea__rules *, const alea__policy *);

    /* plan.c: the policy that plays as values say; the tie rule is the family's. */
    alea_status (*policy_of_values)(const alea__rules *, const alea__values *, alea__policy **out,
                                    alea_error *);
    /* A policy as bytes and back, little-endian, for table files; unpacking looks at every byte (ALEA_E_FILE). */
    alea_status (*policy_pack)(const alea__rules *, const alea__policy *, unsigned char **data, size_t *size,
                               alea_error *);
    alea_status (*policy_unpack)(const alea__rules *, const unsigned char *data, size_t size,
                                 alea__policy **out, alea_error *);
    /* The policy as a CSV text that table_open reads; ALEA_E_REFUSED where it is not of that kind. */
    alea_status (*policy_csv)(const alea__rules *, const alea__policy *, char **text, alea_error *);

    /* Freezing. States 0 … freeze_count - 1 are decisions; freeze makes a policy of the answers to all of them, a byte a
       state: the move. */
    uint64_t (*freeze_count)(const alea__rules *);
    void (*freeze_state)(const alea__rules *, uint64_t index, alea_state *out);
    alea_status (*freeze)(const alea__rules *, const unsigned char *moves, alea__policy **out, alea_error *);
    /* Families whose strategies are functions of two scores: scores 0 … side - 1, answers 0 … most; the states to freeze are
       [own][opponent's]. NULL: others. */
    void (*tabulated)(const alea__rules *, uint32_t *side, uint32_t *most);
    /* Contests, in those families too: one table against another, all answers at most `most`. A room is for one thread at a
       time, and a duel in it allocates nothing. What the first table's chances of winning are when it moves first and when it
       moves second, each from 0 to 1 and off by at most duel_error. The same two tables give the same bits in every room. */
    alea_status (*duel_open)(const alea__rules *, void **room, alea_error *);
    void (*duel_close)(void *room); /* accepts NULL */
    void (*duel)(void *room, const unsigned char *a, const unsigned char *b, double rate[2]);
    double (*duel_error)(const alea__rules *);
    /* Takes out of a position what no value depends on, such as counters that only limits look at. NULL: there is nothing. */
    void (*essence)(const alea__rules *, alea_state *);
    /* Points that the player to move has scored already, where values of `score` are what is still to come. NULL: they are of
       the whole game. */
    int64_t (*scored)(const alea__rules *, const alea_state *);
    /* Asking often: as `ask`, in a room that keeps what positions have in common; for one thread at a time. The rules and
       values stay as they are while it is open. NULL: `ask` is quick enough. */
    alea_status (*ask_open)(const alea__rules *, const alea__values *, void **room, alea_error *);
    void (*ask_close)(void *room); /* accepts NULL */
    alea_status (*ask_in)(void *room, const alea_state *, alea_answer *out, alea_error *);
    /* How scores are spread in a one-player game; NULL: the family has none. `spread` fills everything in *out but the summary,
       the mass and the mean of goods, with arrays from alea__alloc, which are the caller's on failure too. with_ties: the
       same policy, ties broken so; only where `ties` says that it has some. Scores are 0 … most_score. */
    alea_status (*spread)(const alea__rules *, const alea__policy *, const alea_stats_options *, alea_spread *out,
                          alea_error *);
    alea_status (*with_ties)(const alea__rules *, const alea__policy *, alea_ties, alea__policy **out,
                             alea_error *);
    alea_ties (*ties)(const alea__rules *, const alea__policy *);
    uint32_t (*most_score)(const alea__rules *);
} alea__exactly;
#endif
