/* Contests as text, JSON, CSV and a page, from contests made by hand. */
#include "base/memory.h"
#include "support/test.h"

#include <alea/view.h>

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 4, ENTRIES = 5, MANY = 45 };

static unsigned char table_of[MANY][SIDE * SIDE];

/* Anna beats both Berts, who tie; one entry has no name; one is disqualified. */
typedef struct made {
    alea_contest contest;
    alea_contest_entry entry[MANY];
    unsigned ranking[MANY];
    double rate[MANY * MANY];
} made;

static void set_rate(made *m, unsigned i, unsigned j, double rate)
{
    m->rate[i * m->contest.count + j] = rate;
    m->rate[j * m->contest.count + i] = 1 - rate;
}

static void make(made *m)
{
    *m = (made){.contest = {.game = "hog(goal=4)",
                            .side = SIDE,
                            .most = 10,
                            .count = ENTRIES,
                            .ranked = 4,
                            .error_bound = 1e-12,
                            .pairs = 6,
                            .pairs_computed = 4,
                            .pairs_kept = 2,
                            .tabulated = 3}};
    m->entry[0] = (alea_contest_entry){.name = "Anna",
                                       .file = "s/anna.py",
                                       .ok = true,
                                       .matches_won = 3,
                                       .rank = 1,
                                       .award = ALEA_FIRST,
                                       .mean_rate = 0.6,
                                       .printed = "secret"};
    m->entry[1] = (alea_contest_entry){.name = "Bert",
                                       .file = "s/bert-1.py",
                                       .ok = true,
                                       .matches_won = 1,
                                       .rank = 2,
                                       .award = ALEA_SECOND,
                                       .mean_rate = 0.5};
    m->entry[2] = (alea_contest_entry){.name = "Bert",
                                       .file = "s/bert-2.py",
                                       .ok = true,
                                       .matches_won = 1,
                                       .rank = 2,
                                       .award = ALEA_SECOND,
                                       .mean_rate = 0.5};
    m->entry[3] = (alea_contest_entry){.name = "Carl",
                                       .file = "s/carl.py",
                                       .reason = "There is no function.",
                                       .what = "function",
                                       .mean_rate = NAN,
                                       .printed = "secret"};
    m->entry[4] =
        (alea_contest_entry){.name = "", .file = "s/nobody.csv", .ok = true, .rank = 4, .mean_rate = 1. / 3};
    for (unsigned i = 0; i < ENTRIES; i++) {
        m->entry[i].moves = m->entry[i].ok ? table_of[i] : NULL;
        for (unsigned j = 0; j < ENTRIES; j++) m->rate[i * ENTRIES + j] = i == j ? 0.5 : NAN;
    }
    m->rate[3 * ENTRIES + 3] = NAN;
    set_rate(m, 0, 1, 0.6);
    set_rate(m, 0, 2, 0.6);
    set_rate(m, 0, 4, 0.7);
    set_rate(m, 1, 2, 0.5);
    set_rate(m, 1, 4, 0.55);
    set_rate(m, 2, 4, 0.55);
    memcpy(m->ranking, (unsigned[]){0, 1, 2, 4}, 4 * sizeof(unsigned));
    m->contest.entry = m->entry;
    m->contest.ranking = m->ranking;
    m->contest.rate = m->rate;
}

/* More than a table of cells has room for; their rates are all different. */
static void make_many(made *m)
{
    static char name[MANY][16];
    make(m);
    m->contest.count = m->contest.ranked = MANY;
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(name[i], sizeof name[i], "n%u", i);
        m->entry[i] = (alea_contest_entry){.name = name[i],
                                           .file = name[i],
                                           .ok = true,
                                           .rank = i + 1,
                                           .moves = table_of[i],
                                           .mean_rate = 0.5};
        m->ranking[i] = MANY - 1 - i;
        for (unsigned j = 0; j < i; j++) set_rate(m, i, j, 0.5 + (i - j) / 100.);
        m->rate[i * MANY + i] = 0.5;
    }
}

