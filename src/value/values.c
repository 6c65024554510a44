/* Values in memory: allocating, checking and freeing them. */
#include "value/values.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "value/messages.h"

#include <math.h>
#include <string.h>

alea__values *alea__values_new(alea_objective objective)
{
    alea__values *values = alea__alloc(sizeof *values);
    if (values) values->objective = objective;
    return values;
}

static void matrix_free(alea__matrix *matrix)
{
    alea__free(matrix->name);
    alea__free(matrix->row);
    alea__free(matrix->column);
    alea__free(matrix->lower);
    alea__free(matrix->upper);
}

/* Makes a matrix of this shape, with all bounds NaN. Returns false if memory runs out; the caller frees it. */
static bool matrix_make(const alea__matrix_shape *shape, alea__matrix *matrix)
{
    size_t count = (size_t)shape->rows * shape->columns;
    *matrix = (alea__matrix){.name = alea__copy_text(shape->name),
                             .row = alea__copy_text(shape->row),
                             .column = alea__copy_text(shape->column),
                             .rows = shape->rows,
                             .columns = shape->columns};
    matrix->lower = alea__alloc_bare(count, sizeof *matrix->lower);
    matrix->upper = alea__alloc_bare(count, sizeof *matrix->upper);
    if (!matrix->name || !matrix->row || !matrix->column || !matrix->lower || !matrix->upper) return false;
    for (size_t i = 0; i < count; i++) matrix->lower[i] = NAN;
    for (size_t i = 0; i < count; i++) matrix->upper[i] = NAN;
    return true;
}

alea_status alea__values_add(alea__values *values, const alea__matrix_shape *shape, alea_error *error)
{
    alea__matrix matrix;
    ALEA_ASSERT(shape->rows > 0 && shape->columns > 0);
    if (values->count == ALEA__MOST_MATRICES)
        return alea__fail(error, ALEA_E_RANGE, VALUE_TOO_MANY_MATRICES, ALEA__MOST_MATRICES);
    if (!matrix_make(shape, &matrix)) {
        matrix_free(&matrix);
        return alea__out_of_memory(error);
    }
    values->matrix[values->count++] = matrix;
    return ALEA_OK;
}

void alea__values_free(alea__values *values)
{
    if (!values) return;
    for (unsigned i = 0; i < values->count; i++) matrix_free(&values->matrix[i]);
    alea__free(values->against);
    alea__free(values->opponent);
    alea_game_free(values->retold);
    alea__free(values);
}

bool alea__values_complete(const alea__values *values)
{
    ALEA_ASSERT(values->layers_done <= values->layers);
    return values->layers_done == values->layers;
}

static void values_tell_disorder(const alea__matrix *m, size_t at, char *why, size_t size)
{
    char row[64], column[64];
    ALEA_ASSERT(at < (size_t)m->rows * m->columns);
    alea__printable(row, sizeof row, m->row, strlen(m->row));
    alea__printable(column, sizeof column, m->column, strlen(m->column));
    alea__print(why, size, VALUE_MATRIX_DISORDER, m->name, row, at / m->columns, column, at % m->columns,
                m->lower[at], m->upper[at]);
}

static bool matrix_in_order(const alea__matrix *m, char *why, size_t size)
{
    size_t count = (size_t)m->rows * m->columns, doubtful = 0;
    for (size_t i = 0; i < count; i++) doubtful += !(m->lower[i] <= m->upper[i]); /* in vectors */
    for (size_t i = 0; doubtful > 0 && i < count; i++) {
        if (m->lower[i] <= m->upper[i] || (isnan(m->lower[i]) && isnan(m->upper[i]))) continue;
        values_tell_disorder(m, i, why, size);
        return false;
    }
    return true;
}

bool alea__values_in_order(const alea__values *values, char *why, size_t size)
{
    for (unsigned i = 0; i < values->count; i++)
        if (!matrix_in_order(&values->matrix[i], why, size)) return false;
    const alea_interval *const ends[2] = {&values->start, &values->second};
    for (int i = 0; i < 2; i++) {
        bool missing = isnan(ends[i]->lower) && isnan(ends[i]->upper) && !alea__values_complete(values);
        if (ends[i]->lower <= ends[i]->upper || missing) continue;
        alea__print(why, size, VALUE_START_DISORDER, i == 0 ? "first" : "second", ends[i]->lower,
                    ends[i]->upper);
        return false;
    }
    return true;
}

void alea__values_file_clear(alea__values_file *file)
{
    alea__free(file->game);
    alea__values_free(file->values);
    alea__free(file->policy);
    alea__free(file->bot);
    *file = (alea__values_file){0};
}

bool alea__values_recognised(const void *data, size_t size)
{
    static const char hdf5[] = "\x89HDF\r\n\x1a\n";
    return (size >= strlen(ALEA__MAGIC) && memcmp(data, ALEA__MAGIC, strlen(ALEA__MAGIC)) == 0) ||
           (size >= strlen(hdf5) && memcmp(data, hdf5, strlen(hdf5)) == 0);
}

alea_status alea__values_misfit(const char *what, alea_error *error)
{
    return alea__fail(error, ALEA_E_FILE, VALUE_MISFIT, what);
}
