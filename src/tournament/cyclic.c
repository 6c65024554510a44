/* Difference families by annealing: of random blocks one number after the other is exchanged, so that the differences come to be equally
   frequent. Families that a multiplier maps to themselves are tried first: blocks B, g B, g^2 B, … with a unit g modulo v leave far
   fewer numbers to find (Wilson, J. Number Theory 4, 1972, has families of this kind). All numbers are whole: the same search runs on
   every machine. */
#include "tournament/cyclic.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "tournament/messages.h"

enum { MOST_BLOCKS = 512, MOST_DISTANCE = ALEA__CYCLIC_MOST / 2, MULTIPLIERS = 3 };

typedef struct cyclic_search {
    uint32_t v, seats;
    uint32_t lambda, blocks;                             /* of the family */
    uint32_t order, base;                                /* of the multiplier; base blocks = blocks / order */
    uint8_t unit[ALEA__CYCLIC_MOST];                     /* [order] powers of the multiplier */
    uint8_t image[ALEA__CYCLIC_MOST][MOST_DISTANCE + 1]; /* [order] a distance times these */
    uint8_t block[MOST_BLOCKS][ALEA__DESIGN_MOST_SEATS]; /* [base] */
    int32_t missing[MOST_DISTANCE + 1]; /* of each distance, how many pairs are missing; negative: too many */
    uint64_t random;
} cyclic_search;

/* The smaller of a - b and b - a, modulo v: differences come in pairs. */
static uint32_t cyclic_distance(const cyclic_search *s, uint32_t a, uint32_t b)
{
    const uint32_t apart = a > b ? a - b : b - a;
    return 2 * apart > s->v ? s->v - apart : apart;
}

