/* From rates to places, with rates made by hand. */
#include "contest/contest.h"
#include "contest_test.h"

enum { MOST = 6 };

/* Entry i beats entry j where wins[i][j] is 'w', ties '=' and loses 'l'; '-' in the diagonal, 'x' there: disqualified. */
typedef struct field {
    alea_contest contest;
    alea_contest_entry entry[MOST];
    unsigned ranking[MOST];
    double rate[MOST * MOST];
} field;

static double rate_for(char result)
{
    return result == 'w' ? 0.6 : result == 'l' ? 0.4 : result == 'x' ? (double)NAN : 0.5;
}

static field *rank(field *f, const char *const *wins, unsigned count)
{
    memset(f, 0, sizeof *f);
    f->contest = (alea_contest){.count = count, .entry = f->entry, .ranking = f->ranking, .rate = f->rate};
    for (unsigned i = 0; i < count; i++) {
        f->entry[i].ok = wins[i][i] != 'x';
        f->entry[i].mean_rate = (double)NAN;
        for (unsigned j = 0; j < count; j++) f->rate[i * count + j] = rate_for(wins[i][j]);
    }
    alea__rank(&f->contest);
    return f;
}

#define RANK(f, ...) \
    rank(f, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void assert_places(const field *f, const char *ranks, const char *order)
{
    char found[2][MOST + 1] = {"", ""};
    for (unsigned i = 0; i < f->contest.count; i++) found[0][i] = (char)('0' + f->entry[i].rank);
    for (unsigned i = 0; i < f->contest.ranked; i++) found[1][i] = (char)('a' + f->ranking[i]);
    assert_string_equal(found[0], ranks);
    assert_string_equal(found[1], order);
}

static void the_most_matches_won_come_first(void **state)
{
    (void)state;
    field f;
    RANK(&f, "-ll", "w-l", "ww-");
    assert_places(&f, "321", "cba");
    assert_int_equal(f.entry[2].matches_won, 2);
    assert_int_equal(f.entry[2].award, ALEA_FIRST);
    assert_int_equal(f.entry[1].award, ALEA_SECOND);
    assert_int_equal(f.entry[0].award, ALEA_THIRD);
}

static void equal_places_are_shared_1_1_3(void **state)
{
    (void)state;
    field f;
    RANK(&f, "-=ww", "=-ww", "ll-w", "lll-");
    assert_places(&f, "1134", "abcd");
    assert_int_equal(f.entry[1].award, ALEA_FIRST);
    assert_int_equal(f.entry[2].award, ALEA_THIRD);
    assert_int_equal(f.entry[3].award, ALEA_NO_AWARD);
}

static void a_shared_third_place_is_third_for_all_who_share_it(void **state)
{
    (void)state;
    field f;
    RANK(&f, "-wwww", "l-www", "ll-==", "ll=-=", "ll==-");
    assert_places(&f, "12333", "abcde");
    for (int i = 2; i < 5; i++) assert_int_equal(f.entry[i].award, ALEA_THIRD);
}

static void a_tie_is_won_by_neither(void **state)
{
    (void)state;
    field f;
    RANK(&f, "-=", "=-");
    assert_places(&f, "11", "ab");
    assert_int_equal(f.entry[0].matches_won, 0);
}

/* Above 50.0001 %, as the contest's rules put it. */
static void a_match_is_won_only_above_the_limit(void **state)
{
    (void)state;
    field f;
    RANK(&f, "-=", "=-");
    f.rate[1] = 0.500001;
    alea__rank(&f.contest);
    assert_int_equal(f.entry[0].matches_won, 0);
    f.rate[1] = 0.5000011;
    alea__rank(&f.contest);
    assert_int_equal(f.entry[0].matches_won, 1);
    assert_places(&f, "12", "ab");
}

static void the_disqualified_have_no_place_and_give_nobody_a_match(void **state)
{
    (void)state;
    field f;
    RANK(&f, "-xw", "xxx", "lx-");
    assert_places(&f, "102", "ac");
    assert_int_equal(f.entry[0].matches_won, 1);
    assert_that(f.entry[0].mean_rate, ==, 0.6);
    assert_true(isnan(f.entry[1].mean_rate));
    assert_int_equal(f.entry[1].award, ALEA_NO_AWARD);
}

static void one_alone_wins_no_award_and_has_no_mean(void **state)
{
    (void)state;
    field f;
    RANK(&f, "-");
    assert_places(&f, "1", "a");
    assert_true(isnan(f.entry[0].mean_rate));
    assert_int_equal(f.entry[0].award, ALEA_NO_AWARD);
}

/* Three beat each other in a circle; the first is a little better against the last, but not by enough to win. */
static void the_mean_rate_breaks_ties_if_it_is_asked_to(void **state)
{
    (void)state;
    field f;
    RANK(&f, "-wl=", "l-w=", "wl-=", "===-");
    assert_places(&f, "1114", "abcd");
    f.rate[0 * 4 + 3] = 0.5000005;
    f.rate[3 * 4 + 0] = 0.4999995;
    alea__rank(&f.contest);
    assert_places(&f, "1114", "abcd");
    f.contest.tie_break = ALEA_TIES_BY_RATE;
    alea__rank(&f.contest);
    assert_places(&f, "1224", "abcd");
    assert_int_equal(f.entry[1].award, ALEA_SECOND);
    assert_int_equal(f.entry[2].award, ALEA_SECOND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_matches_won_come_first),
        cmocka_unit_test(equal_places_are_shared_1_1_3),
        cmocka_unit_test(a_shared_third_place_is_third_for_all_who_share_it),
        cmocka_unit_test(a_tie_is_won_by_neither),
        cmocka_unit_test(a_match_is_won_only_above_the_limit),
        cmocka_unit_test(the_disqualified_have_no_place_and_give_nobody_a_match),
        cmocka_unit_test(one_alone_wins_no_award_and_has_no_mean),
        cmocka_unit_test(the_mean_rate_breaks_ties_if_it_is_asked_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
