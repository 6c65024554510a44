/* Exact results as JSON; keys.json documents the keys. */
#include "base/assert.h"
#include "view/exact_view.h"
#include "view/json/json.h"
#include "view/json/views.h"

#include <math.h>

/* The fields of a table. `value` to `upper` are those of its start or of the position asked about; a sampled model has no bounds. */
typedef struct told_table {
    alea_table_facts facts;
    alea_view_work work;
    bool sampled, proved;
    double value, lower, upper;
    double claim, earned, earned_lower, earned_upper;
    uint64_t first_hold;
    alea_best_response response;
    double response_mean;
    alea_verdict verdict;
    const alea_answer *answer;
    const char *state, *position, *note, *best, *reason;
    double cost;
    bool tied;
} told_table;

static double exact_middle(alea_interval i)
{
    return i.lower / 2 + i.upper / 2;
}

static void exact_tell_value(told_table *told, alea_interval i)
{
    told->value = exact_middle(i);
    told->lower = told->proved ? i.lower : NAN;
    told->upper = told->proved ? i.upper : NAN;
}

static told_table exact_tell_table(const alea_table *table, const alea_view_work *work)
{
    told_table told = {.work = *work};
    alea_table_get_facts(table, &told.facts);
    told.sampled = told.facts.samples > 0;
    told.proved = !told.sampled;
    exact_tell_value(&told, told.facts.start);
    return told;
}

/* ---- a solved game ---- */

static json_t *solution_seats(const void *told)
{
    const alea_table_facts *f = &((const told_table *)told)->facts;
    json_t *seats = json_array();
    for (unsigned i = 0; i < f->seats; i++) seats = alea__json_append(seats, alea__json_interval(f->seat[i]));
    return seats;
}

static const alea__json_field solution_fields[] = {
    ALEA__FIELD("game", told_table, facts.game),
    ALEA__FIELD_AS("objective", ALEA__JSON_OBJECTIVE, told_table, facts.objective),
    ALEA__FIELD("value", told_table, value),
    ALEA__FIELD("lower", told_table, lower),
    ALEA__FIELD("upper", told_table, upper),
    ALEA__FIELD_IF(sampled, "claim", told_table, claim),
    ALEA__FIELD_IF(sampled, "earned", told_table, earned),
    ALEA__FIELD_IF(sampled, "earned_lower", told_table, earned_lower),
    ALEA__FIELD_IF(sampled, "earned_upper", told_table, earned_upper),
    ALEA__FIELD_IF(sampled, "samples", told_table, facts.samples),
    ALEA__FIELD_IF(sampled, "seed", told_table, facts.seed),
    ALEA__FIELD_IF(proved, "second", told_table, facts.second),
    ALEA__COMPUTED_IF(proved, "seats", told_table, solution_seats),
    ALEA__FIELD_IF(proved, "epsilon", told_table, facts.epsilon),
    ALEA__FIELD("states", told_table, facts.states),
    ALEA__FIELD("stored", told_table, facts.stored),
    ALEA__FIELD("width", told_table, facts.width),
    ALEA__FIELD_AS("first_hold", ALEA__JSON_SOME, told_table, first_hold),
    ALEA__FIELD("complete", told_table, facts.complete),
    ALEA__FIELD("rules_sha256", told_table, facts.rules_sha256),
    ALEA__FIELD("out", told_table, work.file),
    ALEA__FIELD("seconds", told_table, work.seconds),
    ALEA__FIELDS_END,
};

alea_status alea__solution_json(const alea_table *table, const alea_view_work *work, char **out,
                                alea_error *error)
{
    told_table told = exact_tell_table(table, work);
    const alea_interval earned = work->earned ? *work->earned : (alea_interval){NAN, NAN};
    if (alea__first_hold(table, &told.first_hold, error) != ALEA_OK) return ALEA_E_MEMORY;
    told.claim = told.value;
    told.earned = exact_middle(earned);
    told.earned_lower = earned.lower;
    told.earned_upper = earned.upper;
    return alea__json_write(solution_fields, &told, out, error);
}

/* ---- a position ---- */

static const alea__json_field move_fields[] = {
    ALEA__FIELD("move", told_table, best),   ALEA__FIELD("value", told_table, value),
    ALEA__FIELD("lower", told_table, lower), ALEA__FIELD("upper", told_table, upper),
    ALEA__FIELD("cost", told_table, cost),   ALEA__FIELDS_END,
};

