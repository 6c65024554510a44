/* The kernels of plain games for any machine: two lanes a vector. */
#define PLAIN_LANES  2
#define PLAIN_KERNEL plain_portable
#define PLAIN_NAME   "portable"
#include "family/race/pig/kernel.h"
