/* Tournaments as a person starts them: pure programs, which meet exactly, and the ranks of an MPI job. */
#include "bench/files.h"
#include "bench/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_WORDS = 64 };

/* The words of a command line, owned by the caller's stack. */
typedef struct command {
    char text[MOST_WORDS][BENCH_PATH];
    char *word[MOST_WORDS + 1]; /* ends with NULL */
    unsigned count;
} command;

static void command_add(command *c, const char *word)
{
    if (c->count >= MOST_WORDS) return;
    snprintf(c->text[c->count], BENCH_PATH, "%s", word);
    c->word[c->count] = c->text[c->count];
    c->word[++c->count] = NULL;
}

static void command_begin(command *c, const char *program)
{
    c->count = 0;
    command_add(c, program);
}

/* Sets a folder of this name as the cache of bots; it is empty before its first use. */
static alea_status tournament_use_cache(const bench_options *options, const char *name, alea_error *error)
{
    char path[BENCH_PATH];
    snprintf(path, sizeof path, "%s/%s", options->folder, name);
    if (setenv("ALEA_CACHE", path, 1) == 0) return ALEA_OK;
    return bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
}

static void tournament_row(bench_row *row, const char *what, const double *samples, unsigned count)
{
    bench_fill_row(row, samples, count);
    row->unit = "s";
    snprintf(row->what, sizeof row->what, "%s", what);
}

/* ---- a pair ---------------------------------------------------------------------------------------------- */

/* Samples of a pair: from nothing, and with the answers of both bots kept; wall time and processor time of each. */
typedef struct pair_samples {
    double first[BENCH_MOST_ROUNDS], first_work[BENCH_MOST_ROUNDS];
    double again[BENCH_MOST_ROUNDS], again_work[BENCH_MOST_ROUNDS];
} pair_samples;

static alea_status pair_measure(const command *c, const bench_options *options, unsigned round,
                                pair_samples *out, alea_error *error)
{
    char name[64];
    bench_lap now;
    snprintf(name, sizeof name, "pair-%u", round);
    alea_status status = tournament_use_cache(options, name, error);
    if (status == ALEA_OK) status = bench_time_process(c->word, &now, error);
    if (status != ALEA_OK) return status;
    out->first[round] = now.seconds;
    out->first_work[round] = now.work;
    status = bench_time_process(c->word, &now, error);
    out->again[round] = now.seconds;
    out->again_work[round] = now.work;
    return status;
}

alea_status bench_pure_pair(const bench_plan *plan, const bench_options *options, bench_report *out,
                            alea_error *error)
{
    const double kept = 0.25; /* allowed seconds */
    command c;
    bench_bots bots;
    pair_samples samples;
    alea_status status = bench_bots_make(plan, options, &bots, error);
    command_begin(&c, options->program);
    command_add(&c, "eval");
    command_add(&c, "--json");
    command_add(&c, plan->game);
    for (int i = 0; status == ALEA_OK && i < 2; i++) command_add(&c, bots.text[i]);
    out->rounds = bench_rounds(options);
    for (unsigned i = 0; i < out->rounds && status == ALEA_OK; i++) {
        if (bench_stopped(options, i, out->rounds, error)) return ALEA_E_STOPPED;
        status = pair_measure(&c, options, i, &samples, error);
    }
    if (status != ALEA_OK) return status;
    out->rows = 4;
    tournament_row(&out->row[0], "alea eval, from nothing", samples.first, out->rounds);
    tournament_row(&out->row[1], "processor time of its threads together", samples.first_work, out->rounds);
    tournament_row(&out->row[2], "the answers of both bots kept", samples.again, out->rounds);
    tournament_row(&out->row[3], "its processor time", samples.again_work, out->rounds);
    out->row[0].below = plan->below;
    out->row[2].below = kept;
    return ALEA_OK;
}

/* ---- a field ----------------------------------------------------------------------------------------------- */

/* The bots of tests/bots/pure. Two of them are pure by declaration. */
static const char *const field[] = {
    "c_at_30",       "c_at_90",      "c_modulo_25", "c_ahead_15", "c_liar_45", "zig_at_45",    "zig_at_75",
    "zig_modulo_20", "zig_ahead_10", "zig_calls",   "as_at_60",   "as_at_30",  "as_modulo_33", "as_ahead_20",
    "as_calls",      "wat_at_101",   "wat_at_45",   "wat_timid",  "wat_mixed", "wat_hides",
};
enum { FIELD = sizeof field / sizeof *field, FIELD_QUICK = 5 };

/* Adds this many bots of the field. */
static alea_status field_add(const bench_options *options, command *c, unsigned bots, alea_error *error)
{
    for (unsigned i = 0; i < bots; i++) {
        char name[64], path[BENCH_PATH];
        snprintf(name, sizeof name, "pure/%s.%s", field[i],
                 strncmp(field[i], "wat", 3) == 0 ? "wat" : "wasm");
        alea_status status = bench_find_bot(name, options, path, error);
        if (status != ALEA_OK) return status;
        command_add(c, path);
    }
    return ALEA_OK;
}

/* Measured once, because it takes long; with --quick only the five bots in C. The cost of a pair includes everything:
   asking the bots, and evaluating each of them. */