static json_t *exact_answer_moves(const void *given)
{
    told_table told = *(const told_table *)given;
    json_t *array = json_array();
    for (unsigned i = 0; i < told.answer->count; i++) {
        told.best = told.answer->move[i].name;
        told.cost = alea__move_cost(told.answer, i);
        exact_tell_value(&told, told.answer->move[i].value);
        array = alea__json_append(array, alea__json_object(move_fields, &told));
    }
    return array;
}

static const alea__json_field answer_fields[] = {
    ALEA__FIELD("game", told_table, facts.game),
    ALEA__FIELD_AS("objective", ALEA__JSON_OBJECTIVE, told_table, facts.objective),
    ALEA__FIELD("against", told_table, facts.against),
    ALEA__FIELD("state", told_table, state),
    ALEA__FIELD("value", told_table, value),
    ALEA__FIELD("lower", told_table, lower),
    ALEA__FIELD("upper", told_table, upper),
    ALEA__FIELD("best", told_table, best),
    ALEA__FIELD("tied", told_table, tied),
    ALEA__FIELD_IF(sampled, "samples", told_table, facts.samples),
    ALEA__FIELD_IF(sampled, "seed", told_table, facts.seed),
    ALEA__COMPUTED("moves", exact_answer_moves),
    ALEA__FIELD("position", told_table, position),
    ALEA__FIELD("note", told_table, note),
    ALEA__FIELDS_END,
};

/* The position's value and moves; `best` is null if there is no decision. */
alea_status alea__answer_json(const alea_table *table, const alea_state *state, const alea_answer *answer,
                              const alea_view_asked *asked, char **out, alea_error *error)
{
    char words[ALEA__STATE_WORDS], position[ALEA__STATE_WORDS];
    told_table told = exact_tell_table(table, &(alea_view_work){0});
    alea_game_describe(alea_table_game(table), state, words, sizeof words);
    exact_tell_value(&told, answer->value);
    ALEA_ASSERT(answer->count == 0 || answer->best < answer->count);
    alea_game_position(alea_table_game(table), state, position, sizeof position);
    told.state = words;
    told.position = position;
    told.note = asked->note && *asked->note ? asked->note : NULL;
    told.best = answer->count ? answer->move[answer->best].name : NULL;
    told.tied = answer->tied;
    told.answer = answer;
    return alea__json_write(answer_fields, &told, out, error);
}

/* ---- one bot against another ---- */

static const alea__json_field exact_fields[] = {
    ALEA__FIELD_AS("value", ALEA__JSON_BOUNDS, alea_exact, value),
    ALEA__FIELD("win", alea_exact, win),
    ALEA__FIELD("loss", alea_exact, loss),
    ALEA__FIELD("money", alea_exact, money),
    ALEA__FIELD("turns", alea_exact, turns),
    ALEA__FIELD("never", alea_exact, never),
    ALEA__FIELDS_END,
};

static const alea__json_field eval_fields[] = {
    ALEA__OBJECT("first", alea_evaluation, first, exact_fields),
    ALEA__OBJECT("second", alea_evaluation, second, exact_fields),
    ALEA__OBJECT("mean", alea_evaluation, mean, exact_fields),
    ALEA__FIELDS_END,
};

static json_t *eval_pure(alea_purity purity)
{
    return alea__json_text(purity >= ALEA_TESTED_PURE ? alea_purity_name(purity) : NULL);
}

/* Both seats and their mean; money is null in a game without it. */
alea_status alea__eval_json(const alea_view_match *match, const alea_evaluation *result, char **out,
                            alea_error *error)
{
    alea_evaluation told = *result;
    if (!alea_game_has_objective(match->game, ALEA_MONEY))
        told.first.money = told.second.money = told.mean.money = (alea_interval){NAN, NAN};
    json_t *bots = alea__json_append(json_array(), alea__json_text(match->first));
    if (match->second) bots = alea__json_append(bots, alea__json_text(match->second));
    alea__json json = alea__json_start();
    alea__json_put(&json, "game", alea__json_text(alea_game_spec(match->game)));
    alea__json_put(&json, "objective", alea__json_text(alea_objective_name(match->objective)));
    alea__json_put(&json, "bots", bots);
    alea__json_put_fields(&json, eval_fields, &told);
    alea__json_put(&json, "seconds", alea__json_real(match->seconds));
    json_t *pure = alea__json_append(json_array(), eval_pure(match->purity[0]));
    if (match->second) pure = alea__json_append(pure, eval_pure(match->purity[1]));
    alea__json_put(&json, "pure", pure);
    return alea__json_finish(&json, out, error);
}

