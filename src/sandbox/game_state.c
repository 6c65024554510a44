#include "sandbox/game_state.h"
#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "sandbox/bot_interface.h"
#include "sandbox/messages.h"

#include <stdio.h>
#include <string.h>

/* ---- values ---- */

/* The inside of a roll: a seat and a pair of faces, which are values too. */
typedef struct alea__roll_value {
    wasmtime_component_val_t pair[2], face[2];
} state_roll;

enum { ROLLS_AT_FIRST = 64, MOST_AFTER = ALEA_MAX_SEATS + 4 /* words after the rolls */ };

static wasmtime_component_val_t state_number(uint32_t number)
{
    return (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_U32, .of = {.u32 = number}};
}

static wasmtime_component_val_t state_word(uint64_t word)
{
    return (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_U64, .of = {.u64 = word}};
}

static wasmtime_component_val_t state_pair(wasmtime_component_val_t two[2])
{
    return (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_TUPLE,
                                      .of = {.tuple = {.size = 2, .data = two}}};
}

static wasmtime_component_val_t state_list(wasmtime_component_val_t *data, size_t size)
{
    return (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_LIST,
                                      .of = {.list = {.size = size, .data = data}}};
}

/* Updates the pointers to the values of roll `i`. */
static void state_link_roll(alea__game_state *s, size_t i)
{
    s->roll[i].pair[1] = state_pair(s->roll[i].face);
    s->told[i] = state_pair(s->roll[i].pair);
}

/* Makes room for one more roll. Returns false if memory runs out. */
static bool state_grow(alea__game_state *s)
{
    if (s->count < s->capacity) return true;
    const size_t capacity = s->capacity > 0 ? 2 * s->capacity : ROLLS_AT_FIRST;
    state_roll *roll = s->packed ? NULL : alea__resize(s->roll, capacity * sizeof *roll);
    if (roll) s->roll = roll;
    wasmtime_component_val_t *told =
        roll || s->packed ? alea__resize(s->told, (capacity + MOST_AFTER) * sizeof *told) : NULL;
    if (!told) return false;
    s->told = told;
    s->capacity = capacity;
    for (size_t i = 0; i < s->count && !s->packed; i++) state_link_roll(s, i);
    return true;
}

void alea__game_state_free(alea__game_state *s)
{
    alea__free(s->roll);
    alea__free(s->told);
    *s = (alea__game_state){.roll = NULL};
}

void alea__game_state_begin(alea__game_state *s)
{
    s->count = 0;
    s->too_many = false;
    s->no_memory = !state_grow(s); /* there may be no roll before the first question */
}

void alea__game_state_add(alea__game_state *s, const alea__event *roll)
{
    if (s->count == ALEA__MOST_ROLLS) s->too_many = true;
    if (!s->too_many && !s->no_memory && !state_grow(s)) s->no_memory = true;
    if (s->too_many || s->no_memory) return;
    if (s->packed) {
        s->told[s->count++] =
            state_word(roll->seat | (uint64_t)roll->faces[0] << 16 | (uint64_t)roll->faces[1] << 32);
        return;
    }
    state_roll *added = &s->roll[s->count];
    added->pair[0] = state_number(roll->seat);
    added->face[0] = state_number(roll->faces[0]);
    added->face[1] = state_number(roll->faces[1]);
    state_link_roll(s, s->count++);
}

/* The list that a teller takes. */
static wasmtime_component_val_t state_packed(alea__game_state *s, const alea__scores *scores)
{
    const uint32_t players = scores->count + 1;
    size_t end = s->count;
    for (uint32_t seat = 0, other = 0; seat < players; seat++) {
        const uint64_t banked = seat == scores->seat ? scores->banked : scores->other[other++];
        if (seat % 2 == 0)
            s->told[end++] = state_word(banked);
        else
            s->told[end - 1].of.u64 |= banked << 32;
    }
    const uint32_t last[] = {players, scores->own, scores->banked, scores->seat};
    for (int i = 0; i < 4; i++) s->told[end++] = state_word(last[i]);
    return state_list(s->told, end);
}

wasmtime_component_val_t alea__game_state_value(alea__game_state *s, const alea__scores *scores)
{
    if (s->packed) return state_packed(s, scores);
    _Static_assert(sizeof s->field / sizeof *s->field == ALEA__GAME_STATE_FIELDS, "every field has a place");
    ALEA_ASSERT(scores->seat <= scores->count && scores->count < ALEA_MAX_SEATS);
    for (uint32_t seat = 0, other = 0; seat <= scores->count; seat++)
        s->banked[seat] = state_number(seat == scores->seat ? scores->banked : scores->other[other++]);
    const wasmtime_component_val_t value[ALEA__GAME_STATE_FIELDS] = {
        [ALEA__FIELD_SEAT] = state_number(scores->seat),
        [ALEA__FIELD_BANKED] = state_number(scores->banked),
        [ALEA__FIELD_TOTAL] = state_number(scores->own),
        [ALEA__FIELD_ALL_BANKED] = state_list(s->banked, scores->count + 1),
        [ALEA__FIELD_ROLLS] = state_list(s->told, s->count),
    };
    for (unsigned i = 0; i < ALEA__GAME_STATE_FIELDS; i++) {
        char *name = (char *)(uintptr_t)alea__game_state_field[i];
        s->field[i] = (wasmtime_component_valrecord_entry_t){{strlen(name), name}, value[i]};
    }
    return (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_RECORD,
                                      .of = {.record = {.size = ALEA__GAME_STATE_FIELDS, .data = s->field}}};
}

