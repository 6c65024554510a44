#ifndef ALEA_BASE_TEAM_H
#define ALEA_BASE_TEAM_H
/* Threads that work on one task together. team.c takes OpenMP's, or has one thread; the engine in the browser has a file of its own
   in its place (web/threads/). Only blocks.c calls this, and no other file uses OpenMP. */

typedef void alea__team_task(void *user, unsigned thread);

/* How many threads there are at most, at least 1. */
unsigned alea__team_size(void);

/* Runs the task in `threads` threads or fewer, the caller's included, waits for all, and returns how many there were. Each gets
   its number, from 0 on. They see everything that the caller wrote before, and the caller sees what they wrote. */
unsigned alea__team_run(unsigned threads, alea__team_task *, void *user);
#endif
