/* alea-bench [NAME…]: the program that `make bench` runs. */
#include "base/assert.h"
#include "bench/bench.h"
#include "bench/program/compare.h"
#include "bench/program/messages.h"
#include "cli/cli.h"
#include "cli/own_stack.h"
#include "cli/terminal.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_JOBS = 64, NAME_SIZE = 128, PROGRAM_SIZE = 400 };

typedef struct bench_args {
    cmd_words names;
    const char *compare;
    bool quick, json, list;
    bool wanted[MOST_JOBS]; /* of bench_jobs */
} bench_args;

/* The figures to compare with, and where the results go. */
typedef struct bench_output {
    json_t *earlier; /* owned; NULL: no comparison */
    bool other_machine;
    json_t *jobs; /* owned; NULL: figures are printed immediately */
} bench_output;

static const cmd_option bench_table[] = {
    {1, 'q', "quick", NULL, CMD_FLAG(bench_args, quick), "Fewer and shorter rounds; gives rough figures"},
    {1, 'j', "json", NULL, CMD_FLAG(bench_args, json), "Print one JSON object"},
    {1, 'c', "compare", "FILE", CMD_TEXT(bench_args, compare),
     "Show what changed since FILE, which `alea-bench --json` wrote earlier"},
    {1, 'l', "list", NULL, CMD_FLAG(bench_args, list), "List the measurements"},
    {0},
};

static const cmd_operand bench_operands[] = {{NULL, CMD_WORDS(bench_args, names)}, {0}};

/* Marks the jobs that are named, or all of them. */
static bool bench_check(void *args, const cmd_call *call)
{
    bench_args *a = args;
    const char *jobs[MOST_JOBS];
    unsigned count = 0;
    for (; count < MOST_JOBS && bench_jobs[count].name; count++) {
        jobs[count] = bench_jobs[count].name;
        a->wanted[count] = a->names.count == 0;
    }
    ALEA_ASSERT(!bench_jobs[count].name);
    for (unsigned i = 0; i < a->names.count; i++) {
        const char *name = a->names.word[i];
        unsigned job = 0;
        while (job < count && strcmp(jobs[job], name) != 0) job++;
        if (job < count) {
            a->wanted[job] = true;
            continue;
        }
        const char *nearest = alea_view_nearest(name, jobs, count);
        if (nearest) return cmd_misuse(call, BENCH_NEAREST_MEASUREMENT, cmd_show(name).text, nearest);
        return cmd_misuse(call, BENCH_NO_MEASUREMENT, cmd_show(name).text);
    }
    return true;
}

/* ---- the machine ----------------------------------------------------------------------------------------------------- */

/* The name of the processor from /proc/cpuinfo, made printable; a placeholder if there is none. */
static void bench_processor_name(char out[NAME_SIZE])
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

/* ---- for people ------------------------------------------------------------------------------------------------------ */

/* One figure on a line: its unit decides how it is written, and a target is shown with whether it is met. */
static void bench_print_row(const bench_row *row)
{
    bool games = strcmp(row->unit, "games/s") == 0;
    printf("  %-42s", row->what);
    if (games && row->median >= 1e6)
        printf("%8.2f M games/s", row->median / 1e6);
    else if (games)
        printf("%8.1f k games/s", row->median / 1e3);
    else
        printf("%8.3g %-9s", row->median, row->unit);
    if (row->ratio > 0) printf("%8.2f x", row->ratio);
    if (row->at_least > 0)
        printf("  (wanted: %g; %s)", row->at_least, row->ratio >= row->at_least ? "met" : "NOT met");
    if (row->below > 0)
        printf("  (wanted: below %g; %s)", row->below, row->median < row->below ? "met" : "NOT met");
    if (*row->note) printf("  %s", row->note);
    putchar('\n');
}

/* How many times better today's figure is than the earlier one, with its standard error. */
static void bench_print_change(const bench_change *c, const bench_row *row)
{
    static const char *const words[][2] = {{"faster", "slower"}, {"smaller", "larger"}};
    const bool bytes = strcmp(row->unit, "MB") == 0, worse = c->factor < 1;
    const double times = worse ? 1 / c->factor : c->factor;
    if (!c->known) return;
    printf("  %42s  before: %.4g %s; ", "", c->before, c->of_ratio ? "x" : row->unit);
    if (isnan(c->error))
        printf("%.3f times %s, measured once\n", times, words[bytes][worse]);
    else if (strcmp(bench_verdict(c), "same") == 0)
        printf("no difference seen: %+.1f %% ± %.1f %%\n", 100 * (c->factor - 1), 100 * c->error);
    else
        printf("%.3f ± %.3f times %s\n", times, times * c->error / c->factor, words[bytes][worse]);
}

