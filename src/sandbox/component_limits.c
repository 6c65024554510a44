/* What a component has: wasm_limits.h.

   Whatever a component can name has an index in a list of its sort: modules, types, functions, instances and so on. Those lists
   are kept for each component and for each type of one, since what an index refers to decides how much an instantiation makes. */
#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "sandbox/component_walk.h"
#include "sandbox/encode.h"

#include <stdio.h>
#include <string.h>

/* ---- lists ---- */

void alea__walk_wrong(component_walk *w, alea__wasm_reader *r, const char *why)
{
    alea__measure_wrong(w->all, r, why);
    alea__wasm_give_up(r);
}

bool alea__walk_add(component_walk *w, walk_scope *s, walk_sort sort, walk_thing thing)
{
    if (sort == WALK_OTHER) return true;
    if (!alea__grow(&s->list[sort].thing, &s->list[sort].capacity, (size_t)s->list[sort].count + 1,
                    sizeof thing)) {
        w->all->no_memory = true;
        return false;
    }
    s->list[sort].thing[s->list[sort].count++] = thing;
    return true;
}

bool alea__walk_add_export(component_walk *w, walk_scope *s, walk_export exported)
{
    if (!alea__grow(&s->exported, &s->capacity, (size_t)s->exports + 1, sizeof exported)) {
        w->all->no_memory = true;
        return false;
    }
    s->exported[s->exports++] = exported;
    return true;
}

static void walk_scope_free(walk_scope *s)
{
    for (int sort = 0; sort < WALK_SORTS; sort++) alea__free(s->list[sort].thing);
    alea__free(s->exported);
}

walk_thing alea__walk_close(component_walk *w, walk_scope *s)
{
    walk_thing out = {.size = 1, .exports = w->exports, .count = s->exports};
    for (uint32_t i = 0; i < s->exports; i++) {
        const uint64_t size = s->exported[i].thing.size;
        out.size = out.size > UINT64_MAX - size ? UINT64_MAX : out.size + size;
        out.strings = out.strings || s->exported[i].thing.strings;
    }
    alea__measure_add(w->all, ALEA__LIMIT_EXPORTS, s->exports);
    if (s->exports > 0) {
        if (alea__grow(&w->exported, &w->export_capacity, (size_t)w->exports + s->exports,
                       sizeof *w->exported)) {
            memcpy(w->exported + w->exports, s->exported, s->exports * sizeof *s->exported);
            w->exports += s->exports;
        } else {
            w->all->no_memory = true;
            out.count = 0;
        }
    }
    walk_scope_free(s);
    return out;
}

const walk_thing *alea__walk_get(component_walk *w, const walk_scope *s, alea__wasm_reader *r, walk_sort sort,
                                 uint32_t index)
{
    if (r->failed) return NULL;
    if (sort < WALK_SORTS && index < s->list[sort].count) return &s->list[sort].thing[index];
    alea__walk_wrong(w, r, "a component names something that does not exist");
    return NULL;
}

/* ---- names ---- */

/* Reads a sort: a byte, or two. */
static walk_sort walk_read_sort(alea__wasm_reader *r)
{
    static const walk_sort sorts[] = {WALK_OTHER, WALK_FUNCTION,  WALK_OTHER,
                                      WALK_TYPE,  WALK_COMPONENT, WALK_INSTANCE};
    const unsigned sort = alea__wasm_byte(r);
    if (sort == 0) return alea__wasm_byte(r) == 0x11 ? WALK_MODULE : WALK_OTHER;
    if (sort < sizeof sorts / sizeof *sorts) return sorts[sort];
    alea__wasm_give_up(r);
    return WALK_OTHER;
}

alea__slice alea__walk_name(component_walk *w, alea__wasm_reader *r)
{
    if (alea__wasm_byte(r) > 1)
        alea__walk_wrong(w, r, "a name of an import or export is of a form that is not known here");
    return alea__wasm_name(r);
}

enum { MOST_STEPS = 100000000 };

