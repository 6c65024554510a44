/* alea cache [show|trim|clear]: the stored compiled bots. */
#include "base/assert.h"
#include "cli/user_dirs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct cache_args {
    const char *action;
    uint64_t size;
    bool json;
} cache_args;

static const cmd_option cache_options[] = {
    {1, 0, "size", "MIB", CMD_MEBIBYTES(cache_args, size, 1000000),
     "With trim: mebibytes to leave (default: the limit, $ALEA_CACHE_SIZE or 300)"},
    CMD_JSON(cache_args),
    {0},
};

static const cmd_operand cache_operands[] = {{NULL, CMD_TEXT(cache_args, action)}, {0}};

static bool cache_check(void *args, const cmd_call *call)
{
    const cache_args *a = args;
    const bool trims = a->action && strcmp(a->action, "trim") == 0;
    if (a->action && !trims && strcmp(a->action, "show") != 0 && strcmp(a->action, "clear") != 0)
        return cmd_misuse(call, CMD_CACHE_ACTION, cmd_show(a->action).text);
    return a->size == 0 || trims || cmd_misuse(call, CMD_CACHE_SIZE_TRIMS);
}

/* ---- what is there ---- */

typedef struct cache_file {
    char name[80];
    uint64_t size;
    struct timespec used;
} cache_file;

typedef struct cache_list {
    char folder[CMD_PATH_SIZE];
    cache_file *file;
    size_t count;
    uint64_t bytes;
} cache_list;

/* Whether a file belongs to the cache: its name is a hash and .compiled or .wasm. */
static bool cache_owns(const char *name)
{
    const size_t digits = strspn(name, "0123456789abcdef");
    return (digits == 64 && strcmp(name + digits, ".compiled") == 0) ||
           (digits == 32 && strcmp(name + digits, ".wasm") == 0);
}

static int cache_by_use(const void *a, const void *b)
{
    const cache_file *p = a, *q = b;
    if (p->used.tv_sec != q->used.tv_sec) return p->used.tv_sec < q->used.tv_sec ? -1 : 1;
    if (p->used.tv_nsec != q->used.tv_nsec) return p->used.tv_nsec < q->used.tv_nsec ? -1 : 1;
    return strcmp(p->name, q->name);
}

/* Adds a file of the open folder if it belongs to the cache. Returns false if memory runs out. */
static bool cache_add(cache_list *l, int folder, const char *name)
{
    struct stat about;
    if (!cache_owns(name) || fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(about.st_mode))
        return true;
    if ((l->count & (l->count - 1)) == 0) { /* space for 1, 2, 4, … files */
        cache_file *more = realloc(l->file, (l->count ? 2 * l->count : 1) * sizeof *more);
        if (!more) return false;
        l->file = more;
    }
    cache_file *f = &l->file[l->count++];
    *f = (cache_file){.size = (uint64_t)about.st_size, .used = about.st_mtim};
    memcpy(f->name, name, strlen(name) + 1); /* cache_owns limits its length */
    l->bytes += f->size;
    return true;
}

/* Lists the files, those first that were not used for longest. A folder that is not there is empty. */
static int cache_read(cache_list *l)
{
    if (!cli_cache_folder(l->folder)) return cmd_complain(CMD_FAILED, CMD_NO_CACHE_FOLDER);
    DIR *stream = opendir(l->folder);
    if (!stream && errno == ENOENT) return CMD_DONE;
    if (!stream) return cmd_complain(CMD_FAILED, CMD_CANNOT_READ, cmd_show(l->folder).text, strerror(errno));
    bool fits = true;
    for (const struct dirent *entry; fits && (entry = readdir(stream));)
        fits = cache_add(l, dirfd(stream), entry->d_name);
    closedir(stream);
    if (!fits) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    if (l->count > 0) qsort(l->file, l->count, sizeof *l->file, cache_by_use);
    return CMD_DONE;
}

/* ---- the actions ---- */

/* Prints a number of bytes in mebibytes, with one place. */
static void cache_print_size(uint64_t bytes)
{
    printf("%.1f MiB", (double)bytes / (1 << 20));
}

static void cache_show(const cache_list *l, uint64_t limit)
{
    printf("%s\n  files  %zu\n  size   ", cmd_show(l->folder).text, l->count);
    cache_print_size(l->bytes);
    fputs("\n  limit  ", stdout);
    cache_print_size(limit);
    fputs("; beyond it, what was not used for longest is removed\n", stdout);
}

