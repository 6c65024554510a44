/* A run's result as JSON; alea/view.h documents the keys. */
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/run_view.h"

#include <math.h>

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
    ALEA__FIELDS_END,
};

alea_status alea__run_json(const alea_run_result *r, double seconds, char **out, alea_error *error)
{
    const told_run told = {*r, seconds, alea__games_per_second(r, seconds)};
    return alea__json_write(run_fields, &told, out, error);
}
