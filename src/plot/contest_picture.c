/* Small pictures inside a page: PNG as data of an image's address. */
#include "base/error.h"
#include "base/memory.h"
#include "plot/plot_draw.h"
#include "view/contest_view.h"

#include <math.h>
#include <string.h>

/* ---- colours ---- */

static uint32_t packed(alea__colour c)
{
    return (uint32_t)(c.red * 255 + 0.5) << 16 | (uint32_t)(c.green * 255 + 0.5) << 8 |
           (uint32_t)(c.blue * 255 + 0.5);
}

/* Good strategies are close to each other: the root tells them apart. -1 … 1. */
static double share_of(double rate)
{
    return copysign(sqrt(fabs(2 * rate - 1)), rate - 0.5);
}

unsigned alea__rate_step(double rate)
{
    return (unsigned)lround((share_of(rate) + 1) / 2 * ALEA__RATE_STEPS);
}

uint32_t alea__step_colour(unsigned step)
{
    return packed(alea__signed_colour(2.0 * step / ALEA__RATE_STEPS - 1));
}

/* In more steps than cells of a table have, but few enough for a small file. */
uint32_t alea__rate_colour(double rate)
{
    enum { HALF = 32 };
    return packed(alea__signed_colour(round(HALF * share_of(rate)) / HALF));
}

uint32_t alea__dice_colour(unsigned dice, unsigned most)
{
    if (dice == 0) return 0;
    return packed(alea__rising_colour(most > 1 ? (double)(dice - 1) / (most - 1) : 1));
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

/* ---- PNG ---- */

static cairo_status_t take_bytes(void *to, const unsigned char *bytes, unsigned length)
{
    alea__text *out = to;
    alea__text_add_bytes(out, bytes, length);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static void paint(cairo_surface_t *surface, const alea__pixels *p)
{
    unsigned char *row = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    for (uint32_t y = 0; y < p->height; y++, row += stride)
        for (uint32_t x = 0; x < p->width; x++) {
            const uint32_t colour = p->colour(p->from, x, y);
            memcpy(row + 4 * (size_t)x, &colour, sizeof colour);
        }
    cairo_surface_mark_dirty(surface);
}

static cairo_status_t draw(const alea__pixels *p, alea__text *png)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)p->width, (int)p->height);
    cairo_status_t status = cairo_surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        paint(surface, p);
        status = cairo_surface_write_to_png_stream(surface, take_bytes, png);
    }
    cairo_surface_destroy(surface);
    return status;
}

alea_status alea__add_picture(alea__text *out, const alea__pixels *p, alea_error *error)
{
    alea__text png = {0};
    cairo_status_t status = draw(p, &png);
    bool drawn = status == CAIRO_STATUS_SUCCESS && !png.failed && png.data;
    if (drawn) {
        alea__text_add(out, "data:image/png;base64,");
        alea__add_base64(out, (const unsigned char *)png.data, png.size);
    }
    alea__text_free(&png);
    if (drawn) return ALEA_OK;
    if (status == CAIRO_STATUS_NO_MEMORY || status == CAIRO_STATUS_SUCCESS) return alea__out_of_memory(error);
    return alea__fail(error, ALEA_E_REFUSED, "A picture could not be drawn: %s.",
                      cairo_status_to_string(status));
}