/* The removed files. */
typedef struct cache_removed {
    size_t files;
    uint64_t bytes;
} cache_removed;

/* Removes files, the longest unused first, until at most `most` bytes are left. */
static int cache_trim(const cache_list *l, uint64_t most, cache_removed *out)
{
    for (; out->files < l->count && l->bytes - out->bytes > most; out->files++) {
        char path[CMD_PATH_SIZE + sizeof l->file->name];
        const cache_file *f = &l->file[out->files];
        snprintf(path, sizeof path, "%s/%s", l->folder, f->name);
        if (unlink(path) != 0 && errno != ENOENT)
            return cmd_complain(CMD_FAILED, CMD_CANNOT_REMOVE, cmd_show(path).text, strerror(errno));
        out->bytes += f->size;
        ALEA_ASSERT(out->bytes <= l->bytes);
    }
    return CMD_DONE;
}

static void cache_print_removed(const cache_list *l, const cache_removed *removed)
{
    printf("Removed %zu file%s, ", removed->files, removed->files == 1 ? "" : "s");
    cache_print_size(removed->bytes);
    printf("; left %zu, ", l->count - removed->files);
    cache_print_size(l->bytes - removed->bytes);
    fputs(".\n", stdout);
}

/* Prints the same object for all actions: the current contents and what was removed. */
static int cache_print_json(const cache_list *l, uint64_t limit, const cache_removed *removed)
{
    char folder[4 * CMD_PATH_SIZE]; /* an unprintable byte becomes four characters */
    alea_view_printable(l->folder, folder, sizeof folder);
    json_t *whole = json_pack(
        "{s:s, s:I, s:I, s:I, s:I, s:I}", "folder", folder, "files", (json_int_t)(l->count - removed->files),
        "bytes", (json_int_t)(l->bytes - removed->bytes), "limit_bytes", (json_int_t)limit, "removed_files",
        (json_int_t)removed->files, "removed_bytes", (json_int_t)removed->bytes);
    char *text = whole ? json_dumps(whole, JSON_INDENT(2)) : NULL;
    const int status = text ? cmd_print("%s\n", text) : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    json_decref(whole);
    free(text);
    return status;
}

/* Shows the files, or removes some and reports that. */
static int cache_act(const cache_args *a, const cache_list *l, uint64_t limit)
{
    cache_removed removed = {0};
    const bool shows = !a->action || strcmp(a->action, "show") == 0;
    int status = CMD_DONE;
    if (!shows && strcmp(a->action, "clear") == 0)
        status = cache_trim(l, 0, &removed);
    else if (!shows)
        status = cache_trim(l, a->size ? a->size : limit, &removed);
    if (status != CMD_DONE) return status;
    if (a->json) return cache_print_json(l, limit, &removed);
    if (shows)
        cache_show(l, limit);
    else
        cache_print_removed(l, &removed);
    return CMD_DONE;
}

/* Shows, trims or clears the folder of compiled bots. */
static int cache_main(void *args)
{
    const cache_args *a = args;
    cache_list list = {0};
    uint64_t limit;
    int status = cli_cache_size(&limit);
    if (limit == 0) limit = ALEA_DEFAULT_CACHE;
    if (status == CMD_DONE) status = cache_read(&list);
    if (status == CMD_DONE) status = cache_act(a, &list, limit);
    free(list.file);
    return status;
}

const cmd_table cli_cache = {
    .name = "cache",
    .summary = "shows, trims or clears the compiled bots that are kept",
    .words = "[show|trim|clear]",
    .about =
        "Shows, trims or clears the cache of compiled bots.\v"
        "alea keeps what it has compiled, and the Python bots that it has built, so that the next run starts "
        "at once. show (the default) prints the folder, its size and its limit; trim removes what was not "
        "used for longest; clear removes everything. Nothing is lost but time. The folder is $ALEA_CACHE, "
        "$XDG_CACHE_HOME/alea or ~/.cache/alea; $ALEA_CACHE_SIZE is its limit in MiB (default 300), which "
        "every run keeps.",
    .options = cache_options,
    .operands = cache_operands,
    .size = sizeof(cache_args),
    .check = cache_check,
    .run = cache_main,
};
