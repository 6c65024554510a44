#ifndef ALEA_VALUE_EXACTLY_H
#define ALEA_VALUE_EXACTLY_H
/* What a family provides for exact results, beside its alea__family. Options are never NULL here. */
#include "game/family.h"
#include "value/values.h"
#include <alea/exact.h>

typedef struct alea__exactly {
    /* A position from the keys of alea__family.key. */
    alea_status (*place)(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                         alea_error *);

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
} alea__exactly;
#endif
