/* Exact results as JSON; alea/view.h documents the keys. */
#include "view/exact_view.h"
#include "view/json.h"

#include <math.h>

static double middle(alea_interval i)
{
    return i.lower / 2 + i.upper / 2;
}

static void put_bounds(alea__json *json, alea_interval i)
{
    alea__json_put(json, "value", alea__json_real(middle(i)));
    alea__json_put(json, "lower", alea__json_real(i.lower));
    alea__json_put(json, "upper", alea__json_real(i.upper));
}

static json_t *interval(alea_interval i)
{
    if (!isfinite(i.lower) || !isfinite(i.upper)) return json_null();
    alea__json json = alea__json_start();
    put_bounds(&json, i);
    return alea__json_end(&json);
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
    put_bounds(&json, facts.start);
    alea__json_put(&json, "second", interval(facts.second));
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

static json_t *moves(const alea_answer *answer)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < answer->count; i++) {
        alea__json json = alea__json_start();
        alea__json_put(&json, "move", alea__json_text(answer->move[i].name));
        put_bounds(&json, answer->move[i].value);
        array = alea__json_append(array, alea__json_end(&json));
    }
    return array;
}

alea_status alea__answer_json(const alea_table *table, const alea_state *state, const alea_answer *answer,
                              char **out, alea_error *error)
{
    char words[ALEA__STATE_WORDS];
    alea_table_facts facts = alea_table_about(table);
    alea__json json = alea__json_start();
    put_name(&json, facts);
    alea__json_put(&json, "against", alea__json_text(facts.against));
    alea__json_put(&json, "state", alea__json_text(alea__state_words(alea_table_game(table), state, words)));
    put_bounds(&json, answer->value);
    alea__json_put(&json, "best", alea__json_text(answer->count ? answer->move[answer->best].name : NULL));
    alea__json_put(&json, "tied", json_boolean(answer->tied));
    alea__json_put(&json, "moves", moves(answer));
    return alea__json_finish(&json, out, error);
}

static json_t *exact(const alea_exact *e, bool money)
{
    alea__json json = alea__json_start();
    put_bounds(&json, e->value);
    alea__json_put(&json, "win", interval(e->win));
    alea__json_put(&json, "loss", interval(e->loss));
    alea__json_put(&json, "money", money ? interval(e->money) : json_null());
    alea__json_put(&json, "turns", interval(e->turns));
    alea__json_put(&json, "never", interval(e->never));
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
    alea__json_put(&json, "first", interval(reply->first));
    alea__json_put(&json, "second", interval(reply->second));
    alea__json_put(&json, "mean", interval(reply->mean));
    alea__json_put(&json, "reply_mean", alea__json_real(middle(reply->mean)));
    alea__json_put(&json, "exploitability", interval(reply->exploitability));
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
    put_bounds(&json, facts.start);
    alea__json_put(&json, "rules_sha256", alea__json_text(facts.rules_sha256));
    alea__json_put(&json, "file", alea__json_text(work->file));
    alea__json_put(&json, "seconds", alea__json_real(work->seconds));
    return alea__json_finish(&json, out, error);
}
