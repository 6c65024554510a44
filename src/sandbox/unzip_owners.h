#pragma once
/* Whose the files of an archive are, by the names that course systems give, and how much each student handed in. */
#include "sandbox/unzip.h"

#include <stdbool.h>

#define ALEA__NO_OWNER UINT32_MAX

/* A student, or a folder of files without an owner, which has no limits. */
typedef struct alea__owner {
    const char *key;
    char *label;    /* how the names call the student */
    uint32_t shown; /* the file that is listed for a student beyond the limits: a strategy if there is one */
    uint64_t files, archives, bytes,
        inner;              /* `bytes` to be read; `inner`: bytes read from archives in the archive */
    alea__member_kind over; /* LISTED: within the limits */
    bool has_strategy, student;
} alea__owner;

typedef struct alea__owners {
    alea__owner *owner;
    uint32_t count;
    uint32_t *of; /* by file of the archive: its owner, or ALEA__NO_OWNER */
    char **key;   /* likewise, while they are found */
    uint32_t files;
} alea__owners;

/* Makes room for this many files. Returns false if memory runs out. */
bool alea__owners_start(alea__owners *, uint32_t files);
/* Adds the name of a file. Returns false if memory runs out. */
bool alea__owners_note(alea__owners *, uint32_t file, const char *name);
/* Finds the owners after all names are added. Returns false if memory runs out. */
bool alea__owners_find(alea__owners *);
void alea__owners_clear(alea__owners *);

/* The owner with the greatest value of `what`; NULL if there are no owners. */
const alea__owner *alea__owners_largest(const alea__owners *, uint64_t (*what)(const alea__owner *));
