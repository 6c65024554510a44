#include "base/fuel_time.h"
#include "base/text.h"

#include <stdio.h>

char *alea__fuel_time(char out[ALEA__FUEL_TIME], uint64_t fuel)
{
    const double seconds = (double)fuel / ALEA__FUEL_A_SECOND;
    if (seconds == 10)
        snprintf(out, ALEA__FUEL_TIME, "ten seconds");
    else if (seconds == 1)
        snprintf(out, ALEA__FUEL_TIME, "one second");
    else if (seconds >= 1)
        alea__print(out, ALEA__FUEL_TIME, "%.0f seconds", seconds);
    else
        alea__print(out, ALEA__FUEL_TIME, "%.2g seconds", seconds < 1e-4 ? 1e-4 : seconds);
    return out;
}
