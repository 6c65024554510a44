#include "exact/rows.h"
#include "base/error.h"
#include "base/memory.h"

alea_status exact_rows_make(size_t positions, exact_rows *out, alea_error *error)
{
    *out = (exact_rows){.positions = (uint32_t)positions};
    if (positions <= UINT32_MAX) out->row = alea__alloc_array(positions, sizeof *out->row);
    if (!out->row) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < positions; i++) out->row[i].stay = (exact_stay){.partner = i, .leave = 1};
    return ALEA_OK;
}

void exact_rows_clear(exact_rows *rows)
{
    alea__free(rows->row);
    alea__free(rows->run);
    alea__free(rows->chance);
    *rows = (exact_rows){0};
}

double exact_rows_bytes(double positions, double runs, double chances)
{
    return positions * (sizeof(exact_row) + runs * sizeof(exact_run) + chances * sizeof(double));
}

void exact_rows_empty(exact_rows *rows)
{
    rows->runs = rows->kept_runs;
    rows->chances = rows->kept_chances;
}

void exact_rows_keep(exact_rows *rows)
{
    rows->kept_runs = rows->runs;
    rows->kept_chances = rows->chances;
}

bool exact_rows_reserve(exact_rows *rows, size_t more)
{
    if (rows->chances + more > rows->chance_capacity) {
        size_t capacity = rows->chance_capacity + rows->chance_capacity / 2 + more + 1024;
        double *chance = alea__resize(rows->chance, capacity * sizeof *chance);
        if (!chance) return false;
        rows->chance = chance;
        rows->chance_capacity = capacity;
    }
    if (rows->runs == rows->run_capacity) {
        size_t capacity = rows->run_capacity + rows->run_capacity / 2 + 256;
        exact_run *run = alea__resize(rows->run, capacity * sizeof *run);
        if (!run) return false;
        rows->run = run;
        rows->run_capacity = capacity;
    }
    return true;
}

alea_status exact_rows_repeat(exact_rows *rows, uint32_t position, uint32_t like, int64_t further,
                              alea_error *error)
{
    const exact_row old = rows->row[like];
    const size_t runs = rows->runs;
    ALEA_ASSERT(position < rows->positions && like < rows->positions && position != like);
    for (uint32_t k = 0; k < old.runs; k++) {
        if (!exact_rows_reserve(rows, 0)) return alea__out_of_memory(error);
        exact_run *run = &rows->run[rows->runs++];
        *run = rows->run[old.run + k];
        run->to = (uint32_t)(run->to + further);
        ALEA_ASSERT(run->to + run->count <= rows->positions);
    }
    rows->row[position] = old;
    rows->row[position].run = runs;
    rows->row[position].stay.partner = (uint32_t)(old.stay.partner + further);
    ALEA_ASSERT(rows->row[position].stay.partner < rows->positions);
    return ALEA_OK;
}

ALEA__INLINE double rows_weigh(const exact_rows *rows, const exact_row *row, const double *x,
                               const double *turned_x, alea__rounding how)
{
    const double *chance = rows->chance + row->chance;
    double sum = alea__product(how, row->stay.chance, (row->stay.turned ? turned_x : x)[row->stay.partner]);
    for (const exact_run *run = rows->run + row->run, *end = run + row->runs; run < end; run++) {
        sum = alea__sum(how, sum, alea__dot(how, chance, (run->turned ? turned_x : x) + run->to, run->count));
        chance += run->count;
    }
    return sum;
}

double exact_rows_weigh(const exact_rows *rows, uint32_t position, const double *x, const double *turned_x,
                        alea__rounding how)
{
    const exact_row *row = &rows->row[position];
    return how == ALEA__BY_MODE ? rows_weigh(rows, row, x, turned_x, ALEA__BY_MODE)
                                : rows_weigh(rows, row, x, turned_x, ALEA__BY_EMULATION);
}
