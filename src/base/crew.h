#ifndef ALEA_BASE_CREW_H
#define ALEA_BASE_CREW_H
/* Processes that do one work together, such as the ranks of an MPI job. All of them run the same program with the same arguments.
   Process 0 is the leader: it alone writes, to files as well as to the terminal. All come to the same calls of alea__blocks_run
   with `crew` set, in the same order; there the leader hands out the blocks and folds them. What the others must know to come to the
   next such call, the leader shares.

   Usually there is one process, which leads: crew.c. The program alea-mpi links src/mpi/crew_mpi.c in its place. */
#include <alea/status.h>

#include <stddef.h>
#include <stdint.h>

unsigned alea__crew_size(void);
bool alea__crew_leads(void);

/* Gives everybody the leader's bytes. All call it, with the same size; it waits for all. */
void alea__crew_share(void *data, size_t size);
/* The leader's status and error, for all. */
alea_status alea__crew_agree(alea_status, alea_error *);

/* ---- for blocks.c: messages between the leader and each other; all of a job's are equally long -------------------------- */

/* The leader's message to process `to`, from 1 on. Returns at once; `data` may be used again. */
void alea__crew_order(unsigned to, uint64_t block);
/* The leader takes a message that has come, and returns whose it is; 0: none has. */
unsigned alea__crew_take(void *data, size_t size);
/* The others wait for the leader's message, and answer it. */
uint64_t alea__crew_wait(void);
void alea__crew_answer(const void *data, size_t size);
#endif
