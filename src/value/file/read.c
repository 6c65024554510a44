/* Reads table files. A file may be malicious in spite of a right SHA-256: every size is compared with that of the file
   before memory is allocated, and links out of the file are not followed. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "value/file/format.h"
#include "value/messages.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct table_reading {
    const char *path;
    alea__file *file;
    bool opened; /* by libhdf5 */
    alea__values_file found;
    alea_error *error;
} table_reading;

#define BAD(r, ...) alea__fail_at((r)->error, ALEA_E_FILE, (r)->path, 0, __VA_ARGS__)

/* ---- before libhdf5 sees it ---- */

static alea_status read_cut_short(const table_reading *r, uint64_t size)
{
    return BAD(r, VALUE_CUT_SHORT, size);
}

static alea_status read_changed(const table_reading *r, const char *what)
{
    return BAD(r, VALUE_FILE_CHANGED, what);
}

static alea_status read_no_table(const table_reading *r, const char *block, size_t size)
{
    size_t magic = strlen(ALEA__MAGIC);
    if (size == 0) return BAD(r, VALUE_EMPTY_FILE);
    if (size < magic && memcmp(block, ALEA__MAGIC, size) == 0) return read_cut_short(r, size);
    return BAD(r, VALUE_NO_TABLE, alea__values_recognised(block, size) ? "an HDF5 file" : "a file",
               ALEA__MAGIC);
}

static alea_status read_check_version(const table_reading *r, const char *block)
{
    unsigned version = 0;
    char after = 0;
    int found = sscanf(block, ALEA__MAGIC "%6u%c", &version, &after);
    if (found != 2 || after != '\n' || version == 0) return read_changed(r, VALUE_CHANGED_FIRST_LINE);
    if (version <= ALEA__TABLE_VERSION) return ALEA_OK;
    return BAD(r, VALUE_NEWER_FORMAT, version, alea_version(), ALEA__TABLE_VERSION);
}

/* Reads the SHA-256 and the size from the first block, which must be exactly as alea writes it. */
static alea_status read_claims(const table_reading *r, const char *block, char sha256[65], uint64_t *size)
{
    char again[ALEA__USER_BLOCK];
    int found = sscanf(block, ALEA__MAGIC "%*u\nsha256 %64[0-9a-f]\nsize %" SCNu64 "\n", sha256, size);
    if (found == 2) alea__user_block(again, sha256, *size);
    if (found == 2 && memcmp(again, block, sizeof again) == 0) return ALEA_OK;
    return read_changed(r, VALUE_CHANGED_BLOCK);
}

/* The file is whole and unchanged: version, size and SHA-256 are those that its first block claims. */
static alea_status read_check_seal(const table_reading *r)
{
    char block[ALEA__USER_BLOCK + 1] = {0}, sha256[65], found[65];
    uint64_t here = alea__file_size(r->file), size;
    size_t there = here < ALEA__USER_BLOCK ? (size_t)here : ALEA__USER_BLOCK;
    if (!alea__file_get(r->file, 0, block, there)) return alea__file_failure(r->file, r->error);
    if (there < strlen(ALEA__MAGIC) || memcmp(block, ALEA__MAGIC, strlen(ALEA__MAGIC)) != 0)
        return read_no_table(r, block, there);
    if (there < ALEA__USER_BLOCK) return read_cut_short(r, here);
    alea_status status = read_check_version(r, block);
    if (status == ALEA_OK) status = read_claims(r, block, sha256, &size);
    if (status != ALEA_OK) return status;
    if (here < size) return BAD(r, VALUE_CUT_SHORT_OF, here, size);
    if (here > size) return read_changed(r, VALUE_CHANGED_LONGER);
    if (!alea__sha256_range(alea__file_get, r->file, ALEA__USER_BLOCK, here, found))
        return alea__file_failure(r->file, r->error);
    return strcmp(found, sha256) == 0 ? ALEA_OK : read_changed(r, VALUE_CHANGED_SHA256);
}

/* ---- attributes ---- */

static alea_status read_bad_attribute(const table_reading *r, const char *name, const char *what)
{
    return BAD(r, VALUE_BAD_ATTRIBUTE, name, what);
}

