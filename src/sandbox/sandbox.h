#pragma once
/* Plays whole blocks inside the sandbox: the referee is compiled to WebAssembly and composed with the bots
   into one component (see arena.c). */
#include "bot/bot.h"
#include <alea/run.h>

typedef struct alea__arena alea__arena;

/* Some blocks of equally many games, one after the other. */
typedef struct alea__arena_blocks {
    uint64_t first, games; /* the first game; in each block */
    unsigned count;        /* of blocks, at most ALEA__ARENA_BLOCKS */
} alea__arena_blocks;

/* A message to a worker and the wait for its answer may cost as much as a twentieth of a block. */
enum { ALEA__ARENA_BLOCKS = 8 };

/* The functions of a kind of arena: in this process, or in workers. */
typedef struct alea__arena_ops {
    void (*free)(alea__arena *);
    uint32_t (*play)(alea__arena *, alea__arena_blocks, alea__tally[]);
} alea__arena_ops;
struct alea__arena {
    const alea__arena_ops *ops;
};

typedef struct alea__arena_match {
    const alea_game *game;
    alea_bot *const *bots; /* as many as the game has players */
    uint64_t
        games; /* of the run, or UINT64_MAX: bots that are long to compile do not play in an arena if they are few */
    uint64_t seed;
    bool rotate;
    const alea_progress
        *progress; /* may be NULL. Once `stopped` returns true, blocks end early and are not clean */
} alea__arena_match;

/* A component that imports WASI plays in an arena only if its file is smaller than this. Larger ones bring a runtime along,
   such as Python's, whose own work outweighs the cost of a call, and take long to compile. */
enum { ALEA__MOST_WASI_BYTES = 1 << 20 };

/* Composes the referee with the bots of a match. At least one must be a WebAssembly bot; the others may be policies of the
   family. Otherwise it fails with ALEA_E_REFUSED and the reason, and also if a file is too large for it. Many threads may use
   an open arena. The game, the bots and the progress must outlive it. */
alea_status alea__arena_open(const alea__arena_match *, alea__arena **out, alea_error *);
void alea__arena_free(alea__arena *);

/* Plays each of the blocks from fresh instances, and adds the games of the i-th to tally[i]. Bit i of the result is set if that
   block is clean. If it is not, since something trapped or ran out, its tally is untouched, and it must be played on the
   step path. */
uint32_t alea__arena_play(alea__arena *, alea__arena_blocks, alea__tally tally[]);

/* ---- in parts, for workers ---- */

/* A match as the referee inside the sandbox takes it. */
typedef struct alea__arena_parts {
    alea_bot *const *bots; /* NULL: decided by a policy in `packed` */
    unsigned players;
    uint64_t games;              /* as in alea__arena_match */
    const unsigned char *packed; /* made by alea__arena_pack */
    size_t size;
    uint64_t seed;                 /* of the bots' random numbers */
    const alea_progress *progress; /* as in alea__arena_match */
} alea__arena_parts;

/* Packs rules, policies and seed. The caller frees *data. Fails with ALEA_E_REFUSED if the family has no such referee. */
alea_status alea__arena_pack(const alea__arena_match *, unsigned char **data, size_t *size, alea_error *);
/* The same as alea__arena_open for bots that run in this process; the parts may go afterwards. */
alea_status alea__arena_open_parts(const alea__arena_parts *, alea__arena **out, alea_error *);
alea_status alea__arena_open_here(const alea__arena_match *, alea__arena **out, alea_error *);
