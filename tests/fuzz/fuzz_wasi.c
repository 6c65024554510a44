/* Components that import WASI: the input says which of its functions they call, with which numbers and handles. They are refused,
   fail, or answer; the same instance, started again, gives the same answer for the same fuel. Nothing crashes, nothing hangs. */
#include "game/family.h"
#include "support/input.h"
#include "support/sandbox.h"
#include "support/wasi_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wasmtime/wat.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CALLS = 24, ANSWERS = 3, LIST = 65536, LISTED = 9000 };

static alea_game *game;
static alea_sandbox *sandbox;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    if (alea_game_open("hog", &game, NULL) != ALEA_OK) abort();
    sandbox = fuzz_sandbox(2000000, 4 << 20);
    return 0;
}

/* An argument: mostly what fits, sometimes any number. */
static void write_argument(FILE *file, fuzz_input *in, char kind)
{
    static const char *const large[] = {"-1", "0x7fffffff", "65536", "0x80000000"};
    const unsigned how = fuzz_number(in, 32), value = fuzz_number(in, 65536);
    const char *const type = kind == 'l' ? "i64" : "i32";
    if (how == 0)
        fprintf(file, " (%s.const %s)", type, large[value % 4]);
    else if (how == 1)
        fprintf(file, " (%s.const %u)", type, value);
    else if (strchr("oip", kind))
        fprintf(file, " (local.get $%c)", kind);
    else if (kind == 'L')
        fprintf(file, " (i32.const %u)", LIST + value % 64 * 4);
    else if (kind == 'N')
        fprintf(file, " (i32.const %u)", value % (how < 16 ? 16 : LISTED));
    else if (kind == 'a')
        fprintf(file, " (i32.const %u)", 64 + value % 500 * 8);
    else
        fprintf(file, " (%s.const %u)", type, value % (how < 16 ? 2 : 4096));
}

/* Handles are there from the start, also as a list. */
static const char first_handles[] =
    "(local.set $o (call $get-stdout)) (local.set $i (call $get-stdin)) (local.set $p (call "
    "$output-subscribe (local.get $o)))\n"
    "(local.set $n (i32.const 36000))"
    "(loop $list (local.set $n (i32.sub (local.get $n) (i32.const 4)))"
    "  (i32.store offset=65536 (local.get $n) (local.get $p)) (br_if $list (local.get $n)))\n"
    "(local.set $n (i32.const 40000))\n";

/* Some calls are repeated until the fuel ends. */
static void write_calls(FILE *file, fuzz_input *in)
{
    fputs(first_handles, file);
    for (unsigned i = 1 + fuzz_number(in, CALLS); i > 0; i--) {
        const wasi_function *f = &wasi_functions[fuzz_number(in, WASI_FUNCTIONS)];
        const bool repeat = fuzz_number(in, 16) == 1;
        if (repeat) fprintf(file, "(loop $again%u\n", i);
        if (f->returns) fprintf(file, "(local.set $%c ", f->returns);
        fprintf(file, "(call $%s", f->name);
        for (const char *kind = f->parameters; *kind; kind++) write_argument(file, in, *kind);
        fprintf(file, f->returns ? "))\n" : ")\n");
        if (repeat)
            fprintf(file, "(br_if $again%u (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))\n", i);
    }
}

/* The answer adds up the results of the calls. */
static const char answer[] =
    "(local.set $n (i32.const 64))"
    "(loop $sum (local.set $b (i32.add (i32.mul (local.get $b) (i32.const 31)) (i32.load (local.get $n))))"
    "  (local.set $n (i32.add (local.get $n) (i32.const 4))) (br_if $sum (i32.lt_u (local.get $n) (i32.const "
    "4096))))"
    "(i32.rem_u (local.get $b) (i32.const 11))";

