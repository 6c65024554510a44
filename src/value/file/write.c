/* Writes table files: the HDF5 part goes into a draft, the user block completes it, and only then is it renamed. */
#include "base/assert.h"
#include "base/error.h"
#include "value/arrays.h"
#include "value/file/format.h"
#include "value/file/h5_writer.h"
#include "value/messages.h"

#include <string.h>

/* ---- attributes ---- */

/* Adds a text of fixed length, in UTF-8, padded with zeros. */
static void write_text(alea__text *group, const char *name, const char *text)
{
    const size_t length = strlen(text);
    if (length > ALEA__MOST_TEXT)
        group->failed = true;
    else
        alea__h5_add_attribute(
            group, name, &(alea__h5_array){.type = ALEA__H5_TEXT, .element = length > 0 ? length : 1}, text);
}

static void write_numbers(alea__text *group, const alea__attribute *attributes, const alea__values *values)
{
    for (const alea__attribute *a = attributes; a->name; a++) {
        const alea__h5_array array = {.type = a->kind == ALEA__COUNT ? ALEA__H5_UINT64 : ALEA__H5_DOUBLE,
                                      .element = 8,
                                      .rank = a->kind == ALEA__INTERVAL,
                                      .size = {2}};
        alea__h5_add_attribute(group, a->name, &array, (const char *)values + a->offset);
    }
}

/* ---- datasets ---- */

static void write_bytes(alea__h5_writer *w, alea__text *group, const char *name, const unsigned char *data,
                        size_t size)
{
    const alea__h5_array array = {.type = ALEA__H5_UINT8, .element = 1, .rank = 1, .size = {size}};
    alea__h5_add_link(group, name, alea__h5_write_dataset(w, &array, data));
}

/* Writes a matrix as a separate group. */
static uint64_t write_matrix(alea__h5_writer *w, const alea__matrix *m)
{
    const alea__h5_array array = {
        .type = ALEA__H5_DOUBLE, .element = 8, .rank = 2, .size = {m->rows, m->columns}};
    alea__text group = {0};
    write_text(&group, "row", m->row);
    write_text(&group, "column", m->column);
    alea__h5_add_link(&group, "lower", alea__h5_write_dataset(w, &array, m->lower));
    alea__h5_add_link(&group, "upper", alea__h5_write_dataset(w, &array, m->upper));
    return alea__h5_write_group(w, &group);
}

/* ---- the file ---- */

/* Writes the matrices, and the list of their names in their order, which links do not keep. */
static void write_matrices(alea__h5_writer *w, alea__text *root, const alea__values *values)
{
    alea__text names = {0};
    for (unsigned i = 0; i < values->count; i++) {
        const alea__matrix *matrix = &values->matrix[i];
        ALEA_ASSERT(alea__is_matrix_name(matrix->name, strlen(matrix->name)));
        alea__h5_add_link(root, matrix->name, write_matrix(w, matrix));
        alea__text_add(&names, "%s%s", i > 0 ? "," : "", matrix->name);
    }
    if (names.failed)
        root->failed = true;
    else
        write_text(root, "matrices", names.data ? names.data : "");
    alea__text_free(&names);
}

/* Adds what values have and policies do not. */
static void write_values(alea__h5_writer *w, alea__text *root, const alea__values *values)
{
    write_text(root, "objective", alea_objective_name(values->objective));
    write_text(root, "unit", alea__unit(values->objective));
    write_numbers(root, alea__value_attributes, values);
    if (values->samples > 0) write_numbers(root, alea__sample_attributes, values);
    write_matrices(w, root, values);
    if (values->against) write_text(root, "against", values->against);
    if (values->against && values->opponent)
        write_bytes(w, root, "opponent", values->opponent, values->opponent_size);
}

/* Everything inside the HDF5 part, with the attributes in the order of docs/tables.md. */
static alea_status write_all(alea__h5_writer *w, const alea__values_file *what, alea_error *error)
{
    alea__text root = {0};
    alea__h5_begin(w);
    write_text(&root, "kind", what->values ? "values" : "policy");
    write_text(&root, "alea", alea_version());
    write_text(&root, "game", what->game);
    write_text(&root, "rules_sha256", what->rules_sha256);
    if (what->values) {
        write_values(w, &root, what->values);
    } else {
        write_text(&root, "bot", what->bot);
        write_bytes(w, &root, "policy", what->policy, what->policy_size);
    }
    return alea__h5_end(w, &root, error);
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
    alea__h5_writer w = {.draft = draft};
    status = alea__draft_has_places(draft) ? write_all(&w, what, error)
                                           : alea__fail_at(error, ALEA_E_WRITE, path, 0, VALUE_NOT_A_FILE);
    if (status == ALEA_OK) write_seal(draft, w.end);
    if (status == ALEA_OK || alea__draft_failed(draft)) return alea__draft_commit(draft, error);
    alea__draft_drop(draft);
    return status;
}

/* ---- arrays ---- */

/* The block of 512 bytes in front, in which tables have their seal, stays empty: this is no table. */
alea_status alea__arrays_write_hdf5(const char *path, const alea__arrays *a, alea_error *error)
{
    static const char empty[ALEA__USER_BLOCK];
    const uint64_t side = a->side;
    alea__h5_array roll = {.type = ALEA__H5_BOOLEAN,
                           .element = 1,
                           .rank = a->memories > 1 ? 4 : 3,
                           .size = {side, side, side, a->memories}},
                   value = roll;
    alea__draft *draft;
    alea__text root = {0};
    value.type = ALEA__H5_DOUBLE;
    value.element = sizeof *a->value;
    alea_status status = alea__draft_open(path, &draft, error);
    if (status != ALEA_OK) return status;
    alea__h5_writer w = {.draft = draft};
    if (!alea__draft_has_places(draft)) {
        alea__draft_drop(draft);
        return alea__fail_at(error, ALEA_E_WRITE, path, 0, VALUE_NOT_A_FILE);
    }
    alea__draft_put(draft, 0, empty, sizeof empty);
    alea__h5_begin(&w);
    alea__h5_add_link(&root, "roll", alea__h5_write_dataset(&w, &roll, a->roll));
    if (a->value) alea__h5_add_link(&root, "P", alea__h5_write_dataset(&w, &value, a->value));
    status = alea__h5_end(&w, &root, error);
    if (status == ALEA_OK || alea__draft_failed(draft)) return alea__draft_commit(draft, error);
    alea__draft_drop(draft);
    return status;
}