/* A job: its figures, each with what became of it, and how they were measured. */
static void bench_print_report(const bench_output *o, const bench_job *job, const bench_report *report)
{
    printf("\n%s: %s\n", job->name, job->title);
    for (unsigned i = 0; i < report->rows; i++) {
        bench_print_row(&report->row[i]);
        const bench_change change =
            bench_compare_row(o->earlier, o->other_machine, job->name, &report->row[i]);
        bench_print_change(&change, &report->row[i]);
    }
    printf("  %s", job->clock);
    if (report->rounds > 1) printf(", medians of %u rounds", report->rounds);
    if (*report->checked) printf("; %s", report->checked);
    puts("");
    fflush(stdout);
}

static void bench_print_machine(void)
{
    char name[NAME_SIZE];
    unsigned lanes = bench_lanes();
    bench_processor_name(name);
    printf("%s, %ld cores, %s\n", name, sysconf(_SC_NPROCESSORS_ONLN),
           lanes > 32  ? "AVX-512"
           : lanes > 1 ? "AVX2"
                       : "no vector lanes");
}

/* ---- for programs ---------------------------------------------------------------------------------------------------- */

static json_t *bench_real_or_null(double value)
{
    return value > 0 ? json_real(value) : json_null();
}

/* Returns null if there is nothing to compare with. */
static json_t *bench_change_json(const bench_change *c)
{
    if (!c->known) return json_null();
    return json_pack("{s:f, s:b, s:f, s:o, s:s}", "before", c->before, "of_ratio", c->of_ratio, "factor",
                     c->factor, "factor_se", bench_real_or_null(c->error), "verdict", bench_verdict(c));
}

/* The report as an object; NULL when there is not enough memory. */
static json_t *bench_report_json(const bench_output *o, const bench_job *job, const bench_report *report)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < report->rows; i++) {
        const bench_row *row = &report->row[i];
        const bench_change change = bench_compare_row(o->earlier, o->other_machine, job->name, row);
        json_array_append_new(
            rows,
            json_pack("{s:s, s:s, s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:s, s:o}", "what", row->what, "unit",
                      row->unit, "median", row->median, "least", row->least, "most", row->most, "ratio",
                      bench_real_or_null(row->ratio), "error", bench_real_or_null(row->error), "ratio_wanted",
                      bench_real_or_null(row->at_least), "below_wanted", bench_real_or_null(row->below),
                      "note", row->note, "change", bench_change_json(&change)));
    }
    return json_pack("{s:s, s:s, s:s, s:i, s:s, s:o}", "name", job->name, "title", job->title, "clock",
                     job->clock, "rounds", (int)report->rounds, "checked", report->checked, "rows", rows);
}

