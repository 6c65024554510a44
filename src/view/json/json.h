#pragma once
/* JSON from tables of fields, over jansson. A table names the keys of an object in their order, and for each where its value
   is in a struct; the member's type says what it is:

       static const alea__json_field turn_fields[] = {
           ALEA__FIELD("turn", alea_review_turn, turn),
           ALEA__FIELD("luck", alea_review_turn, luck),
           ALEA__FIELDS_END,
       };

   What is not known is null: a text that is NULL, a number that is not finite, an interval without bounds. An object is put
   together from several tables, and from single values that no struct holds. A value that could not be made is remembered, so
   that only the end of an object has to be checked. */
#include <alea/view.h>
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

typedef enum alea__json_kind {
    ALEA__JSON_TEXT,  /* const char * */
    ALEA__JSON_CHARS, /* char[] */
    ALEA__JSON_BOOL,
    ALEA__JSON_INT,      /* int */
    ALEA__JSON_INTEGER,  /* int64_t */
    ALEA__JSON_UNSIGNED, /* unsigned, uint32_t */
    ALEA__JSON_COUNT,    /* uint64_t: as alea__json_count */
    ALEA__JSON_SIZE,     /* size_t, if that is another type */
    ALEA__JSON_REAL,     /* double */
    ALEA__JSON_SOME,     /* uint64_t; null when it is 0 */
    ALEA__JSON_OBJECTIVE,
    ALEA__JSON_WORD,     /* a bool or an enum, as one of the field's words; null if that is NULL */
    ALEA__JSON_SEAT,     /* int; null below 0 */
    ALEA__JSON_INTERVAL, /* an object of value (the midpoint), lower and upper; null without bounds */
    ALEA__JSON_BOUNDS,   /* an alea_interval as three keys: value, lower and upper */
    ALEA__JSON_STRUCT,   /* with its own fields */
    ALEA__JSON_LIST,     /* a pointer to elements */
    ALEA__JSON_ROW,      /* elements within the struct */
    ALEA__JSON_MADE      /* by a function */
} alea__json_kind;

typedef struct alea__json_field {
    const char *key; /* NULL after the last */
    alea__json_kind kind;
    size_t offset;
    size_t only_if; /* one past the offset of a bool; if that is false, the key is left out. 0: never */
    const struct alea__json_field *fields; /* of a struct, or of elements that are structs */
    const char *const *words;              /* for ALEA__JSON_WORD */
    alea__json_kind each, counted; /* of a list or row: what its elements are, and what their number is */
    size_t size, count;            /* of an element or an enum; offset of the number of elements */
    json_t *(*make)(const void *object); /* for ALEA__JSON_MADE */
} alea__json_field;

/* on systems where size_t is not uint64_t */
#if SIZE_MAX < UINT64_MAX
#define ALEA__KIND_OF_SIZE \
    size_t:                \
    ALEA__JSON_SIZE,
#else
#define ALEA__KIND_OF_SIZE
#endif

/* The kind of a value by its type. A text and an array of characters decay to the same type; their addresses do not. */
#define ALEA__KIND(value)                               \
    _Generic(&(value),                                  \
        char **: ALEA__JSON_TEXT,                       \
        default: _Generic((value),                      \
            const char *: ALEA__JSON_TEXT,              \
            char *: ALEA__JSON_CHARS,                   \
            bool: ALEA__JSON_BOOL,                      \
            int: ALEA__JSON_INT,                        \
            int64_t: ALEA__JSON_INTEGER,                \
            unsigned: ALEA__JSON_UNSIGNED,              \
            uint64_t: ALEA__JSON_COUNT,                 \
            ALEA__KIND_OF_SIZE double: ALEA__JSON_REAL, \
            alea_interval: ALEA__JSON_INTERVAL))
#define ALEA__OF(type, member) (((type *)0)->member)

#define ALEA__FIELD(name, type, member) \
    {.key = (name), .kind = ALEA__KIND(ALEA__OF(type, member)), .offset = offsetof(type, member)}
#define ALEA__FIELD_AS(name, its_kind, type, member) \
    {.key = (name), .kind = (its_kind), .offset = offsetof(type, member)}
