#pragma once
/* The metadata of an HDF5 file, as bytes: blocks that begin with a signature and have a checksum, and the numbers in them. It
   is the lowest part of alea's own reader, which reads files from any source: each address and size is compared with the file
   before it is used and before memory is allocated. Described in the "HDF5 File Format Specification Version 3.0". */
#include "base/file.h"
#include "base/text.h"

typedef struct alea__h5 {
    const char *path; /* for messages */
    alea__file *file;
    alea_error *error;
} alea__h5;

/* The address of an object that does not exist. */
#define ALEA__H5_NOWHERE UINT64_MAX

/* Bytes that are read from the front. */
typedef struct alea__h5_bytes {
    const unsigned char *at;
    size_t left;
    bool failed; /* more bytes were requested than there were */
} alea__h5_bytes;

/* Takes a little-endian number of up to eight bytes; 0, and `failed` set, if there are fewer. */
uint64_t alea__h5_take(alea__h5_bytes *, unsigned bytes);
/* Adds a little-endian number. */
void alea__h5_put(alea__text *, uint64_t number, unsigned bytes);
/* Takes the next bytes as a range of their own. Returns an empty range, with `failed` set in both, if there are fewer. */
alea__h5_bytes alea__h5_take_bytes(alea__h5_bytes *, uint64_t count);

/* The largest size of a block, and of all blocks of an object together: more than three times what the longest texts of a
   table need. */
enum { ALEA__H5_MOST_METADATA = 1 << 18 };

/* A block of metadata. The caller sets all but the last field. */
typedef struct alea__h5_block {
    const char *what;      /* for messages: "object header" */
    const char *signature; /* its first bytes */
    uint64_t address;      /* as in the file: counted from the end of the user block */
    uint64_t size;
    uint64_t
        checksum_at; /* 0: the last four bytes, over all bytes before them. Else over the whole block, with zeros at that place */
    unsigned char *data; /* owned; freed by alea__free */
} alea__h5_block;

/* Reads a block and checks its signature and its checksum. On failure ALEA_E_FILE, with the reason, and *block has no data. */
alea_status alea__h5_read_block(const alea__h5 *, alea__h5_block *);
/* The contents of the block after its signature, without the checksum in its last four bytes. */
alea__h5_bytes alea__h5_inside(const alea__h5_block *);

/* Whether that many bytes at this address lie within the file. */
bool alea__h5_is_within(const alea__h5 *, uint64_t address, uint64_t size);
/* Reads bytes, which must lie within the file. */
alea_status alea__h5_get(const alea__h5 *, uint64_t address, void *out, size_t size);
/* ALEA_E_FILE: "the object header at byte 560 has …". The byte is counted from the beginning of the file. */
alea_status alea__h5_refuse(const alea__h5 *, const char *what, uint64_t address, const char *why);
