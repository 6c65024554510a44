#pragma once
/* The folder of the cache. Its contents run as alea's own code, so the folder and each file must belong to the user that
   alea runs as, and no other user may be able to write to them. They are checked after they are opened, so that they cannot
   be swapped in between. */
#include <alea/status.h>

/* Reads a file of the folder into new memory, which the caller frees, and marks it as used now. *data is NULL if there is
   none. Fails with ALEA_E_FILE if another user could have written it; the message is a sentence. */
alea_status alea__cache_folder_read(const char *folder, const char *name, unsigned char **data, size_t *size,
                                    alea_error *);
/* Reads a file that came with alea, likewise. It and its folder may belong to root, too. */
alea_status alea__cache_file_read(const char *path, unsigned char **data, size_t *size, alea_error *);
/* Writes a file into the folder, which is made if it is missing. */
alea_status alea__cache_folder_write(const char *folder, const char *name, const void *data, size_t size,
                                     alea_error *);
/* Removes the files that were not used for longest until those that are left have at most `most` bytes. The file `keep` stays. */
void alea__cache_folder_shrink(const char *folder, const char *keep, uint64_t most);
