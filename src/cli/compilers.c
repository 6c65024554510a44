#include "cli/compilers.h"
#include "base/assert.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = sizeof((cli_tool *)0)->argv / sizeof(char *) - 2 };

/* `arguments` end in NULL. */
static void compiler_set_arguments(cli_tool *t, const char *const *arguments)
{
    int i = 0;
    t->argv[0] = t->program;
    for (; arguments[i] && i < MOST_ARGUMENTS; i++) t->argv[i + 1] = arguments[i];
    ALEA_ASSERT(!arguments[i]);
    t->argv[i + 1] = NULL;
}

/* C. clang may lack the wasm32 target or the linker; compiling and linking an empty file shows it. */
static bool compiler_c(const cli_build *b, cli_tool *t)
{
    if (!cli_find_program("clang-19", t->program) && !cli_find_program("clang", t->program)) return false;
    const char *arguments[] = {"--target=wasm32",
                               "-O2",
                               "-nostdlib",
                               "-Wl,--no-entry",
                               "-Wl,--export-if-defined=should_roll",
                               "-Wl,--export-if-defined=final_strategy",
                               "-o",
                               b->made,
                               "-x",
                               "c",
                               "/dev/null",
                               NULL};
    enum { SOURCE = 8 };
    compiler_set_arguments(t, arguments);
    if (cli_run_program(t->argv, true) != 0) return false;
    arguments[SOURCE] = b->source;
    arguments[SOURCE + 1] = NULL;
    compiler_set_arguments(t, arguments);
    return true;
}

/* Whether this rustc compiles an empty file to a WebAssembly module. If so, sets the command line for the bot. Cargo is
   never run, because the build script of a stranger would be native code. */
static bool compiler_try_rustc(const cli_build *b, cli_tool *t)
{
    const char *arguments[] = {"--edition=2021",
                               "--crate-name=bot",
                               "--crate-type=cdylib",
                               "--target=wasm32-unknown-unknown",
                               "-O",
                               "-Cpanic=abort",
                               "-Cstrip=symbols",
                               "-o",
                               b->made,
                               "/dev/null",
                               NULL};
    enum { SOURCE = 9 };
    compiler_set_arguments(t, arguments);
    if (cli_run_program(t->argv, true) != 0) return false;
    arguments[SOURCE] = b->source;
    compiler_set_arguments(t, arguments);
    return true;
}

/* Rust, one file by rustc: the first in $PATH, else Debian's. */
static bool compiler_rust(const cli_build *b, cli_tool *t)
{
    if (cli_find_program("rustc", t->program) && compiler_try_rustc(b, t)) return true;
    snprintf(t->program, sizeof t->program, "/usr/bin/rustc");
    return access(t->program, X_OK) == 0 && compiler_try_rustc(b, t);
}

/* Zig, as a program or as the Python module ziglang. */
static bool compiler_zig(const cli_build *b, cli_tool *t)
{
    snprintf(t->text[0], sizeof t->text[0], "-femit-bin=%s", b->made);
    snprintf(t->text[1], sizeof t->text[1], "%s/cache", b->folder);
    const char *const arguments[] = {"-m",         "ziglang",
                                     "build-exe",  b->source,
                                     "-target",    "wasm32-freestanding",
                                     "-O",         "ReleaseSmall",
                                     "-fno-entry", "-rdynamic",
                                     t->text[0],   "--cache-dir",
                                     t->text[1],   NULL};
    if (cli_find_program("zig", t->program)) {
        compiler_set_arguments(t, arguments + 2);
        return true;
    }
    if (!cli_find_program("python3", t->program)) return false;
    compiler_set_arguments(t, (const char *const[]){"-m", "ziglang", "version", NULL});
    if (cli_run_program(t->argv, true) != 0) return false;
    compiler_set_arguments(t, arguments);
    return true;
}

static bool compiler_assemblyscript(const cli_build *b, cli_tool *t)
{
    if (!cli_find_program("asc", t->program)) return false;
    compiler_set_arguments(t,
                           (const char *const[]){b->source, "-O", "--runtime", "stub", "-o", b->made, NULL});
    return true;
}

/* The original interface, which componentize-py needs as a file. */
static bool compiler_write_interface(const char *path)
{
    static const char text[] = "package pig-pen:player@0.1.0;\n"
                               "interface strategy {\n"
                               "    should-roll: func(own-score: u32, other-scores: list<u32>) -> bool;\n"
                               "}\n"
                               "world player { export strategy; }\n";
    FILE *file = fopen(path, "w");
    if (!file) return false;
    bool written = fputs(text, file) != EOF;
    return fclose(file) == 0 && written;
}

