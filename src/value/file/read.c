/* Reads table files by alea's own HDF5 reader. A file may be malicious in spite of a right SHA-256: every size is compared with
   that of the file before memory is allocated, and links out of the file are not followed. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "value/file/array.h"
#include "value/file/format.h"
#include "value/file/links.h"
#include "value/file/seal.h"
#include "value/messages.h"

#include <math.h>
#include <string.h>

typedef struct table_reading {
    alea__h5 h5;
    uint64_t unread; /* remaining bytes for datasets: all together may have at most as many as the file */
    alea__h5_object root;
    alea__values_file found;
} table_reading;

#define BAD(r, ...) alea__fail_at((r)->h5.error, ALEA_E_FILE, (r)->h5.path, 0, __VA_ARGS__)

/* ---- attributes ---- */

static alea_status read_bad_attribute(const table_reading *r, const char *name, const char *what)
{
    return BAD(r, VALUE_BAD_ATTRIBUTE, name, what);
}

/* Finds an attribute that must be there. */
static alea_status read_attribute(const table_reading *r, const alea__h5_object *at, const char *name,
                                  alea__h5_attribute *out)
{
    alea_status status = alea__h5_find_attribute(&r->h5, at, name, out);
    if (status != ALEA_OK || out->exists) return status;
    return read_bad_attribute(r, name, VALUE_IS_MISSING);
}

/* Reads an attribute that is a text of fixed length; the caller frees it. */
static alea_status read_text_attribute(const table_reading *r, const alea__h5_object *at, const char *name,
                                       char **out)
{
    alea__h5_attribute a;
    alea_status status = read_attribute(r, at, name, &a);
    if (status != ALEA_OK) return status;
    if (a.array.type != ALEA__H5_TEXT || a.array.element == 0 || a.array.element > ALEA__MOST_TEXT ||
        a.array.rank != 0)
        return read_bad_attribute(r, name, VALUE_IS_NO_TEXT);
    if (a.data.left != a.array.element) return read_bad_attribute(r, name, VALUE_IS_UNREADABLE);
    char *text = alea__alloc(a.data.left + 1);
    if (!text) return alea__out_of_memory(r->h5.error);
    memcpy(text, a.data.at, a.data.left);
    *out = text;
    return ALEA_OK;
}

/* The double with these bits. Among the bit patterns of NaN only one is accepted. */
static double read_double(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return isnan(number) ? (double)NAN : number;
}

/* Reads an attribute that is a number, a count or an interval into `out`. */
static alea_status read_number_attribute(const table_reading *r, const alea__attribute *attribute, void *out)
{
    const bool count = attribute->kind == ALEA__COUNT, interval = attribute->kind == ALEA__INTERVAL;
    alea__h5_attribute a;
    alea_status status = read_attribute(r, &r->root, attribute->name, &a);
    if (status != ALEA_OK) return status;
    if (a.array.type != (count ? ALEA__H5_UINT64 : ALEA__H5_DOUBLE) || a.array.rank != interval ||
        (interval && a.array.size[0] != 2))
        return read_bad_attribute(r, attribute->name, VALUE_IS_OTHER_TYPE);
    if (a.data.left != a.array.element * (interval ? 2 : 1))
        return read_bad_attribute(r, attribute->name, VALUE_IS_UNREADABLE);
    for (int i = 0; i <= interval; i++) {
        const uint64_t bits = alea__h5_take(&a.data, 8);
        const double number = read_double(bits);
        memcpy((char *)out + 8 * i, count ? (const void *)&bits : &number, 8);
    }
    return ALEA_OK;
}

/* ---- datasets ---- */

/* A dataset to read, with its properties. */
typedef struct table_dataset {
    const char *group, *name; /* group: "" for the file itself */
    alea__h5_type type;
    unsigned rank;
    alea__h5_dataset found;
} table_dataset;

static alea_status read_bad_dataset(const table_reading *r, const table_dataset *a, const char *what)
{
    return BAD(r, VALUE_BAD_DATASET, a->group, *a->group ? "/" : "", a->name, what);
}