/* ---- types ---- */

typedef bool type_test(const wasmtime_component_valtype_t *);

static bool type_is_u32(const wasmtime_component_valtype_t *type)
{
    return type->kind == WASMTIME_COMPONENT_VALTYPE_U32;
}

/* Whether a type is a tuple of u32 and a second type that passes `second`. */
static bool type_is_pair(const wasmtime_component_valtype_t *type, type_test *second)
{
    if (type->kind != WASMTIME_COMPONENT_VALTYPE_TUPLE) return false;
    bool right = wasmtime_component_tuple_type_types_count(type->of.tuple) == 2;
    for (size_t i = 0; i < 2 && right; i++) {
        wasmtime_component_valtype_t part;
        right = wasmtime_component_tuple_type_types_nth(type->of.tuple, i, &part);
        if (!right) break;
        right = i == 0 ? type_is_u32(&part) : second(&part);
        wasmtime_component_valtype_delete(&part);
    }
    return right;
}

static bool type_is_faces(const wasmtime_component_valtype_t *type)
{
    return type_is_pair(type, type_is_u32);
}

static bool type_is_roll(const wasmtime_component_valtype_t *type)
{
    return type_is_pair(type, type_is_faces);
}

static bool type_is_list_of(const wasmtime_component_valtype_t *type, type_test *test)
{
    wasmtime_component_valtype_t element;
    if (type->kind != WASMTIME_COMPONENT_VALTYPE_LIST) return false;
    wasmtime_component_list_type_element(type->of.list, &element);
    const bool right = test(&element);
    wasmtime_component_valtype_delete(&element);
    return right;
}

bool alea__is_list_of_u32(const wasmtime_component_valtype_t *type)
{
    return type_is_list_of(type, type_is_u32);
}

static bool type_is_rolls(const wasmtime_component_valtype_t *type)
{
    return type_is_list_of(type, type_is_roll);
}

/* The required type of each field, in WIT. */
static const struct {
    type_test *test;
    const char *words;
} field_type[ALEA__GAME_STATE_FIELDS] = {
    [ALEA__FIELD_SEAT] = {type_is_u32, "u32"},
    [ALEA__FIELD_BANKED] = {type_is_u32, "u32"},
    [ALEA__FIELD_TOTAL] = {type_is_u32, "u32"},
    [ALEA__FIELD_ALL_BANKED] = {alea__is_list_of_u32, "list<u32>"},
    [ALEA__FIELD_ROLLS] = {type_is_rolls, "list<tuple<u32, tuple<u32, u32>>>"},
};

/* Whether field `i` of a record has the required type. If not, `out` explains it. */
static bool state_field_is_right(const wasmtime_component_record_type_t *record, size_t i, char *out,
                                 size_t size)
{
    const char *name;
    size_t length;
    wasmtime_component_valtype_t type;
    char shown[100];
    if (!wasmtime_component_record_type_field_nth(record, i, &name, &length, &type)) return false;
    const char *wanted = alea__game_state_field[i];
    const bool named = length == strlen(wanted) && memcmp(name, wanted, length) == 0,
               right = named && field_type[i].test(&type);
    alea__printable(shown, sizeof shown, name, length);
    wasmtime_component_valtype_delete(&type);
    if (!named)
        snprintf(out, size, SANDBOX_FIELD_NAME, (unsigned)i + 1, shown, wanted);
    else if (!right)
        snprintf(out, size, SANDBOX_FIELD_TYPE, wanted, field_type[i].words);
    return right;
}

bool alea__is_game_state(const wasmtime_component_valtype_t *type, char *why, size_t size)
{
    ALEA_ASSERT(type->kind == WASMTIME_COMPONENT_VALTYPE_RECORD);
    const size_t count = wasmtime_component_record_type_field_count(type->of.record);
    for (size_t i = 0; i < ALEA__GAME_STATE_FIELDS && i < count; i++)
        if (!state_field_is_right(type->of.record, i, why, size)) return false;
    snprintf(why, size, SANDBOX_FIELD_COUNT, count, (unsigned)ALEA__GAME_STATE_FIELDS);
    return count == ALEA__GAME_STATE_FIELDS;
}
