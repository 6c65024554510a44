#include "family/despirala/rules/layout.h"
#include "base/assert.h"
#include "family/despirala/messages.h"

#include <stdio.h>
#include <string.h>

/* n out of all combinations; every division is exact. */
uint32_t despirala_layer_rows(const despirala_rules *rules, uint32_t n)
{
    uint64_t rows = 1;
    ALEA_ASSERT(n <= rules->combinations);
    for (uint32_t i = 0; i < n; i++) rows = rows * (rules->combinations - i) / (i + 1);
    return (uint32_t)rows;
}

uint32_t despirala_layer_columns(const despirala_rules *rules, uint32_t n)
{
    return rules->gain * (n + 1) + 1;
}

const char *despirala_layer_name(uint32_t n, char out[16])
{
    snprintf(out, 16, "used-%u", (unsigned)n);
    return out;
}

alea_status despirala_fits(const alea__rules *opaque, const alea__values *values, alea_error *error)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    char name[16];
    if (values->objective != ALEA_SCORE || values->against)
        return alea__values_misfit(DESPIRALA_FITS_OBJECTIVE, error);
    if (values->count != rules->combinations) return alea__values_misfit(DESPIRALA_FITS_MATRICES, error);
    for (uint32_t n = 0; n < values->count; n++) {
        const alea__matrix *m = &values->matrix[n];
        if (strcmp(m->name, despirala_layer_name(n, name)) != 0 ||
            m->rows != despirala_layer_rows(rules, n) || m->columns != despirala_layer_columns(rules, n))
            return alea__values_misfit(DESPIRALA_FITS_SHAPE, error);
    }
    if (values->samples > DESPIRALA_MOST_SAMPLES) return alea__values_misfit(DESPIRALA_FITS_SAMPLES, error);
    return ALEA_OK;
}
