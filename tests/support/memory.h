#ifndef TESTS_SUPPORT_MEMORY_H
#define TESTS_SUPPORT_MEMORY_H
/* Memory that runs out, for programs that link the inside of the library. */
#include "base/memory.h"
#include "support/test.h"

/* for (long k = 0; status != ALEA_OK; k++) status = with_allocations(k, work());
   Only the first k allocations of the call succeed. Its status, which must be ALEA_OK or ALEA_E_MEMORY. */
#define with_allocations(k, call) (test_limit_allocations(k), test_unlimit_allocations(call))

HELPER long test_allocations;

HELPER void test_limit_allocations(long k)
{
    test_allocations = k;
    if (k > 200000) fail_msg("it still fails after %ld allocations", k);
    alea__fail_allocation_after(k);
}

HELPER alea_status test_unlimit_allocations(alea_status status)
{
    alea__fail_allocation_after(-1);
    if (status != ALEA_OK && status != ALEA_E_MEMORY)
        fail_msg("after %ld allocations: got status %d, expected ALEA_E_MEMORY", test_allocations, status);
    return status;
}
#endif