extern const unsigned char cli_fixed_random_so[]; /* tools/fixed-random.c */
extern const size_t cli_fixed_random_so_size;

/* Sets LD_PRELOAD for componentize-py to a library that makes repeated builds of a file identical. The library is an open
   file without a name, inherited by programs, because a preloaded name may not contain spaces. On failure returns false and
   sets errno. */
static bool compiler_set_preload(char *out, size_t size)
{
    static int library = -1; /* for all that is built */
    if (library < 0) {
        const int file = memfd_create("alea-fixed-random", 0);
        const size_t length = cli_fixed_random_so_size;
        if (file < 0) return false;
        if (write(file, cli_fixed_random_so, length) != (ssize_t)length) {
            close(file);
            return false;
        }
        library = file;
    }
    snprintf(out, size, "LD_PRELOAD=/proc/self/fd/%d", library);
    return true;
}

/* Python. The module is the file's name without its ending; it is looked for in the file's folder. */
static bool compiler_python(const cli_build *b, cli_tool *t)
{
    const char *slash = strrchr(b->source, '/'), *name = slash ? slash + 1 : b->source;
    snprintf(t->text[0], sizeof t->text[0], "%.*s", (int)(strlen(name) - strlen(".py")), name);
    snprintf(t->text[1], sizeof t->text[1], "%.*s", slash ? (int)(slash - b->source) + 1 : 1,
             slash ? b->source : ".");
    snprintf(t->text[2], sizeof t->text[2], "%s/strategy.wit", b->folder);
    if (!cli_find_program("componentize-py", t->tool) || !compiler_write_interface(t->text[2]) ||
        !compiler_set_preload(t->text[3], sizeof t->text[3]) || !cli_find_program("env", t->program))
        return false;
    compiler_set_arguments(t, (const char *const[]){t->text[3], t->tool, "-q", "-d", t->text[2], "-w",
                                                    "player", "componentize", t->text[0], "-p", t->text[1],
                                                    "-o", b->made, NULL});
    return true;
}

static const cli_compiler compilers[] = {
    {".c", "C", "clang with the wasm32 target and wasm-ld are needed (Debian: apt install clang-19 lld-19)",
     "clang-19 --target=wasm32 -O2 -nostdlib -Wl,--no-entry -Wl,--export-if-defined=should_roll -o FILE.wasm "
     "FILE.c",
     "__attribute__((export_name(\"should_roll\")))\n"
     "  int should_roll(unsigned own, const unsigned *others, unsigned count)",
     false, compiler_c},
    {".rs", "Rust",
     "rustc with the target wasm32-unknown-unknown is needed (Debian: apt install rustc "
     "libstd-rust-dev-wasm32 lld-14; or rustup target add wasm32-unknown-unknown)",
     "rustc --crate-type cdylib --target wasm32-unknown-unknown -O -C panic=abort -o FILE.wasm FILE.rs",
     "#[no_mangle]\n  pub extern \"C\" fn should_roll(own: u32, others: *const u32, count: usize) -> bool",
     false, compiler_rust},
    {".zig", "Zig", "zig is needed (python3 -m venv tools && tools/bin/pip install ziglang)",
     "zig build-exe FILE.zig -target wasm32-freestanding -O ReleaseSmall -fno-entry -rdynamic",
     "export fn should_roll(own: u32, others: [*]const u32, count: u32) bool", false, compiler_zig},
    {".ts", "AssemblyScript", "asc is needed (npm install assemblyscript)",
     "asc FILE.ts -O --runtime stub -o FILE.wasm",
     "export function should_roll(own: u32, others: usize, count: u32): bool", false,
     compiler_assemblyscript},
    {".py", "Python",
     "componentize-py is needed (python3 -m venv tools && tools/bin/pip install componentize-py, then put "
     "tools/bin into PATH)",
     "componentize-py -d wit -w player componentize FILE -o FILE.wasm",
     "from wit_world import exports\n\n  class Strategy(exports.Strategy):\n"
     "      def should_roll(self, own_score: int, other_scores: list[int]) -> bool:",
     true, compiler_python},
};

const cli_compiler *cli_compiler_for(const char *source)
{
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
        if (cmd_ends_with(source, compilers[i].ending)) return &compilers[i];
    return NULL;
}
