/* Arrays of all positions: made from tables, and written as CSV, NumPy's format and HDF5. */
#include "value/arrays.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "value/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- making ---- */

size_t alea__arrays_count(const alea__arrays *a)
{
    return (size_t)a->side * a->side * a->side * a->memories;
}

alea_status alea__arrays_make(const alea_game *game, bool values, alea_arrays **out, alea_error *error)
{
    const struct alea__solver_ops *solver = game->family->solver;
    alea__arrays shape;
    if (!solver || !solver->arrays)
        return alea__fail(error, ALEA_E_REFUSED, VALUE_NO_ARRAYS, game->family->name);
    alea_status status = solver->arrays->shape(game->rules, &shape, error);
    if (status != ALEA_OK) return status;
    alea_arrays *made = alea__alloc(sizeof *made);
    if (!made) return alea__out_of_memory(error);
    const size_t count = alea__arrays_count(&shape);
    const bool fits = (uint64_t)shape.side * shape.side * shape.side * shape.memories == count;
    *made = (alea_arrays){.array = shape};
    if (fits) made->array.roll = alea__alloc_array(count, 1);
    if (fits && values) made->array.value = alea__alloc_array(count, sizeof *made->array.value);
    if (!made->array.roll || (values && !made->array.value)) {
        alea_arrays_free(made);
        return alea__out_of_memory(error);
    }
    memset(made->array.roll, 0, count);
    for (size_t i = 0; values && i < count; i++) made->array.value[i] = 0;
    *out = made;
    return ALEA_OK;
}

void alea_arrays_free(alea_arrays *arrays)
{
    if (!arrays) return;
    alea__free(arrays->array.value);
    alea__free(arrays->array.roll);
    alea__free(arrays);
}

alea_status alea_table_arrays(const alea_table *table, alea_arrays **out, alea_error *error)
{
    alea_table_facts facts;
    const alea_game *game = alea_table_game(table);
    alea_table_get_facts(table, &facts);
    alea_status status = alea__arrays_make(game, true, out, error);
    if (status != ALEA_OK) return status;
    if (!facts.complete || facts.against || facts.samples > 0 || facts.objective != ALEA_WIN) {
        alea_arrays_free(*out);
        *out = NULL;
        return alea__fail(error, ALEA_E_REFUSED, VALUE_ARRAYS_TABLE);
    }
    game->family->solver->arrays->fill(game->rules, alea__table_values(table), &(*out)->array);
    return ALEA_OK;
}

/* ---- base cases ---- */

/* Fills the wider arrays from `from`, in the order of the indices. Adds the positions whose value is known directly: a
   player with the goal in hand has won, and a player whose opponent has banked it has lost. */
static void arrays_widen(const alea__arrays *from, alea__arrays *to)
{
    size_t at = 0;
    for (uint32_t own = 0; own < to->side; own++)
        for (uint32_t other = 0; other < to->side; other++)
            for (uint32_t turn = 0; turn < to->side; turn++)
                for (uint32_t memory = 0; memory < to->memories; memory++, at++) {
                    const bool won = own + turn >= from->goal, known = won || other >= from->goal;
                    const size_t old =
                        (((size_t)own * from->side + other) * from->side + turn) * from->memories + memory;
                    to->roll[at] = known ? 0 : from->roll[old];
                    if (to->value) to->value[at] = known ? won : from->value[old];
                }
    ALEA_ASSERT(at == alea__arrays_count(to));
}

alea_status alea_arrays_add_base_cases(alea_arrays *arrays, alea_error *error)
{
    alea__arrays *a = &arrays->array, wide = {.goal = a->goal, .side = a->goal + 1, .memories = a->memories};
    const size_t count = alea__arrays_count(&wide);
    if (a->side == wide.side) return ALEA_OK;
    wide.roll = alea__alloc_bare(count, 1);
    if (a->value) wide.value = alea__alloc_bare(count, sizeof *wide.value);
    if (!wide.roll || (a->value && !wide.value)) {
        alea__free(wide.roll);
        alea__free(wide.value);
        return alea__out_of_memory(error);
    }
    arrays_widen(a, &wide);
    alea__free(a->roll);
    alea__free(a->value);
    *a = wide;
    return ALEA_OK;
}

/* ---- writing ---- */

