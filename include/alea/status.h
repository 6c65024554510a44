#ifndef ALEA_STATUS_H
#define ALEA_STATUS_H
/** Status codes and error messages.
 *
 *  Every function that can fail returns an alea_status: ALEA_OK (zero) or one of the negative codes below. Its last
 *  argument is an optional alea_error, which receives a sentence and, if known, the place of the error. Outputs are
 *  written only on success. The library never prints and never exits.
 *
 *      alea_error error;
 *      alea_game *game;
 *      if (alea_game_open("pig(goal=50)", &game, &error) != ALEA_OK)
 *          fprintf(stderr, "%s\n", error.message);
 *
 *  Option structs begin with their size, so that later versions can add fields at the end. Initialize a struct with
 *  its macro, then set what differs from the default; NULL means all defaults:
 *
 *      alea_run_options options = ALEA_RUN_OPTIONS_INIT;
 *      options.games = 1000;
 *
 *  A size of 0 means that fields added after version 1.0 are not used.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of these headers; alea_version returns the version of the library. */
#define ALEA_VERSION_MAJOR 0
#define ALEA_VERSION_MINOR 2
#define ALEA_VERSION_PATCH 0
/** The version as one number, to compare: 10203 is 1.2.3. */
#define ALEA_VERSION_NUMBER (ALEA_VERSION_MAJOR * 10000 + ALEA_VERSION_MINOR * 100 + ALEA_VERSION_PATCH)

#if defined(__GNUC__)
#define ALEA_API __attribute__((visibility("default")))
#else
#define ALEA_API
#endif

/* code, number, and what it means in general; an alea_error says more */
#define ALEA_STATUS_TABLE(X)                                                  \
    X(ALEA_OK, 0, "success")                                                  \
    X(ALEA_E_USAGE, -1, "the arguments do not fit together")                  \
    X(ALEA_E_SPEC, -2, "a game or bot specification is malformed")            \
    X(ALEA_E_UNKNOWN, -3, "the name is unknown")                              \
    X(ALEA_E_RANGE, -4, "a number is out of range")                           \
    X(ALEA_E_RULES, -5, "a rule file has an error")                           \
    X(ALEA_E_BOT, -6, "a bot file has an error")                              \
    X(ALEA_E_STATE, -7, "the state or the move does not belong to this game") \
    X(ALEA_E_FILE, -8, "a file cannot be read")                               \
    X(ALEA_E_WRITE, -9, "a file cannot be written")                           \
    X(ALEA_E_MEMORY, -10, "there is not enough memory")                       \
    X(ALEA_E_SANDBOX, -11, "the WebAssembly engine failed")                   \
    X(ALEA_E_STOPPED, -12, "stopped at the caller's request")                 \
    X(ALEA_E_REFUSED, -13, "not supported for this game or bot")

typedef enum alea_status {
#define ALEA_STATUS_ENUM(code, number, sentence) code = number,
    ALEA_STATUS_TABLE(ALEA_STATUS_ENUM)
#undef ALEA_STATUS_ENUM
} alea_status;

/** An error. `message` is one or more whole sentences without a final newline. It includes the place
 *  ("rules/pig.lua:12: …"); `file`, `line` and `column` repeat the place for programs (empty and 0 if there is
 *  none). */
typedef struct alea_error {
    alea_status status;
    char message[1000];
    char file[256];
    int line;
    int column;
} alea_error;

/** Returns the sentence for a status. Never NULL; do not free it. */
ALEA_API const char *alea_status_sentence(alea_status);

/** Receives the progress of long work, and may stop it.
 *
 *  `report` is called from time to time, from one thread at a time, with the work done and the total, 0 if unknown. Each function
 *  that takes the struct documents the unit. A non-zero result asks the work to stop soon; finished parts stay
 *  valid. */
typedef struct alea_progress {
    int (*report)(void *user, uint64_t done, uint64_t total);
    void *user;
    /** Optional. Returns whether to stop at once and drop unfinished parts. Called often and from many threads, so it
     *  must be cheap. */
    bool (*stopped)(void *user);
} alea_progress;

/** Frees a text that the library made; accepts NULL. */
ALEA_API void alea_text_free(char *);

/** Returns the version of the library, such as "0.1.0". */
ALEA_API const char *alea_version(void);

#ifdef __cplusplus
}
#endif
#endif