typedef alea_status viewer(const alea_contest *, char **, alea_error *);

static alea_status as_text(const alea_contest *c, char **out, alea_error *error)
{
    return alea_view_contest(c, &(alea_view_work){.seconds = 2}, &(alea_view_options){.width = 80}, out,
                             error);
}

static alea_status as_json(const alea_contest *c, char **out, alea_error *error)
{
    return alea_view_contest(c, &(alea_view_work){.file = "hog.db"}, &(alea_view_options){.json = true}, out,
                             error);
}

/* Not inlined: gcc 12 would take the text for a dangling pointer. */
__attribute__((noinline)) static char *shown(const alea_contest *c, viewer *view)
{
    char *text;
    alea_error error;
    alea_status status = view(c, &text, &error);
    assert_int_equal(status, ALEA_OK);
    return text;
}

static void assert_shows(const alea_contest *c, viewer *view, const char *what)
{
    char *text = shown(c, view);
    if (!strstr(text, what)) fail_msg("\"%s\" is not in:\n%s", what, text);
    alea_text_free(text);
}

static void assert_hides(const alea_contest *c, viewer *view, const char *what)
{
    char *text = shown(c, view);
    if (strstr(text, what)) fail_msg("\"%s\" is in:\n%s", what, text);
    alea_text_free(text);
}

static viewer *const all_views[] = {as_text, as_json, alea_view_contest_csv, alea_view_contest_rates_csv,
                                    alea_view_contest_html};
enum { VIEWS = sizeof all_views / sizeof *all_views };

/* ---- all of them ---- */

static void what_was_printed_is_nobody_elses_affair(void **state)
{
    (void)state;
    made m;
    make(&m);
    for (size_t i = 0; i < VIEWS; i++) assert_hides(&m.contest, all_views[i], "secret");
}

static void a_lack_of_memory_is_an_error_everywhere(void **state)
{
    (void)state;
    made m;
    make(&m);
    for (size_t i = 0; i < VIEWS; i++)
        for (long after = 0;; after++) {
            char *text = NULL;
            alea_error error;
            alea__fail_allocation_after(after);
            alea_status status = all_views[i](&m.contest, &text, &error);
            alea__fail_allocation_after(-1);
            if (status == ALEA_OK) {
                assert_true(after > 0 || all_views[i] == as_json);
                alea_text_free(text);
                break;
            }
            assert_int_equal(status, ALEA_E_MEMORY);
            assert_null(text);
        }
}

/* ---- text ---- */

static void the_title_counts_the_disqualified(void **state)
{
    (void)state;
    made m;
    make(&m);
    assert_shows(&m.contest, as_text, "hog(goal=4): 5 entries, 1 disqualified\n");
}

static void ranks_awards_and_rates_stand_in_a_table(void **state)
{
    (void)state;
    made m;
    make(&m);
    assert_shows(&m.contest, as_text, "     1  Anna                  3  60.0000 %  first\n");
    assert_shows(&m.contest, as_text, "     4  s/nobody.csv          0  33.3333 %  \n");
}

static void entries_of_one_name_are_told_apart_by_their_files(void **state)
{
    (void)state;
    made m;
    make(&m);
    assert_shows(&m.contest, as_text, "     2  Bert (s/bert-1.py)    1  50.0000 %  second\n");
    assert_shows(&m.contest, as_text, "     2  Bert (s/bert-2.py)    1  50.0000 %  second\n");
}

static void the_disqualified_have_their_reasons(void **state)
{
    (void)state;
    made m;
    make(&m);
    assert_shows(&m.contest, as_text,
                 "\nDisqualified:\n  Carl (s/carl.py)\n              There is no function.\n");
}

static void the_end_counts_what_was_computed(void **state)
{
    (void)state;
    made m;
    make(&m);
    assert_shows(
        &m.contest, as_text,
        "\n6 pairs: 4 computed now, 2 taken from the database. Rates are off by at most 1e-12. 2.00 s.\n");
}

