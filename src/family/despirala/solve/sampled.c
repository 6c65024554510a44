#include "family/despirala/solve/sampled.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

#include <string.h>

enum { SLOTS = 4096, STREAM = 64 /* no other kind of stream has this number: base/random.h */ };

alea_status despirala_sampler_make(const despirala_game *game, uint64_t samples, uint64_t seed,
                                   despirala_sampler **out, alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    despirala_sampler *s = alea__alloc(sizeof *s);
    if (!s) return alea__out_of_memory(error);
    s->samples = samples;
    s->seed = seed;
    s->first = alea__alloc_array(rules->rolls + 1, sizeof *s->first);
    s->slot = alea__alloc_array(SLOTS, sizeof *s->slot);
    if (!s->first || !s->slot) {
        despirala_sampler_free(s);
        return alea__out_of_memory(error);
    }
    uint32_t roll = 0;
    for (uint32_t r = 0; r < rules->rolls; r++) s->first[r + 1] = s->first[r] + rules->weight[r];
    s->outcomes = s->first[rules->rolls];
    ALEA_ASSERT(s->outcomes == alea__dice_outcomes(rules->sides, rules->dice));
    for (uint32_t i = 0; i < SLOTS; i++) {
        const uint64_t outcome = ((uint64_t)i * s->outcomes + SLOTS - 1) / SLOTS;
        while (s->first[roll + 1] <= outcome && roll + 1 < rules->rolls) roll++;
        s->slot[i] = (uint16_t)roll;
    }
    *out = s;
    return ALEA_OK;
}

void despirala_sampler_free(despirala_sampler *s)
{
    if (!s) return;
    alea__free(s->first);
    alea__free(s->slot);
    alea__free(s);
}

/* Outcomes below the number of all, each as likely: words in the incomplete part of the range are drawn again (Lemire, Fast Random
   Integer Generation in an Interval, 2019, algorithm 5). */
void despirala_sample(const despirala_sampler *s, uint32_t used, uint32_t goods, uint32_t rolls,
                      double *weight)
{
    alea__stream random;
    const uint32_t unfair = (uint32_t)(-s->outcomes) % s->outcomes;
    memset(weight, 0, rolls * sizeof *weight);
    alea__stream_start(&random, s->seed, 0, STREAM, (uint64_t)used << 32 | goods);
    for (uint64_t i = 0; i < s->samples; i++) {
        uint64_t product;
        do product = (uint64_t)alea__next_word(&random) * s->outcomes;
        while ((uint32_t)product < unfair);
        const uint32_t outcome = (uint32_t)(product >> 32);
        uint32_t roll = s->slot[(uint64_t)outcome * SLOTS / s->outcomes];
        while (s->first[roll + 1] <= outcome) roll++;
        weight[roll]++;
    }
    for (uint32_t roll = 0; roll < rolls; roll++) weight[roll] /= (double)s->samples;
}
