/* Rolls added up, and whether a game has values that can be proved. */
#include "family/race/turn/roll_model.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/messages.h"

#include <stdlib.h>
#include <string.h>

/* ---- adding up ---- */

static int rolls_compare(const void *a, const void *b)
{
    const race_add *x = a, *y = b;
    if (x->amount != y->amount) return x->amount < y->amount ? -1 : 1;
    if (x->memory != y->memory) return x->memory < y->memory ? -1 : 1;
    return (x->forced > y->forced) - (x->forced < y->forced);
}

/* Combines one memory's rolls; its adds go to `add`, which has room for all outcomes. */
static race_rolls rolls_add_up(const race_rules *rules, uint32_t memory, race_add *add)
{
    race_rolls rolls = {.add = add};
    for (uint32_t outcome = 0; outcome < rules->outcomes; outcome++) {
        const race_effect *e = &rules->effect[(size_t)memory * rules->outcomes + outcome];
        if (e->kind == RACE_BUST)
            rolls.bust++;
        else if (e->kind == RACE_WIPE)
            rolls.wipe++;
        else
            add[rolls.count++] = (race_add){e->amount, e->memory, e->forced != 0, 1};
        ALEA_ASSERT(e->memory < rules->memories);
    }
    qsort(add, rolls.count, sizeof *add, rolls_compare);
    /* Equal neighbours become one. */
    uint32_t kept = 0;
    for (uint32_t i = 0; i < rolls.count; i++)
        if (kept > 0 && rolls_compare(&add[kept - 1], &add[i]) == 0)
            add[kept - 1].weight += add[i].weight;
        else
            add[kept++] = add[i];
    rolls.count = kept;
    return rolls;
}

/* One list of adds, a piece of it for each memory. */
alea_status race_roll_model_make(const race_rules *rules, race_roll_model *out, alea_error *error)
{
    race_roll_model roll_model = {
        .rules = rules, .memories = rules->memories, .denominator = rules->outcomes};
    roll_model.rolls = alea__alloc_array(rules->memories, sizeof *roll_model.rolls);
    roll_model.add = alea__alloc_array((size_t)rules->memories * rules->outcomes, sizeof *roll_model.add);
    if (!roll_model.rolls || !roll_model.add) {
        race_roll_model_clear(&roll_model);
        return alea__out_of_memory(error);
    }
    size_t used = 0;
    for (uint32_t memory = 0; memory < rules->memories; memory++) {
        race_rolls rolls = rolls_add_up(rules, memory, roll_model.add + used);
        roll_model.rolls[memory] = rolls;
        used += rolls.count;
        if (rolls.count > 0 && rolls.add[rolls.count - 1].amount > roll_model.most)
            roll_model.most = rolls.add[rolls.count - 1].amount;
    }
    *out = roll_model;
    return ALEA_OK;
}

void race_roll_model_clear(race_roll_model *roll_model)
{
    alea__free(roll_model->rolls);
    alea__free(roll_model->add);
    *roll_model = (race_roll_model){.rules = NULL};
}

double race_least_losing(const race_roll_model *roll_model)
{
    uint32_t least = roll_model->denominator;
    for (uint32_t m = 0; m < roll_model->memories; m++) {
        const uint32_t losing = roll_model->rolls[m].bust + roll_model->rolls[m].wipe;
        least = losing < least ? losing : least;
    }
    return (double)least / roll_model->denominator;
}

/* ---- conditions for a proof ---- */

/* A memory's property that is known for some and spreads along rolls. */
typedef bool spreading(const race_roll_model *, uint32_t memory, const bool *holds);

static bool rolls_can_be_lost(const race_roll_model *roll_model, uint32_t memory, const bool *holds)
{
    const race_rolls *rolls = &roll_model->rolls[memory];
    if (rolls->bust > 0 || rolls->wipe > 0) return true;
    for (uint32_t i = 0; i < rolls->count; i++)
        if (holds[rolls->add[i].memory]) return true;
    return false;
}

/* If every roll loses the turn, no roll may be forced: the memory must be one to hold at or to end in. */
static bool rolls_can_be_held(const race_roll_model *roll_model, uint32_t memory, const bool *holds)
{
    const race_rolls *rolls = &roll_model->rolls[memory];
    if (rolls->count == 0) return true;
    for (uint32_t i = 0; i < rolls->count; i++)
        if (!rolls->add[i].forced || holds[rolls->add[i].memory]) return true;
    return false;
}

