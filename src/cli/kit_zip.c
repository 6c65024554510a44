#include "cli/kit_zip.h"

#include <stdio.h>
#include <string.h>
#include <zip.h>

enum { FIRST_DATE = 1 << 5 | 1 }; /* 1 January 1980, the first day of the zip format */

/* The archive reads the text when it is closed. */
static bool zip_add_text(zip_t *zip, const cli_zip_file *file)
{
    zip_source_t *source = zip_source_buffer(zip, file->text, strlen(file->text), 0);
    if (!source) return false;
    const zip_int64_t index = zip_file_add(zip, file->name, source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    return zip_file_set_dostime(zip, (zip_uint64_t)index, 0, FIRST_DATE, 0) == 0;
}

bool cli_zip_write(const char *path, const cli_zip_file *file, size_t count, char *why, size_t size)
{
    int code;
    zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code);
    if (!zip) {
        zip_error_t error;
        zip_error_init_with_code(&error, code);
        snprintf(why, size, "%s", zip_error_strerror(&error));
        zip_error_fini(&error);
        return false;
    }
    bool done = true;
    for (size_t i = 0; i < count && done; i++) done = zip_add_text(zip, &file[i]);
    if (done && zip_close(zip) == 0) return true;
    snprintf(why, size, "%s", zip_strerror(zip));
    zip_discard(zip);
    return false;
}
