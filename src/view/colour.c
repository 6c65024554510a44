/* Colours for readers with any kind of colour vision. Scales are made in Oklab (B. Ottosson, A perceptual color space for
   image processing, 2020), in which equal steps look equal. Lightness carries the number, so a scale also works in grey. */
#include "view/colour.h"
#include "base/assert.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* ---- Oklab ---- */

typedef struct shade {
    double lightness, chroma, hue; /* hue in degrees */
} shade;

static double colour_clamp(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* IEC 61966-2-1. */
static double colour_gamma_of(double linear)
{
    double c = colour_clamp(linear);
    return c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

/* The matrices of Ottosson's page. */
static alea__colour colour_of_shade(shade s)
{
    double a = s.chroma * cos(s.hue * pi / 180), b = s.chroma * sin(s.hue * pi / 180);
    double l = pow(s.lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    double m = pow(s.lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    double n = pow(s.lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return (alea__colour){colour_gamma_of(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * n),
                          colour_gamma_of(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * n),
                          colour_gamma_of(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * n)};
}

static double colour_mix(double from, double to, double share)
{
    ALEA_ASSERT(share >= 0 && share <= 1);
    return from + (to - from) * share;
}

/* ---- scales ---- */

alea__colour alea__rising_colour(double share)
{
    static const shade points[] = {
        {0.32, 0.13, 290}, {0.475, 0.115, 255}, {0.63, 0.10, 200}, {0.785, 0.14, 150}, {0.94, 0.17, 105}};
    const int pieces = sizeof points / sizeof *points - 1;
    double at = colour_clamp(share) * pieces;
    int piece = at >= pieces ? pieces - 1 : (int)at;
    ALEA_ASSERT(piece >= 0 && piece < pieces);
    const shade *low = &points[piece], *high = &points[piece + 1];
    return colour_of_shade((shade){colour_mix(low->lightness, high->lightness, at - piece),
                                   colour_mix(low->chroma, high->chroma, at - piece),
                                   colour_mix(low->hue, high->hue, at - piece)});
}

alea__colour alea__signed_colour(double share)
{
    const double blue = 255, orange = 55;
    double size = colour_clamp(fabs(share));
    return colour_of_shade(
        (shade){colour_mix(0.99, 0.50, size), 0.115 * sqrt(size), share < 0 ? blue : orange});
}

alea__colour alea__shaded(alea__colour c, double light)
{
    return (alea__colour){colour_clamp(c.red * light), colour_clamp(c.green * light),
                          colour_clamp(c.blue * light)};
}
