#define LANE_BYTES 32
#define HOG_KERNEL hog_sweep_avx2
#include "family/hog/solve/kernel.h"