void alea_arrays_shape(const alea_arrays *arrays, char *out, size_t size)
{
    const alea__arrays *a = &arrays->array;
    const unsigned side = (unsigned)a->side;
    if (a->memories > 1)
        snprintf(out, size, "[i][j][k][memory], %u x %u x %u x %u", side, side, side, (unsigned)a->memories);
    else
        snprintf(out, size, "[i][j][k], %u x %u x %u", side, side, side);
}

unsigned alea_arrays_extent(const alea_arrays *arrays, size_t extent[4])
{
    const alea__arrays *a = &arrays->array;
    extent[0] = extent[1] = extent[2] = a->side;
    extent[3] = a->memories;
    return a->memories > 1 ? 4 : 3;
}

const double *alea_arrays_values(const alea_arrays *arrays)
{
    return arrays->array.value;
}

const unsigned char *alea_arrays_roll(const alea_arrays *arrays)
{
    return arrays->array.roll;
}

/* A line for each position before the goal, or with base cases for all, in the order of the indices. */
static void arrays_print_csv(const alea__arrays *a, bool values, FILE *out)
{
    size_t at = 0;
    char value[32] = "";
    fprintf(out, "i,j,k,%s%sroll\n", a->memories > 1 ? "memory," : "", values ? "value," : "");
    for (uint32_t own = 0; own < a->side; own++)
        for (uint32_t other = 0; other < a->side; other++)
            for (uint32_t turn = 0; turn < a->side; turn++)
                for (uint32_t memory = 0; memory < a->memories; memory++, at++) {
                    if (a->side == a->goal && own + turn >= a->goal) continue;
                    fprintf(out, "%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", own, other, turn);
                    if (a->memories > 1) fprintf(out, "%" PRIu32 ",", memory);
                    if (values) alea__print(value, sizeof value, "%.17g,", a->value[at]);
                    fprintf(out, "%s%d\n", value, a->roll[at]);
                }
    ALEA_ASSERT(at == alea__arrays_count(a));
}

/* Format version 1.0: magic, the length of the header in two bytes, and a Python literal padded with spaces so that the
   data begin at a multiple of 64. Doubles have this machine's byte order, which the header gives. */
static void arrays_print_npy(const alea__arrays *a, bool values, FILE *out)
{
    enum { BEFORE = 10, HEADER = 128 };
    char literal[HEADER - BEFORE + 1], memories[16] = "";
    const char *number = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "<f8" : ">f8";
    if (a->memories > 1) snprintf(memories, sizeof memories, ", %u", (unsigned)a->memories);
    snprintf(literal, sizeof literal, "{'descr': '%s', 'fortran_order': False, 'shape': (%u, %u, %u%s), }",
             values ? number : "|b1", (unsigned)a->side, (unsigned)a->side, (unsigned)a->side, memories);
    fwrite("\x93NUMPY\x01\x00", 1, 8, out);
    fputc(HEADER - BEFORE, out);
    fputc(0, out);
    fprintf(out, "%-*s\n", HEADER - BEFORE - 1, literal);
    if (values)
        fwrite(a->value, sizeof *a->value, alea__arrays_count(a), out);
    else
        fwrite(a->roll, 1, alea__arrays_count(a), out);
}

alea_status alea_arrays_check_path(const char *path, alea_error *error)
{
    char shown[256];
    if (alea__ends_with(path, ".csv") || alea__ends_with(path, ".npy") || alea__ends_with(path, ".h5"))
        return ALEA_OK;
    alea__printable(shown, sizeof shown, path, strlen(path));
    return alea__fail(error, ALEA_E_USAGE, VALUE_ARRAYS_PATH, shown);
}

alea_status alea_arrays_write(const alea_arrays *arrays, alea_array which, const char *path,
                              alea_error *error)
{
    const alea__arrays *a = &arrays->array;
    const bool values = which == ALEA_ARRAY_VALUES;
    alea__draft *draft;
    alea_status status = alea_arrays_check_path(path, error);
    if (status == ALEA_OK && values && !a->value)
        return alea__fail(error, ALEA_E_REFUSED, VALUE_ARRAYS_NO_VALUES);
    if (status == ALEA_OK && alea__ends_with(path, ".h5")) return alea__arrays_write_hdf5(path, a, error);
    if (status == ALEA_OK) status = alea__draft_open(path, &draft, error);
    if (status != ALEA_OK) return status;
    if (alea__ends_with(path, ".csv"))
        arrays_print_csv(a, values, alea__draft_stream(draft));
    else
        arrays_print_npy(a, values, alea__draft_stream(draft));
    return alea__draft_commit(draft, error);
}