/* The export of that name and sort, or NULL. */
static const walk_thing *walk_find_export(component_walk *w, const walk_thing *of, alea__slice name,
                                          walk_sort sort)
{
    for (uint32_t i = 0; i < of->count; i++) {
        const walk_export *e = &w->exported[of->exports + i];
        w->steps++;
        if (e->sort == sort && e->name.size == name.size && memcmp(e->name.data, name.data, name.size) == 0)
            return &e->thing;
    }
    return NULL;
}

/* An alias of an export adds the named item to the scope; it counts as made if its instance is. */
static void walk_alias_export(component_walk *w, walk_scope *s, alea__wasm_reader *r, walk_sort sort)
{
    const walk_thing *instance = alea__walk_get(w, s, r, WALK_INSTANCE, alea__wasm_number(r));
    const alea__slice name = alea__wasm_name(r);
    if (!instance || r->failed || sort == WALK_OTHER) return;
    const bool made = instance->made;
    const walk_thing *found = walk_find_export(w, instance, name, sort);
    if (!found || w->steps > MOST_STEPS) {
        alea__walk_wrong(w, r, "a component names an export that does not exist");
        return;
    }
    walk_thing thing = *found;
    thing.made = thing.made || made;
    if (!alea__walk_add(w, s, sort, thing)) alea__wasm_give_up(r);
}

/* An alias of an outer scope, `up` levels above, adds the named item to this one. */
static void walk_alias_outer(component_walk *w, walk_scope *s, alea__wasm_reader *r, walk_sort sort)
{
    const walk_scope *outer = s;
    uint32_t up = alea__wasm_number(r), index = alea__wasm_number(r);
    for (; up > 0 && outer; up--) outer = outer->outer;
    if (r->failed || sort == WALK_OTHER) return;
    if (!outer) {
        alea__walk_wrong(w, r, "a component names something outside that does not exist");
        return;
    }
    const walk_thing *found = alea__walk_get(w, outer, r, sort, index);
    if (found && !alea__walk_add(w, s, sort, *found)) alea__wasm_give_up(r);
}

void alea__walk_alias(component_walk *w, walk_scope *s, alea__wasm_reader *r)
{
    const walk_sort sort = walk_read_sort(r);
    switch (alea__wasm_byte(r)) {
    case 0x00: walk_alias_export(w, s, r, sort); break;
    case 0x01:
        alea__wasm_number(r);
        alea__wasm_name(r);
        break;
    case 0x02: walk_alias_outer(w, s, r, sort); break;
    default: alea__walk_wrong(w, r, "an alias is of a form that is not known here"); break;
    }
}

/* ---- instances ---- */

static uint32_t walk_add_needs(component_walk *w, const alea__needs *needs)
{
    if (!alea__grow(&w->needs, &w->needs_capacity, (size_t)w->needed + 1, sizeof *w->needs)) {
        w->all->no_memory = true;
        return 0;
    }
    w->needs[w->needed] = *needs;
    return w->needed++;
}

static void walk_instantiate(component_walk *w, walk_scope *s, const walk_thing *what)
{
    if (!what || w->all->no_memory) return;
    ALEA_ASSERT(what->needs < w->needed);
    alea__needs_add(&s->needs, &w->needs[what->needs]);
}

/* A core instance: of a module, with arguments, or assembled from existing items. */
static void walk_core_instance(component_walk *w, walk_scope *s, alea__wasm_reader *r)
{
    const bool instantiates = alea__wasm_byte(r) == 0;
    if (instantiates) walk_instantiate(w, s, alea__walk_get(w, s, r, WALK_MODULE, alea__wasm_number(r)));
    for (uint32_t count = alea__wasm_count(r); count > 0 && !r->failed; count--) {
        alea__wasm_name(r);
        alea__wasm_byte(r);
        alea__wasm_number(r);
        s->needs.definitions++;
    }
}

