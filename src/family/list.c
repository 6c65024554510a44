/* The one table of families. It stands alone, so that a program that is linked to the static library may have another. */
#include "game/family.h"

extern const alea__family alea__race_family, alea__graph_family, alea__hog_family, alea__despirala_family;

const alea__family *const alea__families[] = {&alea__race_family, &alea__graph_family, &alea__hog_family,
                                              &alea__despirala_family, NULL};
