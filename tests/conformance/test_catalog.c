/* Every rule file is a game, and its description is complete. */
#include "conformance/conformance.h"
#include "support/facts.h"

/* Calls `is_known` for all files of $ALEA_SOURCE/`folder` that end in .lua; each must be known. Returns their number. */
static size_t count_rule_files(const char *folder, bool (*is_known)(const char *stem, size_t length))
{
    char path[1000];
    const char *source = getenv("ALEA_SOURCE");
    snprintf(path, sizeof path, "%s/%s", source ? source : ".", folder);
    DIR *files = opendir(path);
    size_t count = 0;
    if (!files) fail_msg("%s cannot be read", path);
    for (struct dirent *file; (file = readdir(files));) {
        const size_t length = strlen(file->d_name);
        if (length < 4 || strcmp(file->d_name + length - 4, ".lua") != 0) continue;
        count++;
        if (!is_known(file->d_name, length - 4))
            fail_msg("%s/%s is in no conformance test", path, file->d_name);
    }
    closedir(files);
    return count;
}

static bool is_in_catalog(const char *stem, size_t length)
{
    for (size_t i = 0; i < alea_catalog_size(); i++)
        if (strncmp(alea_catalog_name(i), stem, length) == 0 && !alea_catalog_name(i)[length]) return true;
    return false;
}

static bool is_in_test_rules(const char *stem, size_t length)
{
    for (size_t i = 0; i < sizeof test_rules / sizeof *test_rules; i++)
        if (strncmp(test_rules[i] + strlen("tests/rules/"), stem, length + 4) == 0) return true;
    return false;
}

static void the_catalogue_is_the_folder_of_rules(void **unused)
{
    (void)unused;
    assert_int_equal(count_rule_files("rules", is_in_catalog), alea_catalog_size());
    assert_null(alea_catalog_name(alea_catalog_size()));
    for (size_t i = 1; i < alea_catalog_size(); i++)
        assert_true(strcmp(alea_catalog_name(i - 1), alea_catalog_name(i)) < 0);
}

static void every_rule_file_of_the_tests_is_played(void **unused)
{
    (void)unused;
    assert_that(count_rule_files("tests/rules", is_in_test_rules), >, 0);
}

static bool has_a_game(const char *name, const char *value)
{
    for (size_t i = 0; i < conformance_games; i++) {
        if (strcmp(name, "family") == 0 && strcmp(alea_game_family(conformance_game[i]), value) == 0)
            return true;
        if (strcmp(name, "name") == 0 && strcmp(alea_game_name(conformance_game[i]), value) == 0) return true;
    }
    return false;
}

static void every_family_and_every_file_has_a_game(void **unused)
{
    (void)unused;
    static const char *const families[] = {"race", "hog", "despirala", "graph"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        assert_true(has_a_game("family", families[i]));
    for (size_t i = 0; i < alea_catalog_size(); i++) assert_true(has_a_game("name", alea_catalog_name(i)));
}

static void says_what_it_is(const alea_game *game)
{
    bool any = false;
    must(alea_game_name(game)[0] && alea_game_title(game)[0] && alea_game_text(game)[0]);
    must(strlen(alea_game_rules_sha256(game)) == 64);
    must(strspn(alea_game_rules_sha256(game), "0123456789abcdef") == 64);
    must(alea_game_players(game) >= 1 && alea_game_players(game) <= ALEA_MAX_SEATS);
    for (int o = ALEA_WIN; o <= ALEA_TURNS; o++) any |= alea_game_has_objective(game, (alea_objective)o);
    must(any);
}

static void every_game_says_what_it_is(void **unused)
{
    (void)unused;
    for_every_game(says_what_it_is);
}

static bool is_one_of(const char *value, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(*list, value) == 0) return true;
    return false;
}

