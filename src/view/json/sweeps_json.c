/* Value iteration as JSON; keys.json documents the keys. */
#include "view/json/json.h"
#include "view/sweeps_view.h"

static const alea__json_field sweep_fields[] = {
    ALEA__FIELD("change", alea_sweep, change), ALEA__FIELD("start", alea_sweep, start),
    ALEA__FIELD("error", alea_sweep, error),   ALEA__FIELD("differ", alea_sweep, differ),
    ALEA__FIELD("hold", alea_sweep, hold),     ALEA__FIELDS_END,
};

static const alea__json_field sweeps_fields[] = {
    ALEA__FIELD("game", alea_sweeps, game),
    ALEA__FIELD("goal", alea_sweeps, goal),
    ALEA__FIELD("epsilon", alea_sweeps, epsilon),
    ALEA__STRUCTS("sweeps", alea_sweeps, sweep, count, sweep_fields),
    ALEA__FIELDS_END,
};

alea_status alea__sweeps_json(const alea_sweeps *sweeps, char **out, alea_error *error)
{
    return alea__json_write(sweeps_fields, sweeps, out, error);
}
