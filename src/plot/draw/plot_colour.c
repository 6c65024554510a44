/* The colours of plots. Classes are of the palette by M. Okabe and K. Ito (Color Universal Design, 2008). */
#include "base/assert.h"
#include "plot/draw/plot_draw.h"

#include <math.h>

const alea__colour alea__ink = {0.13, 0.13, 0.15}, alea__grey = {0.42, 0.42, 0.45};

/* ---- scales ---- */

void alea__scale_widen(alea__scale *s, int32_t number)
{
    if (!s->any || number < s->low) s->low = number;
    if (!s->any || number > s->high) s->high = number;
    s->any = true;
}

/* Most differences are small; the square root makes them visible. */
alea__colour alea__scale_colour(const alea__scale *s, double number)
{
    ALEA_ASSERT(s->any && s->low <= s->high);
    if (s->is_signed) return alea__signed_colour(copysign(sqrt(fabs(number) / fmax(s->high, 1)), number));
    return alea__rising_colour(s->high > s->low ? (number - s->low) / (s->high - s->low) : 0.6);
}

/* ---- classes ---- */

static alea__colour colour_hex(unsigned rgb)
{
    return (alea__colour){(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0};
}

alea__colour alea__class_colour(alea__class what)
{
    switch (what) {
    case ALEA__CLASS_ROLL: return colour_hex(0xE69F00);      /* orange */
    case ALEA__CLASS_HOLD: return colour_hex(0x0072B2);      /* blue */
    case ALEA__CLASS_BOTH_ROLL: return colour_hex(0xFAE7BF); /* orange, a quarter of it */
    case ALEA__CLASS_BOTH_HOLD: return colour_hex(0xBFDCEC); /* blue, a quarter of it */
    case ALEA__CLASS_ROLL_HOLD: return colour_hex(0xD55E00); /* vermilion */
    case ALEA__CLASS_HOLD_ROLL: return colour_hex(0x009E73); /* bluish green */
    case ALEA__CLASS_NEVER: return colour_hex(0x444444);
    case ALEA__CLASS_END: return colour_hex(0xDDD8CE);
    case ALEA__CLASS_NONE: break;
    }
    return colour_hex(0xE4E4E8);
}

void alea__set_colour(cairo_t *cr, alea__colour c)
{
    cairo_set_source_rgb(cr, c.red, c.green, c.blue);
}
