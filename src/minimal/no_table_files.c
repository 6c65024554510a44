/* In the place of value/file. */
#include "base/error.h"
#include "minimal/messages.h"
#include "value/values.h"

static alea_status no_table_files(const char *path, alea_error *error)
{
    return alea__fail_at(error, ALEA_E_REFUSED, path, 0, MINIMAL_NO_TABLES);
}

alea_status alea__values_write(const char *path, const alea__values_file *file, alea_error *error)
{
    (void)file;
    return no_table_files(path, error);
}

alea_status alea__values_read(const char *path, alea__values_file *out, alea_error *error)
{
    (void)out;
    return no_table_files(path, error);
}
