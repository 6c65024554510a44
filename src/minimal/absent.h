#ifndef ALEA_MINIMAL_ABSENT_H
#define ALEA_MINIMAL_ABSENT_H
/* What stands in a minimal build (ALEA_MINIMAL) in the place of the rooms that need a library of their own: a file for each
   of them, which defines what the rest of the library and its users call there. No other file knows of minimal builds. */
#include "base/error.h"

/* "This build of alea WHAT: it was made without LIBRARY." */
static inline alea_status alea__absent(alea_error *error, alea_status status, const char *what,
                                       const char *library)
{
    return alea__fail(error, status, "This build of alea %s: it was made without %s.", what, library);
}
#endif