/* Exports that an instance is put together from. */
static walk_thing walk_inline_exports(component_walk *w, walk_scope *s, alea__wasm_reader *r)
{
    walk_scope own = {0};
    for (uint32_t count = alea__wasm_count(r); count > 0 && !r->failed; count--) {
        walk_export e = {.name = alea__walk_name(w, r), .sort = walk_read_sort(r)};
        const uint32_t index = alea__wasm_number(r);
        const walk_thing *thing = e.sort == WALK_OTHER ? NULL : alea__walk_get(w, s, r, e.sort, index);
        if (thing) e.thing = *thing;
        s->needs.definitions++;
        if (!r->failed && !alea__walk_add_export(w, &own, e)) alea__wasm_give_up(r);
    }
    return alea__walk_close(w, &own);
}

static void walk_arguments(walk_scope *s, alea__wasm_reader *r)
{
    for (uint32_t count = alea__wasm_count(r); count > 0 && !r->failed; count--) {
        alea__wasm_name(r);
        walk_read_sort(r);
        alea__wasm_number(r);
        s->needs.definitions++;
    }
}

/* An instance: of a component, with arguments, or assembled from existing items. */
static void walk_instance(component_walk *w, walk_scope *s, alea__wasm_reader *r)
{
    walk_thing made = {0};
    if (alea__wasm_byte(r) == 0) {
        const walk_thing *component = alea__walk_get(w, s, r, WALK_COMPONENT, alea__wasm_number(r));
        walk_instantiate(w, s, component);
        if (component) made = *component;
        made.made = true;
        walk_arguments(s, r);
    } else {
        made = walk_inline_exports(w, s, r);
    }
    if (!r->failed && !alea__walk_add(w, s, WALK_INSTANCE, made)) alea__wasm_give_up(r);
}

/* ---- functions ---- */

/* Microseconds for the code between two components, by the size of the function's type. */
enum { CONNECTION = 150, CONNECTION_TYPE = 20 };

static void walk_connection(walk_scope *s, const walk_thing *function)
{
    uint64_t size = function ? function->size : 0;
    size = size < UINT32_MAX ? size : UINT32_MAX;
    s->needs.work += CONNECTION + CONNECTION_TYPE * size;
}

static void walk_function_options(component_walk *w, alea__wasm_reader *r)
{
    for (uint32_t count = alea__wasm_count(r); count > 0 && !r->failed; count--) {
        const unsigned option = alea__wasm_byte(r);
        if (option > 5) alea__walk_wrong(w, r, "a component uses asynchronous functions");
        if (option > 2) alea__wasm_number(r);
    }
}

/* (canon lift): a function of a module becomes one of the component. */
static void walk_lift(component_walk *w, walk_scope *s, alea__wasm_reader *r)
{
    alea__wasm_byte(r);
    alea__wasm_number(r);
    walk_function_options(w, r);
    const walk_thing *type = alea__walk_get(w, s, r, WALK_TYPE, alea__wasm_number(r));
    if (!type) return;
    walk_thing function = *type;
    function.made = true;
    walk_connection(s, type);
    if (!r->failed && !alea__walk_add(w, s, WALK_FUNCTION, function)) alea__wasm_give_up(r);
}

/* (canon lower): a module may call a function of the component. Refuses functions with strings, because the engine copies a
   string between components at once, however long it is, without charging fuel. In a nested component the owner of the
   function is unknown. */
static void walk_lower(component_walk *w, walk_scope *s, alea__wasm_reader *r)
{
    alea__wasm_byte(r);
    const walk_thing *function = alea__walk_get(w, s, r, WALK_FUNCTION, alea__wasm_number(r));
    if (function && function->strings && (function->made || s->nested))
        alea__walk_wrong(w, r, "its components pass strings to each other");
    walk_connection(s, function);
    walk_function_options(w, r);
}

/* A canonical function: lifted, lowered, or of a resource. The engine takes a hundred times as long to make and drop a
   component's own resource as the fuel of a call pays for, so making one is refused; dropping then costs nothing. */
static void walk_canon(component_walk *w, walk_scope *s, alea__wasm_reader *r)
{
    switch (alea__wasm_byte(r)) {
    case 0x00: walk_lift(w, s, r); break;
    case 0x01: walk_lower(w, s, r); break;
    case 0x02: alea__walk_wrong(w, r, "a component makes resources of its own"); break;
    case 0x03: /* resource.drop, rep */
    case 0x04:
        alea__wasm_number(r);
        walk_connection(s, NULL);
        break;
    default: alea__walk_wrong(w, r, "a component uses asynchronous functions"); break;
    }
}

