/* Exact results as JSON; alea/view.h documents the keys. */
#include "view/exact_view.h"
#include "view/json/json.h"
#include "view/json/views.h"

#include <math.h>

static double middle(alea_interval i)
{
    return i.lower / 2 + i.upper / 2;
}

/* What a table says something is worth: a sampled model proves no bounds. */
static void put_value(alea__json *json, alea_table_facts facts, alea_interval i)
{
    if (facts.samples == 0) {
        alea__json_put_bounds(json, i);
        return;
    }
    alea__json_put(json, "value", alea__json_real(middle(i)));
    alea__json_put(json, "lower", json_null());
    alea__json_put(json, "upper", json_null());
}

static void put_samples(alea__json *json, alea_table_facts facts)
{
    if (facts.samples == 0) return;
    alea__json_put(json, "samples", alea__json_count(facts.samples));
    alea__json_put(json, "seed", alea__json_count(facts.seed));
}

static void put_claim(alea__json *json, alea_table_facts facts, const alea_interval *earned)
{
    if (facts.samples == 0) return;
    alea__json_put(json, "claim", alea__json_real(middle(facts.start)));
    alea__json_put(json, "earned", earned ? alea__json_real(middle(*earned)) : json_null());
    alea__json_put(json, "earned_lower", earned ? alea__json_real(earned->lower) : json_null());
    alea__json_put(json, "earned_upper", earned ? alea__json_real(earned->upper) : json_null());
    put_samples(json, facts);
}

static void put_name(alea__json *json, alea_table_facts facts)
{
    alea__json_put(json, "game", alea__json_text(facts.game));
    alea__json_put(json, "objective", alea__json_text(alea_objective_name(facts.objective)));
}

alea_status alea__solution_json(const alea_table *table, const alea_view_work *work, char **out,
                                alea_error *error)
{
    alea_table_facts facts = alea_table_about(table);
    uint64_t hold = alea__first_hold(table);
    alea__json json = alea__json_start();
    put_name(&json, facts);
    put_value(&json, facts, facts.start);
    put_claim(&json, facts, work->earned);
    if (facts.samples == 0) alea__json_put(&json, "second", alea__json_interval(facts.second));
    alea__json_put(&json, "states", alea__json_count(facts.states));
    alea__json_put(&json, "stored", alea__json_count(facts.stored));
    alea__json_put(&json, "width", alea__json_real(facts.width));
    alea__json_put(&json, "first_hold", hold ? alea__json_count(hold) : json_null());
    alea__json_put(&json, "complete", json_boolean(facts.complete));
    alea__json_put(&json, "rules_sha256", alea__json_text(facts.rules_sha256));
    alea__json_put(&json, "out", alea__json_text(work->file));
    alea__json_put(&json, "seconds", alea__json_real(work->seconds));
    return alea__json_finish(&json, out, error);
}

static json_t *moves(alea_table_facts facts, const alea_answer *answer)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < answer->count; i++) {
        alea__json json = alea__json_start();
        alea__json_put(&json, "move", alea__json_text(answer->move[i].name));
        put_value(&json, facts, answer->move[i].value);
        array = alea__json_append(array, alea__json_end(&json));
    }
    return array;
}

alea_status alea__answer_json(const alea_table *table, const alea_state *state, const alea_answer *answer,
                              char **out, alea_error *error)
{
    char words[ALEA__STATE_WORDS];
    alea_game_describe(alea_table_game(table), state, words, sizeof words);
    alea_table_facts facts = alea_table_about(table);
    alea__json json = alea__json_start();
    put_name(&json, facts);
    alea__json_put(&json, "against", alea__json_text(facts.against));
    alea__json_put(&json, "state", alea__json_text(words));
    put_value(&json, facts, answer->value);
    alea__json_put(&json, "best", alea__json_text(answer->count ? answer->move[answer->best].name : NULL));
    alea__json_put(&json, "tied", json_boolean(answer->tied));
    put_samples(&json, facts);
    alea__json_put(&json, "moves", moves(facts, answer));
    return alea__json_finish(&json, out, error);
}

static json_t *exact(const alea_exact *e, bool money)
{
    alea__json json = alea__json_start();
    alea__json_put_bounds(&json, e->value);
    alea__json_put(&json, "win", alea__json_interval(e->win));
    alea__json_put(&json, "loss", alea__json_interval(e->loss));
    alea__json_put(&json, "money", money ? alea__json_interval(e->money) : json_null());
    alea__json_put(&json, "turns", alea__json_interval(e->turns));
    alea__json_put(&json, "never", alea__json_interval(e->never));
    return alea__json_end(&json);
}

alea_status alea__eval_json(const alea_view_match *match, const alea_eval *result, char **out,
                            alea_error *error)
{
    json_t *bots = alea__json_append(json_array(), alea__json_text(match->first));
    if (match->second) bots = alea__json_append(bots, alea__json_text(match->second));
    alea__json json = alea__json_start();
    alea__json_put(&json, "game", alea__json_text(alea_game_spec(match->game)));
    alea__json_put(&json, "objective", alea__json_text(alea_objective_name(match->objective)));
    alea__json_put(&json, "bots", bots);
    alea__json_put(&json, "first", exact(&result->first, alea_game_has_objective(match->game, ALEA_MONEY)));
    alea__json_put(&json, "second", exact(&result->second, alea_game_has_objective(match->game, ALEA_MONEY)));
    alea__json_put(&json, "mean", exact(&result->mean, alea_game_has_objective(match->game, ALEA_MONEY)));
    alea__json_put(&json, "seconds", alea__json_real(match->seconds));
    return alea__json_finish(&json, out, error);
}

alea_status alea__reply_json(const alea_table *table, const alea_reply *reply, const alea_view_work *work,
                             char **out, alea_error *error)
{
    alea_table_facts facts = alea_table_about(table);
    alea__json json = alea__json_start();
    put_name(&json, facts);
    alea__json_put(&json, "against", alea__json_text(facts.against));
    alea__json_put(&json, "first", alea__json_interval(reply->first));
    alea__json_put(&json, "second", alea__json_interval(reply->second));
    alea__json_put(&json, "mean", alea__json_interval(reply->mean));
    alea__json_put(&json, "reply_mean", alea__json_real(middle(reply->mean)));
    alea__json_put(&json, "exploitability", alea__json_interval(reply->exploitability));
    alea__json_put(&json, "states", alea__json_count(facts.states));
    alea__json_put(&json, "stored", alea__json_count(facts.stored));
    alea__json_put(&json, "out", alea__json_text(work->file));
    alea__json_put(&json, "seconds", alea__json_real(work->seconds));
    return alea__json_finish(&json, out, error);
}

alea_status alea__verdict_json(const alea_table *table, const alea_verdict *verdict,
                               const alea_view_work *work, char **out, alea_error *error)
{
    alea_table_facts facts = alea_table_about(table);
    alea__json json = alea__json_start();
    alea__json_put(&json, "holds", json_boolean(verdict->holds));
    alea__json_put(&json, "checked", alea__json_count(verdict->checked));
    alea__json_put(&json, "reason", alea__json_text(verdict->holds ? NULL : verdict->reason));
    put_name(&json, facts);
    alea__json_put(&json, "against", alea__json_text(facts.against));
    put_value(&json, facts, facts.start);
    alea__json_put(&json, "rules_sha256", alea__json_text(facts.rules_sha256));
    alea__json_put(&json, "file", alea__json_text(work->file));
    alea__json_put(&json, "seconds", alea__json_real(work->seconds));
    return alea__json_finish(&json, out, error);
}
