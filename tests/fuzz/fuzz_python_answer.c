/* The possible answers of a strategy that has taken over its Python: Python is replaced by a component that answers with
   the bytes of its source. For any bytes the result is a complete table of legal moves or a failure with a sentence, and
   names and printed text keep their limits. */
#include "sandbox/python.h"
#include "support/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wasmtime/wat.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The source comes to the address SOURCE; it begins with the answer as the Canonical ABI lays it out: a byte that says whether
   it is an error, and at 4, 8, … the address and the size of each of three texts. */
enum { SOURCE = 1024, ANSWER = 28, LONGEST = 60000, SIDE = 4, MOST = 10 };

static const char forger[] =
    "(component (core module $M (memory (export \"memory\") 2)\n"
    "  (func (export \"realloc\") (param i32 i32 i32 i32) (result i32) (i32.const 1024))\n"
    "  (func (export \"tabulate\") (param i32 i32 i32 i32 i32) (result i32) (local.get 0)))\n"
    "(core instance $m (instantiate $M))\n"
    "(type $t' (record (field \"name\" string) (field \"moves\" string) (field \"printed\" string)))\n"
    "(type $f' (record (field \"what\" string) (field \"text\" string) (field \"printed\" string)))\n"
    "(export $t \"table\" (type $t')) (export $f \"fault\" (type $f'))\n"
    "(func (export \"tabulate\") (param \"source\" (list u8)) (param \"side\" u32) (param \"most\" u32) "
    "(param \"order\" u32)\n"
    "  (result (result $t (error $f))) (canon lift (core func $m \"tabulate\") (memory (core memory $m "
    "\"memory\"))\n"
    "  (realloc (core func $m \"realloc\")))))";

static alea_sandbox *sandbox;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    char path[] = "/tmp/alea-forger-XXXXXX";
    wasm_byte_vec_t component;
    if (wasmtime_wat2wasm(forger, sizeof forger - 1, &component)) abort();
    FILE *file = fdopen(mkstemp(path), "w");
    if (!file || fwrite(component.data, 1, component.size, file) != component.size || fclose(file) != 0)
        abort();
    wasm_byte_vec_delete(&component);
    alea_sandbox_options options = ALEA_SANDBOX_OPTIONS_INIT;
    options.python = path;
    options.no_isolation = true;
    if (alea_sandbox_open(&options, &sandbox, NULL) != ALEA_OK) abort();
    LLVMFuzzerTestOneInput(NULL, 0); /* reads the component, whose file is no longer needed */
    unlink(path);
    return 0;
}

static void put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(word >> 8 * i);
}

/* Writes a text behind the source's end: any bytes, a long run, a table of moves, or a word that the real Python answers with.
   Returns its size. */
static size_t put_text(fuzz_input *in, unsigned char *at)
{
    static const char *const words[] = {"syntax", "error", "name", "function", "answer", "trap", "fuel", ""};
    const unsigned how = fuzz_number(in, 8);
    size_t size = how == 0 ? fuzz_number(in, 16384) : how < 4 ? (size_t)SIDE * SIDE : fuzz_number(in, 64);
    if (how == 7) {
        const char *word = words[fuzz_number(in, 8)];
        memcpy(at, word, strlen(word));
        return strlen(word);
    }
    for (size_t i = 0; i < size; i++) {
        const unsigned byte = how == 0 ? 'x' : fuzz_number(in, 256);
        at[i] = (unsigned char)(how < 4 && how > 0 ? byte % (MOST + 2) : how == 4 ? byte : byte & 0x7F);
    }
    return size;
}

/* The source of a forged answer; its size. */
static size_t forge(fuzz_input *in, unsigned char *source)
{
    size_t end = ANSWER;
    memset(source, 0, ANSWER);
    source[0] = (unsigned char)(fuzz_number(in, 16) == 1 ? fuzz_number(in, 256) : fuzz_number(in, 2));
    for (int text = 0; text < 3; text++) {
        const size_t size = put_text(in, source + end);
        const bool lies = fuzz_number(in, 32) == 1;
        put_word(source + 4 + 8 * text, lies ? fuzz_number(in, 65536) * 65521 : (uint32_t)(SOURCE + end));
        put_word(source + 8 + 8 * text,
                 fuzz_number(in, 64) == 1 ? fuzz_number(in, 65536) * 4099 : (uint32_t)size);
        end += size;
    }
    return end;
}

static void check_text(const char *text, size_t most)
{
    if (text && strlen(text) > 4 * most) abort(); /* a zero byte is shown as four characters */
}

static void check(const alea__tabulated *t)
{
    check_text(t->name, 4 * 200);
    check_text(t->printed, 4 * 4000);
    if (t->moves) {
        for (int i = 0; i < SIDE * SIDE; i++)
            if (t->moves[i] > MOST) abort();
        if (t->failure_kind[0] != 0) abort();
        return;
    }
    if (t->failure_kind[0] == 0 || t->text[0] == 0) abort();
    for (const char *c = t->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned char source[LONGEST];
    fuzz_input in = fuzz_input_of(data, size);
    alea_error error = {0};
    alea__tabulated answer;
    alea__python_job job = {.source = source, .side = SIDE, .most = MOST};
    job.size = forge(&in, source);
    if (job.size > LONGEST) abort();
    if (alea__python_tabulate(sandbox, &job, &answer, &error) != ALEA_OK) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
    check(&answer);
    alea__tabulated_clear(&answer);
    return 0;
}
