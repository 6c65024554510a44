/* Rows of bits; see bitset_rows.h. */
#include "family/race/policy/bitset_rows.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/messages.h"

#include <string.h>

#define MOST_BYTES 0x1p31 /* of a plan in memory */

alea_status race_check_plan_size(double bytes, alea_error *error)
{
    if (bytes <= MOST_BYTES) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, RACE_PLAN_TOO_LARGE, bytes / 0x1p30, MOST_BYTES / 0x1p30);
}

double race_plan_bytes(const race_rules *rules)
{
    double goal = rules->goal, others = rules->players == 1 ? rules->turn_limit + 1.0 : goal;
    if (rules->players > 1 && rules->ending == RACE_CHASE) return 0;
    return others * goal * (8 + goal / 2 * rules->memories / 8);
}

static bool rows_are_wanted(const race_rows *r, uint32_t own, uint32_t other)
{
    const alea_plotted_turns *only = r->only;
    const uint32_t first = r->rules->turn_limit > 0;
    if (!only) return true;
    if (own % only->step != 0) return false;
    return only->other_given ? other == only->other : other >= first && (other - first) % only->step == 0;
}

bool race_rows_has(const race_rows *r, uint32_t own, uint32_t other)
{
    const race_rules *rules = r->rules;
    if (!rows_are_wanted(r, own, other)) return false;
    if (own >= r->owns || other >= r->others || own > r->last || !race_can_begin_at(rules, own)) return false;
    if (rules->players == 1) return (other > 0) == (rules->turn_limit > 0);
    if (!race_can_begin_at(rules, other)) return false;
    return rules->ending == RACE_BANK || (other <= rules->goal ? own <= rules->goal : own < other);
}

/* ---- bits ---- */

void race_rows_set(race_rows *r, race_position at, bool rolls)
{
    const uint64_t *row = r->row + (size_t)at.own * r->others + at.other,
                   bit = row[0] + (uint64_t)(at.total - at.own) * r->rules->memories + at.memory;
    ALEA_ASSERT(at.total >= at.own && at.memory < r->rules->memories && bit < row[1]);
    if (rolls)
        r->bits[bit >> 3] |= (uint8_t)(1u << (bit & 7));
    else
        r->bits[bit >> 3] &= (uint8_t)~(1u << (bit & 7));
}

/* A lane's bits of this many positions, at most eight. */
static uint8_t rows_pack(const uint8_t *lanes, unsigned lane, size_t count)
{
    unsigned bits = 0;
    for (size_t i = 0; i < count; i++) bits |= (lanes[i] >> lane & 1u) << i;
    return (uint8_t)bits;
}

void race_rows_set_first(race_rows *r, uint32_t own, uint32_t other, const uint8_t *lanes, unsigned lane,
                         size_t count)
{
    const uint64_t *row = r->row + (size_t)own * r->others + other;
    uint8_t *bits = r->bits + row[0] / 8;
    const size_t whole = count / 8;
    const unsigned kept = 0xFFu << count % 8; /* of the byte behind the whole ones */
    ALEA_ASSERT(row[0] % 8 == 0 && row[0] + count <= row[1] && lane < 8);
    for (size_t i = 0; i < whole; i++) bits[i] = rows_pack(lanes + 8 * i, lane, 8);
    if (count % 8 > 0)
        bits[whole] = (uint8_t)((bits[whole] & kept) | rows_pack(lanes + 8 * whole, lane, count % 8));
}

/* A plan's default without a row's bits: rolls for this many of them, and holds from there on. */
static uint64_t unsaid(const race_rows *r, uint64_t row)
{
    uint32_t own = (uint32_t)(row / r->others),
             from = race_plan_holds_from(r->rules, (uint32_t)(row % r->others));
    return own < from ? (uint64_t)(from - own) * r->rules->memories : 0;
}

/* Eight bits of it. */
static uint8_t unsaid_byte(uint64_t rolls, uint64_t at)
{
    return (uint8_t)(at + 8 <= rolls ? 255 : at >= rolls ? 0 : (1u << (rolls - at)) - 1);
}

/* ---- rows ---- */

/* The greatest number of bits of a row. */
static uint64_t rows_longest(const race_rows *r, uint32_t own)
{
    return ((uint64_t)(r->last - own + 1) * r->rules->memories + 7) & ~UINT64_C(7);
}

static void rows_lay_out(race_rows *r)
{
    uint64_t at = 0, rows = (uint64_t)r->owns * r->others;
    for (uint64_t i = 0; i < rows; i++) {
        uint32_t own = (uint32_t)(i / r->others), other = (uint32_t)(i % r->others);
        r->row[i] = at;
        if (race_rows_has(r, own, other)) at += rows_longest(r, own);
    }
    r->row[rows] = at;
}

/* Sets the default answers; all bits are 0 before. */
static void rows_fill_one(race_rows *r, uint64_t i)
{
    const uint64_t start = r->row[i], end = r->row[i + 1];
    uint64_t rolls = end > start ? unsaid(r, i) : 0;
    if (rolls > end - start) rolls = end - start;
    memset(r->bits + start / 8, 0xFF, rolls / 8);
    if (rolls % 8 > 0) r->bits[(start + rolls) / 8] = unsaid_byte(rolls, rolls & ~UINT64_C(7));
}

