/* Allocation, and every function of the base floor with its k-th allocation failing. */
#include "base/blocks.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "support/test.h"

#include <unistd.h>

static bool all_zero(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0) return false;
    return true;
}

static void new_memory_is_zero(void **state)
{
    (void)state;
    for (size_t size = 1; size < 5000; size += 17) {
        unsigned char *one = alea__alloc(size), *many = alea__alloc_array(3, size),
                      *aligned = alea__alloc_aligned(64, size);
        assert_true(all_zero(one, size) && all_zero(many, 3 * size) && all_zero(aligned, size));
        memset(one, 1, size);
        memset(many, 1, 3 * size);
        memset(aligned, 1, size);
        alea__free(one);
        alea__free(many);
        alea__free(aligned);
    }
}

/* Whether the kernel notes for the mapping around an address that large pages are wished ("hg", proc(5), smaps). */
static bool large_pages_are_wished(const void *address)
{
    char line[512];
    bool inside = false, wished = false;
    FILE *file = fopen("/proc/self/smaps", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        unsigned long begin, end;
        if (sscanf(line, "%lx-%lx ", &begin, &end) == 2)
            inside = begin <= (uintptr_t)address && (uintptr_t)address < end;
        else if (inside && strncmp(line, "VmFlags:", strlen("VmFlags:")) == 0)
            wished = strstr(line, " hg") != NULL;
    }
    fclose(file);
    return wished;
}

static void large_blocks_get_large_pages(void **state)
{
    enum { SIZE = 9 << 20, MIDDLE = SIZE / 2 };
    (void)state;
    if (access("/sys/kernel/mm/transparent_hugepage/enabled", R_OK) != 0 ||
        access("/proc/self/smaps", R_OK) != 0)
        skip();
    unsigned char *one = alea__alloc(SIZE), *many = alea__alloc_array(SIZE / 8, 8),
                  *bare = alea__alloc_bare(SIZE / 8, 8), *aligned = alea__alloc_aligned(64, SIZE);
    assert_true(all_zero(one, SIZE) && all_zero(many, SIZE) && all_zero(aligned, SIZE));
    assert_true(large_pages_are_wished(one + MIDDLE) && large_pages_are_wished(many + MIDDLE));
    assert_true(large_pages_are_wished(bare + MIDDLE) && large_pages_are_wished(aligned + MIDDLE));
    memset(bare, 1, SIZE);
    alea__free(one);
    alea__free(many);
    alea__free(bare);
    alea__free(aligned);
}

static void aligned_memory_is_aligned(void **state)
{
    (void)state;
    for (size_t alignment = 8; alignment <= 4096; alignment *= 2)
        for (size_t size = 0; size < 100; size += 33) {
            void *block = alea__alloc_aligned(alignment, size);
            assert_non_null(block);
            assert_int_equal((uintptr_t)block % alignment, 0);
            alea__free(block);
        }
}

static void zero_bytes_are_not_a_failure(void **state)
{
    (void)state;
    void *block[] = {alea__alloc(0), alea__alloc_array(0, 8), alea__alloc_array(8, 0),
                     alea__alloc_aligned(64, 0), alea__resize(NULL, 0)};
    for (int i = 0; i < 5; i++) {
        assert_non_null(block[i]);
        alea__free(block[i]);
    }
    alea__free(NULL);
}

static void sizes_that_overflow_are_refused(void **state)
{
    (void)state;
    assert_null(alea__alloc_array(SIZE_MAX / 2, 3));
    assert_null(alea__alloc_array(SIZE_MAX, SIZE_MAX));
    assert_null(alea__alloc_aligned(64, SIZE_MAX));
    assert_null(alea__alloc_aligned(64, SIZE_MAX - 63));
}

static void resizing_keeps_what_was_there_also_when_it_fails(void **state)
{
    (void)state;
    char *text = alea__copy_text("kept");
    char *longer = alea__resize(text, 100000);
    assert_string_equal(longer, "kept");
    alea__fail_allocation_after(0);
    assert_null(alea__resize(longer, 200000));
    alea__fail_allocation_after(-1);
    assert_string_equal(longer, "kept");
    alea__free(longer);
}

