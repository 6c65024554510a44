#define SPREAD_KERNEL despirala_spread_portable
#include "family/despirala/distribution/kernel.h"
