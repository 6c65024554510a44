#define LANE_BYTES       16
#define DESPIRALA_KERNEL despirala_kernel_portable
#include "family/despirala/solve/kernel.h"
