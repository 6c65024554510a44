#ifndef ALEA_VALUE_CHECKING_H
#define ALEA_VALUE_CHECKING_H
/* Certificates looked at block by block, over all cores: what the checkers of the families have in common beside their
   arithmetic (fixed.h). What blocks find is taken down in their order, and the first one that is wrong is what the verdict
   tells. */
#include "value/values.h"

/* What one block finds; starts as zero. */
typedef struct alea__finding {
    bool wrong;
    uint64_t checked; /* positions looked at */
    char reason[400]; /* when wrong */
} alea__finding;

typedef struct alea__checking {
    uint64_t blocks;
    uint64_t total;                /* positions in all, for the progress */
    const alea_progress *progress; /* may be NULL */
    void *user;
    /* Optional, as in base/blocks.h: what one thread keeps from block to block. */
    alea_status (*thread_start)(void *user, void **local, alea_error *);
    void (*thread_end)(void *user, void *local);
    alea_status (*check)(void *user, void *local, uint64_t block, alea__finding *, alea_error *);
} alea__checking;

/* Looks at all blocks, or at enough of them to refute the certificate. ALEA_E_STOPPED when the progress callback asked for
   it, or the error of a block. The verdict holds when it is handed in. */
alea_status alea__check_blocks(const alea__checking *, alea_verdict *, alea_error *);

/* Says that a certificate does not hold, and why. */
__attribute__((format(printf, 2, 3))) void alea__refute(alea_verdict *, const char *format, ...);

/* The widest interval of all. */
double alea__widest(const alea__values *);
#endif