static void a_copied_text_has_its_own_memory(void **state)
{
    (void)state;
    const char *text = "hold(25)";
    char *copy = alea__copy_text(text), *empty = alea__copy_text("");
    assert_ptr_not_equal(copy, text);
    assert_string_equal(copy, text);
    assert_string_equal(empty, "");
    alea__free(copy);
    alea__free(empty);
}

static void allocations_fail_after_a_given_number_until_it_is_reset(void **state)
{
    (void)state;
    alea__fail_allocation_after(2);
    void *block[5] = {alea__alloc(1), alea__alloc(1), alea__alloc(1), alea__alloc_array(1, 1),
                      alea__alloc_aligned(8, 8)};
    alea__fail_allocation_after(-1);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(block[i] != NULL, i < 2);
        alea__free(block[i]);
    }
    void *again = alea__alloc(1);
    assert_non_null(again);
    alea__free(again);
}

/* ---- the k-th allocation fails ---- */

/* Does its work with some allocation failing: ALEA_E_MEMORY and nothing changed, or ALEA_OK. */
typedef alea_status deed(alea_error *);

/* Returns how many allocations the deed makes: it failed for each of them and then succeeded. */
static long fails_cleanly_at_every_allocation(deed *do_it)
{
    for (long k = 0; k < 1000; k++) {
        alea_error error = {0};
        alea__fail_allocation_after(k);
        alea_status status = do_it(&error);
        alea__fail_allocation_after(-1);
        if (status == ALEA_OK) return k;
        assert_int_equal(status, ALEA_E_MEMORY);
        assert_int_equal(error.status, ALEA_E_MEMORY);
        assert_string_equal(error.message, "There is not enough memory.");
    }
    fail_msg("it never succeeds");
    return 0;
}

static alea_status read_one(alea_error *error)
{
    unsigned char *data = NULL;
    size_t size = 0;
    alea_status status = alea__read_file("memory-test", 1 << 20, &data, &size, error);
    if (status == ALEA_OK) assert_int_equal(size, 11);
    alea__free(data);
    return status;
}

static alea_status write_one(alea_error *error)
{
    return alea__write_file("memory-test", "second text", 11, error);
}

static void files_are_written_whole_or_not_at_all(void **state)
{
    (void)state;
    assert_int_equal(alea__write_file("memory-test", "first text.", 11, NULL), ALEA_OK);
    assert_int_equal(fails_cleanly_at_every_allocation(read_one), 1);
    assert_int_equal(fails_cleanly_at_every_allocation(write_one), 1);
    unlink("memory-test");
}

/* A pipe announces no size, so that reading it takes several allocations. */
static alea_status read_a_pipe(alea_error *error)
{
    int end[2];
    char path[64];
    static char text[60000];
    unsigned char *data = NULL;
    size_t size = 0;
    if (pipe(end) != 0) return ALEA_OK;
    snprintf(path, sizeof path, "/dev/fd/%d", end[0]);
    assert_int_equal(write(end[1], text, sizeof text), sizeof text);
    close(end[1]);
    alea_status status = alea__read_file(path, 1 << 20, &data, &size, error);
    close(end[0]);
    alea__free(data);
    return status;
}

static void pipes_are_read_whole_or_not_at_all(void **state)
{
    (void)state;
    assert_that(fails_cleanly_at_every_allocation(read_a_pipe), >=, 1);
}

static alea_status add_much_text(alea_error *error)
{
    alea__text text = {0};
    for (int i = 0; i < 1000; i++) alea__text_add(&text, "%d,", i);
    alea__text_add_bytes(&text, "end", 3);
    bool failed = text.failed;
    if (!failed) assert_string_equal(text.data + text.size - 7, "999,end");
    alea__text_free(&text);
    if (failed) *error = (alea_error){.status = ALEA_E_MEMORY, .message = "There is not enough memory."};
    return failed ? ALEA_E_MEMORY : ALEA_OK;
}

