/* The page of a picture: the surface, the title, and the finished bytes. */
#include "plot/draw/plot_draw.h"
#include "base/assert.h"
#include "base/error.h"
#include "plot/messages.h"

#include <cairo-svg.h>
#include <stdio.h>
#include <string.h>

enum { TITLE_SIZE = 20, TEXT_SIZE = 14, MARGIN = 28 };

/* ---- words ---- */

void alea__write(cairo_t *cr, double x, double y, alea__anchor side, const char *given)
{
    cairo_text_extents_t size;
    char text[1000];
    alea__printable(text, sizeof text, given, strlen(given));
    cairo_text_extents(cr, text, &size);
    cairo_move_to(cr,
                  side == ALEA__START    ? x
                  : side == ALEA__MIDDLE ? x - size.x_advance / 2
                                         : x - size.x_advance,
                  y);
    cairo_show_text(cr, text);
    cairo_new_path(cr);
}

void alea__write_number(cairo_t *cr, double x, double y, alea__anchor side, int64_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)number);
    alea__write(cr, x, y, side, text);
}

/* ---- the page ---- */

/* Draws the whole picture on the surface; `scale` is pixels per unit of the picture. The result reports errors of all
   parts, which the status of the surface does not always show. */
static cairo_status_t draw_page(const alea__picture *picture, cairo_surface_t *surface, double scale)
{
    cairo_t *cr = cairo_create(surface);
    cairo_scale(cr, scale, scale);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_select_font_face(cr, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    alea__set_colour(cr, alea__ink);
    cairo_set_font_size(cr, TITLE_SIZE);
    alea__write(cr, MARGIN, 42, ALEA__START, picture->title);
    cairo_set_font_size(cr, TEXT_SIZE);
    alea__set_colour(cr, alea__grey);
    alea__write(cr, MARGIN, 66, ALEA__START, picture->below);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    picture->draw(picture->user, cr);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    return status;
}

/* ---- bytes ---- */

cairo_status_t alea__take_bytes(void *to, const unsigned char *bytes, unsigned size)
{
    alea__text *out = to;
    alea__text_add_bytes(out, bytes, size);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static void add_escaped(alea__text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            alea__text_add(out, "&amp;");
        else if (*text == '<')
            alea__text_add(out, "&lt;");
        else
            alea__text_add_bytes(out, text, 1);
    }
}

/* The bytes from cairo with two changes: the title is added for readers who cannot see the picture, and the surface's
   number is removed, which counts surfaces of the process, so that the same picture always has the same bytes. */
static void finish_svg(const alea__picture *picture, const char *svg, alea__text *out)
{
    const char *root = strstr(svg, "<svg"), *end = root ? strchr(root, '>') : NULL;
    const char *number = end ? strstr(end, "id=\"surface") : NULL;
    if (!number) {
        alea__text_add(out, "%s", svg);
        return;
    }
    alea__text_add_bytes(out, svg, (size_t)(end + 1 - svg));
    alea__text_add(out, "\n<title>");
    add_escaped(out, picture->game);
    alea__text_add(out, ". ");
    add_escaped(out, picture->title);
    alea__text_add(out, "</title>");
    number += strlen("id=\"surface");
    alea__text_add_bytes(out, end + 1, (size_t)(number - end - 1));
    alea__text_add(out, "%s", number + strspn(number, "0123456789"));
    alea__text_show(out);
}

static alea_status picture_failed(cairo_status_t status, alea_error *error)
{
    if (status == CAIRO_STATUS_NO_MEMORY) return alea__out_of_memory(error);
    return alea__fail(error, ALEA_E_REFUSED, PLOT_CAIRO, cairo_status_to_string(status));
}

/* Adds the picture as SVG; `scale` is pixels per unit of the picture. The same picture is always the same bytes. */
static alea_status draw_svg(const alea__picture *picture, double scale, alea__text *out, alea_error *error)
{
    alea__text raw = {0};
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(
        alea__take_bytes, &raw, alea__picture_width * scale, alea__picture_height * scale);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    cairo_status_t status = draw_page(picture, surface, scale);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS && !raw.failed && raw.data) finish_svg(picture, raw.data, out);
    bool whole = raw.data && !raw.failed && !out->failed;
    alea__text_free(&raw);
    if (status != CAIRO_STATUS_SUCCESS) return picture_failed(status, error);
    return whole ? ALEA_OK : alea__out_of_memory(error);
}

static alea_status draw_png(const alea__picture *picture, double scale, alea__text *out, alea_error *error)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(alea__picture_width * scale + 0.5),
                                   (int)(alea__picture_height * scale + 0.5));
    cairo_status_t status = draw_page(picture, surface, scale);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(surface, alea__take_bytes, out);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ? ALEA_OK : picture_failed(status, error);
}

alea_status alea__picture_draw(const alea__picture *picture, alea_plot_format format, unsigned width,
                               alea__text *out, alea_error *error)
{
    ALEA_ASSERT(format == ALEA_PLOT_SVG || format == ALEA_PLOT_PNG);
    double scale = width / alea__picture_width;
    return format == ALEA_PLOT_SVG ? draw_svg(picture, scale, out, error)
                                   : draw_png(picture, scale, out, error);
}
