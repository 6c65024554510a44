/* The pictures of a contest's page: rates as colours, and bytes as text. */
#include "base/assert.h"
#include "view/colour.h"
#include "view/contest_view.h"

#include <math.h>

/* ---- colours ---- */

static uint32_t contest_packed(alea__colour c)
{
    return (uint32_t)(c.red * 255 + 0.5) << 16 | (uint32_t)(c.green * 255 + 0.5) << 8 |
           (uint32_t)(c.blue * 255 + 0.5);
}

/* Good strategies are close to each other; the root spreads them. -1 … 1. */
static double contest_share_of(double rate)
{
    return copysign(sqrt(fabs(2 * rate - 1)), rate - 0.5);
}

unsigned alea__rate_step(double rate)
{
    const double steps = ALEA__RATE_STEPS;
    return (unsigned)lround((contest_share_of(rate) + 1) / 2 * steps);
}

uint32_t alea__step_colour(unsigned step)
{
    ALEA_ASSERT(step <= ALEA__RATE_STEPS);
    const double steps = ALEA__RATE_STEPS;
    return contest_packed(alea__signed_colour(2 * step / steps - 1));
}

/* In more steps than cells of a table have, but few enough for a small file. */
uint32_t alea__rate_colour(double rate)
{
    const double half = 32;
    return contest_packed(alea__signed_colour(round(half * contest_share_of(rate)) / half));
}

uint32_t alea__dice_colour(unsigned dice, unsigned most)
{
    if (dice == 0) return 0;
    return contest_packed(alea__rising_colour(most > 1 ? (double)(dice - 1) / (most - 1) : 1));
}

/* ---- RFC 4648, section 4 ---- */

void alea__add_base64(alea__text *out, const unsigned char *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const uint32_t second = i + 1 < size ? data[i + 1] : 0, third = i + 2 < size ? data[i + 2] : 0;
        const uint32_t bits = (uint32_t)data[i] << 16 | second << 8 | third;
        const char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
                              i + 1 < size ? digits[bits >> 6 & 63] : '=',
                              i + 2 < size ? digits[bits & 63] : '='};
        alea__text_add_bytes(out, four, sizeof four);
    }
}
