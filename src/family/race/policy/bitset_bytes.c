/* A policy as bytes and back, for table files. All numbers are little-endian:

   header   HEADER_WORDS 32-bit words, in the order of header_word
   hold_at  table_size^2 halves of a word, for a policy that has a table
   rows     for a plan: owns * others + 1 numbers of 64 bits
   bits     as many bits as the last of these says, the least significant of a byte first

   Every part is filled up with zeros to a multiple of eight bytes. There is one way to write a policy: whatever is not
   used is zero. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/messages.h"
#include "family/race/policy/guest_pack.h"
#include "family/race/policy/policy.h"

#include <string.h>

typedef enum header_word {
    MAGIC,
    VERSION,
    KIND, /* race_policy_kind */
    N,    /* of a plan: near */
    CERTAIN,
    TABLE_SIZE,
    OWNS,
    OTHERS,
    MEMORIES,
    ASKED,
    HEADER_WORDS
} header_word;

enum { MAGIC_VALUE = 0x6e616c70 /* "plan" */, VERSION_VALUE = 1, MOST_N = 1000000, MOST_SCORES = 1 << 20 };

/* ---- writing ---- */

static uint64_t bitset_row_count(const race_plan *plan)
{
    return (uint64_t)plan->owns * plan->others;
}

/* Returns the place of the next part. */
static unsigned char *bitset_put_header(unsigned char *at, const race_policy *p)
{
    const race_plan *plan = &p->plan;
    const uint32_t word[HEADER_WORDS] = {
        [MAGIC] = MAGIC_VALUE,
        [VERSION] = VERSION_VALUE,
        [KIND] = p->kind,
        [N] = p->kind == RACE_POLICY_PLAN ? plan->near : p->n,
        [CERTAIN] = p->certain,
        [TABLE_SIZE] = p->table_size,
        [OWNS] = plan->owns,
        [OTHERS] = plan->others,
        [MEMORIES] = plan->memories,
        [ASKED] = plan->asked,
    };
    for (int i = 0; i < HEADER_WORDS; i++) at = race_put(at, word[i], 4);
    return at;
}

alea_status race_plan_pack(const alea__rules *rules, const alea__policy *policy, unsigned char **data,
                           size_t *size, alea_error *error)
{
    const race_policy *p = race_policy_of(policy);
    const bool planned = p->kind == RACE_POLICY_PLAN;
    uint64_t entries = (uint64_t)p->table_size * p->table_size,
             wanted = 4 * HEADER_WORDS + race_padded(entries * 2);
    (void)rules;
    if (planned)
        wanted += 8 * (bitset_row_count(&p->plan) + 1) +
                  race_padded((p->plan.row[bitset_row_count(&p->plan)] + 7) / 8);
    ALEA_ASSERT(planned == (p->plan.row != NULL) && (p->table_size > 0) == (p->hold_at != NULL));
    unsigned char *bytes = alea__alloc(wanted), *at = bytes;
    if (!bytes) return alea__out_of_memory(error);
    at = bitset_put_header(at, p);
    for (uint64_t i = 0; i < entries; i++) race_put(at + 2 * i, p->hold_at[i], 2);
    if (planned) {
        const uint64_t rows = bitset_row_count(&p->plan), bits = p->plan.row[rows];
        at += race_padded(entries * 2);
        for (uint64_t i = 0; i <= rows; i++) at = race_put(at, p->plan.row[i], 8);
        ALEA_ASSERT(at + race_padded((bits + 7) / 8) == bytes + wanted);
        memcpy(at, p->plan.bits, (bits + 7) / 8);
        if (bits % 8) at[bits / 8] &= (unsigned char)((1u << bits % 8) - 1);
    }
    *data = bytes;
    *size = wanted;
    return ALEA_OK;
}

/* ---- reading ---- */

static alea_status bitset_wrong(const char *what, alea_error *error)
{
    return alea__fail(error, ALEA_E_FILE, RACE_BYTES_WRONG, what);
}

