/* Modules and components of every shape that a bot may have, made by a grammar: optional functions, memories, state, components
   around components. Each opens as a bot or is refused, the engine takes every composition with it, and a block that is clean
   holds the games of the step path. */
#include "support/arena_match.h"
#include "support/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wasmtime/wat.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define STRATEGY "pig-pen:player/strategy@0.1.0"
enum { DEEP = 6, NESTED = 4 };

static fuzz_arena arena;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    fuzz_arena_open(&arena);
    return 0;
}

/* ---- the module's code ---- */

/* A number from the score, the list of the others' scores, earlier questions, and the memory. */
static void write_number(FILE *file, fuzz_input *in, int depth)
{
    static const char *const of_two[] = {"add", "sub", "mul", "xor", "lt_u", "ge_s", "rem_u", "shr_u"};
    static const char *const leaves[] = {
        "(local.get 0)",   "(local.get 2)", "(i32.load (local.get 1))",
        "(global.get $n)", "(memory.size)", "(i32.load offset=8 (i32.const 1024))"};
    const unsigned how = fuzz_number(in, 12);
    if (depth == 0 || how < 5)
        fputs(leaves[fuzz_number(in, sizeof leaves / sizeof *leaves)], file);
    else if (how < 7)
        fprintf(file, "(i32.const %u)",
                fuzz_number(in, 4) ? fuzz_number(in, 64) : fuzz_number(in, 65536) * 65537);
    else if (how == 7)
        fprintf(file, "(memory.grow (i32.const %u))", fuzz_number(in, 4));
    else {
        fprintf(file, "(i32.%s ", of_two[fuzz_number(in, 8)]);
        write_number(file, in, depth - 1);
        fputc(' ', file);
        write_number(file, in, depth - 1);
        fputc(')', file);
    }
}

/* A loop of few or very many rounds, a trap at some question, or nothing. */
static void write_trouble(FILE *file, fuzz_input *in)
{
    switch (fuzz_number(in, 8)) {
    case 0:
        fprintf(file, "(if (i32.eq (global.get $n) (i32.const %u)) (then unreachable))", fuzz_number(in, 32));
        break;
    case 1:
        fprintf(file,
                "(local.set 3 (i32.const %u)) (loop (br_if 0 (local.tee 3 (i32.sub (local.get 3) (i32.const "
                "1)))))",
                1 + fuzz_number(in, 4096));
        break;
    case 2: fputs("(i32.store offset=8 (i32.const 1024) (local.get 0))", file); break;
    default: break;
    }
}

static void write_question(FILE *file, fuzz_input *in, const char *name)
{
    fprintf(file, "(func (export \"%s\") (param i32 i32 i32) (result i32) (local i32)\n", name);
    fputs("(global.set $n (i32.add (global.get $n) (i32.const 1))) ", file);
    write_trouble(file, in);
    fputs("(i32.and (i32.lt_u (local.get 0) (i32.const 120)) (i32.ne (i32.const 0) (i32.rem_u ", file);
    write_number(file, in, DEEP);
    fprintf(file, " (i32.const %u)))))\n", 2 + fuzz_number(in, 8));
}

/* ---- other parts of a module ---- */

static void write_realloc(FILE *file, fuzz_input *in, bool needed)
{
    static const char *const bodies[] = {
        "(i32.const 4096)",
        "(i32.const 8)",
        "(i32.const 3)",
        "(i32.const -4)",
        "(unreachable)",
        "(i32.mul (i32.const 65536) (memory.grow (i32.const 1)))",
        "(global.set $n (i32.add (global.get $n) (i32.const 1))) (i32.const 2048)"};
    const unsigned kind = fuzz_number(in, 12);
    if (kind >= 7 && !needed) return;
    fprintf(file, "(func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) %s)\n",
            bodies[kind >= 7 ? 0 : kind]);
}

