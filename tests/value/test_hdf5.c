/* alea's own reader of HDF5 files against libhdf5: both read the same from every table, and the reader refuses everything
   that alea does not write, with the place. */
#include "value/libhdf5.h"

#include "value/mutate.h"

#include "base/memory.h"
#include "value/file/lookup3.h"
#include "value/file/metadata.h"

#include <alea/exact.h>

static const char *const path = "table.h5";

/* ---- checksums ---- */

static void checksums_are_those_of_libhdf5(void **unused)
{
    (void)unused;
    unsigned char data[600];
    uint64_t state = 1;
    for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)mutate_random(&state);
    for (size_t size = 0; size < sizeof data; size++)
        assert_that(alea__lookup3(data, size), ==, H5_checksum_lookup3(data, size, 0));
    /* Bob Jenkins's own examples, in lookup3.c: hashlittle("", 0, 0) and hashlittle("Four score and seven years ago", 30, 0) */
    assert_that(alea__lookup3((const unsigned char *)"", 0), ==, 0xdeadbeef);
    assert_that(alea__lookup3((const unsigned char *)"Four score and seven years ago", 30), ==, 0x17770551);
}

static void numbers_are_taken_little_endian_and_never_from_beyond_the_end(void **unused)
{
    (void)unused;
    const unsigned char data[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    alea__h5_bytes bytes = {data, sizeof data, false};
    assert_that(alea__h5_take(&bytes, 8), ==, UINT64_C(0x0807060504030201));
    assert_false(bytes.failed);
    assert_that(alea__h5_take(&bytes, 2), ==, 0);
    assert_true(bytes.failed);
    assert_that(bytes.left, ==, 0);
    bytes = (alea__h5_bytes){data, sizeof data, false};
    assert_that(alea__h5_take_bytes(&bytes, UINT64_MAX).left, ==, 0);
    assert_true(bytes.failed);
    assert_that(alea__h5_take(&bytes, 1), ==, 0);
}

/* ---- the same tables ---- */

static void reads_as_libhdf5_does(void)
{
    alea__values_file file;
    OK(alea__values_read(path, &file, &test_error));
    libhdf5_same(path, &file);
    alea__values_file_clear(&file);
}

/* Reads the table that was just written as libhdf5 does; takes the table over. */
static void compare_table(alea_table *table)
{
    OK(alea_table_write(table, path, &test_error));
    reads_as_libhdf5_does();
    alea_table_free(table);
}

/* Compares all objectives, and, if the game has them, a best response to optimal play and its frozen policy. Returns the
   number of files. */
static unsigned compare_game(const char *spec)
{
    alea_game *game = open_game(spec);
    alea_bot *best = open_bot(game, "optimal");
    unsigned files = 0;
    for (int o = ALEA_WIN; o <= ALEA_TURNS; o++) {
        alea_table *reply;
        alea_best_response result;
        if (!alea_game_has_objective(game, (alea_objective)o)) continue;
        compare_table(solve_game(game, (alea_objective)o));
        files++;
        if (alea_table_best_response(game, best, (alea_objective)o, NULL, &reply, &result, NULL) != ALEA_OK)
            continue;
        compare_table(reply);
        files++;
    }
    if (alea_bot_freeze(best, NULL, path, NULL) == ALEA_OK) {
        reads_as_libhdf5_does();
        files++;
    }
    alea_bot_free(best);
    alea_game_free(game);
    return files;
}

static void every_table_of_the_catalogue_is_read_as_libhdf5_reads_it(void **unused)
{
    (void)unused;
    static const char *const games[] = {
        "tests/rules/small-despirala.lua(gain=1)", /* Despirala itself takes minutes */
        "coin-pig(goal=4)",
        "hog(goal=10)",
        "hog-feral(goal=10)",
        "hog-moon(goal=10)",
        "hog-piggy(goal=10)",
        "pig(goal=20)",
        "pig-solitaire(goal=20,turns=4)",
        "piglet",
        "red-and-black",
        "two-dice-pig(goal=20)",
    };
    enum { GAMES = sizeof games / sizeof *games };
    unsigned files = 0, others = 0;
    for (size_t i = 0; i < GAMES; i++) files += compare_game(games[i]);
    for (size_t i = 0; i < alea_catalog_size(); i++) { /* games whose rule files name a small one */
        char spec[200];
        alea_game *game = open_game(alea_catalog_name(i));
        snprintf(spec, sizeof spec, "%s(%s)", alea_game_name(game), alea_game_small(game));
        if (*alea_game_small(game)) files += compare_game(spec);
        others += *alea_game_small(game) != 0 || strcmp(alea_game_family(game), "tabletop") == 0;
        alea_game_free(game);
    }
    assert_int_equal(alea_catalog_size(), GAMES + 1 + others); /* Pig-Pen is below */
    assert_that(files, >=, 2 * GAMES);
    alea_game *pig_pen = open_game("pig-pen(goal=10)");
    compare_table(solve_game(pig_pen, ALEA_MONEY));
    alea_game_free(pig_pen);
}

/* ---- links ---- */

/* A table of this many matrices, whose names have this many letters. */
static void write_matrices(unsigned count, int letters)
{
    alea__values *values = alea__values_new(ALEA_SCORE);
    char game[] = "despirala";
    alea__values_file file = {.game = game, .values = values};
    memset(file.rules_sha256, '0', 64);
    for (unsigned i = 0; i < count; i++) {
        char name[ALEA__MOST_NAME + 1];
        snprintf(name, sizeof name, "%0*u", letters, i);
        OK(alea__values_add(values, &(alea__matrix_shape){name, "used", "goods", i + 1, 3}, &test_error));
        for (size_t k = 0; k < 3 * (i + 1); k++) {
            values->matrix[i].lower[k] = (double)i;
            values->matrix[i].upper[k] = i + (double)k / 1024;
        }
    }
    OK(alea__values_write(path, &file, &test_error));
    alea__values_free(values);
}

static void seal_the_copy(const char *copy)
{
    size_t size;
    unsigned char *data = (unsigned char *)read_file(copy, &size);
    mutate_file file = {data, size, size, 0, {{0}}};
    mutate_seal(&file);
    write_bytes(path, data, size);
    free(data);
}

static void
more_than_eight_groups_are_read_as_they_are_written_now_and_as_version_0_1_wrote_them(void **unused)
{
    (void)unused;
    for (unsigned count = 1; count <= ALEA__MOST_MATRICES; count++) {
        write_matrices(count, 7);
        reads_as_libhdf5_does();
        size_t size;
        char *data = read_file(path, &size);
        assert_null(memmem(data, size, "FRHP", 4)); /* links are messages now */
        free(data);
        libhdf5_copy_table(path, "copy.h5", 8);
        seal_the_copy("copy.h5");
        data = read_file(path, &size);
        assert_that(memmem(data, size, "FRHP", 4) != NULL, ==, count > 8);
        free(data);
        reads_as_libhdf5_does();
    }
}

static void the_longest_names_of_the_most_matrices_are_read(void **unused)
{
    (void)unused;
    write_matrices(ALEA__MOST_MATRICES, ALEA__MOST_NAME);
    reads_as_libhdf5_does();
}

/* ---- files that alea does not write ---- */

static void is_refused(const char *why)
{
    alea__values_file file;
    alea_error error = {0};
    if (alea__values_read(path, &file, &error) != ALEA_E_FILE) fail_msg("accepted, expected \"%s\"", why);
    assert_says(error, "table.h5: the table is damaged: the ");
    assert_says(error, why);
}

/* The table of pig(goal=30), 900 positions, as alea writes it, or as libhdf5 does: with continuations, as in version 0.1. */
static mutate_file pig_of_30(bool by_libhdf5)
{
    alea_game *game = open_game("pig(goal=30)");
    alea_table *table = solve_game(game, ALEA_WIN);
    mutate_file file = {0};
    OK(alea_table_write(table, path, &test_error));
    if (by_libhdf5) {
        libhdf5_copy_table(path, "copy.h5", 8);
        seal_the_copy("copy.h5");
    }
    file.data = (unsigned char *)read_file(path, &file.size);
    file.capacity = file.size;
    alea_table_free(table);
    alea_game_free(game);
    return file;
}

/* Writes the file with some bytes changed, and sealed again. */
static void write_changed(const mutate_file *file, size_t at, unsigned width, uint64_t number)
{
    mutate_file changed = *file;
    changed.data = malloc(file->size);
    assert_non_null(changed.data);
    memcpy(changed.data, file->data, file->size);
    mutate_put(changed.data + at, width, number);
    mutate_seal(&changed);
    write_bytes(path, changed.data, changed.size);
    free(changed.data);
}

static void sealing_a_file_that_nobody_changed_changes_nothing(void **unused)
{
    (void)unused;
    for (int by_libhdf5 = 0; by_libhdf5 <= 1; by_libhdf5++) {
        mutate_file file = pig_of_30(by_libhdf5);
        unsigned char *before = malloc(file.size);
        assert_non_null(before);
        memcpy(before, file.data, file.size);
        mutate_seal(&file);
        assert_that(file.count, ==,
                    by_libhdf5 ? 6 : 5); /* superblock, root, group, two datasets, and a continuation */
        assert_memory_equal(file.data, before, file.size);
        free(before);
        free(file.data);
    }
}

static void bytes_of_metadata_with_a_wrong_checksum_are_refused_with_the_block(void **unused)
{
    (void)unused;
    static const struct {
        size_t at;
        const char *why;
    } wrong[] = {
        {512 + 30, "the superblock at byte 512 does not match its checksum"},
        {512 + 2, "the superblock at byte 512 does not begin with its signature"},
        {512 + 48 + 40, "the object header at byte 560 does not match its checksum"},
        {512 + 48, "the object header at byte 560 does not begin with its signature"},
    };
    mutate_file file = pig_of_30(true);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char sha256[65];
        file.data[wrong[i].at] ^= 1;
        alea__sha256_hex(file.data + ALEA__USER_BLOCK, file.size - ALEA__USER_BLOCK, sha256);
        alea__user_block((char *)file.data, sha256, file.size);
        write_bytes(path, file.data, file.size);
        is_refused(wrong[i].why);
        file.data[wrong[i].at] ^= 1;
    }
    free(file.data);
}