static void a_stopped_contest_ranks_nobody(void **state)
{
    (void)state;
    made m;
    make(&m);
    m.contest.stopped = true;
    m.contest.ranked = 0;
    assert_shows(&m.contest, as_text, ", stopped\n\nNothing is ranked yet.\n");
    assert_shows(&m.contest, as_json, "\"stopped\": true");
    assert_hides(&m.contest, as_json, "\"rank\": 1");
}

static void with_nobody_left_it_says_so(void **state)
{
    (void)state;
    made m;
    make(&m);
    m.contest.entry += 3;
    m.contest.count = 1;
    m.contest.ranked = 0;
    m.contest.rate = (double[]){NAN};
    assert_shows(&m.contest, as_text, "No entry is left to rank.");
    assert_shows(&m.contest, alea_view_contest_html, "No entry is left to rank.");
}

static void long_names_do_not_widen_the_table(void **state)
{
    (void)state;
    made m;
    char name[201];
    make(&m);
    memset(name, 'x', sizeof name);
    name[200] = 0;
    m.entry[0].name = name;
    char *text = shown(&m.contest, as_text), *save = NULL;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        if (strchr("0123456789", line[5]))
            assert_that(strlen(line), <=, 82); /* the ellipsis has three bytes */
    alea_text_free(text);
    assert_shows(&m.contest, as_json, name);
}

static void names_cannot_upset_a_terminal(void **state)
{
    (void)state;
    made m;
    make(&m);
    m.entry[0].name = "\033[2J";
    m.entry[3].file = "\033]0;\007";
    for (size_t i = 0; i < VIEWS; i++) assert_hides(&m.contest, all_views[i], "\033");
}

/* ---- JSON ---- */

static json_t *parsed(const alea_contest *c)
{
    char *text = shown(c, as_json);
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json) fail_msg("%s in:\n%s", error.text, text);
    alea_text_free(text);
    return json;
}

static void assert_keys(json_t *object, const char *const *keys, size_t count)
{
    const char *key;
    json_t *value;
    size_t i = 0;
    json_object_foreach(object, key, value)
    {
        assert_that(i, <, count);
        assert_string_equal(key, keys[i++]);
    }
    assert_int_equal(i, count);
}

static void keys_come_in_the_documented_order(void **state)
{
    (void)state;
    static const char *const keys[] = {"game",    "entries",        "ranking",     "rates",     "error_bound",
                                       "pairs",   "pairs_computed", "pairs_kept",  "tabulated", "left_out",
                                       "python",  "stopped",        "submissions", "warnings",  "database",
                                       "seconds", "commitment",     "seed",        "salt"};
    static const char *const entry_keys[] = {"name",  "file",        "status", "reason", "what",
                                             "staff", "matches_won", "rank",   "award",  "mean_rate"};
    made m;
    make(&m);
    json_t *json = parsed(&m.contest);
    assert_keys(json, keys, sizeof keys / sizeof *keys);
    assert_keys(json_array_get(json_object_get(json, "entries"), 0), entry_keys,
                sizeof entry_keys / sizeof *entry_keys);
    json_decref(json);
}

static void a_disqualified_entry_has_a_reason_and_no_numbers(void **state)
{
    (void)state;
    made m;
    make(&m);
    json_t *json = parsed(&m.contest), *carl = json_array_get(json_object_get(json, "entries"), 3);
    assert_string_equal(json_string_value(json_object_get(carl, "status")), "disqualified");
    assert_string_equal(json_string_value(json_object_get(carl, "what")), "function");
    assert_true(json_is_null(json_object_get(carl, "rank")));
    assert_true(json_is_null(json_object_get(carl, "mean_rate")));
    json_t *rates = json_object_get(json, "rates");
    for (size_t i = 0; i < ENTRIES; i++) {
        assert_true(json_is_null(json_array_get(json_array_get(rates, 3), i)));
        assert_true(json_is_null(json_array_get(json_array_get(rates, i), 3)));
    }
    json_decref(json);
}

