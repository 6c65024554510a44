#pragma once
/* The state of a worker, and how its jobs read questions and write answers. */
#include "play/match_replay.h"
#include "sandbox/engines.h"
#include "sandbox/sandbox.h"
#include "worker/protocol.h"

enum { TALLY_WORDS = sizeof(alea__tally) / sizeof(uint64_t) };

typedef struct worker_job {
    alea__wasm_sandbox *sandbox;
    alea__channel channel;
    alea__text in, out;
    alea__unpacker request;        /* of `in` */
    alea_bot *bot[ALEA_MAX_SEATS]; /* by file */
    alea__instance *instance;
    alea__arena *arena;
    uint64_t said; /* nanoseconds: time of the last sign of life */
    /* For a match on the step path: */
    alea_game *game;
    alea_bot *plays[ALEA_MAX_SEATS]; /* by bot; those of WebAssembly are in `bot`, too */
    alea__match match;
    alea__observer observer;
    alea_bot *turned[ALEA_MAX_SEATS];     /* the bots in their rotation in the current block */
    unsigned bot_in_seat[ALEA_MAX_SEATS]; /* of the game that is played */
    alea__counts counts;
    bool records; /* the programs' moves: */
    alea__match_moves moves;
    uint64_t recorded[ALEA_MAX_SEATS]; /* steps of each bot */
} worker_job;

/* Sends the answer in `out`, and reads the next question. Without a library, the worker ends. */
void alea__job_send(worker_job *, uint32_t kind);
void alea__job_receive(worker_job *, uint32_t *kind);
/* Begins the answer. */
void alea__job_answer(worker_job *, alea_status, const alea_error *);

/* Opens the next file of the message as bot[index], or as many bots as the message says. */
alea_status alea__job_open_file(worker_job *, const alea_game *, unsigned index, alea_error *);
alea_status alea__job_open_files(worker_job *, const alea_game *, alea_error *);
/* Called before blocks are played: the first sign of life is due a tick later. */
void alea__job_begin_blocks(worker_job *);
/* For alea_progress: reports that the worker is alive, but not more often than the library reads it. Returns false. */
bool alea__job_is_alive(void *job);

/* match_job.c: OPEN_MATCH and PLAY_STEPS. */
void alea__job_open_match(worker_job *, const alea_progress *);
void alea__job_play_steps(worker_job *);
