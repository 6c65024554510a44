#include "support/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

void write_bytes(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file) fail_msg("%s cannot be opened for writing", path);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void write_file(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

char *read_file(const char *path, size_t *size)
{
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &about) != 0) fail_msg("%s cannot be read", path);
    const size_t length = (size_t)about.st_size;
    char *text = calloc(length + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, length, file), length);
    fclose(file);
    if (size) *size = length;
    return text;
}

void assert_file_is(const char *path, const char *text)
{
    char *found = read_file(path, NULL);
    assert_string_equal(found, text);
    free(found);
}

int entries(const char *folder)
{
    int count = 0;
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;)
        count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    closedir(open);
    return count;
}

/* ---- a folder for a test ---- */

static char folder[] = "test-XXXXXX";
static int outside = -1; /* the folder around it: a test that fails may end in another one */

int enter_folder(void **state)
{
    (void)state;
    strcpy(folder, "test-XXXXXX");
    outside = open(".", O_RDONLY | O_DIRECTORY);
    return outside >= 0 && mkdtemp(folder) ? chdir(folder) : -1;
}

int leave_folder(void **state)
{
    (void)state;
    char command[64];
    uid_t real, effective, saved;
    struct rlimit limit;
    if (getresuid(&real, &effective, &saved) == 0 && saved == 0 && setresuid(0, 0, 0) != 0) return -1;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    if (fchdir(outside) != 0) return -1;
    close(outside);
    snprintf(command, sizeof command, "%s/disk", folder);
    umount2(command, MNT_DETACH);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

void use_small_disk(const char *size)
{
    char options[40];
    snprintf(options, sizeof options, "size=%s", size);
    mkdir("disk", 0777);
    if (geteuid() != 0 || mount("none", "disk", "tmpfs", 0, options) != 0)
        cannot_run("no small disk can be mounted");
}

void limit_file_size(size_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

void become_nobody(void)
{
    const uid_t nobody = 65534;
    char here[PATH_MAX];
    if (chmod(".", 0777) != 0 || (geteuid() == 0 && setresuid(nobody, nobody, 0) != 0))
        cannot_run("root cannot become nobody");
    if (!getcwd(here, sizeof here) || access(here, R_OK | W_OK | X_OK) != 0)
        cannot_run("nobody may enter this folder: one above it is closed to others");
}