static void rates_read_back_as_the_same_numbers(void **state)
{
    (void)state;
    made m;
    make(&m);
    json_t *json = parsed(&m.contest), *rates = json_object_get(json, "rates");
    for (size_t i = 0; i < ENTRIES; i++)
        for (size_t j = 0; j < ENTRIES; j++) {
            json_t *rate = json_array_get(json_array_get(rates, i), j);
            if (i != 3 && j != 3) assert_that(json_real_value(rate), ==, m.rate[i * ENTRIES + j]);
        }
    json_decref(json);
}

/* ---- CSV ---- */

static void the_csv_is_the_ranking_and_then_the_disqualified(void **state)
{
    (void)state;
    made m;
    make(&m);
    m.entry[4].mean_rate = 0.25;
    m.entry[1].ok = m.entry[2].ok = false;
    m.entry[1].reason = m.entry[2].reason = "why";
    m.entry[1].what = m.entry[2].what = "impure";
    m.contest.ranked = 2;
    m.ranking[1] = 4;
    char *text = shown(&m.contest, alea_view_contest_csv);
    assert_string_equal(text, "rank,name,file,status,matches_won,mean_rate,award,what,reason\n"
                              "1,Anna,s/anna.py,ok,3,0.59999999999999998,first,,\n"
                              "4,,s/nobody.csv,ok,0,0.25,,,\n"
                              ",Bert,s/bert-1.py,disqualified,,,second,impure,why\n"
                              ",Bert,s/bert-2.py,disqualified,,,second,impure,why\n"
                              ",Carl,s/carl.py,disqualified,,,,function,There is no function.\n");
    alea_text_free(text);
}

static void cells_are_quoted_and_are_no_formulas(void **state)
{
    (void)state;
    made m;
    make(&m);
    m.entry[0].name = "=HYPERLINK(\"x\",1)";
    assert_shows(&m.contest, alea_view_contest_csv, "\n1,\"'=HYPERLINK(\"\"x\"\",1)\",s/anna.py,");
    m.entry[0].name = "-1";
    assert_shows(&m.contest, alea_view_contest_csv, "\n1,'-1,s/anna.py,");
    m.entry[0].name = "＝cmd()"; /* full-width signs, which some spreadsheets take for the same */
    assert_shows(&m.contest, alea_view_contest_csv, "\n1,'＝cmd(),s/anna.py,");
    m.entry[0].name = "＋1";
    assert_shows(&m.contest, alea_view_contest_csv, "\n1,'＋1,s/anna.py,");
    m.entry[0].name = "－1";
    assert_shows(&m.contest, alea_view_contest_csv, "\n1,'－1,s/anna.py,");
    m.entry[0].name = "＠x";
    assert_shows(&m.contest, alea_view_contest_csv, "\n1,'＠x,s/anna.py,");
    m.entry[0].name = "Anna ＝ 1";
    assert_shows(&m.contest, alea_view_contest_csv, "\n1,Anna ＝ 1,s/anna.py,");
}

static void the_csv_of_rates_is_in_the_order_of_the_ranking(void **state)
{
    (void)state;
    made m;
    make(&m);
    m.ranking[1] = 2;
    m.ranking[2] = 1;
    assert_shows(&m.contest, alea_view_contest_rates_csv,
                 "rank,name,file,s/anna.py,s/bert-2.py,s/bert-1.py,s/nobody.csv\n1,Anna,s/"
                 "anna.py,0.5,0.59999999999999998,");
}

/* ---- the page ---- */

static void names_are_no_markup(void **state)
{
    (void)state;
    made m;
    make(&m);
    m.entry[0].name = "<script>alert('1' & \"2\")</script>";
    m.entry[3].file = "</td><img src=x>";
    assert_shows(&m.contest, alea_view_contest_html,
                 "<bdi>&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;</bdi>");
    assert_hides(&m.contest, alea_view_contest_html, "<script>alert");
    assert_hides(&m.contest, alea_view_contest_html, "<img src=x");
}