static bool rolls_stop_adding_nothing(const race_roll_model *roll_model, uint32_t memory, const bool *holds)
{
    const race_rolls *rolls = &roll_model->rolls[memory];
    for (uint32_t i = 0; i < rolls->count && rolls->add[i].amount == 0; i++)
        if (!holds[rolls->add[i].memory]) return false;
    return true;
}

/* The first memory that lacks a property, or as many as there are when none does; `holds` is added to until it no longer
   grows. */
static alea_status rolls_first_without(const race_roll_model *roll_model, spreading *rule, uint32_t *out,
                                       alea_error *error)
{
    bool *holds = alea__alloc_array(roll_model->memories, sizeof *holds);
    *out = 0;
    if (!holds) return alea__out_of_memory(error);
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t m = 0; m < roll_model->memories; m++) {
            if (holds[m] || !rule(roll_model, m, holds)) continue;
            holds[m] = grew = true;
        }
    }
    while (*out < roll_model->memories && holds[*out]) ++*out;
    alea__free(holds);
    return ALEA_OK;
}

/* ---- every score has a way on ---- */

/* A bit for each (total, memory) below the end. */
typedef struct way_map {
    const race_roll_model *roll_model;
    uint32_t enough;
    uint8_t *reached; /* play can roll there */
    uint8_t *way;     /* good rolls alone, with holds between, lead to the end from there */
} way_map;

static bool way_is_marked(const uint8_t *bits, size_t i)
{
    return bits[i / 8] >> i % 8 & 1;
}

/* True when that was new. */
static bool way_mark(uint8_t *bits, size_t i)
{
    bool fresh = !way_is_marked(bits, i);
    bits[i / 8] |= (uint8_t)(1u << i % 8);
    return fresh;
}

static size_t way_place(const way_map *map, uint32_t total, uint32_t memory)
{
    ALEA_ASSERT(total < map->enough && memory < map->roll_model->memories);
    return (size_t)total * map->roll_model->memories + memory;
}

static bool way_stays(const way_map *map, uint32_t total, const race_add *add)
{
    return add->amount == 0 || race_can_stand(map->roll_model->rules, total + add->amount);
}

/* Marks the targets of a roll; returns whether one at the same total is new. A position free to hold can be banked, and the
   next turn begins with memory 0. */
static bool way_follow(way_map *map, uint32_t total, uint32_t memory)
{
    const race_rolls *rolls = &map->roll_model->rolls[memory];
    bool again = false;
    for (uint32_t i = 0; i < rolls->count; i++) {
        const race_add *add = &rolls->add[i];
        uint32_t next = total + add->amount;
        if (next >= map->enough || !way_stays(map, total, add)) continue;
        bool fresh = way_mark(map->reached, way_place(map, next, add->memory));
        if (!add->forced) fresh |= way_mark(map->reached, way_place(map, next, 0));
        again |= fresh && next == total;
    }
    return again;
}

static bool way_exists(const way_map *map, uint32_t total, uint32_t memory)
{
    const race_rolls *rolls = &map->roll_model->rolls[memory];
    for (uint32_t i = 0; i < rolls->count; i++) {
        const race_add *add = &rolls->add[i];
        uint32_t next = total + add->amount;
        if (!way_stays(map, total, add)) continue;
        if (next >= map->enough || way_is_marked(map->way, way_place(map, next, add->memory))) return true;
        if (!add->forced && next > total && way_is_marked(map->way, way_place(map, next, 0))) return true;
    }
    return false;
}

/* ALEA_E_REFUSED where play can come to a total that no good rolls lead on from. */
static alea_status way_explore(way_map *map, alea_error *error)
{
    way_mark(map->reached, 0);
    for (uint32_t total = 0; total < map->enough; total++)
        for (bool again = true; again;) {
            again = false;
            for (uint32_t m = 0; m < map->roll_model->memories; m++)
                if (way_is_marked(map->reached, way_place(map, total, m))) again |= way_follow(map, total, m);
        }
    for (uint32_t total = map->enough; total-- > 0;)
        for (bool again = true; again;) {
            again = false;
            for (uint32_t m = 0; m < map->roll_model->memories; m++)
                if (way_exists(map, total, m)) again |= way_mark(map->way, way_place(map, total, m));
        }
    for (uint32_t total = map->enough; total-- > 0;) /* the highest is where play gets stuck */
        if (way_is_marked(map->reached, way_place(map, total, 0)) &&
            !way_is_marked(map->way, way_place(map, total, 0)))
            return alea__fail(error, ALEA_E_REFUSED, RACE_STUCK, (unsigned)total);
    return ALEA_OK;
}

