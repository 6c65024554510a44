/* The kernels of plain games for AVX-512: eight lanes a vector. */
#define PLAIN_LANES  8
#define PLAIN_KERNEL plain_avx512
#define PLAIN_NAME   "avx512"
#include "family/race/pig/kernel.h"
