/* One process, which leads. */
#include "base/crew.h"
#include "base/assert.h"

unsigned alea__crew_size(void)
{
    return 1;
}

bool alea__crew_leads(void)
{
    return true;
}

void alea__crew_share(void *data, size_t size)
{
    (void)data, (void)size;
}

alea_status alea__crew_agree(alea_status status, alea_error *error)
{
    (void)error;
    return status;
}

/* Nobody is there to whom these could speak. */

void alea__crew_order(unsigned to, uint64_t block)
{
    (void)to, (void)block;
    ALEA_ASSERT(false);
}

unsigned alea__crew_take(void *data, size_t size)
{
    (void)data, (void)size;
    return 0;
}

uint64_t alea__crew_wait(void)
{
    return UINT64_MAX;
}

void alea__crew_answer(const void *data, size_t size)
{
    (void)data, (void)size;
    ALEA_ASSERT(false);
}