alea_status bench_pure_field(const bench_plan *plan, const bench_options *options, bench_report *out,
                             alea_error *error)
{
    command c;
    bench_lap now;
    const unsigned bots = options->quick ? FIELD_QUICK : FIELD, pairs = bots * (bots - 1) / 2;
    char what[64];
    command_begin(&c, options->program);
    command_add(&c, "tournament");
    command_add(&c, plan->game);
    alea_status status = field_add(options, &c, bots, error);
    static const char *const rest[] = {"--json",    "--threads", "2",       "--pure",
                                       "zig_calls", "--pure",    "as_calls"};
    for (unsigned i = 0; i < (options->quick ? 3 : sizeof rest / sizeof *rest); i++) command_add(&c, rest[i]);
    if (status == ALEA_OK) status = tournament_use_cache(options, "field", error);
    if (status == ALEA_OK) status = bench_time_process(c.word, &now, error);
    if (status != ALEA_OK) return status;
    const double each = now.work / pairs;
    out->rounds = 1;
    out->rows = 3;
    snprintf(what, sizeof what, "alea tournament, %u pairs", pairs);
    tournament_row(&out->row[0], what, &now.seconds, 1);
    tournament_row(&out->row[1], "processor time of its threads together", &now.work, 1);
    tournament_row(&out->row[2], "the same for each pair", &each, 1);
    if (!options->quick) out->row[0].below = plan->below;
    return ALEA_OK;
}

/* ---- ranks of an MPI job ------------------------------------------------------------------------------------ */

/* Finds the program alea-mpi: beside this one, or in mpi, its folder in the build. */
static alea_status ranks_find(const bench_options *options, char out[BENCH_PATH], alea_error *error)
{
    static const char *const places[] = {"alea-mpi", "mpi/alea-mpi"};
    const char *slash = strrchr(options->program, '/');
    for (int i = 0; i < 2; i++) {
        snprintf(out, BENCH_PATH, "%.*s/%s", slash ? (int)(slash - options->program) : 1,
                 slash ? options->program : ".", places[i]);
        if (access(out, X_OK) == 0) return ALEA_OK;
    }
    return bench_fail(error, ALEA_E_UNKNOWN,
                      "There is no alea-mpi beside %s, nor in mpi/ there, where `make mpi` puts it.",
                      options->program);
}

/* By default Open MPI refuses to run as root, lets waiting ranks spin, and binds each rank to a core; these settings change
   that. */
static alea_status ranks_set_environment(alea_error *error)
{
    static const char *const settings[][2] = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                              {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                              {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                                              {"OMPI_MCA_mpi_yield_when_idle", "1"},
                                              {"OMPI_MCA_hwloc_base_binding_policy", "none"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (setenv(settings[i][0], settings[i][1], 1) != 0)
            return bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
    return ALEA_OK;
}

/* A bot in Lua that holds at this many points; it plays games, since it is not known to be pure. */
static alea_status ranks_write_bot(const bench_options *options, unsigned points, char out[BENCH_PATH],
                                   alea_error *error)
{
    snprintf(out, BENCH_PATH, "%s/lua-%u.lua", options->folder, points);
    FILE *file = fopen(out, "w");
    if (!file) return bench_fail(error, ALEA_E_WRITE, "Cannot write %s: %s.", out, strerror(errno));
    fprintf(file, "return function(view) return view.turn < %u and view.total < view.goal end\n", points);
    if (fclose(file) == 0) return ALEA_OK;
    return bench_fail(error, ALEA_E_WRITE, "Cannot write %s: %s.", out, strerror(errno));
}

static alea_status ranks_command(const bench_plan *plan, const bench_options *options, unsigned ranks,
                                 command *c, alea_error *error)
{
    char text[BENCH_PATH];
    alea_status status = ranks_find(options, text, error);
    if (status != ALEA_OK) return status;
    command_begin(c, "mpirun");
    command_add(c, "-n");
    command_add(c, ranks == 1 ? "1" : "2");
    command_add(c, text);
    command_add(c, "tournament");
    command_add(c, plan->game);
    for (unsigned points = 18; status == ALEA_OK && points <= 24; points += 2) {
        status = ranks_write_bot(options, points, text, error);
        command_add(c, text);
    }
    snprintf(text, sizeof text, "%llu", (unsigned long long)(options->quick ? plan->games / 4 : plan->games));
    static const char *const rest[] = {"--json", "--threads", "1", "--games"};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) command_add(c, rest[i]);
    command_add(c, text);
    return status;
}

alea_status bench_ranks(const bench_plan *plan, const bench_options *options, bench_report *out,
                        alea_error *error)
{
    static const char *const what[2] = {"mpirun -n 1, start and end included", "mpirun -n 2"};
    command c[2];
    double seconds[2][BENCH_MOST_ROUNDS], ratio[2][BENCH_MOST_ROUNDS];
    alea_status status = ranks_set_environment(error);
    for (unsigned i = 0; i < 2 && status == ALEA_OK; i++)
        status = ranks_command(plan, options, i + 1, &c[i], error);
    out->rounds = bench_rounds(options);
    for (unsigned i = 0; i < 2 * out->rounds && status == ALEA_OK; i++) {
        bench_lap now;
        if (bench_stopped(options, i, 2 * out->rounds, error)) return ALEA_E_STOPPED;
        status = bench_time_process(c[i % 2].word, &now, error);
        seconds[i % 2][i / 2] = now.seconds;
        ratio[i % 2][i / 2] = seconds[0][i / 2] / now.seconds;
    }
    if (status != ALEA_OK) return status;
    out->rows = 2;
    for (unsigned i = 0; i < 2; i++) {
        tournament_row(&out->row[i], what[i], seconds[i], out->rounds);
        bench_set_ratio(&out->row[i], ratio[i], out->rounds);
    }
    out->row[1].at_least = plan->at_least;
    return ALEA_OK;
}
