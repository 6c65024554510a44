/* Small pictures inside a page, as PNG in a data URL. */
#include "base/error.h"
#include "plot/draw/plot_draw.h"
#include "plot/messages.h"

#include "view/contest_view.h"

#include <string.h>

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

alea_status alea__add_picture(alea__text *out, const alea__pixels *p, alea_error *error)
{
    alea__text png = {0};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)p->width, (int)p->height);
    cairo_status_t status = cairo_surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        paint(surface, p);
        status = cairo_surface_write_to_png_stream(surface, alea__take_bytes, &png);
    }
    cairo_surface_destroy(surface);
    bool drawn = status == CAIRO_STATUS_SUCCESS && !png.failed && png.data;
    if (drawn) {
        alea__text_add(out, "data:image/png;base64,");
        alea__add_base64(out, (const unsigned char *)png.data, png.size);
    }
    alea__text_free(&png);
    if (drawn) return ALEA_OK;
    if (status == CAIRO_STATUS_NO_MEMORY || status == CAIRO_STATUS_SUCCESS) return alea__out_of_memory(error);
    return alea__fail(error, ALEA_E_REFUSED, PLOT_CAIRO, cairo_status_to_string(status));
}
