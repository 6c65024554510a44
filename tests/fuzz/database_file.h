#ifndef TESTS_FUZZ_DATABASE_FILE_H
#define TESTS_FUZZ_DATABASE_FILE_H
/* A SQLite file for fuzzers: a good one, and copies with changed bytes, in memory if the system has a file system there. An
   input is a list of changes of three bytes each: two for the place, one to exclusive-or. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char fuzz_folder[64], fuzz_path[80];
static unsigned char *fuzz_good, *fuzz_bytes;
static size_t fuzz_size;

/* Removes a database and the files that SQLite keeps beside it. */
static inline void fuzz_remove(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", ".version-1", ".version-2"};
    char name[120];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static inline void fuzz_clean_up(void)
{
    char open_file[100];
    snprintf(open_file, sizeof open_file, "%s/open.db", fuzz_folder);
    fuzz_remove(open_file);
    fuzz_remove(fuzz_path);
    rmdir(fuzz_folder);
}

/* Chooses the path. */
static inline void fuzz_make_folder(void)
{
    strcpy(fuzz_folder, "/dev/shm/alea-fuzz-XXXXXX");
    if (!mkdtemp(fuzz_folder)) {
        strcpy(fuzz_folder, "/tmp/alea-fuzz-XXXXXX");
        if (!mkdtemp(fuzz_folder)) abort();
    }
    snprintf(fuzz_path, sizeof fuzz_path, "%s/x.db", fuzz_folder);
    atexit(fuzz_clean_up);
}

/* Keeps the file as the good one. */
static inline void fuzz_keep_good(void)
{
    struct stat about;
    FILE *file = fopen(fuzz_path, "rb");
    if (!file || fstat(fileno(file), &about) != 0) abort();
    fuzz_size = (size_t)about.st_size;
    fuzz_good = malloc(fuzz_size);
    fuzz_bytes = malloc(fuzz_size);
    if (!fuzz_good || !fuzz_bytes || fread(fuzz_good, 1, fuzz_size, file) != fuzz_size) abort();
    fclose(file);
}

/* Writes the good file with these changes. */
static inline void fuzz_write(const unsigned char *changes, size_t size)
{
    memcpy(fuzz_bytes, fuzz_good, fuzz_size);
    for (; size >= 3; changes += 3, size -= 3)
        fuzz_bytes[(changes[0] | (size_t)changes[1] << 8) % fuzz_size] ^= changes[2];
    fuzz_remove(fuzz_path);
    FILE *file = fopen(fuzz_path, "wb");
    if (!file || fwrite(fuzz_bytes, 1, fuzz_size, file) != fuzz_size || fclose(file) != 0) abort();
}
#endif