static void the_page_loads_nothing(void **state)
{
    (void)state;
    made m;
    make(&m);
    assert_shows(&m.contest, alea_view_contest_html,
                 "content=\"default-src 'none'; img-src data:; style-src 'sha256-");
    assert_hides(&m.contest, alea_view_contest_html, "http://");
    assert_hides(&m.contest, alea_view_contest_html, "https://");
    assert_hides(&m.contest, alea_view_contest_html, " style=");
    assert_hides(&m.contest, alea_view_contest_html, " onclick=");
}

static void a_small_contest_has_a_cell_a_pair(void **state)
{
    (void)state;
    made m;
    make(&m);
    assert_shows(&m.contest, alea_view_contest_html,
                 "title=\"Anna against nobody.csv: 70.0000 %\">70.0</td>");
    assert_hides(&m.contest, alea_view_contest_html, "id=\"picture\"");
}

/* Three digits of base 64 at a place. */
static double unpacked(const char *digits)
{
    static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned level = 0;
    for (int i = 0; i < 3; i++) level = 64 * level + (unsigned)(strchr(base64, digits[i]) - base64);
    return level / 262143.;
}

static void assert_packed(const char *page)
{
    static const char start[] = "<div id=\"packed\" hidden>";
    assert_non_null(strstr(page, start));
    size_t at = (size_t)(strstr(page, start) - page) + strlen(start);
    for (unsigned i = 0; i < MANY; i++)
        for (unsigned j = i + 1; j < MANY; j++, at += 3)
            assert_float_equal(unpacked(page + at), 0.5 + (j - i) / 100., 2e-6);
    assert_int_equal(strncmp(page + at, "</div>", 6), 0);
}

static void a_large_contest_has_a_picture_and_its_numbers(void **state)
{
    (void)state;
    made m;
    make_many(&m);
    char *text = shown(&m.contest, alea_view_contest_html);
    assert_packed(text);
    assert_non_null(strstr(text, "<img id=\"picture\" src=\"data:image/png;base64,iVBORw0KGgo"));
    alea_text_free(text);
}

static void the_page_has_neither_times_nor_counts_of_a_run(void **state)
{
    (void)state;
    made m;
    make(&m);
    char *first = shown(&m.contest, alea_view_contest_html);
    m.contest.pairs_computed = 0;
    m.contest.pairs_kept = 6;
    m.contest.tabulated = 0;
    char *second = shown(&m.contest, alea_view_contest_html);
    assert_string_equal(first, second);
    alea_text_free(first);
    alea_text_free(second);
}

/* ---- a strategy ---- */

static char *report(const alea_strategy *s, bool json)
{
    alea_rates rate[11];
    char *text = NULL;
    alea_error error;
    for (int i = 0; i < 11; i++) {
        const double mean = i < 4 ? 0.45 : 0.55;
        rate[i] = (alea_rates){{mean + 0.01, mean + 0.01}, {mean - 0.01, mean - 0.01}, {mean, mean}};
    }
    alea_view_strategy_facts facts = {.game = "hog(goal=4)", .rate = s->ok ? rate : NULL, .rates = 11};
    assert_int_equal(alea_view_strategy(s, &facts, &(alea_view_options){.json = json}, &text, &error),
                     ALEA_OK);
    return text;
}

static void assert_reports(const alea_strategy *s, const char *what)
{
    char *text = report(s, false);
    if (!strstr(text, what)) fail_msg("\"%s\" is not in:\n%s", what, text);
    alea_text_free(text);
}

static const alea_strategy sound = {.name = "Anna",
                                    .file = "anna.py",
                                    .ok = true,
                                    .printed = "one\n\033two\n",
                                    .moves = table_of[0],
                                    .side = SIDE,
                                    .most = 10,
                                    .fuel = 3000000000,
                                    .fuel_limit = 100000000000};

static void a_sound_strategy_is_valid_and_met_by_every_number_of_dice(void **state)
{
    (void)state;
    assert_reports(&sound, "  valid       yes\n");
    assert_reports(&sound, "  answers     16, the same in every pass; by number of dice: 0: 16\n");
    assert_reports(&sound, "  time        1.0 % of the limit: all answers together take about 0.1 seconds,\n "
                           "             and may take ten seconds\n");
    assert_reports(&sound, "  always(3)      46.0000 %      44.0000 %  45.0000 %  lost\n");
    assert_reports(&sound, "  always(10)     56.0000 %      54.0000 %  55.0000 %  won\n");
    assert_reports(&sound, "\n7 of 11 matches won; a match is won above 50.0001 %.\n");
}

