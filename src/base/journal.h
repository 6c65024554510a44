#ifndef ALEA_BASE_JOURNAL_H
#define ALEA_BASE_JOURNAL_H
/* A file that grows while something goes on, and of which no more is lost in a crash than what came last. When it cannot be
   written, what is missing is kept and written at the next occasion, in its place: what was half-written is overwritten.

   The file is locked, so that two processes do not write to the same. */
#include <alea/status.h>

typedef struct alea__journal alea__journal;

/* A new file, empty; one that is there is ALEA_E_WRITE. */
alea_status alea__journal_create(const char *path, alea__journal **out, alea_error *);
/* A file that is there, to be shortened to `size` and continued; ALEA_E_WRITE also when it is locked. Nothing is changed
   before alea__journal_keep. */
alea_status alea__journal_open(const char *path, alea__journal **out, alea_error *);
alea_status alea__journal_keep(alea__journal *, uint64_t size, alea_error *);
void alea__journal_close(alea__journal *); /* writes what is missing, if it can; accepts NULL */

const char *alea__journal_path(const alea__journal *);
/* Adds to what is to be written; false: there is no memory, and nothing was added. */
bool alea__journal_add(alea__journal *, const void *, size_t);
/* Writes it to the file; with `sync` it is on the disk when this returns. False: something is missing; see
   alea__journal_trouble. */
bool alea__journal_write(alea__journal *, bool sync);
const char *alea__journal_trouble(const alea__journal *); /* a sentence, or NULL when nothing is missing */
#endif
