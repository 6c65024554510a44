/* In the place of plot: no plot can be made, so the functions that take one are never called; and no picture is drawn. */
#include "base/error.h"
#include "minimal/messages.h"
#include "view/contest_view.h"
#include <alea/plot.h>
#include <alea/sweeps.h>

static alea_status no_pictures(alea_error *error)
{
    return alea__fail(error, ALEA_E_REFUSED, MINIMAL_NO_PICTURES);
}

const char *alea_plot_map_name(alea_plot_map map)
{
    (void)map;
    return NULL;
}

/* So that the caller goes on to alea_plot_make, which says why there is no picture. */
bool alea_plot_supported(const alea_game *game)
{
    (void)game;
    return true;
}

alea_status alea_plot_make(const alea_game *game, alea_bot *first, alea_bot *second,
                           const alea_plot_options *options, alea_plot **out, alea_error *error)
{
    (void)game, (void)first, (void)second, (void)options, (void)out;
    return no_pictures(error);
}

void alea_plot_free(alea_plot *plot)
{
    (void)plot;
}

/* Any name will do: what would draw the picture says why there is none. */
alea_status alea_plot_format_of(const char *path, alea_plot_format *out, alea_error *error)
{
    (void)path, (void)error;
    *out = ALEA_PLOT_SVG;
    return ALEA_OK;
}

alea_status alea_plot_render(const alea_plot *plot, alea_plot_format format, unsigned width, char **bytes,
                             size_t *size, alea_error *error)
{
    (void)plot, (void)format, (void)width, (void)bytes, (void)size;
    return no_pictures(error);
}

alea_status alea_plot_write(const alea_plot *plot, alea_plot_format format, unsigned width, const char *path,
                            alea_error *error)
{
    (void)plot, (void)format, (void)width, (void)path;
    return no_pictures(error);
}

alea_status alea_plot_view(const alea_plot *plot, const alea_view_options *options, char **out,
                           alea_error *error)
{
    (void)plot, (void)options, (void)out;
    return no_pictures(error);
}

alea_status alea_view_stats_plot(const alea_view_distribution *distribution, const char *path,
                                 alea_error *error)
{
    (void)distribution, (void)path;
    return no_pictures(error);
}

alea_status alea__add_picture(alea__text *out, const alea__pixels *pixels, alea_error *error)
{
    (void)out, (void)pixels;
    return no_pictures(error);
}

alea_status alea_sweeps_plot(const alea_sweeps *sweeps, const char *path, alea_error *error)
{
    (void)sweeps, (void)path;
    return no_pictures(error);
}
