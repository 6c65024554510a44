/* alea bench [NAME…] */
#include "bench/bench.h"
#include "cli/progress.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_JOBS = 64, NAME_SIZE = 128, PROGRAM_SIZE = 400 };

typedef struct line {
    bool quick, json, list;
    bool wanted[MOST_JOBS]; /* of bench_jobs */
} line;

/* ---- what was asked for ---------------------------------------------------------------------------------------------- */

static const struct argp_option options[] = {
    {"quick", 'q', NULL, 0, "Fewer and shorter rounds: rough figures", 1},
    {"json", 'j', NULL, 0, "One JSON object", 1},
    {"list", 'l', NULL, 0, "The names of what can be measured", 1},
    {0},
};

static unsigned count_jobs(void)
{
    unsigned count = 0;
    while (count < MOST_JOBS && bench_jobs[count].name) count++;
    return count;
}

static error_t unknown(const char *name, const struct argp_state *state)
{
    const char *names[MOST_JOBS];
    for (unsigned i = 0; i < count_jobs(); i++) names[i] = bench_jobs[i].name;
    const char *nearest = alea_view_nearest(name, names, count_jobs());
    if (nearest)
        argp_error(state, "there is no measurement `%s`; did you mean `%s`?", cli_show(name).text, nearest);
    else
        argp_error(state, "there is no measurement `%s`; --list names them", cli_show(name).text);
    return EINVAL;
}

static error_t want(line *l, const char *name, const struct argp_state *state)
{
    for (unsigned i = 0; i < count_jobs(); i++) {
        if (strcmp(bench_jobs[i].name, name) != 0) continue;
        l->wanted[i] = true;
        return 0;
    }
    return unknown(name, state);
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'q': l->quick = true; return 0;
    case 'j': l->json = true; return 0;
    case 'l': l->list = true; return 0;
    case ARGP_KEY_ARG: return want(l, value, state);
    case ARGP_KEY_NO_ARGS:
        for (unsigned i = 0; i < count_jobs(); i++) l->wanted[i] = true;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "[NAME...]",
    .doc = "Measures how fast alea is, in all or by NAME: absolutely, and as ratios to textbook programs "
           "that do the same "
           "in the obvious way, compiled with the same flags and run in turn with it.\v"
           "Figures are medians of several rounds. A ratio says more than a speed: a busy or slow machine "
           "disturbs both "
           "sides alike. The exit status is 1 when a textbook program and alea disagree about the results; "
           "no figure, "
           "however low, is a failure.",
    .children = cli_help_options,
};

/* ---- the machine ----------------------------------------------------------------------------------------------------- */

static void processor_name(char out[NAME_SIZE])
{
    char text[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(out, NAME_SIZE, "a processor without a name");
    while (file && fgets(text, sizeof text, file)) {
        char *colon = strncmp(text, "model name", strlen("model name")) == 0 ? strchr(text, ':') : NULL;
        if (!colon) continue;
        alea_view_printable(colon + 2, out, NAME_SIZE);
        out[strcspn(out, "\\\n")] = 0;
        break;
    }
    if (file) fclose(file);
}

static const char *lanes_name(unsigned lanes)
{
    return lanes > 32 ? "AVX-512" : lanes > 1 ? "AVX2" : "no vector lanes";
}

/* ---- for people ------------------------------------------------------------------------------------------------------ */

static void print_amount(const bench_row *row, double amount)
{
    bool games = strcmp(row->unit, "games/s") == 0;
    if (games && amount >= 1e6)
        printf("%8.2f M games/s", amount / 1e6);
    else if (games)
        printf("%8.1f k games/s", amount / 1e3);
    else
        printf("%8.3g %-9s", amount, row->unit);
}

static void print_wanted(const bench_row *row)
{
    if (row->at_least > 0)
        printf("  (wanted: %g; %s)", row->at_least, row->ratio >= row->at_least ? "met" : "NOT met");
    if (row->below > 0)
        printf("  (wanted: below %g; %s)", row->below, row->median < row->below ? "met" : "NOT met");
}

static void print_row(const bench_row *row)
{
    printf("  %-42s", row->what);
    print_amount(row, row->median);
    if (row->ratio > 0) printf("%8.2f x", row->ratio);
    print_wanted(row);
    if (*row->note) printf("  %s", row->note);
    putchar('\n');
}

static void print_report(const bench_job *job, const bench_report *report)
{
    printf("\n%s: %s\n", job->name, job->title);
    for (unsigned i = 0; i < report->rows; i++) print_row(&report->row[i]);
    printf("  %s", job->clock);
    if (report->rounds > 1) printf(", medians of %u rounds", report->rounds);
    if (*report->checked) printf("; %s", report->checked);
    puts("");
    fflush(stdout);
}

static void print_machine(void)
{
    char name[NAME_SIZE];
    processor_name(name);
    printf("%s, %ld cores, %s\n", name, sysconf(_SC_NPROCESSORS_ONLN), lanes_name(bench_lanes()));
}

/* ---- for programs ---------------------------------------------------------------------------------------------------- */

static json_t *real_or_null(double value)
{
    return value > 0 ? json_real(value) : json_null();
}

static json_t *row_json(const bench_row *row)
{
    return json_pack("{s:s, s:s, s:f, s:f, s:f, s:o, s:o, s:o, s:s}", "what", row->what, "unit", row->unit,
                     "median", row->median, "least", row->least, "most", row->most, "ratio",
                     real_or_null(row->ratio), "ratio_wanted", real_or_null(row->at_least), "below_wanted",
                     real_or_null(row->below), "note", row->note);
}

static json_t *report_json(const bench_job *job, const bench_report *report)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < report->rows; i++) json_array_append_new(rows, row_json(&report->row[i]));
    return json_pack("{s:s, s:s, s:s, s:i, s:s, s:o}", "name", job->name, "title", job->title, "clock",
                     job->clock, "rounds", (int)report->rounds, "checked", report->checked, "rows", rows);
}