static uint64_t bitset_get(const unsigned char *at, unsigned bytes)
{
    uint64_t value = 0;
    ALEA_ASSERT(bytes <= sizeof value);
    for (unsigned i = bytes; i-- > 0;) value = value << 8 | at[i];
    return value;
}

/* Whether the words, kind first, are those of a policy known to this version, each in its range. */
static bool right_numbers(const uint32_t *word)
{
    uint32_t n = word[N], certain = word[CERTAIN];
    switch ((race_policy_kind)word[KIND]) {
    case RACE_POLICY_HOLD:
    case RACE_POLICY_BANK:
    case RACE_POLICY_TOTAL: return n <= MOST_N && certain == 0;
    case RACE_POLICY_TURNS: return n >= 1 && n <= RACE_LIMIT && certain == 0;
    case RACE_POLICY_FORFEIT: return n >= 1 && n <= MOST_N && certain == 0;
    case RACE_POLICY_RANDOM: return certain == 0 || (certain == 1 && n == UINT32_MAX);
    case RACE_POLICY_PLAN: return n <= MOST_SCORES && certain == 0 && (n == 0 || word[ASKED] != UINT32_MAX);
    case RACE_POLICY_TABLE:
    case RACE_POLICY_ALWAYS: break;
    }
    return n == 0 && certain == 0;
}

/* Whether the rows match the game: see race_plan. */
static bool right_shape(const race_rules *rules, const uint32_t *word)
{
    uint32_t owns = word[OWNS], others = word[OTHERS];
    if (word[KIND] != RACE_POLICY_PLAN)
        return owns == 0 && others == 0 && word[MEMORIES] == 0 && word[ASKED] == 0;
    if (rules->players > 2 || word[MEMORIES] != rules->memories) return false;
    if (word[N] > 0 && (rules->players == 1 || rules->ending == RACE_BANK)) return false;
    if (rules->players == 1) return owns == race_enough(rules) && others == rules->turn_limit + 1;
    if (rules->ending == RACE_BANK) return owns == rules->goal && others == rules->goal;
    return owns == others && owns > rules->goal && owns <= MOST_SCORES;
}

/* Whether the words are those of a policy of this game; does not check the tables. */
static alea_status bitset_read_header(const race_rules *rules, const unsigned char *data, size_t size,
                                      uint32_t *word, alea_error *error)
{
    if (size < 4 * HEADER_WORDS) return bitset_wrong(RACE_BYTES_SHORT, error);
    for (int i = 0; i < HEADER_WORDS; i++) word[i] = (uint32_t)bitset_get(data + 4 * i, 4);
    if (word[MAGIC] != MAGIC_VALUE || word[VERSION] != VERSION_VALUE)
        return bitset_wrong(RACE_BYTES_MAGIC, error);
    if (word[KIND] > RACE_POLICY_LAST || !right_numbers(word)) return bitset_wrong(RACE_BYTES_KIND, error);
    if (word[TABLE_SIZE] != (word[KIND] == RACE_POLICY_TABLE ? rules->goal + 1 : 0) ||
        rules->goal > RACE_MOST_GOAL || (word[TABLE_SIZE] > 0 && rules->goal > RACE_MOST_TABLE_GOAL))
        return bitset_wrong(RACE_BYTES_TABLE_SIZE, error);
    if (!right_shape(rules, word)) return bitset_wrong(RACE_BYTES_SHAPE, error);
    return ALEA_OK;
}

