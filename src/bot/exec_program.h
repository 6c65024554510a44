#pragma once
/* Another program, and lines of text to and from it. Its standard input and output are one socket: a program that has ended then
   makes sending fail, where a pipe would raise SIGPIPE. */
#include "bot/bot.h"

#include <sys/types.h>

enum { ALEA__PROGRAM_SECONDS = 10, ALEA__PROGRAM_LINE = 1 << 20 }; /* for an answer; bytes of one, at most */

typedef struct alea__program {
    pid_t process; /* 0: it has ended */
    int fd;
    alea__text in;               /* what it wrote, from its last line on */
    size_t taken;                /* bytes of that line */
    bool (*stopped)(void *user); /* may be NULL; asked ten times a second while the program is waited for */
    void *user;
    alea__decision failed; /* the first failure; nothing may be sent after it */
} alea__program;

/* Has /bin/sh run the command in a group of processes of its own, so that Ctrl-C at a terminal reaches only the calling program.
   Standard error and the environment stay. `p` has its first fields zero, and `stopped`. Returns 0 or an errno. */
int alea__program_start(alea__program *p, const char *command);
/* Closes its input, and ends it if it is still there half a second later, with all that it has started. Returns the status from
   waitpid; -1 if it did not end by itself. Frees what `p` owns. */
int alea__program_end(alea__program *p);
/* Both return false after a failure, which `failed` then has. The line has no line end and lasts until the next call. */
bool alea__program_send(alea__program *, const char *data, size_t size);
bool alea__program_receive(alea__program *, const char **line, size_t *size);
/* Whether it has written something after its last line. */
bool alea__program_is_ahead(const alea__program *);
/* Notes what the program did wrong. Returns false. */
__attribute__((format(printf, 3, 4))) bool alea__program_fail(alea__program *, alea_failure,
                                                              const char *format, ...);
