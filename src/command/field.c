#include "command/field.h"
#include "base/file.h"
#include "command/contest_files.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { MOST_DEPTH = 20 };

/* Takes the bot over, on failure too. */
static int field_take(cmd_field *field, alea_bot *bot)
{
    if (field->count == field->space) {
        const size_t space = 2 * field->space + 16;
        alea_bot **more = realloc(field->bot, space * sizeof(*more));
        if (!more) {
            alea_bot_free(bot);
            return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
        }
        field->bot = more;
        field->space = space;
    }
    field->bot[field->count++] = bot;
    return CMD_DONE;
}

int cmd_field_add(const cmd_lineup *lineup, const char *spec, cmd_field *field)
{
    alea_bot *bot;
    int status = cmd_open_bot(lineup->game, spec, lineup->sandbox, &bot);
    if (status != CMD_DONE) return status;
    status = field_take(field, bot);
    return status == CMD_DONE ? cmd_declare_pure(lineup->pure, bot) : status;
}

/* Opens one file; one that is invalid is left out. */
static int field_open_file(const cmd_lineup *lineup, const char *path, cmd_field *field)
{
    const size_t length = strlen(path);
    const bool csv = length > 4 && strcasecmp(path + length - 4, ".csv") == 0;
    char spec[PATH_MAX + 8];
    alea_error error;
    alea_bot *bot;
    snprintf(spec, sizeof spec, "%s%s", csv ? "table:" : "", path);
    const alea_status status = alea_bot_open(lineup->game, spec, lineup->sandbox, &bot, &error);
    if (status == ALEA_OK) {
        const int added = field_take(field, bot);
        return added == CMD_DONE ? cmd_declare_pure(lineup->pure, bot) : added;
    }
    if (status != ALEA_E_BOT && status != ALEA_E_FILE) return cmd_report(&error);
    cmd_complain(CMD_DONE, CMD_FIELD_LEFT_OUT, error.message);
    return CMD_DONE;
}

static int field_open_folder(const cmd_lineup *, const char *folder, int depth, cmd_field *);

/* A file, or a folder to search; anything else, such as a link, is passed over. */
static int field_open_path(const cmd_lineup *lineup, const char *path, int depth, cmd_field *field)
{
    struct stat about;
    if (lstat(path, &about) != 0) return CMD_DONE;
    if (S_ISDIR(about.st_mode) && depth < MOST_DEPTH)
        return field_open_folder(lineup, path, depth + 1, field);
    return S_ISREG(about.st_mode) && cmd_is_strategy(path) ? field_open_file(lineup, path, field) : CMD_DONE;
}

/* Opens the bots in a folder, in the order of names; skips hidden files. */
static int field_open_folder(const cmd_lineup *lineup, const char *folder, int depth, cmd_field *field)
{
    struct dirent **found;
    const int count = scandir(folder, &found, NULL, alea__compare_entries);
    if (count < 0) return cmd_complain(CMD_USAGE, CMD_FIELD_UNREAD, cmd_show(folder).text, strerror(errno));
    int status = CMD_DONE;
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        const int length = snprintf(path, sizeof path, "%s/%s", folder, found[i]->d_name);
        if (status == CMD_DONE && *found[i]->d_name != '.' && length < (int)sizeof path)
            status = field_open_path(lineup, path, depth, field);
        free(found[i]);
    }
    free(found);
    return status;
}

int cmd_field_open(const cmd_lineup *lineup, const char *folder, cmd_field *field)
{
    const size_t before = field->count;
    const int status = field_open_folder(lineup, folder, 0, field);
    if (status != CMD_DONE) return status;
    if (field->count > before) return CMD_DONE;
    return cmd_complain(CMD_USAGE, CMD_FIELD_EMPTY, cmd_show(folder).text);
}

void cmd_field_close(cmd_field *field)
{
    for (size_t i = 0; i < field->count; i++) alea_bot_free(field->bot[i]);
    free(field->bot);
    *field = (cmd_field){0};
}
