/* The total to hold at as a surface over own x other, seen from above the front in parallel projection. Rows are painted
   from the far side to the near one, so that hidden parts are painted over. */
#include "base/assert.h"
#include "plot/draw/plot_draw.h"

#include <math.h>

enum {
    MOST_TICKS = 5,
    MOST_FACETS = 128, /* per side; more could not be distinguished */
    MESH = 10          /* lines drawn on the surface, a side */
};

/* In the unit cube: own to the right and towards the viewer, other to the right and away from the viewer, totals upwards. */
typedef struct point {
    double own, other, total;
} point;

typedef struct spot {
    double x, y; /* on the page */
} spot;

typedef struct segment {
    spot from, to;
} segment;

typedef struct scene {
    const alea_plot *plot;
    cairo_t *cr;
    uint32_t nodes_x, nodes_y;
    uint32_t x[MOST_FACETS + 2], y[MOST_FACETS + 2]; /* of each node: its cell */
    double most;                                     /* total at the top of the cube */
    alea__scale scale;
    segment line[4 * MOST_FACETS]; /* to be drawn on the surface before anything else could hide them */
    size_t lines;
} scene;

/* ---- layout ---- */

static const double unit = 470, left = 100, middle = 556; /* a side of the cube; where its left corner is */
static const double cube_height = 0.62;                   /* in widths of its base */
static const double cosine = 0.8191520443, sine = 0.5735764364; /* turned by 35 degrees */
static const double flatness = 0.52,
                    uprightness = 0.854; /* sine and cosine of the eye's height, 31 degrees */

static spot spot_of(point p)
{
    double depth = p.other * cosine - p.own * sine;
    return (spot){left + unit * (p.own * cosine + p.other * sine),
                  middle - unit * (depth * flatness + p.total * cube_height * uprightness)};
}

static void move_to(const scene *s, point p)
{
    spot at = spot_of(p);
    cairo_move_to(s->cr, at.x, at.y);
}

static void line_to(const scene *s, point p)
{
    spot at = spot_of(p);
    cairo_line_to(s->cr, at.x, at.y);
}

static void surface_add_line(const scene *s, point from, point to)
{
    move_to(s, from);
    line_to(s, to);
}

/* ---- the data ---- */

static double surface_share_of(const alea__axis *axis, uint32_t cell)
{
    return axis->count > 1 ? (double)cell / (axis->count - 1) : 0.5;
}

/* A corner of facets. */
typedef struct node {
    point at;
    int32_t total;
    bool ends; /* rolls on to the goal */
} node;

/* Returns false if there is no total to hold at. */
static bool node_at(const scene *s, uint32_t i, uint32_t j, node *out)
{
    const alea_plot *plot = s->plot;
    ALEA_ASSERT(i < s->nodes_x && j < s->nodes_y && s->most > 0);
    uint32_t x = s->x[i], y = s->y[j];
    int32_t total = alea__cell(plot, 0, x, y);
    if (total < 0) return false;
    *out = (node){.at = {surface_share_of(&plot->x, x), surface_share_of(&plot->y, y), total / s->most},
                  .total = total,
                  .ends = alea__goes_for_the_end(plot, x, y)};
    return true;
}

/* Sets the scale of colours, without the slope to the goal, and the total at the top of the cube. */
static void surface_measure(scene *s)
{
    const alea_plot *plot = s->plot;
    int32_t most = 1;
    for (uint32_t x = 0; x < plot->x.count; x++)
        for (uint32_t y = 0; y < plot->y.count; y++) {
            int32_t total = alea__cell(plot, 0, x, y);
            if (total > most) most = total;
            if (total >= 0 && !alea__goes_for_the_end(plot, x, y)) alea__scale_widen(&s->scale, total);
        }
    double step = alea__tick_step(most, MOST_TICKS);
    s->most = ceil(most / step) * step;
}

/* Chooses the cells that are nodes: evenly spread, without impossible scores, across which the surface continues. Returns
   their number. */
static uint32_t choose_nodes(const alea_plot *plot, bool in_x, uint32_t out[])
{
    uint32_t cells = in_x ? plot->x.count : plot->y.count, across = in_x ? plot->y.count : plot->x.count;
    uint32_t chosen = 0;
    uint32_t stride = (cells - 1) / MOST_FACETS + 1;
    for (uint32_t cell = 0; cell < cells; cell += stride) {
        bool any = false;
        for (uint32_t k = 0; k < across; k++)
            any |= alea__cell(plot, 0, in_x ? cell : k, in_x ? k : cell) >= 0;
        ALEA_ASSERT(chosen < MOST_FACETS + 2);
        if (any) out[chosen++] = cell;
        if (cell + stride >= cells && cell + 1 < cells) cell = cells - 1 - stride;
    }
    return chosen;
}

