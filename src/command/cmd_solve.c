/* alea solve GAME */
#include "base/text.h"
#include "command/command.h"

#include <alea/arrays.h>
#include <alea/sweeps.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct solve_args {
    const char *game, *objective, *tolerance, *out, *roll, *resume, *epsilon;
    alea_solve_options how;
    double save_every;
    alea_sweeps_options sweeping;
    bool seeded, json, sweeps, other_given, base_cases;
} solve_args;

static const cmd_option solve_options[] = {
    CMD_OBJECTIVE(solve_args),
    {1, 0, "tolerance", "X", CMD_TEXT(solve_args, tolerance),
     "Largest distance between the bounds (default: 1e-12, or 1e-9 for dollars, or as small as double "
     "precision allows)"},
    {1, 0, "samples", "N", CMD_COUNT(solve_args, how.samples, 1, 1000000),
     "Solve a sampled model instead, in which N random rolls replace all possible rolls of a position (1 to "
     "1000000; only some games)"},
    {1, 's', "seed", "S", CMD_WHOLE(solve_args, how.seed, seeded),
     "Seed of the random rolls of --samples (default 0)"},
    {2, 'o', "out", "FILE", CMD_OUTPUT(solve_args, out),
     "Write FILE.h5, a table of proved values that other commands read; FILE.csv, value and move of every "
     "position; or FILE.npy, the array P[i][j][k]. With --sweeps: FILE.svg, FILE.png or FILE.csv"},
    {2, 0, "roll", "FILE", CMD_OUTPUT(solve_args, roll),
     "Write the array roll[i][j][k], true where rolling is best, to FILE.npy, FILE.csv, or FILE.h5, which "
     "also gets P"},
    {2, 0, "base-cases", NULL, CMD_FLAG(solve_args, base_cases),
     "In these arrays let i, j and k go up to the goal: P is 1 where i + k reaches it, else 0 where j does"},
    {2, 0, "resume", "FILE.h5", CMD_TEXT(solve_args, resume),
     "Resume an interrupted table; one in the FILE.h5 of --out is resumed in any case"},
    {2, 0, "save-every", "S", CMD_NUMBER(solve_args, save_every, 1000000),
     "With --out FILE.h5: save the finished part every S seconds (default 60), for when alea or the machine "
     "is "
     "stopped"},
    {4, 0, "sweeps", NULL, CMD_FLAG(solve_args, sweeps),
     "Show value iteration, sweep by sweep: the error and the policy as it forms"},
    {4, 0, "epsilon", "X", CMD_TEXT(solve_args, epsilon),
     "With --sweeps: stop when no value changes by more than X (default 1e-9)"},
    {4, 0, "other", "N", CMD_UNSIGNED_GIVEN(solve_args, sweeping.other, other_given, 0, 1000000),
     "With --sweeps: the opponent's score in the maps (default 0)"},
    CMD_JSON(solve_args),
    CMD_THREADS(solve_args, how.threads, 3),
    CMD_STATES(3),
    {3, 0, "memory", "MIB", CMD_MEBIBYTES(solve_args, how.memory, 1000000000),
     "Mebibytes that the work may use (default: most of the machine's)"},
    {0},
};

static const cmd_operand solve_operands[] = {CMD_GAME(solve_args), {0}};

/* Reads a number that `name` gives as text; false after a message. */
static bool solve_read_width(const cmd_call *call, const char *name, const char *text, double *out)
{
    char *end;
    if (!text) return true;
    *out = alea__read_real(text, &end);
    if (end != text && !*end && *out > 0 && *out <= 1e9) return true;
    return cmd_misuse(call, CMD_BAD_TOLERANCE, name, cmd_show(text).text);
}

static bool solve_ends_in(const char *file, const char *const *endings)
{
    const size_t length = strlen(file);
    for (; *endings; endings++) {
        const size_t size = strlen(*endings);
        if (length >= size && strcmp(file + length - size, *endings) == 0) return true;
    }
    return false;
}

/* Checks the files, whose endings determine the format. */
static bool solve_check_files(const solve_args *a, const cmd_call *call)
{
    static const char *const tables[] = {".h5", ".csv", ".npy", NULL};
    static const char *const pictures[] = {".svg", ".png", ".csv", NULL};
    if (a->out && !solve_ends_in(a->out, a->sweeps ? pictures : tables))
        return cmd_misuse(call, CMD_BAD_OUT, "out", a->sweeps ? CMD_SWEEPS_ENDINGS : CMD_TABLE_ENDINGS,
                          cmd_show(a->out).text);
    if (a->roll && !solve_ends_in(a->roll, tables))
        return cmd_misuse(call, CMD_BAD_OUT, "roll", CMD_TABLE_ENDINGS, cmd_show(a->roll).text);
    return true;
}

