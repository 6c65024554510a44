/* The findings of `alea bot check` as JSON; keys.json documents the keys. */
#include "view/json/json.h"
#include "view/json/views.h"

static json_t *report_imports(const void *report)
{
    const alea_bot_report *r = report;
    json_t *array = json_array();
    for (size_t i = 0; r->imports && r->imports[i]; i++)
        array = alea__json_append(array, alea__json_text(r->imports[i]));
    return array;
}

static json_t *report_failure_name(const void *report)
{
    const alea_bot_report *r = report;
    return alea__json_text(r->failure ? alea_failure_name(r->failure) : NULL);
}

static json_t *report_pure(const void *report)
{
    const alea_purity purity = ((const alea_bot_report *)report)->purity;
    return alea__json_text(purity == ALEA_PURITY_UNKNOWN ? NULL : alea_purity_name(purity));
}

static const alea__json_field report_fields[] = {
    ALEA__FIELD("kind", alea_bot_report, kind),
    ALEA__FIELD("what", alea_bot_report, what),
    ALEA__COMPUTED("imports", report_imports),
    ALEA__FIELD("states", alea_bot_report, states),
    ALEA__FIELD("sampled", alea_bot_report, sampled),
    ALEA__FIELD("answers_all", alea_bot_report, answers_all),
    ALEA__FIELD("deterministic", alea_bot_report, deterministic),
    ALEA__FIELD("depends_on_past", alea_bot_report, depends_on_past),
    ALEA__FIELD("depends_on_seed", alea_bot_report, depends_on_seed),
    ALEA__FIELD("nanoseconds", alea_bot_report, nanoseconds),
    ALEA__FIELD("fuel", alea_bot_report, fuel),
    ALEA__COMPUTED("failure", report_failure_name),
    ALEA__FIELD("failure_text", alea_bot_report, failure_text),
    ALEA__FIELD("example", alea_bot_report, example),
    ALEA__COMPUTED("pure", report_pure),
    ALEA__FIELDS_END,
};

alea_status alea__report_json(const char *bot, const char *game, const alea_bot_report *r, char **out,
                              alea_error *error)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "bot", alea__json_text(bot));
    alea__json_put(&json, "game", alea__json_text(game));
    alea__json_put_fields(&json, report_fields, r);
    return alea__json_finish(&json, out, error);
}
