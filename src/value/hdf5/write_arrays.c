/* Arrays of all positions as an HDF5 file of two datasets, for programs that read HDF5. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "value/arrays.h"
#include "value/hdf5/hdf5.h"
#include "value/messages.h"

/* Booleans as h5py and PyTables have them: an enumeration of FALSE and TRUE. A negative number: libhdf5 failed. */
static hid_t arrays_boolean(void)
{
    const signed char no = 0, yes = 1;
    hid_t type = H5Tenum_create(H5T_STD_I8LE);
    if (H5Tenum_insert(type, "FALSE", &no) >= 0 && H5Tenum_insert(type, "TRUE", &yes) >= 0) return type;
    H5Tclose(type);
    return -1;
}

/* One dataset of all indices. False: libhdf5 failed. */
static bool arrays_write_set(hid_t file, const char *name, const alea__arrays *a, hid_t type,
                             const void *data)
{
    const hsize_t size[] = {a->side, a->side, a->side, a->memories};
    hid_t space = H5Screate_simple(a->memories > 1 ? 4 : 3, size, NULL);
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE), set = -1;
    ALEA_ASSERT(data);
    if (H5Pset_obj_track_times(creation, 0) >= 0)
        set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    bool done = set >= 0 && H5Dwrite(set, type == H5T_IEEE_F64LE ? H5T_NATIVE_DOUBLE : type, H5S_ALL, H5S_ALL,
                                     H5P_DEFAULT, data) >= 0;
    H5Dclose(set);
    H5Pclose(creation);
    H5Sclose(space);
    return done;
}

static alea_status arrays_write_all(hid_t file, void *user, alea_error *error)
{
    const alea__arrays *a = user;
    hid_t boolean = arrays_boolean();
    bool done = boolean >= 0 && arrays_write_set(file, "roll", a, boolean, a->roll);
    if (done && a->value) done = arrays_write_set(file, "P", a, H5T_IEEE_F64LE, a->value);
    H5Tclose(boolean);
    return done ? ALEA_OK : alea__fail(error, ALEA_E_MEMORY, VALUE_HDF5_NO_WRITE);
}

static void arrays_put(void *draft, uint64_t at, const void *bytes, size_t size)
{
    alea__draft_put(draft, at, bytes, size);
}

/* The block of 512 bytes in front, in which tables have their seal, stays empty: this is no table. */
alea_status alea__arrays_write_hdf5(const char *path, const alea__arrays *arrays, alea_error *error)
{
    static const char empty[ALEA__USER_BLOCK];
    alea__draft *draft;
    alea__arrays copy = *arrays;
    alea_status status = alea__draft_open(path, &draft, error);
    if (status != ALEA_OK) return status;
    alea__places places = {.from = draft, .get = alea__draft_get, .put = arrays_put};
    if (!alea__draft_has_places(draft))
        status = alea__fail_at(error, ALEA_E_WRITE, path, 0, VALUE_NOT_A_FILE);
    if (status == ALEA_OK)
        status = alea__hdf5_create(&places, &(alea__hdf5_job){arrays_write_all, &copy, 2}, error);
    if (status == ALEA_OK) alea__draft_put(draft, 0, empty, sizeof empty);
    if (status == ALEA_OK || alea__draft_failed(draft)) return alea__draft_commit(draft, error);
    alea__draft_drop(draft);
    return status;
}
