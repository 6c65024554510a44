/* The words of a plot. */
#include "base/assert.h"
#include "plot/plot.h"
#include "view/words.h"

#include <stdio.h>
#include <string.h>

static const char *const map_names[] = {
    [ALEA_PLOT_TURN] = "turn", [ALEA_PLOT_HOLD] = "hold", [ALEA_PLOT_SURFACE] = "surface"};

enum { LONGEST_NAME = 40 }; /* columns of a bot's name in a title */

const char *alea_plot_map_name(alea_plot_map map)
{
    return map_names[map];
}

static void title_add_name(const alea_plot *plot, unsigned bot, bool ascii, alea__text *out)
{
    alea__add_shortened(out, plot->bot[bot], LONGEST_NAME, ascii);
}

void alea__plot_title(const alea_plot *plot, bool ascii, alea__text *out)
{
    const bool of_turn = plot->map == ALEA_PLOT_TURN, two = plot->bots == 2;
    if (two && !of_turn) alea__text_add(out, "How much later ");
    title_add_name(plot, 0, ascii, out);
    if (two) {
        alea__text_add(out, of_turn ? " and " : " holds than ");
        title_add_name(plot, 1, ascii, out);
    }
    if (of_turn)
        alea__text_add(out, ": roll or hold");
    else if (!two)
        alea__text_add(out, ": the turn total at which it holds");
    if (!of_turn || !plot->has_other) return;
    if (plot->players == 2)
        alea__text_add(out, " when the other has %u", (unsigned)plot->other);
    else
        alea__text_add(out, " with %u turn%s left", (unsigned)plot->other, plot->other == 1 ? "" : "s");
}

void alea__plot_position(const alea_plot *plot, alea__text *out)
{
    const bool fixed = plot->map == ALEA_PLOT_TURN, two = plot->players == 2;
    char other[16] = "OTHER";
    ALEA_ASSERT(plot->players == 1 || plot->players == 2);
    if (fixed || !two) snprintf(other, sizeof other, fixed ? "%u" : "TURNS", (unsigned)plot->other);
    alea__text_add(out, "scores=OWN%s%s turn=TURN", two ? "," : "", two ? other : "");
    if (plot->memory) alea__text_add(out, " memory=%u", (unsigned)plot->memory);
    if (!two && plot->has_other) alea__text_add(out, " turns=%s", other);
}

const char *alea__axis_title(const alea__axis *axis)
{
    if (strcmp(axis->name, "own") == 0) return "own score (points banked)";
    if (strcmp(axis->name, "turn") == 0) return "turn total (points)";
    return strcmp(axis->name, "turns") == 0 ? "turns left" : "other's score (points banked)";
}

double alea__round_step(double least, double span, unsigned most)
{
    static const double steps[] = {1, 2, 5};
    ALEA_ASSERT(least > 0 && span >= 0 && most > 0);
    for (double power = least;; power *= 10)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
            if (span / (steps[i] * power) <= most) return steps[i] * power;
}

double alea__tick_step(double span, unsigned most)
{
    return alea__round_step(1, span, most);
}
