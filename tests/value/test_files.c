/* Table files: written tables read back, and other files are refused. */
#include "base/file.h"
#include "base/memory.h"
#include "support/files.h"
#include "value/file/format.h"

#include <fcntl.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *const path = "table.h5";

/* ---- values to write ---- */

static char game[] = "pig(goal=5,players=2)";
static char hash[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

static void fill(alea__matrix *m, double from)
{
    for (size_t i = 0; i < (size_t)m->rows * m->columns; i++) {
        if (i == 8) continue; /* there is no such position */
        m->lower[i] = from + (double)i / 1024;
        m->upper[i] = m->lower[i] + 1e-13;
    }
}

/* A best response, which has everything that there can be. */
static alea__values *make_values(uint32_t side)
{
    alea__values *v = alea__values_new(ALEA_MONEY);
    assert_non_null(v);
    assert_int_equal(
        alea__values_add(v, &(alea__matrix_shape){"mover", "own", "other", side, side + 1}, NULL), ALEA_OK);
    assert_int_equal(alea__values_add(v, &(alea__matrix_shape){"waiting", "own", "other", side, side}, NULL),
                     ALEA_OK);
    fill(&v->matrix[0], -0.5);
    fill(&v->matrix[1], 0.25);
    v->states = UINT64_C(1) << 60;
    v->tolerance = 1e-9;
    v->width = 1e-13;
    v->start = (alea_interval){-0.5, -0.25};
    v->second = (alea_interval){0.25, 0.5};
    v->layers = v->layers_done = 17;
    v->against = alea__copy_text("hold(20)");
    v->opponent = (unsigned char *)alea__copy_text("its moves");
    v->opponent_size = 9;
    assert_true(v->against && v->opponent);
    return v;
}

static alea_status write_values(alea__values *values, alea_error *error)
{
    alea__values_file file = {.game = game, .values = values};
    memcpy(file.rules_sha256, hash, sizeof file.rules_sha256);
    return alea__values_write(path, &file, error);
}

static void write_table(uint32_t side)
{
    alea__values *values = make_values(side);
    OK(write_values(values, &test_error));
    alea__values_free(values);
}

static void is_refused(const char *why)
{
    alea__values_file file;
    alea_error error;
    assert_int_equal(alea__values_read(path, &file, &error), ALEA_E_FILE);
    if (strncmp(error.message, "table.h5: ", 10) || !strstr(error.message, why))
        fail_msg("\"%s\" does not say \"%s\"", error.message, why);
    assert_int_equal(alea__values_read(path, &file, NULL), ALEA_E_FILE);
}

static void is_accepted(void)
{
    alea__values_file file;
    OK(alea__values_read(path, &file, &test_error));
    alea__values_file_clear(&file);
}

/* ---- bytes of a file ---- */

static unsigned char *slurp(size_t *size)
{
    unsigned char *data;
    assert_int_equal(alea__read_file(path, 1 << 24, &data, size, NULL), ALEA_OK);
    return data;
}

static void dump(const void *data, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Makes a changed table look valid. */
static void seal_again(void)
{
    size_t size;
    unsigned char *data = slurp(&size);
    char sha256[65];
    alea__sha256_hex(data + ALEA__USER_BLOCK, size - ALEA__USER_BLOCK, sha256);
    alea__user_block((char *)data, sha256, size);
    dump(data, size);
    alea__free(data);
}

/* ---- there and back ---- */

static void same_matrix(const alea__matrix *a, const alea__matrix *b)
{
    size_t bytes = (size_t)a->rows * a->columns * sizeof *a->lower;
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->row, b->row);
    assert_string_equal(a->column, b->column);
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->columns, b->columns);
    assert_memory_equal(a->lower, b->lower, bytes); /* NaN too */
    assert_memory_equal(a->upper, b->upper, bytes);
}

