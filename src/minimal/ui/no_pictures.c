/* Replaces plot/draw: plots are made and written as text and data, but no pictures are drawn. */
#include "base/error.h"
#include "minimal/messages.h"
#include "plot/plot.h"
#include "view/contest_view.h"
#include <alea/sweeps.h>

static alea_status no_pictures(alea_error *error)
{
    return alea__fail(error, ALEA_E_REFUSED, MINIMAL_NO_PICTURES);
}

alea_status alea__plot_draw(const alea_plot *plot, alea_plot_format format, unsigned width, alea__text *out,
                            alea_error *error)
{
    (void)plot, (void)format, (void)width, (void)out;
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
