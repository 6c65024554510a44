#pragma once
/* What the library, the zygote and workers say to each other. A message is a kind and fields packed as channel.h
   says. Whoever asks waits for one answer; a worker may ask for compiled code, or say that it is alive, before it
   answers.

   Worker and library are always of the same build: HELLO carries this version, and another one is refused. */
#include "worker/channel.h"
#include <alea/status.h>

#define ALEA__WORKER_VERSION UINT64_C(7)

enum { ALEA__WORKER_FD = 3 }; /* the zygote's socket */

typedef enum alea__worker_message {
    /* To the zygote.
       HELLO   version, fuel, memory, largest file, size of the cache, threads, cache folder, path of Python's
               component.  Answer: DONE
       PYTHON  loads that component.  Answer: DONE, what is wrong with the cache (may be NULL)
       FORK    seconds of processor time: makes a worker that may use so much in all.  Answer: its socket and process (alea__channel_send_fd), or -errno alone
       END     process: kills this worker.  Answer: DONE, what waitpid said about it */
    ALEA__HELLO = 1,
    ALEA__PYTHON,
    ALEA__FORK,
    ALEA__END,

    /* To a worker. The first message is one of OPEN_BOT, OPEN_ARENA, OPEN_MATCH, JUDGE and UNZIP.
       OPEN_BOT    alea__question, name of the file, its bytes.
                   Answer: whether it imports WASI, whether it receives rolls, whether it declares that it is pure, what it
                   is, number of imports, imports
       START       seed, block, bot, whether it is restored before each question: a fresh instance.
                   Answer: whether it is restored cheaply
       ASK         number of questions, each: own score, number of others, others' scores; for a bot that receives rolls also
                   the mover's seat and banked score, whether a new game has begun since the last question, number of
                   rolls since then, each: seat and faces in 16 bits each, the seat lowest.
                   Answer: number of answers, each: answer, failure, fuel, text of the failure. The last one may be a
                   failure; then questions after it are not answered
       OPEN_ARENA  alea__question, number of games, the packed match, seed, number of files, each: name,
                   bytes, 0; number of bots, each: 0 (a policy) or 1 + the number of its file.  Answer: nothing more
       PLAY        first game, number of games in a block, number of blocks.  Answer: bit i is 1 if the i-th block was
                   clean, the words of each block's tally
       OPEN_MATCH  game, text of its rule file (NULL: it is in the catalogue), seed, whether seats rotate, number of
                   files, each: name, bytes, whether its bots are restored; number of bots, each: 0 and its policy packed, or 1 and the number of its
                   file, or 2 and its name, text in Lua, fuel, memory and
                   whether it is restored.  Answer: nothing more
       PLAY_STEPS  first game, number of games, by how many places the bots are turned, whether moves are wanted.
                   Answer: the words of the tally; of each bot the failures by kind, the game and the text of the
                   first. If moves are wanted also of each bot: decisions, fuel, after how many decisions it could not
                   be started, and why; and what the programs did (play/match_replay.h)
       JUDGE       side, most, fuel, whether there are helpers, seed, source.  Answer: fuel, moves (no bytes: it
                   failed), name, printed, lines printed, kind of failure, text of the failure
       UNZIP       largest file that is read, the archive.  Answer: number of files, each: name, kind, whether the
                   time is in UTC, time, size, bytes (none unless it was read) */
    ALEA__OPEN_BOT = 16,
    ALEA__START,
    ALEA__ASK,
    ALEA__OPEN_ARENA,
    ALEA__PLAY,
    ALEA__OPEN_MATCH,
    ALEA__PLAY_STEPS,
    ALEA__JUDGE,
    ALEA__UNZIP,
    ALEA__FOUND, /* the answer to FIND: compiled code, or nothing */

    /* From a worker or the zygote.
       DONE   the answer: status, and if that is not ALEA_OK message, file, line and column
       ALIVE  a block takes long but makes progress
       FIND   key: is there compiled code for it?
       KEEP   key, compiled code */
    ALEA__DONE = 32,
    ALEA__ALIVE,
    ALEA__FIND,
    ALEA__KEEP,
} alea__worker_message;

/* The question to a bot, as far as a worker that does not know the game must know it. */
typedef enum alea__question {
    ALEA__ASKS_PAIRS,   /* two scores; the answer is a number */
    ALEA__ASKS_LISTS,   /* scores, to roll or to hold */
    ALEA__ASKS_TWO_DICE /* the same in a game of two dice, with reported rolls */
} alea__question;

/* How a bot of OPEN_MATCH is sent. */
typedef enum alea__sent_bot { ALEA__SENT_POLICY, ALEA__SENT_WASM, ALEA__SENT_LUA } alea__sent_bot;

/* The longest messages, in bytes. */
#define ALEA__MOST_REQUEST ((size_t)1 << 31)
#define ALEA__MOST_ANSWER  ((size_t)1 << 22)

/* The beginning of an answer. `error` is ignored for ALEA_OK. */
void alea__pack_status(alea__text *, alea_status, const alea_error *error);
/* Fills *error unless it is ALEA_OK; texts are made printable. The status is one of alea/status.h, or the unpacker is
   bad. */
alea_status alea__unpack_status(alea__unpacker *, alea_error *error);

/* The longest texts in answers; longer ones are refused. */
enum { ALEA__MOST_WHAT = 1 << 12, ALEA__MOST_IMPORTS = 1 << 12, ALEA__MOST_PRINTED = 1 << 16 };
