#include "command/contest_class.h"
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- time zones ---- */

enum { ZONE_PATH = 128 };

/* Whether the system knows the zone; it would silently treat an unknown one as UTC. */
static bool class_zone_exists(const char *zone)
{
    char path[ZONE_PATH];
    struct stat about;
    const size_t length = strlen(zone);
    const char *signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";
    if (length == 0 || length > 60 || strspn(zone, signs) != length || *zone == '/') return false;
    snprintf(path, sizeof path, "/usr/share/zoneinfo/%s", zone);
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    char begin[4] = ""; /* the folder has other files, too */
    FILE *file = fopen(path, "rb");
    const bool right =
        file && fread(begin, 1, sizeof begin, file) == sizeof begin && memcmp(begin, "TZif", 4) == 0;
    if (file) fclose(file);
    return right;
}

/* The moment at which the clocks of TZ show `local`, in summer time or not. Returns false if they never do. */
static bool class_moment(int64_t local, int summer, int64_t *out)
{
    const time_t as_utc = (time_t)local;
    struct tm fields, back;
    if (!gmtime_r(&as_utc, &fields)) return false;
    fields.tm_isdst = summer;
    const time_t moment = mktime(&fields);
    if (!localtime_r(&moment, &back) || timegm(&back) != as_utc) return false;
    *out = moment;
    return true;
}

int cmd_zone_lookup(const char *zone, int64_t local, int64_t moment[2])
{
    char name[ZONE_PATH], kept[ZONE_PATH];
    const char *before = getenv("TZ");
    int found = 0;
    if (!class_zone_exists(zone)) return -1;
    if (before) snprintf(kept, sizeof kept, "%s", before);
    snprintf(name, sizeof name, ":%s", zone);
    setenv("TZ", name, 1);
    tzset();
    for (int summer = 1; summer >= 0; summer--) {
        if (!class_moment(local, summer, &moment[found])) continue;
        if (found == 0 || moment[0] != moment[1]) found++;
    }
    if (before)
        setenv("TZ", kept, 1);
    else
        unsetenv("TZ");
    tzset();
    return found;
}

/* ---- points ---- */

int cmd_read_points(const char *text, alea_points *out)
{
    double value[4] = {0, 3, 2, 1};
    const char *at = text;
    for (int i = 0; text && i < 4; i++) {
        char *end;
        value[i] = alea__read_real(at, &end);
        if (end == at || !isfinite(value[i]) || value[i] < 0 || value[i] > 1e6 || *end != (i < 3 ? ',' : 0))
            return cmd_complain(CMD_USAGE, CMD_WRONG_POINTS, cmd_show(text).text);
        at = end + 1;
    }
    *out = (alea_points){value[0], {value[1], value[2], value[3]}};
    return CMD_DONE;
}

/* ---- feedback ---- */

int cmd_check_folder(const char *path)
{
    struct stat about;
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return cmd_complain(CMD_FAILED, CMD_NO_FOLDER, cmd_show(path).text, strerror(errno));
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode) && access(path, W_OK) == 0) return CMD_DONE;
    return cmd_complain(CMD_USAGE, CMD_NOT_A_FOLDER, cmd_show(path).text);
}

/* Joins folder and name; the second student of a name gets "NAME-2.txt". */
static void class_feedback_path(char out[CMD_PATH_SIZE], const char *folder, const char *name, unsigned time)
{
    const size_t stem = strlen(name) - strlen(".txt");
    if (time == 1)
        snprintf(out, CMD_PATH_SIZE, "%s/%s", folder, name);
    else
        snprintf(out, CMD_PATH_SIZE, "%s/%.*s-%u.txt", folder, (int)stem, name, time);
}

/* Makes the first path of this form that no earlier student has; `paths` holds those. Returns NULL if memory runs out. A
   student may be called "Ann-2". */
static char *class_free_path(char *const *paths, unsigned student, const char *folder, const char *name)
{
    char path[CMD_PATH_SIZE];
    for (unsigned time = 1;; time++) {
        bool taken = false;
        class_feedback_path(path, folder, name, time);
        for (unsigned i = 0; i < student && !taken; i++) taken = strcasecmp(paths[i], path) == 0;
        if (!taken) return strdup(path);
    }
}

/* Students or others may have put a link into the folder; its target must not be overwritten. */
static int class_refuse_link(const char *path)
{
    struct stat about;
    if (lstat(path, &about) != 0 || !S_ISLNK(about.st_mode)) return CMD_DONE;
    return cmd_complain(CMD_USAGE, CMD_FEEDBACK_LINK, cmd_show(path).text);
}

int cmd_write_feedback(const alea_contest *c, const alea_points *points, const char *folder)
{
    const unsigned students = c->submissions->students;
    char **paths = calloc(students + 1, sizeof *paths);
    int status = paths ? CMD_DONE : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    unsigned student = 0;
    for (; student < students && status == CMD_DONE; student++) {
        cmd_view v = {0};
        char *name = NULL;
        alea_status made = alea_view_feedback(c, student, points, &name, &v.text, &v.error);
        if (made != ALEA_OK) {
            status = cmd_report(&v.error);
            break;
        }
        char *path = paths[student] = class_free_path(paths, student, folder, name);
        alea_text_free(name);
        status = path ? class_refuse_link(path) : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
        if (status == CMD_DONE)
            status = cmd_view_write(made, &v, path);
        else
            alea_text_free(v.text);
    }
    for (unsigned i = 0; paths && i < students; i++) free(paths[i]);
    free(paths);
    return status;
}
