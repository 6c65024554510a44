/* Colours that everybody can tell apart. Classes are of the palette by M. Okabe and K. Ito (Color Universal Design, 2008).
   Scales are made in Oklab (B. Ottosson, A perceptual color space for image processing, 2020), in which equal steps look
   equal: lightness carries the number, so that a scale can also be read in grey. */
#include "plot/plot_draw.h"

#include <math.h>

const alea__colour alea__ink = {0.13, 0.13, 0.15}, alea__grey = {0.42, 0.42, 0.45};

static const double pi = 3.14159265358979323846;

/* ---- Oklab ---- */

typedef struct shade {
    double lightness, chroma, hue; /* hue in degrees */
} shade;

static double clamp(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* IEC 61966-2-1. */
static double gamma_of(double linear)
{
    double c = clamp(linear);
    return c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

/* The matrices of Ottosson's page. */
static alea__colour colour_of(shade s)
{
    double a = s.chroma * cos(s.hue * pi / 180), b = s.chroma * sin(s.hue * pi / 180);
    double l = pow(s.lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    double m = pow(s.lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    double n = pow(s.lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return (alea__colour){gamma_of(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * n),
                          gamma_of(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * n),
                          gamma_of(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * n)};
}

static double mix(double from, double to, double share)
{
    return from + (to - from) * share;
}

/* ---- scales ---- */

alea__colour alea__rising_colour(double share)
{
    static const shade points[] = {
        {0.32, 0.13, 290}, {0.475, 0.115, 255}, {0.63, 0.10, 200}, {0.785, 0.14, 150}, {0.94, 0.17, 105}};
    const int pieces = sizeof points / sizeof *points - 1;
    double at = clamp(share) * pieces;
    int piece = at >= pieces ? pieces - 1 : (int)at;
    const shade *low = &points[piece], *high = &points[piece + 1];
    return colour_of((shade){mix(low->lightness, high->lightness, at - piece),
                             mix(low->chroma, high->chroma, at - piece),
                             mix(low->hue, high->hue, at - piece)});
}

alea__colour alea__signed_colour(double share)
{
    const double blue = 255, orange = 55;
    double size = clamp(fabs(share));
    return colour_of((shade){mix(0.99, 0.50, size), 0.115 * sqrt(size), share < 0 ? blue : orange});
}

void alea__scale_widen(alea__scale *s, int32_t number)
{
    if (!s->any || number < s->low) s->low = number;
    if (!s->any || number > s->high) s->high = number;
    s->any = true;
}

/* Differences are mostly small: the root tells them apart. */
alea__colour alea__scale_colour(const alea__scale *s, double number)
{
    if (s->is_signed) return alea__signed_colour(copysign(sqrt(fabs(number) / fmax(s->high, 1)), number));
    return alea__rising_colour(s->high > s->low ? (number - s->low) / (s->high - s->low) : 0.6);
}

alea__colour alea__shaded(alea__colour c, double light)
{
    return (alea__colour){clamp(c.red * light), clamp(c.green * light), clamp(c.blue * light)};
}

/* ---- classes ---- */

static alea__colour hex(unsigned rgb)
{
    return (alea__colour){(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0};
}

alea__colour alea__class_colour(alea__class class)
{
    switch (class) {
    case ALEA__CLASS_ROLL: return hex(0xE69F00);      /* orange */
    case ALEA__CLASS_HOLD: return hex(0x0072B2);      /* blue */
    case ALEA__CLASS_BOTH_ROLL: return hex(0xFAE7BF); /* orange, a quarter of it */
    case ALEA__CLASS_BOTH_HOLD: return hex(0xBFDCEC); /* blue, a quarter of it */
    case ALEA__CLASS_ROLL_HOLD: return hex(0xD55E00); /* vermilion */
    case ALEA__CLASS_HOLD_ROLL: return hex(0x009E73); /* bluish green */
    case ALEA__CLASS_NEVER: return hex(0x444444);
    case ALEA__CLASS_END: return hex(0xDDD8CE);
    case ALEA__CLASS_NONE: break;
    }
    return hex(0xE4E4E8);
}

void alea__set_colour(cairo_t *cr, alea__colour c)
{
    cairo_set_source_rgb(cr, c.red, c.green, c.blue);
}