/* ---- facets ---- */

/* A facet, or a row of facets in one plane and with one colour. */
typedef struct facet {
    node corner[4]; /* (i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1) */
} facet;

static bool facet_at(const scene *s, uint32_t i, uint32_t j, facet *out)
{
    return node_at(s, i, j, &out->corner[0]) && node_at(s, i + 1, j, &out->corner[1]) &&
           node_at(s, i + 1, j + 1, &out->corner[2]) && node_at(s, i, j + 1, &out->corner[3]);
}

static bool is_level(const facet *f)
{
    int32_t total = f->corner[0].total;
    return f->corner[1].total == total && f->corner[2].total == total && f->corner[3].total == total;
}

static bool surface_ends(const facet *f)
{
    return f->corner[0].ends || f->corner[1].ends || f->corner[2].ends || f->corner[3].ends;
}

/* Whether `next`, to the right of `last`, continues in the same plane. Away from the goal's slope the colour
   changes with the height, so that only level ones go together. */
static bool surface_goes_on(const facet *last, const facet *next)
{
    const node *a = last->corner, *b = next->corner;
    if (!surface_ends(last))
        return is_level(last) && is_level(next) && !surface_ends(next) && a[0].total == b[0].total;
    return surface_ends(next) && a[1].total - a[0].total == b[1].total - b[0].total &&
           a[2].total - a[3].total == b[2].total - b[3].total &&
           a[3].total - a[0].total == b[3].total - b[0].total;
}

static double surface_rise(const node *from, const node *to, double way)
{
    return way > 1e-9 ? (to->at.total - from->at.total) / way * cube_height : 0;
}

/* Lambert's law, with light from the front, and enough of it in the shadow. */
static double light_on(const facet *f)
{
    static const double towards[3] = {0.30, -0.50, 0.81};
    const node *c = f->corner;
    double own = c[1].at.own - c[0].at.own, other = c[3].at.other - c[0].at.other;
    double normal[3] = {-(surface_rise(&c[0], &c[1], own) + surface_rise(&c[3], &c[2], own)) / 2,
                        -(surface_rise(&c[0], &c[3], other) + surface_rise(&c[1], &c[2], other)) / 2, 1};
    double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + 1), share = 0;
    for (int k = 0; k < 3; k++) share += normal[k] * towards[k] / length;
    ALEA_ASSERT(share <= 1);
    return 0.70 + 0.33 * fmax(share, 0);
}

static alea__colour surface_colour_of(const scene *s, const facet *f)
{
    const node *c = f->corner;
    double total = (c[0].total + c[1].total + c[2].total + c[3].total) / 4.0;
    alea__colour plain =
        surface_ends(f) ? alea__class_colour(ALEA__CLASS_END) : alea__scale_colour(&s->scale, total);
    return alea__shaded(plain, light_on(f));
}

/* A little further than `to`, coming from `from`. */
static spot surface_beyond(spot to, spot from, spot base)
{
    const double little = 0.8;
    double dx = to.x - from.x, dy = to.y - from.y, length = sqrt(dx * dx + dy * dy);
    if (length < 1e-9) return base;
    return (spot){base.x + little * dx / length, base.y + little * dy / length};
}

/* Facets reach a little under those that are drawn after them, to the right and in front: nothing shows between two. */
static void fill_facet(const scene *s, const facet *f)
{
    spot at[4], out[4];
    for (int k = 0; k < 4; k++) out[k] = at[k] = spot_of(f->corner[k].at);
    out[1] = surface_beyond(at[1], at[0], out[1]);
    out[2] = surface_beyond(at[2], at[3], out[2]);
    out[0] = surface_beyond(at[0], at[3], out[0]);
    out[1] = surface_beyond(at[1], at[2], out[1]);
    cairo_move_to(s->cr, out[0].x, out[0].y);
    for (int k = 1; k < 4; k++) cairo_line_to(s->cr, out[k].x, out[k].y);
    cairo_close_path(s->cr);
    alea__set_colour(s->cr, surface_colour_of(s, f));
    cairo_fill(s->cr);
}

/* ---- lines on the surface ---- */

/* About MESH lines of the grid, evenly spread, and the last one. */
static bool is_mesh(uint32_t index, uint32_t nodes)
{
    uint32_t every = (nodes - 1 + MESH / 2) / MESH;
    return every == 0 || index % every == 0 || index + 1 == nodes;
}

static void keep_line(scene *s, const node *from, const node *to)
{
    ALEA_ASSERT(s->lines < sizeof s->line / sizeof *s->line);
    s->line[s->lines++] = (segment){spot_of(from->at), spot_of(to->at)};
}

