/* signature: plays, solves and evaluates a fixed list of games and prints a line of numbers for each, so that a big change can
   be shown to have changed nothing. tools/signature runs it, compares, and explains the lines. */
#include "signature.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: signature [OPTION...]      in an empty folder, where it writes files of its own\n"
    "  --source FOLDER   of the sources: rules of tests and bots in Lua (default .)\n"
    "  --build FOLDER    of the build: bots in WebAssembly (default SOURCE/build)\n"
    "  --cache FOLDER    where compiled bots are kept (default: nowhere)\n"
    "  --only PATTERN    jobs whose names match, such as 'solve/*'\n"
    "  --skip PART,...   not the jobs that need one of slow, wasm, python, tables, store\n"
    "  --list            names only\n";

typedef struct options {
    folders at;
    const char *only, *skip;
    bool list;
    char build[1000];
} options;

static void options_read(options *o, int count, char **words)
{
    static const struct option names[] = {
        {"source", required_argument, NULL, 's'}, {"build", required_argument, NULL, 'b'},
        {"cache", required_argument, NULL, 'c'},  {"only", required_argument, NULL, 'o'},
        {"skip", required_argument, NULL, 'k'},   {"list", no_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0},
    };
    for (int c; (c = getopt_long(count, words, "", names, NULL)) != -1;) switch (c) {
        case 's': o->at.source = optarg; break;
        case 'b': o->at.build = optarg; break;
        case 'c': o->at.cache = optarg; break;
        case 'o': o->only = optarg; break;
        case 'k': o->skip = optarg; break;
        case 'l': o->list = true; break;
        case 'h': fputs(usage, stdout); exit(0);
        default: fputs(usage, stderr); exit(2);
        }
    if (!o->at.source) o->at.source = ".";
    snprintf(o->build, sizeof o->build, "%s/build", o->at.source);
    if (!o->at.build) o->at.build = o->build;
}

/* ---- bots of the jobs, as files ---- */

/* A threshold for each pair of scores that no rule would give. */
static void files_write_thresholds(const char *path, unsigned goal)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        fprintf(stderr, "signature: %s cannot be written; run it in a folder of your own.\n", path);
        exit(2);
    }
    fputs("own,other,hold_at\n", file);
    for (unsigned own = 0; own < goal; own++)
        for (unsigned other = 0; other < goal; other++)
            fprintf(file, "%u,%u,%u\n", own, other, 12 + (7 * own + 3 * other) % 17);
    fclose(file);
}

/* Numbers of dice for two scores below 100. */
static void files_write_dice(const char *path, unsigned step)
{
    FILE *file = fopen(path, "wb");
    if (!file) exit(2);
    for (unsigned own = 0; own < 100; own++)
        for (unsigned other = 0; other < 100; other++)
            fprintf(file, "%u%c", 5 + step * (own + 2 * other) % 5, other == 99 ? '\n' : ',');
    fclose(file);
}

static void files_write(void)
{
    files_write_thresholds("uneven100.csv", 100);
    files_write_thresholds("uneven40.csv", 40);
    files_write_dice("fives.csv", 0);
    files_write_dice("stripes.csv", 1);
    write_text("steady.lua", "return function(view) return view.turn < 18 and view.total < view.goal end\n");
    write_text("uneven.lua",
               "return function(view) return view.turn % 7 < 5 and view.total < view.goal end\n");
    write_text("remembers.lua", "local n = 0\nreturn function(view) n = n + 1; return n % 3 > 0 end\n");
    write_text("typo.lua", "return function(view) return \"rol\" end\n");
    write_text("last.lua", "return function(view) return view.doing and \"stop\" or view.moves[#view.moves - "
                           "1] or view.moves[1] end\n");
    write_text("second.lua", "return function(view) return view.moves[2] or view.moves[1] end\n");
}

static void files_remove(void)
{
    static const char *const files[] = {"uneven100.csv", "uneven40.csv", "fives.csv",     "stripes.csv",
                                        "steady.lua",    "uneven.lua",   "remembers.lua", "typo.lua",
                                        "last.lua",      "second.lua"};
    for (size_t i = 0; i < COUNT_OF(files); i++) remove(files[i]);
}

int main(int count, char **words)
{
    options o = {.list = false};
    options_read(&o, count, words);
    line_choose(o.only, o.skip, o.list);
    open_begin(&o.at);
    if (!o.list) files_write();
    referee_jobs();
    run_jobs();
    solve_jobs();
    policy_jobs();
    freeze_jobs();
    stats_jobs();
    review_jobs();
    session_jobs();
    contest_jobs();
    tournament_jobs();
    open_end();
    if (!o.list) files_remove();
    return 0;
}
