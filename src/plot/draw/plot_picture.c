/* The picture of a plot: its map, below a title. */
#include "base/error.h"
#include "plot/draw/plot_draw.h"

static void picture_map(const void *user, cairo_t *cr)
{
    const alea_plot *plot = user;
    if (plot->map == ALEA_PLOT_TURN)
        alea__draw_turn(plot, cr);
    else if (plot->map == ALEA_PLOT_HOLD)
        alea__draw_hold(plot, cr);
    else
        alea__draw_surface(plot, cr);
}

alea_status alea__plot_draw(const alea_plot *plot, alea_plot_format format, unsigned width, alea__text *out,
                            alea_error *error)
{
    alea__text title = {0}, below = {0};
    alea__plot_title(plot, false, &title);
    alea__text_add(&below, "%s", plot->game);
    if (plot->memory) alea__text_add(&below, ", the turn remembering %u", (unsigned)plot->memory);
    alea__text_add(&below, "; position: ");
    alea__plot_position(plot, &below);
    alea_status status = ALEA_OK;
    if (title.failed || below.failed)
        status = alea__out_of_memory(error);
    else
        status = alea__picture_draw(&(alea__picture){title.data, below.data, plot->game, picture_map, plot},
                                    format, width, out, error);
    alea__text_free(&title);
    alea__text_free(&below);
    return status;
}
