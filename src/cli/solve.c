/* alea solve GAME */
#include "cli/exact.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct line {
    const char *game, *objective;
    const char *out, *resume;
    const char *tolerance_text; /* as given */
    alea_solve_options solve;
    bool seeded;
    bool json;
} line;

enum { FOR = 0x100, OUT, TOLERANCE, THREADS, MEMORY, RESUME, SAMPLES, SEED };

static const struct argp_option options[] = {
    {"for", FOR, "OBJECTIVE", 0, "win, money, score or turns (default: the first that the game has)", 1},
    {"tolerance", TOLERANCE, "X", 0,
     "How far apart the bounds may be (default 1e-12, for dollars 1e-9, or what double precision gives)", 1},
    {"samples", SAMPLES, "N", 0,
     "A sampled model instead, of games that have them: N random rolls for each position (1 to 1000000) "
     "stand "
     "for all",
     1},
    {"seed", SEED, "S", 0, "Other random rolls for --samples (default 0)", 1},
    {"out", OUT, "FILE.h5", 0, "Keeps the values of all positions in a table", 2},
    {"resume", RESUME, "FILE.h5", 0, "Goes on with a table that was interrupted", 2},
    {"json", 'j', NULL, 0, "One JSON object", 2},
    {"threads", THREADS, "T", 0, "Threads (default: all cores)", 3},
    {"memory", MEMORY, "MIB", 0, "Mebibytes that the work may take (default: most of the machine's)", 3},
    {0},
};

/* A number as C writes it, above 0. */
static error_t parse_tolerance(const struct argp_state *state, const char *text, line *l)
{
    char *end;
    l->tolerance_text = text;
    l->solve.tolerance = strtod(text, &end);
    if (end > text && *end == 0 && l->solve.tolerance > 0 && l->solve.tolerance <= 1e9) return 0;
    argp_error(state, "--tolerance takes a number above 0, such as 1e-9; `%s` is none", cli_show(text).text);
    return EINVAL;
}

static error_t parse_memory(const struct argp_state *state, const char *text, uint64_t *bytes)
{
    const uint64_t most = UINT64_C(1000000000);
    error_t failure = cli_parse_count(state, "--memory", text, 1, most, bytes);
    if (!failure) *bytes <<= 20;
    return failure;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case FOR: l->objective = value; return 0;
    case OUT: l->out = value; return 0;
    case RESUME: l->resume = value; return 0;
    case TOLERANCE: return parse_tolerance(state, value, l);
    case SAMPLES: return cli_parse_count(state, "--samples", value, 1, 1000000, &l->solve.samples);
    case SEED: l->seeded = true; return cli_parse_count(state, "--seed", value, 0, INT64_MAX, &l->solve.seed);
    case THREADS: return cli_parse_threads(state, value, &l->solve.threads);
    case MEMORY: return parse_memory(state, value, &l->solve.memory);
    case ARGP_KEY_ARG:
        if (l->game) return ARGP_ERR_UNKNOWN;
        l->game = value;
        return 0;
    case ARGP_KEY_END:
        if (l->seeded && l->solve.samples == 0) {
            argp_error(state, "--seed is for --samples N; without it nothing here is random");
            return EINVAL;
        }
        return 0;
    case ARGP_KEY_NO_ARGS: argp_error(state, "GAME is missing: `alea games` lists the games"); return EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME",
    .doc =
        "Solves a game exactly: what it is worth when everybody plays best, between two proved bounds.\v"
        "Examples:\n"
        "  alea solve pig\n"
        "  alea solve 'pig(goal=50,dice=2)' --out pig50.h5\n"
        "  alea solve pig-pen --for money\n\n"
        "Ctrl-C stops; what is done is kept in FILE.h5 of --out, else in NAME.part.h5, where the values are "
        "found "
        "one after the other, and --resume goes on with it. `alea verify` checks a table, `alea ask` asks "
        "it, "
        "and "
        "table:FILE.h5 is a bot that plays by it.",
    .children = cli_help_options,
};

/* What the work is made of, and what came of it. */
typedef struct job {
    alea_game *game;
    alea_objective objective;
    alea_table *unfinished; /* to go on with, or NULL */
    alea_table *table;      /* or NULL */
    alea_interval earned;   /* of a sampled model */
    double seconds;
} job;