static char *write_component(fuzz_input *in, size_t *size)
{
    char *text;
    FILE *file = open_memstream(&text, size);
    fprintf(file, "(component %s", wasi_imports);
    fprintf(file, "(core module $Store (memory (export \"memory\") 9 32) (func (export \"realloc\") (param "
                  "i32 i32 i32 i32)"
                  "(result i32) (i32.const 1024)))(core instance $store (instantiate $Store))\n");
    for (int i = 0; i < WASI_FUNCTIONS; i++) {
        const wasi_function *f = &wasi_functions[i];
        fprintf(file,
                "(core func $%s (canon lower (func $%s \"%s\") (memory (core memory $store \"memory\"))",
                f->name, f->instance, f->function);
        fprintf(file, " (realloc (core func $store \"realloc\"))))\n");
    }
    fprintf(file, "(core module $Bot (import \"s\" \"memory\" (memory 9))\n");
    for (int i = 0; i < WASI_FUNCTIONS; i++) {
        const wasi_function *f = &wasi_functions[i];
        fprintf(file, "(import \"w\" \"%s\" (func $%s (param", f->name, f->name);
        for (const char *kind = f->parameters; *kind; kind++) fprintf(file, *kind == 'l' ? " i64" : " i32");
        fprintf(file, ")%s))\n", f->returns ? " (result i32)" : "");
    }
    fprintf(file, "(func (export \"ask\") (param $own i32) (param $other i32) (result i32)"
                  "(local $o i32) (local $i i32) (local $p i32) (local $b i32) (local $n i32)\n");
    write_calls(file, in);
    fprintf(
        file,
        "%s))\n(core instance $bot (instantiate $Bot (with \"s\" (instance $store)) (with \"w\" (instance",
        answer);
    for (int i = 0; i < WASI_FUNCTIONS; i++)
        fprintf(file, " (export \"%s\" (func $%s))", wasi_functions[i].name, wasi_functions[i].name);
    fprintf(file, "))))\n(func $f (param \"score\" u32) (param \"opponent-score\" u32) (result u32)"
                  "(canon lift (core func $bot \"ask\")))\n"
                  "(instance $i (export \"final-strategy\" (func $f))) (export \"hog:player/strategy@0.1.0\" "
                  "(instance $i)))\n");
    fclose(file);
    return text;
}

/* The decisions of a fresh instance in its first states. */
static void ask(alea_bot *bot, alea__decision out[ANSWERS])
{
    alea__instance *instance;
    alea_state state;
    bool sampled;
    memset(out, 0, ANSWERS * sizeof *out);
    if (bot->ops->start(bot, &(alea__instance_id){.seed = 1}, &instance, NULL) != ALEA_OK) return;
    for (uint64_t n = 0; n < ANSWERS; n++) {
        if (!game->family->text->sample_state(game->rules, n * 4321, &state, &sampled)) break;
        bot->ops->decide(instance, &state, &out[n]);
        if (out[n].failure != ALEA_NO_FAILURE) break;
    }
    bot->ops->end(instance);
}

static void compare(const alea__decision *a, const alea__decision *b)
{
    for (int n = 0; n < ANSWERS; n++) {
        if (a[n].failure != ALEA_NO_FAILURE && a[n].text[0] == 0) abort();
        if (a[n].failure != b[n].failure || a[n].move != b[n].move || a[n].fuel != b[n].fuel) {
            fprintf(stderr, "answer %d: %d and %d, move %u and %u, fuel %llu and %llu\n", n,
                    (int)a[n].failure, (int)b[n].failure, (unsigned)a[n].move, (unsigned)b[n].move,
                    (unsigned long long)a[n].fuel, (unsigned long long)b[n].fuel);
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_input_of(data, size);
    size_t length;
    char *text = write_component(&in, &length);
    wasm_byte_vec_t binary;
    alea_bot *bot;
    alea_error error = {0};
    alea__decision first[ANSWERS], second[ANSWERS];
    if (wasmtime_wat2wasm(text, length, &binary)) abort();
    free(text);
    if (fuzz_open_wasm(sandbox, game, binary.data, binary.size, &bot, &error) != ALEA_OK) {
        fprintf(stderr, "%s\n", error.message); /* every import is alea's to define */
        abort();
    }
    ask(bot, first);
    ask(bot, second);
    compare(first, second);
    alea_bot_free(bot);
    wasm_byte_vec_delete(&binary);
    return 0;
}
