#pragma once
/* Reading a zip archive that a stranger made. Nothing is written to a disk: files that may be strategies are read into memory,
   the others are only listed. A zip archive in the archive is listed too; if it can be read, its strategies and archives follow
   it, named OUTER.zip/FILE, with its time, because a student could set theirs. Archives in those are only listed.
   alea__unzip_here runs where it is called, which is a worker unless the user wants no isolation. */
#include "base/memory.h"
#include <alea/status.h>

/* An archive beyond one of these is refused as a whole. */
#define ALEA__LARGEST_ARCHIVE ((size_t)256 << 20) /* bytes */
#define ALEA__MOST_UNZIPPED \
    ((size_t)128 << 20) /* bytes of all files that are read, archives in it included */
enum { ALEA__MOST_MEMBERS = 10000, ALEA__LONGEST_MEMBER_NAME = 4096 };
enum { ALEA__MOST_ENTRIES = 200000 }; /* with those of students beyond the limits of one */
/* Limits of an inner archive: one with more strategies than this, or with more bytes to read than this many times the
   largest file, is only listed. */
enum { ALEA__MOST_INNER_MEMBERS = 200, ALEA__MOST_INNER_FILES = 2 };
/* Limits of one student's submission, by the names that course systems give. A student with more files or archives, or with
   more than ALEA__MOST_INNER_FILES times the largest file to read, is listed with one file of that kind. */
enum { ALEA__MOST_OWN_FILES = 500, ALEA__MOST_OWN_ARCHIVES = 10 };
/* A file that unpacks to more than this many bytes for each of its own is a bomb, unless the result is small. */
enum { ALEA__MOST_RATIO = 500, ALEA__SMALL_MEMBER = 1 << 20 };

#define ALEA__METADATA "submission_metadata.yml" /* Gradescope's; it is read too */

typedef enum alea__member_kind {
    ALEA__MEMBER_LISTED, /* not read, because it is no strategy by its name */
    ALEA__MEMBER_READ,
    ALEA__MEMBER_LARGE,
    ALEA__MEMBER_BOMB,
    ALEA__MEMBER_LINK,
    ALEA__MEMBER_ENCRYPTED,
    ALEA__MEMBER_DAMAGED,
    ALEA__MEMBER_MANY,     /* one of a student beyond the limits: `size` is the number of files, */
    ALEA__MEMBER_HEAVY,    /* the bytes of those to be read, */
    ALEA__MEMBER_ARCHIVES, /* or the number of archives */
    ALEA__MEMBER_KINDS
} alea__member_kind;

/* A file of an archive; folders are left out. */
typedef struct alea__member {
    char *
        name; /* UTF-8 if the archive's encoding is known; unchecked: may contain "..", and `\` between folders */
    alea__member_kind kind;
    int64_t
        time; /* seconds since 1970: in UTC if `utc`, else by a clock whose zone the archive does not name */
    bool utc;
    uint64_t size;       /* as declared; for READ the real size; for MANY, HEAVY, ARCHIVES see there */
    unsigned char *data; /* of READ; ends in a zero byte beyond `size` */
} alea__member;

/* bot.h declares both structs. */
typedef struct alea__unzipped {
    alea__member *member;
    size_t count;
} alea__unzipped;

typedef struct alea__unzip_job {
    const unsigned char *data;
    size_t size;
    uint64_t largest; /* bytes of a file that is read */
    const alea_progress *progress;
} alea__unzip_job;

struct alea_sandbox;
/* Fails with ALEA_E_REFUSED if it is not an archive or exceeds the limits; the message does not begin with a file name. */
alea_status alea__unzip_here(struct alea_sandbox *, const alea__unzip_job *, alea__unzipped *out,
                             alea_error *);

static inline void alea__unzipped_clear(alea__unzipped *u)
{
    for (size_t i = 0; u->member && i < u->count; i++) {
        alea__free(u->member[i].name);
        alea__free(u->member[i].data);
    }
    alea__free(u->member);
    *u = (alea__unzipped){0};
}
