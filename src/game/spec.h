#pragma once
/* Specs of games and bots: `name`, `name(a=1,b=two)`, `name(25)`; and without brackets, which a shell would want quoted:
   `name:a=1,b=two`, `name:25`, `name=25`. */
#include <alea/status.h>

typedef struct alea__argument {
    char *key; /* NULL for a positional one */
    char *value;
} alea__argument;

typedef struct alea__spec {
    char *name;
    alea__argument *argument;
    size_t count;
} alea__spec;

/* Spaces around names and values are dropped. Fails with ALEA_E_SPEC and the column: empty name or value, unbalanced
   brackets, text after the last one, more than 64 arguments, a key twice, control characters. The name may be a path. A text
   without brackets that ends in .lua is a name as a whole. */
alea_status alea__spec_parse(const char *text, alea__spec *out, alea_error *);
void alea__spec_free(alea__spec *);

/* The whole numbers from min to max. */
typedef struct alea__range {
    int64_t min, max;
} alea__range;

/* A whole number in decimal: an optional sign and digits. ALEA_E_RANGE names `what` and the range. */
alea_status alea__parse_integer(const char *text, const char *what, alea__range, int64_t *out, alea_error *);
