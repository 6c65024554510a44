/* alea ask GAME KEY=VALUE… */
#include "cli/exact.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { MOST_KEYS = 16 };

typedef struct line {
    const char *game, *objective, *table;
    alea_setting setting[MOST_KEYS];
    size_t settings;
    bool json;
} line;

enum { FOR = 0x100, TABLE };

static const struct argp_option options[] = {
    {"for", FOR, "OBJECTIVE", 0, "win, money, score or turns (default: the first that the game has)", 1},
    {"table", TABLE, "FILE.h5", 0, "Asks this table, and solves nothing", 1},
    {"json", 'j', NULL, 0, "One JSON object", 2},
    {0},
};

/* The value begins behind the first =, and may hold more of them. */
static error_t take_setting(line *l, char *word, const struct argp_state *state)
{
    char *equals = strchr(word, '=');
    if (!equals)
        argp_error(state, "`%s` is no KEY=VALUE, such as turn=20", cli_show(word).text);
    else if (l->settings == MOST_KEYS)
        argp_error(state, "there are more than %d keys", MOST_KEYS);
    else {
        *equals = 0;
        l->setting[l->settings++] = (alea_setting){.key = word, .value = equals + 1};
        return 0;
    }
    return EINVAL;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case FOR: l->objective = value; return 0;
    case TABLE: l->table = value; return 0;
    case ARGP_KEY_ARG:
        if (l->game) return take_setting(l, value, state);
        l->game = value;
        return 0;
    case ARGP_KEY_NO_ARGS: argp_error(state, "GAME is missing: `alea games` lists the games"); return EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME KEY=VALUE...",
    .doc =
        "Tells what a position is worth to the player to move when everybody plays best, what each move is "
        "worth, and which is best.\v"
        "`alea games GAME` lists the keys. Examples:\n"
        "  alea ask pig scores=22,0\n"
        "  alea ask pig scores=41,49 turn=27\n"
        "  alea ask pig-pen scores=70,110 turn=24 --for money",
    .children = cli_help_options,
};

/* A table that was given has its objective; another one was asked for by mistake. */
static int open_table(const line *l, const alea_game *game, alea_table **table)
{
    alea_error error;
    alea_objective objective;
    if (alea_table_open(game, l->table, table, &error) != ALEA_OK) return cli_report(&error);
    alea_objective has = alea_table_about(*table).objective;
    int status = l->objective ? cli_choose_objective(game, l->objective, &objective) : CLI_DONE;
    if (status != CLI_DONE || !l->objective || objective == has) return status;
    return cli_complain(CLI_USAGE, "%s has the values for %s, not for %s.", cli_show(l->table).text,
                        alea_objective_name(has), alea_objective_name(objective));
}

static int solve(const line *l, const alea_game *game, alea_table **table)
{
    alea_error error;
    alea_objective objective;
    cli_progress progress;
    alea_solve_options how = {.memory = cli_usual_memory()};
    int status = cli_choose_objective(game, l->objective, &objective);
    if (status != CLI_DONE) return status;
    how.progress = cli_progress_start(&progress, "positions");
    alea_status solved = alea_solve(game, objective, &how, table, &error);
    cli_progress_end(&progress);
    return solved == ALEA_OK ? CLI_DONE : cli_report_work(&error);
}

static int answer(const line *l, const alea_table *table, const alea_state *state)
{
    alea_error error;
    alea_answer told;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    char *text;
    if (alea_table_ask(table, state, &told, &error) != ALEA_OK) return cli_report(&error);
    alea_status made = alea_view_answer(table, state, &told, &view, &text, &error);
    alea_answer_free(&told);
    return cli_show_view(made, text, &error);
}

/* The position is looked at first: solving may take a while. */
static int ask(const line *l, const alea_game *game, alea_table **table)
{
    alea_error error;
    alea_state state;
    if (alea_game_state(game, l->setting, l->settings, &state, &error) != ALEA_OK) return cli_report(&error);
    int status = l->table ? open_table(l, game, table) : solve(l, game, table);
    return status == CLI_DONE ? answer(l, *table, &state) : status;
}

int cli_ask(int argc, char **argv)
{
    line l = {0};
    alea_error error;
    alea_game *game;
    alea_table *table = NULL;
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    if (alea_game_open(l.game, &game, &error) != ALEA_OK) return cli_report(&error);
    status = ask(&l, game, &table);
    alea_table_free(table);
    alea_game_free(game);
    return status;
}
