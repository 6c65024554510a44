#define LANE_BYTES       32
#define DESPIRALA_KERNEL despirala_kernel_avx2
#include "family/despirala/solve/kernel.h"
