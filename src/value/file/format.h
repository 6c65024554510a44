#pragma once
/* The format on which writing and reading table files agree; docs/tables.md describes it for people. */
#include "value/values.h"

enum {
    ALEA__TABLE_VERSION = 1,
    ALEA__USER_BLOCK = 512, /* bytes in front of the HDF5 part */
    ALEA__MOST_TEXT = 8192, /* bytes of a text attribute */
    ALEA__MOST_NAME = 32    /* of a matrix */
};

/* The block before the HDF5 part: lines of text, then zeros. `size` is that of the whole file. */
void alea__user_block(char block[ALEA__USER_BLOCK], const char sha256[65], uint64_t size);

/* The attributes of the file that are numbers of alea__values. */
typedef enum alea__attribute_kind { ALEA__DOUBLE, ALEA__COUNT, ALEA__INTERVAL } alea__attribute_kind;
typedef struct alea__attribute {
    const char *name; /* NULL after the last */
    alea__attribute_kind kind;
    size_t offset; /* in alea__values */
} alea__attribute;
extern const alea__attribute alea__value_attributes[];
extern const alea__attribute alea__sample_attributes[]; /* of sampled models only */

const char *alea__unit(alea_objective);

/* Whether a text may be the name of a matrix: small letters, digits and `-`, not too many. */
bool alea__is_matrix_name(const char *, size_t length);
