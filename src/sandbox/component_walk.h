#pragma once
/* Shared by component_limits.c and component_types.c: lists of everything that a component can name. The format is that of
   the component model's Binary.md. */
#include "sandbox/wasm_limits.h"

/* Sorts of things that are followed; of the others, such as core functions, nothing is instantiated. */
typedef enum walk_sort {
    WALK_MODULE,
    WALK_FUNCTION,
    WALK_TYPE,
    WALK_COMPONENT,
    WALK_INSTANCE,
    WALK_SORTS,
    WALK_OTHER = WALK_SORTS
} walk_sort;

typedef struct walk_thing {
    uint64_t size;           /* of a type, or of a function's: how many types it is made of */
    uint32_t exports, count; /* of an instance, a component, or a type of one: its range in walk->exported */
    uint32_t needs;          /* of a module or component: its index in walk->needs */
    bool strings;            /* a type, or a function's, has strings in it */
    bool made; /* a function, or an instance, that this file defines: it may be another component's */
} walk_thing;

typedef struct walk_export {
    alea__slice name;
    walk_sort sort;
    walk_thing thing;
} walk_export;

/* The lists of one component, or of one type of a component or instance. */
typedef struct walk_scope {
    struct walk_scope *outer;
    struct {
        walk_thing *thing;
        uint32_t count, capacity;
    } list[WALK_SORTS];
    walk_export *exported;
    uint32_t exports, capacity;
    alea__needs needs; /* of a component */
    bool nested;       /* a component within a component */
} walk_scope;

typedef struct component_walk {
    alea__measuring *all;
    walk_export *exported; /* of all scopes that have been read */
    uint32_t exports, export_capacity;
    alea__needs *needs;
    uint32_t needed, needs_capacity;
    uint64_t steps; /* spent on looking for names */
} component_walk;

/* A reader that gives up with a reason. */
void alea__walk_wrong(component_walk *, alea__wasm_reader *, const char *why);
bool alea__walk_add(component_walk *, walk_scope *, walk_sort, walk_thing);
bool alea__walk_add_export(component_walk *, walk_scope *, walk_export);
/* Closes a scope and makes its exports those of an item. */
walk_thing alea__walk_close(component_walk *, walk_scope *);
const walk_thing *alea__walk_get(component_walk *, const walk_scope *, alea__wasm_reader *, walk_sort,
                                 uint32_t index);

alea__slice alea__walk_name(component_walk *, alea__wasm_reader *); /* of an import or an export */
/* Reads an alias into the scope. */
void alea__walk_alias(component_walk *, walk_scope *, alea__wasm_reader *);

/* An entry of a section other than a nested module or component. */
void alea__walk_entry(component_walk *, walk_scope *, unsigned section, alea__wasm_reader *);

/* component_types.c: reads a type into the scope; the description of an import or export, with its sort. */
void alea__walk_type(component_walk *, walk_scope *, alea__wasm_reader *, unsigned depth);
walk_sort alea__walk_description(component_walk *, walk_scope *, alea__wasm_reader *, walk_thing *out);