static bool solve_makes_arrays(const solve_args *a)
{
    static const char *const arrays[] = {".csv", ".npy", NULL};
    return !a->sweeps && (a->roll || (a->out && solve_ends_in(a->out, arrays)));
}

/* Reads --tolerance and --epsilon as numbers. */
static bool solve_check(void *args, const cmd_call *call)
{
    solve_args *a = args;
    if (!solve_read_width(call, "tolerance", a->tolerance, &a->how.tolerance) ||
        !solve_read_width(call, "epsilon", a->epsilon, &a->sweeping.epsilon) || !solve_check_files(a, call))
        return false;
    if (a->base_cases && !solve_makes_arrays(a)) return cmd_misuse(call, CMD_BASE_CASES);
    if (a->seeded && a->how.samples == 0) return cmd_misuse(call, CMD_SEED_NEEDS_SAMPLES);
    if (!a->sweeps && (a->epsilon || a->other_given)) return cmd_misuse(call, CMD_NEEDS_SWEEPS);
    if (a->sweeps && (a->roll || a->resume || a->how.samples > 0)) return cmd_misuse(call, CMD_SWEEPS_ALONE);
    return true;
}

static const solve_args solve_defaults = {.save_every = 60};

/* The work and its results. */
typedef struct solve_job {
    alea_game *game;
    alea_objective objective;
    alea_table *unfinished; /* to resume, or NULL */
    bool found;             /* it was in the file of --out */
    bool not_saved;         /* saving has failed */
    alea_table *table;      /* or NULL */
    alea_interval earned;   /* of a sampled model */
    double seconds;
} solve_job;

static bool solve_makes_table(const solve_args *a)
{
    static const char *const table[] = {".h5", NULL};
    return a->out && !a->sweeps && a->how.samples == 0 && solve_ends_in(a->out, table);
}

static void solve_say_not_resumed(const solve_args *a, const char *why)
{
    cmd_complain(CMD_DONE, CMD_NOT_RESUMED, cmd_show(a->out).text, why);
}

/* Opens the unfinished table that an earlier run of the same command left in the --out file. Reports a file that cannot be
   resumed, unless it is a finished table. */
static void solve_find_part(const solve_args *a, solve_job *j)
{
    alea_error error;
    alea_table_facts facts;
    char why[200];
    alea_table *there = NULL;
    if (!solve_makes_table(a) || a->resume || access(a->out, F_OK) != 0) return;
    alea_status status = alea_table_open(NULL, a->out, &there, &error);
    if (status == ALEA_OK) {
        alea_table_get_facts(there, &facts);
        const bool finished = facts.complete;
        alea_table_free(there);
        if (finished) return;
        status = alea_table_open(j->game, a->out, &there, &error);
    }
    if (status != ALEA_OK) {
        solve_say_not_resumed(a, error.message);
        return;
    }
    alea_table_get_facts(there, &facts);
    j->found = facts.objective == j->objective && !facts.complete;
    if (j->found) {
        j->unfinished = there;
        cmd_complain(CMD_DONE, CMD_RESUMING, cmd_show(a->out).text);
        return;
    }
    snprintf(why, sizeof why, CMD_PART_OF_OBJECTIVE, alea_objective_name(facts.objective),
             alea_objective_name(j->objective));
    solve_say_not_resumed(a, why);
    alea_table_free(there);
}

/* Without --for, an unfinished table keeps its objective. */
static int solve_prepare(const solve_args *a, solve_job *j)
{
    alea_error error;
    int status = cmd_open_game(a->game, &j->game);
    if (status != CMD_DONE) return status;
    if (a->resume && alea_table_open(j->game, a->resume, &j->unfinished, &error) != ALEA_OK)
        return cmd_report(&error);
    const char *objective = a->objective;
    if (!objective && j->unfinished) {
        alea_table_facts facts;
        alea_table_get_facts(j->unfinished, &facts);
        objective = alea_objective_name(facts.objective);
    }
    status = cmd_choose_objective(j->game, objective, &j->objective);
    if (status == CMD_DONE && (a->out || a->roll || a->sweeps) && alea_game_players(j->game) > 2)
        return cmd_complain(CMD_USAGE, CMD_SEVERAL_VALUES_ONLY);
    if (status == CMD_DONE) solve_find_part(a, j);
    return status;
}

