/* The user's folders; see user_dirs.h. */
#include "cli/user_dirs.h"
#include "base/assert.h"

#include <alea/record.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Finds a folder: the one that the variable `own` names, else alea's in `standard`, else alea's in the home folder. The
   last two count only if they are absolute (XDG Base Directory Specification, version 0.8). Returns the length of its path,
   or -1 if there is none. */
static int dirs_find(const char *own, const char *standard, const char *in_home, char out[CMD_PATH_SIZE])
{
    const char *folder = getenv(own);
    if (folder && *folder) return snprintf(out, CMD_PATH_SIZE, "%s", folder);
    folder = getenv(standard);
    if (folder && *folder == '/') return snprintf(out, CMD_PATH_SIZE, "%s/alea", folder);
    folder = getenv("HOME");
    return folder && *folder == '/' ? snprintf(out, CMD_PATH_SIZE, "%s/%s/alea", folder, in_home) : -1;
}

bool cli_cache_folder(char out[CMD_PATH_SIZE])
{
    int length = dirs_find("ALEA_CACHE", "XDG_CACHE_HOME", ".cache", out);
    return length >= 0 && length < CMD_PATH_SIZE;
}

int cli_cache_size(uint64_t *out)
{
    enum { MOST_MEBIBYTES = 1000000 };
    const char *text = getenv("ALEA_CACHE_SIZE");
    *out = 0;
    if (!text || !*text) return CMD_DONE;
    const size_t digits = strspn(text, "0123456789");
    const unsigned long size = digits < 10 ? strtoul(text, NULL, 10) : 0;
    if (text[digits] || size < 1 || size > MOST_MEBIBYTES)
        return cmd_complain(CMD_USAGE, CMD_BAD_CACHE_SIZE, MOST_MEBIBYTES, cmd_show(text).text);
    *out = (uint64_t)size << 20;
    return CMD_DONE;
}

void cli_use_own_fonts(void)
{
    char folder[CMD_PATH_SIZE], file[CMD_PATH_SIZE];
    if (!cli_own_folder(folder)) return;
    if (snprintf(file, sizeof file, "%s../share/alea/fonts/fonts.conf", folder) >= CMD_PATH_SIZE) return;
    if (access(file, R_OK) == 0) setenv("FONTCONFIG_FILE", file, 0); /* the user's own setting counts */
}

bool cli_make_folders_of(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) return false;
    }
    return true;
}

int cli_user_path(const char *name, char out[CMD_PATH_SIZE])
{
    char folder[CMD_PATH_SIZE];
    if (dirs_find("ALEA_DATA", "XDG_DATA_HOME", ".local/share", folder) < 0)
        return cmd_complain(CMD_FAILED, CMD_NO_DATA_FOLDER);
    if (snprintf(out, CMD_PATH_SIZE, "%s/%s", folder, name) >= CMD_PATH_SIZE)
        return cmd_complain(CMD_FAILED, CMD_DATA_FOLDER_TOO_LONG);
    if (cli_make_folders_of(out)) return CMD_DONE;
    return cmd_complain(CMD_FAILED, CMD_CANNOT_MAKE_FOLDER, cmd_show(out).text, strerror(errno));
}

int cli_new_record(const alea_game *game, char out[CMD_PATH_SIZE])
{
    char name[128], when[32];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &local);
    for (unsigned again = 0; again < 1000; again++) {
        snprintf(name, sizeof name, "games/%.60s-%s-%ld%s", alea_game_name(game), when, (long)getpid(),
                 again ? "-" : "");
        if (again) snprintf(name + strlen(name), sizeof name - strlen(name), "%u", again);
        snprintf(name + strlen(name), sizeof name - strlen(name), ".jsonl");
        int status = cli_user_path(name, out);
        if (status != CMD_DONE || access(out, F_OK) != 0) return status;
    }
    return cmd_complain(CMD_FAILED, PLAY_MANY_GAMES);
}

/* Whether the last game of a record is finished. Sets *readable to whether the file is a record. */
static bool dirs_is_finished(const char *path, bool *readable)
{
    alea_record *record;
    *readable = alea_record_open(path, &record, NULL) == ALEA_OK;
    if (!*readable) return false;
    bool finished = record->count > 0 && record->played[record->count - 1].finished;
    alea_record_free(record);
    return finished;
}

typedef struct dirs_record {
    char path[CMD_PATH_SIZE];
    struct timespec written;
} dirs_record;

/* Records of one moment, as a copied folder may have them, go by their names. */
static bool dirs_is_later(const dirs_record *a, const dirs_record *b)
{
    const struct timespec one = a->written, other = b->written;
    if (one.tv_sec != other.tv_sec) return one.tv_sec > other.tv_sec;
    if (one.tv_nsec != other.tv_nsec) return one.tv_nsec > other.tv_nsec;
    return strcmp(a->path, b->path) > 0;
}

/* The latest record before `before` (NULL: of all). */
static bool dirs_latest(DIR *folder, const char *name, const dirs_record *before, dirs_record *best)
{
    bool found = false;
    rewinddir(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        dirs_record next;
        struct stat about;
        size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 6, ".jsonl") != 0) continue;
        if (snprintf(next.path, sizeof next.path, "%s%s", name, entry->d_name) >= CMD_PATH_SIZE) continue;
        if (stat(next.path, &about) != 0 || !S_ISREG(about.st_mode)) continue;
        next.written = about.st_mtim;
        if (before && !dirs_is_later(before, &next)) continue;
        if (found && !dirs_is_later(&next, best)) continue;
        *best = next;
        found = true;
    }
    return found;
}

/* Looks for records with or without an end, the latest first. Returns how many it found; -1 after a message. `folder_name` gets
   the folder. */
static int dirs_find_records(bool unfinished, char (*out)[CMD_PATH_SIZE], unsigned most,
                             char folder_name[CMD_PATH_SIZE])
{
    dirs_record best, before;
    const dirs_record *bound = NULL;
    unsigned found = 0;
    if (cli_user_path("games/", folder_name) != CMD_DONE) return -1;
    DIR *folder = opendir(folder_name);
    for (; folder && found < most && dirs_latest(folder, folder_name, bound, &best); bound = &before) {
        before = best;
        bool readable;
        if (dirs_is_finished(best.path, &readable) != unfinished && readable)
            memcpy(out[found++], best.path, CMD_PATH_SIZE);
    }
    if (folder) closedir(folder);
    ALEA_ASSERT(found <= most);
    return (int)found;
}

unsigned cli_find_unfinished(char (*out)[CMD_PATH_SIZE], unsigned most)
{
    char folder[CMD_PATH_SIZE];
    const int found = dirs_find_records(true, out, most, folder);
    if (found == 0) cmd_complain(CMD_USAGE, PLAY_NO_UNFINISHED, cmd_show(folder).text);
    return found > 0 ? (unsigned)found : 0;
}

int cli_find_last_game(char out[CMD_PATH_SIZE])
{
    char folder[CMD_PATH_SIZE], found[1][CMD_PATH_SIZE];
    const int count = dirs_find_records(false, found, 1, folder);
    if (count < 0) return CMD_FAILED;
    if (count == 0) return cmd_complain(CMD_USAGE, PLAY_NO_FINISHED, cmd_show(folder).text);
    memcpy(out, found[0], CMD_PATH_SIZE);
    return CMD_DONE;
}
