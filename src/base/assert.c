#include "base/assert.h"

#if defined(ALEA_CHECKS)
#include <stdio.h>
#include <stdlib.h>

void alea__assertion_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "alea: %s:%d: assertion failed: %s. This is a bug in alea.\n", file, line, condition);
    abort();
}
#else
typedef int alea__no_assertions; /* an empty file is not valid C */
#endif