static void what_it_printed_is_shown_to_its_author_line_by_line(void **state)
{
    (void)state;
    assert_reports(&sound, "Its output, shown only to you:\n  one\n  \\x1Btwo\n");
}

static void of_many_lines_it_shows_twenty_and_counts_the_others(void **state)
{
    (void)state;
    char printed[400] = "";
    for (int i = 1; i <= 30; i++) snprintf(printed + strlen(printed), 8, "%d\n", i);
    alea_strategy loud = sound;
    loud.printed = printed;
    loud.printed_lines = 10000;
    assert_reports(&loud, "\n  20\n  ... and 9,980 more lines\n");
    loud.printed_lines = 21;
    assert_reports(&loud, "\n  20\n  ... and 1 more line\n");
    printed[strlen("1\n2\n")] = 0;
    loud.printed_lines = 2;
    assert_reports(&loud, "shown only to you:\n  1\n  2\n\nExact");
}

static void a_strategy_that_is_wrong_would_be_disqualified(void **state)
{
    (void)state;
    alea_strategy wrong = {.name = "",
                           .file = "x.py",
                           .reason = "There is no function.",
                           .what = "function",
                           .side = SIDE,
                           .most = 10};
    assert_reports(&wrong, "  valid       no, it would be disqualified: There is no function.\n");
    char *text = report(&wrong, true);
    json_t *json = json_loads(text, 0, NULL);
    assert_true(json_is_null(json_object_get(json, "rates")));
    assert_true(json_is_null(json_object_get(json, "answers")));
    assert_string_equal(json_string_value(json_object_get(json, "status")), "disqualified");
    json_decref(json);
    alea_text_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_printed_is_nobody_elses_affair),
        cmocka_unit_test(a_lack_of_memory_is_an_error_everywhere),
        cmocka_unit_test(the_title_counts_the_disqualified),
        cmocka_unit_test(ranks_awards_and_rates_stand_in_a_table),
        cmocka_unit_test(entries_of_one_name_are_told_apart_by_their_files),
        cmocka_unit_test(the_disqualified_have_their_reasons),
        cmocka_unit_test(the_end_counts_what_was_computed),
        cmocka_unit_test(a_stopped_contest_ranks_nobody),
        cmocka_unit_test(with_nobody_left_it_says_so),
        cmocka_unit_test(long_names_do_not_widen_the_table),
        cmocka_unit_test(names_cannot_upset_a_terminal),
        cmocka_unit_test(keys_come_in_the_documented_order),
        cmocka_unit_test(a_disqualified_entry_has_a_reason_and_no_numbers),
        cmocka_unit_test(rates_read_back_as_the_same_numbers),
        cmocka_unit_test(the_csv_is_the_ranking_and_then_the_disqualified),
        cmocka_unit_test(cells_are_quoted_and_are_no_formulas),
        cmocka_unit_test(the_csv_of_rates_is_in_the_order_of_the_ranking),
        cmocka_unit_test(names_are_no_markup),
        cmocka_unit_test(the_page_loads_nothing),
        cmocka_unit_test(a_small_contest_has_a_cell_a_pair),
        cmocka_unit_test(a_large_contest_has_a_picture_and_its_numbers),
        cmocka_unit_test(the_page_has_neither_times_nor_counts_of_a_run),
        cmocka_unit_test(a_sound_strategy_is_valid_and_met_by_every_number_of_dice),
        cmocka_unit_test(what_it_printed_is_shown_to_its_author_line_by_line),
        cmocka_unit_test(of_many_lines_it_shows_twenty_and_counts_the_others),
        cmocka_unit_test(a_strategy_that_is_wrong_would_be_disqualified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
