/* Players as people call them. */
#include "base/assert.h"

#include <alea/record.h>
#include <stdio.h>
#include <string.h>

const char *alea_player_inside(const char *player, const char *kind, size_t *length)
{
    const size_t front = strlen(kind), all = strlen(player);
    *length = 0;
    if (strncmp(player, kind, front) != 0) return NULL;
    if (!player[front]) return player + front;
    if (player[front] != '(' || player[all - 1] != ')') return NULL;
    *length = all - front - 2;
    return player + front + 1;
}

/* Whether the player is at a table of people, where `optimal` is the computer. */
static bool name_is_of_a_table(const char *spec)
{
    size_t length;
    return alea_player_inside(spec, "human", &length) || alea_player_inside(spec, "graded", &length);
}

/* The name without a number, as a part of the spec or a fixed word. */
static const char *name_alone(const char *const *player, unsigned count, unsigned which, size_t *length)
{
    const char *spec = player[which], *person = alea_player_inside(spec, "human", length);
    if (person && *length > 0) return person;
    bool table = false;
    for (unsigned i = 0; i < count; i++) table |= name_is_of_a_table(player[i]);
    const bool computer =
        alea_player_inside(spec, "graded", length) || (table && alea_player_inside(spec, "optimal", length));
    const char *name = person ? "You" : computer ? "Computer" : spec;
    *length = strlen(name);
    return name;
}

void alea_player_name(const char *const *player, unsigned count, unsigned which, char *out, size_t size)
{
    enum { NUMBER = 3 }; /* a space and two digits */
    size_t length, other;
    unsigned same = 1;
    ALEA_ASSERT(which < count && size > NUMBER + 1);
    const char *name = name_alone(player, count, which, &length);
    for (unsigned i = 0; i < which; i++) {
        const char *before = name_alone(player, count, i, &other);
        same += other == length && memcmp(before, name, length) == 0;
    }
    if (length > size - 1 - NUMBER)
        for (length = size - 1 - NUMBER; length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80;)
            length--;
    memmove(out, name, length);
    out[length] = 0;
    if (same > 1) snprintf(out + length, size - length, " %u", same);
}
