#ifndef ALEA_PLOT_H
#define ALEA_PLOT_H
/** Pictures of what bots do: where they roll, and where they hold.
 *
 *  A plot is made by asking a bot, or two to be compared, in the positions of a race game for one player or two. It can then
 *  be written in as many formats as wanted; bots and game are not needed any more.
 *
 *      alea_plot *plot;
 *      alea_plot_make(game, bot, NULL, &(alea_plot_options){.map = ALEA_PLOT_SURFACE}, &plot, &error);
 *      alea_plot_write(plot, ALEA_PLOT_SVG, 0, "pig.svg", &error);
 *      alea_plot_free(plot);
 *
 *  In a build without cairo all functions that can fail are ALEA_E_REFUSED, and maps have no names.
 *
 *  In every position a bot is asked as in a game that begins there: what it would remember of earlier turns it does not
 *  know. */

#include <alea/exact.h>
#include <alea/view.h>

/** What is drawn over the mover's own banked score. The *other* is the opponent's banked score or, for one player with a
 *  turn limit, the number of turns left. */
typedef enum alea_plot_map {
    ALEA_PLOT_USUAL, /**< HOLD; TURN where a position has no other */
    ALEA_PLOT_TURN, /**< own x turn total, for one other: roll or hold; of two bots also which of them rolls */
    ALEA_PLOT_HOLD, /**< own x other: the least turn total at which it holds; of two bots the first's less the second's */
    ALEA_PLOT_SURFACE /**< the same as a surface in space, of one bot */
} alea_plot_map;
ALEA_API const char *
    alea_plot_map_name(alea_plot_map); /**< `turn`, `hold`, `surface`; NULL for ALEA_PLOT_USUAL */

/** Zero means the default everywhere. */
typedef struct alea_plot_options {
    alea_plot_map map;
    bool other_given;
    uint32_t
        other; /**< for TURN; default 0, or half of the turns. In a chase more than the goal: the other leads */
    uint32_t memory;        /**< what the turn remembers, as the key `memory` of alea_game_state */
    uint32_t step;          /**< only every so-many-th score; default: so that there are at most 250 */
    unsigned threads;       /**< default: all cores. Bots that are programs are asked by one */
    alea_progress progress; /**< unit: own scores */
} alea_plot_options;

typedef struct alea_plot alea_plot;

/** Whether there are plots of games of this kind: of those in which a turn has a total to hold at. */
ALEA_API bool alea_plot_possible(const alea_game *);

/** Asks the bots; `second` may be NULL. Both must have been opened for `game`. A bot is a threshold in a turn when, of all
 *  totals that the dice and its own play can bring it to, it holds from its first hold on. Totals are followed as far as the
 *  goal; in a chase a hundred points beyond it, or beyond the leader.
 *
 *  Fails with ALEA_E_USAGE for three players or more, a map that the game or two bots do not have, an `other` that is not
 *  for a TURN map; ALEA_E_RANGE for `other` and `memory` that cannot occur; ALEA_E_REFUSED for games of other families, and
 *  where nobody ever decides; as alea_bot_ask when a bot fails; ALEA_E_STOPPED when the progress callback asked for it. */
ALEA_API alea_status alea_plot_make(const alea_game *, alea_bot *first, alea_bot *second,
                                    const alea_plot_options *, alea_plot **out, alea_error *);
ALEA_API void alea_plot_free(alea_plot *);

typedef enum alea_plot_format {
    ALEA_PLOT_SVG,
    ALEA_PLOT_PNG,
    ALEA_PLOT_CSV, /**< tidy: a line for each position in which somebody decides; see docs/plot.md */
    ALEA_PLOT_NPY /**< NumPy's format 1.0, little-endian int32: [own, y], or [bot, own, y] of two; -1 where nobody decides,
                        -2 where a bot never holds; in TURN maps 0 is hold and 1 is roll */
} alea_plot_format;

/** The format that a file's ending asks for; ALEA_E_USAGE when it is none of the four. */
ALEA_API alea_status alea_plot_format_of(const char *path, alea_plot_format *out, alea_error *);

/** Makes the file's bytes, which are the caller's, freed by alea_view_free. `width` is that of pictures in pixels, from
 *  ALEA_PLOT_NARROWEST to ALEA_PLOT_WIDEST (ALEA_E_RANGE); 0: 960. The same plot gives the same bytes. */
enum { ALEA_PLOT_NARROWEST = 200, ALEA_PLOT_WIDEST = 8000 };
ALEA_API alea_status alea_plot_render(const alea_plot *, alea_plot_format, unsigned width, char **bytes,
                                      size_t *size, alea_error *);
/** The same, written to a file: whole, or not at all. ALEA_E_WRITE. */
ALEA_API alea_status alea_plot_write(const alea_plot *, alea_plot_format, unsigned width, const char *path,
                                     alea_error *);

/** A map in characters, for a terminal; freed by alea_view_free. ALEA_E_USAGE for a SURFACE. */
ALEA_API alea_status alea_plot_view(const alea_plot *, const alea_view_options *, char **out, alea_error *);

#endif
