#include "value/file/format.h"
#include "base/assert.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

void alea__user_block(char block[ALEA__USER_BLOCK], const char sha256[65], uint64_t size)
{
    memset(block, 0, ALEA__USER_BLOCK);
    snprintf(block, ALEA__USER_BLOCK, ALEA__MAGIC "%d\nsha256 %s\nsize %" PRIu64 "\n", ALEA__TABLE_VERSION,
             sha256, size);
}

const alea__attribute alea__value_attributes[] = {
    {"tolerance", ALEA__DOUBLE, offsetof(alea__values, tolerance)},
    {"width", ALEA__DOUBLE, offsetof(alea__values, width)},
    {"states", ALEA__COUNT, offsetof(alea__values, states)},
    {"layers", ALEA__COUNT, offsetof(alea__values, layers)},
    {"layers_done", ALEA__COUNT, offsetof(alea__values, layers_done)},
    {"start", ALEA__INTERVAL, offsetof(alea__values, start)},
    {"second", ALEA__INTERVAL, offsetof(alea__values, second)},
    {NULL, ALEA__DOUBLE, 0},
};

const alea__attribute alea__sample_attributes[] = {
    {"samples", ALEA__COUNT, offsetof(alea__values, samples)},
    {"seed", ALEA__COUNT, offsetof(alea__values, seed)},
    {NULL, ALEA__DOUBLE, 0},
};

const char *alea__unit(alea_objective objective)
{
    ALEA_ASSERT(objective <= ALEA_TURNS);
    switch (objective) {
    case ALEA_WIN: return "probability";
    case ALEA_MONEY: return "dollars";
    case ALEA_SCORE: return "points";
    case ALEA_TURNS: return "turns";
    }
    return "unknown";
}

bool alea__is_matrix_name(const char *name, size_t length)
{
    if (length == 0 || length > ALEA__MOST_NAME) return false;
    return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") >= length;
}