/* ---- the best response ---- */

static const alea__json_field response_fields[] = {
    ALEA__FIELD("game", told_table, facts.game),
    ALEA__FIELD_AS("objective", ALEA__JSON_OBJECTIVE, told_table, facts.objective),
    ALEA__FIELD("against", told_table, facts.against),
    ALEA__FIELD("first", told_table, response.first),
    ALEA__FIELD("second", told_table, response.second),
    ALEA__FIELD("mean", told_table, response.mean),
    ALEA__FIELD("reply_mean", told_table, response_mean),
    ALEA__FIELD("exploitability", told_table, response.exploitability),
    ALEA__FIELD("states", told_table, facts.states),
    ALEA__FIELD("stored", told_table, facts.stored),
    ALEA__FIELD("out", told_table, work.file),
    ALEA__FIELD("seconds", told_table, work.seconds),
    ALEA__FIELDS_END,
};

alea_status alea__best_response_json(const alea_table *table, const alea_best_response *response,
                                     const alea_view_work *work, char **out, alea_error *error)
{
    told_table told = exact_tell_table(table, work);
    told.response = *response;
    told.response_mean = exact_middle(response->mean);
    return alea__json_write(response_fields, &told, out, error);
}

/* ---- a proof ---- */

static const alea__json_field verdict_fields[] = {
    ALEA__FIELD("holds", told_table, verdict.holds),
    ALEA__FIELD("checked", told_table, verdict.checked),
    ALEA__FIELD("reason", told_table, reason),
    ALEA__FIELD("game", told_table, facts.game),
    ALEA__FIELD_AS("objective", ALEA__JSON_OBJECTIVE, told_table, facts.objective),
    ALEA__FIELD("against", told_table, facts.against),
    ALEA__FIELD("value", told_table, value),
    ALEA__FIELD("lower", told_table, lower),
    ALEA__FIELD("upper", told_table, upper),
    ALEA__FIELD("rules_sha256", told_table, facts.rules_sha256),
    ALEA__FIELD("file", told_table, work.file),
    ALEA__FIELD("seconds", told_table, work.seconds),
    ALEA__FIELDS_END,
};

alea_status alea__verdict_json(const alea_table *table, const alea_verdict *verdict,
                               const alea_view_work *work, char **out, alea_error *error)
{
    told_table told = exact_tell_table(table, work);
    told.verdict = *verdict;
    told.reason = verdict->holds ? NULL : verdict->reason;
    return alea__json_write(verdict_fields, &told, out, error);
}

/* ---- a game that was checked ---- */

typedef struct told_check {
    const char *game;
    alea_game_report report;
    double seconds;
} told_check;

static json_t *comparison_make_what(const void *comparison)
{
    return json_string(alea_compared_name(((const alea_comparison *)comparison)->what));
}

static const alea__json_field comparison_fields[] = {
    ALEA__COMPUTED("what", comparison_make_what),
    ALEA__FIELD_AS("objective", ALEA__JSON_OBJECTIVE, alea_comparison, objective),
    ALEA__FIELD("bots", alea_comparison, bots),
    ALEA__FIELD("compared", alea_comparison, compared),
    ALEA__FIELD("difference", alea_comparison, difference),
    ALEA__FIELD("allowed", alea_comparison, allowed),
    ALEA__FIELD("holds", alea_comparison, holds),
    ALEA__FIELD("note", alea_comparison, note),
    ALEA__FIELDS_END,
};

static const alea__json_field check_fields[] = {
    ALEA__FIELD("game", told_check, game),
    ALEA__FIELD("states", told_check, report.states),
    ALEA__FIELD("decisions", told_check, report.decisions),
    ALEA__FIELD("holds", told_check, report.holds),
    ALEA__STRUCTS("comparisons", told_check, report.comparison, report.count, comparison_fields),
    ALEA__FIELD("seconds", told_check, seconds),
    ALEA__FIELDS_END,
};

alea_status alea__game_check_json(const alea_game *game, const alea_game_report *report,
                                  const alea_view_work *work, char **out, alea_error *error)
{
    const told_check told = {alea_game_spec(game), *report, work->seconds};
    return alea__json_write(check_fields, &told, out, error);
}
