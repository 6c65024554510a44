/* Learning curves as JSON; keys.json documents the keys. */
#include "view/json/json.h"
#include "view/learn_view.h"

static const char *const seats_words[] = {[ALEA_ROTATE] = "rotate", [ALEA_FIXED] = "fixed"};

static const alea__json_field point_fields[] = {
    ALEA__FIELD("games", alea_learn_point, games),
    ALEA__FIELD("played", alea_learn_point, played),
    ALEA__FIELD("win_rate", alea_learn_point, rate),
    ALEA__FIELD("win_rate_se", alea_learn_point, rate_se),
    ALEA__FIELD("exact", alea_learn_point, value),
    ALEA__FIELD("loss", alea_learn_point, loss),
    ALEA__FIELD("exploitability", alea_learn_point, exploitability),
    ALEA__FIELDS_END,
};

/* An empty text is null. */
static json_t *learn_why(const void *curve)
{
    const alea_learn_curve *c = curve;
    return alea__json_text(*c->why ? c->why : NULL);
}

static json_t *learn_failure(const void *curve)
{
    const alea_learn_curve *c = curve;
    return alea__json_text(*c->failure_text ? c->failure_text : NULL);
}

static const alea__json_field curve_fields[] = {
    ALEA__FIELD("bot", alea_learn_curve, bot),
    ALEA__FIELD("against", alea_learn_curve, against),
    ALEA__FIELD("games", alea_learn_curve, games),
    ALEA__FIELD("resumed", alea_learn_curve, resumed),
    ALEA__FIELD("stopped", alea_learn_curve, stopped),
    ALEA__FIELD("has_exact", alea_learn_curve, exact),
    ALEA__COMPUTED("inexact", learn_why),
    ALEA__FIELD("forfeits", alea_learn_curve, forfeits),
    ALEA__COMPUTED("failure", learn_failure),
    ALEA__ELEMENTS("points", ALEA__JSON_ROW, ALEA__JSON_STRUCT, alea_learn_curve, point, count, point_fields),
    ALEA__FIELDS_END,
};

static const alea__json_field match_fields[] = {
    ALEA__FIELD("game", alea_learn_curve, game),
    ALEA__FIELD_AS("objective", ALEA__JSON_OBJECTIVE, alea_learn_curve, objective),
    ALEA__FIELD("seed", alea_learn_curve, seed),
    ALEA__CHOICE("seats", alea_learn_curve, seats, seats_words),
    ALEA__FIELDS_END,
};

alea_status alea__learning_json(const alea__curves *c, char **out, alea_error *error)
{
    json_t *learners = json_array();
    alea__json json = alea__json_start();
    for (size_t i = 0; i < c->count; i++)
        learners = alea__json_append(learners, alea__json_object(curve_fields, c->curve[i]));
    alea__json_put_fields(&json, match_fields, c->curve[0]);
    alea__json_put(&json, "learners", learners);
    alea__json_put(&json, "seconds", alea__json_real(c->seconds));
    return alea__json_finish(&json, out, error);
}
