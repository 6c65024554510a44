#define LANE_BYTES 16
#define HOG_KERNEL hog_sweep_portable
#include "family/hog/solve/kernel.h"
