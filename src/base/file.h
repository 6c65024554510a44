#ifndef ALEA_BASE_FILE_H
#define ALEA_BASE_FILE_H
/* Files, read and written whole. */
#include <alea/status.h>

/* Reads at most `limit` bytes (more: ALEA_E_FILE that says the size and the limit). The data ends in an extra zero byte
   and is the caller's, freed by alea__free. Refuses folders. */
alea_status alea__read_file(const char *path, size_t limit, unsigned char **data, size_t *size, alea_error *);

/* Writes to a temporary file beside `path`, syncs, renames. On failure the old file is untouched and the temporary one is
   gone. Safe against another process doing the same. */
alea_status alea__write_file(const char *path, const void *data, size_t size, alea_error *);

/* The same for a stream of unknown length: open, fprintf to alea__draft_stream, then commit or drop. */
typedef struct alea__draft alea__draft;
alea_status alea__draft_open(const char *path, alea__draft **out, alea_error *);
struct _IO_FILE;
struct _IO_FILE *alea__draft_stream(alea__draft *);
alea_status alea__draft_commit(alea__draft *, alea_error *); /* frees the draft either way */
void alea__draft_drop(alea__draft *);                        /* accepts NULL */

/* SHA-256 as 64 lower-case hex digits and a zero byte. */
void alea__sha256_hex(const void *data, size_t size, char out[65]);
#endif
