#include "cli/python_modules.h"
#include "base/assert.h"
#include "base/file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the fingerprint ---- */

/* Two FNV-1a sums with different start values, the second over inverted bytes. They distinguish files of one user; they do
   not resist a deliberate collision. */
static void modules_sum(cli_modules *m, const char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)data[i];
        m->sum[0] = (m->sum[0] ^ byte) * UINT64_C(0x100000001b3);
        m->sum[1] = (m->sum[1] ^ (byte ^ 0xffu)) * UINT64_C(0x100000001b3);
    }
}

/* ---- names ---- */

/* Adds a file. Returns false if it is already listed, or if there are too many. */
static bool modules_note(cli_modules *m, const char *name)
{
    for (unsigned i = 0; i < m->count; i++)
        if (strcmp(m->name[i], name) == 0) return false;
    if (m->count == CMD_MOST_MODULES || strlen(name) >= CMD_MODULE_NAME) return false;
    snprintf(m->name[m->count++], CMD_MODULE_NAME, "%s", name);
    return true;
}

static bool modules_exists(const cli_modules *m, const char *name, mode_t kind)
{
    char path[CMD_PATH_SIZE];
    struct stat about;
    return snprintf(path, sizeof path, "%s/%s", m->folder, name) < CMD_PATH_SIZE && stat(path, &about) == 0 &&
           (about.st_mode & S_IFMT) == kind;
}

/* Notes all Python files of a package's folder and of those in it. */
static void modules_note_package(cli_modules *m, const char *name, int depth)
{
    enum { DEEPEST = 8 };
    char path[CMD_PATH_SIZE], inside[CMD_PATH_SIZE];
    if (depth > DEEPEST || snprintf(path, sizeof path, "%s/%s", m->folder, name) >= CMD_PATH_SIZE) return;
    struct dirent **entry;
    const int entries = scandir(path, &entry, NULL, alea__compare_entries);
    for (int i = 0; i < entries; i++) {
        const char *file = entry[i]->d_name;
        const size_t length = strlen(file);
        if (file[0] != '.' && snprintf(inside, sizeof inside, "%s/%s", name, file) < CMD_MODULE_NAME) {
            if (modules_exists(m, inside, S_IFDIR))
                modules_note_package(m, inside, depth + 1);
            else if (length > 3 && strcmp(file + length - 3, ".py") == 0)
                modules_note(m, inside);
        }
        free(entry[i]);
    }
    if (entries >= 0) free(entry);
}

/* Notes the module or package of that name (its first `length` bytes), if it is in the folder. */
static void modules_note_import(cli_modules *m, const char *name, size_t length)
{
    char file[CMD_MODULE_NAME], package[CMD_MODULE_NAME];
    if (length == 0 || length + 4 > sizeof file) return;
    snprintf(file, sizeof file, "%.*s.py", (int)length, name);
    snprintf(package, sizeof package, "%.*s", (int)length, name);
    if (modules_exists(m, file, S_IFREG)) modules_note(m, file);
    if (modules_exists(m, package, S_IFDIR)) modules_note_package(m, package, 0);
}

/* ---- import statements ---- */

static size_t modules_identifier(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' || (at[length] & 0x80)) length++;
    return length;
}

/* Adds the imports of a line: `import a, b.c as d` or `from a.b import c`, also after a semicolon or spaces. */
static void modules_read_line(cli_modules *m, const char *line)
{
    for (const char *at = line; at; at = strchr(at, ';')) {
        at += strspn(at, "; \t");
        const bool from = strncmp(at, "from", 4) == 0 && isblank((unsigned char)at[4]);
        const bool import = strncmp(at, "import", 6) == 0 && isblank((unsigned char)at[6]);
        if (!from && !import) continue;
        at += from ? 4 : 6;
        do {
            at += strspn(at, ", \t");
            const size_t length = modules_identifier(at);
            modules_note_import(m, at, length);
            at += strcspn(at, ",;\n");
        } while (import && *at == ',');
    }
}

/* ---- files ---- */

/* Makes the folders of `name` in the folder of copies, and opens the copy. On failure returns NULL and sets errno. */
static FILE *modules_open_copy(const cli_modules *m, const char *name)
{
    char path[CMD_PATH_SIZE];
    const size_t above = strlen(m->copies) + 1;
    if (snprintf(path, sizeof path, "%s/%s", m->copies, name) >= CMD_PATH_SIZE) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    for (char *slash = strchr(path + above, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    return fopen(path, "wb");
}

const char *cli_refuse_source(const char *path)
{
    enum { LARGEST = 64 << 20 };
    struct stat about;
    if (stat(path, &about) != 0) return NULL; /* opening it reports the error */
    if (!S_ISREG(about.st_mode)) return CMD_NOT_REGULAR;
    return about.st_size > LARGEST ? strerror(EFBIG) : NULL;
}

/* Reads a file of the folder, line by line. Returns 0, or an errno. */
static int modules_read_file(cli_modules *m, const char *path, const char *name)
{
    char *line = NULL;
    size_t capacity = 0;
    FILE *file = fopen(path, "rb"), *copy = NULL;
    int failure = file ? 0 : errno;
    if (!failure && m->copies && !(copy = modules_open_copy(m, name))) failure = errno;
    modules_sum(m, name, strlen(name) + 1);
    for (ssize_t size; !failure && (size = getline(&line, &capacity, file)) >= 0;) {
        modules_sum(m, line, (size_t)size);
        modules_read_line(m, line);
        if (copy && fwrite(line, 1, (size_t)size, copy) != (size_t)size) failure = errno;
    }
    modules_sum(m, "", 1);
    free(line);
    if (file && ferror(file)) failure = EIO;
    if (file) fclose(file);
    if (copy && fclose(copy) != 0 && !failure) failure = errno;
    return failure;
}

int cli_modules_read(const char *source, const char *copies, cli_modules *m)
{
    const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source;
    *m = (cli_modules){.copies = copies, .sum = {UINT64_C(0xcbf29ce484222325), UINT64_C(0x84222325cbf29ce4)}};
    snprintf(m->folder, sizeof m->folder, "%.*s", slash ? (int)(slash - source) + 1 : 1,
             slash ? source : ".");
    if (!modules_note(m, name)) return cmd_complain(CMD_USAGE, CMD_NAME_TOO_LONG);
    for (unsigned i = 0; i < m->count; i++) {
        ALEA_ASSERT(m->name[i][0] && m->name[i][0] != '/');
        char path[CMD_PATH_SIZE + CMD_MODULE_NAME];
        snprintf(path, sizeof path, "%s/%s", m->folder, m->name[i]);
        const char *why = cli_refuse_source(path);
        const int failure = why ? 0 : modules_read_file(m, path, m->name[i]);
        if (failure) why = strerror(failure);
        if (why) return cmd_complain(CMD_USAGE, CMD_CANNOT_READ, cmd_show(m->name[i]).text, why);
    }
    if (m->count < CMD_MOST_MODULES) return CMD_DONE;
    return cmd_complain(CMD_USAGE, CMD_MANY_MODULES, cmd_show(source).text, CMD_MOST_MODULES - 1);
}