static int solve_print(const solve_args *a, const solve_job *j, const char *file)
{
    cmd_view v = cmd_view_start(a->json);
    alea_view_work work = {.seconds = j->seconds, .file = file};
    alea_table_facts facts;
    alea_table_get_facts(j->table, &facts);
    if (facts.samples > 0) work.earned = &j->earned;
    return cmd_view_print(alea_view_solution(j->table, &work, &v.how, &v.text, &v.error), &v);
}

/* ---- interruption ---- */

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
        char word[8200];
        if (!words[i][1]) continue;
        solve_quote(words[i][1], word, sizeof word);
        used += (size_t)snprintf(command + used, size - used, "%s %s", words[i][0], word);
    }
}

/* Saves the finished part of an interrupted solve, in the file of --out or --resume, else in a new one, and prints the
   command that resumes it. Returns CMD_NO, or the status of a failed save. */
static int solve_keep_part(const solve_args *a, const solve_job *j)
{
    alea_error error;
    char part[4096], command[20000];
    static const char *const table[] = {".h5", NULL};
    const char *given = a->out && solve_ends_in(a->out, table) ? a->out : a->resume;
    if (!j->table) return cmd_complain(CMD_NO, CMD_STOPPED_SOLVING);
    snprintf(part, sizeof part, "%s%s", given ? given : alea_game_name(j->game), given ? "" : ".part.h5");
    for (int n = 2; !given && access(part, F_OK) == 0; n++)
        snprintf(part, sizeof part, "%s.part-%d.h5", alea_game_name(j->game), n);
    if (alea_table_write(j->table, part, &error) != ALEA_OK) return cmd_report(&error);
    int status = a->json ? solve_print(a, j, part) : CMD_DONE;
    solve_name_command(a, part, command, sizeof command);
    cmd_complain(CMD_NO, CMD_STOPPED_PART, cmd_show(part).text, command);
    return status == CMD_DONE ? CMD_NO : status;
}

/* ---- the work ---- */

/* Computes the value of a sampled model's policy. */
static alea_status solve_weigh(const solve_args *a, solve_job *j, alea_error *error)
{
    const alea_solve_options how = {.threads = a->how.threads,
                                    .progress = cmd_begin_work("positions of its play")};
    alea_status status = alea_table_evaluate(j->table, &how, &j->earned, error);
    j->seconds += cmd_end_work();
    return status;
}

