/* Which files take part. */
#include "contest/contest.h"
#include "contest_test.h"

#include <unistd.h>

/* The files of these paths, joined by spaces. */
static const char *found(const char *const *paths, size_t count)
{
    static char text[1000];
    alea__files files;
    OK(alea__files_find(paths, count, &files, &test_error));
    text[0] = 0;
    for (size_t i = 0; i < files.count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "", files.path[i]);
    alea__files_clear(&files);
    return text;
}

#define FOUND(...) \
    found((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void fails(const char *path, alea_status status, const char *words)
{
    alea__files files;
    alea_error error = {0};
    assert_int_equal(alea__files_find(&path, 1, &files, &error), status);
    assert_says(error, words);
}

static int make_files(void **state)
{
    (void)state;
    make_folder("in");
    make_folder("in/deep");
    make_folder("in/deep/er");
    make_folder("in/.git");
    make_folder("in/folder.py");
    make_folder("empty");
    make_folder("empty/inner");
    make_folder("bare");
    write_file("in/b.py", "");
    write_file("in/a.lua", "");
    write_file("in/notes.txt", "");
    write_file("in/.hidden.py", "");
    write_file("in/.git/x.py", "");
    write_file("in/deep/er/z.csv", "");
    write_file("in/deep/B.wasm", "");
    write_file("empty/inner/notes.txt", "");
    assert_int_equal(symlink("..", "in/deep/up"), 0);
    assert_int_equal(symlink("gone", "in/lost.py"), 0);
    return 0;
}

static void folders_are_looked_through_and_sorted_by_the_bytes_of_their_paths(void **state)
{
    (void)state;
    assert_string_equal(FOUND("in"),
                        "in/a.lua in/b.py in/deep/B.wasm in/deep/er/z.csv in/folder.py in/lost.py");
}

static void a_slash_at_the_end_of_a_folder_changes_nothing(void **state)
{
    (void)state;
    assert_string_equal(FOUND("in/deep/"), "in/deep/B.wasm in/deep/er/z.csv");
}

static void a_file_given_twice_counts_once(void **state)
{
    (void)state;
    assert_string_equal(FOUND("in/b.py", "in/deep/../b.py", "in/b.py", "in/a.lua"), "in/a.lua in/b.py");
    assert_string_equal(FOUND("in/deep", "in/deep/er"), "in/deep/B.wasm in/deep/er/z.csv");
}

/* A link never stands for the file that it points to, and a path through one is not the one that stays. */
static void links_take_nobodys_place(void **state)
{
    (void)state;
    make_folder("links");
    make_folder("links/maria");
    make_folder("links/tom");
    write_file("links/maria/m.py", "");
    assert_int_equal(symlink("../maria/m.py", "links/tom/a.py"), 0);
    assert_int_equal(symlink("maria", "links/all"), 0);
    assert_string_equal(FOUND("links"), "links/maria/m.py links/tom/a.py");
    assert_string_equal(FOUND("links/all/m.py", "links/maria/m.py", "links/tom/a.py"),
                        "links/maria/m.py links/tom/a.py");
    assert_string_equal(FOUND("links/all"), "links/all/m.py");
}

static void capitals_do_not_matter(void **state)
{
    (void)state;
    make_folder("capitals");
    write_file("capitals/A.PY", "");
    write_file("capitals/b.Csv", "");
    assert_string_equal(FOUND("capitals"), "capitals/A.PY capitals/b.Csv");
    assert_string_equal(FOUND("capitals/A.PY"), "capitals/A.PY");
}

static void what_is_left_out_is_counted_once(void **state)
{
    (void)state;
    static const char *const paths[] = {"in", "in/deep", "in/b.py"};
    alea__files files;
    assert_int_equal(alea__files_find(paths, 3, &files, NULL), ALEA_OK);
    assert_int_equal(files.others, 3); /* notes.txt, .hidden.py, and the link deep/up */
    alea__files_clear(&files);
}

static void an_empty_folder_is_named(void **state)
{
    (void)state;
    fails("bare", ALEA_E_FILE, "bare: the folder contains no strategies");
    static const char *const paths[] = {"in", "empty"}; /* which has a file that may be a student's */
    alea__files files;
    assert_int_equal(alea__files_find(paths, 2, &files, NULL), ALEA_OK);
    assert_int_equal(files.bares, 1);
    assert_string_equal(files.bare[0], "empty");
    alea__files_clear(&files);
}

static void a_missing_path_is_named(void **state)
{
    (void)state;
    fails("in/nobody.py", ALEA_E_FILE, "There is no file or folder in/nobody.py.");
    fails("nowhere", ALEA_E_FILE, "nowhere");
}

static void other_files_are_refused_when_they_are_given_by_name(void **state)
{
    (void)state;
    fails("in/notes.txt", ALEA_E_USAGE, "in/notes.txt");
    alea__files files;
    assert_int_equal(alea__files_find(NULL, 0, &files, NULL), ALEA_E_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_are_looked_through_and_sorted_by_the_bytes_of_their_paths),
        cmocka_unit_test(a_slash_at_the_end_of_a_folder_changes_nothing),
        cmocka_unit_test(a_file_given_twice_counts_once),
        cmocka_unit_test(links_take_nobodys_place),
        cmocka_unit_test(capitals_do_not_matter),
        cmocka_unit_test(what_is_left_out_is_counted_once),
        cmocka_unit_test(an_empty_folder_is_named),
        cmocka_unit_test(a_missing_path_is_named),
        cmocka_unit_test(other_files_are_refused_when_they_are_given_by_name),
    };
    return cmocka_run_group_tests(tests, make_files, NULL);
}
