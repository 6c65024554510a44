#define SPREAD_KERNEL despirala_spread_avx2
#include "family/despirala/spread_kernel.h"
