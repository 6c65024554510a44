/* alea solve GAME */
#include "base/assert.h"
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct solve_args {
    const char *game, *objective, *tolerance, *out, *resume;
    alea_solve_options how;
    bool seeded, json;
} solve_args;

static const cli_option solve_options[] = {
    CLI_OBJECTIVE(solve_args),
    {1, 0, "tolerance", "X", CLI_TEXT(solve_args, tolerance),
     "Largest distance between the bounds (default: 1e-12, or 1e-9 for dollars, or as small as double "
     "precision allows)"},
    {1, 0, "samples", "N", CLI_COUNT(solve_args, how.samples, 1, 1000000),
     "Solve a sampled model instead, in which N random rolls replace all possible rolls of a position (1 to "
     "1000000; only some games)"},
    {1, 0, "seed", "S", CLI_WHOLE(solve_args, how.seed, seeded),
     "Seed of the random rolls of --samples (default 0)"},
    {2, 0, "out", "FILE.h5", CLI_OUTPUT(solve_args, out), "Write the values of all positions to a table"},
    {2, 0, "resume", "FILE.h5", CLI_TEXT(solve_args, resume), "Resume an interrupted table"},
    CLI_JSON(solve_args),
    CLI_THREADS(solve_args, how.threads, 3),
    {3, 0, "memory", "MIB", CLI_MEBIBYTES(solve_args, how.memory, 1000000000),
     "Mebibytes that the work may use (default: most of the machine's)"},
    {0},
};

static const cli_operand solve_operands[] = {CLI_GAME(solve_args), {0}};

/* Reads --tolerance, which `how` holds as a number. */
static bool solve_check(void *args, const struct argp_state *state)
{
    solve_args *a = args;
    if (a->tolerance) {
        char *end;
        a->how.tolerance = strtod(a->tolerance, &end);
        if (end == a->tolerance || *end || !(a->how.tolerance > 0 && a->how.tolerance <= 1e9))
            return cli_misuse(state, CLI_BAD_TOLERANCE, cli_show(a->tolerance).text);
    }
    if (a->seeded && a->how.samples == 0) return cli_misuse(state, CLI_SEED_NEEDS_SAMPLES);
    return true;
}

/* The work and its results. */
typedef struct solve_job {
    alea_game *game;
    alea_objective objective;
    alea_table *unfinished; /* to resume, or NULL */
    alea_table *table;      /* or NULL */
    alea_interval earned;   /* of a sampled model */
    double seconds;
} solve_job;

/* Without --for, an unfinished table keeps its objective. */
static int solve_prepare(const solve_args *a, solve_job *j)
{
    alea_error error;
    int status = cli_open_game(a->game, &j->game);
    if (status != CLI_DONE) return status;
    if (a->resume && alea_table_open(j->game, a->resume, &j->unfinished, &error) != ALEA_OK)
        return cli_report(&error);
    const char *objective = a->objective;
    if (!objective && j->unfinished) {
        alea_table_facts facts;
        alea_table_get_facts(j->unfinished, &facts);
        objective = alea_objective_name(facts.objective);
    }
    return cli_choose_objective(j->game, objective, &j->objective);
}

static int solve_print(const solve_args *a, const solve_job *j, const char *file)
{
    cli_view v = cli_view_start(a->json);
    alea_view_work work = {.seconds = j->seconds, .file = file};
    alea_table_facts facts;
    alea_table_get_facts(j->table, &facts);
    if (facts.samples > 0) work.earned = &j->earned;
    return cli_view_print(alea_view_solution(j->table, &work, &v.how, &v.text, &v.error), &v);
}

/* ---- when it is interrupted ---- */

/* Quotes a word for the shell if necessary; truncates it to fit. */
static void solve_quote(const char *word, char *out, size_t size)
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

