#include "base/course_names.h"
#include "base/assert.h"
#include "base/text.h"

#include <string.h>

enum { LEAST_ID = 3 /* digits of Canvas' numbers; shorter ones may be part of a name */, ANONYMOUS_ID = 5 };

#define MOODLE_MARK     "_assignsubmission_"
#define GRADESCOPE_MARK "submission_"

/* ---- Canvas: name_LATE_12345_67890_hog_contest-1.py, name_12345_text.html ---- */

/* The length of a number such as "12345_"; 0 if there is none. */
static size_t course_number(const char *at, const char *end)
{
    size_t digits = 0;
    while (at + digits < end && alea__is_digit(at[digits])) digits++;
    return digits >= LEAST_ID && at + digits < end && at[digits] == '_' ? digits + 1 : 0;
}

/* The length of the ID and its `_`: a number, or five letters and digits where Canvas hides names. */
static size_t course_canvas_id(const char *at, const char *end, bool anonymous)
{
    size_t length = 0;
    if (!anonymous) return course_number(at, end);
    while (at + length < end && (alea__is_letter(at[length]) || alea__is_digit(at[length]))) length++;
    return length == ANONYMOUS_ID && at + length < end && at[length] == '_' ? length + 1 : 0;
}

/* Reads the rest of a name after a student's name and `_`. Returns false if it is not a Canvas name. Text entries have no
   number. */
static bool course_canvas_rest(const char *path, const char *at, const char *end, bool anonymous,
                               alea__course_name *out)
{
    out->late = end - at > 5 && alea__same_letters(at, "LATE_", 5);
    if (out->late) at += 5;
    if (anonymous && strncmp(at, "anon_", 5) == 0) at += 5;
    const size_t id = course_canvas_id(at, end, anonymous), number = id ? course_number(at + id, end) : 0;
    if (id == 0 || at + id + number >= end) return false;
    out->online = number == 0 && end - at - (ptrdiff_t)id == 9 &&
                  (strncmp(at + id, "text.html", 9) == 0 || strncmp(at + id, "link.html", 9) == 0);
    if (number == 0 && !out->online) return false;
    out->id = (size_t)(at - path);
    out->id_length = id - 1;
    out->number = out->id + id;
    out->number_length = number > 0 ? number - 1 : 0;
    out->original = out->number + number;
    return true;
}

/* Splits the last component of a path as Canvas names files, at the first place where the numbers fit. Canvas removes
   numbers from names, but not at their ends, so a name that also fits at a second place is doubtful. */
static bool course_find_canvas(const char *path, size_t inner, size_t end, alea__course_name *out)
{
    const char *stop = path + end, *name = stop;
    while (name > path + inner && name[-1] != '/') name--;
    *out = (alea__course_name){.lms = ALEA_CANVAS, .begin = (size_t)(name - path)};
    const bool anonymous = strncmp(name, "anon_", 5) == 0 || strncmp(name, "LATE_anon_", 10) == 0;
    if (anonymous && course_canvas_rest(path, name, stop, true, out)) return true;
    for (const char *at = name + 1; at < stop; at++) {
        if (at[-1] == '\\') return false;
        if (*at != '_' || !course_canvas_rest(path, at + 1, stop, false, out)) continue;
        alea__course_name second;
        out->student = out->begin;
        out->student_length = (size_t)(at - name);
        out->doubtful =
            out->number_length > 0 && course_canvas_rest(path, path + out->number, stop, false, &second);
        return true;
    }
    return false;
}

/* ---- Moodle: Ann Lee_12345_assignsubmission_file_/hog_contest.py, ..._onlinetext_/onlinetext.html ---- */

/* The length of Moodle's mark for the kind of submission; 0 if there is none. */
static size_t course_moodle_mark(const char *at, const char *end)
{
    static const char *const kinds[] = {"file", "onlinetext"};
    const size_t mark = strlen(MOODLE_MARK);
    if ((size_t)(end - at) < mark || strncmp(at, MOODLE_MARK, mark) != 0) return 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t length = mark + strlen(kinds[i]);
        const bool fits = (size_t)(end - at) >= length && strncmp(at + mark, kinds[i], length - mark) == 0;
        if (fits && (at + length == end || at[length] == '_')) return length;
    }
    return 0;
}

