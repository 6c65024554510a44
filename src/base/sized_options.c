#include "base/sized_options.h"

#include <string.h>

void *alea__options_copy(void *own, size_t size, const void *given)
{
    size_t known = size;
    if (!given) return own;
    memcpy(&known, given, sizeof known);
    memcpy(own, given, known > 0 && known < size ? known : size);
    return own;
}
