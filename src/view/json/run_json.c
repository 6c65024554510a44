/* A run's result as JSON; keys.json documents the keys. */
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/run_view.h"

#include <math.h>
#include <stdio.h>

/* ---- a standing ---- */

typedef struct told_standing {
    alea_standing s;
    unsigned players;
    bool has_score;
    uint64_t rank;
} told_standing;

static json_t *standing_failures(const void *told)
{
    const alea_standing *s = &((const told_standing *)told)->s;
    alea__json json = alea__json_start();
    for (int reason = ALEA_NO_FAILURE + 1; reason < ALEA_FAILURE_KINDS; reason++)
        alea__json_put(&json, alea_failure_name((alea_failure)reason), alea__json_count(s->failures[reason]));
    return alea__json_end(&json);
}

static const alea__json_field failure_fields[] = {
    ALEA__FIELD("game", alea_standing, failure_game),
    ALEA__FIELD("text", alea_standing, failure_text),
    ALEA__FIELDS_END,
};

static json_t *standing_first_failure(const void *told)
{
    const alea_standing *s = &((const told_standing *)told)->s;
    return alea__json_object(failure_fields, s->forfeits ? s : NULL);
}

static const alea__json_field standing_fields[] = {
    ALEA__FIELD("bot", told_standing, s.bot),
    ALEA__FIELD("title", told_standing, s.title),
    ALEA__FIELD("wins", told_standing, s.wins),
    ALEA__FIELD("win_rate", told_standing, s.win_rate),
    ALEA__FIELD("win_rate_se", told_standing, s.win_rate_se),
    ALEA__FIELD_IF(has_score, "score", told_standing, s.score),
    ALEA__FIELD_IF(has_score, "score_se", told_standing, s.score_se),
    ALEA__FIELD("money", told_standing, s.money),
    ALEA__FIELD("money_se", told_standing, s.money_se),
    ALEA__FIELD("forfeits", told_standing, s.forfeits),
    ALEA__FIELD("kind", told_standing, s.kind),
    ALEA__FIELD("money_total", told_standing, s.money_total),
    ALEA__ROW_OF("seat_games", told_standing, s.seat_games, players),
    ALEA__ROW_OF("seat_wins", told_standing, s.seat_wins, players),
    ALEA__ROW_OF("seat_money", told_standing, s.seat_money, players),
    ALEA__COMPUTED("failures", standing_failures),
    ALEA__COMPUTED("first_failure", standing_first_failure),
    ALEA__FIELD("rank", told_standing, rank),
    ALEA__FIELDS_END,
};

/* Without games there are no rates, and one game does not show how much games vary. */
static json_t *run_standing(const alea_run_result *r, unsigned bot)
{
    told_standing told = {r->standing[bot], r->players, r->has_score, alea__run_rank(r, bot)};
    if (r->games == 0 || !alea__can_win(r)) told.s.win_rate = NAN;
    if (r->games < 2 || !alea__can_win(r)) told.s.win_rate_se = NAN;
    if (r->games == 0) told.s.score = NAN;
    if (r->games < 2) told.s.score_se = told.s.money_se = NAN;
    return alea__json_object(standing_fields, &told);
}

/* ---- a run ---- */

typedef struct told_run {
    alea_run_result r;
    double seconds, games_per_second;
    const alea_run_analytics *analytics;
} told_run;

static json_t *run_standings(const void *told)
{
    const alea_run_result *r = &((const told_run *)told)->r;
    json_t *array = json_array();
    for (unsigned i = 0; i < r->players; i++) array = alea__json_append(array, run_standing(r, i));
    return array;
}

static const char *const seats_words[] = {[ALEA_ROTATE] = "rotate", [ALEA_FIXED] = "fixed"};
static const char *const errors_words[] = {"games", "blocks"};

static json_t *run_path(const void *told)
{
    const told_run *t = told;
    return alea__json_text(alea__path_name(t->r.path));
}

/* ---- distributions ---- */

static json_t *spread_percentiles(const alea_run_spread *s)
{
    alea__json json = alea__json_start();
    for (unsigned i = 0; i < ALEA_RUN_PERCENTILES; i++) {
        char key[8];
        snprintf(key, sizeof key, "%u", alea_run_percentile[i]);
        alea__json_put(&json, key, s->games ? json_integer(s->percentile[i]) : json_null());
    }
    return alea__json_end(&json);
}

