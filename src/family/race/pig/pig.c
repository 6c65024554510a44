/* Games like Pig: which they are, what their rolls do, and rows of numbers by sums of scores. */
#include "family/race/pig/pig.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/* ---- which games ---- */

bool race_is_pig(const race_roll_model *roll_model)
{
    const race_rules *rules = roll_model->rules;
    const race_rolls *rolls = &roll_model->rolls[0];
    if (rules->players != 2 || rules->ending != RACE_BANK || !rules->first_forced ||
        roll_model->memories != 1)
        return false;
    if (rolls->wipe > 0 || rolls->bust == 0 || rolls->count == 0) return false;
    for (uint32_t c = 0; c < rolls->count; c++)
        if (rolls->add[c].forced || rolls->add[c].amount == 0) return false;
    for (uint32_t score = 0; score <= rules->goal; score++)
        if (rules->landing[score] != RACE_ADD) return false;
    return true;
}

/* ---- rolls ---- */

/* part / whole, and the next double below and above unless that is exact. Both are whole numbers below 2^32. */
static void pig_rolls_divide(double part, double whole, double *low, double *near, double *high)
{
    double quotient = part / whole;
    bool exact = fma(quotient, whole, -part) == 0;
    *near = quotient;
    *low = exact ? quotient : nextafter(quotient, 0);
    *high = exact ? quotient : nextafter(quotient, 1);
}

/* chance[k]: of reaching turn total k. Rounding errors are relative and small against the 2^70. */
static void pig_rolls_find_deepest(pig_rolls *rolls, uint32_t goal, double *chance)
{
    chance[0] = 1;
    chance[goal] = 0x1p-70; /* none passes the goal */
    for (rolls->deepest = 1; rolls->deepest < goal; rolls->deepest++) {
        const uint32_t k = rolls->deepest;
        chance[k] = 0;
        for (uint32_t c = 0; c < rolls->count; c++)
            chance[k] += rolls->near[c] * chance[rolls->amount[c] < k ? k - rolls->amount[c] : 0];
        if (chance[k] < 0x1p-70) return;
    }
}

/* Fills all of it for a game like Pig; amounts above the goal become one. */
alea_status pig_rolls_make(const race_roll_model *roll_model, pig_rolls *out, alea_error *error)
{
    ALEA_ASSERT(race_is_pig(roll_model));
    const race_rolls *from = &roll_model->rolls[0];
    const uint32_t goal = roll_model->rules->goal;
    pig_rolls rolls = {.bust = from->bust, .denominator = roll_model->denominator};
    const size_t count = from->count;
    rolls.amount = alea__alloc_array(count, sizeof *rolls.amount);
    rolls.minus_weight = alea__alloc_array(4 * count + goal + 1, sizeof *rolls.minus_weight);
    if (!rolls.amount || !rolls.minus_weight) {
        pig_rolls_clear(&rolls);
        return alea__out_of_memory(error);
    }
    rolls.low = rolls.minus_weight + count;
    rolls.near = rolls.low + count;
    rolls.high = rolls.near + count;
    rolls.slack = rolls.high + count;
    for (uint32_t c = 0; c < count; c++) {
        const uint32_t amount = from->add[c].amount < goal ? from->add[c].amount : goal;
        if (rolls.count == 0 || rolls.amount[rolls.count - 1] != amount) rolls.amount[rolls.count++] = amount;
        rolls.minus_weight[rolls.count - 1] -= from->add[c].weight;
    }
    rolls.most = rolls.amount[rolls.count - 1];
    rolls.row = true;
    double weights = rolls.bust;
    for (uint32_t c = 0; c < rolls.count; c++) {
        rolls.row &= rolls.minus_weight[c] == rolls.minus_weight[0] && rolls.amount[c] == rolls.amount[0] + c;
        weights -= rolls.minus_weight[c];
        pig_rolls_divide(-rolls.minus_weight[c], rolls.denominator, &rolls.low[c], &rolls.near[c],
                         &rolls.high[c]);
    }
    ALEA_ASSERT(weights == rolls.denominator);
    pig_rolls_divide(rolls.bust, rolls.denominator, &rolls.bust_low, &rolls.bust_near, &rolls.bust_high);
    pig_rolls_find_deepest(&rolls, goal, rolls.slack);
    for (uint32_t k = 0; k <= rolls.deepest; k++) rolls.slack[k] = 0x1p-54 * rolls.bust / rolls.slack[k];
    *out = rolls;
    return ALEA_OK;
}

void pig_rolls_clear(pig_rolls *rolls)
{
    alea__free(rolls->amount);
    alea__free(rolls->minus_weight);
    *rolls = (pig_rolls){0};
}

/* ---- rows ---- */

size_t pig_stride(uint32_t goal)
{
    /* One lane more than turn starts have; and an odd number of cache lines, lest rows fall on each other in the cache. */
    return ((size_t)goal / PIG_GROUP + 1) * PIG_GROUP + (goal / PIG_GROUP % 2 == 1 ? PIG_GROUP : 0);
}

/* Room for twice the span, so that moving rows costs one move each, or for all sums of a small game. */
static size_t pig_rows_capacity(uint32_t goal, size_t span)
{
    const size_t all = 2 * (size_t)goal - 1 + span;
    return 2 * span < all ? 2 * span : all;
}

uint64_t pig_rows_bytes(uint32_t goal, size_t span)
{
    return (uint64_t)pig_rows_capacity(goal, span) * pig_stride(goal) * sizeof(double);
}

bool pig_rows_make(pig_rows *rows, uint32_t goal, size_t span, const pig_pads *pads)
{
    *rows = (pig_rows){.goal = goal, .stride = pig_stride(goal), .span = span, .pads = *pads};
    rows->capacity = pig_rows_capacity(goal, span);
    ALEA_ASSERT(rows->capacity >= span);
    rows->data = alea__alloc_aligned(64, rows->capacity * rows->stride * sizeof *rows->data);
    if (!rows->data) return false;
    rows->first = 2 * (int64_t)goal - 1 + (int64_t)span - (int64_t)rows->capacity;
    for (int64_t sum = 2 * (int64_t)goal - 1; sum < rows->first + (int64_t)rows->capacity; sum++)
        pig_rows_begin(rows, sum);
    return true;
}

/* On one side of the lanes with turn starts are those whose mover has won (`won`), on the other those whose opponent has
   won (`lost`) and those outside the game, whose movers would have negative scores. */
void pig_rows_begin(pig_rows *rows, int64_t sum)
{
    const int64_t goal = rows->goal, stride = (int64_t)rows->stride;
    if (sum < rows->first) {
        memmove(rows->data + (rows->capacity - rows->span) * rows->stride, rows->data,
                rows->span * rows->stride * sizeof *rows->data);
        rows->first -= (int64_t)(rows->capacity - rows->span);
    }
    double *row = pig_row(rows, sum);
    const int64_t last = sum < goal ? sum : goal - 1;
    for (int64_t j = 0; j <= sum - goal && j < goal; j++) row[j] = rows->pads.won;
    for (int64_t j = last + 1; j < goal; j++) row[j] = rows->pads.outside;
    for (int64_t j = goal; j < stride; j++) row[j] = rows->pads.lost;
}

/* ---- kernels ---- */

const pig_kernel *pig_best_kernel(void)
{
    return KERNEL_OF_THREE(&pig);
}
