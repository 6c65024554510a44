#include "base/file.h"
#include "base/memory.h"
#include "support/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- reading ---- */

static unsigned char *const untouched = (unsigned char *)1;

static void reads(const char *path, size_t limit, const void *bytes, size_t length)
{
    unsigned char *data = NULL;
    size_t size = 0;
    alea_error error;
    assert_int_equal(alea__read_file(path, limit, &data, &size, &error), ALEA_OK);
    assert_int_equal(size, length);
    if (length > 0) assert_memory_equal(data, bytes, length);
    assert_int_equal(data[size], 0);
    alea__free(data);
}

static void does_not_read(const char *path, size_t limit, const char *sentence)
{
    unsigned char *data = untouched;
    size_t size = 77;
    alea_error error;
    assert_int_equal(alea__read_file(path, limit, &data, &size, &error), ALEA_E_FILE);
    assert_string_equal(error.message, sentence);
    assert_string_equal(error.file, path);
    assert_ptr_equal(data, untouched);
    assert_int_equal(size, 77);
    assert_int_equal(alea__read_file(path, limit, &data, &size, NULL), ALEA_E_FILE);
}

static void a_file_is_read_whole_with_its_zero_bytes(void **state)
{
    (void)state;
    FILE *file = fopen("a", "w");
    assert_non_null(file);
    fwrite("one\0two", 1, 7, file);
    fclose(file);
    reads("a", 100, "one\0two", 7);
}

static void an_empty_file_has_no_bytes(void **state)
{
    (void)state;
    write_file("empty", "");
    reads("empty", 100, NULL, 0);
    reads("empty", 0, NULL, 0);
}

static void a_file_of_exactly_the_limit_is_read_and_one_more_byte_is_not(void **state)
{
    (void)state;
    write_file("ten", "0123456789");
    reads("ten", 10, "0123456789", 10);
    reads("ten", SIZE_MAX - 1, "0123456789", 10);
    does_not_read("ten", 9, "ten: the file has 10 bytes; the limit is 9.");
}

static void a_huge_file_is_refused_without_reading_it(void **state)
{
    (void)state;
    write_file("huge", "");
    if (truncate("huge", (off_t)1 << 40) != 0) cannot_run("no file may be that large");
    does_not_read("huge", 1000, "huge: the file has 1099511627776 bytes; the limit is 1000.");
}

static void a_missing_file_is_named_with_the_reason(void **state)
{
    (void)state;
    does_not_read("none", 10, "none: the file cannot be read: No such file or directory.");
    does_not_read("", 10, ": the file cannot be read: No such file or directory.");
    write_file("a", "text");
    does_not_read("a/b", 10, "a/b: the file cannot be read: Not a directory.");
}

static void a_file_that_may_not_be_read_is_named_with_the_reason(void **state)
{
    (void)state;
    write_file("secret", "text");
    chmod("secret", 0);
    become_nobody();
    does_not_read("secret", 10, "secret: the file cannot be read: Permission denied.");
}

static void folders_and_devices_are_refused(void **state)
{
    (void)state;
    mkdir("folder", 0777);
    does_not_read("folder", 10, "folder: this is a folder, not a file.");
    does_not_read("/dev/zero", 10, "/dev/zero: this is a device, not a file.");
}

static void a_file_whose_size_is_not_told_is_read_to_its_end(void **state)
{
    (void)state;
    unsigned char *data = NULL;
    size_t size = 0;
    if (access("/proc/self/status", R_OK) != 0) cannot_run("there is no /proc"); /* its size shows as 0 */
    assert_int_equal(alea__read_file("/proc/self/status", 1 << 20, &data, &size, NULL), ALEA_OK);
    assert_that(size, >, 100);
    assert_memory_equal(data, "Name:", 5);
    alea__free(data);
}

static void a_named_pipe_without_a_writer_is_empty_not_endless(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    alarm(60);
    reads("pipe", 100, NULL, 0);
    alarm(0);
}

typedef struct writer {
    int file;
    size_t size;
} writer;

/* Waits until the pipe has been emptied, so that the reader finds it empty before its end; or until there is no reader. */
static void wait_until_read(int pipe)
{
    struct pollfd reader = {.fd = pipe};
    int left = 0;
    while (ioctl(pipe, FIONREAD, &left) == 0 && left > 0 && poll(&reader, 1, 1) == 0) continue;
}