static json_t *machine_json(void)
{
    char name[NAME_SIZE];
    processor_name(name);
    return json_pack("{s:s, s:I, s:i}", "processor", name, "cores", (json_int_t)sysconf(_SC_NPROCESSORS_ONLN),
                     "lanes", (int)bench_lanes());
}

static int print_json(const line *l, json_t *jobs)
{
    json_t *whole = json_pack("{s:s, s:s, s:b, s:o, s:O}", "alea", "bench", "version", alea_version(),
                              "quick", l->quick, "machine", machine_json(), "jobs", jobs);
    int failure = whole ? json_dumpf(whole, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : -1;
    json_decref(whole);
    if (failure) return cli_complain(CLI_FAILED, "the figures could not be written.");
    putchar('\n');
    return CLI_DONE;
}

/* ---- measuring ------------------------------------------------------------------------------------------------------- */

static int complain(const bench_job *job, const alea_error *error)
{
    if (error->status == ALEA_E_STATE) return cli_complain(CLI_NO, "%s: %s", job->name, error->message);
    return cli_report(error);
}

/* An example bot that was not built is no failure. */
static int leave_out(const bench_job *job, const alea_error *error)
{
    fprintf(stderr, "alea: %s is left out. %s\n", job->name, error->message);
    return CLI_DONE;
}

static int measure(const bench_job *job, bench_options bench, json_t *jobs)
{
    alea_error error = {0};
    bench_report report;
    cli_progress progress;
    bench.progress = cli_progress_start(&progress, "measurements");
    alea_status status = bench_measure(job, &bench, &report, &error);
    cli_progress_end(&progress);
    if (status == ALEA_E_UNKNOWN) return leave_out(job, &error);
    if (status != ALEA_OK) return complain(job, &error);
    if (jobs)
        json_array_append_new(jobs, report_json(job, &report));
    else
        print_report(job, &report);
    return CLI_DONE;
}

/* In the order of bench_jobs, which has its reasons. */
static int measure_all(const line *l, const bench_options *bench)
{
    json_t *jobs = l->json ? json_array() : NULL;
    int status = CLI_DONE;
    if (!l->json) print_machine();
    for (unsigned i = 0; i < count_jobs() && status == CLI_DONE; i++)
        if (l->wanted[i]) status = measure(&bench_jobs[i], *bench, jobs);
    if (l->json && status == CLI_DONE) status = print_json(l, jobs);
    json_decref(jobs);
    return status;
}

static int list(void)
{
    for (const bench_job *job = bench_jobs; job->name; job++) printf("%-15s %s\n", job->name, job->title);
    return CLI_DONE;
}

int cli_bench(int argc, char **argv)
{
    line l = {0};
    alea_error error;
    char folder[BENCH_PATH], program[PROGRAM_SIZE] = "";
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    if (l.list) return list();
    if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0)
        return cli_complain(CLI_FAILED,
                            "the program does not know where it is: /proc/self/exe cannot be read.");
    if (bench_folder_make(folder, &error) != ALEA_OK) return cli_report(&error);
    status = measure_all(&l, &(bench_options){.quick = l.quick, .program = program, .folder = folder});
    bench_folder_remove(folder);
    return status;
}
