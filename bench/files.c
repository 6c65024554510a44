#include "bench/files.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wasmtime.h>

/* The components of tests/components, some of tests/bots as text, and a rule file of tests/rules, inside the program
   (CMakeLists.txt). */
extern const unsigned char bench_mod30[], bench_random[], bench_wasi[], bench_pig_graph[], bench_wat_at_101[],
    bench_wat_at_45[], bench_wat_timid[], bench_wat_mixed[], bench_wat_hides[];
extern const size_t bench_mod30_size, bench_random_size, bench_wasi_size, bench_pig_graph_size,
    bench_wat_at_101_size, bench_wat_at_45_size, bench_wat_timid_size, bench_wat_mixed_size,
    bench_wat_hides_size;

/* A component in text form. */
typedef struct bench_text {
    const char *name;
    const unsigned char *data;
    const size_t *size;
} bench_text;

static const bench_text texts[] = {
    {"wasi.wasm", bench_wasi, &bench_wasi_size},
    {"pure/wat_at_101.wat", bench_wat_at_101, &bench_wat_at_101_size},
    {"pure/wat_at_45.wat", bench_wat_at_45, &bench_wat_at_45_size},
    {"pure/wat_timid.wat", bench_wat_timid, &bench_wat_timid_size},
    {"pure/wat_mixed.wat", bench_wat_mixed, &bench_wat_mixed_size},
    {"pure/wat_hides.wat", bench_wat_hides, &bench_wat_hides_size},
};

/* ---- the folder ------------------------------------------------------------------------------------------------------ */

alea_status bench_folder_make(char out[BENCH_PATH], alea_error *error)
{
    const char *parent = getenv("TMPDIR");
    snprintf(out, BENCH_PATH / 2, "%s/alea-bench.XXXXXX", parent && *parent ? parent : P_tmpdir);
    if (mkdtemp(out)) return ALEA_OK;
    return bench_fail(error, ALEA_E_WRITE, "Cannot make a folder %s: %s.", out, strerror(errno));
}

static int remove_entry(const char *path, const struct stat *file, int kind, struct FTW *place)
{
    (void)file, (void)kind, (void)place;
    remove(path);
    return 0;
}

void bench_folder_remove(const char *folder)
{
    const int open_folders = 16;
    nftw(folder, remove_entry, open_folders, FTW_DEPTH | FTW_PHYS);
}

/* ---- what is in it --------------------------------------------------------------------------------------------------- */

static alea_status close_file(FILE *file, const char *path, alea_error *error)
{
    bool written = !ferror(file);
    if (fclose(file) == 0 && written) return ALEA_OK;
    return bench_fail(error, ALEA_E_WRITE, "Cannot write %s: %s.", path, strerror(errno));
}

static alea_status open_file(const char *path, FILE **file, alea_error *error)
{
    *file = fopen(path, "wb");
    if (*file) return ALEA_OK;
    return bench_fail(error, ALEA_E_WRITE, "Cannot write %s: %s.", path, strerror(errno));
}

static alea_status write_data(const char *path, const unsigned char *data, size_t size, alea_error *error)
{
    FILE *file;
    alea_status status = open_file(path, &file, error);
    if (status != ALEA_OK) return status;
    fwrite(data, 1, size, file);
    return close_file(file, path, error);
}

int bench_table_entry(int lowest, int own, int other)
{
    return lowest + (7 * own + 3 * other) % 11;
}

static alea_status write_table(const char *path, int lowest, alea_error *error)
{
    FILE *file;
    alea_status status = open_file(path, &file, error);
    if (status != ALEA_OK) return status;
    fputs("own,other,hold_at\n", file);
    for (int own = 0; own < 100; own++)
        for (int other = 0; other < 100; other++)
            fprintf(file, "%d,%d,%d\n", own, other, bench_table_entry(lowest, own, other));
    return close_file(file, path, error);
}

/* ---- the bots of a plan ---------------------------------------------------------------------------------------------- */