static void values_come_back_to_the_last_bit(void **unused)
{
    (void)unused;
    alea__values *v = make_values(5);
    assert_int_equal(write_values(v, NULL), ALEA_OK);
    alea__values_file file;
    assert_int_equal(alea__values_read(path, &file, NULL), ALEA_OK);
    const alea__values *w = file.values;
    assert_string_equal(file.game, game);
    assert_string_equal(file.rules_sha256, hash);
    assert_null(file.policy);
    assert_int_equal(w->objective, ALEA_MONEY);
    assert_int_equal(w->count, 2);
    same_matrix(&v->matrix[0], &w->matrix[0]);
    same_matrix(&v->matrix[1], &w->matrix[1]);
    assert_memory_equal(&v->start, &w->start, sizeof v->start);
    assert_memory_equal(&v->second, &w->second, sizeof v->second);
    assert_that(v->tolerance, ==, w->tolerance);
    assert_that(v->width, ==, w->width);
    assert_that(v->states, ==, w->states);
    assert_that(v->layers, ==, w->layers);
    assert_that(v->layers_done, ==, w->layers_done);
    assert_string_equal(w->against, "hold(20)");
    assert_int_equal(w->opponent_size, 9);
    assert_memory_equal(w->opponent, "its moves", 9);
    alea__values_file_clear(&file);
    alea__values_free(v);
}

static void a_frozen_bot_comes_back(void **unused)
{
    (void)unused;
    unsigned char policy[300];
    char bot[] = "racer.wasm";
    for (size_t i = 0; i < sizeof policy; i++) policy[i] = (unsigned char)i;
    alea__values_file file = {.game = game, .policy = policy, .policy_size = sizeof policy, .bot = bot}, back;
    memcpy(file.rules_sha256, hash, sizeof file.rules_sha256);
    assert_int_equal(alea__values_write(path, &file, NULL), ALEA_OK);
    assert_int_equal(alea__values_read(path, &back, NULL), ALEA_OK);
    assert_null(back.values);
    assert_string_equal(back.bot, "racer.wasm");
    assert_int_equal(back.policy_size, sizeof policy);
    assert_memory_equal(back.policy, policy, sizeof policy);
    alea__values_file_clear(&back);
}

static void unfinished_values_may_have_no_start_yet(void **unused)
{
    (void)unused;
    alea__values *v = make_values(3);
    v->layers_done = 4;
    v->width = NAN;
    v->start = v->second = (alea_interval){NAN, NAN};
    assert_int_equal(write_values(v, NULL), ALEA_OK);
    alea__values_file file;
    assert_int_equal(alea__values_read(path, &file, NULL), ALEA_OK);
    assert_false(alea__values_complete(file.values));
    assert_true(isnan(file.values->start.lower));
    alea__values_file_clear(&file);
    v->layers_done = v->layers;
    assert_int_equal(write_values(v, NULL), ALEA_OK);
    is_refused("the attribute `start` is not an interval");
    alea__values_free(v);
}

static void the_same_values_give_the_same_bytes(void **unused)
{
    (void)unused;
    size_t sizes[2];
    unsigned char *data[2];
    for (int i = 0; i < 2; i++) {
        write_table(5);
        data[i] = slurp(&sizes[i]);
    }
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(data[0], data[1], sizes[0]);
    alea__free(data[0]);
    alea__free(data[1]);
}

static void the_first_lines_can_be_read_by_people(void **unused)
{
    (void)unused;
    write_table(5);
    size_t size;
    char expected[200], sha256[65];
    unsigned char *data = slurp(&size);
    alea__sha256_hex(data + 512, size - 512, sha256);
    snprintf(expected, sizeof expected, "alea table 1\nsha256 %s\nsize %zu\n", sha256, size);
    assert_memory_equal(data, expected, strlen(expected) + 1);
    assert_memory_equal(data + 512, "\x89HDF\r\n\x1a\n", 8); /* where HDF5 readers look */
    assert_true(alea__values_recognised(data, 16));
    assert_false(alea__values_recognised("own,other,hold_at", 16));
    alea__free(data);
}

/* ---- damage ---- */

static void one_flipped_bit_anywhere_is_refused(void **unused)
{
    (void)unused;
    write_table(3);
    size_t size;
    unsigned char *data = slurp(&size);
    for (size_t at = 0; at < size; at += at < 600 ? 1 : 7) {
        unsigned char bit = (unsigned char)(1u << at % 8);
        data[at] ^= bit;
        dump(data, size);
        alea__values_file file;
        if (alea__values_read(path, &file, NULL) != ALEA_E_FILE)
            fail_msg("a flipped bit in byte %zu is accepted", at);
        data[at] ^= bit;
    }
    dump(data, size);
    is_accepted();
    data[size - 3] ^= 4;
    dump(data, size);
    is_refused("was changed after it was written: its SHA-256 does not match the one in its first block");
    alea__free(data);
}