/* The command that resumes the work. */
static void solve_name_command(const solve_args *a, const char *part, char *command, size_t size)
{
    const char *const words[][2] = {{"", a->game},
                                    {" --for", a->objective},
                                    {" --tolerance", a->tolerance},
                                    {" --out", a->out},
                                    {" --resume", part}};
    size_t used = (size_t)snprintf(command, size, "alea solve");
    for (size_t i = 0; i < sizeof words / sizeof *words && used < size; i++) {
        char word[1024];
        if (!words[i][1]) continue;
        solve_quote(words[i][1], word, sizeof word);
        used += (size_t)snprintf(command + used, size - used, "%s %s", words[i][0], word);
    }
}

/* Saves what an interrupted solve has finished, and says which command resumes it. CLI_NO, or that saving failed. */
static int solve_keep_part(const solve_args *a, const solve_job *j)
{
    alea_error error;
    char part[256], command[4096];
    const char *given = a->out ? a->out : a->resume;
    if (!j->table) return cli_complain(CLI_NO, CLI_STOPPED_SOLVING);
    snprintf(part, sizeof part, "%s%s", given ? given : alea_game_name(j->game), given ? "" : ".part.h5");
    if (alea_table_write(j->table, part, &error) != ALEA_OK) return cli_report(&error);
    int status = a->json ? solve_print(a, j, part) : CLI_DONE;
    solve_name_command(a, part, command, sizeof command);
    cli_complain(CLI_NO, CLI_STOPPED_PART, cli_show(part).text, command);
    return status == CLI_DONE ? CLI_NO : status;
}

/* ---- the work ---- */

/* Computes what the policy of a sampled model earns. */
static alea_status solve_weigh(const solve_args *a, solve_job *j, alea_error *error)
{
    cli_progress progress;
    const alea_solve_options how = {.threads = a->how.threads,
                                    .progress = cli_progress_start(&progress, "positions of its play")};
    alea_status status = alea_table_evaluate(j->table, &how, &j->earned, error);
    cli_progress_end(&progress);
    return status;
}

/* Solves, writes the table, and for a sampled model computes what its policy earns. */
static int solve_game(solve_args *a, solve_job *j)
{
    alea_error error;
    cli_progress progress;
    if (!a->how.memory) a->how.memory = cli_usual_memory();
    a->how.resume = j->unfinished;
    a->how.progress = cli_progress_start(&progress, "positions");
    alea_status status = alea_table_solve(j->game, j->objective, &a->how, &j->table, &error);
    j->seconds = cli_progress_end(&progress);
    if (status == ALEA_E_STOPPED) return solve_keep_part(a, j);
    if (status != ALEA_OK) return cli_report(&error);
    if (a->out && alea_table_write(j->table, a->out, &error) != ALEA_OK) return cli_report(&error);
    if (a->how.samples > 0 && solve_weigh(a, j, &error) != ALEA_OK) return cli_report_work(&error);
    return solve_print(a, j, a->out);
}

static int solve_main(void *args)
{
    solve_job j = {0};
    int status = solve_prepare(args, &j);
    if (status == CLI_DONE) status = solve_game(args, &j);
    alea_table_free(j.table);
    alea_table_free(j.unfinished);
    alea_game_free(j.game);
    return status;
}

const cli_command cli_solve = {
    .name = "solve",
    .summary = "solves a game exactly, with proved bounds",
    .words = "GAME",
    .about = "Solves a game exactly: computes its value under optimal play, between two proved bounds.\v"
             "Examples:\n"
             "  alea solve pig\n"
             "  alea solve 'pig(goal=50,dice=2)' --out pig50.h5\n"
             "  alea solve pig-pen --for money\n\n"
             "Ctrl-C stops the work. If the game is solved layer by layer, the finished layers are saved in "
             "the FILE.h5 of --out, else in NAME.part.h5, and --resume continues from there. `alea verify` "
             "checks a table, `alea ask` queries it, and the bot table:FILE.h5 plays by it.",
    .options = solve_options,
    .operands = solve_operands,
    .size = sizeof(solve_args),
    .check = solve_check,
    .run = solve_main,
};
