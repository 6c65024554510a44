#pragma once
/* The objects of an HDF5 file, which are groups and datasets. An object is a list of messages in one or more blocks. */
#include "value/file/metadata.h"

enum { ALEA__H5_MOST_BLOCKS = 32 /* of one object */ };

/* The kinds of messages that the files have; those in the last two lines mean nothing for reading. */
typedef enum alea__h5_kind {
    ALEA__H5_DATASPACE = 0x01,
    ALEA__H5_LINK_INFO = 0x02,
    ALEA__H5_DATATYPE = 0x03,
    ALEA__H5_LINK = 0x06,
    ALEA__H5_LAYOUT = 0x08,
    ALEA__H5_ATTRIBUTE = 0x0c,
    ALEA__H5_CONTINUATION = 0x10,
    ALEA__H5_ATTRIBUTE_INFO = 0x15,
    ALEA__H5_EXTERNAL_FILES =
        0x07, /* the next two belong to datasets with another layout, which is refused */
    ALEA__H5_FILTERS = 0x0b,
    ALEA__H5_NOTHING = 0x00, /* room to grow */
    ALEA__H5_FILL_VALUE = 0x05,
    ALEA__H5_GROUP_INFO = 0x0a,
} alea__h5_kind;

typedef struct alea__h5_object {
    uint64_t address;
    unsigned count;
    uint64_t size; /* of all blocks: at most ALEA__H5_MOST_METADATA */
    alea__h5_block block[ALEA__H5_MOST_BLOCKS];
    alea__h5_bytes messages[ALEA__H5_MOST_BLOCKS]; /* of each block; all have been looked at */
} alea__h5_object;

/* Finds the address of the root group. Fails with ALEA_E_FILE if this is not an HDF5 file as alea writes them. */
alea_status alea__h5_find_root(const alea__h5 *, uint64_t *address);
/* Reads an object, which the caller closes, also after a failure. Fails with ALEA_E_FILE if it is damaged, or of a kind
   that alea does not write. */
alea_status alea__h5_open_object(const alea__h5 *, uint64_t address, alea__h5_object *out);
void alea__h5_close_object(alea__h5_object *);

typedef struct alea__h5_message {
    alea__h5_kind kind;
    alea__h5_bytes data;
    unsigned block; /* the rest is the position of alea__h5_next_message */
    alea__h5_bytes rest;
} alea__h5_message;

/* Goes on to the next message of the object; to the first one if *message is all zero. Returns false at the end. */
bool alea__h5_next_message(const alea__h5_object *, alea__h5_message *);
/* Finds the first message of this kind. Returns false if there is none. */
bool alea__h5_find_message(const alea__h5_object *, alea__h5_kind, alea__h5_bytes *data);
