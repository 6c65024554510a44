/* The spread of a score as JSON; alea/view.h documents the keys. */
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/stats_view.h"

#include <stdio.h>

static json_t *pair(uint64_t score, json_t *value)
{
    return alea__json_append(alea__json_append(json_array(), alea__json_count(score)), value);
}

static json_t *probabilities(const double *probability, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++)
        if (probability[i] > 0) array = alea__json_append(array, pair(i, alea__json_real(probability[i])));
    return array;
}

static json_t *counts(const alea_sample *s)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < s->scores; i++)
        if (s->count[i] > 0) array = alea__json_append(array, pair(i, alea__json_count(s->count[i])));
    return array;
}

static json_t *percentiles(const alea_summary *s)
{
    alea__json json = alea__json_start();
    for (unsigned i = 0; i < ALEA_PERCENTILES; i++) {
        char key[8];
        snprintf(key, sizeof key, "%u", alea_percentile[i]);
        alea__json_put(&json, key, alea__json_count(s->percentile[i]));
    }
    return alea__json_end(&json);
}

static void put_places(alea__json *json, const alea_summary *s)
{
    alea__json_put(json, "percentiles", s ? percentiles(s) : json_null());
    alea__json_put(json, "mode", s ? alea__json_count(s->mode) : json_null());
    alea__json_put(json, "min", s ? alea__json_count(s->min) : json_null());
    alea__json_put(json, "max", s ? alea__json_count(s->max) : json_null());
}

static json_t *combinations(const alea_spread *s)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < s->parts; i++) {
        alea__json json = alea__json_start();
        alea__json_put(&json, "name", alea__json_text(s->part[i].name));
        alea__json_put(&json, "completed", alea__json_real(s->part[i].completed));
        alea__json_put(&json, "dice", alea__json_real(s->part[i].dice));
        alea__json_put(&json, "points", alea__json_real(s->part[i].points));
        array = alea__json_append(array, alea__json_end(&json));
    }
    return array;
}

static json_t *goods(const alea_spread *s)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "mean", alea__json_real(s->goods_mean));
    alea__json_put(&json, "pmf", probabilities(s->goods_probability, s->goods));
    return alea__json_end(&json);
}

static void put_exact(alea__json *json, const alea_spread *s)
{
    alea__json_put(json, "mean", s ? alea__json_real(s->summary.mean) : json_null());
    alea__json_put(json, "stdev", s ? alea__json_real(s->summary.stdev) : json_null());
    put_places(json, s ? &s->summary : NULL);
    alea__json_put(json, "pmf", s ? probabilities(s->probability, s->scores) : json_null());
    alea__json_put(json, "mass", s ? alea__json_real(s->mass) : json_null());
    alea__json_put(json, "error", s ? alea__json_real(s->error) : json_null());
    alea__json_put(json, "combinations", s ? combinations(s) : json_null());
    alea__json_put(json, "goods", s && s->goods ? goods(s) : json_null());
}

static json_t *simulated(const alea_sample *s, double seconds)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "games", alea__json_count(s->games));
    alea__json_put(&json, "asked", alea__json_count(s->asked));
    alea__json_put(&json, "seed", alea__json_count(s->seed));
    alea__json_put(&json, "stopped", json_boolean(s->stopped));
    const alea_summary *summary = s->games ? &s->summary : NULL;
    alea__json_put(&json, "mean", summary ? alea__json_real(summary->mean) : json_null());
    alea__json_put(&json, "mean_se", summary ? alea__json_real(s->mean_se) : json_null());
    alea__json_put(&json, "stdev", summary ? alea__json_real(summary->stdev) : json_null());
    alea__json_put(&json, "stdev_se", summary ? alea__json_real(s->stdev_se) : json_null());
    put_places(&json, summary);
    alea__json_put(&json, "counts", counts(s));
    alea__json_put(&json, "forfeits", alea__json_count(s->forfeits));
    alea__json_put(&json, "threads", alea__json_count(s->threads));
    alea__json_put(&json, "path", alea__json_text(s->block_path ? "block" : "step"));
    alea__json_put(&json, "seconds", alea__json_real(seconds));
    return alea__json_end(&json);
}

alea_status alea__stats_json(const alea_view_spread *v, char **out, alea_error *error)
{
    const alea_ties ties = alea__ties_of(v);
    alea__json json = alea__json_start();
    alea__json_put(&json, "game", alea__json_text(alea_game_spec(v->game)));
    alea__json_put(&json, "bot", alea__json_text(v->bot));
    alea__json_put(&json, "ties", alea__json_text(alea_ties_name(ties)));
    alea__json_put(&json, "tie_rule", alea__json_text(alea_ties_sentence(ties)));
    put_exact(&json, v->exact);
    alea__json_put(&json, "inexact", alea__json_text(v->exact ? NULL : v->inexact));
    alea__json_put(&json, "seconds", v->exact ? alea__json_real(v->exact_seconds) : json_null());
    alea__json_put(&json, "simulated", v->sample ? simulated(v->sample, v->sample_seconds) : json_null());
    return alea__json_finish(&json, out, error);
}
