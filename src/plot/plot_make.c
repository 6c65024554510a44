/* Plots: made, written and freed. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "game/family.h"
#include "plot/messages.h"
#include "plot/plot.h"

#include <string.h>

/* ---- making ---- */

/* Copies the names of the game and of the bots. bot[0] is NULL for best play, and bot[1] if there is only one.
   alea_plot_free frees them. */
static alea_status name_plot(alea_plot *plot, const alea_game *game, alea_bot *const bot[2],
                             alea_error *error)
{
    plot->players = alea_game_players(game);
    plot->bots = bot[1] ? 2 : 1;
    plot->game = alea__copy_text(alea_game_spec(game));
    for (unsigned i = 0; i < plot->bots; i++)
        plot->bot[i] = alea__copy_text(bot[i] ? alea_bot_name(bot[i]) : PLOT_BEST_PLAY);
    bool whole = plot->game && plot->bot[0] && (plot->bots == 1 || plot->bot[1]);
    return whole ? ALEA_OK : alea__out_of_memory(error);
}

bool alea_plot_supported(const alea_game *game)
{
    return game->family->plot != NULL;
}

alea_status alea_plot_make(const alea_game *game, alea_bot *first, alea_bot *second,
                           const alea_plot_options *given, alea_plot **out, alea_error *error)
{
    alea_bot *const bot[2] = {first, second};
    alea_plot_options options = ALEA__OPTIONS(alea_plot_options, given);
    if (!alea_plot_supported(game))
        return alea__fail(error, ALEA_E_REFUSED, PLOT_FAMILY, alea_game_spec(game), alea_game_family(game));
    if (alea_game_players(game) > 2)
        return alea__fail(error, ALEA_E_USAGE, PLOT_PLAYERS, alea_game_spec(game), alea_game_players(game));
    ALEA_ASSERT(first || options.table);
    alea_plot *plot = alea__alloc(sizeof *plot);
    if (!plot) return alea__out_of_memory(error);
    alea_status status = name_plot(plot, game, bot, error);
    if (status == ALEA_OK) status = alea__plot_ask(plot, game, bot, &options, error);
    if (status == ALEA_OK)
        *out = plot;
    else
        alea_plot_free(plot);
    return status;
}

void alea_plot_free(alea_plot *plot)
{
    if (!plot) return;
    for (unsigned i = 0; i < 2; i++) {
        alea__free(plot->cell[i]);
        alea__free(plot->always[i]);
        alea__free(plot->bot[i]);
    }
    alea__free(plot->game);
    alea__free(plot);
}

/* ---- reading ---- */

void alea_plot_get_facts(const alea_plot *plot, alea_plot_facts *out)
{
    *out = (alea_plot_facts){.map = plot->map, .bots = plot->bots, .memory = plot->memory, .end = plot->end};
    if (plot->map == ALEA_PLOT_TURN) out->other = plot->other;
    const alea__axis *const axes[] = {&plot->x, &plot->y};
    for (unsigned i = 0; i < 2; i++)
        out->axis[i] = (alea_plot_axis){axes[i]->name, axes[i]->first, axes[i]->step, axes[i]->count};
}

const int32_t *alea_plot_cells(const alea_plot *plot, unsigned bot)
{
    ALEA_ASSERT(bot < plot->bots);
    return plot->cell[bot];
}

/* ---- writing ---- */

alea_status alea_plot_format_of(const char *path, alea_plot_format *out, alea_error *error)
{
    static const char *const endings[] = {[ALEA_PLOT_SVG] = ".svg",
                                          [ALEA_PLOT_PNG] = ".png",
                                          [ALEA_PLOT_CSV] = ".csv",
                                          [ALEA_PLOT_NPY] = ".npy"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (!alea__ends_with(path, endings[i])) continue;
        *out = (alea_plot_format)i;
        return ALEA_OK;
    }
    char shown[256];
    alea__printable(shown, sizeof shown, path, strlen(path));
    return alea__fail(error, ALEA_E_USAGE, PLOT_ENDING, shown);
}

alea_status alea_plot_render(const alea_plot *plot, alea_plot_format format, unsigned width, char **bytes,
                             size_t *size, alea_error *error)
{
    enum { USUAL_WIDTH = 960 };
    if (width == 0) width = USUAL_WIDTH;
    if (width < ALEA_PLOT_NARROWEST || width > ALEA_PLOT_WIDEST)
        return alea__fail(error, ALEA_E_RANGE, PLOT_WIDTH, ALEA_PLOT_NARROWEST, ALEA_PLOT_WIDEST, width);
    alea__text text = {0};
    alea_status status = ALEA_OK;
    if (format == ALEA_PLOT_CSV)
        alea__plot_csv(plot, &text);
    else if (format == ALEA_PLOT_NPY)
        alea__plot_npy(plot, &text);
    else
        status = alea__plot_draw(plot, format, width, &text, error);
    if (status == ALEA_OK && text.failed) status = alea__out_of_memory(error);
    if (status != ALEA_OK) {
        alea__text_free(&text);
        return status;
    }
    *bytes = text.data;
    *size = text.size;
    return ALEA_OK;
}

alea_status alea_plot_write(const alea_plot *plot, alea_plot_format format, unsigned width, const char *path,
                            alea_error *error)
{
    char *bytes = NULL;
    size_t size = 0;
    alea_status status = alea_plot_render(plot, format, width, &bytes, &size, error);
    if (status != ALEA_OK) return status;
    status = alea__write_file(path, bytes, size, error);
    alea_text_free(bytes);
    return status;
}