/* A table policy from the rest of the bytes, which must be exactly the table and its padding. */
static alea_status bitset_read_table(const race_rules *rules, const unsigned char *at, size_t left,
                                     alea__policy **out, alea_error *error)
{
    uint64_t entries = ((uint64_t)rules->goal + 1) * (rules->goal + 1);
    if (left != race_padded(entries * 2)) return bitset_wrong(RACE_BYTES_LENGTH, error);
    for (uint64_t i = entries * 2; i < left; i++)
        if (at[i] != 0) return bitset_wrong(RACE_BYTES_TRAILING, error);
    race_bot *bot = race_table_new(rules, 0);
    if (!bot) return alea__out_of_memory(error);
    for (uint64_t i = 0; i < entries; i++) bot->hold_at[i] = (uint16_t)bitset_get(at + 2 * i, 2);
    *out = (alea__policy *)bot;
    return ALEA_OK;
}

/* Checks that each row begins at the end of the one before, the first at 0, and that rows fill the rest exactly. */
static alea_status check_rows(const unsigned char *at, uint64_t rows, size_t left, alea_error *error)
{
    uint64_t before = 0;
    if (left < 8 * (rows + 1)) return bitset_wrong(RACE_BYTES_SHORT, error);
    if (bitset_get(at, 8) != 0) return bitset_wrong(RACE_BYTES_FIRST_ROW, error);
    for (uint64_t i = 1; i <= rows; i++) {
        uint64_t row = bitset_get(at + 8 * i, 8);
        if (row < before || row - before > UINT32_MAX) return bitset_wrong(RACE_BYTES_ROW_ORDER, error);
        before = row;
    }
    if (before > (uint64_t)left * 8 || left - 8 * (rows + 1) != race_padded((before + 7) / 8))
        return bitset_wrong(RACE_BYTES_LENGTH, error);
    at += 8 * (rows + 1);
    for (uint64_t bit = before; bit < 8 * race_padded((before + 7) / 8); bit++)
        if (at[bit / 8] >> (bit % 8) & 1) return bitset_wrong(RACE_BYTES_TRAILING, error);
    return ALEA_OK;
}

/* A plan from the rows and bits at `at`, which fill the bytes that are left exactly. */
static alea_status bitset_read_plan(const uint32_t *word, const unsigned char *at, size_t left,
                                    alea__policy **out, alea_error *error)
{
    uint64_t rows = (uint64_t)word[OWNS] * word[OTHERS];
    alea_status status = check_rows(at, rows, left, error);
    if (status != ALEA_OK) return status;
    size_t bytes = left - 8 * (rows + 1);
    uint64_t *row = alea__alloc_array(rows + 1, sizeof *row);
    uint8_t *bits = alea__alloc(bytes + 1);
    if (!row || !bits) {
        alea__free(row);
        alea__free(bits);
        return alea__out_of_memory(error);
    }
    for (uint64_t i = 0; i <= rows; i++) row[i] = bitset_get(at + 8 * i, 8);
    memcpy(bits, at + 8 * (rows + 1), bytes);
    race_plan plan = {word[OWNS], word[OTHERS], word[MEMORIES], word[ASKED], row, bits, word[N], false};
    return race_plan_wrap(plan, out, error);
}

alea_status race_plan_unpack(const alea__rules *opaque, const unsigned char *data, size_t size,
                             alea__policy **out, alea_error *error)
{
    const race_rules *rules = race_rules_of(opaque);
    uint32_t word[HEADER_WORDS];
    alea_status status = bitset_read_header(rules, data, size, word, error);
    if (status != ALEA_OK) return status;
    const unsigned char *rest = data + 4 * HEADER_WORDS;
    size_t left = size - 4 * HEADER_WORDS;
    if (word[KIND] == RACE_POLICY_TABLE) return bitset_read_table(rules, rest, left, out, error);
    if (word[KIND] == RACE_POLICY_PLAN) return bitset_read_plan(word, rest, left, out, error);
    if (left != 0) return bitset_wrong(RACE_BYTES_TRAILING, error);
    race_bot *bot = alea__alloc(sizeof *bot);
    if (!bot) return alea__out_of_memory(error);
    bot->policy = (race_policy){.kind = word[KIND], .n = word[N], .certain = word[CERTAIN]};
    *out = (alea__policy *)bot;
    return ALEA_OK;
}
