#pragma once
/* A plot's data, shared by the files that draw it. */
#include "base/assert.h"
#include "base/text.h"
#include <alea/plot.h>

/* Instead of a turn total, or of a move. */
enum {
    ALEA__NONE = -1, /* no player decides there */
    ALEA__NEVER = -2 /* it holds at no total that it was asked at */
};
enum { ALEA__HOLDS = 0, ALEA__ROLLS = 1 }; /* the cells of a TURN map */

#define PLOT_BEST_PLAY "optimal" /* the name of best play by a table */

/* The values first, first + step, …: `count` of them. */
typedef struct alea__axis {
    const char *name; /* in files: own, other, turns, turn */
    uint32_t first, step, count;
} alea__axis;

struct alea_plot {
    alea_plot_map map; /* not ALEA_PLOT_USUAL */
    unsigned bots;     /* 1 or 2 */
    unsigned players;
    char *game; /* its spec */
    char *bot[2];
    uint32_t memory;
    uint32_t end; /* total at which a hold wins; 0 if no total wins, because other players may still follow */
    bool has_other;     /* whether positions have an other */
    uint32_t other;     /* of a TURN map */
    alea__axis x, y;    /* own; other or turn */
    int32_t *cell[2];   /* by bot: [x * y.count + y], a move or the least total at which it holds */
    int32_t *always[2]; /* HOLD, SURFACE: the total from which it always holds; ALEA__NEVER: it never does */
};

static inline uint32_t alea__axis_value(const alea__axis *axis, uint32_t index)
{
    ALEA_ASSERT(index < axis->count);
    return axis->first + index * axis->step;
}

static inline int32_t alea__cell(const alea_plot *plot, unsigned bot, uint32_t x, uint32_t y)
{
    ALEA_ASSERT(bot < plot->bots && x < plot->x.count && y < plot->y.count);
    return plot->cell[bot][(size_t)x * plot->y.count + y];
}

/* Classes of cells (plot_data.c). Whether the bot rolls until a hold wins: pictures of one bot show such cells as a
   separate class, so that colours can distinguish the others. */
bool alea__goes_for_the_end(const alea_plot *, uint32_t x, uint32_t y);
/* It holds at some total and rolls again at a higher one. */
bool alea__is_no_threshold(const alea_plot *, unsigned bot, uint32_t x, uint32_t y);
/* Whether some cell of a bot's is `value`. */
bool alea__has_cell(const alea_plot *, unsigned bot, int32_t value);

/* Asking (plot_ask.c): chooses the map, and sets axes and cells; `plot` has its bots. bot[0] is NULL for best play by the table
   of the options. */
alea_status alea__plot_ask(alea_plot *, const alea_game *, alea_bot *const bot[2], const alea_plot_options *,
                           alea_error *);

/* Words (plot_words.c), alike in pictures and in text. */
/* The position of a cell in the syntax of `alea ask`, with names for the values of the axes: "scores=OWN,30 turn=TURN". */
void alea__plot_position(const alea_plot *, alea__text *out);
void alea__plot_title(const alea_plot *, bool ascii, alea__text *out); /* the title of the plot */
const char *alea__axis_title(const alea__axis *);
/* 1, 2 or 5 times a power of ten, so that at most that many steps fit into the span; `least`, a power of ten, or more. */
double alea__round_step(double least, double span, unsigned most);
double alea__tick_step(double span, unsigned most); /* likewise, at least 1 */

/* Draws the map below its title, as SVG or PNG of this width in pixels, and adds the bytes to `out` (draw/plot_picture.c). */
alea_status alea__plot_draw(const alea_plot *, alea_plot_format, unsigned width, alea__text *out,
                            alea_error *);

/* Data (plot_data.c). */
void alea__plot_csv(const alea_plot *, alea__text *out);
void alea__plot_npy(const alea_plot *, alea__text *out);