/* A false number: its place in the metadata, its value, and the expected message. */
typedef struct lie {
    size_t at;
    unsigned width;
    uint64_t number;
    const char *why;
} lie;

static void addresses_and_sizes_beyond_the_file_are_refused_before_memory_is_taken(void **unused)
{
    (void)unused;
    static const lie lies[] = {
        {512 + 8, 1, 0, "the superblock at byte 512 has a form that alea does not write"},
        {512 + 12, 8, 0, "the superblock at byte 512 has a form"}, /* where addresses count from */
        {512 + 28, 8, 1, "the superblock at byte 512 has a form"}, /* the address of the end of the file */
        {512 + 36, 8, UINT64_MAX, "reaches beyond the end of the file"},
        {512 + 36, 8, INT64_MAX, "reaches beyond the end of the file"},
        {512 + 36, 8, 0, "the object header at byte 512 has a form that alea does not write"},
        {560 + 4, 1, 1, "the object header at byte 560 has a form"}, /* version */
        {560 + 10, 2, 65535, "the object header at byte 560 "},      /* size of the messages */
        {560 + 12, 1, 0x0d, "has a message of a kind that alea does not write"},
        {560 + 13, 2, 65535, "ends within a message"},
        {560 + 15, 1, 2, "has a message of a kind"}, /* shared with other objects */
        {560 + 16, 8, UINT64_MAX, "continuation at byte 18446744073709551615 reaches beyond the end"},
        {560 + 16, 8, 48, "continuation at byte 560 does not begin with its signature"},
        {560 + 24, 8, UINT64_MAX, "continues in too many places, or in a wrong one"},
        {560 + 24, 8, 1 << 17, "reaches beyond the end of the file"},
        {560 + 24, 8, 7, "continues in too many places, or in a wrong one"},
    };
    mutate_file file = pig_of_30(true);
    assert_int_equal(file.data[560 + 12], 0x10); /* the first message says where the next block is */
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        const lie *it = &lies[i];
        write_changed(&file, it->at, it->width, it->number);
        is_refused(it->why);
    }
    free(file.data);
}

