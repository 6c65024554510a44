#include "command/contest_files.h"
#include "command/outputs.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool cmd_is_strategy(const char *path)
{
    static const char *const endings[] = {".py", ".lua", ".wasm", ".csv"};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t tail = strlen(endings[i]);
        if (length >= tail && strcasecmp(path + length - tail, endings[i]) == 0) return true;
    }
    return false;
}

/* Whether a contest of the folder would accept the file as an entry. */
static bool files_has_entry(const cmd_file *f, const cmd_file *folder)
{
    size_t length = strlen(folder->real);
    if (length > 0 && folder->real[length - 1] == '/') length--;
    if (strncmp(f->real, folder->real, length) != 0 || f->real[length] != '/') return false;
    return cmd_is_strategy(f->real) && !strstr(f->real + length, "/.");
}

static int files_check_output(const cmd_output *o, cmd_words paths)
{
    if (strcmp(o->path, "-") == 0) return cmd_complain(CMD_USAGE, CMD_NO_DASH, o->option);
    const cmd_file f = cmd_file_at(o->path);
    for (unsigned i = 0; i < paths.count; i++) {
        const cmd_file input = cmd_file_at(paths.word[i]);
        if (input.exists && S_ISDIR(input.about.st_mode) && files_has_entry(&f, &input))
            return cmd_complain(CMD_USAGE, CMD_BECOMES_ENTRY, cmd_show(o->path).text, o->option,
                                cmd_show(paths.word[i]).text);
    }
    return CMD_DONE;
}

int cmd_check_entries(const cmd_output *output, size_t count, cmd_words paths)
{
    int status = CMD_DONE;
    for (size_t i = 0; i < count && status == CMD_DONE; i++)
        if (output[i].path) status = files_check_output(&output[i], paths);
    return status;
}
