/* Chooses the kernel; see turn_kernel.h. */
#include "base/kernel.h"
#include "family/race/turn/turn_kernel.h"

extern const race_turn_kernel race_turn_portable, race_turn_avx2, race_turn_avx512;

const race_turn_kernel *race_best_turn_kernel(void)
{
    return KERNEL_OF_THREE(&race_turn);
}