/* A space of one value (`count` 0) or of an array. */
static bool read_space_is(hid_t space, int rank, const hsize_t *size)
{
    hsize_t found[2];
    ALEA_ASSERT(rank >= 0 && rank <= 2);
    if (rank == 0) return H5Sget_simple_extent_type(space) == H5S_SCALAR;
    if (H5Sget_simple_extent_type(space) != H5S_SIMPLE || H5Sget_simple_extent_ndims(space) != rank)
        return false;
    return H5Sget_simple_extent_dims(space, found, NULL) == rank &&
           (!size || memcmp(found, size, (size_t)rank * sizeof *found) == 0);
}

/* An attribute with what describes it; its parts may have failed to open. */
typedef struct opened {
    hid_t attribute, type, space;
} opened;

static opened read_open_attribute(hid_t at, const char *name)
{
    hid_t attribute = H5Aexists(at, name) > 0 ? H5Aopen(at, name, H5P_DEFAULT) : -1;
    return (opened){attribute, H5Aget_type(attribute), H5Aget_space(attribute)};
}

static void read_close_attribute(opened *o)
{
    H5Sclose(o->space);
    H5Tclose(o->type);
    H5Aclose(o->attribute);
}

/* Reads an open attribute that is a text of fixed length; the caller frees it. */
static alea_status read_attribute_text(const table_reading *r, const opened *o, const char *name, char **out)
{
    bool fixed = H5Tget_class(o->type) == H5T_STRING && H5Tis_variable_str(o->type) == 0;
    size_t size = fixed ? H5Tget_size(o->type) : 0;
    if (!fixed || size == 0 || size > ALEA__MOST_TEXT || !read_space_is(o->space, 0, NULL))
        return read_bad_attribute(r, name, VALUE_IS_NO_TEXT);
    char *text = alea__alloc(size + 1);
    if (!text) return alea__out_of_memory(r->error);
    if (H5Aread(o->attribute, o->type, text) < 0) {
        alea__free(text);
        return read_bad_attribute(r, name, VALUE_IS_UNREADABLE);
    }
    *out = text;
    return ALEA_OK;
}

static alea_status read_text_attribute(const table_reading *r, hid_t at, const char *name, char **out)
{
    opened o = read_open_attribute(at, name);
    alea_status status = o.attribute < 0 ? read_bad_attribute(r, name, VALUE_IS_MISSING)
                                         : read_attribute_text(r, &o, name, out);
    read_close_attribute(&o);
    return status;
}

/* Reads an attribute that is a number, a count or an interval into `out`. */
static alea_status read_number_attribute(const table_reading *r, hid_t at, const alea__attribute *attribute,
                                         void *out)
{
    static const hsize_t two = 2;
    bool count = attribute->kind == ALEA__COUNT;
    opened o = read_open_attribute(at, attribute->name);
    alea_status status = ALEA_OK;
    if (o.attribute < 0)
        status = read_bad_attribute(r, attribute->name, VALUE_IS_MISSING);
    else if (H5Tequal(o.type, count ? H5T_STD_U64LE : H5T_IEEE_F64LE) <= 0 ||
             !read_space_is(o.space, attribute->kind == ALEA__INTERVAL, &two))
        status = read_bad_attribute(r, attribute->name, VALUE_IS_OTHER_TYPE);
    else if (H5Aread(o.attribute, count ? H5T_NATIVE_UINT64 : H5T_NATIVE_DOUBLE, out) < 0)
        status = read_bad_attribute(r, attribute->name, VALUE_IS_UNREADABLE);
    read_close_attribute(&o);
    return status;
}

/* ---- datasets ---- */

/* A dataset to be read, and what is known of it. */
typedef struct table_dataset {
    const char *group, *name; /* group: "" for the file itself */
    int rank;
    hid_t type, memory_type;
    hsize_t size[2];
} table_dataset;

static alea_status read_bad_dataset(const table_reading *r, const table_dataset *a, const char *what)
{
    return BAD(r, VALUE_BAD_DATASET, a->group, *a->group ? "/" : "", a->name, what);
}

/* Links can lead to other files. */
static bool read_is_inside(hid_t at, const char *name)
{
    H5L_info_t link;
    return H5Lexists(at, name, H5P_DEFAULT) > 0 && H5Lget_info(at, name, &link, H5P_DEFAULT) >= 0 &&
           link.type == H5L_TYPE_HARD;
}