static void has_values_in_range(const alea_game *game)
{
    for (size_t i = 0; i < alea_game_parameter_count(game); i++) {
        alea_parameter p = game_parameter(game, i);
        char assignment[100];
        must(p.name && p.name[0] && p.value && p.default_value);
        snprintf(assignment, sizeof assignment, "%s=%s", p.name, p.value);
        must(strstr(alea_game_spec(game), assignment));
        if (p.one_of) {
            must(is_one_of(p.value, p.one_of) && is_one_of(p.default_value, p.one_of));
            continue;
        }
        must(strtoll(p.value, NULL, 10) >= p.min && strtoll(p.value, NULL, 10) <= p.max);
        if (strcmp(p.name, "players") == 0)
            must(strtoll(p.value, NULL, 10) == (long long)alea_game_players(game));
    }
}

static void parameters_are_in_their_ranges_and_in_the_spec(void **unused)
{
    (void)unused;
    for_every_game(has_values_in_range);
}

/* A number beyond either end is refused by a sentence that names the parameter. */
static void refuses_other_numbers(const alea_game *game)
{
    const char *brackets = strchr(alea_game_spec(game), '(');
    const int stem = brackets ? (int)(brackets - alea_game_spec(game)) : (int)strlen(alea_game_spec(game));
    for (size_t i = 0; i < alea_game_parameter_count(game); i++) {
        alea_parameter p = game_parameter(game, i);
        for (int above = 0; above <= 1 && !p.one_of; above++) {
            char spec[1200];
            alea_game *none = NULL;
            alea_error error;
            snprintf(spec, sizeof spec, "%.*s(%s=%" PRId64 ")", stem, alea_game_spec(game), p.name,
                     above ? p.max + 1 : p.min - 1);
            must(alea_game_open(spec, &none, &error) == ALEA_E_RANGE);
            must(!none && strstr(error.message, p.name));
        }
    }
}

static void numbers_outside_their_ranges_are_refused(void **unused)
{
    (void)unused;
    for_every_game(refuses_other_numbers);
}

static void opens_again(const alea_game *game)
{
    alea_game *again;
    alea_error error;
    if (alea_game_open(alea_game_spec(game), &again, &error) != ALEA_OK)
        fail_msg("%s: %s", alea_game_spec(game), error.message);
    must(strcmp(alea_game_spec(again), alea_game_spec(game)) == 0);
    must(strcmp(alea_game_rules_sha256(again), alea_game_rules_sha256(game)) == 0);
    alea_state start = alea_game_start(game), other = alea_game_start(again);
    must(same_state(&start, &other));
    alea_game_free(again);
}

static void the_spec_of_every_game_opens_the_same_game(void **unused)
{
    (void)unused;
    for_every_game(opens_again);
}

static void has_keys_that_end(const alea_game *game)
{
    size_t count = 0;
    for (alea_key key; (key = game_key(game, count)).name; count++) {
        must(key.name[0] && key.help && key.help[0]);
        for (size_t i = 0; i < count; i++) must(strcmp(game_key(game, i).name, key.name) != 0);
        must(count < 100);
    }
    must(count > 0);
    must(!game_key(game, count + 1).name && !game_key(game, 1000000).name);
}

static void every_game_has_keys_and_they_end(void **unused)
{
    (void)unused;
    for_every_game(has_keys_that_end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_catalogue_is_the_folder_of_rules),
        cmocka_unit_test(every_rule_file_of_the_tests_is_played),
        cmocka_unit_test(every_family_and_every_file_has_a_game),
        cmocka_unit_test(every_game_says_what_it_is),
        cmocka_unit_test(parameters_are_in_their_ranges_and_in_the_spec),
        cmocka_unit_test(numbers_outside_their_ranges_are_refused),
        cmocka_unit_test(the_spec_of_every_game_opens_the_same_game),
        cmocka_unit_test(every_game_has_keys_and_they_end),
    };
    return cmocka_run_group_tests(tests, open_every_game, close_every_game);
}
