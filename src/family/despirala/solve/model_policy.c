/* Policies: made, freed, out of values, as bytes and back. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/messages.h"
#include "family/despirala/solve/plan.h"

#include <math.h>
#include <string.h>

alea_status despirala_policy_make(const despirala_game *game, const despirala_bot *like, alea__policy **out,
                                  alea_error *error)
{
    ALEA_ASSERT((like->kind == DESPIRALA_PLAN) == (like->model != NULL) && !like->plan);
    despirala_bot *bot = alea__alloc(sizeof *bot);
    if (!bot) {
        despirala_model_free(like->model);
        return alea__out_of_memory(error);
    }
    *bot = *like;
    alea_status status = ALEA_OK;
    if (bot->kind == DESPIRALA_PLAN)
        status = despirala_plan_make(game, bot->model, bot->go_on, &bot->plan, error);
    if (status == ALEA_OK)
        *out = (alea__policy *)bot;
    else
        despirala_policy_free((alea__policy *)bot);
    return status;
}

void despirala_policy_free(alea__policy *opaque)
{
    despirala_bot *bot = (despirala_bot *)opaque;
    if (!bot) return;
    despirala_plan_free(bot->plan);
    despirala_model_free(bot->model);
    alea__free(bot);
}

alea_status despirala_policy_of_values(const alea__rules *rules, const alea__values *values,
                                       alea__policy **out, alea_error *error)
{
    const despirala_game *game = despirala_game_of(rules);
    despirala_bot like = {.kind = DESPIRALA_PLAN};
    alea_status status = despirala_model_of_values(game, values, &like.model, error);
    return status == ALEA_OK ? despirala_policy_make(game, &like, out, error) : status;
}

/* ---- bytes: the kind, whether ties go on, samples, seed, and the values of the model; all little-endian ---- */

enum { HEAD = 2 + 8 + 8 };

static void bytes_put(unsigned char *at, uint64_t word)
{
    for (int i = 0; i < 8; i++) at[i] = (unsigned char)(word >> 8 * i);
}

static uint64_t bytes_take(const unsigned char *at)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word |= (uint64_t)at[i] << 8 * i;
    return word;
}

static size_t policy_size(const despirala_game *game, uint32_t kind)
{
    return HEAD + (kind == DESPIRALA_PLAN ? (size_t)game->graph->places * 8 : 0);
}

alea_status despirala_policy_pack(const alea__rules *rules, const alea__policy *policy, unsigned char **data,
                                  size_t *size, alea_error *error)
{
    const despirala_game *game = despirala_game_of(rules);
    const despirala_bot *bot = (const despirala_bot *)policy;
    unsigned char *bytes = alea__alloc(policy_size(game, bot->kind));
    if (!bytes) return alea__out_of_memory(error);
    bytes[0] = (unsigned char)bot->kind;
    bytes[1] = bot->go_on;
    bytes_put(bytes + 2, bot->model ? bot->model->samples : 0);
    bytes_put(bytes + 10, bot->model ? bot->model->seed : 0);
    for (size_t i = 0; bot->model && i < game->graph->places; i++) {
        uint64_t word;
        memcpy(&word, &bot->model->value[i], sizeof word);
        bytes_put(bytes + HEAD + 8 * i, word);
    }
    *data = bytes;
    *size = policy_size(game, bot->kind);
    return ALEA_OK;
}

/* The model of a packed plan, whose size has been checked. Refuses values that are not scores. */
static alea_status model_unpack(const despirala_game *game, const unsigned char *data, despirala_model **out,
                                alea_error *error)
{
    despirala_model *model = despirala_model_new(game);
    if (!model) return alea__out_of_memory(error);
    model->samples = bytes_take(data + 2);
    model->seed = bytes_take(data + 10);
    for (size_t i = 0; i < game->graph->places; i++) {
        const uint64_t word = bytes_take(data + HEAD + 8 * i);
        memcpy(&model->value[i], &word, sizeof word);
        if (fabs(model->value[i]) <= 1e9) continue;
        despirala_model_free(model);
        return alea__fail(error, ALEA_E_FILE, DESPIRALA_PACK_VALUE);
    }
    *out = model;
    return ALEA_OK;
}

alea_status despirala_policy_unpack(const alea__rules *rules, const unsigned char *data, size_t size,
                                    alea__policy **out, alea_error *error)
{
    const despirala_game *game = despirala_game_of(rules);
    if (size < HEAD || data[0] > DESPIRALA_RANDOM || data[1] > 1 || size != policy_size(game, data[0]))
        return alea__fail(error, ALEA_E_FILE, DESPIRALA_PACK_SIZE);
    despirala_bot like = {.kind = (despirala_policy_kind)data[0], .go_on = data[1]};
    alea_status status = ALEA_OK;
    if (like.kind == DESPIRALA_PLAN) status = model_unpack(game, data, &like.model, error);
    return status == ALEA_OK ? despirala_policy_make(game, &like, out, error) : status;
}