/* Whether the array is stored in this file, contiguous and complete, within the bytes that other datasets have left. */
static bool read_is_contiguous(table_reading *r, const table_dataset *a)
{
    const alea__h5_dataset *found = &a->found;
    uint64_t bytes = found->array.element;
    for (unsigned i = 0; i < a->rank; i++) {
        const uint64_t size = found->array.size[i];
        if (size == 0 || size > UINT32_MAX || size > r->unread / bytes) return false;
        bytes *= size;
    }
    r->unread -= bytes;
    return found->contiguous && found->bytes == bytes && alea__h5_is_within(&r->h5, found->address, bytes);
}

static alea_status read_check_dataset(table_reading *r, const table_dataset *a)
{
    if (a->found.array.type != a->type) return read_bad_dataset(r, a, VALUE_IS_OTHER_TYPE);
    if (a->found.array.rank != a->rank) return read_bad_dataset(r, a, VALUE_IS_OTHER_RANK);
    if (!read_is_contiguous(r, a)) return read_bad_dataset(r, a, VALUE_IS_SCATTERED);
    return ALEA_OK;
}

/* Finds a dataset in a group and checks its type and size. */
static alea_status read_find_dataset(table_reading *r, const alea__h5_object *group, table_dataset *a)
{
    uint64_t address;
    alea__h5_object set;
    alea_status status = alea__h5_find_link(&r->h5, group, a->name, &address);
    if (status != ALEA_OK) return status;
    if (address == ALEA__H5_NOWHERE) return read_bad_dataset(r, a, VALUE_IS_MISSING);
    status = alea__h5_open_object(&r->h5, address, &set);
    if (status == ALEA_OK) status = alea__h5_describe_dataset(&r->h5, &set, &a->found);
    alea__h5_close_object(&set);
    return status == ALEA_OK ? read_check_dataset(r, a) : status;
}

/* Reads an array of bytes into new memory, which the caller frees. */
static alea_status read_bytes(table_reading *r, const char *name, unsigned char **out, size_t *size)
{
    table_dataset a = {.group = "", .name = name, .type = ALEA__H5_UINT8, .rank = 1};
    alea_status status = read_find_dataset(r, &r->root, &a);
    if (status != ALEA_OK) return status;
    unsigned char *data = alea__alloc_bare((size_t)a.found.bytes, 1);
    if (!data) return alea__out_of_memory(r->h5.error);
    status = alea__h5_get(&r->h5, a.found.address, data, (size_t)a.found.bytes);
    if (status != ALEA_OK) {
        alea__free(data);
        return status;
    }
    *out = data;
    *size = (size_t)a.found.bytes;
    return ALEA_OK;
}

/* ---- matrices ---- */

/* Reads the doubles of a dataset into existing memory. */
static alea_status read_doubles(const table_reading *r, const alea__h5_dataset *set, double *out)
{
    alea_status status = alea__h5_get(&r->h5, set->address, out, (size_t)set->bytes);
    const uint16_t one = 1;
    const bool little = *(const unsigned char *)&one == 1; /* as the file is */
    if (status != ALEA_OK) return status;
    for (size_t i = 0; i < set->bytes / sizeof *out; i++) {
        alea__h5_bytes bytes = {(const unsigned char *)&out[i], sizeof *out, false};
        if (!little || isnan(out[i])) out[i] = read_double(alea__h5_take(&bytes, sizeof *out));
    }
    return ALEA_OK;
}

/* Adds a matrix to the values and reads its two arrays, which must be of one size. */
static alea_status read_bounds(const table_reading *r, const table_dataset a[2], const char *row,
                               const char *column)
{
    alea__values *values = r->found.values;
    const uint64_t *size = a[0].found.array.size;
    if (memcmp(size, a[1].found.array.size, sizeof a[1].found.array.size) != 0)
        return read_bad_dataset(r, &a[1], VALUE_IS_OTHER_SIZE);
    ALEA_ASSERT(size[0] <= UINT32_MAX && size[1] <= UINT32_MAX);
    alea_status status = alea__values_add(
        values, &(alea__matrix_shape){a[0].group, row, column, (uint32_t)size[0], (uint32_t)size[1]},
        r->h5.error);
    if (status != ALEA_OK) return status;
    alea__matrix *matrix = &values->matrix[values->count - 1];
    status = read_doubles(r, &a[0].found, matrix->lower);
    return status == ALEA_OK ? read_doubles(r, &a[1].found, matrix->upper) : status;
}

