#ifndef ALEA_BASE_TEAM_H
#define ALEA_BASE_TEAM_H
/* Threads that work on one task together: OpenMP's, or one thread, or those of a program that brings its own, as the engine in the
   browser does (web/threads/). Only blocks.c calls this, and no other file uses OpenMP. */

typedef void alea__team_task(void *user, unsigned thread);

typedef struct alea__team {
    /* How many threads there are at most, at least 1. */
    unsigned (*size)(void);
    /* Runs the task in `threads` threads or fewer, the caller's included, waits for all, and returns how many there were. Each gets
       its number, from 0 on. They see everything that the caller wrote before, and the caller sees what they wrote. */
    unsigned (*run)(unsigned threads, alea__team_task *, void *user);
} alea__team;

void alea__team_use(const alea__team *); /* before the first task */
unsigned alea__team_size(void);
unsigned alea__team_run(unsigned threads, alea__team_task *, void *user);
#endif
