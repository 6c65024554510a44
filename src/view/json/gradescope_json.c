/* The result of one submission, as Gradescope's autograder expects it in results.json. */
#include "base/error.h"
#include "base/text.h"
#include "view/contest_view.h"
#include "view/json/json.h"
#include "view/messages.h"

#include <stdio.h>

/* One match, or the check of the file itself. */
static json_t *gradescope_test(const char *name, bool passed, const char *output)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "name", alea__json_text(name));
    alea__json_put(&json, "status", alea__json_text(passed ? "passed" : "failed"));
    alea__json_put(&json, "output", alea__json_text(output));
    return alea__json_end(&json);
}

/* The result of a submission that came too late. */
static alea_status gradescope_late(const alea_contest *c, char **out, alea_error *error)
{
    alea__json json = alea__json_start();
    alea__text words = {0};
    alea__add_late(&words, c, 0);
    alea__json_put(&json, "score", alea__json_real(0));
    alea__json_put(&json, "output", words.failed ? NULL : alea__json_text(words.data));
    alea__json_put(&json, "visibility", alea__json_text("visible"));
    alea__text_free(&words);
    return alea__json_finish(&json, out, error);
}

/* Only matches against built-in bots are named, because they reveal no student. */
static json_t *gradescope_tests(const alea_contest *c, unsigned own)
{
    const alea_contest_entry *e = &c->entry[own];
    json_t *tests = alea__json_append(
        json_array(), gradescope_test("The strategy is valid", e->ok, e->ok ? GRADES_VALID : e->reason));
    for (unsigned i = 0; e->ok && i < c->count; i++) {
        char name[300], output[100];
        if (i == own || !c->entry[i].ok || !alea__entry_is_staff(c, i)) continue;
        const double rate = alea__rate_of(c, own, i);
        snprintf(name, sizeof name, "Match against %s", c->entry[i].name);
        alea__print(output, sizeof output, GRADES_MEAN_ALONE, 100 * rate);
        tests = alea__json_append(tests, gradescope_test(name, rate > ALEA_CONTEST_WIN, output));
    }
    return tests;
}

static json_t *gradescope_row(const char *name, double value)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "name", alea__json_text(name));
    alea__json_put(&json, "value", alea__json_real(value));
    return alea__json_end(&json);
}

static json_t *gradescope_leaderboard(const alea_contest_entry *e)
{
    json_t *rows = json_array();
    rows = alea__json_append(rows, gradescope_row("Matches won", e->ok ? e->matches_won : 0));
    return alea__json_append(rows, gradescope_row("Mean win rate (%)", e->ok ? 100 * e->mean_rate : 0));
}

alea_status alea_view_gradescope(const alea_contest *c, const alea_points *points, char **out,
                                 alea_error *error)
{
    alea__json json = alea__json_start();
    unsigned own = 0, students = 0;
    for (unsigned i = 0; i < c->count; i++) {
        if (alea__entry_is_staff(c, i)) continue;
        own = i;
        students++;
    }
    if (students == 0 && !c->stopped && c->submissions && c->submissions->students == 1) {
        json_t *dropped = alea__json_end(&json);
        if (dropped) json_decref(dropped);
        return gradescope_late(c, out, error);
    }
    if (students != 1 || c->stopped) {
        json_t *dropped = alea__json_end(&json);
        if (dropped) json_decref(dropped);
        return alea__fail(error, ALEA_E_USAGE, GRADES_ONE_SUBMISSION, students);
    }
    const alea_contest_entry *e = &c->entry[own];
    alea__json_put(&json, "score", alea__json_real(alea__points_of(points, e)));
    alea__json_put(&json, "output", alea__json_text(e->ok ? GRADES_VALID : e->reason));
    alea__json_put(&json, "visibility", alea__json_text("visible"));
    alea__json_put(&json, "tests", gradescope_tests(c, own));
    alea__json_put(&json, "leaderboard", gradescope_leaderboard(e));
    return alea__json_finish(&json, out, error);
}
