/* The kernels of plain games for AVX2: four lanes a vector. */
#define PLAIN_LANES  4
#define PLAIN_KERNEL plain_avx2
#define PLAIN_NAME   "avx2"
#include "family/race/pig/kernel.h"
