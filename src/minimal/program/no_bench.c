/* In the place of cli/cmd_bench.c, whose textbook programs call wasmtime. */
#include "cli/cli.h"
#include "minimal/messages.h"

typedef struct no_bench_args {
    cmd_words names;
} no_bench_args;

static const cmd_operand no_bench_operands[] = {{NULL, CMD_WORDS(no_bench_args, names)}, {0}};

static int no_bench_main(void *args)
{
    (void)args;
    return cmd_complain(CMD_USAGE, MINIMAL_NO_BENCH);
}

const cmd_table cli_bench = {
    .name = "bench",
    .summary = "(not in this build) measures how fast alea is",
    .words = "[NAME...]",
    .about =
        "Measures how fast alea is, compared with textbook programs. This build cannot: it was made without "
        "wasmtime, which some of them call.",
    .operands = no_bench_operands,
    .size = sizeof(no_bench_args),
    .run = no_bench_main,
};
