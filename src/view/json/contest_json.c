/* Contests and strategies as JSON; alea/view.h documents the keys. */
#include "view/contest_view.h"
#include "view/json/json.h"
#include "view/json/views.h"

#include <math.h>

static json_t *status_of(bool ok)
{
    return alea__json_text(ok ? "ok" : "disqualified");
}

/* What only a ranked entry has. */
static json_t *count_if(bool there, unsigned count)
{
    return there ? alea__json_count(count) : json_null();
}

static json_t *entry(const alea_contest *c, const alea_contest_entry *e)
{
    alea__json json = alea__json_start();
    bool ranked = e->ok && !c->stopped;
    alea__json_put(&json, "name", alea__json_text(e->name));
    alea__json_put(&json, "file", alea__json_text(e->file));
    alea__json_put(&json, "status", status_of(e->ok));
    alea__json_put(&json, "reason", alea__json_text(e->ok ? NULL : e->reason));
    alea__json_put(&json, "what", alea__json_text(e->ok ? NULL : e->what));
    alea__json_put(&json, "matches_won", count_if(ranked, e->matches_won));
    alea__json_put(&json, "rank", count_if(ranked, e->rank));
    alea__json_put(&json, "award", alea__json_text(alea__award_name(e->award)));
    alea__json_put(&json, "mean_rate", alea__json_real(ranked ? e->mean_rate : NAN));
    return alea__json_end(&json);
}

static json_t *entries(const alea_contest *c)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < c->count; i++) array = alea__json_append(array, entry(c, &c->entry[i]));
    return array;
}

static json_t *ranking(const alea_contest *c)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < c->ranked; i++)
        array = alea__json_append(array, alea__json_count(c->ranking[i]));
    return array;
}

static json_t *rates(const alea_contest *c)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < c->count; i++) {
        json_t *row = json_array();
        for (unsigned j = 0; j < c->count; j++)
            row = alea__json_append(row, alea__json_real(alea__rate_of(c, i, j)));
        rows = alea__json_append(rows, row);
    }
    return rows;
}

alea_status alea__contest_json(const alea_contest *c, const alea_view_work *work, char **out,
                               alea_error *error)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "game", alea__json_text(c->game));
    alea__json_put(&json, "entries", entries(c));
    alea__json_put(&json, "ranking", ranking(c));
    alea__json_put(&json, "rates", rates(c));
    alea__json_put(&json, "error_bound", alea__json_real(c->error_bound));
    alea__json_put(&json, "pairs", alea__json_count(c->pairs));
    alea__json_put(&json, "pairs_computed", alea__json_count(c->pairs_computed));
    alea__json_put(&json, "pairs_kept", alea__json_count(c->pairs_kept));
    alea__json_put(&json, "tabulated", alea__json_count(c->tabulated));
    alea__json_put(&json, "left_out", alea__json_count(c->left_out));
    alea__json_put(&json, "stopped", json_boolean(c->stopped));
    alea__json_put(&json, "database", alea__json_text(work->file));
    alea__json_put(&json, "seconds", alea__json_real(work->seconds));
    return alea__json_finish(&json, out, error);
}

/* ---- one strategy ---- */

static json_t *answers(const alea_strategy *s)
{
    if (!s->ok) return json_null();
    json_t *array = json_array();
    for (unsigned dice = 0; dice <= s->most; dice++) {
        uint64_t times = 0;
        for (size_t i = 0; i < (size_t)s->side * s->side; i++) times += s->moves[i] == dice;
        array = alea__json_append(array, alea__json_count(times));
    }
    return array;
}

static json_t *against(const alea_view_strategy_facts *facts)
{
    char name[32];
    if (!facts->rate) return json_null();
    json_t *array = json_array();
    for (unsigned dice = 0; dice < facts->rates; dice++) {
        alea__json json = alea__json_start();
        alea__json_put(&json, "against", alea__json_text(alea__always_name(name, dice)));
        alea__json_put(&json, "first", alea__json_interval(facts->rate[dice].first));
        alea__json_put(&json, "second", alea__json_interval(facts->rate[dice].second));
        alea__json_put(&json, "mean", alea__json_interval(facts->rate[dice].mean));
        array = alea__json_append(array, alea__json_end(&json));
    }
    return array;
}

alea_status alea__strategy_json(const alea_strategy *s, const alea_view_strategy_facts *facts, char **out,
                                alea_error *error)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "name", alea__json_text(s->name));
    alea__json_put(&json, "file", alea__json_text(s->file));
    alea__json_put(&json, "game", alea__json_text(facts->game));
    alea__json_put(&json, "status", status_of(s->ok));
    alea__json_put(&json, "reason", alea__json_text(s->ok ? NULL : s->reason));
    alea__json_put(&json, "what", alea__json_text(s->ok ? NULL : s->what));
    alea__json_put(&json, "printed", alea__json_text(s->printed ? s->printed : ""));
    alea__json_put(&json, "fuel", alea__json_count(s->fuel));
    alea__json_put(&json, "fuel_limit", alea__json_count(s->fuel_limit));
    alea__json_put(&json, "answers", answers(s));
    alea__json_put(&json, "rates", against(facts));
    alea__json_put(&json, "seconds", alea__json_real(facts->seconds));
    return alea__json_finish(&json, out, error);
}
