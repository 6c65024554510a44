/* The table of families. It has its own file, so that a program linked to the static library can replace it. */
#include "game/family.h"

extern const alea__family alea__race_family, alea__graph_family, alea__hog_family, alea__despirala_family,
    alea__tabletop_family;

const alea__family *const alea__families[] = {&alea__race_family,     &alea__graph_family,
                                              &alea__hog_family,      &alea__despirala_family,
                                              &alea__tabletop_family, NULL};
