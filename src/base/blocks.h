#pragma once
/* Fixed blocks of work, spread over threads, folded in the order of their index whatever order they finish in.
   Memory is flat: at most a few results a thread wait for their turn. Without threads, as in some browsers (team.h),
   everything runs in one, with the same results. */
#include <alea/status.h>
#include <stdbool.h>

typedef struct alea__blocks {
    uint64_t count;     /* blocks 0 … count - 1 */
    unsigned threads;   /* 0: all processors that this process may use */
    size_t result_size; /* bytes of one block's result, zeroed before work */
    void *user;         /* handed to all functions */
    /* Optional: makes the data that a thread keeps between blocks, in that thread. */
    alea_status (*thread_start)(void *user, void **local, alea_error *);
    void (*thread_end)(void *user, void *local);
    /* ALEA_E_STOPPED means that work stopped in the middle: this result still counts, later blocks do not. */
    alea_status (*work)(void *user, void *local, uint64_t block, void *result, alea_error *);
    /* Optional. Called once for each block, in ascending order, never at the same time as itself. */
    void (*fold)(void *user, uint64_t block, const void *result);
    /* Optional. Called after each fold, never at the same time as a fold or itself; `done` in blocks. It must be cheap when
       there is nothing to show, because blocks have no clock. A result other than 0 stops: no further block begins, blocks
       under way are finished and folded, and nothing more is reported. */
    int (*report)(void *user, uint64_t done);
    /* The processes of a crew (crew.h) work on these blocks together. Results must be bytes that mean the same in every process:
       no pointers. Only the leader folds and reports; all get the same status. */
    bool crew;
} alea__blocks;

/* Returns ALEA_OK when all blocks were folded, ALEA_E_STOPPED when report asked for it before that, or the error of the
   lowest-numbered block that failed, whether the work failed or the start of its thread. Blocks after a failure are not
   folded. *done is always set to the number of folded blocks. `done` and `threads_used` may be NULL. */
alea_status alea__blocks_run(const alea__blocks *, uint64_t *done, unsigned *threads_used, alea_error *);

/* Runs a short loop of independent iterations that cannot fail: calls the task for 0 … count - 1, in any order. At most
   `threads` threads, numbered from 0, work at the same time. They see all earlier writes of the caller, and have ended on
   return. */
typedef void alea__loop_task(void *user, uint64_t index, unsigned thread);
void alea__loop_run(uint64_t count, unsigned threads, alea__loop_task *, void *user);
unsigned alea__loop_threads(unsigned asked); /* 0: all cores, as above */