static alea_status rolls_have_ways_on(const race_roll_model *roll_model, alea_error *error)
{
    way_map map = {.roll_model = roll_model, .enough = race_enough(roll_model->rules)};
    size_t bytes = ((size_t)map.enough * roll_model->memories + 7) / 8;
    map.reached = alea__alloc(bytes);
    map.way = alea__alloc(bytes);
    alea_status status = map.reached && map.way ? way_explore(&map, error) : alea__out_of_memory(error);
    alea__free(map.way);
    alea__free(map.reached);
    return status;
}

/* ---- between two players ---- */

/* ALEA_E_REFUSED where two players could keep the game from ending. */
static alea_status rolls_have_single_value(const race_roll_model *roll_model, alea_objective objective,
                                           alea_error *error)
{
    const race_rules *rules = roll_model->rules;
    if (!rules->first_forced) return alea__fail(error, ALEA_E_REFUSED, RACE_FREE_FIRST_ROLL);
    if (!rules->over_goal_hold || rules->ending == RACE_CHASE) {
        uint32_t lacks;
        alea_status status = rolls_first_without(roll_model, rolls_can_be_lost, &lacks, error);
        if (status != ALEA_OK) return status;
        if (lacks < roll_model->memories)
            return alea__fail(error, ALEA_E_REFUSED, RACE_NEVER_LOST, (unsigned)rules->memory_value[lacks]);
    }
    if (rules->ending != RACE_CHASE && objective != ALEA_MONEY) return ALEA_OK;
    /* Where points can grow beyond all bounds, every roll must be able to lose them. */
    for (uint32_t m = 0; m < roll_model->memories; m++)
        if (roll_model->rolls[m].bust + roll_model->rolls[m].wipe == 0)
            return alea__fail(error, ALEA_E_REFUSED, RACE_UNBOUNDED, (unsigned)rules->memory_value[m]);
    return ALEA_OK;
}

/* Whether there is ever a payment. */
static bool rolls_are_paid(const race_rules *rules)
{
    bool paid = false;
    for (uint32_t score = 0; score <= rules->goal; score++) paid |= rules->pay[score] > 0;
    return paid;
}

alea_status race_provable(const race_roll_model *roll_model, alea_objective objective, alea_error *error)
{
    uint32_t lacks;
    const race_rules *rules = roll_model->rules;
    if (rules->players > 2)
        return alea__fail(error, ALEA_E_USAGE, RACE_NO_BEST_WAY, (unsigned)rules->players);
    if (!race_has_objective((const alea__rules *)rules, objective))
        return alea__fail(error, ALEA_E_USAGE, RACE_NO_OBJECTIVE, alea_objective_name(objective));
    if (objective == ALEA_MONEY && !rolls_are_paid(rules))
        return alea__fail(error, ALEA_E_REFUSED, RACE_NO_PAY);
    alea_status status = rolls_first_without(roll_model, rolls_stop_adding_nothing, &lacks, error);
    if (status != ALEA_OK) return status;
    if (lacks < roll_model->memories)
        return alea__fail(error, ALEA_E_REFUSED, RACE_ADDS_NOTHING, (unsigned)rules->memory_value[lacks]);
    if (!rules->over_goal_hold) {
        status = rolls_first_without(roll_model, rolls_can_be_held, &lacks, error);
        if (status != ALEA_OK) return status;
        if (lacks < roll_model->memories)
            return alea__fail(error, ALEA_E_REFUSED, RACE_NEVER_HELD, (unsigned)rules->memory_value[lacks]);
    }
    status = rolls_have_ways_on(roll_model, error);
    if (status == ALEA_OK && rules->players == 2)
        status = rolls_have_single_value(roll_model, objective, error);
    return status;
}