static uint32_t cyclic_gcd(uint32_t a, uint32_t b)
{
    while (b > 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Counts a pair of numbers at this distance, and its images, in (1) or out (-1). Returns the change of the sum of squared
   deficits. */
static int32_t cyclic_count(cyclic_search *s, uint32_t distance, int32_t in)
{
    int32_t change = 0;
    for (uint32_t i = 0; i < s->order; i++) {
        int32_t *missing = &s->missing[s->image[i][distance]];
        change += 1 - 2 * in * *missing;
        *missing -= in;
    }
    return change;
}

/* Counts all pairs of one seat of a block with the others. */
static int32_t cyclic_count_seat(cyclic_search *s, const uint8_t *block, uint32_t seat, int32_t in)
{
    int32_t change = 0;
    for (uint32_t other = 0; other < s->seats; other++)
        if (other != seat) change += cyclic_count(s, cyclic_distance(s, block[seat], block[other]), in);
    return change;
}

static bool cyclic_contains(const uint8_t *block, uint32_t count, uint32_t number)
{
    for (uint32_t seat = 0; seat < count; seat++)
        if (block[seat] == number) return true;
    return false;
}

/* Makes random blocks. Returns the sum of squared deficits. */
static int64_t cyclic_begin(cyclic_search *s)
{
    int64_t sum = 0;
    for (uint32_t d = 1; d <= s->v / 2; d++) {
        s->missing[d] = (int32_t)(2 * d == s->v ? s->lambda / 2 : s->lambda); /* v/2 is its own negative */
        sum += (int64_t)s->missing[d] * s->missing[d];
    }
    for (uint32_t i = 0; i < s->base; i++)
        for (uint32_t seat = 0; seat < s->seats; seat++) {
            uint8_t *block = s->block[i];
            do block[seat] = (uint8_t)(alea__mix_next(&s->random) % s->v);
            while (cyclic_contains(block, seat, block[seat]));
            for (uint32_t other = 0; other < seat; other++)
                sum += cyclic_count(s, cyclic_distance(s, block[seat], block[other]), 1);
        }
    return sum;
}

/* Exchanges a random number, if that makes the sum at most `allowed` larger. Returns the change. */
static int32_t cyclic_move(cyclic_search *s, uint64_t random, int32_t allowed)
{
    uint8_t *block = s->block[(random & 0xffff) % s->base];
    const uint32_t seat = (uint32_t)(random >> 16 & 0xffff) % s->seats;
    const uint8_t before = block[seat], number = (uint8_t)((random >> 32 & 0xffff) % s->v);
    if (cyclic_contains(block, s->seats, number)) return 0;
    int32_t change = cyclic_count_seat(s, block, seat, -1);
    block[seat] = number;
    change += cyclic_count_seat(s, block, seat, 1);
    if (change <= allowed) return change;
    cyclic_count_seat(s, block, seat, -1);
    block[seat] = before;
    cyclic_count_seat(s, block, seat, 1);
    return 0;
}

/* One annealing with this many moves. The accepted increase is random, up to a limit that falls with the square of the
   moves left. */
static bool cyclic_anneal(cyclic_search *s, uint64_t moves)
{
    int64_t sum = cyclic_begin(s);
    for (uint64_t left = moves; left > 0 && sum > 0; left--) {
        const uint64_t random = alea__mix_next(&s->random), share = (left << 16) / moves;
        const uint64_t limit = 6 * s->order * (share * share >> 24); /* of 256 */
        sum += cyclic_move(s, random, (int32_t)((random >> 48 & 255) * limit >> 16));
    }
    ALEA_ASSERT(sum >= 0);
    return sum == 0;
}

/* Sets the multiplier. */
static void cyclic_set_multiplier(cyclic_search *s, uint32_t unit)
{
    uint32_t power = 1;
    s->order = 0;
    do {
        s->unit[s->order] = (uint8_t)power;
        for (uint32_t d = 0; d <= s->v / 2; d++)
            s->image[s->order][d] = (uint8_t)cyclic_distance(s, 0, power * d % s->v);
        s->order++;
        power = power * unit % s->v;
    } while (power != 1);
    s->base = s->blocks / s->order;
}

/* Marks all that generate the same powers as the current multiplier. */
static void cyclic_mark_generators(const cyclic_search *s, bool *seen)
{
    for (uint32_t i = 0; i < s->order; i++)
        if (s->order == 1 || cyclic_gcd(i, s->order) == 1) seen[s->unit[i]] = true;
}

/* Tries up to three multipliers of this order. */
static bool cyclic_try_order(cyclic_search *s, uint32_t order)
{
    bool seen[ALEA__CYCLIC_MOST] = {false};
    uint32_t tried = 0;
    for (uint32_t unit = 2; unit < s->v && tried < MULTIPLIERS; unit++) {
        if (seen[unit] || cyclic_gcd(unit, s->v) > 1) continue;
        cyclic_set_multiplier(s, unit);
        if (s->order != order) continue;
        tried++;
        cyclic_mark_generators(s, seen);
        for (int again = 0; again < 3; again++)
            if (cyclic_anneal(s, 20000 + 1000 * s->base)) return true;
    }
    return false;
}

/* Looks for a family with this lambda, from the most symmetric to those without symmetry. */
static bool cyclic_try_lambda(cyclic_search *s, uint32_t lambda)
{
    static const uint64_t lengths[] = {50000, 400000, 1500000};
    s->lambda = lambda;
    s->blocks = lambda * (s->v - 1) / (s->seats * (s->seats - 1));
    for (uint32_t order = s->blocks < s->v ? s->blocks : s->v; order > 1; order--)
        if (s->blocks % order == 0 && cyclic_try_order(s, order)) return true;
    cyclic_set_multiplier(s, 1);
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        if (cyclic_anneal(s, lengths[k])) return true;
    return false;
}

/* Finds the first family. */
static void cyclic_find(cyclic_search *s)
{
    const uint32_t pairs = s->seats * (s->seats - 1);
    uint32_t least = pairs / cyclic_gcd(pairs, s->v - 1);
    if (least % 2 == 1 && s->v % 2 == 0)
        least *= 2; /* the difference v/2 comes twice in each block that has it */
    bool found = false;
    for (uint32_t lambda = least; !found; lambda += least) {
        ALEA_ASSERT(lambda * (s->v - 1) / pairs <= MOST_BLOCKS); /* tested for all numbers */
        found = cyclic_try_lambda(s, lambda);
    }
}

/* The tables of the family: each block with all its shifts. */
static void cyclic_develop(const cyclic_search *s, uint32_t *lineup)
{
    for (uint32_t i = 0; i < s->base; i++)
        for (uint32_t k = 0; k < s->order; k++)
            for (uint32_t shift = 0; shift < s->v; shift++)
                for (uint32_t seat = 0; seat < s->seats; seat++)
                    *lineup++ = (s->block[i][seat] * s->unit[k] + shift) % s->v;
}

alea_status alea__design_cyclic(uint32_t entrants, uint32_t seats, alea__design *out, alea_error *error)
{
    if (seats < 3 || seats > ALEA__DESIGN_MOST_SEATS)
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_SEATS, 3, ALEA__DESIGN_MOST_SEATS, seats);
    if (entrants < seats || entrants > ALEA__CYCLIC_MOST)
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_TABLES, seats, seats, ALEA__CYCLIC_MOST, entrants);
    cyclic_search *s = alea__alloc(sizeof *s);
    if (!s) return alea__out_of_memory(error);
    s->v = entrants;
    s->seats = seats;
    s->random = 1;
    cyclic_find(s);
    alea__design d = {.entrants = entrants, .seats = seats, .count = s->blocks * entrants, .round = 1};
    d.fewest = d.most = s->lambda;
    d.balanced_every = entrants;
    d.lineup = alea__alloc_array((size_t)d.count * seats, sizeof *d.lineup);
    if (d.lineup) cyclic_develop(s, d.lineup);
    alea__free(s);
    if (!d.lineup) return alea__out_of_memory(error);
    *out = d;
    return ALEA_OK;
}
