#include "family/race/rules/layout.h"
#include "base/assert.h"
#include "family/race/messages.h"

bool race_is_turn_start(const race_rules *rules, const alea__values *values, uint32_t own, uint32_t waiter)
{
    const alea__matrix *m = &values->matrix[0];
    ALEA_ASSERT(rules->players <= 2 && values->count > 0);
    if (rules->players == 1) return own < m->rows && waiter < m->columns && race_can_begin_at(rules, own);
    if (own >= m->rows || waiter >= m->rows || !race_can_begin_at(rules, own) ||
        !race_can_begin_at(rules, waiter))
        return false;
    if (rules->ending == RACE_BANK) return true;
    return waiter <= rules->goal ? own <= rules->goal : own < waiter;
}

/* Whether the first matrix has the rows and columns that the rules give. */
static alea_status layout_check_size(const race_rules *rules, const alea__matrix *m, alea_error *error)
{
    if (rules->players == 1) {
        uint32_t columns = rules->turn_limit > 0 ? rules->turn_limit + 1 : 1;
        if (m->rows == race_enough(rules) && m->columns == columns) return ALEA_OK;
        return alea__values_misfit(RACE_MISFIT_SINGLE, error);
    }
    if (m->rows != m->columns) return alea__values_misfit(RACE_MISFIT_SQUARE, error);
    if (rules->ending == RACE_BANK ? m->rows != rules->goal : m->rows <= rules->goal + 1)
        return alea__values_misfit(RACE_MISFIT_RANGE, error);
    return ALEA_OK;
}

alea_status race_fits_layout(const race_rules *rules, const alea__values *values, alea_error *error)
{
    const alea__matrix *m = values->matrix;
    unsigned count = values->opponent != NULL ? 2 : 1;
    if (rules->players > 2) return alea__values_misfit(RACE_MISFIT_PLAYERS, error);
    if (!race_has_objective((const alea__rules *)rules, values->objective))
        return alea__values_misfit(RACE_MISFIT_OBJECTIVE, error);
    if (values->count != count || (count == 2 && rules->players == 1))
        return alea__values_misfit(RACE_MISFIT_MATRICES, error);
    alea_status status = layout_check_size(rules, m, error);
    if (status == ALEA_OK && count == 2 && (m[1].rows != m[0].rows || m[1].columns != m[0].columns))
        return alea__values_misfit(RACE_MISFIT_SIZES, error);
    return status;
}
