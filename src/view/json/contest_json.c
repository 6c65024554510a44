/* Contests and strategies as JSON; keys.json documents the keys. */
#include "base/assert.h"
#include "view/contest_view.h"
#include "view/json/json.h"
#include "view/json/views.h"

static const char *const status_words[] = {"disqualified", "ok"};

static json_t *entry_award(const void *entry)
{
    const alea_contest_entry *e = entry;
    return alea__json_text(alea__award_name(e->award));
}

static const alea__json_field entry_fields[] = {
    ALEA__FIELD("name", alea_contest_entry, name),
    ALEA__FIELD("file", alea_contest_entry, file),
    ALEA__CHOICE("status", alea_contest_entry, ok, status_words),
    ALEA__FIELD("reason", alea_contest_entry, reason),
    ALEA__FIELD("what", alea_contest_entry, what),
    ALEA__FIELDS_END,
};

static const alea__json_field ranked_fields[] = {
    ALEA__FIELD("matches_won", alea_contest_entry, matches_won),
    ALEA__FIELD("rank", alea_contest_entry, rank),
    ALEA__COMPUTED("award", entry_award),
    ALEA__FIELD("mean_rate", alea_contest_entry, mean_rate),
    ALEA__FIELDS_END,
};

/* The entries in the order of their files; values that need a finished ranking are null before. */
static json_t *contest_entries(const void *contest)
{
    const alea_contest *c = contest;
    json_t *array = json_array();
    for (unsigned i = 0; i < c->count; i++) {
        const alea_contest_entry *e = &c->entry[i];
        alea__json json = alea__json_start();
        alea__json_put_fields(&json, entry_fields, e);
        alea__json_put(&json, "staff", json_boolean(alea__entry_is_staff(c, i)));
        alea__json_put_fields(&json, ranked_fields, e->ok && !c->stopped ? e : NULL);
        array = alea__json_append(array, alea__json_end(&json));
    }
    return array;
}

static const char *const submission_lms[] = {[ALEA_NO_LMS] = NULL,
                                             [ALEA_CANVAS] = "canvas",
                                             [ALEA_MOODLE] = "moodle",
                                             [ALEA_GRADESCOPE] = "gradescope"};
static const char *const submission_status[] = {[ALEA_SUBMISSION_COUNTS] = "counts",
                                                [ALEA_SUBMISSION_LATE] = "late",
                                                [ALEA_SUBMISSION_REPLACED] = "replaced",
                                                [ALEA_SUBMISSION_EXTRA] = "extra"};
static const char *const submission_source[] = {[ALEA_TIME_UNKNOWN] = NULL,
                                                [ALEA_TIME_LISTED] = "list",
                                                [ALEA_TIME_GRADESCOPE] = "gradescope",
                                                [ALEA_TIME_ARCHIVE] = "archive",
                                                [ALEA_TIME_FILE] = "file"};

static json_t *submission_time(const void *submission)
{
    const alea_submission *s = submission;
    alea__text text = {0};
    if (s->time_source == ALEA_TIME_UNKNOWN) return json_null();
    alea__add_utc(&text, s->time);
    json_t *time = text.failed ? NULL : alea__json_text(text.data);
    alea__text_free(&text);
    return time;
}

static const alea__json_field submission_fields[] = {
    ALEA__FIELD("file", alea_submission, file),
    ALEA__FIELD("student", alea_submission, student),
    ALEA__FIELD("id", alea_submission, id),
    ALEA__FIELD("email", alea_submission, email),
    ALEA__CHOICE("lms", alea_submission, lms, submission_lms),
    ALEA__CHOICE("status", alea_submission, status, submission_status),
    ALEA__FIELD("staff", alea_submission, staff),
    ALEA__COMPUTED("time", submission_time),
    ALEA__CHOICE("time_source", alea_submission, time_source, submission_source),
    ALEA__FIELDS_END,
};