static void keep_lines(scene *s, const facet *f, uint32_t i, uint32_t j)
{
    const node *c = f->corner;
    if (is_mesh(i, s->nodes_x)) keep_line(s, &c[0], &c[3]);
    if (i + 2 == s->nodes_x) keep_line(s, &c[1], &c[2]);
    if (is_mesh(j, s->nodes_y)) keep_line(s, &c[0], &c[1]);
    if (j + 2 == s->nodes_y) keep_line(s, &c[3], &c[2]);
}

static void surface_draw_lines(scene *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        cairo_move_to(s->cr, s->line[k].from.x, s->line[k].from.y);
        cairo_line_to(s->cr, s->line[k].to.x, s->line[k].to.y);
    }
    cairo_set_source_rgba(s->cr, 0, 0, 0, 0.4);
    cairo_set_line_width(s->cr, 0.7);
    if (s->lines > 0) cairo_stroke(s->cr);
    s->lines = 0;
}

/* Facets i … i + count - 1 of row j as one. */
typedef struct facet_run {
    uint32_t i, count;
    facet whole, last;
} facet_run;

static void draw_run(scene *s, const facet_run *r, uint32_t j)
{
    const node *c = r->whole.corner;
    if (r->count == 0) return;
    /* within a row only a facet that rises to the right can hide those on its left */
    if (c[1].total > c[0].total || c[2].total > c[3].total) surface_draw_lines(s);
    fill_facet(s, &r->whole);
    for (uint32_t i = r->i; i < r->i + r->count; i++) {
        facet f;
        if (facet_at(s, i, j, &f)) keep_lines(s, &f, i, j);
    }
}

/* Draws the facets of row j from left to right, neighbours in one plane as one, and the lines on them. */
static void draw_row(scene *s, uint32_t j)
{
    facet_run r = {0};
    for (uint32_t i = 0; i + 1 < s->nodes_x; i++) {
        facet next;
        bool there = facet_at(s, i, j, &next);
        if (there && r.count > 0 && surface_goes_on(&r.last, &next)) {
            r.whole.corner[1] = next.corner[1];
            r.whole.corner[2] = next.corner[2];
            r.last = next;
            r.count++;
            continue;
        }
        draw_run(s, &r, j);
        r = (facet_run){.i = i, .count = there, .whole = next, .last = next};
    }
    draw_run(s, &r, j);
    surface_draw_lines(s);
}

/* ---- what closes it to the front ---- */

/* A wall from the surface down, along one side; in parts if the surface has holes. */
typedef struct wall {
    bool along_own; /* in front of the lowest other; else at the highest own */
    double light;
} wall;

/* The part of the wall that begins at k; returns its end. With `closed` false, the path is only its top. */
static uint32_t add_part(const scene *s, const wall *w, uint32_t k, bool closed)
{
    node n;
    point last = {0};
    uint32_t end = k;
    for (; w->along_own ? node_at(s, end, 0, &n) : node_at(s, s->nodes_x - 1, end, &n); end++) {
        if (end == k && closed) move_to(s, (point){n.at.own, n.at.other, 0});
        if (end == k && !closed)
            move_to(s, n.at);
        else
            line_to(s, n.at);
        last = n.at;
        if (end + 1 == (w->along_own ? s->nodes_x : s->nodes_y)) {
            end++;
            break;
        }
    }
    if (closed && end > k) line_to(s, (point){last.own, last.other, 0});
    return end;
}

/* Draws the parts of the wall, and the edge of the surface above them. */
static void draw_wall(const scene *s, const wall *w)
{
    uint32_t count = w->along_own ? s->nodes_x : s->nodes_y;
    for (uint32_t k = 0, end; k < count; k = end + 1) {
        end = add_part(s, w, k, true);
        alea__set_colour(s->cr, alea__shaded(alea__class_colour(ALEA__CLASS_NONE), w->light));
        cairo_fill(s->cr);
        add_part(s, w, k, false);
        alea__set_colour(s->cr, alea__ink);
        cairo_set_line_width(s->cr, 0.8);
        cairo_stroke(s->cr);
    }
}

/* ---- axes ---- */