/* The object continues in the same block without end. */
static void a_block_that_continues_in_itself_is_refused(void **unused)
{
    (void)unused;
    enum {
        FIRST = 560 + 12 /* message of the root, a continuation */,
        PREFIX = 4,
        ADDRESS = PREFIX,
        SIZE = PREFIX + 8
    };
    mutate_file file = pig_of_30(true);
    const uint64_t address = mutate_get(file.data + FIRST + ADDRESS, 8),
                   size = mutate_get(file.data + FIRST + SIZE, 8);
    size_t message = (size_t)address + ALEA__USER_BLOCK + 4;
    while (mutate_get(file.data + message + 1, 2) < 16) /* too short for an address and a size */
        message += PREFIX + (size_t)mutate_get(file.data + message + 1, 2);
    assert_that(message + PREFIX + 16, <=, address + ALEA__USER_BLOCK + size);
    mutate_put(file.data + message, 1, 0x10);
    mutate_put(file.data + message + SIZE, 8, size);
    write_changed(&file, message + ADDRESS, 8, address);
    is_refused("the object header at byte 560 continues in too many places");
    free(file.data);
}

static void a_file_as_long_as_ever_may_not_claim_its_data_twice(void **unused)
{
    (void)unused;
    alea__values *values = alea__values_new(ALEA_WIN);
    char game[] = "pig";
    alea__values_file file = {.game = game, .values = values};
    memset(file.rules_sha256, '0', 64);
    OK(alea__values_add(values, &(alea__matrix_shape){"a", "own", "other", 100, 100}, &test_error));
    OK(alea__values_add(values, &(alea__matrix_shape){"b", "own", "other", 1, 1}, &test_error));
    OK(alea__values_write(path, &file, &test_error));
    alea__values_free(values);
    size_t size;
    unsigned char *data = (unsigned char *)read_file(path, &size), *a = memmem(data, size, "\1\0\1a", 4),
                  *b = memmem(data, size, "\1\0\1b", 4); /* links: version, flags, length and name, address */
    assert_true(a && b);
    memcpy(b + 4, a + 4, 8);
    write_bytes("copy.h5", data, size);
    free(data);
    seal_the_copy("copy.h5");
    is_refused("the dataset `b/lower` is larger than the file or not in one piece");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checksums_are_those_of_libhdf5),
        cmocka_unit_test(numbers_are_taken_little_endian_and_never_from_beyond_the_end),
        IN_A_FOLDER(every_table_of_the_catalogue_is_read_as_libhdf5_reads_it),
        IN_A_FOLDER(more_than_eight_groups_are_read_as_they_are_written_now_and_as_version_0_1_wrote_them),
        IN_A_FOLDER(the_longest_names_of_the_most_matrices_are_read),
        IN_A_FOLDER(sealing_a_file_that_nobody_changed_changes_nothing),
        IN_A_FOLDER(bytes_of_metadata_with_a_wrong_checksum_are_refused_with_the_block),
        IN_A_FOLDER(addresses_and_sizes_beyond_the_file_are_refused_before_memory_is_taken),
        IN_A_FOLDER(a_block_that_continues_in_itself_is_refused),
        IN_A_FOLDER(a_file_as_long_as_ever_may_not_claim_its_data_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