/* Whether the array lies in this file in one piece, all of it; its memory is then at most the file's size. */
static bool read_is_contiguous(const table_reading *r, hid_t set, const table_dataset *a, size_t element)
{
    uint64_t file = alea__file_size(r->file), bytes = element;
    for (int i = 0; i < a->rank; i++) {
        if (a->size[i] == 0 || a->size[i] > UINT32_MAX || a->size[i] > file / bytes) return false;
        bytes *= a->size[i];
    }
    hid_t creation = H5Dget_create_plist(set);
    bool plain = H5Pget_layout(creation) == H5D_CONTIGUOUS && H5Pget_external_count(creation) == 0;
    H5Pclose(creation);
    haddr_t offset = plain ? H5Dget_offset(set) : HADDR_UNDEF;
    return offset != HADDR_UNDEF && offset <= file && bytes <= file - offset &&
           H5Dget_storage_size(set) == bytes;
}

/* Opens a dataset and checks its type and size, which it sets. The caller closes *set, also after a failure. */
static alea_status read_open_dataset(const table_reading *r, hid_t at, table_dataset *a, hid_t *set)
{
    *set = read_is_inside(at, a->name) ? H5Dopen2(at, a->name, H5P_DEFAULT) : -1;
    if (*set < 0) return read_bad_dataset(r, a, VALUE_IS_MISSING);
    alea_status status = ALEA_OK;
    hid_t type = H5Dget_type(*set), space = H5Dget_space(*set);
    if (H5Tequal(type, a->type) <= 0)
        status = read_bad_dataset(r, a, VALUE_IS_OTHER_TYPE);
    else if (!read_space_is(space, a->rank, NULL) ||
             H5Sget_simple_extent_dims(space, a->size, NULL) != a->rank)
        status = read_bad_dataset(r, a, VALUE_IS_OTHER_RANK);
    else if (!read_is_contiguous(r, *set, a, H5Tget_size(type)))
        status = read_bad_dataset(r, a, VALUE_IS_SCATTERED);
    H5Sclose(space);
    H5Tclose(type);
    return status;
}

