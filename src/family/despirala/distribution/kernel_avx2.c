#define SPREAD_KERNEL despirala_spread_avx2
#include "family/despirala/distribution/kernel.h"
