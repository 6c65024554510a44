#pragma once
/* Shows fuel as time: how long a typical computer takes for that many instructions. */
#include <stdint.h>

#define ALEA__FUEL_A_SECOND 1e10

enum { ALEA__FUEL_TIME = 32 };
/* "ten seconds", "0.25 seconds". */
char *alea__fuel_time(char out[ALEA__FUEL_TIME], uint64_t fuel);
