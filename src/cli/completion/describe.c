/* Descriptions of commands for the scripts of all shells; see completion.h. */
#include "cli/completion/completion.h"

#include <stdio.h>
#include <string.h>

/* ---- values of each place ---- */

completion_kind completion_of_value(const cmd_option *o, char words[COMPLETION_WORDS_SIZE])
{
    static const char *const files[] = {"FILE", "OUT", "PATH", "BOT"};
    words[0] = 0;
    for (const cmd_choice *c = o->into.choices; c && c->name; c++) {
        size_t used = strlen(words);
        snprintf(words + used, COMPLETION_WORDS_SIZE - used, "%s%s", used ? " " : "", c->name);
    }
    if (words[0]) return COMPLETE_WORDS;
    if (!o->value) return COMPLETE_NOTHING;
    if (strcmp(o->value, "OBJECTIVE") == 0) {
        for (alea_objective i = ALEA_WIN; i <= ALEA_TURNS; i++) {
            size_t used = strlen(words);
            snprintf(words + used, COMPLETION_WORDS_SIZE - used, "%s%s", used ? " " : "",
                     alea_objective_name(i));
        }
        return COMPLETE_WORDS;
    }
    if (strcmp(o->value, "GAME") == 0) return COMPLETE_GAMES;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strncmp(o->value, files[i], strlen(files[i])) == 0) return COMPLETE_FILES;
    return COMPLETE_NOTHING;
}

completion_kind completion_of_first(const cmd_table *c)
{
    const char *words = c->words ? c->words : "";
    words += *words == '[';
    if (strncmp(words, "GAME", 4) == 0) return COMPLETE_GAMES;
    if (strncmp(words, "SHELL", 5) == 0) return COMPLETE_WORDS;
    return completion_of_others(c);
}

completion_kind completion_of_others(const cmd_table *c)
{
    static const char *const files[] = {"FILE", "BOT", "SEAT", "PATH", "RECORD"};
    for (size_t i = 0; c->words && i < sizeof files / sizeof *files; i++)
        if (strstr(c->words, files[i])) return COMPLETE_FILES;
    return COMPLETE_NOTHING;
}

/* ---- printing ---- */

void completion_put_games(void)
{
    for (size_t i = 0; i < alea_catalog_size(); i++) printf("%s%s", i > 0 ? " " : "", alea_catalog_name(i));
}

void completion_put_quoted(const char *text, const char *escaped)
{
    putchar('\'');
    for (; *text; text++) {
        if (strchr(escaped, *text)) putchar('\\');
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text == '\n' ? ' ' : *text);
    }
    putchar('\'');
}

void completion_put_commands(const cmd_table *group, bool is_program)
{
    const cmd_table *c;
    for (size_t i = 0; (c = cmd_table_at(group, i)); i++) printf("%s%s", i > 0 ? " " : "", c->name);
    if (is_program) fputs(" help", stdout);
}
