/* The games of a unit, its key, and its result as bytes. */
#include "tournament/unit/unit.h"
#include "base/assert.h"
#include "base/sha256.h"

#include <math.h>
#include <string.h>

const char *alea__unit_method_name(alea__unit_method method)
{
    static const char *const names[ALEA__UNIT_METHODS] = {
        [ALEA__UNIT_EXACT] = "exact 2",   [ALEA__UNIT_WORTH] = "worth 2", [ALEA__UNIT_LANES] = "blocks 1",
        [ALEA__UNIT_GROUPS] = "groups 1", [ALEA__UNIT_LUCK] = "luck 1",   [ALEA__UNIT_VALUES] = "values 1"};
    return names[method];
}

/* ---- which games ---------------------------------------------------------------------------------------- */

enum { UNIT_LONGEST = 64 /* blocks, where games are played by blocks */ };

/* Units 0, 1, 2, … of a lineup have 1, 1, 2, 4, 8, … blocks, and at last always UNIT_LONGEST. */
static alea__unit unit_of_blocks(uint32_t number)
{
    uint64_t first = 0, length = 1;
    for (uint32_t i = 0; i < number; i++) {
        first += length;
        if (i > 0 && length < UNIT_LONGEST) length *= 2;
    }
    return (alea__unit){.number = number, .first = first * ALEA__BLOCK, .games = length * ALEA__BLOCK};
}

/* Each unit has its own block, because the bots' random numbers belong to a block: ALEA__BLOCK groups. The first units have
   only 1/64, 1/64, 1/32, … 1/2 of it, so that a clear result needs few games. */
static alea__unit unit_of_groups(unsigned players, uint32_t number)
{
    enum { CUTS = 6 };
    const uint64_t block = (uint64_t)ALEA__BLOCK * players;
    const unsigned cut = number <= CUTS ? CUTS + 1 - (number ? number : 1) : 0;
    return (alea__unit){
        .number = number, .first = number * block, .games = ((uint64_t)ALEA__BLOCK >> cut) * players};
}

alea__unit alea__unit_span(alea__unit_method method, unsigned players, uint64_t games, uint32_t number)
{
    if (method == ALEA__UNIT_EXACT || method == ALEA__UNIT_WORTH) return (alea__unit){.number = number};
    uint64_t before = 0;
    alea__unit unit = {0};
    for (uint32_t i = 0; i <= number && before < games; i++) {
        unit = method == ALEA__UNIT_LANES ? unit_of_blocks(i) : unit_of_groups(players, i);
        if (i < number) before += unit.games;
    }
    const uint64_t left = before < games ? games - before : 0;
    if (unit.games > left) unit.games = method == ALEA__UNIT_LANES ? left : left / players * players;
    unit.number = number;
    return unit;
}

/* ---- what it depends on ----------------------------------------------------------------------------------- */

static void key_add(SHA2_CTX *hash, const void *data, size_t size)
{
    alea__sha256_update(hash, data, size);
}

/* With its end, so that two texts are not another two. */
static void key_add_text(SHA2_CTX *hash, const char *text)
{
    key_add(hash, text, strlen(text) + 1);
}

static void key_add_number(SHA2_CTX *hash, uint64_t number)
{
    unsigned char byte[8];
    for (int i = 0; i < 8; i++) byte[i] = (unsigned char)(number >> 8 * i);
    key_add(hash, byte, sizeof byte);
}

const alea__unit_values *alea__unit_values_of(const alea__unit_context *c, uint32_t lineup)
{
    const unsigned chosen = c->chosen ? c->chosen[lineup] : 0;
    ALEA_ASSERT(chosen <= c->values_count);
    return &c->values[chosen > 0 ? chosen - 1 : 0];
}

static void key_add_reference(SHA2_CTX *hash, const alea__unit_values *values)
{
    key_add_text(hash, values->reference ? values->reference : "");
}

void alea__unit_key(const alea__unit_context *c, const alea__unit *unit, unsigned char key[ALEA__UNIT_KEY])
{
    SHA2_CTX hash;
    const alea__lineup *lineup = &c->lineups[unit->lineup];
    const unsigned entrants = lineup->method == ALEA__UNIT_WORTH ? 1 : c->game->players;
    SHA256Init(&hash);
    key_add_text(&hash, "alea unit");
    key_add_text(&hash, alea__unit_method_name(lineup->method));
    key_add_text(&hash, c->game->sha256);
    key_add_text(&hash, c->game->spec);
    for (unsigned i = 0; i < entrants; i++) {
        const alea_bot *bot = c->bots[lineup->entrant[i]];
        key_add_text(&hash, bot->identity);
        key_add_text(&hash, alea_bot_purity(bot) == ALEA_DECLARED_PURE ? "pure"
                                                                       : ""); /* then it may play otherwise */
    }
    if (c->money && lineup->method != ALEA__UNIT_EXACT) key_add_text(&hash, "for money");
    if (lineup->method == ALEA__UNIT_LUCK) key_add_reference(&hash, alea__unit_values_of(c, unit->lineup));
    for (unsigned i = 0; lineup->method == ALEA__UNIT_VALUES && i < c->values_count; i++)
        key_add_reference(&hash, &c->values[i]);
    if (unit->games > 0) {
        key_add_number(&hash, c->seed);
        key_add_number(&hash, unit->first);
        key_add_number(&hash, unit->games);
    }
    SHA256Final(key, &hash);
}

/* ---- as bytes --------------------------------------------------------------------------------------------- */

/* One walk over all fields serves both directions. */
typedef struct unit_bytes {
    unsigned char *write;
    const unsigned char *read; /* NULL: writing */
} unit_bytes;

