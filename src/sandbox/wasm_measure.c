/* The sums of wasm_limits.h. */
#include "base/assert.h"
#include "sandbox/wasm_limits.h"

void alea__measure_wrong(alea__measuring *m, const alea__wasm_reader *r, const char *why)
{
    ALEA_ASSERT(why);
    if (m->wrong) return;
    m->wrong = why;
    m->place = (size_t)(r->at - m->start);
}

void alea__measure_sum(uint64_t *sum, uint64_t more)
{
    const uint64_t most = UINT64_MAX / 4;
    *sum = *sum >= most || more > most - *sum ? most : *sum + more;
}

void alea__measure_add(alea__measuring *m, alea__wasm_limit which, uint64_t more)
{
    alea__measure_sum(&m->sum.most[which], more);
}

void alea__measure_most(alea__measuring *m, alea__wasm_limit which, uint64_t value)
{
    if (value > m->sum.most[which]) m->sum.most[which] = value;
}

void alea__needs_add(alea__needs *to, const alea__needs *more)
{
    alea__measure_sum(&to->instances, more->instances);
    alea__measure_sum(&to->memories, more->memories);
    alea__measure_sum(&to->tables, more->tables);
    alea__measure_sum(&to->globals, more->globals);
    alea__measure_sum(&to->definitions, more->definitions);
    alea__measure_sum(&to->work, more->work);
    alea__measure_sum(&to->copied, more->copied);
    alea__measure_sum(&to->entries, more->entries);
    alea__measure_sum(&to->code, more->code);
    alea__measure_sum(&to->bytes, more->bytes);
}
