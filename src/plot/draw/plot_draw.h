#pragma once
/* Drawing with cairo. Lengths are in units; a picture is alea__picture_width units wide. */
#include "plot/plot.h"
#include "view/colour.h"
#include <cairo.h>

static const double alea__picture_width = 960, alea__picture_height = 780;

/* A page: a title, a line below it, and what `draw` puts under these, on white and with a font of its size set. */
typedef struct alea__picture {
    const char *title, *below;
    const char *game; /* for those who cannot see it */
    void (*draw)(const void *user, cairo_t *);
    const void *user;
} alea__picture;

/* An SVG or PNG picture's bytes (plot_draw.c). */
alea_status alea__picture_draw(const alea__picture *, alea_plot_format, unsigned width, alea__text *out,
                               alea_error *);
/* A write callback for cairo that appends to the text `out`. */
cairo_status_t alea__take_bytes(void *out, const unsigned char *bytes, unsigned size);

/* The maps, below the title: each on a fresh white page with a font of its size set. */
void alea__draw_turn(const alea_plot *, cairo_t *);    /* plot_maps.c */
void alea__draw_hold(const alea_plot *, cairo_t *);    /* plot_maps.c */
void alea__draw_surface(const alea_plot *, cairo_t *); /* plot_surface.c */

/* ---- colours (plot_colour.c) ---- */

extern const alea__colour alea__ink, alea__grey;

/* Contents of a cell besides a number. Roll and hold of one bot; with two bots, the first word is the first's. */
typedef enum alea__class {
    ALEA__CLASS_ROLL,
    ALEA__CLASS_HOLD,
    ALEA__CLASS_BOTH_ROLL,
    ALEA__CLASS_BOTH_HOLD,
    ALEA__CLASS_ROLL_HOLD,
    ALEA__CLASS_HOLD_ROLL,
    ALEA__CLASS_NEVER,
    ALEA__CLASS_END, /* holds only if that wins */
    ALEA__CLASS_NONE /* no player decides */
} alea__class;
alea__colour alea__class_colour(alea__class);

void alea__set_colour(cairo_t *, alea__colour);

/* ---- words (plot_draw.c) ---- */

typedef enum alea__anchor { ALEA__START, ALEA__MIDDLE, ALEA__END } alea__anchor;
/* Writes a text whose start, middle or end is at x; y is the base line. */
void alea__write(cairo_t *, double x, double y, alea__anchor, const char *);
void alea__write_number(cairo_t *, double x, double y, alea__anchor, int64_t);

/* ---- flat maps (plot_frame.c) ---- */

typedef struct alea__frame {
    const alea_plot *plot;
    cairo_t *cr;
    double left, top, width, height; /* of all cells */
    double cell_x, cell_y;           /* of one */
} alea__frame;

alea__frame alea__frame_start(const alea_plot *, cairo_t *);
/* Fills cells (x … x + run - 1, y) later on: adds them to the path. */
void alea__frame_add(const alea__frame *, uint32_t x, uint32_t run, uint32_t y);
/* Border, ticks and the axes' titles, over the cells. */
void alea__frame_finish(const alea__frame *);

/* How the numbers of a picture become colours. */
typedef struct alea__scale {
    int32_t low, high;
    bool any; /* else there are no numbers */
    bool is_signed;
} alea__scale;
void alea__scale_widen(alea__scale *, int32_t number);
alea__colour alea__scale_colour(const alea__scale *, double number);

/* Where the legend goes: entries below each other, from the top. */
typedef struct alea__legend {
    cairo_t *cr;
    double x, y;
} alea__legend;
void alea__legend_line(alea__legend *, const char *text);
void alea__legend_class(alea__legend *, alea__colour, const char *text);
void alea__legend_outline(alea__legend *, const char *text);
void alea__legend_bar(alea__legend *, const alea__scale *); /* with ticks */