static void a_file_cut_short_anywhere_is_refused(void **unused)
{
    (void)unused;
    write_table(3);
    size_t size;
    unsigned char *data = slurp(&size);
    dump(data, 0);
    is_refused("the file is empty");
    for (size_t length = 1; length < size; length += length < 520 ? 3 : 101) {
        dump(data, length);
        is_refused("the file was cut short");
    }
    unsigned char *longer = alea__alloc(size + 1);
    memcpy(longer, data, size);
    dump(longer, size + 1);
    is_refused("was changed after it was written: it has grown");
    alea__free(longer);
    alea__free(data);
}

static void files_of_other_kinds_are_refused_by_name(void **unused)
{
    (void)unused;
    dump("own,other,hold_at\n", 18);
    is_refused(
        "this is a file, but not a table written by alea: those begin with the words \"alea table \".");
    hid_t foreign = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(foreign);
    is_refused("this is an HDF5 file, but not a table written by alea");
    unlink(path);
    is_refused("cannot be read: No such file or directory");
    mkdir(path, 0700);
    is_refused("this is a folder");
    rmdir(path);
    if (mkfifo(path, 0600) == 0) is_refused("this is a pipe, not a file");
}

static void a_newer_format_is_told_from_damage(void **unused)
{
    (void)unused;
    write_table(3);
    size_t size;
    unsigned char *data = slurp(&size);
    data[strlen(ALEA__MAGIC)] = '2';
    dump(data, size);
    is_refused("this is a table in format 2; this alea (");
    data[strlen(ALEA__MAGIC)] = 'x';
    dump(data, size);
    is_refused("its first line is damaged");
    alea__free(data);
}

/* ---- the right SHA-256, and wrong all the same ---- */

typedef void meddler(hid_t file);

/* Additions also use the structures that alea writes; they are refused for their contents. */
static hid_t open_to_meddle(void)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    assert_that(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), >=, 0);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, access);
    H5Pclose(access);
    assert_that(file, >=, 0);
    return file;
}

static void put_text(hid_t at, const char *name, const char *text)
{
    if (H5Aexists(at, name) > 0) H5Adelete(at, name);
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(text));
    hid_t attribute = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_that(H5Awrite(attribute, type, text), >=, 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

static void put_number(hid_t at, const char *name, double number)
{
    if (H5Aexists(at, name) > 0) H5Adelete(at, name);
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(at, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_that(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &number), >=, 0);
    H5Aclose(attribute);
    H5Sclose(space);
}

static void put_count(hid_t at, const char *name, uint64_t number)
{
    if (H5Aexists(at, name) > 0) H5Adelete(at, name);
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(at, name, H5T_STD_U64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_that(H5Awrite(attribute, H5T_NATIVE_UINT64, &number), >=, 0);
    H5Aclose(attribute);
    H5Sclose(space);
}

/* In place of mover/lower. */
static void put_set(hid_t file, int rank, hsize_t rows, hsize_t columns, hid_t type, hid_t creation)
{
    H5Ldelete(file, "mover/lower", H5P_DEFAULT);
    const hsize_t size[3] = {rows, columns, 1};
    hid_t space = H5Screate_simple(rank, size, NULL);
    hid_t set = H5Dcreate2(file, "mover/lower", type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    assert_that(set, >=, 0);
    H5Dclose(set);
    H5Sclose(space);
}

static void put_bound(hid_t file, const char *name, hsize_t row, hsize_t column, double bound)
{
    const hsize_t at[2] = {row, column}, one[2] = {1, 1};
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set),
          memory = H5Screate_simple(2, one, NULL);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, one, NULL);
    assert_that(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, &bound), >=, 0);
    H5Sclose(memory);
    H5Sclose(space);
    H5Dclose(set);
}

static void bounds_change_places(hid_t file)
{
    put_bound(file, "mover/lower", 2, 1, 7);
}

static void one_bound_is_missing(hid_t file)
{
    put_bound(file, "waiting/upper", 1, 2, NAN);
}

/* One of the other patterns of bits that are no number; x86 makes it of 0 / 0. */
static void one_bound_is_no_number(hid_t file)
{
    put_bound(file, "waiting/lower", 1, 2, copysign(NAN, -1));
}