/* With `entry`, the index of the resulting entry; null if the submission does not count. */
static json_t *contest_submissions(const void *contest)
{
    const alea_contest *c = contest;
    json_t *array = json_array();
    for (unsigned i = 0; c->submissions && i < c->submissions->count; i++) {
        const alea_contest_entry *entry = alea__submission_entry(c, i);
        alea__json json = alea__json_start();
        alea__json_put_fields(&json, submission_fields, &c->submissions->submission[i]);
        alea__json_put(&json, "entry", entry ? alea__json_count((uint64_t)(entry - c->entry)) : json_null());
        array = alea__json_append(array, alea__json_end(&json));
    }
    return array;
}

static json_t *contest_warnings(const void *contest)
{
    const alea_submissions *s = ((const alea_contest *)contest)->submissions;
    json_t *array = json_array();
    for (unsigned i = 0; s && i < s->warnings; i++)
        array = alea__json_append(array, alea__json_text(s->warning[i]));
    return array;
}

static json_t *contest_rates(const void *contest)
{
    const alea_contest *c = contest;
    json_t *rows = json_array();
    for (unsigned i = 0; i < c->count; i++) {
        json_t *row = json_array();
        for (unsigned j = 0; j < c->count; j++)
            row = alea__json_append(row, alea__json_real(alea__rate_of(c, i, j)));
        rows = alea__json_append(rows, row);
    }
    return rows;
}

static const alea__json_field contest_fields[] = {
    ALEA__FIELD("game", alea_contest, game),
    ALEA__COMPUTED("entries", contest_entries),
    ALEA__NUMBERS("ranking", alea_contest, ranking, ranked),
    ALEA__COMPUTED("rates", contest_rates),
    ALEA__FIELD("error_bound", alea_contest, error_bound),
    ALEA__FIELD("pairs", alea_contest, pairs),
    ALEA__FIELD("pairs_computed", alea_contest, pairs_computed),
    ALEA__FIELD("pairs_kept", alea_contest, pairs_kept),
    ALEA__FIELD("tabulated", alea_contest, tabulated),
    ALEA__FIELD("left_out", alea_contest, left_out),
    ALEA__FIELD("python", alea_contest, python),
    ALEA__FIELD("stopped", alea_contest, stopped),
    ALEA__COMPUTED("submissions", contest_submissions),
    ALEA__COMPUTED("warnings", contest_warnings),
    ALEA__FIELDS_END,
};

static const alea__json_field work_fields[] = {
    ALEA__FIELD("database", alea_view_work, file),
    ALEA__FIELD("seconds", alea_view_work, seconds),
    ALEA__FIELDS_END,
};

/* The commitment to the seed, and what it was made of; null if there is none. */
static void contest_put_commitment(alea__json *json, const alea_contest *c)
{
    char sha256[65];
    if (c->salt) alea_seed_commitment(c->seed, c->salt, sha256);
    alea__json_put(json, "commitment", c->salt ? json_string(sha256) : json_null());
    alea__json_put(json, "seed", c->salt ? alea__json_count(c->seed) : json_null());
    alea__json_put(json, "salt", c->salt ? json_string(c->salt) : json_null());
}

alea_status alea__contest_json(const alea_contest *c, const alea_view_work *work, char **out,
                               alea_error *error)
{
    alea__json json = alea__json_start();
    alea__json_put_fields(&json, contest_fields, c);
    alea__json_put_fields(&json, work_fields, work);
    contest_put_commitment(&json, c);
    return alea__json_finish(&json, out, error);
}

/* ---- one strategy ---- */

typedef struct told_strategy {
    alea_strategy s;
    alea_view_strategy_facts facts;
} told_strategy;

/* How often each number of dice is the answer; null for a strategy without answers. */
static json_t *strategy_answers(const void *told)
{
    const alea_strategy *s = &((const told_strategy *)told)->s;
    if (!s->ok) return json_null();
    ALEA_ASSERT(s->moves && s->side > 0);
    json_t *array = json_array();
    for (unsigned dice = 0; dice <= s->most; dice++) {
        uint64_t times = 0;
        for (size_t i = 0; i < (size_t)s->side * s->side; i++) times += s->moves[i] == dice;
        array = alea__json_append(array, alea__json_count(times));
    }
    return array;
}

