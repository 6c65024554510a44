#pragma once
/* Temporary files, which are renamed when they are complete. A process that is killed leaves its files behind; the next
   process that makes one in the same folder removes them. A file in use is locked (flock(2)). */
#include <sys/types.h>

enum { ALEA__TEMPORARY_NAME = 48 };

/* Makes a new, locked file in an open folder (a descriptor opened with O_PATH is enough), and stores its name. Returns its
   descriptor, or -1 with errno. Closing the descriptor ends the lock, so rename the file first. */
int alea__temporary_create(int folder, mode_t mode, char name[ALEA__TEMPORARY_NAME]);
/* Opens the folder in which a file is; -1: errno. */
int alea__open_folder_of(const char *path);
