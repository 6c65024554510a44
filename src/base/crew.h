#pragma once
/* Processes that work together, such as the ranks of an MPI job. All of them run the same program with the same arguments.
   Only process 0, the leader, writes to files and the terminal. All processes make the same calls of alea__blocks_run with
   `crew` set, in the same order; in each the leader distributes the blocks and folds them. It also shares the data that the
   others need to reach the next call.

   By default there is one process, the leader. A program of several processes calls alea__crew_use first. */
#include <alea/status.h>

#include <stddef.h>
#include <stdint.h>

/* Communication between the processes of a crew. */
typedef struct alea__crew {
    unsigned size;
    bool leads;
    /* Gives all processes the leader's bytes. All call it, with the same size; it waits for all. */
    void (*share)(void *data, size_t size);

    /* For blocks.c: messages between the leader and each other process. All answers of a job have the same size. */
    void (*order)(unsigned to, uint64_t block); /* the leader's; returns at once */
    /* The leader receives an answer and returns the number of its sender; 0 if none has arrived. */
    unsigned (*take)(void *data, size_t size);
    uint64_t (*wait)(void);                        /* the others wait for an order, */
    void (*answer)(const void *data, size_t size); /* and answer it */
} alea__crew;

/* From now on this process is one of that crew, which must stay. Before any other thread runs. */
void alea__crew_use(const alea__crew *);
const alea__crew *alea__the_crew(void);

unsigned alea__crew_size(void);
bool alea__crew_leads(void);
void alea__crew_share(void *data, size_t size);
/* The leader's status and error, for all. */
alea_status alea__crew_agree(alea_status, alea_error *);