static void *write_slowly(void *argument)
{
    const writer *w = argument;
    for (size_t i = 0; i < w->size; i++) {
        if (i % 50000 == 0) wait_until_read(w->file);
        if (write(w->file, &(char){(char)('a' + i % 26)}, 1) != 1) break;
    }
    close(w->file);
    return NULL;
}

/* Reads what a thread writes to a pipe; returns the status. */
static alea_status read_pipe(size_t written, size_t limit, unsigned char **data, size_t *size,
                             alea_error *error)
{
    int end[2];
    char path[64];
    pthread_t thread;
    assert_int_equal(pipe(end), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", end[0]);
    writer w = {.file = end[1], .size = written};
    pthread_create(&thread, NULL, write_slowly, &w);
    alea_status status = alea__read_file(path, limit, data, size, error);
    close(end[0]);
    pthread_join(thread, NULL);
    return status;
}

static void a_pipe_is_read_to_its_end(void **state)
{
    (void)state;
    unsigned char *data = NULL;
    size_t size = 0;
    assert_int_equal(read_pipe(200001, 1 << 20, &data, &size, NULL), ALEA_OK);
    assert_int_equal(size, 200001);
    for (size_t i = 0; i < size; i++) assert_int_equal(data[i], 'a' + i % 26);
    assert_int_equal(data[size], 0);
    alea__free(data);
    assert_int_equal(read_pipe(1000, 1000, &data, &size, NULL), ALEA_OK);
    assert_int_equal(size, 1000);
    alea__free(data);
}

static void a_pipe_longer_than_the_limit_is_refused(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    unsigned char *data = untouched;
    size_t size = 0;
    alea_error error;
    assert_int_equal(read_pipe(200000, 70000, &data, &size, &error), ALEA_E_FILE);
    assert_non_null(strstr(error.message, ": the input is longer than the limit of 70000 bytes."));
    assert_ptr_equal(data, untouched);
}

/* ---- writing ---- */

static void what_is_written_is_there_and_nothing_else(void **state)
{
    (void)state;
    alea_error error;
    assert_int_equal(alea__write_file("a", "hello", 5, &error), ALEA_OK);
    assert_file_is("a", "hello");
    assert_int_equal(alea__write_file("a", "", 0, &error), ALEA_OK);
    assert_file_is("a", "");
    assert_int_equal(alea__write_file("a", NULL, 0, NULL), ALEA_OK);
    assert_int_equal(entries("."), 1);
}

static void a_new_file_has_the_permissions_that_files_get_here(void **state)
{
    (void)state;
    struct stat about;
    mode_t mask = umask(027);
    alea__write_file("a", "x", 1, NULL);
    umask(mask);
    assert_int_equal(stat("a", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    chmod("a", 0604);
    alea__write_file("a", "y", 1, NULL);
    assert_int_equal(stat("a", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0604); /* an old one keeps its own */
}

static void the_longest_possible_name_can_be_written(void **state)
{
    (void)state;
    char name[256] = {0};
    memset(name, 'n', 255);
    assert_int_equal(alea__write_file(name, "x", 1, NULL), ALEA_OK);
    assert_file_is(name, "x");
}

static void another_folder_and_a_path_from_the_root_work(void **state)
{
    (void)state;
    char path[4000];
    mkdir("folder", 0777);
    assert_int_equal(alea__write_file("folder/a", "x", 1, NULL), ALEA_OK);
    assert_file_is("folder/a", "x");
    assert_non_null(getcwd(path, 3900));
    strcat(path, "/b");
    assert_int_equal(alea__write_file(path, "y", 1, NULL), ALEA_OK);
    assert_file_is("b", "y");
    assert_int_equal(entries("folder"), 1);
    assert_int_equal(entries("."), 2);
}

static void a_link_stays_and_its_target_is_replaced(void **state)
{
    (void)state;
    mkdir("folder", 0777);
    write_file("folder/real", "old");
    assert_int_equal(symlink("folder/real", "link"), 0);
    assert_int_equal(alea__write_file("link", "new", 3, NULL), ALEA_OK);
    struct stat about;
    assert_int_equal(lstat("link", &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_file_is("folder/real", "new");
    assert_int_equal(entries("folder"), 1);
}

static void does_not_write(const char *path, const char *sentence)
{
    alea_error error;
    assert_int_equal(alea__write_file(path, "x", 1, &error), ALEA_E_WRITE);
    assert_string_equal(error.message, sentence);
    assert_int_equal(alea__write_file(path, "x", 1, NULL), ALEA_E_WRITE);
}

static void places_that_cannot_be_written_are_named_with_the_reason(void **state)
{
    (void)state;
    mkdir("folder", 0777);
    write_file("file", "text");
    does_not_write("folder", "folder: the file cannot be written: Is a directory.");
    does_not_write("none/a", "none/a: the file cannot be written: No such file or directory.");
    does_not_write("file/a", "file/a: the file cannot be written: Not a directory.");
    does_not_write("", ": the file cannot be written: No such file or directory.");
    assert_int_equal(entries("."), 2);
    assert_int_equal(entries("folder"), 0);
}

static void a_path_longer_than_paths_can_be_is_refused(void **state)
{
    (void)state;
    static char path[10001];
    memset(path, 'a', 10000);
    alea_error error;
    assert_int_equal(alea__write_file(path, "x", 1, &error), ALEA_E_WRITE);
    assert_non_null(strstr(error.message, "File name too long."));
    assert_int_equal(entries("."), 0);
}

static void a_file_or_folder_made_read_only_stays_as_it_is(void **state)
{
    (void)state;
    write_file("old", "old");
    chmod("old", 0444);
    mkdir("folder", 0555);
    become_nobody();
    does_not_write("old", "old: the file cannot be written: Permission denied.");
    assert_file_is("old", "old");
    does_not_write("folder/a", "folder/a: the file cannot be written: Permission denied.");
}

/* ---- files of killed processes ---- */

/* The number of a process that has ended. */
static long ended_process(void)
{
    pid_t child = fork();
    if (child == 0) _exit(0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    return child;
}

static void files_left_by_killed_processes_are_cleared(void **state)
{
    (void)state;
    char name[64];
    const long process[] = {(long)getpid(), ended_process()};
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, ".alea-%ld-%d.tmp", process[i % 2], i);
        write_file(name, "left");
    }
    assert_int_equal(alea__write_file("a", "x", 1, NULL), ALEA_OK);
    assert_file_is("a", "x");
    assert_int_equal(entries("."), 1);
}

/* A child is in the middle of a draft when another file is written; then it is killed. */
static void a_file_in_use_stays_until_its_process_is_killed(void **state)
{
    (void)state;
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        alea__draft *draft;
        if (alea__draft_open("b", &draft, NULL) != ALEA_OK || write(ready[1], "r", 1) != 1) _exit(1);
        for (;;) pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(alea__write_file("a", "x", 1, NULL), ALEA_OK);
    assert_int_equal(entries("."), 2);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(entries("."), 2);
    assert_int_equal(alea__write_file("a", "y", 1, NULL), ALEA_OK);
    assert_int_equal(entries("."), 1);
    close(ready[0]);
    close(ready[1]);
}

/* A draft of this process, which is locked although its number is this one's. */
static void two_drafts_at_once_do_not_clear_each_other(void **state)
{
    (void)state;
    alea__draft *a, *b;
    assert_int_equal(alea__draft_open("a", &a, NULL), ALEA_OK);
    assert_int_equal(alea__draft_open("b", &b, NULL), ALEA_OK);
    fprintf(alea__draft_stream(a), "first");
    fprintf(alea__draft_stream(b), "second");
    assert_int_equal(entries("."), 2);
    assert_int_equal(alea__draft_commit(a, NULL), ALEA_OK);
    assert_int_equal(alea__draft_commit(b, NULL), ALEA_OK);
    assert_file_is("a", "first");
    assert_file_is("b", "second");
    assert_int_equal(entries("."), 2);
}

/* Names that are nearly those of temporary files, links and folders, and what belongs to a process that runs. */
static void nothing_else_is_cleared(void **state)
{
    (void)state;
    char name[6][64];
    const long ended = ended_process();
    snprintf(name[0], 64, ".alea-%ld-0.tmp", (long)getppid());
    snprintf(name[1], 64, ".alea-%ld-0.tmp.txt", ended);
    snprintf(name[2], 64, "alea-%ld-0.tmp", ended);
    snprintf(name[3], 64, ".alea-%ld-x.tmp", ended);
    write_file("target", "kept");
    for (int i = 0; i < 4; i++) write_file(name[i], "kept");
    snprintf(name[4], 64, ".alea-%ld-1.tmp", ended);
    snprintf(name[5], 64, ".alea-%ld-2.tmp", ended);
    assert_int_equal(symlink("target", name[4]), 0);
    assert_int_equal(mkdir(name[5], 0700), 0);
    assert_int_equal(alea__write_file("a", "x", 1, NULL), ALEA_OK);
    assert_int_equal(entries("."), 8);
    assert_file_is("target", "kept");
}

/* ---- drafts ---- */

static void a_draft_shows_under_its_name_when_it_is_committed(void **state)
{
    (void)state;
    write_file("a", "old");
    alea__draft *draft;
    assert_int_equal(alea__draft_open("a", &draft, NULL), ALEA_OK);
    fprintf(alea__draft_stream(draft), "line %d\n", 1);
    fflush(alea__draft_stream(draft));
    assert_file_is("a", "old");
    fprintf(alea__draft_stream(draft), "line %d\n", 2);
    assert_int_equal(alea__draft_commit(draft, NULL), ALEA_OK);
    assert_file_is("a", "line 1\nline 2\n");
    assert_int_equal(entries("."), 1);
}

static void a_dropped_draft_leaves_nothing(void **state)
{
    (void)state;
    write_file("a", "old");
    alea__draft *draft;
    assert_int_equal(alea__draft_open("a", &draft, NULL), ALEA_OK);
    fprintf(alea__draft_stream(draft), "new");
    alea__draft_drop(draft);
    alea__draft_drop(NULL);
    assert_file_is("a", "old");
    assert_int_equal(entries("."), 1);
}

static void two_drafts_of_one_name_do_not_mix_and_the_last_commit_counts(void **state)
{
    (void)state;
    alea__draft *first, *second;
    assert_int_equal(alea__draft_open("a", &first, NULL), ALEA_OK);
    assert_int_equal(alea__draft_open("a", &second, NULL), ALEA_OK);
    fprintf(alea__draft_stream(first), "first");
    fprintf(alea__draft_stream(second), "second");
    assert_int_equal(alea__draft_commit(second, NULL), ALEA_OK);
    assert_file_is("a", "second");
    assert_int_equal(alea__draft_commit(first, NULL), ALEA_OK);
    assert_file_is("a", "first");
    assert_int_equal(entries("."), 1);
}

static void a_draft_whose_folder_vanished_fails_at_commit(void **state)
{
    (void)state;
    mkdir("folder", 0777);
    alea__draft *draft;
    assert_int_equal(alea__draft_open("folder/a", &draft, NULL), ALEA_OK);
    assert_int_equal(rename("folder", "moved"), 0);
    alea_error error;
    assert_int_equal(alea__draft_commit(draft, &error), ALEA_E_WRITE);
    assert_string_equal(error.message, "folder/a: the file cannot be written: No such file or directory.");
}

/* ---- pipes and devices are written in place ---- */

static void a_full_device_is_an_error_with_its_reason_however_late_it_shows(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0) cannot_run("there is no /dev/full");
    does_not_write("/dev/full", "/dev/full: the file cannot be written: No space left on device.");
    alea__draft *draft;
    alea_error error;
    assert_int_equal(alea__draft_open("/dev/full", &draft, NULL), ALEA_OK);
    for (int i = 0; i < 100000; i++) fprintf(alea__draft_stream(draft), "line %d\n", i);
    errno = 0; /* long forgotten when the draft is committed */
    assert_int_equal(alea__draft_commit(draft, &error), ALEA_E_WRITE);
    assert_string_equal(error.message, "/dev/full: the file cannot be written: No space left on device.");
    struct stat about;
    assert_int_equal(stat("/dev/full", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
}

static void a_device_is_not_replaced_by_a_file(void **state)
{
    (void)state;
    struct stat about;
    assert_int_equal(alea__write_file("/dev/null", "x", 1, NULL), ALEA_OK);
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
}

static void an_open_file_is_written_through_its_number(void **state)
{
    (void)state;
    write_file("shared", "before ");
    int file = open("shared", O_WRONLY | O_APPEND);
    char path[64];
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    assert_int_equal(alea__write_file(path, "and ", 4, NULL), ALEA_OK);
    assert_int_equal(write(file, "after", 5), 5); /* still open, still the same file */
    close(file);
    assert_file_is("shared", "before and after");
    does_not_write("/dev/fd/9999", "/dev/fd/9999: the file cannot be written: Bad file descriptor.");
}

static void a_pipe_that_nobody_reads_is_an_error_not_a_wait(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    alarm(60);
    does_not_write("pipe", "pipe: the file cannot be written: No such device or address.");
    alarm(0);
    struct stat about;
    assert_int_equal(lstat("pipe", &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
}

/* ---- here and there ---- */

static void a_file_is_read_at_any_place_even_when_its_name_is_gone(void **state)
{
    (void)state;
    alea__file *file;
    char bytes[4] = "";
    alea_error error;
    write_file("a", "0123456789");
    assert_int_equal(alea__file_open("a", &file, NULL), ALEA_OK);
    unlink("a");
    assert_int_equal(alea__file_size(file), 10);
    assert_true(alea__file_get(file, 6, bytes, 4));
    assert_memory_equal(bytes, "6789", 4);
    assert_true(alea__file_get(file, 0, bytes, 2));
    assert_memory_equal(bytes, "0189", 4);
    assert_false(alea__file_get(file, 8, bytes, 3));
    assert_int_equal(alea__file_failure(file, &error), ALEA_E_FILE);
    assert_string_equal(error.message, "a: the file cannot be read: Input/output error.");
    alea__file_close(file);
    alea__file_close(NULL);
}

static void only_files_are_read_here_and_there(void **state)
{
    (void)state;
    alea__file *file;
    alea_error error;
    assert_int_equal(alea__file_open("none", &file, &error), ALEA_E_FILE);
    assert_string_equal(error.message, "none: the file cannot be read: No such file or directory.");
    assert_int_equal(alea__file_open(".", &file, &error), ALEA_E_FILE);
    assert_string_equal(error.message, ".: this is a folder, not a file.");
    assert_int_equal(alea__file_open("/dev/zero", &file, &error), ALEA_E_FILE);
    assert_string_equal(error.message, "/dev/zero: this is a device, not a file.");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(alea__file_open("pipe", &file, &error), ALEA_E_FILE);
    assert_string_equal(error.message, "pipe: this is a pipe, not a file; save its output to a file first.");
}

static void a_draft_is_written_and_read_by_place(void **state)
{
    (void)state;
    alea__draft *draft;
    char bytes[3];
    assert_int_equal(alea__draft_open("a", &draft, NULL), ALEA_OK);
    assert_true(alea__draft_has_places(draft));
    assert_true(alea__draft_put(draft, 5, "world", 5));
    assert_true(alea__draft_put(draft, 0, "well,", 5));
    assert_true(alea__draft_get(draft, 4, bytes, 3));
    assert_memory_equal(bytes, ",wo", 3);
    assert_false(alea__draft_failed(draft));
    assert_int_equal(alea__draft_commit(draft, NULL), ALEA_OK);
    assert_file_is("a", "well,world");
}

static void a_device_has_no_places(void **state)
{
    (void)state;
    alea__draft *draft;
    assert_int_equal(alea__draft_open("/dev/full", &draft, NULL), ALEA_OK);
    assert_false(alea__draft_has_places(draft));
    alea__draft_drop(draft);
}

static void a_write_by_place_that_fails_is_told_at_commit(void **state)
{
    (void)state;
    struct rlimit limit;
    alea__draft *draft;
    alea_error error;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 1000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    write_file("a", "old");
    assert_int_equal(alea__draft_open("a", &draft, NULL), ALEA_OK);
    assert_true(alea__draft_put(draft, 0, "new", 3));
    assert_false(alea__draft_put(draft, 998, "beyond", 6));
    assert_true(alea__draft_failed(draft));
    assert_int_equal(alea__draft_commit(draft, &error), ALEA_E_WRITE);
    assert_string_equal(error.message, "a: the file cannot be written: File too large.");
    assert_file_is("a", "old");
    assert_int_equal(entries("."), 1);
}

/* ---- full disks ---- */

static char big[300000];

/* The old file survives, and nothing new is left, whether the draft fails early or only when its buffer is emptied. */
static void fails_and_leaves_the_old_file(const char *folder, const char *reason)
{
    char path[100], sentence[200];
    snprintf(path, sizeof path, "%s/a", folder);
    snprintf(sentence, sizeof sentence, "%s: the file cannot be written: %s.", path, reason);
    assert_int_equal(alea__write_file(path, "old", 3, NULL), ALEA_OK);
    alea_error error;
    assert_int_equal(alea__write_file(path, big, sizeof big, &error), ALEA_E_WRITE);
    assert_string_equal(error.message, sentence);
    alea__draft *draft;
    assert_int_equal(alea__draft_open(path, &draft, NULL), ALEA_OK);
    for (size_t i = 0; i < sizeof big; i += 100) fprintf(alea__draft_stream(draft), "%100d", 1);
    assert_int_equal(alea__draft_commit(draft, &error), ALEA_E_WRITE);
    assert_string_equal(error.message, sentence);
    assert_file_is(path, "old");
    assert_int_equal(entries(folder), 1);
    assert_int_equal(alea__write_file(path, "new", 3, NULL), ALEA_OK);
    assert_file_is(path, "new");
}

static void a_full_disk_leaves_the_old_file_and_nothing_else(void **state)
{
    (void)state;
    use_small_disk("128k");
    fails_and_leaves_the_old_file("disk", "No space left on device");
}

static void a_file_size_limit_leaves_the_old_file_and_nothing_else(void **state)
{
    (void)state;
    mkdir("disk", 0777);
    limit_file_size(100000);
    fails_and_leaves_the_old_file("disk", "File too large");
}

/* ---- two processes ---- */

enum { ROUNDS = 60 };

static void write_many(char letter, size_t size)
{
    char *text = malloc(size);
    bool good = text != NULL;
    if (good) memset(text, letter, size);
    for (int i = 0; good && i < ROUNDS; i++) good = alea__write_file("shared", text, size, NULL) == ALEA_OK;
    free(text);
    _exit(good ? 0 : 1);
}

static void a_reader_sees_one_whole_file_while_two_processes_write_it(void **state)
{
    (void)state;
    const size_t sizes[2] = {150000, 40000};
    assert_int_equal(alea__write_file("shared", "", 0, NULL), ALEA_OK);
    pid_t child[2];
    for (int i = 0; i < 2; i++)
        if ((child[i] = fork()) == 0) write_many((char)('a' + i), sizes[i]);
    bool running[2] = {true, true};
    int seen[2] = {0, 0};
    while (running[0] || running[1]) {
        unsigned char *data;
        size_t size;
        assert_int_equal(alea__read_file("shared", 1 << 20, &data, &size, NULL), ALEA_OK);
        if (size > 0) {
            int who = data[0] - 'a';
            assert_int_equal(size, sizes[who]);
            for (size_t i = 0; i < size; i++) assert_int_equal(data[i], 'a' + who);
            seen[who]++;
        }
        alea__free(data);
        for (int i = 0, verdict; i < 2; i++) {
            if (!running[i] || waitpid(child[i], &verdict, WNOHANG) == 0) continue;
            assert_int_equal(verdict, 0);
            running[i] = false;
        }
    }
    assert_that(seen[0] + seen[1], >, 0);
    assert_int_equal(entries("."), 1);
}

/* ---- SHA-256 ---- */

/* FIPS 180-4's examples, as published by NIST (Cryptographic Standards and Guidelines: Examples with Intermediate Values). */
static void sha256_gives_the_published_answers(void **state)
{
    (void)state;
    char hex[65];
    alea__sha256_hex(NULL, 0, hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    alea__sha256_hex("abc", 3, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    alea__sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, hex);
    assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    static char a[1000000];
    memset(a, 'a', sizeof a);
    alea__sha256_hex(a, sizeof a, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* The hash of a file is the same when it is computed in pieces, whatever their lengths. */
static void sha256_of_a_range_is_that_of_its_bytes(void **state)
{
    (void)state;
    static const size_t ranges[][2] = {{0, 0},         {0, 1},          {7, 300000}, {512, 512 + 65536},
                                       {3, 3 + 65537}, {299999, 300000}};
    for (size_t i = 0; i < sizeof big; i++) big[i] = (char)(i * i >> 3);
    assert_int_equal(alea__write_file("a", big, sizeof big, NULL), ALEA_OK);
    alea__file *file;
    assert_int_equal(alea__file_open("a", &file, NULL), ALEA_OK);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        char one[65], other[65];
        size_t begin = ranges[i][0], end = ranges[i][1];
        alea__sha256_hex(big + begin, end - begin, one);
        assert_true(alea__sha256_range(alea__file_get, file, begin, end, other));
        assert_string_equal(one, other);
    }
    char none[65];
    assert_false(alea__sha256_range(alea__file_get, file, 0, sizeof big + 1, none));
    alea__file_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(a_file_is_read_whole_with_its_zero_bytes),
        IN_A_FOLDER(an_empty_file_has_no_bytes),
        IN_A_FOLDER(a_file_of_exactly_the_limit_is_read_and_one_more_byte_is_not),
        IN_A_FOLDER(a_huge_file_is_refused_without_reading_it),
        IN_A_FOLDER(a_missing_file_is_named_with_the_reason),
        IN_A_FOLDER(a_file_that_may_not_be_read_is_named_with_the_reason),
        IN_A_FOLDER(folders_and_devices_are_refused),
        IN_A_FOLDER(a_file_whose_size_is_not_told_is_read_to_its_end),
        IN_A_FOLDER(a_named_pipe_without_a_writer_is_empty_not_endless),
        IN_A_FOLDER(a_pipe_is_read_to_its_end),
        IN_A_FOLDER(a_pipe_longer_than_the_limit_is_refused),
        IN_A_FOLDER(what_is_written_is_there_and_nothing_else),
        IN_A_FOLDER(a_new_file_has_the_permissions_that_files_get_here),
        IN_A_FOLDER(the_longest_possible_name_can_be_written),
        IN_A_FOLDER(another_folder_and_a_path_from_the_root_work),
        IN_A_FOLDER(a_link_stays_and_its_target_is_replaced),
        IN_A_FOLDER(places_that_cannot_be_written_are_named_with_the_reason),
        IN_A_FOLDER(a_path_longer_than_paths_can_be_is_refused),
        IN_A_FOLDER(a_file_or_folder_made_read_only_stays_as_it_is),
        IN_A_FOLDER(files_left_by_killed_processes_are_cleared),
        IN_A_FOLDER(a_file_in_use_stays_until_its_process_is_killed),
        IN_A_FOLDER(two_drafts_at_once_do_not_clear_each_other),
        IN_A_FOLDER(nothing_else_is_cleared),
        IN_A_FOLDER(a_draft_shows_under_its_name_when_it_is_committed),
        IN_A_FOLDER(a_dropped_draft_leaves_nothing),
        IN_A_FOLDER(two_drafts_of_one_name_do_not_mix_and_the_last_commit_counts),
        IN_A_FOLDER(a_draft_whose_folder_vanished_fails_at_commit),
        IN_A_FOLDER(a_full_device_is_an_error_with_its_reason_however_late_it_shows),
        IN_A_FOLDER(a_device_is_not_replaced_by_a_file),
        IN_A_FOLDER(an_open_file_is_written_through_its_number),
        IN_A_FOLDER(a_pipe_that_nobody_reads_is_an_error_not_a_wait),
        IN_A_FOLDER(a_file_is_read_at_any_place_even_when_its_name_is_gone),
        IN_A_FOLDER(only_files_are_read_here_and_there),
        IN_A_FOLDER(a_draft_is_written_and_read_by_place),
        IN_A_FOLDER(a_device_has_no_places),
        IN_A_FOLDER(a_write_by_place_that_fails_is_told_at_commit),
        IN_A_FOLDER(a_full_disk_leaves_the_old_file_and_nothing_else),
        IN_A_FOLDER(a_file_size_limit_leaves_the_old_file_and_nothing_else),
        IN_A_FOLDER(a_reader_sees_one_whole_file_while_two_processes_write_it),
        IN_A_FOLDER(sha256_gives_the_published_answers),
        IN_A_FOLDER(sha256_of_a_range_is_that_of_its_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
