/* Writes table files: libhdf5 fills a draft, the user block completes it, and only then is it renamed. */
#include "base/assert.h"
#include "base/error.h"
#include "value/file/format.h"
#include "value/hdf5/hdf5.h"
#include "value/messages.h"

#include <string.h>

/* ---- attributes ---- */

/* What an attribute or a dataset holds; rank 0: one value. */
typedef struct written_array {
    int rank;
    hsize_t size[2];
    hid_t type, memory_type;
    const void *data;
} written_array;

static hid_t write_make_space(const written_array *a)
{
    ALEA_ASSERT(a->rank >= 0 && a->rank <= 2);
    return a->rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(a->rank, a->size, NULL);
}

static bool write_attribute(hid_t at, const char *name, const written_array *a)
{
    hid_t space = write_make_space(a);
    hid_t attribute = H5Acreate2(at, name, a->type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool done = attribute >= 0 && H5Awrite(attribute, a->memory_type, a->data) >= 0;
    H5Aclose(attribute);
    H5Sclose(space);
    return done;
}

/* Of fixed length, in UTF-8, padded with zeros. */
static bool write_text_attribute(hid_t at, const char *name, const char *text)
{
    size_t length = strlen(text);
    if (length > ALEA__MOST_TEXT) return false;
    hid_t type = H5Tcopy(H5T_C_S1);
    bool done = H5Tset_size(type, length > 0 ? length : 1) >= 0 &&
                H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0 &&
                write_attribute(at, name, &(written_array){.type = type, .memory_type = type, .data = text});
    H5Tclose(type);
    return done;
}

static bool write_number_attribute(hid_t file, const alea__attribute *attribute, const alea__values *values)
{
    const bool count = attribute->kind == ALEA__COUNT, interval = attribute->kind == ALEA__INTERVAL;
    const written_array a = {.rank = interval,
                             .size = {2},
                             .type = count ? H5T_STD_U64LE : H5T_IEEE_F64LE,
                             .memory_type = count ? H5T_NATIVE_UINT64 : H5T_NATIVE_DOUBLE,
                             .data = (const char *)values + attribute->offset};
    return write_attribute(file, attribute->name, &a);
}

/* ---- datasets ---- */

/* Contiguous and not compressed: doubles that differ in all their digits hardly compress. */
static bool write_array(hid_t at, const char *name, const written_array *a)
{
    hid_t space = write_make_space(a), creation = H5Pcreate(H5P_DATASET_CREATE), set = -1;
    if (H5Pset_obj_track_times(creation, 0) >= 0 && H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER) >= 0)
        set = H5Dcreate2(at, name, a->type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    bool done = set >= 0 && H5Dwrite(set, a->memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, a->data) >= 0;
    H5Dclose(set);
    H5Pclose(creation);
    H5Sclose(space);
    return done;
}

static bool write_bytes(hid_t file, const char *name, const unsigned char *data, size_t size)
{
    return write_array(file, name, &(written_array){1, {size}, H5T_STD_U8LE, H5T_NATIVE_UINT8, data});
}

static bool write_bounds(hid_t group, const char *name, const alea__matrix *matrix, const double *bounds)
{
    return write_array(
        group, name,
        &(written_array){2, {matrix->rows, matrix->columns}, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, bounds});
}

/* Writes a matrix as a group of its own. False: libhdf5 failed. */
static bool write_matrix(hid_t file, const alea__matrix *matrix)
{
    hid_t creation = H5Pcreate(H5P_GROUP_CREATE), group = -1;
    if (H5Pset_obj_track_times(creation, 0) >= 0)
        group = H5Gcreate2(file, matrix->name, H5P_DEFAULT, creation, H5P_DEFAULT);
    bool done = group >= 0 && write_text_attribute(group, "row", matrix->row) &&
                write_text_attribute(group, "column", matrix->column) &&
                write_bounds(group, "lower", matrix, matrix->lower) &&
                write_bounds(group, "upper", matrix, matrix->upper);
    H5Gclose(group);
    H5Pclose(creation);
    return done;
}

/* ---- the file ---- */

static bool write_matrices(hid_t file, const alea__values *values)
{
    char names[ALEA__MOST_MATRICES * (ALEA__MOST_NAME + 1)] = "";
    for (unsigned i = 0; i < values->count; i++) {
        const alea__matrix *matrix = &values->matrix[i];
        if (!alea__is_matrix_name(matrix->name, strlen(matrix->name)) || !write_matrix(file, matrix))
            return false;
        if (i > 0) strcat(names, ",");
        strcat(names, matrix->name);
    }
    return write_text_attribute(file, "matrices", names);
}

/* Writes the attributes of the values, then the matrices. False: libhdf5 failed. */
static bool write_values(hid_t file, const alea__values *values)
{
    bool done = write_text_attribute(file, "objective", alea_objective_name(values->objective)) &&
                write_text_attribute(file, "unit", alea__unit(values->objective));
    for (const alea__attribute *attribute = alea__value_attributes; attribute->name && done; attribute++)
        done = write_number_attribute(file, attribute, values);
    for (const alea__attribute *attribute = alea__sample_attributes;
         values->samples > 0 && attribute->name && done; attribute++)
        done = write_number_attribute(file, attribute, values);
    done = done && write_matrices(file, values);
    if (values->against) done = done && write_text_attribute(file, "against", values->against);
    if (values->against && values->opponent)
        done = done && write_bytes(file, "opponent", values->opponent, values->opponent_size);
    return done;
}

/* Everything inside the HDF5 part, in the order of docs/tables.md. */
static alea_status write_all(hid_t file, void *user, alea_error *error)
{
    const alea__values_file *what = user;
    bool done = write_text_attribute(file, "kind", what->values ? "values" : "policy") &&
                write_text_attribute(file, "alea", alea_version()) &&
                write_text_attribute(file, "game", what->game) &&
                write_text_attribute(file, "rules_sha256", what->rules_sha256);
    if (done && what->values) done = write_values(file, what->values);
    if (done && !what->values)
        done = write_text_attribute(file, "bot", what->bot) &&
               write_bytes(file, "policy", what->policy, what->policy_size);
    if (done) return ALEA_OK;
    return alea__fail(error, ALEA_E_MEMORY, VALUE_HDF5_NO_WRITE);
}

static void write_in_draft(void *draft, uint64_t at, const void *bytes, size_t size)
{
    alea__draft_put(draft, at, bytes, size);
}

/* Writes the user block when the rest is complete. The draft remembers a failure. */
static void write_seal(alea__draft *draft, uint64_t size)
{
    char block[ALEA__USER_BLOCK], sha256[65];
    if (!alea__sha256_range(alea__draft_get, draft, ALEA__USER_BLOCK, size, sha256)) return;
    alea__user_block(block, sha256, size);
    alea__draft_put(draft, 0, block, sizeof block);
}

alea_status alea__values_write(const char *path, const alea__values_file *what, alea_error *error)
{
    alea__draft *draft;
    ALEA_ASSERT(what->game && (what->values != NULL) != (what->policy != NULL));
    alea_status status = alea__draft_open(path, &draft, error);
    if (status != ALEA_OK) return status;
    alea__places places = {.from = draft, .get = alea__draft_get, .put = write_in_draft};
    alea__values_file copy = *what;
    if (!alea__draft_has_places(draft))
        status = alea__fail_at(error, ALEA_E_WRITE, path, 0, VALUE_NOT_A_FILE);
    const alea__hdf5_job job = {write_all, &copy, what->values ? what->values->count + 1 : 1};
    if (status == ALEA_OK) status = alea__hdf5_create(&places, &job, error);
    if (status == ALEA_OK) write_seal(draft, places.size);
    if (status == ALEA_OK || alea__draft_failed(draft)) return alea__draft_commit(draft, error);
    alea__draft_drop(draft);
    return status;
}
