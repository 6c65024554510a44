#pragma once
/* family/race/simulate/guest.c as a core module, made by the build (cmake/guest.cmake). */
#include <stddef.h>

extern const unsigned char alea__guest_race[];
extern const size_t alea__guest_race_size;
