#ifndef ALEA_VIEW_JSON_JSON_H
#define ALEA_VIEW_JSON_JSON_H
/* JSON from tables of fields, over jansson. A table names the keys of an object in their order, and for each where its value
   stands in a struct; the member's type says what it is:

       static const alea__json_field turn_fields[] = {
           ALEA__FIELD("turn", alea_review_turn, turn),
           ALEA__FIELD("luck", alea_review_turn, luck),
           ALEA__END,
       };

   What is not known is null: a text that is NULL, a number that is not finite, an interval without bounds. An object is put
   together from several tables, and from single values that no struct holds. A value that could not be made is remembered, so
   that only the end of an object has to be checked. */
#include <alea/view.h>
#include <jansson.h>
#include <stddef.h>

typedef enum alea__kind {
    ALEA__TEXT,  /* const char * */
    ALEA__CHARS, /* char[] */
    ALEA__BOOL,
    ALEA__INT,      /* int */
    ALEA__INTEGER,  /* int64_t */
    ALEA__UNSIGNED, /* unsigned, uint32_t */
    ALEA__COUNT,    /* uint64_t, size_t: as alea__json_count */
    ALEA__REAL,     /* double */
    ALEA__SOME,     /* uint64_t; null when it is 0 */
    ALEA__OBJECTIVE,
    ALEA__WORD,     /* a bool or an enum, as one of the field's words; NULL: null */
    ALEA__SEAT,     /* int; null below 0 */
    ALEA__INTERVAL, /* as alea__json_interval */
    ALEA__BOUNDS,   /* an alea_interval as three keys: value, lower and upper */
    ALEA__STRUCT,   /* as its fields say */
    ALEA__LIST,     /* a pointer to elements */
    ALEA__ROW,      /* elements within the struct */
    ALEA__MADE      /* by a function */
} alea__kind;

typedef struct alea__json_field {
    const char *key; /* NULL after the last */
    alea__kind kind;
    size_t offset;
    size_t where; /* one past the offset of a bool: without it the key is left out; 0: always there */
    const struct alea__json_field *fields; /* of a struct, or of elements that are structs */
    const char *const *words;              /* for ALEA__WORD */
    alea__kind each, counted; /* of a list or row: what its elements are, and what their number is */
    size_t size, count;       /* of an element or an enum; where the number of elements stands */
    json_t *(*make)(const void *object); /* for ALEA__MADE */
} alea__json_field;

/* What a value of this type is in JSON. A text and an array of characters decay to the same type; their addresses do not. */
#define ALEA__KIND(value)             \
    _Generic(&(value),                \
        char **: ALEA__TEXT,          \
        default: _Generic((value),    \
            const char *: ALEA__TEXT, \
            char *: ALEA__CHARS,      \
            bool: ALEA__BOOL,         \
            int: ALEA__INT,           \
            int64_t: ALEA__INTEGER,   \
            unsigned: ALEA__UNSIGNED, \
            uint64_t: ALEA__COUNT,    \
            double: ALEA__REAL,       \
            alea_interval: ALEA__INTERVAL))
#define ALEA__OF(type, member) (((type *)0)->member)

#define ALEA__FIELD(name, type, member) \
    {.key = (name), .kind = ALEA__KIND(ALEA__OF(type, member)), .offset = offsetof(type, member)}
#define ALEA__FIELD_AS(name, its_kind, type, member) \
    {.key = (name), .kind = (its_kind), .offset = offsetof(type, member)}
/* A field that is there only where the struct's member `flag` says so. */
#define ALEA__FIELD_IF(flag, name, type, member) \
    {.key = (name),                              \
     .kind = ALEA__KIND(ALEA__OF(type, member)), \
     .offset = offsetof(type, member),           \
     .where = offsetof(type, flag) + 1}
#define ALEA__CHOICE(name, type, member, the_words) \
    {.key = (name),                                 \
     .kind = ALEA__WORD,                            \
     .offset = offsetof(type, member),              \
     .words = (the_words),                          \
     .size = sizeof ALEA__OF(type, member)}
#define ALEA__OBJECT(name, type, member, of) \
    {.key = (name), .kind = ALEA__STRUCT, .offset = offsetof(type, member), .fields = (of)}
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
    ALEA__ELEMENTS(name, ALEA__LIST, ALEA__STRUCT, type, member, number, of)
#define ALEA__NUMBERS(name, type, member, number) \
    ALEA__ELEMENTS(name, ALEA__LIST, ALEA__KIND(ALEA__OF(type, member)[0]), type, member, number, NULL)
#define ALEA__ROW_OF(name, type, member, number) \
    ALEA__ELEMENTS(name, ALEA__ROW, ALEA__KIND(ALEA__OF(type, member)[0]), type, member, number, NULL)
#define ALEA__COMPUTED(name, function) {.key = (name), .kind = ALEA__MADE, .make = (function)}
#define ALEA__COMPUTED_IF(flag, name, type, function) \
    {.key = (name), .kind = ALEA__MADE, .make = (function), .where = offsetof(type, flag) + 1}
#define ALEA__END {.key = NULL}

/* The object of these fields; null where there is no struct. */
json_t *alea__json_object(const alea__json_field *, const void *object);

/* ---- objects put together ---- */

typedef struct alea__json {
    json_t *object;
    bool failed;
} alea__json;

alea__json alea__json_start(void);
/* Takes the value over; NULL is one that could not be made. */
void alea__json_put(alea__json *, const char *key, json_t *value);
/* All fields of a table; where there is no struct each is null. */
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
json_t *alea__json_real(double);       /* null where there is no number */
json_t *alea__json_interval(
    alea_interval); /* an object of value, the midpoint, lower and upper; null where there are none */
json_t *alea__json_numbers(const uint32_t *, unsigned count);
#endif
