#define LANE_BYTES          32
#define DESPIRALA_BEST_ROWS despirala_best_rows_avx2
#include "family/despirala/check/kernel.h"
