#ifndef TESTS_SUPPORT_FILES_H
#define TESTS_SUPPORT_FILES_H
/* Files for tests: written, read and counted; folders that are removed; disks that are full. */
#include "support/test.h"

void write_file(const char *path, const char *text);
void write_bytes(const char *path, const void *data, size_t size);

/* Returns the whole file and its length (size may be NULL), with a zero byte behind it. The caller calls free(). */
char *read_file(const char *path, size_t *size);
void assert_file_is(const char *path, const char *text);

/* How many entries a folder has. */
int entries(const char *folder);

/* Setup and teardown: run the test in its own folder below the current one. Leaving also undoes use_small_disk,
   limit_file_size and become_nobody, however the test ended. */
int enter_folder(void **state);
int leave_folder(void **state);
#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

/* Makes a folder `disk` that takes as much ("128k"), or files that are no longer than `bytes`. The first needs root. */
void use_small_disk(const char *size);
void limit_file_size(size_t bytes);

/* Root may do everything, so tests of forbidden actions run as the user nobody. All users may then write to the current
   folder. */
void become_nobody(void);
#endif