static alea_status make_table(const bench_plan *plan, const bench_options *options, char out[BENCH_PATH],
                              alea_error *error)
{
    snprintf(out, BENCH_PATH, "table:%s/from-%d.csv", options->folder, plan->lowest);
    return write_table(out + strlen("table:"), plan->lowest, error);
}

static alea_status make_component(const char *name, const bench_options *options, char out[BENCH_PATH],
                                  alea_error *error)
{
    bool mod30 = strcmp(name, "mod30.wasm") == 0;
    snprintf(out, BENCH_PATH, "%s/%s", options->folder, name);
    return write_data(out, mod30 ? bench_mod30 : bench_random, mod30 ? bench_mod30_size : bench_random_size,
                      error);
}

/* Writes a component whose text is part of the program. */
static alea_status make_from_text(const char *name, const bench_options *options, char out[BENCH_PATH],
                                  alea_error *error)
{
    const bench_text *text = texts;
    while (strcmp(text->name, name) != 0) text++;
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name;
    wasm_byte_vec_t binary;
    snprintf(out, BENCH_PATH, "%s/%.*s.wasm", options->folder, (int)strcspn(file, "."), file);
    wasmtime_error_t *failure = wasmtime_wat2wasm((const char *)text->data, *text->size, &binary);
    if (failure) {
        wasmtime_error_delete(failure);
        return bench_fail(error, ALEA_E_SANDBOX, "The WebAssembly engine does not read %s's text.", name);
    }
    alea_status status = write_data(out, (const unsigned char *)binary.data, binary.size, error);
    wasm_byte_vec_delete(&binary);
    return status;
}

static bool is_text(const char *name)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].name, name) == 0) return true;
    return false;
}

/* bots/… beside the program, and tests/bots/pure/… for pure/… */
static alea_status find_example(const char *name, const bench_options *options, char out[BENCH_PATH],
                                alea_error *error)
{
    const char *slash = strrchr(options->program, '/'),
               *under = strncmp(name, "pure/", 5) == 0 ? "tests/bots" : "bots";
    int folder = slash ? (int)(slash - options->program) : 0;
    int length = snprintf(out, BENCH_PATH, "%.*s/%s/%s", folder, options->program, under, name);
    if (length < BENCH_PATH && access(out, R_OK) == 0) return ALEA_OK;
    return bench_fail(
        error, ALEA_E_UNKNOWN,
        "The bot %s is not there: it is looked for in %s/ beside the program, where `make` puts "
        "it.",
        name, under);
}

alea_status bench_find_bot(const char *name, const bench_options *options, char out[BENCH_PATH],
                           alea_error *error)
{
    return is_text(name) ? make_from_text(name, options, out, error)
                         : find_example(name, options, out, error);
}

static alea_status make_bot(const bench_plan *plan, const char *name, const bench_options *options,
                            char out[BENCH_PATH], alea_error *error)
{
    if (strcmp(name, "table:") == 0) return make_table(plan, options, out, error);
    if (strcmp(name, "mod30.wasm") == 0 || strcmp(name, "random.wasm") == 0)
        return make_component(name, options, out, error);
    if (is_text(name) || strstr(name, ".wasm")) return bench_find_bot(name, options, out, error);
    snprintf(out, BENCH_PATH, "%s", name);
    return ALEA_OK;
}

alea_status bench_bots_make(const bench_plan *plan, const bench_options *options, bench_bots *bots,
                            alea_error *error)
{
    alea_status status = ALEA_OK;
    *bots = (bench_bots){0};
    for (int i = 0; plan->bot[i] && status == ALEA_OK; i++) {
        bots->spec[i] = bots->text[i];
        status = make_bot(plan, plan->bot[i], options, bots->text[i], error);
    }
    return status;
}

alea_status bench_game(const char *game, const bench_options *options, char out[BENCH_PATH],
                       alea_error *error)
{
    if (strcmp(game, "pig-graph.lua") != 0) {
        snprintf(out, BENCH_PATH, "%s", game);
        return ALEA_OK;
    }
    snprintf(out, BENCH_PATH, "%s/%s", options->folder, game);
    return write_data(out, bench_pig_graph, bench_pig_graph_size, error);
}