/* ---- imports and exports ---- */

static void walk_import(component_walk *w, walk_scope *s, alea__wasm_reader *r)
{
    walk_thing thing;
    const alea__slice name = alea__walk_name(w, r);
    const bool wasi = name.size >= 5 && memcmp(name.data, "wasi:", 5) == 0;
    if (!s->nested && !wasi && !*w->all->sum.stranger)
        alea__printable(w->all->sum.stranger, sizeof w->all->sum.stranger, (const char *)name.data,
                        name.size);
    alea__measure_add(w->all, ALEA__LIMIT_IMPORTS, 1);
    walk_sort sort = alea__walk_description(w, s, r, &thing);
    if (!r->failed && !alea__walk_add(w, s, sort, thing)) alea__wasm_give_up(r);
}

/* An export is also one more thing that has an index. */
static void walk_export_one(component_walk *w, walk_scope *s, alea__wasm_reader *r)
{
    walk_export e = {.name = alea__walk_name(w, r), .sort = walk_read_sort(r)};
    const uint32_t index = alea__wasm_number(r);
    const walk_thing *thing = e.sort == WALK_OTHER ? NULL : alea__walk_get(w, s, r, e.sort, index);
    if (thing) e.thing = *thing;
    if (alea__wasm_byte(r) != 0) alea__walk_description(w, s, r, &(walk_thing){0});
    if (r->failed) return;
    if (!alea__walk_add(w, s, e.sort, e.thing) || !alea__walk_add_export(w, s, e)) alea__wasm_give_up(r);
}

/* ---- components ---- */

static walk_thing walk_component(component_walk *w, walk_scope *outer, alea__slice component,
                                 unsigned nesting);

void alea__walk_entry(component_walk *w, walk_scope *s, unsigned id, alea__wasm_reader *r)
{
    s->needs.definitions++;
    alea__measure_add(w->all, ALEA__LIMIT_DEFINITIONS, 1);
    switch (id) {
    case ALEA__PUT_CORE_INSTANCE: walk_core_instance(w, s, r); break;
    case ALEA__PUT_INSTANCE: walk_instance(w, s, r); break;
    case ALEA__PUT_ALIAS: alea__walk_alias(w, s, r); break;
    case ALEA__PUT_TYPE: alea__walk_type(w, s, r, 0); break;
    case ALEA__PUT_CANON: walk_canon(w, s, r); break;
    case ALEA__PUT_IMPORT: walk_import(w, s, r); break;
    case ALEA__PUT_EXPORT: walk_export_one(w, s, r); break;
    default: alea__walk_wrong(w, r, "a component has a section that is not known here"); break;
    }
}

static bool walk_is(alea__slice s, unsigned version, unsigned layer)
{
    const unsigned char header[] = {0, 'a', 's', 'm', (unsigned char)version, 0, (unsigned char)layer, 0};
    return s.size >= sizeof header && memcmp(s.data, header, sizeof header) == 0;
}

static void walk_module(component_walk *w, walk_scope *s, alea__wasm_reader *r, alea__slice module)
{
    alea__needs needs;
    if (!walk_is(module, 1, 0))
        alea__walk_wrong(w, r, "a module within a component has no header");
    else if (alea__measure_module(w->all, module.data, module.size, &needs)) {
        walk_thing thing = {.needs = walk_add_needs(w, &needs)};
        if (!alea__walk_add(w, s, WALK_MODULE, thing)) alea__wasm_give_up(r);
    } else {
        alea__wasm_give_up(r);
    }
}

enum { CORE_TYPES = 3 };