/* Reads the matrix in a group: the names of its rows and columns, and its bounds. */
static alea_status read_group(table_reading *r, const alea__h5_object *group, const char *name)
{
    table_dataset a[2] = {{.group = name, .name = "lower", .type = ALEA__H5_DOUBLE, .rank = 2},
                          {.group = name, .name = "upper", .type = ALEA__H5_DOUBLE, .rank = 2}};
    char *row = NULL, *column = NULL;
    alea_status status = read_text_attribute(r, group, "row", &row);
    if (status == ALEA_OK) status = read_text_attribute(r, group, "column", &column);
    for (int i = 0; i < 2 && status == ALEA_OK; i++) status = read_find_dataset(r, group, &a[i]);
    if (status == ALEA_OK) status = read_bounds(r, a, row, column);
    alea__free(row);
    alea__free(column);
    return status;
}

/* Reads the matrix of this name; each name may be listed once. */
static alea_status read_matrix(table_reading *r, const char *name, size_t length)
{
    char text[ALEA__MOST_NAME + 1] = "";
    uint64_t address;
    alea__h5_object group;
    ALEA_ASSERT(r->found.values);
    if (!alea__is_matrix_name(name, length)) return read_bad_attribute(r, "matrices", VALUE_HAS_BAD_NAME);
    memcpy(text, name, length);
    for (unsigned i = 0; i < r->found.values->count; i++)
        if (strcmp(r->found.values->matrix[i].name, text) == 0)
            return read_bad_attribute(r, "matrices", VALUE_HAS_NAME_TWICE);
    alea_status status = alea__h5_find_link(&r->h5, &r->root, text, &address);
    if (status != ALEA_OK) return status;
    if (address == ALEA__H5_NOWHERE) return BAD(r, VALUE_BAD_GROUP, text);
    status = alea__h5_open_object(&r->h5, address, &group);
    if (status == ALEA_OK) status = read_group(r, &group, text);
    alea__h5_close_object(&group);
    return status;
}

