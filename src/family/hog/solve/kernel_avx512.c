#define LANE_BYTES 64
#define HOG_KERNEL hog_sweep_avx512
#include "family/hog/solve/kernel.h"
