#pragma once
/* Threads that work on one task. They are made at the first task and then wait for the next; a child of fork makes its own. In the
   browser there is one, or those of web/threads/. Only blocks.c calls this. */

typedef void alea__team_task(void *user, unsigned thread);

typedef struct alea__team {
    /* How many threads there are at most, at least 1. */
    unsigned (*size)(void);
    /* Runs the task in at most `threads` threads, including the caller, waits for all, and returns how many there were.
       Each gets its number, from 0. The threads see all earlier writes of the caller, and the caller sees theirs. */
    unsigned (*run)(unsigned threads, alea__team_task *, void *user);
} alea__team;

void alea__team_use(const alea__team *); /* before the first task */
unsigned alea__team_size(void);
unsigned alea__team_run(unsigned threads, alea__team_task *, void *user);