/* A field that is left out unless the struct's member `flag` is true. */
#define ALEA__FIELD_IF(flag, name, type, member) \
    {.key = (name),                              \
     .kind = ALEA__KIND(ALEA__OF(type, member)), \
     .offset = offsetof(type, member),           \
     .only_if = offsetof(type, flag) + 1}
#define ALEA__CHOICE(name, type, member, the_words) \
    {.key = (name),                                 \
     .kind = ALEA__JSON_WORD,                       \
     .offset = offsetof(type, member),              \
     .words = (the_words),                          \
     .size = sizeof ALEA__OF(type, member)}
#define ALEA__OBJECT(name, type, member, of) \
    {.key = (name), .kind = ALEA__JSON_STRUCT, .offset = offsetof(type, member), .fields = (of)}
#define ALEA__ELEMENTS(name, its_kind, element, type, member, number, of) \
    {.key = (name),                                                       \
     .kind = (its_kind),                                                  \
     .offset = offsetof(type, member),                                    \
     .fields = (of),                                                      \
     .each = (element),                                                   \
     .counted = ALEA__KIND(ALEA__OF(type, number)),                       \
     .size = sizeof ALEA__OF(type, member)[0],                            \
     .count = offsetof(type, number)}
/* Structs or numbers, behind a pointer or within the struct; `number` is the member that counts them. */
#define ALEA__STRUCTS(name, type, member, number, of) \
    ALEA__ELEMENTS(name, ALEA__JSON_LIST, ALEA__JSON_STRUCT, type, member, number, of)
#define ALEA__NUMBERS(name, type, member, number) \
    ALEA__ELEMENTS(name, ALEA__JSON_LIST, ALEA__KIND(ALEA__OF(type, member)[0]), type, member, number, NULL)
#define ALEA__ROW_OF(name, type, member, number) \
    ALEA__ELEMENTS(name, ALEA__JSON_ROW, ALEA__KIND(ALEA__OF(type, member)[0]), type, member, number, NULL)
#define ALEA__COMPUTED(name, function) {.key = (name), .kind = ALEA__JSON_MADE, .make = (function)}
/* Computed by a function that gets a member of the struct. */
#define ALEA__COMPUTED_OF(name, type, member, function) \
    {.key = (name), .kind = ALEA__JSON_MADE, .offset = offsetof(type, member), .make = (function)}
#define ALEA__COMPUTED_IF(flag, name, type, function) \
    {.key = (name), .kind = ALEA__JSON_MADE, .make = (function), .only_if = offsetof(type, flag) + 1}
#define ALEA__FIELDS_END {.key = NULL}

json_t *alea__json_interval(alea_interval); /* as ALEA__JSON_INTERVAL */
/* The object of these fields; null if there is no struct. */
json_t *alea__json_object(const alea__json_field *, const void *object);

/* ---- objects put together ---- */

typedef struct alea__json {
    json_t *object;
    bool failed;
} alea__json;

alea__json alea__json_start(void);
/* Takes the value over; NULL is one that could not be made. */
void alea__json_put(alea__json *, const char *key, json_t *value);
/* Adds all fields of a table; without a struct all of them are null. */
void alea__json_put_fields(alea__json *, const alea__json_field *, const void *object);
/* The object, or NULL when anything in it failed; ends the use of the alea__json. */
json_t *alea__json_end(alea__json *);
/* Ends the object and makes the text of it, with a newline at the end. */
alea_status alea__json_finish(alea__json *, char **out, alea_error *);
/* The text of one table's object. */
alea_status alea__json_write(const alea__json_field *, const void *object, char **out, alea_error *);

/* Adds to an array; takes both over, and returns the array, or NULL when either is. */
json_t *alea__json_append(json_t *array, json_t *value);

json_t *alea__json_text(const char *); /* NULL: null */
json_t *alea__json_count(uint64_t);    /* text from 2^63 on, which jansson's integers do not hold */
json_t *alea__json_real(double);       /* null if the number is not finite */
json_t *alea__json_numbers(const uint32_t *, unsigned count);