static void start_ends_before_it_begins(hid_t file)
{
    const double start[2] = {3, 2};
    hid_t attribute = H5Aopen(file, "start", H5P_DEFAULT);
    assert_that(H5Awrite(attribute, H5T_NATIVE_DOUBLE, start), >=, 0);
    H5Aclose(attribute);
}

static void no_game(hid_t file)
{
    H5Adelete(file, "game");
}

static void no_hash(hid_t file)
{
    put_text(file, "rules_sha256", "0011");
}

static void strange_kind(hid_t file)
{
    put_text(file, "kind", "recipe");
}

static void kind_is_a_number(hid_t file)
{
    put_number(file, "kind", 1);
}

static void strange_objective(hid_t file)
{
    put_text(file, "objective", "glory");
}

static void endless_text(hid_t file)
{
    static char text[20000];
    memset(text, 'a', sizeof text - 1);
    put_text(file, "game", text);
}

static void text_of_no_fixed_length(hid_t file)
{
    H5Adelete(file, "game");
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    const char *text = "pig";
    H5Tset_size(type, H5T_VARIABLE);
    hid_t attribute = H5Acreate2(file, "game", type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, &text);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

static void start_is_one_number(hid_t file)
{
    put_number(file, "start", 0.5);
}

static void states_are_a_fraction(hid_t file)
{
    put_number(file, "states", 0.5);
}

static void tolerance_is_negative(hid_t file)
{
    put_number(file, "tolerance", -1);
}

static void more_layers_than_there_are(hid_t file)
{
    put_count(file, "layers_done", 18);
}

static void seventeen_matrices(hid_t file)
{
    put_text(file, "matrices", "mover,waiting,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q");
}

static void the_first_matrix_again(hid_t file)
{
    put_text(file, "matrices", "mover,waiting,mover");
}

static void the_second_matrix_again(hid_t file)
{
    put_text(file, "matrices", "mover,waiting,waiting");
}

static void a_model_of_no_samples(hid_t file)
{
    put_count(file, "samples", 0);
    put_count(file, "seed", 1);
}

static void a_model_without_a_seed(hid_t file)
{
    put_count(file, "samples", 5);
}

static void a_matrix_that_is_not_there(hid_t file)
{
    put_text(file, "matrices", "mover,watching");
}

static void a_matrix_by_a_path(hid_t file)
{
    put_text(file, "matrices", "../mover");
}

static void no_upper(hid_t file)
{
    H5Ldelete(file, "mover/upper", H5P_DEFAULT);
}

static void fewer_rows_below_than_above(hid_t file)
{
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY);
    put_set(file, 2, 2, 4, H5T_IEEE_F64LE, creation);
    H5Pclose(creation);
}

static void one_dimension(hid_t file)
{
    put_set(file, 1, 12, 1, H5T_IEEE_F64LE, H5P_DEFAULT);
}

static void three_dimensions(hid_t file)
{
    put_set(file, 3, 3, 4, H5T_IEEE_F64LE, H5P_DEFAULT);
}

static void floats(hid_t file)
{
    put_set(file, 2, 3, 4, H5T_IEEE_F32LE, H5P_DEFAULT);
}

static void sizes_without_their_numbers(hid_t file)
{
    put_set(file, 2, UINT32_MAX, UINT32_MAX / 8, H5T_IEEE_F64LE, H5P_DEFAULT);
}

static void sizes_that_overflow(hid_t file)
{
    put_set(file, 2, UINT64_C(1) << 32, UINT64_C(1) << 28, H5T_IEEE_F64LE, H5P_DEFAULT);
}

static void numbers_that_were_packed(hid_t file)
{
    const hsize_t piece[2] = {1, 4};
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 2, piece);
    H5Pset_deflate(creation, 9);
    put_set(file, 2, 3, 4, H5T_IEEE_F64LE, creation);
    H5Pclose(creation);
}

static void numbers_in_another_file(hid_t file)
{
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(creation, "/etc/passwd", 0, 96);
    put_set(file, 2, 3, 4, H5T_IEEE_F64LE, creation);
    H5Pclose(creation);
}

static void a_link_to_another_file(hid_t file)
{
    H5Ldelete(file, "mover/lower", H5P_DEFAULT);
    H5Lcreate_external("other.h5", "/mover/lower", file, "mover/lower", H5P_DEFAULT, H5P_DEFAULT);
}