/* Without a word on the objective, an unfinished table has its own. */
static int prepare(const line *l, job *j)
{
    alea_error error;
    if (alea_game_open(l->game, &j->game, &error) != ALEA_OK) return cli_report(&error);
    if (l->resume && alea_table_open(j->game, l->resume, &j->unfinished, &error) != ALEA_OK)
        return cli_report(&error);
    const char *objective = l->objective;
    if (!objective && j->unfinished)
        objective = alea_objective_name(alea_table_about(j->unfinished).objective);
    int status = cli_choose_objective(j->game, objective, &j->objective);
    return status == CLI_DONE && l->out ? cli_check_writable(l->out) : status;
}

static int show(const line *l, const job *j, const char *file)
{
    alea_error error;
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    alea_view_work work = {.seconds = j->seconds, .file = file};
    if (alea_table_about(j->table).samples > 0) work.earned = &j->earned;
    char *text;
    alea_status made = alea_view_solution(j->table, &work, &view, &text, &error);
    return cli_show_view(made, text, &error);
}

/* Where an interrupted table goes when nobody said where. */
static void name_part(const line *l, const job *j, char out[256])
{
    const char *given = l->out ? l->out : l->resume;
    if (given)
        snprintf(out, 256, "%s", given);
    else
        snprintf(out, 256, "%s.part.h5", alea_game_name(j->game));
}

static void add_option(char *command, size_t size, const char *option, const char *value)
{
    char word[1024];
    size_t used = strlen(command);
    if (!value) return;
    cli_quote(value, word, sizeof word);
    snprintf(command + used, size - used, " %s%s%s", option, *option ? " " : "", word);
}

/* What to type to go on. */
static void name_command(const line *l, const char *part, char *command, size_t size)
{
    snprintf(command, size, "alea solve");
    add_option(command, size, "", l->game);
    add_option(command, size, "--for", l->objective);
    add_option(command, size, "--tolerance", l->tolerance_text);
    add_option(command, size, "--out", l->out);
    add_option(command, size, "--resume", part);
}

static int keep_part(const line *l, const job *j)
{
    alea_error error;
    char part[256], command[4096];
    if (!j->table)
        return cli_complain(CLI_NO,
                            "stopped; nothing was kept: the values of this game are found all together, "
                            "at the end.");
    name_part(l, j, part);
    if (alea_table_write(j->table, part, &error) != ALEA_OK) return cli_report(&error);
    int status = l->json ? show(l, j, part) : CLI_DONE;
    name_command(l, part, command, sizeof command);
    cli_complain(CLI_NO, "stopped; what is done is in %s. To go on:\n  %s", cli_show(part).text, command);
    return status == CLI_DONE ? CLI_NO : status;
}

/* What playing by a sampled model earns. */
static alea_status weigh(const line *l, job *j, alea_error *error)
{
    cli_progress progress;
    const alea_solve_options how = {.threads = l->solve.threads,
                                    .progress = cli_progress_start(&progress, "positions of its play")};
    alea_status status = alea_table_earns(j->table, &how, &j->earned, error);
    cli_progress_end(&progress);
    return status;
}

static int solve(const line *l, job *j)
{
    alea_error error;
    alea_solve_options how = l->solve;
    cli_progress progress;
    if (!how.memory) how.memory = cli_usual_memory();
    how.resume = j->unfinished;
    how.progress = cli_progress_start(&progress, "positions");
    alea_status status = alea_solve(j->game, j->objective, &how, &j->table, &error);
    j->seconds = cli_progress_end(&progress);
    if (status == ALEA_E_STOPPED) return keep_part(l, j);
    if (status != ALEA_OK) return cli_report(&error);
    if (l->out && alea_table_write(j->table, l->out, &error) != ALEA_OK) return cli_report(&error);
    if (l->solve.samples > 0) {
        status = weigh(l, j, &error);
        if (status != ALEA_OK) return cli_report_work(&error);
    }
    return show(l, j, l->out);
}

int cli_solve(int argc, char **argv)
{
    line l = {0};
    job j = {0};
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    status = prepare(&l, &j);
    if (status == CLI_DONE) status = solve(&l, &j);
    alea_table_free(j.table);
    alea_table_free(j.unfinished);
    alea_game_free(j.game);
    return status;
}
