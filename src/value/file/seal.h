#pragma once
/* The block in front of a table file, with the size and the SHA-256 of the file. */
#include "base/file.h"

/* Checks that a file is a table of a known version and has not changed since it was written: its size and SHA-256 must
   match its first block. On failure ALEA_E_FILE, with the reason. */
alea_status alea__seal_check(const char *path, alea__file *, alea_error *);
