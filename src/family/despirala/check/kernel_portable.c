#define LANE_BYTES          16
#define DESPIRALA_BEST_ROWS despirala_best_rows_portable
#include "family/despirala/check/kernel.h"
