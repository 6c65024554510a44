#pragma once
/* Strategies in Python: a file with PLAYER_NAME and final_strategy(score, opponent_score). It never runs as a process, but
   inside CPython inside the sandbox, and is asked for all pairs of scores at once (python/strategy.py). */
#include "bot/bot.h"

typedef struct alea__python_job {
    const alea_progress *progress; /* may be NULL; `stopped` is asked while another process works */
    const alea_progress
        *waiting; /* may be NULL; is reported to while another process works, without figures */
    const void *source;
    size_t size;
    uint32_t side;  /* scores 0 … side - 1 */
    uint32_t most;  /* answers 0 … most */
    uint32_t order; /* in which it is asked: 0 ascending, 1 descending, 2 mixed */
    uint64_t fuel;  /* for all of it; 0: ALEA_PYTHON_FUEL */
    bool helpers;   /* whether it may import hog.py, which has the rules of the usual game */
    uint64_t seed;  /* of its random numbers, and of the nanoseconds that its clock always shows */
} alea__python_job;

enum {
    ALEA__PYTHON_SOURCE = 1 << 20, /* the longest file, in bytes */
    ALEA__PYTHON_TIMES = 3         /* how often a strategy is asked for its table */
};

/* The result. `moves`, side x side bytes [score][opponent's], is NULL if it failed; then `failure_kind` is a
   word (syntax, error, name, function, answer, fuel, memory, trap, size) and `text` a sentence without its
   full stop. */
typedef struct alea__tabulated {
    unsigned char *moves;
    /* Unchanged UTF-8; `printed` is for the author only. NULL if it failed before. */
    char *name, *printed;
    uint32_t lines; /* that it printed, also those that are not in `printed` */
    char failure_kind[16];
    char text[1600];
    uint64_t fuel; /* used */
} alea__tabulated;

/* Asks a fresh instance. Fails only for reasons outside the strategy: no component (ALEA_E_USAGE), no memory, or the
   engine. Safe from many threads. */
alea_status alea__python_tabulate(alea_sandbox *, const alea__python_job *, alea__tabulated *out,
                                  alea_error *);
void alea__tabulated_clear(alea__tabulated *);

/* Makes the instances that one judgement needs ahead, for a sandbox of this process. A process that forks calls it, so that each
   fork has copies of them and need not make its own. If they cannot be made, judgements make their own and report why not. */
void alea__python_prepare(alea_sandbox *);

/* Asks three times: in three orders, and in fresh instances with other random numbers and clocks. After a
   failure it does not ask again. There are moves only if all three agree; otherwise `failure_kind` is "impure"
   and `text` shows two answers. `fuel` is the sum. The order of the job does not count; its seed is added to those of the three. */
alea_status alea__python_judge(alea_sandbox *, const alea__python_job *, alea__tabulated *out, alea_error *);
/* The same in this process, in a sandbox that alea__sandbox_open_here opened. */
alea_status alea__python_judge_here(alea_sandbox *, const alea__python_job *, alea__tabulated *out,
                                    alea_error *);

/* FILE.py as a bot, for families whose strategies are functions of two scores (contest_ops). The bot is a policy. */
alea_status alea__python_bot_open(alea_sandbox *, const alea_game *, const char *path, alea_bot **out,
                                  alea_error *);
