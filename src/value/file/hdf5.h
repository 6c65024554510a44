#ifndef ALEA_VALUE_FILE_HDF5_H
#define ALEA_VALUE_FILE_HDF5_H
/* libhdf5, kept on a lead: it reads and writes through functions of ours, prints nothing, loads no plugins,
   and works for one thread at a time. Its functions are called from within alea__hdf5_create and
   alea__hdf5_open only. */
#include "base/file.h"

#include <hdf5.h>

/* What stands in for a file. */
typedef struct alea__places {
    void *from;
    alea__get *get;
    void (*put)(void *from, uint64_t at, const void *, size_t); /* remembers its own failures */
    uint64_t size; /* to the last byte that there is; kept up to date by what is put */
} alea__places;

enum { ALEA__USER_BLOCK = 512 }; /* bytes in front that libhdf5 leaves alone */

/* What is done with the open file. It need not close what it opens, if it fails. */
typedef alea_status alea__hdf5_work(hid_t file, void *user, alea_error *);

/* A new file behind a user block. libhdf5 never learns of a write that fails, because it does not give back a
   file that it cannot write: the caller looks for that itself. */
alea_status alea__hdf5_create(alea__places *, alea__hdf5_work *, void *user, alea_error *);
/* An old one, to be read. ALEA_E_FILE with a sentence that wants the file's name in front: libhdf5 cannot
   open it. */
alea_status alea__hdf5_open(alea__places *, alea__hdf5_work *, void *user, alea_error *);
#endif
