#ifndef TESTS_VALUE_LIBHDF5_H
#define TESTS_VALUE_LIBHDF5_H
/* Table files by libhdf5, which alea's own reader is compared with. libhdf5 reads only files of ours here, never damaged ones. */
#include "support/files.h"

#include "value/file/format.h"

#include <hdf5.h>

/* ---- reading ---- */

HELPER hid_t libhdf5_open(const char *path)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0) fail_msg("libhdf5 cannot open %s", path);
    return file;
}

HELPER void libhdf5_same_text(hid_t at, const char *name, const char *text)
{
    char found[ALEA__MOST_TEXT + 1] = "";
    hid_t attribute = H5Aopen(at, name, H5P_DEFAULT), type = H5Aget_type(attribute);
    assert_int_equal(H5Tget_class(type), H5T_STRING);
    assert_that(H5Tget_size(type), <, sizeof found);
    assert_that(H5Aread(attribute, type, found), >=, 0);
    assert_string_equal(text, found);
    H5Tclose(type);
    H5Aclose(attribute);
}

HELPER void libhdf5_same_numbers(hid_t file, const alea__attribute *list, const alea__values *values)
{
    for (const alea__attribute *a = list; a->name; a++) {
        unsigned char found[16];
        const bool count = a->kind == ALEA__COUNT;
        hid_t attribute = H5Aopen(file, a->name, H5P_DEFAULT);
        assert_that(H5Aread(attribute, count ? H5T_NATIVE_UINT64 : H5T_NATIVE_DOUBLE, found), >=, 0);
        assert_memory_equal(found, (const char *)values + a->offset, a->kind == ALEA__INTERVAL ? 16 : 8);
        H5Aclose(attribute);
    }
}

/* The same elements, to the last bit; `count` of `size` bytes. */
HELPER void libhdf5_same_elements(hid_t at, const char *name, hid_t type, const void *elements,
                                  const hsize_t count[2])
{
    hid_t set = H5Dopen2(at, name, H5P_DEFAULT), space = H5Dget_space(set);
    const size_t bytes = (size_t)(count[0] * count[1]) * H5Tget_size(type);
    assert_that((hsize_t)H5Sget_simple_extent_npoints(space), ==, count[0] * count[1]);
    void *found = malloc(bytes);
    assert_non_null(found);
    assert_that(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, found), >=, 0);
    assert_memory_equal(found, elements, bytes);
    free(found);
    H5Sclose(space);
    H5Dclose(set);
}

HELPER void libhdf5_same_matrix(hid_t file, const alea__matrix *m)
{
    const hsize_t count[2] = {m->rows, m->columns};
    hsize_t found[2];
    hid_t group = H5Gopen2(file, m->name, H5P_DEFAULT), set = H5Dopen2(group, "lower", H5P_DEFAULT),
          space = H5Dget_space(set);
    libhdf5_same_text(group, "row", m->row);
    libhdf5_same_text(group, "column", m->column);
    assert_int_equal(H5Sget_simple_extent_dims(space, found, NULL), 2);
    assert_memory_equal(found, count, sizeof found);
    libhdf5_same_elements(group, "lower", H5T_NATIVE_DOUBLE, m->lower, count);
    libhdf5_same_elements(group, "upper", H5T_NATIVE_DOUBLE, m->upper, count);
    H5Sclose(space);
    H5Dclose(set);
    H5Gclose(group);
}

HELPER void libhdf5_same_values(hid_t file, const alea__values *values)
{
    H5G_info_t root;
    libhdf5_same_text(file, "kind", "values");
    libhdf5_same_text(file, "objective", alea_objective_name(values->objective));
    libhdf5_same_numbers(file, alea__value_attributes, values);
    assert_that(H5Aexists(file, "samples") > 0, ==, values->samples > 0);
    if (values->samples > 0) libhdf5_same_numbers(file, alea__sample_attributes, values);
    for (unsigned i = 0; i < values->count; i++) libhdf5_same_matrix(file, &values->matrix[i]);
    assert_that(H5Aexists(file, "against") > 0, ==, values->against != NULL);
    if (values->against) libhdf5_same_text(file, "against", values->against);
    if (values->opponent)
        libhdf5_same_elements(file, "opponent", H5T_NATIVE_UINT8, values->opponent,
                              (const hsize_t[2]){values->opponent_size, 1});
    assert_that(H5Gget_info(file, &root), >=, 0);
    assert_that(root.nlinks, ==, values->count + (values->opponent != NULL)); /* nothing was left out */
}

/* Asserts that libhdf5 reads the same from the file as alea's reader. */
HELPER void libhdf5_same(const char *path, const alea__values_file *read)
{
    hid_t file = libhdf5_open(path);
    libhdf5_same_text(file, "game", read->game);
    libhdf5_same_text(file, "rules_sha256", read->rules_sha256);
    if (read->values) {
        libhdf5_same_values(file, read->values);
    } else {
        libhdf5_same_text(file, "kind", "policy");
        libhdf5_same_text(file, "bot", read->bot);
        libhdf5_same_elements(file, "policy", H5T_NATIVE_UINT8, read->policy,
                              (const hsize_t[2]){read->policy_size, 1});
    }
    H5Fclose(file);
}

/* ---- writing in another way ---- */

HELPER herr_t libhdf5_copy_attribute(hid_t from, const char *name, const H5A_info_t *info, void *to)
{
    hid_t attribute = H5Aopen(from, name, H5P_DEFAULT), type = H5Aget_type(attribute),
          space = H5Aget_space(attribute),
          copy = H5Acreate2(*(hid_t *)to, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    char data[2 * ALEA__MOST_TEXT];
    assert_that(info->data_size, <=, sizeof data);
    assert_that(H5Aread(attribute, type, data), >=, 0);
    assert_that(H5Awrite(copy, type, data), >=, 0);
    H5Aclose(copy);
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
    return 0;
}

HELPER herr_t libhdf5_copy_link(hid_t from, const char *name, const H5L_info_t *info, void *to)
{
    (void)info;
    assert_that(H5Ocopy(from, name, *(hid_t *)to, name, H5P_DEFAULT, H5P_DEFAULT), >=, 0);
    return 0;
}

/* Copies a table to a file in which libhdf5 keeps more than this many links of the root in a heap, as version 0.1 let it do with
   more than eight. The seal is left open: all zeros. */
HELPER void libhdf5_copy_table(const char *from, const char *to, unsigned most_links)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE), in = libhdf5_open(from);
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);
    H5Pset_userblock(creation, ALEA__USER_BLOCK);
    H5Pset_obj_track_times(creation, 0);
    H5Pset_attr_phase_change(creation, 64, 64);
    H5Pset_link_phase_change(creation, most_links, 0);
    hid_t out = H5Fcreate(to, H5F_ACC_TRUNC, creation, access);
    assert_that(out, >=, 0);
    assert_that(H5Aiterate2(in, H5_INDEX_NAME, H5_ITER_INC, NULL, libhdf5_copy_attribute, &out), >=, 0);
    assert_that(H5Literate(in, H5_INDEX_NAME, H5_ITER_INC, NULL, libhdf5_copy_link, &out), >=, 0);
    H5Fclose(out);
    H5Fclose(in);
    H5Pclose(creation);
    H5Pclose(access);
}
#endif