/* Writes the table or the arrays, depending on the endings. With `shapes`, prints what the arrays are. */
static int solve_write(const solve_args *a, const solve_job *j, bool shapes)
{
    static const char *const table[] = {".h5", NULL};
    alea_error error;
    alea_arrays *arrays = NULL;
    char shape[80];
    const bool is_table = a->out && solve_ends_in(a->out, table);
    if (is_table && alea_table_write(j->table, a->out, &error) != ALEA_OK) return cmd_report(&error);
    if (!solve_makes_arrays(a)) return CMD_DONE;
    alea_status status = alea_table_arrays(j->table, &arrays, &error);
    if (status == ALEA_OK && a->base_cases) status = alea_arrays_add_base_cases(arrays, &error);
    if (status == ALEA_OK && a->out && !is_table)
        status = alea_arrays_write(arrays, ALEA_ARRAY_VALUES, a->out, &error);
    if (status == ALEA_OK && a->roll) status = alea_arrays_write(arrays, ALEA_ARRAY_ROLL, a->roll, &error);
    if (status == ALEA_OK && shapes) {
        alea_arrays_shape(arrays, shape, sizeof shape);
        if (a->out && !is_table) cmd_print("%s: P%s\n", cmd_show(a->out).text, shape);
        if (a->roll) cmd_print("%s: roll%s\n", cmd_show(a->roll).text, shape);
    }
    alea_arrays_free(arrays);
    return status == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

/* Prints the sweeps; --out gets a picture, or a line for each sweep. */
static int solve_show_sweeps(const solve_args *a, const alea_sweeps *sweeps)
{
    static const char *const csv[] = {".csv", NULL};
    char *text = NULL;
    cmd_view v = cmd_view_start(a->json);
    alea_status status = ALEA_OK;
    if (a->out && solve_ends_in(a->out, csv)) {
        status = alea_view_sweeps_csv(sweeps, &text, &v.error);
        if (status == ALEA_OK) status = alea_view_write(text, a->out, &v.error);
        alea_text_free(text);
    } else if (a->out) {
        status = alea_sweeps_plot(sweeps, a->out, &v.error);
    }
    if (status != ALEA_OK) return cmd_report(&v.error);
    return cmd_view_print(alea_view_sweeps(sweeps, &v.how, &v.text, &v.error), &v);
}

static int solve_sweep(const solve_args *a, const solve_job *j)
{
    alea_error error;
    alea_sweeps *sweeps;
    if (alea_sweeps_make(j->table, &a->sweeping, &sweeps, &error) != ALEA_OK) return cmd_report(&error);
    int status = solve_show_sweeps(a, sweeps);
    alea_sweeps_free(sweeps);
    return status;
}

/* Saves unfinished work, for alea_solve_options. */
typedef struct solve_saver {
    const solve_args *args;
    solve_job *job;
} solve_saver;

static void solve_save(void *user, const alea_table *unfinished)
{
    const solve_saver *s = user;
    alea_error error;
    if (s->job->not_saved || alea_table_write(unfinished, s->args->out, &error) == ALEA_OK) return;
    s->job->not_saved = true;
    cmd_complain(CMD_DONE, CMD_NOT_SAVED, error.message);
}

/* Solves, from the unfinished table if there is one. One that was found in the file of --out, and does not fit the game after all,
   does not matter. */
static alea_status solve_run(solve_args *a, solve_job *j, alea_error *error)
{
    solve_saver saver = {a, j};
    if (solve_makes_table(a)) a->how.keep = solve_save;
    a->how.equilibrium = true;
    a->how.keep_user = &saver;
    a->how.keep_every = a->save_every;
    a->how.resume = j->unfinished;
    a->how.progress = cmd_begin_work("positions");
    alea_status status = alea_table_solve(j->game, j->objective, &a->how, &j->table, error);
    if (status == ALEA_E_FILE && j->found) {
        solve_say_not_resumed(a, error->message);
        a->how.resume = NULL;
        status = alea_table_solve(j->game, j->objective, &a->how, &j->table, error);
    }
    j->seconds = cmd_end_work();
    return status;
}

/* Solves, writes the table, and for a sampled model computes what its policy earns. */
static int solve_game(solve_args *a, solve_job *j)
{
    alea_error error;
    alea_status status = solve_run(a, j, &error);
    if (status == ALEA_E_STOPPED) return solve_keep_part(a, j);
    if (status != ALEA_OK) return cmd_report(&error);
    if (a->sweeps) return solve_sweep(a, j);
    int written = solve_write(a, j, !a->json);
    if (written != CMD_DONE) return written;
    if (a->how.samples > 0 && solve_weigh(a, j, &error) != ALEA_OK) return cmd_report_work(&error);
    return solve_print(a, j, a->out);
}

static int solve_main(void *args)
{
    solve_job j = {0};
    int status = solve_prepare(args, &j);
    if (status == CMD_DONE) status = solve_game(args, &j);
    alea_table_free(j.table);
    alea_table_free(j.unfinished);
    alea_game_free(j.game);
    return status;
}

const cmd_table cmd_solve = {
    .name = "solve",
    .summary = "solves a game exactly, with proved bounds",
    .words = "GAME",
    .about = "Solves a game exactly: computes its value under optimal play, between two proved bounds.\v"
             "Examples:\n"
             "  alea solve pig\n"
             "  alea solve 'pig(goal=50,dice=2)' --out pig50.h5\n"
             "  alea solve pig-pen --for money\n"
             "  alea solve pig --out P.npy --roll roll.npy --base-cases\n"
             "  alea solve pig --sweeps --out sweeps.svg\n\n"
             "Ctrl-C stops the work. If the game is solved layer by layer, the finished layers are saved in "
             "the FILE.h5 of --out, where the same command finds them when it is repeated, else in "
             "NAME.part.h5, and --resume continues from there. `alea verify` "
             "checks a table, `alea ask` queries it, and the bot table:FILE.h5 plays by it.",
    .options = solve_options,
    .operands = solve_operands,
    .size = sizeof(solve_args),
    .defaults = &solve_defaults,
    .check = solve_check,
    .run = solve_main,
};