static const alea__json_field rates_fields[] = {
    ALEA__FIELD("first", alea_rates, first),
    ALEA__FIELD("second", alea_rates, second),
    ALEA__FIELD("mean", alea_rates, mean),
    ALEA__FIELDS_END,
};

/* The rate against each always(n), as an array of objects; null if there are none. */
static json_t *strategy_rates(const void *told)
{
    const alea_view_strategy_facts *facts = &((const told_strategy *)told)->facts;
    char name[32];
    if (!facts->rate) return json_null();
    json_t *array = json_array();
    for (unsigned dice = 0; dice < facts->rates; dice++) {
        alea__json json = alea__json_start();
        alea__json_put(&json, "against", alea__json_text(alea__always_name(name, dice)));
        alea__json_put_fields(&json, rates_fields, &facts->rate[dice]);
        array = alea__json_append(array, alea__json_end(&json));
    }
    return array;
}

static const alea__json_field strategy_fields[] = {
    ALEA__FIELD("name", told_strategy, s.name),
    ALEA__FIELD("file", told_strategy, s.file),
    ALEA__FIELD("game", told_strategy, facts.game),
    ALEA__FIELD("python", told_strategy, s.python),
    ALEA__CHOICE("status", told_strategy, s.ok, status_words),
    ALEA__FIELD("reason", told_strategy, s.reason),
    ALEA__FIELD("what", told_strategy, s.what),
    ALEA__FIELD("printed", told_strategy, s.printed),
    ALEA__FIELD("printed_lines", told_strategy, s.printed_lines),
    ALEA__FIELD("fuel", told_strategy, s.fuel),
    ALEA__FIELD("fuel_limit", told_strategy, s.fuel_limit),
    ALEA__COMPUTED("answers", strategy_answers),
    ALEA__COMPUTED("rates", strategy_rates),
    ALEA__FIELD("seconds", told_strategy, facts.seconds),
    ALEA__FIELDS_END,
};

alea_status alea__strategy_json(const alea_strategy *s, const alea_view_strategy_facts *facts, char **out,
                                alea_error *error)
{
    told_strategy told = {*s, *facts};
    if (!told.s.printed) told.s.printed = "";
    return alea__json_write(strategy_fields, &told, out, error);
}

/* ---- the best strategy of the scores alone ---- */

typedef struct told_scores_only {
    alea_scores_only found;
    const char *game, *objective, *against, *out;
    bool scores_only;
    uint64_t opponents;
    double seconds;
} told_scores_only;

static const alea__json_field scores_only_fields[] = {
    ALEA__FIELD("game", told_scores_only, game),
    ALEA__FIELD("objective", told_scores_only, objective),
    ALEA__FIELD("against", told_scores_only, against),
    ALEA__FIELD("scores_only", told_scores_only, scores_only),
    ALEA__FIELD("proved", told_scores_only, found.proved),
    ALEA__FIELD("starts", told_scores_only, found.starts),
    ALEA__FIELD("best_start", told_scores_only, found.best_start),
    ALEA__FIELD("mean", told_scores_only, found.rate),
    ALEA__FIELD("ceiling", told_scores_only, found.ceiling),
    ALEA__FIELD("opponents", told_scores_only, opponents),
    ALEA__FIELD("beaten", told_scores_only, found.beaten),
    ALEA__FIELD("out", told_scores_only, out),
    ALEA__FIELD("seconds", told_scores_only, seconds),
    ALEA__FIELDS_END,
};

/* Written as alea_view_scores_only documents it. */
alea_status alea__scores_only_json(const alea_game *game, const char *against, const alea_scores_only *found,
                                   const alea_view_work *work, char **out, alea_error *error)
{
    const told_scores_only told = {.found = *found,
                                   .game = alea_game_spec(game),
                                   .objective = alea_objective_name(ALEA_WIN),
                                   .against = against,
                                   .out = work->file,
                                   .scores_only = true,
                                   .opponents = found->opponents,
                                   .seconds = work->seconds};
    return alea__json_write(scores_only_fields, &told, out, error);
}