/* Reads a section and adds its definitions to the lists of the component. */
static void walk_section(component_walk *w, walk_scope *s, unsigned id, alea__slice body, unsigned nesting)
{
    alea__wasm_reader r = alea__wasm_read_from(body.data, body.size);
    if (id == ALEA__SECTION_CUSTOM) return;
    if (id == ALEA__PUT_CORE_MODULE)
        walk_module(w, s, &r, body);
    else if (id == ALEA__PUT_COMPONENT) {
        walk_thing inner = walk_component(w, s, body, nesting + 1);
        if (!w->all->no_memory && !alea__walk_add(w, s, WALK_COMPONENT, inner)) alea__wasm_give_up(&r);
    } else if (id == CORE_TYPES) {
        alea__measure_add(w->all, ALEA__LIMIT_TYPES, alea__wasm_count(&r));
    } else {
        for (uint32_t count = alea__wasm_count(&r); count > 0 && !r.failed; count--)
            alea__walk_entry(w, s, id, &r);
    }
    if (r.failed) alea__measure_wrong(w->all, &r, "a section of a component is damaged");
}

enum { MOST_NESTING = 100, COMPONENT_BYTES = 2048 };

/* Reads a component. The result has its exports and the needs of an instance. */
static walk_thing walk_component(component_walk *w, walk_scope *outer, alea__slice component,
                                 unsigned nesting)
{
    walk_scope scope = {
        .outer = outer, .needs = {.instances = 1, .bytes = COMPONENT_BYTES}, .nested = nesting > 0};
    alea__wasm_reader r = alea__wasm_read_from(component.data, component.size);
    alea__measure_most(w->all, ALEA__LIMIT_NESTING, nesting);
    if (!walk_is(component, 0x0D, 1) || nesting > MOST_NESTING)
        alea__walk_wrong(w, &r, "a component within a component has no header, or is nested too deeply");
    alea__wasm_slice(&r, ALEA__WASM_HEADER);
    while (alea__wasm_left(&r) > 0 && !w->all->wrong && !w->all->no_memory) {
        unsigned id = alea__wasm_byte(&r);
        alea__slice body = alea__wasm_name(&r);
        if (!r.failed) walk_section(w, &scope, id, body, nesting);
    }
    if (r.failed) alea__measure_wrong(w->all, &r, "a component is cut off");
    const uint32_t needs = walk_add_needs(w, &scope.needs);
    walk_thing out = alea__walk_close(w, &scope);
    out.needs = needs;
    return out;
}

/* ---- exports of the whole ---- */

enum { LISTED = 8, SHOWN = 100 };

/* "a, b and 3 more". */
static void walk_list_exports(const component_walk *w, const walk_thing *root, char *out, size_t size)
{
    size_t used = 0;
    snprintf(out, size, "nothing");
    for (uint32_t i = 0; i < root->count && i < LISTED && used < size; i++) {
        const alea__slice name = w->exported[root->exports + i].name;
        char shown[SHOWN];
        alea__printable(shown, sizeof shown, (const char *)name.data, name.size);
        used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "", shown);
    }
    if (root->count > LISTED && used < size)
        snprintf(out + used, size - used, " and %u more", (unsigned)(root->count - LISTED));
}

/* Whether the component exports the requested function; the engine compares the types later. */
static void walk_find_asked(component_walk *w, const walk_thing *root, const alea__bot_interface *asked)
{
    const alea__slice interface = {(const unsigned char *)asked->interface, strlen(asked->interface)};
    const alea__slice function = {(const unsigned char *)asked->name, strlen(asked->name)};
    const walk_thing *found = walk_find_export(w, root, interface, WALK_INSTANCE);
    w->all->sum.has_interface = found != NULL;
    w->all->sum.has_function = found && walk_find_export(w, found, function, WALK_FUNCTION);
    walk_list_exports(w, root, w->all->sum.exports, sizeof w->all->sum.exports);
}

bool alea__measure_component(alea__measuring *all, const unsigned char *data, size_t size)
{
    component_walk w = {.all = all};
    walk_thing root = walk_component(&w, NULL, (alea__slice){data, size}, 0);
    if (!all->no_memory) all->sum.needs = w.needs[root.needs];
    if (all->asked) walk_find_asked(&w, &root, all->asked);
    alea__free(w.exported);
    alea__free(w.needs);
    return !all->wrong && !all->no_memory;
}
