#pragma once
/* A match as bytes, for the referee inside the sandbox: race_pack (guest_pack.c) writes them, race_unpack (guest_unpack.c,
   freestanding) points into them. All numbers are little-endian; every part begins at a multiple of eight bytes.

   header   PACK_WORDS 32-bit words, in the order of pack_word
   policies PACK_POLICY_WORDS words a seat, RACE_SEATS of them, in the order of pack_policy_word
   effects  memories * outcomes, eight bytes each (kind, forced, amount, memory)
   landing  goal + 1 bytes
   pay      goal + 1 words
   tables   for each policy with a table, by bot: table_size^2 halves of a word;
            for each plan: owns * others + 1 numbers of 64 bits, the rows, and the bytes of its bits */
#include "family/race/play/state.h"
#include <stddef.h>

typedef enum pack_word {
    PACK_MAGIC,
    PACK_VERSION,
    PACK_SIZE, /* of everything, in bytes */
    PACK_SEED_LOW,
    PACK_SEED_HIGH,
    PACK_ROTATE,
    PACK_PLAYERS,
    PACK_DICE,
    PACK_SIDES,
    PACK_GOAL,
    PACK_OUTCOMES,
    PACK_MEMORIES,
    PACK_ENDING,
    PACK_OVER_GOAL_HOLD,
    PACK_FIRST_FORCED,
    PACK_TURN_LIMIT,
    PACK_MONEY,
    PACK_UNUSED,
    PACK_WORDS
} pack_word;

typedef enum pack_policy_word {
    PACK_KIND, /* race_policy_kind + 1; 0: a bot of another kind */
    PACK_N,
    PACK_CERTAIN,
    PACK_TABLE_SIZE,
    PACK_OWNS,
    PACK_OTHERS,
    PACK_ASKED,
    PACK_PLAN_BYTES, /* of its bits */
    PACK_POLICY_WORDS
} pack_policy_word;

enum {
    PACK_MAGIC_VALUE = 0x65636172, /* "race" */
    PACK_VERSION_VALUE = 2,
    PACK_HEADER = 4 * (PACK_WORDS + PACK_POLICY_WORDS * RACE_SEATS)
};
_Static_assert(PACK_HEADER % 8 == 0, "what follows the header is aligned");

/* The contents of the bytes. Its pointers point into the bytes, which must stay. */
typedef struct race_packed {
    race_rules rules;
    race_policy policy[RACE_SEATS]; /* by bot */
    bool present[RACE_SEATS];       /* whether a policy plays there */
    uint64_t seed;
    bool rotate;
} race_packed;

/* Returns false, with *out unspecified, if the bytes are not eight-aligned or not such a match. Does not check the contents
   of tables. Only for little-endian machines, such as WebAssembly. */
bool race_unpack(const void *bytes, size_t size, race_packed *out);

/* Writes the lowest bytes of a number, the least significant first; returns the place after them. */
static inline unsigned char *race_put(unsigned char *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) *at++ = (unsigned char)(value >> (8 * i));
    return at;
}

static inline uint64_t race_padded(uint64_t size)
{
    return (size + 7) & ~UINT64_C(7);
}
