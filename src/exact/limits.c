#include "exact/limits.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/messages.h"

#include <math.h>
#include <stdbool.h>

/* Writes bytes, which programs set, and from 1 MiB on also MiB, the unit of `--memory`. */
static void limits_write_memory(double bytes, char out[64])
{
    if (bytes < 0x1p20)
        alea__print(out, 64, "%.0f bytes", bytes);
    else
        alea__print(out, 64, "%.1f MiB (%.0f bytes)", bytes / 0x1p20, bytes);
}

alea_status alea__check_memory(const char *what, double bytes, uint64_t allowed, alea_error *error)
{
    char needed[64], limit[64];
    const uint64_t machine = alea__machine_memory();
    ALEA_ASSERT(bytes >= 0);
    const bool refused = allowed > 0 && bytes > (double)allowed;
    if (!refused && (machine == 0 || bytes <= (double)machine)) return ALEA_OK;
    limits_write_memory(ceil(bytes), needed);
    limits_write_memory((double)(refused ? allowed : machine), limit);
    if (refused) return alea__fail(error, ALEA_E_REFUSED, EXACT_MEMORY, what, needed, limit);
    return alea__fail(error, ALEA_E_MEMORY, EXACT_MACHINE_MEMORY, what, needed, limit);
}

double alea__tolerance_of(const alea_solve_options *options, double usual)
{
    return options->tolerance > 0 ? options->tolerance : usual;
}

alea_status alea__check_tolerance(alea_objective objective, double width, double tolerance,
                                  const alea_solve_options *options, alea_error *error)
{
    static const char *const units[] = {[ALEA_WIN] = " of probability",
                                        [ALEA_MONEY] = " dollars",
                                        [ALEA_SCORE] = " points",
                                        [ALEA_TURNS] = " turns"};
    ALEA_ASSERT(tolerance > 0);
    if (width <= tolerance) return ALEA_OK;
    if (options->tolerance > 0)
        return alea__fail(error, ALEA_E_RANGE, EXACT_TOLERANCE, tolerance, units[objective], width,
                          width * 1.1);
    return alea__fail(error, ALEA_E_RANGE, EXACT_USUAL_TOLERANCE, width, units[objective], tolerance,
                      width * 1.1);
}
