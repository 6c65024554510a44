/* The spread of a score as JSON; keys.json documents the keys. */
#include "base/assert.h"
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/stats_view.h"

#include <stdio.h>

/* ---- shared by exact distributions and samples ---- */

static json_t *spread_pair(uint64_t score, json_t *value)
{
    return alea__json_append(alea__json_append(json_array(), alea__json_count(score)), value);
}

static json_t *spread_pmf(const double *probability, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++)
        if (probability[i] > 0)
            array = alea__json_append(array, spread_pair(i, alea__json_real(probability[i])));
    return array;
}

static json_t *summary_percentiles(const void *summary)
{
    const alea_summary *s = summary;
    alea__json json = alea__json_start();
    for (unsigned i = 0; i < ALEA_PERCENTILES; i++) {
        char key[8];
        snprintf(key, sizeof key, "%u", alea_percentile[i]);
        alea__json_put(&json, key, alea__json_count(s->percentile[i]));
    }
    return alea__json_end(&json);
}

/* ---- exact ---- */

static json_t *exact_pmf(const void *spread)
{
    const alea_distribution *s = spread;
    return spread_pmf(s->probability, s->scores);
}

static json_t *exact_goods(const void *spread)
{
    const alea_distribution *s = spread;
    if (s->goods == 0) return json_null();
    alea__json json = alea__json_start();
    alea__json_put(&json, "mean", alea__json_real(s->goods_mean));
    alea__json_put(&json, "pmf", spread_pmf(s->goods_probability, s->goods));
    return alea__json_end(&json);
}

static const alea__json_field part_fields[] = {
    ALEA__FIELD("name", alea_distribution_part, name),
    ALEA__FIELD("completed", alea_distribution_part, completed),
    ALEA__FIELD("dice", alea_distribution_part, dice),
    ALEA__FIELD("points", alea_distribution_part, points),
    ALEA__FIELDS_END,
};

static const alea__json_field exact_fields[] = {
    ALEA__FIELD("mean", alea_distribution, summary.mean),
    ALEA__FIELD("stdev", alea_distribution, summary.stdev),
    ALEA__COMPUTED_OF("percentiles", alea_distribution, summary, summary_percentiles),
    ALEA__FIELD("mode", alea_distribution, summary.mode),
    ALEA__FIELD("min", alea_distribution, summary.min),
    ALEA__FIELD("max", alea_distribution, summary.max),
    ALEA__COMPUTED("pmf", exact_pmf),
    ALEA__FIELD("mass", alea_distribution, mass),
    ALEA__FIELD("error", alea_distribution, error),
    ALEA__STRUCTS("combinations", alea_distribution, part, parts, part_fields),
    ALEA__COMPUTED("goods", exact_goods),
    ALEA__FIELDS_END,
};

/* ---- models ---- */

/* A model of Despirala with the distribution of its policy's points. */
static json_t *stats_model(const alea_view_model *m)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "name", alea__json_text(m->name));
    alea__json_put(&json, "game", alea__json_text(alea_game_spec(m->game)));
    alea__json_put(&json, "samples", m->samples ? alea__json_count(m->samples) : json_null());
    alea__json_put(&json, "claim", alea__json_real(m->claim));
    alea__json_put(&json, "mean", alea__json_real(m->distribution->summary.mean));
    alea__json_put(&json, "stdev", alea__json_real(m->distribution->summary.stdev));
    alea__json_put(&json, "percentiles", summary_percentiles(&m->distribution->summary));
    alea__json_put(&json, "mode", alea__json_count(m->distribution->summary.mode));
    alea__json_put(&json, "ties", alea__json_text(alea_ties_name(m->distribution->ties)));
    alea__json_put(&json, "seconds", alea__json_real(m->seconds));
    return alea__json_end(&json);
}

alea_status alea__models_json(const alea_view_model *model, size_t count, uint64_t seed, char **out,
                              alea_error *error)
{
    json_t *models = json_array();
    for (size_t i = 0; i < count; i++) models = alea__json_append(models, stats_model(&model[i]));
    alea__json json = alea__json_start();
    alea__json_put(&json, "seed", alea__json_count(seed));
    alea__json_put(&json, "models", models);
    return alea__json_finish(&json, out, error);
}

/* ---- simulated ---- */

static json_t *sample_counts(const void *sample)
{
    const alea_sample *s = sample;
    json_t *array = json_array();
    for (uint32_t i = 0; i < s->scores; i++)
        if (s->count[i] > 0) array = alea__json_append(array, spread_pair(i, alea__json_count(s->count[i])));
    return array;
}

static const alea__json_field games_fields[] = {
    ALEA__FIELD("games", alea_sample, games),
    ALEA__FIELD("asked", alea_sample, asked),
    ALEA__FIELD("seed", alea_sample, seed),
    ALEA__FIELD("stopped", alea_sample, stopped),
    ALEA__FIELDS_END,
};

static const alea__json_field estimate_fields[] = {
    ALEA__FIELD("mean", alea_sample, summary.mean),
    ALEA__FIELD("mean_se", alea_sample, mean_se),
    ALEA__FIELD("stdev", alea_sample, summary.stdev),
    ALEA__FIELD("stdev_se", alea_sample, stdev_se),
    ALEA__COMPUTED_OF("percentiles", alea_sample, summary, summary_percentiles),
    ALEA__FIELD("mode", alea_sample, summary.mode),
    ALEA__FIELD("min", alea_sample, summary.min),
    ALEA__FIELD("max", alea_sample, summary.max),
    ALEA__FIELDS_END,
};

static const char *const path_words[] = {"step", "block"};

static const alea__json_field sample_fields[] = {
    ALEA__COMPUTED("counts", sample_counts),
    ALEA__FIELD("forfeits", alea_sample, forfeits),
    ALEA__FIELD("threads", alea_sample, threads),
    ALEA__CHOICE("path", alea_sample, block_path, path_words),
    ALEA__FIELDS_END,
};

static json_t *stats_simulated(const alea_sample *s, double seconds)
{
    alea__json json = alea__json_start();
    alea__json_put_fields(&json, games_fields, s);
    alea__json_put_fields(&json, estimate_fields, s->games ? s : NULL);
    alea__json_put_fields(&json, sample_fields, s);
    alea__json_put(&json, "seconds", alea__json_real(seconds));
    return alea__json_end(&json);
}

/* The exact distribution, with null in every field if there is none, then the simulated one. */
alea_status alea__stats_json(const alea_view_distribution *v, char **out, alea_error *error)
{
    ALEA_ASSERT(v->exact || v->sample);
    const alea_ties ties = alea__ties_of(v);
    alea__json json = alea__json_start();
    alea__json_put(&json, "game", alea__json_text(alea_game_spec(v->game)));
    alea__json_put(&json, "bot", alea__json_text(v->bot));
    alea__json_put(&json, "ties", alea__json_text(alea_ties_name(ties)));
    alea__json_put(&json, "tie_rule", alea__json_text(alea_ties_sentence(ties)));
    alea__json_put_fields(&json, exact_fields, v->exact);
    alea__json_put(&json, "inexact", alea__json_text(v->exact ? NULL : v->inexact));
    alea__json_put(&json, "seconds", v->exact ? alea__json_real(v->exact_seconds) : json_null());
    alea__json_put(&json, "simulated",
                   v->sample ? stats_simulated(v->sample, v->sample_seconds) : json_null());
    return alea__json_finish(&json, out, error);
}
