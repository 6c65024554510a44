#include "sandbox/wasm_limits.h"
#include "base/assert.h"
#include "base/error.h"
#include "sandbox/inspect.h"
#include "sandbox/messages.h"

#include <inttypes.h>

/* ---- the limits ----

   They hold for files with up to a mebibyte of code. A larger one, such as a component that brings Python or JavaScript along,
   may have as many times more as it has mebibytes of code, but at most `grows` times: what is instantiated does not depend on how
   long a program is, and the memory of the compiler depends on the largest function. */

typedef struct limit_row {
    const char *what;
    uint64_t most;
    uint64_t grows;
} limit_row;

enum { ANY = 1000 }; /* more than a file can have */

static const limit_row limits[ALEA__WASM_LIMITS] = {
    [ALEA__LIMIT_FUNCTIONS] = {"functions", 10000, ANY},
    [ALEA__LIMIT_FUNCTION_BYTES] = {"bytes in one function", 128 << 10, ANY},
    [ALEA__LIMIT_DEPTH] = {"blocks inside each other", 512, ANY},
    [ALEA__LIMIT_LOCALS] = {"local variables in one function", 1000, ANY},
    [ALEA__LIMIT_PARAMETERS] = {"parameters or results of one function", 100, 1},
    [ALEA__LIMIT_WORK] = {"units of work for the compiler, of about a microsecond each", 4000000, ANY},
    [ALEA__LIMIT_FUNCTION_WORK] = {"units of work for the compiler in one function", 900000, 4},
    [ALEA__LIMIT_BRANCHES] = {"branches in its tables of branches", 100000, ANY},
    [ALEA__LIMIT_TYPES] = {"types", 10000, ANY},
    [ALEA__LIMIT_TYPE_SIZE] = {"parts in one type", 10000, 1},
    [ALEA__LIMIT_IMPORTS] = {"imports", 5000, ANY},
    [ALEA__LIMIT_EXPORTS] = {"exports", 10000, ANY},
    [ALEA__LIMIT_TABLE_ENTRIES] = {"entries in one table", ALEA__MOST_TABLE_ENTRIES, 1},
    [ALEA__LIMIT_GLOBALS] = {"global variables, instances included", 10000, ANY},
    [ALEA__LIMIT_SEGMENTS] = {"data and element segments", 10000, ANY},
    [ALEA__LIMIT_NESTING] = {"components inside each other", 16, 1},
    [ALEA__LIMIT_INSTANCES] = {"instances", 1000, 1},
    [ALEA__LIMIT_MEMORIES] = {"memories, instances included", 100, 1},
    [ALEA__LIMIT_TABLES] = {"tables, instances included", 100, 1},
    [ALEA__LIMIT_DEFINITIONS] = {"definitions of its components, instances included", 20000, ANY},
    [ALEA__LIMIT_COPIED] = {"bytes of segments to copy, instances included", 64 << 20, ANY},
};

enum { CODE_UNIT = 1 << 20 };

static uint64_t limits_most(alea__wasm_limit which, uint64_t code)
{
    const uint64_t units = code / CODE_UNIT + (code % CODE_UNIT > 0);
    ALEA_ASSERT(which < ALEA__WASM_LIMITS && limits[which].what);
    const uint64_t times = units < limits[which].grows ? units : limits[which].grows;
    return limits[which].most * (times > 1 ? times : 1);
}

/* ---- the check ---- */

/* Adds what instances take to the sums that are limited. */
static void limits_take_needs(alea__measured *m)
{
    const alea__needs *n = &m->needs;
    alea__measure_sum(&m->most[ALEA__LIMIT_WORK], n->work);
    alea__measure_sum(&m->most[ALEA__LIMIT_DEFINITIONS], n->definitions);
    m->most[ALEA__LIMIT_GLOBALS] = n->globals;
    m->most[ALEA__LIMIT_INSTANCES] = n->instances;
    m->most[ALEA__LIMIT_MEMORIES] = n->memories;
    m->most[ALEA__LIMIT_TABLES] = n->tables;
    m->most[ALEA__LIMIT_COPIED] = n->copied;
}

alea_status alea__wasm_check_limits(const alea__bot_text *file, const alea__bot_interface *asked,
                                    alea__measured *out, alea_error *error)
{
    const unsigned char *data = file->data;
    alea__measuring m = {.start = data, .asked = asked};
    ALEA_ASSERT(file->size >= ALEA__WASM_HEADER);
    if (data[6] == 0)
        alea__measure_module(&m, data, file->size, &m.sum.needs);
    else
        alea__measure_component(&m, data, file->size);
    if (m.no_memory) return alea__out_of_memory(error);
    limits_take_needs(&m.sum);
    m.sum.unread = m.wrong && !m.sum.relaxed;
    *out = m.sum;
    if (m.sum.relaxed) return alea__fail_at(error, ALEA_E_BOT, file->file, 0, SANDBOX_RELAXED);
    for (int b = 0; b < ALEA__WASM_LIMITS; b++) {
        const uint64_t most = limits_most((alea__wasm_limit)b, m.sum.code);
        if (m.sum.most[b] > most)
            return alea__fail_at(error, ALEA_E_BOT, file->file, 0, SANDBOX_LIMIT, m.sum.most[b],
                                 limits[b].what, most);
    }
    if (!m.wrong) return ALEA_OK;
    return alea__fail_at(error, ALEA_E_BOT, file->file, 0, SANDBOX_UNREAD, m.wrong, m.place);
}

uint64_t alea__wasm_memory_beside(const alea__measured *m)
{
    enum { ENTRY = 16 };
    const alea__needs *n = &m->needs;
    const uint64_t entries = m->grows_tables ? n->tables * ALEA__MOST_TABLE_ENTRIES : n->entries;
    const uint64_t bytes = entries * ENTRY + n->bytes;
    return bytes > ALEA__FREE_BYTES ? bytes - ALEA__FREE_BYTES : 0;
}