static alea_status rows_make_table(race_rows *r, alea_error *error)
{
    uint64_t rows = (uint64_t)r->owns * r->others;
    ALEA_ASSERT(rows > 0 && r->last + 1 >= race_enough(r->rules));
    r->row = NULL;
    r->bits = NULL;
    alea_status status = race_check_plan_size((double)rows * sizeof *r->row, error);
    if (status != ALEA_OK) return status;
    r->row = alea__alloc_array(rows + 1, sizeof *r->row);
    return r->row ? ALEA_OK : alea__out_of_memory(error);
}

/* Fails if this many bytes and the table exceed the limit. */
static alea_status rows_check_size(const race_rows *r, uint64_t bytes, alea_error *error)
{
    return race_check_plan_size((double)r->owns * r->others * sizeof *r->row + (double)bytes, error);
}

alea_status race_rows_make(race_rows *r, alea_error *error)
{
    const uint64_t rows = (uint64_t)r->owns * r->others;
    alea_status status = rows_make_table(r, error);
    if (status != ALEA_OK) return status;
    rows_lay_out(r);
    status = rows_check_size(r, r->row[rows] / 8, error);
    if (status != ALEA_OK) return status;
    r->bits = alea__alloc(r->row[rows] / 8 + 1);
    if (!r->bits) return alea__out_of_memory(error);
    for (uint64_t i = 0; i < rows; i++) rows_fill_one(r, i);
    return ALEA_OK;
}

void race_rows_clear(race_rows *r)
{
    alea__free(r->row);
    alea__free(r->bits);
    r->row = NULL;
    r->bits = NULL;
}

/* ---- cutting off ---- */

static uint64_t rows_word(const uint8_t bytes[8])
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* The end of the bits of a row that must be stored, in whole bytes: after it, all answers are the default. */
static uint64_t rows_said(const race_rows *r, uint64_t i)
{
    const uint64_t start = r->row[i], next = r->row[i + 1], rolls = next > start ? unsaid(r, i) : 0;
    uint64_t end = next;
    while (end >= start + rolls + 64 && rows_word(r->bits + end / 8 - 8) == 0) end -= 64;
    while (end > start && r->bits[end / 8 - 1] == unsaid_byte(rolls, end - 8 - start)) {
        end -= 8;
        while (end >= start + 64 && end <= start + rolls && rows_word(r->bits + end / 8 - 8) == UINT64_MAX)
            end -= 64;
    }
    ALEA_ASSERT(start <= end && end <= next);
    return end;
}

/* Cuts off the default bits of each row, and moves the rows together. */
static void rows_trim(race_rows *r)
{
    uint64_t to = 0, rows = (uint64_t)r->owns * r->others;
    for (uint64_t i = 0; i < rows; i++) {
        const uint64_t start = r->row[i], end = rows_said(r, i);
        ALEA_ASSERT(to <= start);
        memmove(r->bits + to / 8, r->bits + start / 8, (end - start) / 8);
        r->row[i] = to;
        to += end - start;
    }
    r->row[rows] = to;
    uint8_t *shorter = alea__resize(r->bits, to / 8 + 1);
    if (shorter) r->bits = shorter;
}

/* ---- one after the other ---- */

alea_status race_rows_begin(race_rows *r, alea_error *error)
{
    r->capacity = 0;
    return rows_make_table(r, error);
}

/* Makes the bits large enough for a row behind this many bytes, and for one byte more. */
static alea_status rows_reserve(race_rows *r, uint64_t bytes, uint64_t more, alea_error *error)
{
    if (bytes + more + 1 <= r->capacity) return ALEA_OK;
    const size_t capacity = (size_t)(bytes + bytes / 2 + more + 4096);
    alea_status status = rows_check_size(r, capacity, error);
    if (status != ALEA_OK) return status;
    uint8_t *bits = alea__resize(r->bits, capacity);
    if (!bits) return alea__out_of_memory(error);
    r->bits = bits;
    r->capacity = capacity;
    return ALEA_OK;
}

alea_status race_rows_append(race_rows *r, uint32_t own, uint32_t other, alea_error *error)
{
    const uint64_t i = (uint64_t)own * r->others + other, last = i > 0 ? rows_said(r, i - 1) : 0,
                   bits = race_rows_has(r, own, other) ? rows_longest(r, own) : 0;
    ALEA_ASSERT(own < r->owns && other < r->others);
    r->row[i] = last;
    r->row[i + 1] = last + bits;
    alea_status status = rows_reserve(r, last / 8, bits / 8, error);
    if (status != ALEA_OK) return status;
    memset(r->bits + last / 8, 0, bits / 8 + 1);
    rows_fill_one(r, i);
    return ALEA_OK;
}

alea_status race_rows_finish(race_rows *r, alea__policy **out, alea_error *error)
{
    ALEA_ASSERT(r->row && r->bits);
    rows_trim(r);
    race_plan plan = {r->owns, r->others, r->rules->memories, r->asked, r->row,
                      r->bits, r->near,   r->scores_only};
    r->row = NULL;
    r->bits = NULL;
    return race_plan_wrap(plan, out, error);
}
