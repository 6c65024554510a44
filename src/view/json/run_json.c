/* A run's result as JSON; alea/view.h documents the keys. */
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/run_view.h"

#include <math.h>

static json_t *counts(const uint64_t *number, unsigned size)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < size; i++) array = alea__json_append(array, alea__json_count(number[i]));
    return array;
}

static json_t *amounts(const int64_t *number, unsigned size)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < size; i++) array = alea__json_append(array, json_integer(number[i]));
    return array;
}

static json_t *failures(const alea_standing *s)
{
    alea__json json = alea__json_start();
    for (int reason = ALEA_NO_FAILURE + 1; reason < ALEA_FAILURE_KINDS; reason++)
        alea__json_put(&json, alea_failure_name((alea_failure)reason), alea__json_count(s->failures[reason]));
    return alea__json_end(&json);
}

static json_t *first_failure(const alea_standing *s)
{
    if (s->forfeits == 0) return json_null();
    alea__json json = alea__json_start();
    alea__json_put(&json, "game", alea__json_count(s->failure_game));
    alea__json_put(&json, "text", alea__json_text(s->failure_text));
    return alea__json_end(&json);
}

static void put_score(alea__json *json, const alea_run_result *r, const alea_standing *s)
{
    alea__json_put(json, "score", alea__json_real(r->games > 0 ? s->score : NAN));
    alea__json_put(json, "score_se", alea__json_real(r->games > 1 ? s->score_se : NAN));
}

static json_t *standing(const alea_run_result *r, const alea_standing *s)
{
    const unsigned players = r->players;
    const bool can_win = alea__can_win(r);
    alea__json json = alea__json_start();
    alea__json_put(&json, "bot", alea__json_text(s->bot));
    alea__json_put(&json, "wins", alea__json_count(s->wins));
    alea__json_put(&json, "win_rate", alea__json_real(can_win && r->games > 0 ? s->win_rate : NAN));
    alea__json_put(&json, "win_rate_se", alea__json_real(can_win && r->games > 1 ? s->win_rate_se : NAN));
    if (r->has_score) put_score(&json, r, s);
    alea__json_put(&json, "money", alea__json_real(s->money));
    alea__json_put(&json, "money_se", alea__json_real(r->games > 1 ? s->money_se : NAN));
    alea__json_put(&json, "forfeits", alea__json_count(s->forfeits));
    alea__json_put(&json, "kind", alea__json_text(s->kind));
    alea__json_put(&json, "money_total", json_integer(s->money_total));
    alea__json_put(&json, "seat_games", counts(s->seat_games, players));
    alea__json_put(&json, "seat_wins", counts(s->seat_wins, players));
    alea__json_put(&json, "seat_money", amounts(s->seat_money, players));
    alea__json_put(&json, "failures", failures(s));
    alea__json_put(&json, "first_failure", first_failure(s));
    return alea__json_end(&json);
}

static json_t *standings(const alea_run_result *r)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < r->players; i++) array = alea__json_append(array, standing(r, &r->standing[i]));
    return array;
}

alea_status alea__run_json(const alea_run_result *r, double seconds, char **out, alea_error *error)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "game", alea__json_text(r->game));
    alea__json_put(&json, "games", alea__json_count(r->games));
    alea__json_put(&json, "unfinished", alea__json_count(r->unfinished));
    alea__json_put(&json, "seed", alea__json_count(r->seed));
    alea__json_put(&json, "seats", alea__json_text(alea__seats_name(r->seats)));
    alea__json_put(&json, "seconds", alea__json_real(seconds));
    alea__json_put(&json, "standings", standings(r));
    alea__json_put(&json, "asked", alea__json_count(r->asked));
    alea__json_put(&json, "stopped", json_boolean(r->stopped));
    alea__json_put(&json, "games_per_second", alea__json_real(alea__games_per_second(r, seconds)));
    alea__json_put(&json, "threads", json_integer((json_int_t)r->threads));
    alea__json_put(&json, "path", alea__json_text(alea__path_name(r->path)));
    alea__json_put(&json, "players", json_integer((json_int_t)r->players));
    alea__json_put(&json, "turns", alea__json_count(r->turns));
    alea__json_put(&json, "se_from", alea__json_text(r->se_from_blocks ? "blocks" : "games"));
    alea__json_put(&json, "has_money", json_boolean(r->has_money));
    alea__json_put(&json, "money_sum", json_integer(r->money_sum));
    return alea__json_finish(&json, out, error);
}
