/* Finds the line of a field in the source. Lua does not know the lines of a table's fields, so this searches the text. */
#include "base/assert.h"
#include "base/text.h"
#include "game/lua_inside.h"

#include <string.h>

/* Whether the text at `at` is the key of an entry: the name followed by a single `=`. */
static bool lines_is_key(const char *source, const char *at, const char *field)
{
    size_t length = strlen(field);
    if (at > source && (alea__is_word(at[-1]) || at[-1] == '.')) return false;
    const char *after = at + length + strspn(at + length, " \t");
    return after[0] == '=' && after[1] != '=';
}

static const char *lines_start(const char *source, int line)
{
    const char *at = source;
    for (; line > 1 && at; line--) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    return at ? at : source;
}

static const char *lines_end(const char *at)
{
    return at + strcspn(at, "\n");
}

/* Whether a line ends, apart from blanks and a comment, in a sign after which a table may begin. */
static bool lines_expects_more(const char *line)
{
    const char *end = lines_end(line), *comment = strstr(line, "--");
    if (comment && comment < end) end = comment;
    while (end > line && alea__is_space(end[-1])) end--;
    return end > line && strchr(",{(=", end[-1]);
}

/* Lua gives a table the line of the token before its bracket, which is an earlier line if the bracket begins its line. */
static int lines_bracket(const char *source, int line)
{
    const char *at = lines_start(source, line);
    if (line == 0 || !lines_expects_more(at)) return line;
    const char *next = lines_end(at);
    if (*next) next++;
    return next[strspn(next, " \t")] == '{' ? line + 1 : line;
}

int alea__lua_field_line(const alea__lua *lua, int at, const char *field)
{
    ALEA_ASSERT(lua_istable(lua->state, at));
    int line = lines_bracket(lua->source, alea__lua_table_line(lua, lua_topointer(lua->state, at)));
    const char *from = lines_start(lua->source, line), *found = strstr(from, field);
    while (found && !lines_is_key(lua->source, found, field)) found = strstr(found + 1, field);
    if (!found || line == 0) return line;
    for (; from < found; from++) line += *from == '\n';
    return line;
}

int alea__lua_last_line(const alea__lua *lua)
{
    int line = 1;
    for (const char *at = lua->source; *at; at++) line += *at == '\n' && at[1] != 0;
    return line;
}

int alea__lua_return_line(const alea__lua *lua)
{
    int line = 1, found = 0;
    for (const char *at = lua->source; at; line++) {
        const char *word = at + strspn(at, " \t");
        if (strncmp(word, "return", 6) == 0 && !alea__is_word(word[6])) found = line;
        at = strchr(at, '\n');
        if (at) at++;
    }
    return found ? found : alea__lua_last_line(lua);
}
