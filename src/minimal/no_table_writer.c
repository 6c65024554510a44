/* In the place of value/hdf5. Tables are read without HDF5. */
#include "base/error.h"
#include "minimal/messages.h"
#include "value/arrays.h"
#include "value/values.h"

alea_status alea__values_write(const char *path, const alea__values_file *file, alea_error *error)
{
    (void)file;
    return alea__fail_at(error, ALEA_E_REFUSED, path, 0, MINIMAL_NO_TABLES);
}

alea_status alea__arrays_write_hdf5(const char *path, const alea__arrays *arrays, alea_error *error)
{
    (void)arrays;
    return alea__fail_at(error, ALEA_E_REFUSED, path, 0, MINIMAL_NO_TABLES);
}