static json_t *spread_counts(const alea_run_spread *s)
{
    json_t *array = json_array();
    for (size_t i = 0; i < s->values; i++) {
        json_t *pair = alea__json_append(json_array(), json_integer(s->value[i]));
        array = alea__json_append(array, alea__json_append(pair, alea__json_count(s->count[i])));
    }
    return array;
}

/* A distribution; null stands for what so few games do not give. */
static json_t *analytics_spread(const alea_run_spread *s)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "measure", alea__json_text(alea_run_measure_name(s->measure)));
    alea__json_put(&json, "bot", s->bot < ALEA_MAX_SEATS ? alea__json_count(s->bot) : json_null());
    alea__json_put(&json, "games", alea__json_count(s->games));
    alea__json_put(&json, "mean", alea__json_real(s->games ? s->mean : NAN));
    alea__json_put(&json, "mean_se", alea__json_real(s->games > 1 ? s->mean_se : NAN));
    alea__json_put(&json, "stdev", alea__json_real(s->games > 1 ? s->stdev : NAN));
    alea__json_put(&json, "percentiles", spread_percentiles(s));
    alea__json_put(&json, "min", s->games ? json_integer(s->min) : json_null());
    alea__json_put(&json, "max", s->games ? json_integer(s->max) : json_null());
    alea__json_put(&json, "counts", spread_counts(s));
    return alea__json_end(&json);
}

/* Null if games were not measured. */
static json_t *run_analytics(const void *told)
{
    const alea_run_analytics *a = ((const told_run *)told)->analytics;
    if (!a) return json_null();
    json_t *spreads = json_array(), *ahead = json_array();
    for (unsigned i = 0; i < a->spreads; i++)
        spreads = alea__json_append(spreads, analytics_spread(&a->spread[i]));
    for (unsigned i = 0; i < a->players; i++) {
        json_t *row = json_array();
        for (unsigned j = 0; j < a->players; j++)
            row = alea__json_append(row, alea__json_count(a->ahead[i][j]));
        ahead = alea__json_append(ahead, row);
    }
    alea__json json = alea__json_start();
    alea__json_put(&json, "games", alea__json_count(a->games));
    alea__json_put(&json, "spreads", spreads);
    alea__json_put(&json, "ahead", ahead);
    return alea__json_end(&json);
}

static json_t *run_ranked_by(const void *told)
{
    const bool money = alea__ranked_by_money(&((const told_run *)told)->r);
    return alea__json_text(alea_objective_name(money ? ALEA_MONEY : ALEA_WIN));
}

static const alea__json_field run_fields[] = {
    ALEA__FIELD("game", told_run, r.game),
    ALEA__FIELD("games", told_run, r.games),
    ALEA__FIELD("unfinished", told_run, r.unfinished),
    ALEA__FIELD("seed", told_run, r.seed),
    ALEA__CHOICE("seats", told_run, r.seats, seats_words),
    ALEA__FIELD("seconds", told_run, seconds),
    ALEA__COMPUTED("standings", run_standings),
    ALEA__FIELD("asked", told_run, r.asked),
    ALEA__FIELD("stopped", told_run, r.stopped),
    ALEA__FIELD("games_per_second", told_run, games_per_second),
    ALEA__FIELD("threads", told_run, r.threads),
    ALEA__COMPUTED("path", run_path),
    ALEA__FIELD("players", told_run, r.players),
    ALEA__FIELD("turns", told_run, r.turns),
    ALEA__CHOICE("se_from", told_run, r.se_from_blocks, errors_words),
    ALEA__FIELD("has_money", told_run, r.has_money),
    ALEA__FIELD("money_sum", told_run, r.money_sum),
    ALEA__COMPUTED("ranked_by", run_ranked_by),
    ALEA__COMPUTED("analytics", run_analytics),
    ALEA__FIELDS_END,
};

alea_status alea__run_json(const alea_view_run_facts *f, char **out, alea_error *error)
{
    const told_run told = {*f->result, f->seconds, alea__games_per_second(f->result, f->seconds),
                           f->analytics};
    return alea__json_write(run_fields, &told, out, error);
}
