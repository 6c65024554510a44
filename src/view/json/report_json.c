/* What `alea bot check` found out, as JSON; alea/view.h documents the keys. */
#include "view/json/json.h"
#include "view/json/views.h"

static json_t *imports(const alea_bot_report *r)
{
    json_t *array = json_array();
    for (size_t i = 0; r->imports && r->imports[i]; i++)
        array = alea__json_append(array, alea__json_text(r->imports[i]));
    return array;
}

alea_status alea__report_json(const char *bot, const char *game, const alea_bot_report *r, char **out,
                              alea_error *error)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "bot", alea__json_text(bot));
    alea__json_put(&json, "game", alea__json_text(game));
    alea__json_put(&json, "kind", alea__json_text(r->kind));
    alea__json_put(&json, "what", alea__json_text(r->what));
    alea__json_put(&json, "imports", imports(r));
    alea__json_put(&json, "states", alea__json_count(r->states));
    alea__json_put(&json, "sampled", json_boolean(r->sampled));
    alea__json_put(&json, "answers_all", json_boolean(r->answers_all));
    alea__json_put(&json, "deterministic", json_boolean(r->deterministic));
    alea__json_put(&json, "depends_on_past", json_boolean(r->depends_on_past));
    alea__json_put(&json, "depends_on_seed", json_boolean(r->depends_on_seed));
    alea__json_put(&json, "nanoseconds", alea__json_real(r->nanoseconds));
    alea__json_put(&json, "fuel", alea__json_real(r->fuel));
    alea__json_put(&json, "failure", alea__json_text(r->failure ? alea_failure_name(r->failure) : NULL));
    alea__json_put(&json, "failure_text", alea__json_text(r->failure_text));
    alea__json_put(&json, "example", alea__json_text(r->example));
    return alea__json_finish(&json, out, error);
}
