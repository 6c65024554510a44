#pragma once
/* Writing a zip archive. */
#include <stdbool.h>
#include <stddef.h>

typedef struct cli_zip_file {
    const char *name, *text;
} cli_zip_file;

/* Writes an archive of text files. The same files always give the same bytes: all are dated 1 January 1980. On failure
   returns false and sets *why. */
bool cli_zip_write(const char *path, const cli_zip_file *file, size_t count, char *why, size_t size);
