#pragma once
/* Every name of WASI 0.2: its interfaces, their resources and functions. Runtimes import most of them, whether they call them or
   not, so all are defined (wasi.c). */
#include <stddef.h>

/* Functions of one interface, separated by spaces. Those of a resource are its methods, except that * marks a static function and
   + alone its constructor. An interface's groups are adjacent. */
typedef struct alea__wasi_group {
    const char *interface, *resource; /* no resource: NULL */
    const char *functions;
} alea__wasi_group;

extern const alea__wasi_group alea__wasi_groups[];
extern const size_t alea__wasi_group_count;

/* Name of the instance with all of WASI for each bot of a composition (compose.h). Files cannot import it, because the name
   has no colon. */
enum { ALEA__WASI_BOTS = 8 };
extern const char *const alea__wasi_bot[ALEA__WASI_BOTS];

/* Writes the full name of the next function at *from, such as "[method]pollable.ready", and moves *from behind it. NULL at
   the end. */
enum { ALEA__WASI_NAME = 96 };
const char *alea__wasi_next_name(const alea__wasi_group *, const char **from, char name[ALEA__WASI_NAME]);
