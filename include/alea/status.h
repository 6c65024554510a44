#ifndef ALEA_STATUS_H
#define ALEA_STATUS_H
/** What can go wrong, and how it is said.
 *
 *  Every function that can fail returns an alea_status: ALEA_OK (zero) or one of the negative codes below. Its last
 *  argument is an optional alea_error that receives a sentence and, where there is one, the place. Outputs are written
 *  only on success. The library never prints and never exits.
 *
 *      alea_error error;
 *      alea_game *game;
 *      if (alea_game_open("pig(goal=50)", &game, &error) != ALEA_OK)
 *          fprintf(stderr, "%s\n", error.message);
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ALEA_API __attribute__((visibility("default")))
#else
#define ALEA_API
#endif

/* code, its name in messages and JSON, the sentence when nothing better is known */
#define ALEA_STATUS_TABLE(X)                                                  \
    X(ALEA_OK, 0, "done")                                                     \
    X(ALEA_E_USAGE, -1, "the call or the command does not fit together")      \
    X(ALEA_E_SPEC, -2, "a game or bot specification cannot be read")          \
    X(ALEA_E_UNKNOWN, -3, "there is nothing of that name")                    \
    X(ALEA_E_RANGE, -4, "a number is outside its range")                      \
    X(ALEA_E_RULES, -5, "a rule file is wrong")                               \
    X(ALEA_E_BOT, -6, "a bot file is wrong")                                  \
    X(ALEA_E_STATE, -7, "the state or the move does not belong to this game") \
    X(ALEA_E_FILE, -8, "a file cannot be read")                               \
    X(ALEA_E_WRITE, -9, "a file cannot be written")                           \
    X(ALEA_E_MEMORY, -10, "there is not enough memory")                       \
    X(ALEA_E_SANDBOX, -11, "the WebAssembly engine failed")                   \
    X(ALEA_E_STOPPED, -12, "stopped at the caller's request")                 \
    X(ALEA_E_REFUSED, -13, "that cannot be done for this game or bot")

typedef enum alea_status {
#define ALEA_STATUS_ENUM(code, number, sentence) code = number,
    ALEA_STATUS_TABLE(ALEA_STATUS_ENUM)
#undef ALEA_STATUS_ENUM
} alea_status;

/** A failure in words. `message` is one or more whole sentences without a final newline and names the place itself
 *  ("rules/pig.lua:12: …"); `file`, `line` and `column` repeat it for programs (empty and 0 where there is none). */
typedef struct alea_error {
    alea_status status;
    char message[1000];
    char file[256];
    int line;
    int column;
} alea_error;

/** The sentence of a status. Never NULL, never freed. */
ALEA_API const char *alea_status_sentence(alea_status);

/** Where long work reports, and where it may be stopped.
 *
 *  `report` is called now and then, from one thread at a time, with what is done out of `total` (same unit, named by the
 *  function that takes it). A result other than zero asks the work to stop soon; what was finished stays valid. */
typedef struct alea_progress {
    int (*report)(void *user, uint64_t done, uint64_t total);
    void *user;
    /** Optional: whether to stop at once, in the middle of what is not worth finishing. Asked often and from many threads;
     *  must be cheap. What is under way then may be dropped. */
    bool (*stopped)(void *user);
} alea_progress;

/** The version of the library, such as "0.1.0". */
ALEA_API const char *alea_version(void);

#endif
