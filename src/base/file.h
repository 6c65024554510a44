#pragma once
/* Files, read and written whole. */
#include <alea/status.h>

/* Reads a file of at most `limit` bytes; a longer one is ALEA_E_FILE. The data has an extra zero byte at the end; the
   caller frees it with alea__free. Refuses folders. */
alea_status alea__read_file(const char *path, size_t limit, unsigned char **data, size_t *size, alea_error *);
/* The same, but a link to a file is not followed: ALEA_E_FILE. */
alea_status alea__read_file_itself(const char *path, size_t limit, unsigned char **data, size_t *size,
                                   alea_error *);

/* Like alea__read_file, but only for regular files: pipes have no end, and their writer may stay silent. Used for paths
   that are named inside a file. */
alea_status alea__read_regular_file(const char *path, size_t limit, unsigned char **data, size_t *size,
                                    alea_error *);

struct dirent;
/* For scandir: compares the bytes of two names. alphasort depends on the locale. */
int alea__compare_entries(const struct dirent **, const struct dirent **);

/* Fails with `status` if the data from `file` is text in UTF-16 or UTF-32, as some editors save it; texts are read as UTF-8. */
alea_status alea__refuse_wide_text(const char *file, const void *data, size_t size, alea_status status,
                                   alea_error *);

/* Writes to a temporary file beside `path`, syncs, and renames. On failure the old file is unchanged and the temporary one
   is removed. Safe if another process does the same. */
alea_status alea__write_file(const char *path, const void *data, size_t size, alea_error *);

/* The same for a stream of unknown length: open, fprintf to alea__draft_stream, then commit or drop. */
typedef struct alea__draft alea__draft;
alea_status alea__draft_open(const char *path, alea__draft **out, alea_error *);
struct _IO_FILE;
struct _IO_FILE *alea__draft_stream(alea__draft *);
alea_status alea__draft_commit(alea__draft *, alea_error *); /* frees the draft either way */
void alea__draft_drop(alea__draft *);                        /* accepts NULL */

/* Random access to a draft, besides its stream. The draft records a failed write. Returns false if the target is a pipe or
   a device. */
bool alea__draft_has_places(const alea__draft *);
bool alea__draft_failed(const alea__draft *); /* a write failed; committing reports the reason */
bool alea__draft_put(alea__draft *, uint64_t at, const void *, size_t);
bool alea__draft_get(void *draft, uint64_t at, void *out, size_t); /* reads data that was put; an alea__get */

/* A regular file opened for random access. Replacing the file by another of its name has no effect on it. */
typedef struct alea__file alea__file;
alea_status alea__file_open(const char *path, alea__file **out, alea_error *);
void alea__file_close(alea__file *); /* accepts NULL */
uint64_t alea__file_size(const alea__file *);
bool alea__file_get(void *file, uint64_t at, void *out, size_t); /* an alea__get */
/* The failure of a read, with its reason: ALEA_E_FILE. */
alea_status alea__file_failure(const alea__file *, alea_error *);

/* Reads exactly `size` bytes; false on failure. */
typedef bool alea__get(void *from, uint64_t at, void *out, size_t size);

/* Fails with ALEA_E_WRITE: the file cannot be written; `reason` is an errno. */
alea_status alea__cannot_write(const char *path, int reason, alea_error *);
/* Syncs the folder of a file, so that the file's name survives a power failure. The file is in place by then, so errors are
   ignored. */
void alea__sync_folder_of(const char *path);

/* SHA-256 as 64 lower-case hex digits and a zero byte; of a range piece by piece, so that no memory is needed for it. */
void alea__sha256_hex(const void *data, size_t size, char out[65]);
bool alea__sha256_range(alea__get *, void *from, uint64_t begin, uint64_t end, char out[65]);
