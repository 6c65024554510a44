/* Standings made by hand, with unknown numbers: bots that met no other. */
#include "support/test.h"

#include <alea/view.h>

#include <ctype.h>
#include <math.h>

/* Two bots, ranked by dollars. Without a number (0 / 0) or a bound where they have not met. */
typedef struct field {
    alea_tournament_standing standing[2];
    alea_tournament_pair pair;
    alea_tournament_result result;
} field;

static void field_make(field *f, bool met)
{
    volatile double zero = 0; /* x86 makes a negative NaN of 0 / 0, ARM a positive one */
    const double money = met ? 1.5 : zero / zero, rate = met ? 0.5 : zero / zero;
    *f = (field){.pair = {.a = 0,
                          .b = 1,
                          .rate = 0.5,
                          .lower = 0,
                          .upper = 1,
                          .gain = 3,
                          .gain_lower = -INFINITY,
                          .gain_upper = INFINITY,
                          .games = 256}};
    for (unsigned i = 0; i < 2; i++)
        f->standing[i] = (alea_tournament_standing){.bot = i,
                                                    .name = i ? "hold(25)" : "hold(20)",
                                                    .kind = "built-in",
                                                    .rank = i + 1,
                                                    .rating_error = INFINITY,
                                                    .rating_low = -INFINITY,
                                                    .rating_high = INFINITY,
                                                    .rate = rate,
                                                    .rate_se = rate,
                                                    .money = i ? -money : money,
                                                    .money_se = INFINITY,
                                                    .money_low = -INFINITY,
                                                    .money_high = INFINITY};
    f->result = (alea_tournament_result){.game = "pig-pen",
                                         .players = 2,
                                         .bots = 2,
                                         .stopped = true,
                                         .has_money = true,
                                         .objective = ALEA_MONEY,
                                         .confidence = 0.95,
                                         .standing = f->standing,
                                         .pair = &f->pair,
                                         .pairs = met,
                                         .undecided = 1};
}

/* Fails where the text has nan or inf as a word: in every case of letters, with every sign. */
static void has_no_odd_number(char *text)
{
    for (char *at = text; *at; at++) *at = (char)tolower((unsigned char)*at);
    for (const char *at = text; (at = strpbrk(at, "ni")); at++) {
        const bool odd = strncmp(at, "nan", 3) == 0 || strncmp(at, "inf", 3) == 0;
        const bool word = (at == text || !isalpha((unsigned char)at[-1])) && !isalpha((unsigned char)at[3]);
        if (odd && word) fail_msg("at \"%.40s\"", at > text + 20 ? at - 20 : text);
    }
    alea_text_free(text);
}

static void what_is_not_known_is_no_number(void **state)
{
    const alea_view_options plain = {.width = 100, .ascii = true}, json = {.json = true};
    (void)state;
    for (int met = 0; met < 2; met++) {
        field f;
        char *text;
        field_make(&f, met);
        assert_int_equal(alea_view_tournament_live(&f.result, 10, &plain, &text, NULL), ALEA_OK);
        has_no_odd_number(text);
        assert_int_equal(alea_view_tournament(&f.result, 0, &plain, &text, NULL), ALEA_OK);
        has_no_odd_number(text);
        assert_int_equal(alea_view_tournament(&f.result, 0, &json, &text, NULL), ALEA_OK);
        has_no_odd_number(text);
        assert_int_equal(alea_view_tournament_csv(&f.result, &text, NULL), ALEA_OK);
        has_no_odd_number(text);
        assert_int_equal(alea_view_tournament_html(&f.result, NULL, NULL, &text, NULL), ALEA_OK);
        has_no_odd_number(text);
    }
}

static void live_standings_have_a_dash(void **state)
{
    field f;
    char *text;
    const alea_view_options plain = {.width = 60, .ascii = true};
    (void)state;
    field_make(&f, false);
    assert_int_equal(alea_view_tournament_live(&f.result, 1, &plain, &text, NULL), ALEA_OK);
    assert_non_null(strstr(text, "  1         - +/- ?       hold(20)\n"));
    alea_text_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_known_is_no_number),
        cmocka_unit_test(live_standings_have_a_dash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
