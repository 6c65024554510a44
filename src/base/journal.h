#pragma once
/* A file that only grows, and loses at most its end in a crash. Data that could not be written is kept and written next
   time, at its place in the file, over any partly written data. A lock keeps two processes from writing to the same file. */
#include <alea/status.h>

typedef struct alea__journal alea__journal;

/* Makes a new, empty file; ALEA_E_WRITE if it exists. */
alea_status alea__journal_create(const char *path, alea__journal **out, alea_error *);
/* Opens an existing file to continue it; ALEA_E_WRITE also when it is locked. alea__journal_keep then cuts it to `size`
   bytes; nothing changes before. */
alea_status alea__journal_open(const char *path, alea__journal **out, alea_error *);
alea_status alea__journal_keep(alea__journal *, uint64_t size, alea_error *);
void alea__journal_close(alea__journal *); /* writes missing data, if possible; accepts NULL */
void alea__journal_drop(
    alea__journal *); /* closes it and removes the file, which was just made; accepts NULL */

const char *alea__journal_path(const alea__journal *);
/* Appends to the data to be written. Returns false, without any change, if memory runs out. */
bool alea__journal_add(alea__journal *, const void *, size_t);
/* Writes the data to the file; with `sync`, to the disk. Returns false if something is missing; see alea__journal_trouble. */
bool alea__journal_write(alea__journal *, bool sync);
const char *alea__journal_trouble(const alea__journal *); /* a sentence, or NULL when nothing is missing */
