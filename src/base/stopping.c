#include "base/stopping.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/messages.h"

bool alea__stopped(const alea_progress *progress)
{
    return progress && progress->stopped && progress->stopped(progress->user);
}

int alea__report(const alea_progress *progress, uint64_t done, uint64_t total)
{
    ALEA_ASSERT(total == 0 || done <= total);
    return progress && progress->report ? progress->report(progress->user, done, total) : 0;
}

alea_status alea__tell(const alea_progress *progress, uint64_t done, uint64_t total, alea_error *error)
{
    return alea__stopped(progress) || alea__report(progress, done, total) != 0 ? alea__stop(error) : ALEA_OK;
}

alea_status alea__stop(alea_error *error)
{
    return alea__fail(error, ALEA_E_STOPPED, BASE_STOPPED);
}
