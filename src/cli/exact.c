/* What the commands for exact results share. */
#include "cli/exact.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const alea_objective objectives[] = {ALEA_WIN, ALEA_MONEY, ALEA_SCORE, ALEA_TURNS};
enum { OBJECTIVES = sizeof objectives / sizeof *objectives };

/* "win", or "win and money". */
static void list_objectives(const alea_game *game, char out[64])
{
    out[0] = 0;
    for (int i = 0; i < OBJECTIVES; i++) {
        if (!alea_game_has_objective(game, objectives[i])) continue;
        size_t used = strlen(out);
        snprintf(out + used, 64 - used, "%s%s", used ? " and " : "", alea_objective_name(objectives[i]));
    }
}

static int refuse_objective(const alea_game *game, const char *name)
{
    char has[64];
    list_objectives(game, has);
    return cli_complain(CLI_USAGE, "%s has no objective `%s`; it has %s.", alea_game_spec(game),
                        cli_show(name).text, has);
}

int cli_choose_objective(const alea_game *game, const char *name, alea_objective *out)
{
    for (int i = 0; i < OBJECTIVES; i++) {
        if (!alea_game_has_objective(game, objectives[i])) continue;
        if (name && strcmp(name, alea_objective_name(objectives[i])) != 0) continue;
        *out = objectives[i];
        return CLI_DONE;
    }
    if (name) return refuse_objective(game, name);
    return cli_complain(CLI_USAGE, "%s has no objective.", alea_game_spec(game));
}

uint64_t cli_usual_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return 0; /* not known: no limit */
    uint64_t all = (uint64_t)pages * (uint64_t)page;
    return all - all / 8;
}

int cli_report_work(const alea_error *error)
{
    if (error->status != ALEA_E_STOPPED) return cli_report(error);
    return cli_complain(CLI_NO, "stopped; nothing is known yet, and nothing was kept.");
}

int cli_show_view(alea_status made, char *text, const alea_error *error)
{
    return made == ALEA_OK ? cli_print(text) : cli_report(error);
}

void cli_quote(const char *word, char *out, size_t size)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,+-";
    if (*word && !word[strspn(word, plain)]) {
        snprintf(out, size, "%s", word);
        return;
    }
    size_t used = (size_t)snprintf(out, size, "'");
    for (; *word && used + 6 < size; word++)
        used += (size_t)snprintf(out + used, size - used, *word == '\'' ? "'\\''" : "%c", *word);
    snprintf(out + used, size - used, "'");
}