static void no_moves_of_the_opponent(hid_t file)
{
    H5Ldelete(file, "opponent", H5P_DEFAULT);
    hid_t space = H5Screate(H5S_NULL);
    hid_t set = H5Dcreate2(file, "opponent", H5T_STD_U8LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dclose(set);
    H5Sclose(space);
}

static void lies_with_the_right_checksum_are_refused_with_the_reason(void **unused)
{
    (void)unused;
    static const struct {
        meddler *meddle;
        const char *why;
    } lies[] = {
        {no_game, "the attribute `game` is missing"},
        {no_hash, "the attribute `rules_sha256` does not have 64 digits"},
        {strange_kind, "the attribute `kind` is neither \"values\" nor \"policy\""},
        {kind_is_a_number, "the attribute `kind` is not a string of fixed length"},
        {strange_objective, "the attribute `objective` is not one of win, money, score and turns"},
        {endless_text, "the attribute `game` is not a string of fixed length"},
        {text_of_no_fixed_length, "the attribute `game` is not a string of fixed length"},
        {start_is_one_number, "the attribute `start` has the wrong type"},
        {states_are_a_fraction, "the attribute `states` has the wrong type"},
        {tolerance_is_negative, "the attribute `tolerance` is not a width"},
        {more_layers_than_there_are, "the attribute `layers_done` exceeds `layers`"},
        {seventeen_matrices, "the attribute `matrices` has too many names"},
        {the_first_matrix_again, "the attribute `matrices` has a name twice"},
        {the_second_matrix_again, "the attribute `matrices` has a name twice"},
        {a_model_of_no_samples, "the attribute `samples` is 0, but a sampled model has samples"},
        {a_model_without_a_seed, "the attribute `seed` is missing"},
        {a_matrix_that_is_not_there, "the group `watching` is missing"},
        {a_matrix_by_a_path, "the attribute `matrices` has an invalid name"},
        {no_upper, "the dataset `mover/upper` is missing"},
        {fewer_rows_below_than_above, "the dataset `mover/upper` differs in size from `lower`"},
        {one_dimension, "the dataset `mover/lower` has the wrong number of dimensions"},
        {three_dimensions, "the dataset `mover/lower` has the wrong number of dimensions"},
        {floats, "the dataset `mover/lower` has the wrong type"},
        {sizes_without_their_numbers,
         "the dataset `mover/lower` is larger than the file or not in one piece"},
        {sizes_that_overflow, "the dataset `mover/lower` is larger than the file or not in one piece"},
        {numbers_that_were_packed, "the dataset `mover/lower` is larger than the file or not in one piece"},
        {numbers_in_another_file, "the dataset `mover/lower` is larger than the file or not in one piece"},
        {a_link_to_another_file, "the dataset `mover/lower` is missing"},
        {no_moves_of_the_opponent, "the dataset `opponent` has the wrong number of dimensions"},
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        write_table(3);
        hid_t file = open_to_meddle();
        lies[i].meddle(file);
        H5Fclose(file);
        seal_again();
        is_refused(lies[i].why);
    }
}

/* The file is valid, but its numbers are wrong: every use reports that. */
static void bounds_in_the_wrong_order_are_found_and_named(void **unused)
{
    (void)unused;
    static const struct {
        meddler *meddle;
        const char *why;
    } wrong[] = {
        {bounds_change_places, "In `mover`, at own 2, other 1, the bounds are out of order: 7 to -0.49"},
        {one_bound_is_missing, "In `waiting`, at own 1, other 2, the bounds are out of order: 0.25"},
        {one_bound_is_no_number, "In `waiting`, at own 1, other 2, the bounds are out of order: nan to "},
        {start_ends_before_it_begins,
         "At the start, for the player who moves first, the bounds are out of order: 3 to 2."},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        alea__values_file back;
        char why[300] = "";
        write_table(3);
        is_accepted();
        hid_t file = open_to_meddle();
        wrong[i].meddle(file);
        H5Fclose(file);
        seal_again();
        assert_int_equal(alea__values_read(path, &back, NULL), ALEA_OK);
        assert_false(alea__values_in_order(back.values, why, sizeof why));
        if (strncmp(why, wrong[i].why, strlen(wrong[i].why)) != 0) fail_msg("%s", why);
        alea__values_file_clear(&back);
    }
}

static void two_of_one_name(hid_t file)
{
    put_text(file, "matrices", "mover,mover");
}

static void a_matrix_is_not_read_twice(void **unused)
{
    (void)unused;
    write_table(3);
    hid_t file = open_to_meddle();
    two_of_one_name(file);
    H5Fclose(file);
    seal_again();
    is_refused("the attribute `matrices` has a name twice");
}

/* Random bytes in the metadata: the file is refused or read, without further damage. Each in a separate process with little
   memory and little time. */
static void damaged_metadata_with_the_right_checksum_do_no_harm(void **unused)
{
    (void)unused;
    write_table(3);
    size_t size;
    unsigned char *data = slurp(&size), *old = alea__alloc(size);
    memcpy(old, data, size);
    for (unsigned i = 0; i < 300; i++) {
        size_t at = 512 + (i * 7919u) % (size - 512);
        data[at] = (unsigned char)(i * 31u + 1);
        data[512 + (at * 13) % (size - 512)] ^= (unsigned char)(1u << i % 8);
        dump(data, size);
        seal_again();
        pid_t child = fork();
        if (child == 0) {
            alea__values_file file;
            alarm(20);
            if (alea__values_read(path, &file, NULL) == ALEA_OK) alea__values_file_clear(&file);
            _exit(0);
        }
        int verdict;
        assert_int_equal(waitpid(child, &verdict, 0), child);
        if (verdict != 0) fail_msg("case %u ends with %d", i, verdict);
        memcpy(data, old, size);
    }
    alea__free(old);
    alea__free(data);
}

static void nothing_is_printed_and_the_settings_of_libhdf5_stay(void **unused)
{
    (void)unused;
    H5E_auto2_t before, after;
    void *to;
    H5Eget_auto2(H5E_DEFAULT, &before, &to);
    write_table(3);
    hid_t file = open_to_meddle();
    no_game(file);
    H5Fclose(file);
    seal_again();
    int kept = dup(STDERR_FILENO), said = open("said", O_RDWR | O_CREAT, 0600);
    dup2(said, STDERR_FILENO);
    alea__values_file out;
    alea_status status = alea__values_read(path, &out, NULL);
    dup2(kept, STDERR_FILENO);
    close(kept);
    assert_int_equal(status, ALEA_E_FILE);
    assert_int_equal(lseek(said, 0, SEEK_END), 0);
    close(said);
    H5Eget_auto2(H5E_DEFAULT, &after, &to);
    assert_true(before == after);
    assert_int_equal(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}

/* ---- writing that fails ---- */

/* The old file is unchanged, and no other file remains. */
static void fails_and_leaves_the_old_file(const char *folder, const char *reason)
{
    assert_int_equal(chdir(folder), 0);
    write_table(3);
    alea_error error;
    char sentence[200];
    snprintf(sentence, sizeof sentence, "table.h5: the file cannot be written: %s.", reason);
    alea__values *large = make_values(200);
    assert_int_equal(write_values(large, &error), ALEA_E_WRITE);
    assert_string_equal(error.message, sentence);
    alea__values_free(large);
    is_accepted();
    assert_int_equal(entries("."), 1);
    assert_int_equal(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
    write_table(4);
    is_accepted();
    assert_int_equal(chdir(".."), 0);
}

static void a_full_disk_leaves_the_old_file(void **unused)
{
    (void)unused;
    use_small_disk("256k");
    fails_and_leaves_the_old_file("disk", "No space left on device");
}

static void a_file_size_limit_leaves_the_old_file(void **unused)
{
    (void)unused;
    mkdir("disk", 0777);
    limit_file_size(200000);
    fails_and_leaves_the_old_file("disk", "File too large");
}

static void places_that_take_no_table_are_named_with_the_reason(void **unused)
{
    (void)unused;
    alea__values *values = make_values(3);
    alea__values_file file = {.game = game, .values = values};
    alea_error error;
    assert_int_equal(alea__values_write("none/table.h5", &file, &error), ALEA_E_WRITE);
    assert_string_equal(error.message,
                        "none/table.h5: the file cannot be written: No such file or directory.");
    assert_int_equal(alea__values_write("/dev/full", &file, &error), ALEA_E_WRITE);
    assert_non_null(strstr(error.message, "/dev/full: this is a pipe or a device"));
    assert_int_equal(entries("."), 0);
    alea__values_free(values);
}

static void without_memory_nothing_is_written_or_read(void **unused)
{
    (void)unused;
    write_table(3);
    alea__values *values = make_values(4);
    alea_status status = ALEA_E_MEMORY;
    long needed = 0;
    for (; status != ALEA_OK && needed < 1000; needed++) {
        alea__fail_allocation_after(needed);
        status = write_values(values, NULL);
        alea__fail_allocation_after(-1);
        if (status != ALEA_OK) is_accepted(); /* the old one */
    }
    assert_that(needed, >, 2);
    assert_that(status, ==, ALEA_OK);
    alea__values_file file;
    status = ALEA_E_MEMORY;
    for (needed = 0; status != ALEA_OK && needed < 1000; needed++) {
        alea__fail_allocation_after(needed);
        status = alea__values_read(path, &file, NULL);
        alea__fail_allocation_after(-1);
    }
    assert_that(needed, >, 10);
    assert_that(status, ==, ALEA_OK);
    assert_int_equal(entries("."), 1);
    alea__values_file_clear(&file);
    alea__values_free(values);
}

/* Waits until the folder contains the draft of a table besides the table, for the (n + 1)-th time. */
static void wait_for_a_draft(unsigned n)
{
    const time_t begun = time(NULL);
    for (unsigned seen = 0, before = 0; seen <= n;) {
        const unsigned now = entries(".") > 1;
        seen += now && !before;
        before = now;
        if (time(NULL) > begun + 60) fail_msg("got %u drafts, expected %u", seen, n + 1);
    }
}

static void a_process_killed_while_it_writes_leaves_a_whole_file(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 25; i++) {
        write_table(60);
        assert_int_equal(entries("."), 1); /* the draft of the one killed before is cleared */
        pid_t child = fork();
        if (child == 0) {
            alea__values *values = make_values(40 + i);
            for (;;) write_values(values, NULL);
        }
        wait_for_a_draft(i % 5);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        is_accepted();
    }
}

/* ---- values ---- */

static void there_is_no_seventeenth_matrix_and_no_matrix_larger_than_memory(void **unused)
{
    (void)unused;
    alea__values *values = make_values(3);
    for (int i = 2; i < 16; i++)
        assert_int_equal(alea__values_add(values, &(alea__matrix_shape){"more", "own", "other", 1, 1}, NULL),
                         ALEA_OK);
    assert_int_equal(
        alea__values_add(values, &(alea__matrix_shape){"seventeenth", "own", "other", 1, 1}, NULL),
        ALEA_E_RANGE);
    assert_int_equal(values->count, 16);
    alea__values_free(values);
    values = alea__values_new(ALEA_WIN);
    assert_int_equal(
        alea__values_add(values, &(alea__matrix_shape){"huge", "own", "other", UINT32_MAX, UINT32_MAX}, NULL),
        ALEA_E_MEMORY);
    assert_int_equal(values->count, 0);
    alea__values_free(values);
    alea__values_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(values_come_back_to_the_last_bit),
        IN_A_FOLDER(a_frozen_bot_comes_back),
        IN_A_FOLDER(unfinished_values_may_have_no_start_yet),
        IN_A_FOLDER(the_same_values_give_the_same_bytes),
        IN_A_FOLDER(the_first_lines_can_be_read_by_people),
        IN_A_FOLDER(one_flipped_bit_anywhere_is_refused),
        IN_A_FOLDER(a_file_cut_short_anywhere_is_refused),
        IN_A_FOLDER(files_of_other_kinds_are_refused_by_name),
        IN_A_FOLDER(a_newer_format_is_told_from_damage),
        IN_A_FOLDER(lies_with_the_right_checksum_are_refused_with_the_reason),
        IN_A_FOLDER(bounds_in_the_wrong_order_are_found_and_named),
        IN_A_FOLDER(a_matrix_is_not_read_twice),
        IN_A_FOLDER(damaged_metadata_with_the_right_checksum_do_no_harm),
        IN_A_FOLDER(nothing_is_printed_and_the_settings_of_libhdf5_stay),
        IN_A_FOLDER(a_full_disk_leaves_the_old_file),
        IN_A_FOLDER(a_file_size_limit_leaves_the_old_file),
        IN_A_FOLDER(places_that_take_no_table_are_named_with_the_reason),
        IN_A_FOLDER(without_memory_nothing_is_written_or_read),
        IN_A_FOLDER(a_process_killed_while_it_writes_leaves_a_whole_file),
        IN_A_FOLDER(there_is_no_seventeenth_matrix_and_no_matrix_larger_than_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