/* Reads the matrices that the attribute `matrices` lists, in its order. */
static alea_status read_matrices(table_reading *r)
{
    char *names;
    alea_status status = read_text_attribute(r, &r->root, "matrices", &names);
    if (status != ALEA_OK) return status;
    unsigned count = 1;
    for (const char *comma = names; (comma = strchr(comma, ',')); comma++) count++;
    if (count > ALEA__MOST_MATRICES) status = read_bad_attribute(r, "matrices", VALUE_HAS_TOO_MANY);
    for (const char *name = names; status == ALEA_OK;) {
        const size_t length = strcspn(name, ",");
        status = read_matrix(r, name, length);
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
static alea_status read_objective(const table_reading *r)
{
    char *name;
    alea_status status = read_text_attribute(r, &r->root, "objective", &name);
    if (status != ALEA_OK) return status;
    int found = -1;
    for (int o = ALEA_WIN; o <= ALEA_TURNS; o++)
        if (strcmp(name, alea_objective_name((alea_objective)o)) == 0) found = o;
    alea__free(name);
    if (found < 0) return read_bad_attribute(r, "objective", VALUE_IS_NO_OBJECTIVE);
    r->found.values->objective = (alea_objective)found;
    return ALEA_OK;
}

/* A best response has the opponent's name, and may have its policy. */
static alea_status read_opponent(table_reading *r)
{
    alea__values *values = r->found.values;
    alea__h5_attribute against;
    uint64_t address;
    alea_status status = alea__h5_find_attribute(&r->h5, &r->root, "against", &against);
    if (status != ALEA_OK || !against.exists) return status;
    status = read_text_attribute(r, &r->root, "against", &values->against);
    if (status == ALEA_OK) status = alea__h5_find_link(&r->h5, &r->root, "opponent", &address);
    if (status != ALEA_OK || address == ALEA__H5_NOWHERE) return status;
    return read_bytes(r, "opponent", &values->opponent, &values->opponent_size);
}

/* Only sampled models have them. */
static alea_status read_samples(const table_reading *r)
{
    alea__h5_attribute samples;
    alea_status status = alea__h5_find_attribute(&r->h5, &r->root, alea__sample_attributes[0].name, &samples);
    if (status != ALEA_OK || !samples.exists) return status;
    for (const alea__attribute *f = alea__sample_attributes; f->name && status == ALEA_OK; f++)
        status = read_number_attribute(r, f, (char *)r->found.values + f->offset);
    if (status == ALEA_OK && r->found.values->samples == 0)
        return read_bad_attribute(r, "samples", VALUE_HAS_NO_SAMPLES);
    return status;
}

static alea_status read_values(table_reading *r)
{
    alea__values *values = r->found.values = alea__values_new(ALEA_WIN);
    if (!values) return alea__out_of_memory(r->h5.error);
    alea_status status = read_objective(r);
    for (const alea__attribute *f = alea__value_attributes; f->name && status == ALEA_OK; f++)
        status = read_number_attribute(r, f, (char *)values + f->offset);
    if (status == ALEA_OK) status = read_samples(r);
    if (status == ALEA_OK) status = read_check_numbers(r);
    if (status == ALEA_OK) status = read_matrices(r);
    return status == ALEA_OK ? read_opponent(r) : status;
}

/* ---- the file ---- */

/* Reads the contents of the file: values, or the answers of a frozen bot. */
static alea_status read_kind(table_reading *r)
{
    char *kind;
    alea_status status = read_text_attribute(r, &r->root, "kind", &kind);
    if (status != ALEA_OK) return status;
    bool values = strcmp(kind, "values") == 0, policy = strcmp(kind, "policy") == 0;
    alea__free(kind);
    if (values) return read_values(r);
    if (!policy) return read_bad_attribute(r, "kind", VALUE_IS_NO_KIND);
    status = read_text_attribute(r, &r->root, "bot", &r->found.bot);
    if (status != ALEA_OK) return status;
    return read_bytes(r, "policy", &r->found.policy, &r->found.policy_size);
}

static alea_status read_hash(table_reading *r)
{
    char *hash;
    alea_status status = read_text_attribute(r, &r->root, "rules_sha256", &hash);
    if (status != ALEA_OK) return status;
    bool right = strlen(hash) == sizeof r->found.rules_sha256 - 1;
    if (right) memcpy(r->found.rules_sha256, hash, sizeof r->found.rules_sha256);
    alea__free(hash);
    return right ? ALEA_OK : read_bad_attribute(r, "rules_sha256", VALUE_IS_NO_HASH);
}

/* Reads the HDF5 part of a file with a valid seal. */
static alea_status read_all(table_reading *r)
{
    uint64_t address;
    alea_status status = alea__h5_find_root(&r->h5, &address);
    if (status != ALEA_OK) return status;
    status = alea__h5_open_object(&r->h5, address, &r->root);
    if (status == ALEA_OK) status = read_text_attribute(r, &r->root, "game", &r->found.game);
    if (status == ALEA_OK) status = read_hash(r);
    if (status == ALEA_OK) status = read_kind(r);
    alea__h5_close_object(&r->root);
    return status;
}

alea_status alea__values_read(const char *path, alea__values_file *out, alea_error *error)
{
    table_reading r = {.h5 = {.path = path, .error = error}};
    alea_status status = alea__file_open(path, &r.h5.file, error);
    if (status != ALEA_OK) return status;
    r.unread = alea__file_size(r.h5.file);
    status = alea__seal_check(path, r.h5.file, error);
    if (status == ALEA_OK) status = read_all(&r);
    alea__file_close(r.h5.file);
    ALEA_ASSERT(status != ALEA_OK || (r.found.values != NULL) != (r.found.policy != NULL));
    if (status == ALEA_OK)
        *out = r.found;
    else
        alea__values_file_clear(&r.found);
    return status;
}
