#ifndef ALEA_VIEW_JSON_H
#define ALEA_VIEW_JSON_H
/* JSON objects built key by key over jansson: a value that could not be made is remembered, so that only the
   end of an object has to be checked. Keys stay in the order in which they were put. */
#include <alea/view.h>
#include <jansson.h>

typedef struct alea__json {
    json_t *object;
    bool failed;
} alea__json;

alea__json alea__json_start(void);
/* Takes the value over; NULL is one that could not be made. */
void alea__json_put(alea__json *, const char *key, json_t *value);
/* The object, or NULL when anything in it failed; ends the use of the alea__json. */
json_t *alea__json_end(alea__json *);
/* Adds to an array; takes both over, and returns the array, or NULL when either is. */
json_t *alea__json_append(json_t *array, json_t *value);

json_t *alea__json_text(const char *); /* NULL: null */
json_t *alea__json_count(uint64_t);    /* text from 2^63 on, which jansson's integers do not hold */
json_t *alea__json_real(double);       /* null where there is no number */

/* Bounds as three keys: value, the midpoint, lower and upper; and as an object of its own, null where there are none. */
void alea__json_put_bounds(alea__json *, alea_interval);
json_t *alea__json_interval(alea_interval);

/* Ends the object and makes the text of it, with a newline at the end. */
alea_status alea__json_finish(alea__json *, char **out, alea_error *);
#endif
