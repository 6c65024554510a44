#ifndef ALEA_VALUE_HDF5_HDF5_H
#define ALEA_VALUE_HDF5_HDF5_H
/* A safe way to write with libhdf5: it reads and writes through our functions, prints nothing, loads no plugins, and works
   for one thread at a time. Call its functions within alea__hdf5_create only. Nothing reads files with it: alea has a reader
   of its own (value/file). */
#include "value/file/format.h"

#include "base/file.h"

#include <hdf5.h>

/* The functions that replace a file. */
typedef struct alea__places {
    void *from;
    alea__get *get;
    void (*put)(void *from, uint64_t at, const void *, size_t); /* remembers its own failures */
    uint64_t size; /* to the last byte that there is; kept up to date by what is put */
} alea__places;

/* Works on the open file. If it fails, it need not close what it has opened. */
typedef alea_status alea__hdf5_work(hid_t file, void *user, alea_error *);

typedef struct alea__hdf5_job {
    alea__hdf5_work *work;
    void *user;
    unsigned links; /* that the file's root group will have, at most */
} alea__hdf5_job;

/* Makes a file behind a user block. libhdf5 never learns that reading or writing failed, because it would then never release
   the file: the caller checks for that itself. */
alea_status alea__hdf5_create(alea__places *, const alea__hdf5_job *, alea_error *);
#endif
