#ifndef ALEA_PLOT_H
#define ALEA_PLOT_H
/** Pictures of policies: where a bot rolls, and where it holds.
 *
 *  alea_plot_make asks one bot, or two to compare, in the positions of a race game for one or two players. The plot
 *  can then be written in several formats; it no longer needs the bots or the game.
 *
 *      alea_plot *plot;
 *      alea_plot_make(game, bot, NULL, &(alea_plot_options){.map = ALEA_PLOT_SURFACE}, &plot, &error);
 *      alea_plot_write(plot, ALEA_PLOT_SVG, 0, "pig.svg", &error);
 *      alea_plot_free(plot);
 *
 *  Each position is asked as the start of a game, so a bot has no memory of earlier turns. In a build without cairo
 *  pictures are refused with ALEA_E_REFUSED; text and data are not.
 */

#include <alea/exact.h>
#include <alea/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is drawn over the mover's banked score (own). The *other* is the opponent's banked score or, for one player
 *  with a turn limit, the number of turns left. */
typedef enum alea_plot_map {
    ALEA_PLOT_USUAL, /**< HOLD, or TURN if positions have no other score */
    ALEA_PLOT_TURN,  /**< own x turn total, for one other: roll or hold; for two bots, which of them rolls */
    /** Own x other: the least turn total at which it holds; for two bots, the first's minus the second's. */
    ALEA_PLOT_HOLD,
    ALEA_PLOT_SURFACE /**< HOLD as a surface in three dimensions, for one bot */
} alea_plot_map;
ALEA_API const char *
    alea_plot_map_name(alea_plot_map); /**< `turn`, `hold`, `surface`; NULL for ALEA_PLOT_USUAL */

/** Zero means the default for every field. */
typedef struct alea_plot_options {
    size_t size; /**< set by ALEA_PLOT_OPTIONS_INIT; see status.h */
    alea_plot_map map;
    bool other_given;
    /** For TURN; default 0, or half of the turns. In a chase it may exceed the goal: the other then leads. */
    uint32_t other;
    /** The turn's memory, as the key `memory` of alea_game_parse_state; default: the least with which a player decides. */
    uint32_t memory;
    uint32_t step;          /**< draw every step-th score; by default at most 250 scores */
    unsigned threads;       /**< default: all cores. Programs are asked on one thread */
    alea_progress progress; /**< unit: own scores */
    /** A finished table of the game. If given, `first` may be NULL, which means best play by the table. Only what the
     *  plot shows is computed, so that this is faster than a bot made by alea_table_bot. */
    const alea_table *table;
    bool memory_given; /**< `memory` applies even if it is 0 */
} alea_plot_options;
#define ALEA_PLOT_OPTIONS_INIT {.size = sizeof(alea_plot_options)}

typedef struct alea_plot alea_plot;

/** Returns whether a game can be plotted, that is, whether its players choose a turn total to hold at. */
ALEA_API bool alea_plot_supported(const alea_game *);

/** Makes a plot. Both bots must have been opened for `game`; `second` may be NULL, and with `table` so may `first`. A
 *  bot has a threshold in a
 *  position if it holds at every total from its first hold on, among the totals that the dice and its own play can
 *  reach. Totals go up to the goal; in a chase, up to a hundred points beyond the goal or the leader.
 *
 *  Fails with ALEA_E_USAGE for three or more players, a map that is not available for the game or for two bots, or
 *  an `other` without a TURN map; with ALEA_E_RANGE for impossible `other` and `memory`; with ALEA_E_REFUSED for
 *  games of other families, and if no player ever decides; as alea_bot_ask if a bot fails; and with ALEA_E_STOPPED if
 *  the progress callback asked to stop.
 */
ALEA_API alea_status alea_plot_make(const alea_game *, alea_bot *first, alea_bot *second,
                                    const alea_plot_options *, alea_plot **out, alea_error *);
ALEA_API void alea_plot_free(alea_plot *); /**< accepts NULL */

/** The values `first`, `first` + `step`, …: `count` of them. `name`: own, other, turns or turn. */
typedef struct alea_plot_axis {
    const char *name;
    uint32_t first, step, count;
} alea_plot_axis;
typedef struct alea_plot_facts {
    alea_plot_map map;
    unsigned bots;
    alea_plot_axis axis[2]; /**< own; and other, turns or turn */
    uint32_t other;         /**< of a TURN map */
    uint32_t memory;
    uint32_t end; /**< the total at which a hold wins; 0 in a chase, where there is none */
} alea_plot_facts;
ALEA_API void alea_plot_get_facts(const alea_plot *, alea_plot_facts *out);
/** The cells of a bot, 0 or 1, as in ALEA_PLOT_NPY: [own][other, turns or turn]. They belong to the plot. */
ALEA_API const int32_t *alea_plot_cells(const alea_plot *, unsigned bot);

typedef enum alea_plot_format {
    ALEA_PLOT_SVG,
    ALEA_PLOT_PNG,
    ALEA_PLOT_CSV, /**< tidy: one line for each position in which a player decides; see docs/plot.md */
    /** NumPy format 1.0, little-endian int32: [own, y], or [bot, own, y] for two bots. -1 where no player decides, -2
     *  where a bot never holds; in TURN maps 0 is hold and 1 is roll. */
    ALEA_PLOT_NPY
} alea_plot_format;

/** Returns the format for a file's extension. Fails with ALEA_E_USAGE for other extensions. */
ALEA_API alea_status alea_plot_format_of(const char *path, alea_plot_format *out, alea_error *);

/** Renders a plot to memory. The caller frees `*bytes` with alea_text_free. `width` is the width of pictures in
 *  pixels, from ALEA_PLOT_NARROWEST to ALEA_PLOT_WIDEST (else ALEA_E_RANGE); 0 means 960. The same plot always gives
 *  the same bytes. */
enum { ALEA_PLOT_NARROWEST = 200, ALEA_PLOT_WIDEST = 8000 };
ALEA_API alea_status alea_plot_render(const alea_plot *, alea_plot_format, unsigned width, char **bytes,
                                      size_t *size, alea_error *);
/** Renders a plot to a file, completely or not at all. Also fails with ALEA_E_WRITE. */
ALEA_API alea_status alea_plot_write(const alea_plot *, alea_plot_format, unsigned width, const char *path,
                                     alea_error *);

/** Renders a map as text, for a terminal. The caller frees `*out` with alea_text_free. Fails with ALEA_E_USAGE for
 *  a SURFACE. */
ALEA_API alea_status alea_plot_view(const alea_plot *, const alea_view_options *, char **out, alea_error *);

#ifdef __cplusplus
}
#endif
#endif
