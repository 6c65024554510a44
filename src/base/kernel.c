/* Chooses the vector width of kernels. */
#include "base/kernel.h"

#include <limits.h>
#include <stdatomic.h>

/* A mutable global, for tests and measurements. */
static atomic_int kernel_most_bytes = INT_MAX;

void alea__limit_lane_bytes(int most)
{
    atomic_store(&kernel_most_bytes, most > 0 ? most : INT_MAX);
}

/* The widest vectors of the processor, with everything that kernels of that width are compiled for. */
static int kernel_machine_bytes(void)
{
#ifndef ALEA_NO_X86_LANES
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) return 16;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
                   __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512dq")
               ? 64
               : 32;
#else
    return 16;
#endif
}

int alea__lane_bytes(void)
{
    const int most = atomic_load_explicit(&kernel_most_bytes, memory_order_relaxed),
              machine = kernel_machine_bytes();
    return most < machine ? most : machine;
}
