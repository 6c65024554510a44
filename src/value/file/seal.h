#ifndef ALEA_VALUE_FILE_SEAL_H
#define ALEA_VALUE_FILE_SEAL_H
/* The block in front of a table file, with the size and the SHA-256 of the file. */
#include "base/file.h"

/* Checks that a file is a table, of a version that this alea knows, and as it was when it was written: its size and its SHA-256
   are those in its first block. ALEA_E_FILE says what is wrong. */
alea_status alea__seal_check(const char *path, alea__file *, alea_error *);
#endif