/* The walls behind, with a line for each tick of the totals. */
static void draw_background(const scene *s)
{
    const point corners[] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {1, 1, 1}, {1, 1, 0}, {0, 1, 0}};
    move_to(s, corners[0]);
    for (size_t i = 1; i < sizeof corners / sizeof *corners; i++) line_to(s, corners[i]);
    cairo_close_path(s->cr);
    cairo_set_source_rgb(s->cr, 0.972, 0.972, 0.976);
    cairo_fill(s->cr);
    double step = alea__tick_step(s->most, MOST_TICKS);
    for (double total = 0; total <= s->most; total += step) {
        surface_add_line(s, (point){0, 0, total / s->most}, (point){0, 1, total / s->most});
        surface_add_line(s, (point){0, 1, total / s->most}, (point){1, 1, total / s->most});
    }
    surface_add_line(s, (point){0, 1, 0}, (point){0, 1, 1});
    surface_add_line(s, (point){1, 1, 0}, (point){1, 1, 1});
    cairo_set_source_rgb(s->cr, 0.80, 0.80, 0.82);
    cairo_set_line_width(s->cr, 0.75);
    cairo_stroke(s->cr);
}

/* Writes next to a point, `away` from it on the page. */
static void write_at(const scene *s, point p, spot away, alea__anchor side, const char *text)
{
    spot at = spot_of(p);
    alea__write(s->cr, at.x + away.x, at.y + away.y, side, text);
}

static void write_number_at(const scene *s, point p, spot away, alea__anchor side, double number)
{
    spot at = spot_of(p);
    alea__write_number(s->cr, at.x + away.x, at.y + away.y, side, (int64_t)number);
}

/* Ticks along one of the two edges in front. */
static void draw_edge(const scene *s, const alea__axis *axis, bool is_own)
{
    double last = axis->first + (axis->count - 1.0) * axis->step;
    double step = alea__tick_step(last - axis->first, MOST_TICKS);
    for (double value = ceil(axis->first / step) * step; value <= last; value += step) {
        double share = last > axis->first ? (value - axis->first) / (last - axis->first) : 0.5;
        point out = is_own ? (point){share, -0.015, 0} : (point){1.015, share, 0};
        write_number_at(s, out, (spot){is_own ? -3 : 5, 16}, is_own ? ALEA__END : ALEA__START, value);
        surface_add_line(s, is_own ? (point){share, 0, 0} : (point){1, share, 0}, out);
        cairo_stroke(s->cr);
    }
}

/* Draws the axes in front with ticks, numbers and titles, over everything else. */
static void draw_axes(const scene *s)
{
    alea__set_colour(s->cr, alea__ink);
    cairo_set_line_width(s->cr, 1);
    const double step = alea__tick_step(s->most, MOST_TICKS);
    for (double total = step; total <= s->most; total += step)
        write_number_at(s, (point){0, 0, total / s->most}, (spot){-10, 5}, ALEA__END, total);
    write_at(s, (point){0, 0, 1}, (spot){-80, -22}, ALEA__START, "turn total to hold at (points)");
    surface_add_line(s, (point){0, 0, 0}, (point){0, 0, 1});
    surface_add_line(s, (point){0, 0, 0}, (point){1, 0, 0});
    surface_add_line(s, (point){1, 0, 0}, (point){1, 1, 0});
    cairo_stroke(s->cr);
    draw_edge(s, &s->plot->x, true);
    draw_edge(s, &s->plot->y, false);
    write_at(s, (point){0.5, 0, 0}, (spot){-30, 46}, ALEA__END, alea__axis_title(&s->plot->x));
    write_at(s, (point){1, 0.5, 0}, (spot){44, 40}, ALEA__START, alea__axis_title(&s->plot->y));
}

/* The bar of colours, and the slope to the goal if there is one. */
static void surface_draw_legend(const scene *s)
{
    alea__legend legend = {.cr = s->cr, .x = 784, .y = 116};
    if (s->scale.any) {
        alea__legend_line(&legend, "turn total (points)");
        alea__legend_bar(&legend, &s->scale);
    }
    for (uint32_t j = 0; j < s->nodes_y; j++)
        for (uint32_t i = 0; i < s->nodes_x; i++) {
            node n;
            if (!node_at(s, i, j, &n) || !n.ends) continue;
            alea__legend_class(&legend, alea__class_colour(ALEA__CLASS_END), "rolls on to the goal");
            return;
        }
}

/* From back to front: the walls behind, the rows of facets, the walls that close the surface to the front, and the
   axes. */
void alea__draw_surface(const alea_plot *plot, cairo_t *cr)
{
    scene s = {.plot = plot, .cr = cr};
    s.nodes_x = choose_nodes(plot, true, s.x);
    s.nodes_y = choose_nodes(plot, false, s.y);
    surface_measure(&s);
    draw_background(&s);
    if (s.nodes_x > 0 && s.nodes_y > 0) { /* else it holds nowhere */
        for (uint32_t j = s.nodes_y - 1; j-- > 0;) draw_row(&s, j);
        draw_wall(&s, &(wall){.along_own = false, .light = 0.88});
        draw_wall(&s, &(wall){.along_own = true, .light = 1});
    }
    draw_axes(&s);
    surface_draw_legend(&s);
}
