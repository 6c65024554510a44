/* The types of a component: how large they are, and whether they have strings in them. */
#include "sandbox/component_walk.h"
#include "sandbox/encode.h"

enum { STRING = 0x73, FIRST_PRIMITIVE = 0x73, LAST_PRIMITIVE = 0x7F, MOST_DEPTH = 64 };

static uint64_t type_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static void type_add(walk_thing *to, const walk_thing *part)
{
    to->size = type_sum(to->size, part->size);
    to->strings = to->strings || part->strings;
}

/* ---- values ---- */

/* A value's type: a primitive one, or an index. */
static void type_read_value(component_walk *w, walk_scope *s, alea__wasm_reader *r, walk_thing *to)
{
    if (alea__wasm_left(r) > 0 && *r->at >= FIRST_PRIMITIVE && *r->at <= LAST_PRIMITIVE) {
        const bool string = alea__wasm_byte(r) == STRING;
        type_add(to, &(walk_thing){.size = 1, .strings = string});
        return;
    }
    int64_t index = alea__wasm_signed(r, 33);
    if (index < 0) alea__walk_wrong(w, r, "a type is of a form that is not known here");
    const walk_thing *named = alea__walk_get(w, s, r, WALK_TYPE, (uint32_t)index);
    if (named) type_add(to, named);
}

static void type_read_optional(component_walk *w, walk_scope *s, alea__wasm_reader *r, walk_thing *to)
{
    if (alea__wasm_byte(r) != 0) type_read_value(w, s, r, to);
}

/* A list of values, each with a name if `named`. */
static void type_read_values(component_walk *w, walk_scope *s, alea__wasm_reader *r, bool named,
                             walk_thing *to)
{
    for (uint32_t count = alea__wasm_count(r); count > 0 && !r->failed; count--) {
        if (named) alea__wasm_name(r);
        type_read_value(w, s, r, to);
    }
}

static void type_read_cases(component_walk *w, walk_scope *s, alea__wasm_reader *r, walk_thing *to)
{
    for (uint32_t count = alea__wasm_count(r); count > 0 && !r->failed; count--) {
        alea__wasm_name(r);
        to->size = type_sum(to->size, 1);
        type_read_optional(w, s, r, to);
        alea__wasm_byte(r);
    }
}

static void type_read_names(alea__wasm_reader *r, walk_thing *to)
{
    const uint32_t count = alea__wasm_count(r);
    to->size = type_sum(to->size, count);
    for (uint32_t i = 0; i < count && !r->failed; i++) alea__wasm_name(r);
}

/* A type of values that is not a primitive one; `form` is its first byte. */
static walk_thing type_read_defined(component_walk *w, walk_scope *s, alea__wasm_reader *r, unsigned form)
{
    walk_thing out = {.size = 1, .strings = form == STRING};
    switch (form) {
    case 0x72: type_read_values(w, s, r, true, &out); break; /* record */
    case 0x71: type_read_cases(w, s, r, &out); break;        /* variant */
    case 0x70:                                               /* list */
    case 0x6B: type_read_value(w, s, r, &out); break;        /* option */
    case 0x6F: type_read_values(w, s, r, false, &out); break;
    case 0x6E:                                  /* flags */
    case 0x6D: type_read_names(r, &out); break; /* enum */
    case 0x6A:                                  /* result */
        type_read_optional(w, s, r, &out);
        type_read_optional(w, s, r, &out);
        break;
    case 0x69:
    case 0x68: alea__wasm_number(r); break; /* own, borrow: a handle, however large its resource */
    default:
        if (form < FIRST_PRIMITIVE || form > LAST_PRIMITIVE)
            alea__walk_wrong(w, r, "a type is of a form that is not known here");
        break;
    }
    return out;
}

static walk_thing type_read_function(component_walk *w, walk_scope *s, alea__wasm_reader *r)
{
    walk_thing out = {.size = 1};
    type_read_values(w, s, r, true, &out);
    if (alea__wasm_byte(r) == 0)
        type_read_value(w, s, r, &out);
    else
        alea__wasm_byte(r);
    return out;
}

static walk_thing type_read_resource(alea__wasm_reader *r)
{
    alea__wasm_byte(r);
    if (alea__wasm_byte(r) != 0) alea__wasm_number(r);
    return (walk_thing){.size = 1};
}

/* ---- types of instances and components ---- */

/* Adds what an import or export describes to the scope's lists; an export is noted too. */
static void type_read_declared(component_walk *w, walk_scope *s, alea__wasm_reader *r, bool exported)
{
    walk_export e = {.name = alea__walk_name(w, r)};
    e.sort = alea__walk_description(w, s, r, &e.thing);
    if (r->failed) return;
    if (!alea__walk_add(w, s, e.sort, e.thing) || (exported && !alea__walk_add_export(w, s, e)))
        alea__wasm_give_up(r);
}

/* The type of an instance or a component: reads its declarations into separate lists. */
static walk_thing type_read_declarations(component_walk *w, walk_scope *outer, alea__wasm_reader *r,
                                         unsigned depth)
{
    walk_scope scope = {.outer = outer};
    for (uint32_t count = alea__wasm_count(r); count > 0 && !r->failed; count--) {
        switch (alea__wasm_byte(r)) {
        case ALEA__DECLARES_TYPE: alea__walk_type(w, &scope, r, depth + 1); break;
        case ALEA__DECLARES_ALIAS: alea__walk_alias(w, &scope, r); break;
        case ALEA__DECLARES_IMPORT: type_read_declared(w, &scope, r, false); break;
        case ALEA__DECLARES_EXPORT: type_read_declared(w, &scope, r, true); break;
        default: alea__walk_wrong(w, r, "a component's types include core types"); break;
        }
    }
    return alea__walk_close(w, &scope);
}

void alea__walk_type(component_walk *w, walk_scope *s, alea__wasm_reader *r, unsigned depth)
{
    walk_thing type = {0};
    alea__measure_add(w->all, ALEA__LIMIT_TYPES, 1);
    if (depth > MOST_DEPTH) alea__walk_wrong(w, r, "a component's types are nested too deeply");
    const unsigned form = alea__wasm_byte(r);
    if (r->failed) return;
    switch (form) {
    case 0x3F: type = type_read_resource(r); break;
    case 0x40: type = type_read_function(w, s, r); break;
    case 0x41:
    case 0x42: type = type_read_declarations(w, s, r, depth); break;
    default: type = type_read_defined(w, s, r, form); break;
    }
    if (r->failed) return;
    alea__measure_most(w->all, ALEA__LIMIT_TYPE_SIZE, type.size);
    if (!alea__walk_add(w, s, WALK_TYPE, type)) alea__wasm_give_up(r);
}

/* A module or component passed in could be any, so the cost of instantiating it would be unknown. */
walk_sort alea__walk_description(component_walk *w, walk_scope *s, alea__wasm_reader *r, walk_thing *out)
{
    *out = (walk_thing){.size = 1};
    const unsigned sort = alea__wasm_byte(r);
    const walk_thing *type = NULL;
    switch (sort) {
    case 0x01:
    case 0x05: type = alea__walk_get(w, s, r, WALK_TYPE, alea__wasm_number(r)); break;
    case 0x03:
        if (alea__wasm_byte(r) == 0) type = alea__walk_get(w, s, r, WALK_TYPE, alea__wasm_number(r));
        break;
    default: alea__walk_wrong(w, r, "a component is given another one, a module or a value"); break;
    }
    if (type) *out = *type;
    return sort == 0x01 ? WALK_FUNCTION : sort == 0x05 ? WALK_INSTANCE : WALK_TYPE;
}
