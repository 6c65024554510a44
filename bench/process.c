/* alea as a person starts it: as a separate process, timed from outside. */
#include "bench/process.h"
#include "bench/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- one process ----------------------------------------------------------------------------------------------------- */

static int spawn(char *const arguments[], pid_t *child)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t usual;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    sigemptyset(&usual); /* what we ignore, a child would ignore as well */
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    int failure = posix_spawnp(child, arguments[0], &files, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

alea_status bench_time_process(char *const arguments[], bench_lap *out, alea_error *error)
{
    struct rusage usage;
    pid_t child;
    int status, failure;
    double before = bench_seconds(true);
    if ((failure = spawn(arguments, &child)) != 0)
        return bench_fail(error, ALEA_E_WRITE, "Cannot start %s: %s.", arguments[0], strerror(failure));
    while (wait4(child, &status, 0, &usage) < 0)
        if (errno != EINTR)
            return bench_fail(error, ALEA_E_WRITE, "Cannot wait for %s: %s.", arguments[0], strerror(errno));
    *out = (bench_lap){bench_seconds(true) - before, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                       (double)usage.ru_maxrss * 1024 / 1e6};
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return ALEA_OK;
    return bench_fail(error, ALEA_E_STOPPED, "%s %s did not end well.", arguments[0], arguments[1]);
}

static alea_status run_alea(const bench_plan *plan, const bench_options *options, uint64_t games,
                            bench_lap *out, alea_error *error)
{
    enum { FIXED_ARGUMENTS = 6 };
    bench_bots bots;
    char count[32], program[BENCH_PATH], game[BENCH_PATH], command[] = "run", json[] = "--json",
                                                           option[] = "--games";
    char *arguments[FIXED_ARGUMENTS + ALEA_MAX_SEATS + 1] = {program, command, json, option, count, game};
    alea_status status = bench_bots_make(plan, options, &bots, error);
    if (status != ALEA_OK) return status;
    snprintf(count, sizeof count, "%" PRIu64, games);
    snprintf(program, sizeof program, "%s", options->program);
    snprintf(game, sizeof game, "%s", plan->game);
    for (int i = 0; bots.spec[i]; i++) arguments[FIXED_ARGUMENTS + i] = bots.text[i];
    if (setenv("ALEA_CACHE", options->folder, 1) != 0)
        return bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
    return bench_time_process(arguments, out, error);
}

/* ---- the jobs -------------------------------------------------------------------------------------------------------- */

static uint64_t games_of(const bench_plan *plan, const bench_options *options)
{
    return options->quick ? plan->games / 10 : plan->games;
}

static void report_laps(const bench_plan *plan, const double *seconds, const double *work, bench_report *out)
{
    bench_row *row = out->row;
    out->rows = 2;
    bench_fill_row(&row[0], seconds, out->rounds);
    bench_fill_row(&row[1], work, out->rounds);
    row[0].unit = row[1].unit = "s";
    row[0].below = 1;
    snprintf(row[0].what, sizeof row[0].what, "alea run %s, %" PRIu64 " games", plan->game, plan->games);
    snprintf(row[1].what, sizeof row[1].what, "processor time of its threads together");
}

/* The first process fills the cache of compiled bots and does not count. Start-up counts, so that a quick one is no
   shorter. */
alea_status bench_whole_process(const bench_plan *plan, const bench_options *options, bench_report *out,
                                alea_error *error)
{
    double seconds[BENCH_MOST_ROUNDS], work[BENCH_MOST_ROUNDS];
    bench_lap now;
    alea_status status = run_alea(plan, options, plan->games, &now, error);
    out->rounds = bench_rounds(options);
    for (unsigned i = 0; i < out->rounds && status == ALEA_OK; i++) {
        if (bench_stopped(options, i, out->rounds, error)) return ALEA_E_STOPPED;
        status = run_alea(plan, options, plan->games, &now, error);
        seconds[i] = now.seconds;
        work[i] = now.work;
    }
    if (status == ALEA_OK) report_laps(plan, seconds, work, out);
    return status;
}

alea_status bench_memory(const bench_plan *plan, const bench_options *options, bench_report *out,
                         alea_error *error)
{
    const uint64_t most = games_of(plan, options), games[2] = {most / 100, most};
    out->rounds = 1;
    for (unsigned i = 0; i < 2; i++) {
        bench_lap now;
        if (bench_stopped(options, i, 2, error)) return ALEA_E_STOPPED;
        alea_status status = run_alea(plan, options, games[i], &now, error);
        if (status != ALEA_OK) return status;
        bench_row *row = &out->row[out->rows++];
        bench_fill_row(row, &now.megabytes, 1);
        row->unit = "MB";
        row->below = 200;
        snprintf(row->what, sizeof row->what, "alea run %s, %" PRIu64 " games", plan->game, games[i]);
    }
    return ALEA_OK;
}

/* No bots, one process: how long a person waits, and the memory of the process. */
alea_status bench_solving_process(const bench_plan *plan, const bench_options *options, bench_report *out,
                                  alea_error *error)
{
    char program[BENCH_PATH], game[BENCH_PATH], command[] = "solve", json[] = "--json";
    char *const arguments[] = {program, command, json, game, NULL};
    bench_lap now;
    snprintf(program, sizeof program, "%s", options->program);
    snprintf(game, sizeof game, "%s", plan->game);
    alea_status status = bench_time_process(arguments, &now, error);
    if (status != ALEA_OK) return status;
    out->rounds = 1;
    out->rows = 2;
    bench_fill_row(&out->row[0], &now.seconds, 1);
    bench_fill_row(&out->row[1], &now.megabytes, 1);
    out->row[0].unit = "s";
    out->row[0].below = plan->below;
    out->row[1].unit = "MB";
    out->row[1].below = 200;
    snprintf(out->row[0].what, sizeof out->row[0].what, "alea solve %s", plan->game);
    snprintf(out->row[1].what, sizeof out->row[1].what, "most that was resident");
    return ALEA_OK;
}

/* A Python strategy against a built-in bot on the first start of alea, with an empty cache. */
static alea_status first_contest(const bench_plan *plan, const bench_options *options, unsigned round,
                                 bench_lap *out, alea_error *error)
{
    char program[BENCH_PATH], game[BENCH_PATH], path[BENCH_PATH], cache[BENCH_PATH],
        command[] = "contest", json[] = "--json", other[] = "always(6)";
    char *const arguments[] = {program, command, json, game, path, other, NULL};
    snprintf(program, sizeof program, "%s", options->program);
    snprintf(game, sizeof game, "%s", plan->game);
    snprintf(path, sizeof path, "%s/first.py", options->folder);
    snprintf(cache, sizeof cache, "%s/empty-%u", options->folder, round);
    FILE *file = fopen(path, "w");
    if (!file) return bench_fail(error, ALEA_E_WRITE, "Cannot write %s: %s.", path, strerror(errno));
    fputs("PLAYER_NAME = 'First'\n\ndef final_strategy(score, opponent_score):\n    return 4 + (score < "
          "opponent_score)\n",
          file);
    if (fclose(file) != 0)
        return bench_fail(error, ALEA_E_WRITE, "Cannot write %s: %s.", path, strerror(errno));
    if (setenv("ALEA_CACHE", cache, 1) != 0)
        return bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
    return bench_time_process(arguments, out, error);
}

/* Whether the component that runs Python was built: beside the program, or where the environment variable points. */
static bool python_is_there(const char *program)
{
    char path[BENCH_PATH];
    const char *slash = strrchr(program, '/'), *named = getenv("ALEA_PYTHON");
    snprintf(path, sizeof path, "%.*s/python.wasm", slash ? (int)(slash - program) : 1,
             slash ? program : ".");
    return access(named && *named ? named : path, R_OK) == 0;
}

alea_status bench_first_contest(const bench_plan *plan, const bench_options *options, bench_report *out,
                                alea_error *error)
{
    double seconds[BENCH_MOST_ROUNDS];
    bench_lap now;
    alea_status status = ALEA_OK;
    if (!python_is_there(options->program))
        return bench_fail(error, ALEA_E_UNKNOWN, "There is no python.wasm beside %s.", options->program);
    out->rounds = bench_rounds(options);
    for (unsigned i = 0; i < out->rounds && status == ALEA_OK; i++) {
        if (bench_stopped(options, i, out->rounds, error)) return ALEA_E_STOPPED;
        status = first_contest(plan, options, i, &now, error);
        seconds[i] = now.seconds;
    }
    if (status != ALEA_OK) return status;
    out->rows = 1;
    bench_fill_row(&out->row[0], seconds, out->rounds);
    out->row[0].unit = "s";
    out->row[0].below = plan->below;
    snprintf(out->row[0].what, sizeof out->row[0].what, "alea contest %s, cache of compiled bots empty",
             plan->game);
    return ALEA_OK;
}