static void texts_remember_that_they_failed(void **state)
{
    (void)state;
    assert_that(fails_cleanly_at_every_allocation(add_much_text), >, 3);
}

static alea_status local_thing(void *user, void **local, alea_error *error)
{
    (void)user;
    *local = alea__alloc(100);
    if (*local != NULL) return ALEA_OK;
    *error = (alea_error){.status = ALEA_E_MEMORY, .message = "There is not enough memory."};
    return ALEA_E_MEMORY;
}

static void free_local_thing(void *user, void *local)
{
    (void)user;
    alea__free(local);
}

static alea_status square(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    (void)user, (void)local, (void)error;
    *(uint64_t *)result = block * block;
    return ALEA_OK;
}

static void add(void *user, uint64_t block, const void *result)
{
    (void)block;
    *(uint64_t *)user += *(const uint64_t *)result;
}

static alea_status add_squares(unsigned threads, alea_error *error)
{
    uint64_t sum = 0, done = 0;
    alea__blocks job = {.count = 100,
                        .threads = threads,
                        .result_size = sizeof(uint64_t),
                        .user = &sum,
                        .thread_start = local_thing,
                        .thread_end = free_local_thing,
                        .work = square,
                        .fold = add};
    alea_status status = alea__blocks_run(&job, &done, NULL, error);
    if (status == ALEA_OK) assert_int_equal(sum, 328350);
    return status;
}

static alea_status add_squares_alone(alea_error *error)
{
    return add_squares(1, error);
}

static alea_status add_squares_together(alea_error *error)
{
    return add_squares(4, error);
}

static void blocks_need_their_buffer_and_what_each_thread_keeps(void **state)
{
    (void)state;
    assert_int_equal(fails_cleanly_at_every_allocation(add_squares_alone), 3);
    assert_in_range(fails_cleanly_at_every_allocation(add_squares_together), 3, 6);
}

/* Thirty blocks that are freed together; the sanitizers see what is not. */
static alea_status own_thirty(alea_error *error)
{
    alea__owned owned = {.blocks = 0};
    uint32_t missing = 0;
    for (uint32_t i = 0; i < 30; i++) {
        uint32_t *number = alea__own(&owned, alea__alloc(sizeof *number));
        if (number) *number = i;
        missing += !number;
    }
    assert_int_equal(owned.failed, missing > 0);
    assert_int_equal(owned.blocks, 30 - missing);
    for (uint32_t i = 0; i < owned.blocks; i++) assert_int_equal(*(uint32_t *)owned.block[i], i);
    alea__owned_free(&owned);
    assert_null(owned.block);
    assert_false(owned.failed);
    return missing > 0 ? alea__out_of_memory(error) : ALEA_OK;
}

/* Thirty blocks, and their list, which is made for 18 and then for 54. */
static void owned_blocks_are_freed_together_also_after_a_failure(void **state)
{
    (void)state;
    assert_int_equal(fails_cleanly_at_every_allocation(own_thirty), 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_memory_is_zero),
        cmocka_unit_test(large_blocks_get_large_pages),
        cmocka_unit_test(aligned_memory_is_aligned),
        cmocka_unit_test(zero_bytes_are_not_a_failure),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(resizing_keeps_what_was_there_also_when_it_fails),
        cmocka_unit_test(a_copied_text_has_its_own_memory),
        cmocka_unit_test(allocations_fail_after_a_given_number_until_it_is_reset),
        cmocka_unit_test(files_are_written_whole_or_not_at_all),
        cmocka_unit_test(pipes_are_read_whole_or_not_at_all),
        cmocka_unit_test(texts_remember_that_they_failed),
        cmocka_unit_test(blocks_need_their_buffer_and_what_each_thread_keeps),
        cmocka_unit_test(owned_blocks_are_freed_together_also_after_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