static void write_optional(FILE *file, fuzz_input *in)
{
    const unsigned which = fuzz_number(in, 256);
    if (which & 1) fputs("(func (export \"_initialize\") (global.set $n (i32.const 7)))\n", file);
    if (which & 2)
        fputs("(func (export \"cabi_post_pig-pen:player/strategy@0.1.0#should-roll\") (param i32)"
              " (global.set $n (i32.add (global.get $n) (i32.const 3))))\n",
              file);
    if (which & 4) fputs("(func $start (global.set $n (i32.const 5))) (start $start)\n", file);
    if (which & 8) fputs("(table 10 20 funcref) (elem (i32.const 0) func)\n", file);
    if (which & 16)
        fprintf(file, "(data (i32.const %u) \"abcdefgh\")\n", fuzz_number(in, 65536) * (which & 32 ? 2 : 1));
    if (which & 64)
        fputs("(func (export \"play\")) (func (export \"bot0\")) (global (export \"memory2\") i32 (i32.const "
              "1))\n",
              file);
}

/* In a component the module is nested, and its functions are found by their plain names. */
static void write_module(FILE *file, fuzz_input *in, bool nested)
{
    const unsigned least = fuzz_number(in, 4), most = fuzz_number(in, 20);
    fputs(nested ? "(core module $M\n" : "(module\n", file);
    if (!nested && fuzz_number(in, 8) == 1)
        fputs("(import \"env\" \"abort\" (func (param i32 i32 i32 i32)))\n", file);
    fprintf(file, "(memory (export \"memory\") %u", least);
    if (most > 0) fprintf(file, " %u", least + most);
    fputs(")(global $n (mut i32) (i32.const 0))\n", file);
    write_question(file, in, nested ? "ask" : fuzz_number(in, 2) ? "should_roll" : STRATEGY "#should-roll");
    write_realloc(file, in, nested);
    write_optional(file, in);
    fputs(")\n", file);
}

/* ---- components ---- */

static void write_instances(FILE *file, fuzz_input *in, const char *core, const char *of)
{
    for (unsigned i = fuzz_number(in, 4); i > 0; i--)
        fprintf(file, "(%sinstance (instantiate %s))\n", core, of);
}

/* A component that lifts a module's function. */
static void write_lifted(FILE *file, fuzz_input *in)
{
    write_module(file, in, true);
    write_instances(file, in, "core ", "$M");
    fputs("(core instance $m (instantiate $M))\n"
          "(func $f (param \"own-score\" u32) (param \"other-scores\" (list u32)) (result bool) (canon lift "
          "(core func $m \"ask\")"
          " (memory (core memory $m \"memory\")) (realloc (core func $m \"cabi_realloc\"))))\n"
          "(instance $s (export \"should-roll\" (func $f))) (export \"" STRATEGY "\" (instance $s))\n",
          file);
}

/* A component around a component, `depth` deep, each with some unused instances. */
static void write_component(FILE *file, fuzz_input *in, const char *name, unsigned depth)
{
    fprintf(file, "(component %s\n", name);
    if (depth == 0)
        write_lifted(file, in);
    else {
        write_component(file, in, "$c", depth - 1);
        write_instances(file, in, "", "$c");
        fputs("(instance $i (instantiate $c)) (alias export $i \"" STRATEGY
              "\" (instance $s)) (export \"" STRATEGY "\" (instance $s))\n",
              file);
    }
    fputs(")\n", file);
}

static char *write_bot(fuzz_input *in, size_t *size)
{
    char *text;
    FILE *file = open_memstream(&text, size);
    if (fuzz_number(in, 2))
        write_module(file, in, false);
    else
        write_component(file, in, "", fuzz_number(in, NESTED));
    fclose(file);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_input_of(data, size);
    size_t length;
    wasm_byte_vec_t binary;
    alea_bot *bot;
    alea_error error = {0};
    const unsigned who = fuzz_number(&in, 256);
    char *text = write_bot(&in, &length);
    wasmtime_error_t *failure = wasmtime_wat2wasm(text, length, &binary);
    if (failure) {
        fprintf(stderr, "the grammar makes no WebAssembly:\n%s\n", text);
        abort();
    }
    free(text);
    const alea_status status =
        fuzz_open_wasm(arena.sandbox, arena.game, binary.data, binary.size, &bot, &error);
    if (status == ALEA_OK) {
        fuzz_arena_compare(&arena, bot, who);
        alea_bot_free(bot);
    } else if (status != ALEA_E_BOT || error.message[0] == 0 || strchr(error.message, '\n')) {
        abort();
    }
    wasm_byte_vec_delete(&binary);
    return 0;
}