static alea_status read_dataset(const table_reading *r, hid_t set, const table_dataset *a, void *out)
{
    if (H5Dread(set, a->memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0) return ALEA_OK;
    return read_bad_dataset(r, a, VALUE_IS_UNREADABLE);
}

/* Reads an array of bytes into new memory, which the caller frees. */
static alea_status read_bytes(const table_reading *r, hid_t file, const char *name, unsigned char **out,
                              size_t *size)
{
    table_dataset a = {"", name, 1, H5T_STD_U8LE, H5T_NATIVE_UINT8, {0}};
    hid_t set;
    unsigned char *data = NULL;
    alea_status status = read_open_dataset(r, file, &a, &set);
    if (status == ALEA_OK) data = alea__alloc(a.size[0]);
    if (status == ALEA_OK) status = data ? read_dataset(r, set, &a, data) : alea__out_of_memory(r->error);
    H5Dclose(set);
    if (status != ALEA_OK) {
        alea__free(data);
        return status;
    }
    *out = data;
    *size = a.size[0];
    return ALEA_OK;
}

/* ---- matrices ---- */

/* Adds a matrix to the values and reads its two arrays, which must be of one size. */
static alea_status read_bounds(const table_reading *r, const hid_t set[2], const table_dataset a[2],
                               const char *row, const char *column)
{
    alea__values *values = r->found.values;
    if (memcmp(a[0].size, a[1].size, sizeof a[0].size) != 0)
        return read_bad_dataset(r, &a[1], VALUE_IS_OTHER_SIZE);
    ALEA_ASSERT(a[0].size[0] <= UINT32_MAX && a[0].size[1] <= UINT32_MAX);
    alea_status status = alea__values_add(
        values,
        &(alea__matrix_shape){a[0].group, row, column, (uint32_t)a[0].size[0], (uint32_t)a[0].size[1]},
        r->error);
    if (status != ALEA_OK) return status;
    alea__matrix *matrix = &values->matrix[values->count - 1];
    status = read_dataset(r, set[0], &a[0], matrix->lower);
    return status == ALEA_OK ? read_dataset(r, set[1], &a[1], matrix->upper) : status;
}

/* Reads the matrix in a group: the names of its rows and columns, and its bounds. */
static alea_status read_group(const table_reading *r, hid_t group, const char *name)
{
    hid_t set[2] = {-1, -1};
    table_dataset a[2] = {{name, "lower", 2, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {0}},
                          {name, "upper", 2, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {0}}};
    char *row = NULL, *column = NULL;
    alea_status status = read_text_attribute(r, group, "row", &row);
    if (status == ALEA_OK) status = read_text_attribute(r, group, "column", &column);
    for (int i = 0; i < 2 && status == ALEA_OK; i++) status = read_open_dataset(r, group, &a[i], &set[i]);
    if (status == ALEA_OK) status = read_bounds(r, set, a, row, column);
    H5Dclose(set[0]);
    H5Dclose(set[1]);
    alea__free(row);
    alea__free(column);
    return status;
}

/* Reads the matrix of this name; each name may be listed once. */
static alea_status read_matrix(const table_reading *r, hid_t file, const char *name, size_t length)
{
    char text[ALEA__MOST_NAME + 1] = "";
    ALEA_ASSERT(r->found.values);
    if (!alea__is_matrix_name(name, length)) return read_bad_attribute(r, "matrices", VALUE_HAS_BAD_NAME);
    memcpy(text, name, length);
    for (unsigned i = 0; i < r->found.values->count; i++)
        if (strcmp(r->found.values->matrix[i].name, text) == 0)
            return read_bad_attribute(r, "matrices", VALUE_HAS_NAME_TWICE);
    hid_t group = read_is_inside(file, text) ? H5Gopen2(file, text, H5P_DEFAULT) : -1;
    alea_status status = group < 0 ? BAD(r, VALUE_BAD_GROUP, text) : read_group(r, group, text);
    H5Gclose(group);
    return status;
}

/* Reads the matrices that the attribute `matrices` lists, in its order. */
static alea_status read_matrices(const table_reading *r, hid_t file)
{
    char *names;
    alea_status status = read_text_attribute(r, file, "matrices", &names);
    if (status != ALEA_OK) return status;
    unsigned count = 1;
    for (const char *comma = names; (comma = strchr(comma, ',')); comma++) count++;
    if (count > ALEA__MOST_MATRICES) status = read_bad_attribute(r, "matrices", VALUE_HAS_TOO_MANY);
    for (const char *name = names; status == ALEA_OK;) {
        const size_t length = strcspn(name, ",");
        status = read_matrix(r, file, name, length);
        if (name[length] == 0) break;
        name += length + 1;
    }
    alea__free(names);
    return status;
}

/* ---- values ---- */

/* Bounds may still be out of order; users of the values call alea__values_in_order. */
static bool read_is_interval(const alea__values *values, alea_interval x)
{
    return !alea__values_complete(values) || (!isnan(x.lower) && !isnan(x.upper));
}

/* Whether the attributes are numbers of their kinds, and layers done at most all layers. */
static alea_status read_check_numbers(const table_reading *r)
{
    const alea__values *values = r->found.values;
    if (values->layers_done > values->layers)
        return read_bad_attribute(r, "layers_done", VALUE_HAS_MORE_LAYERS);
    if (!read_is_interval(values, values->start)) return read_bad_attribute(r, "start", VALUE_IS_NO_INTERVAL);
    if (!read_is_interval(values, values->second))
        return read_bad_attribute(r, "second", VALUE_IS_NO_INTERVAL);
    if (!(values->tolerance >= 0)) return read_bad_attribute(r, "tolerance", VALUE_IS_NO_WIDTH);
    if (alea__values_complete(values) && !(values->width >= 0))
        return read_bad_attribute(r, "width", VALUE_IS_NO_WIDTH);
    return ALEA_OK;
}

/* Reads the objective by its name. */
static alea_status read_objective(const table_reading *r, hid_t file)
{
    char *name;
    alea_status status = read_text_attribute(r, file, "objective", &name);
    if (status != ALEA_OK) return status;
    int found = -1;
    for (int o = ALEA_WIN; o <= ALEA_TURNS; o++)
        if (strcmp(name, alea_objective_name((alea_objective)o)) == 0) found = o;
    alea__free(name);
    if (found < 0) return read_bad_attribute(r, "objective", VALUE_IS_NO_OBJECTIVE);
    r->found.values->objective = (alea_objective)found;
    return ALEA_OK;
}

static alea_status read_opponent_policy(const table_reading *r, hid_t file)
{
    alea__values *values = r->found.values;
    if (H5Aexists(file, "against") <= 0) return ALEA_OK;
    alea_status status = read_text_attribute(r, file, "against", &values->against);
    if (status != ALEA_OK || H5Lexists(file, "opponent", H5P_DEFAULT) <= 0) return status;
    return read_bytes(r, file, "opponent", &values->opponent, &values->opponent_size);
}

/* Only sampled models have them. */
static alea_status read_samples(const table_reading *r, hid_t file)
{
    alea_status status = ALEA_OK;
    if (H5Aexists(file, alea__sample_attributes[0].name) <= 0) return status;
    for (const alea__attribute *f = alea__sample_attributes; f->name && status == ALEA_OK; f++)
        status = read_number_attribute(r, file, f, (char *)r->found.values + f->offset);
    if (status == ALEA_OK && r->found.values->samples == 0)
        return read_bad_attribute(r, "samples", VALUE_HAS_NO_SAMPLES);
    return status;
}

static alea_status read_values(table_reading *r, hid_t file)
{
    alea__values *values = r->found.values = alea__values_new(ALEA_WIN);
    if (!values) return alea__out_of_memory(r->error);
    alea_status status = read_objective(r, file);
    for (const alea__attribute *f = alea__value_attributes; f->name && status == ALEA_OK; f++)
        status = read_number_attribute(r, file, f, (char *)values + f->offset);
    if (status == ALEA_OK) status = read_samples(r, file);
    if (status == ALEA_OK) status = read_check_numbers(r);
    if (status == ALEA_OK) status = read_matrices(r, file);
    return status == ALEA_OK ? read_opponent_policy(r, file) : status;
}

/* ---- the file ---- */

/* Reads what the file holds: values, or the answers of a frozen bot. */
static alea_status read_kind(table_reading *r, hid_t file)
{
    char *kind;
    alea_status status = read_text_attribute(r, file, "kind", &kind);
    if (status != ALEA_OK) return status;
    bool values = strcmp(kind, "values") == 0, policy = strcmp(kind, "policy") == 0;
    alea__free(kind);
    if (values) return read_values(r, file);
    if (!policy) return read_bad_attribute(r, "kind", VALUE_IS_NO_KIND);
    status = read_text_attribute(r, file, "bot", &r->found.bot);
    if (status != ALEA_OK) return status;
    return read_bytes(r, file, "policy", &r->found.policy, &r->found.policy_size);
}

static alea_status read_hash(table_reading *r, hid_t file)
{
    char *hash;
    alea_status status = read_text_attribute(r, file, "rules_sha256", &hash);
    if (status != ALEA_OK) return status;
    bool right = strlen(hash) == sizeof r->found.rules_sha256 - 1;
    if (right) memcpy(r->found.rules_sha256, hash, sizeof r->found.rules_sha256);
    alea__free(hash);
    return right ? ALEA_OK : read_bad_attribute(r, "rules_sha256", VALUE_IS_NO_HASH);
}

static alea_status read_all(hid_t file, void *user, alea_error *error)
{
    table_reading *r = user;
    (void)error; /* r has it */
    r->opened = true;
    alea_status status = read_text_attribute(r, file, "game", &r->found.game);
    if (status == ALEA_OK) status = read_hash(r, file);
    return status == ALEA_OK ? read_kind(r, file) : status;
}

static alea_status read_checked(table_reading *r)
{
    alea__places places = {.from = r->file, .get = alea__file_get, .size = alea__file_size(r->file)};
    alea_status status = alea__hdf5_open(&places, read_all, r, r->error);
    if (status == ALEA_E_FILE && !r->opened) return BAD(r, VALUE_HDF5_NO_OPEN);
    return status;
}

alea_status alea__values_read(const char *path, alea__values_file *out, alea_error *error)
{
    table_reading r = {.path = path, .error = error};
    alea_status status = alea__file_open(path, &r.file, error);
    if (status != ALEA_OK) return status;
    status = read_check_seal(&r);
    if (status == ALEA_OK) status = read_checked(&r);
    alea__file_close(r.file);
    ALEA_ASSERT(status != ALEA_OK || (r.found.values != NULL) != (r.found.policy != NULL));
    if (status == ALEA_OK)
        *out = r.found;
    else
        alea__values_file_clear(&r.found);
    return status;
}
