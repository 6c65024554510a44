#pragma once
/* What attributes and datasets of an HDF5 file hold: a value or an array of one of the types that tables have. */
#include "base/text.h"
#include "value/file/object.h"

typedef enum alea__h5_type {
    ALEA__H5_OTHER_TYPE,
    ALEA__H5_TEXT,   /* of fixed length */
    ALEA__H5_DOUBLE, /* numbers are little-endian */
    ALEA__H5_UINT64,
    ALEA__H5_UINT8,
    ALEA__H5_BOOLEAN /* one byte; written only */
} alea__h5_type;

enum {
    ALEA__H5_MOST_RANK = 4,
    ALEA__H5_OTHER_RANK = 100 /* more dimensions than that, or no value at all */
};

typedef struct alea__h5_array {
    alea__h5_type type;
    uint64_t element; /* bytes of one element */
    unsigned rank;    /* 0: a single value */
    uint64_t size[ALEA__H5_MOST_RANK];
} alea__h5_array;

/* Add the type and the size of an array, as the messages of a file have them. */
void alea__h5_put_type(alea__text *, const alea__h5_array *);
void alea__h5_put_space(alea__text *, const alea__h5_array *);

typedef struct alea__h5_attribute {
    bool exists;
    alea__h5_array array;
    alea__h5_bytes data; /* with the length in the file, which need not match the array */
} alea__h5_attribute;

/* Finds an attribute of an object. A missing attribute is not a failure. Fails with ALEA_E_FILE if attributes are damaged.
   The data belong to the object. */
alea_status alea__h5_find_attribute(const alea__h5 *, const alea__h5_object *, const char *name,
                                    alea__h5_attribute *out);

typedef struct alea__h5_dataset {
    alea__h5_array array;
    bool contiguous; /* in one piece in this file; else the next two are 0 */
    uint64_t address, bytes;
} alea__h5_dataset;

/* Finds where a dataset's elements are. Does not compare it with the file's size yet. Fails with ALEA_E_FILE if it is damaged. */
alea_status alea__h5_describe_dataset(const alea__h5 *, const alea__h5_object *, alea__h5_dataset *out);