static void bytes_word(unit_bytes *b, uint64_t *word)
{
    if (b->read) {
        *word = 0;
        for (int i = 0; i < 8; i++) *word |= (uint64_t)*b->read++ << 8 * i;
    } else {
        for (int i = 0; i < 8; i++) *b->write++ = (unsigned char)(*word >> 8 * i);
    }
}

static void bytes_words(unit_bytes *b, uint64_t *word, size_t count)
{
    for (size_t i = 0; i < count; i++) bytes_word(b, &word[i]);
}

static void bytes_reals(unit_bytes *b, double *number, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, &number[i], sizeof word);
        bytes_word(b, &word);
        memcpy(&number[i], &word, sizeof word);
    }
}

/* All fields in the order in which they are stored. */
static void bytes_walk(unit_bytes *b, alea__unit_result *r)
{
    bytes_word(b, &r->games);
    bytes_word(b, &r->groups);
    bytes_word(b, &r->unfinished);
    bytes_word(b, &r->turns);
    bytes_words(b, r->wins, ALEA_MAX_SEATS);
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++) {
        uint64_t word = (uint64_t)r->money[i];
        bytes_word(b, &word);
        r->money[i] = (int64_t)word;
    }
    bytes_words(b, r->forfeits, ALEA_MAX_SEATS);
    bytes_words(b, r->fuel, ALEA_MAX_SEATS);
    bytes_words(b, r->decisions, ALEA_MAX_SEATS);
    bytes_reals(b, r->value, ALEA_MAX_SEATS);
    bytes_reals(b, r->value_products[0], (size_t)ALEA_MAX_SEATS * ALEA_MAX_SEATS);
    bytes_reals(b, r->money_squares, ALEA_MAX_SEATS);
    bytes_reals(b, r->win, 2);
    bytes_reals(b, r->loss, 2);
    bytes_reals(b, r->dollars, 2);
    bytes_word(b, &r->worth);
}

void alea__unit_pack(const alea__unit_result *result, unsigned char bytes[ALEA__UNIT_BYTES])
{
    unit_bytes b = {.write = bytes};
    alea__unit_result copy = *result;
    bytes_walk(&b, &copy);
    ALEA_ASSERT(b.write == bytes + ALEA__UNIT_BYTES);
}

alea__unit_size alea__unit_size_of(const alea__unit *unit, alea__unit_method method, unsigned players)
{
    const bool groups =
        method == ALEA__UNIT_GROUPS || method == ALEA__UNIT_LUCK || method == ALEA__UNIT_VALUES;
    return (alea__unit_size){
        .players = players, .games = unit->games, .groups = groups ? unit->games / players : unit->games};
}

/* The largest number of one group: a game has at most 10^8 rolls, each of which moves a chance by at most 1, and dollars
   have 64 bits. */
#define MOST_VALUE   0x1p32
#define MOST_DOLLARS 0x1p64

/* Whether [lower, upper] is an interval within -most … most. False for NaN. */
static bool unit_is_interval(const double bounds[2], double most)
{
    return bounds[0] >= -most && bounds[0] <= bounds[1] && bounds[1] <= most;
}

/* Whether this many groups can have this sum and this sum of squares, rounded; each is at most `most` from 0. */
static bool unit_squares_can_be(double groups, double sum, double squares, double most)
{
    return fabs(sum) <= groups * most && squares >= 0 && squares <= groups * most * most &&
           sum * sum <= groups * squares * (1 + 1e-9);
}

/* Whether the counts and sums of a bot fit the number of games. */
static bool unit_bot_can_be(const alea__unit_result *r, unsigned bot, bool money)
{
    const double groups = (double)r->groups, own = r->value_products[bot][bot];
    const double most = money ? MOST_DOLLARS : MOST_VALUE;
    bool can = r->wins[bot] <= r->games && r->forfeits[bot] <= r->games &&
               unit_squares_can_be(groups, r->value[bot], own, most) &&
               unit_squares_can_be(groups, 0, r->money_squares[bot], MOST_DOLLARS);
    for (unsigned other = 0; other < ALEA_MAX_SEATS; other++) {
        const double product = r->value_products[bot][other], others = r->value_products[other][other];
        can &= others >= 0 && product * product <= own * others * (1 + 1e-9);
    }
    return can;
}

/* Whether a bot has no counts at all, as in a place without a bot. */
static bool unit_bot_is_absent(const alea__unit_result *r, unsigned bot)
{
    bool absent = !r->wins[bot] && !r->money[bot] && !r->forfeits[bot] && !r->fuel[bot] &&
                  !r->decisions[bot] && r->value[bot] == 0 && r->money_squares[bot] == 0;
    for (unsigned other = 0; other < ALEA_MAX_SEATS; other++)
        absent &= r->value_products[bot][other] == 0 && r->value_products[other][bot] == 0;
    return absent;
}

bool alea__unit_unpack(const unsigned char bytes[ALEA__UNIT_BYTES], const alea__unit_size *size,
                       alea__unit_result *out)
{
    unit_bytes b = {.read = bytes};
    bytes_walk(&b, out);
    if (out->games != size->games || out->groups != size->groups || out->unfinished > out->games)
        return false;
    if (out->worth & ~(uint64_t)(ALEA__HAS_EXPLOITABILITY | ALEA__HAS_LOSS)) return false;
    uint64_t wins = out->unfinished;
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++) {
        if (!(i < size->players ? unit_bot_can_be(out, i, size->money) : unit_bot_is_absent(out, i)))
            return false;
        wins += out->wins[i];
    }
    const double most = size->money ? MOST_DOLLARS : 2;
    return wins <= out->games && unit_is_interval(out->win, most) && unit_is_interval(out->loss, most) &&
           unit_is_interval(out->dollars, MOST_DOLLARS);
}
