#ifndef ALEA_VALUE_FILE_HDF5_H
#define ALEA_VALUE_FILE_HDF5_H
/* A safe way to use libhdf5: it reads and writes through our functions, prints nothing, loads no plugins, and works for
   one thread at a time. Call its functions within alea__hdf5_create and alea__hdf5_open only. */
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

/* Works on the open file. If it fails, it need not close what it has opened. */
typedef alea_status alea__hdf5_work(hid_t file, void *user, alea_error *);

/* Makes a file behind a user block. libhdf5 is never told that a write failed, because it would then never release the
   file: the caller checks for that itself. */
alea_status alea__hdf5_create(alea__places *, alea__hdf5_work *, void *user, alea_error *);
/* Opens an existing file to read. ALEA_E_FILE: libhdf5 cannot open it; the caller adds the file's name to the message. */
alea_status alea__hdf5_open(alea__places *, alea__hdf5_work *, void *user, alea_error *);
#endif