/* Prints everything that was measured; `jobs` stays the caller's. CMD_FAILED when it cannot be written. */
static int bench_print_json(const bench_args *a, json_t *jobs)
{
    char name[NAME_SIZE];
    bench_processor_name(name);
    json_t *whole =
        json_pack("{s:s, s:s, s:b, s:{s:s, s:I, s:i}, s:O}", "alea", "bench", "version", alea_version(),
                  "quick", a->quick, "machine", "processor", name, "cores",
                  (json_int_t)sysconf(_SC_NPROCESSORS_ONLN), "lanes", (int)bench_lanes(), "jobs", jobs);
    int failure = whole ? json_dumpf(whole, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : -1;
    json_decref(whole);
    if (failure) return cmd_complain(CMD_FAILED, BENCH_NO_FIGURES);
    putchar('\n');
    return CMD_DONE;
}

/* ---- measuring ------------------------------------------------------------------------------------------------------- */

/* Measures a job and prints it, or adds it to o->jobs if that is not NULL. Skips a job whose example bot was not built.
   Returns CMD_NO if alea and the textbook disagree. */
static int bench_measure_job(const bench_job *job, bench_options how, const bench_output *o)
{
    alea_error error = {0};
    bench_report report;
    how.progress = cmd_begin_work("measurements");
    alea_status status = bench_measure(job, &how, &report, &error);
    cmd_end_work();
    if (status == ALEA_E_UNKNOWN) { /* an example bot that was not built is no failure */
        return cmd_complain(CMD_DONE, BENCH_MEASURE_SKIPPED, job->name, error.message);
    }
    if (status == ALEA_E_STATE) return cmd_complain(CMD_NO, "%s: %s", job->name, error.message);
    if (status != ALEA_OK) return cmd_report(&error);
    if (o->jobs)
        json_array_append_new(o->jobs, bench_report_json(o, job, &report));
    else
        bench_print_report(o, job, &report);
    return CMD_DONE;
}

/* Measures the jobs in the order of bench_jobs, which matters. The output is empty at first; the caller frees its contents. */
static int bench_measure_all(const bench_args *a, const bench_options *how, bench_output *o)
{
    char name[NAME_SIZE];
    int status = a->compare ? bench_read_earlier(a->compare, &o->earlier) : CMD_DONE;
    if (status != CMD_DONE) return status;
    bench_processor_name(name);
    o->other_machine = o->earlier && bench_other_machine(o->earlier, name);
    if (a->json)
        o->jobs = json_array();
    else
        bench_print_machine();
    if (o->other_machine && !a->json) fputs(BENCH_OTHER_MACHINE, stdout);
    for (unsigned i = 0; i < MOST_JOBS && bench_jobs[i].name && status == CMD_DONE; i++)
        if (a->wanted[i]) status = bench_measure_job(&bench_jobs[i], *how, o);
    return a->json && status == CMD_DONE ? bench_print_json(a, o->jobs) : status;
}

/* Finds the program `alea`, beside this one. */
static bool bench_find_program(char out[PROGRAM_SIZE])
{
    if (readlink("/proc/self/exe", out, PROGRAM_SIZE - 1) <= 0) return false;
    char *slash = strrchr(out, '/');
    if (!slash) return false;
    snprintf(slash, PROGRAM_SIZE - (size_t)(slash - out), "/alea");
    return access(out, X_OK) == 0;
}

/* Makes a folder for the files of the jobs, measures, and removes the folder. */
static int bench_main(void *args)
{
    const bench_args *a = args;
    alea_error error;
    char folder[BENCH_PATH], program[PROGRAM_SIZE] = "";
    if (a->list) {
        for (const bench_job *job = bench_jobs; job->name; job++) printf("%-15s %s\n", job->name, job->title);
        return CMD_DONE;
    }
    if (!bench_find_program(program)) return cmd_complain(CMD_FAILED, BENCH_NO_OWN_FILE);
    if (bench_folder_make(folder, &error) != ALEA_OK) return cmd_report(&error);
    bench_output output = {.jobs = NULL};
    const bench_options how = {.quick = a->quick, .program = program, .folder = folder};
    int status = bench_measure_all(a, &how, &output);
    json_decref(output.earlier);
    json_decref(output.jobs);
    bench_folder_remove(folder);
    return status;
}

static const cmd_table bench_command = {
    .name = "alea-bench",
    .summary = "measures how fast alea is, compared with textbook programs",
    .words = "[NAME...]",
    .about = "Takes all measurements, or those named, and prints absolute speeds and ratios to textbook "
             "programs. These do the same work in the obvious way, are compiled with the same flags, and "
             "take turns with alea.\v"
             "Figures are medians of several rounds. Compare ratios rather than speeds: a slow or busy "
             "machine affects both sides. The exit status is 1 if alea and a textbook program disagree about "
             "the results; a low figure is not a failure.",
    .options = bench_table,
    .operands = bench_operands,
    .size = sizeof(bench_args),
    .check = bench_check,
    .run = bench_main,
};

static const cmd_host bench_host = {
    .complain = terminal_complain,
    .misuse = terminal_misuse,
    .view = terminal_view,
    .print = terminal_print,
    .seconds = terminal_seconds,
    .begin_work = terminal_begin_work,
    .end_work = terminal_end_work,
    .can_draw = terminal_can_draw,
    .draw = terminal_draw,
};

static int bench_run(int argc, char **argv)
{
    char name[] = "alea-bench";
    bench_args args = {.quick = false};
    argv[0] = name;
    cmd_use_host(&bench_host);
    const int status = cli_parse(&bench_command, argc, argv, &args);
    return status == CMD_GO_ON ? bench_main(&args) : status;
}

int main(int argc, char **argv)
{
    return cli_run_on_own_stack(bench_run, argc, argv);
}
