#ifndef ALEA_BASE_TEMPORARY_H
#define ALEA_BASE_TEMPORARY_H
/* Temporary files, which become other files when they are whole. A process that is killed leaves its own; the next one that makes
   a temporary file in the same folder removes them. It tells them by their locks: a file in use is locked (flock(2)). */
#include <sys/types.h>

enum { ALEA__TEMPORARY_NAME = 48 };

/* Makes a new, locked file in an open folder, and says its name; a descriptor that was opened with O_PATH will do. Returns its
   descriptor, or -1 with errno. The lock lasts until the descriptor is closed: rename the file before. */
int alea__temporary_create(int folder, mode_t mode, char name[ALEA__TEMPORARY_NAME]);
/* Opens the folder in which a file is; -1: errno. */
int alea__open_folder_of(const char *path);
#endif
