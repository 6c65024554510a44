#pragma once
/* Scales of colours, for pictures and pages. */

typedef struct alea__colour {
    double red, green, blue; /* 0 … 1, sRGB */
} alea__colour;

/* From 0 to 1, dark to light in even steps. */
alea__colour alea__rising_colour(double share);
/* From -1 to 1: blue, white, orange, darker away from 0. */
alea__colour alea__signed_colour(double share);
alea__colour alea__shaded(alea__colour, double light); /* light 1: unchanged; below 1: darker */