/* Splits one component of a path as Moodle names folders and files. In a folder name the last mark counts, because a
   student's name may contain others. In a file name the student chooses what follows a mark, so two marks make it doubtful. */
static bool course_cut_moodle(const char *path, const char *part, const char *end, bool folder,
                              alea__course_name *out)
{
    const char *mark = NULL;
    size_t length = 0;
    unsigned marks = 0;
    for (const char *at = part + 1; at < end; at++) {
        const size_t found = course_moodle_mark(at, end);
        if (found == 0 || (folder && at + found != end && at + found + 1 != end)) continue;
        if (marks++ > 0 && !folder) continue;
        mark = at;
        length = found;
    }
    if (!mark) return false;
    const char *id = mark;
    while (id > part && alea__is_digit(id[-1])) id--;
    const bool numbered = id < mark && id > part + 1 && id[-1] == '_';
    if (!numbered && (!folder || id < mark)) return false; /* only a group's folder has no number */
    const char *rest = mark + length;
    *out = (alea__course_name){.lms = ALEA_MOODLE,
                               .begin = (size_t)(part - path),
                               .student = (size_t)(part - path),
                               .student_length = (size_t)((numbered ? id - 1 : mark) - part),
                               .id = (size_t)(id - path),
                               .id_length = (size_t)(mark - id),
                               .folder = (size_t)(rest - path) + (*rest == '_'),
                               .online = strncmp(rest - 4, "file", 4) != 0,
                               .doubtful = !folder && marks > 1};
    return true;
}

/* Finds the first part of a path that Moodle named. */
static bool course_find_moodle(const char *path, size_t inner, size_t end, alea__course_name *out)
{
    for (const char *part = path + inner, *stop; part < path + end; part = stop + 1) {
        stop = memchr(part, '/', (size_t)(path + end - part));
        if (!stop) stop = path + end;
        if (!course_cut_moodle(path, part, stop, stop < path + end, out)) continue;
        const char *slash = memrchr(path + out->folder, '/', end - out->folder);
        out->original = slash ? (size_t)(slash + 1 - path) : out->folder;
        return true;
    }
    return false;
}

/* ---- Gradescope: assignment_1_export/submission_12345/hog_contest.py ---- */

/* Finds the first folder named by Gradescope. The metadata refer to students by this folder. */
static bool course_find_gradescope(const char *path, size_t inner, size_t end, alea__course_name *out)
{
    const size_t length = strlen(GRADESCOPE_MARK);
    for (const char *part = path + inner; part && part < path + end; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, GRADESCOPE_MARK, length) != 0) continue;
        const size_t digits = strspn(part + length, "0123456789");
        if (digits == 0 || part[length + digits] != '/' || part >= path + end) continue;
        const size_t number = (size_t)(part - path) + length, folder = number + digits + 1;
        const char *slash = folder < end ? memrchr(path + folder, '/', end - folder) : NULL;
        *out = (alea__course_name){.lms = ALEA_GRADESCOPE,
                                   .begin = (size_t)(part - path),
                                   .number = number,
                                   .number_length = digits,
                                   .folder = folder,
                                   .original = slash ? (size_t)(slash + 1 - path) : folder};
        return true;
    }
    return false;
}

/* ---- */

bool alea__course_name_of(const char *path, size_t inner, size_t end, bool canvas, alea__course_name *out)
{
    alea__course_name one;
    bool found = false;
    ALEA_ASSERT(inner <= end);
    for (int system = 0; system < 3; system++) {
        const bool fits = system == 0   ? canvas && course_find_canvas(path, inner, end, &one)
                          : system == 1 ? course_find_moodle(path, inner, end, &one)
                                        : course_find_gradescope(path, inner, end, &one);
        if (!fits || (found && one.begin >= out->begin)) continue;
        *out = one;
        found = true;
    }
    return found;
}

bool alea__course_name_begins(const char *name)
{
    alea__course_name found;
    const size_t before = strcspn(name, "\\");
    if (course_find_canvas(name, 0, strlen(name), &found)) return found.original <= before;
    return course_cut_moodle(name, name, name + strlen(name), false, &found) && found.folder < before;
}
