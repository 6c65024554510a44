/* Any policy: making and freeing it, as bytes and as CSV. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/hog/hog.h"
#include "family/hog/messages.h"

#include <string.h>

/* The size of a policy of this kind. */
static size_t policy_dice(const hog_rules *rules, uint32_t kind)
{
    const size_t table = (size_t)rules->goal * rules->goal;
    ALEA_ASSERT(kind <= HOG_RANDOM);
    return kind == HOG_RANDOM ? 0 : kind == HOG_PLAN ? table * rules->memories : table;
}

hog_bot *hog_bot_new(const hog_rules *rules, hog_policy_kind kind)
{
    hog_bot *bot = alea__alloc(sizeof *bot);
    if (!bot) return NULL;
    bot->policy.kind = kind;
    if (kind == HOG_RANDOM) return bot;
    bot->dice = alea__alloc(policy_dice(rules, kind));
    bot->policy.dice = bot->dice;
    if (bot->dice) return bot;
    alea__free(bot);
    return NULL;
}

void hog_policy_free(alea__policy *opaque)
{
    hog_bot *bot = (hog_bot *)opaque;
    if (!bot) return;
    alea__free(bot->dice);
    alea__free(bot);
}

/* ---- bytes: the kind, then the dice ---- */

alea_status hog_pack_policy(const alea__rules *rules, const alea__policy *opaque, unsigned char **data,
                            size_t *size, alea_error *error)
{
    const hog_policy *policy = hog_policy_of(opaque);
    const size_t count = policy_dice(hog_rules_of(rules), policy->kind);
    unsigned char *bytes = alea__alloc(count + 1);
    if (!bytes) return alea__out_of_memory(error);
    bytes[0] = (unsigned char)policy->kind;
    if (count > 0) memcpy(bytes + 1, policy->dice, count);
    *data = bytes;
    *size = count + 1;
    return ALEA_OK;
}

alea_status hog_unpack_policy(const alea__rules *opaque, const unsigned char *data, size_t size,
                              alea__policy **out, alea_error *error)
{
    const hog_rules *rules = hog_rules_of(opaque);
    if (size < 1 || data[0] > HOG_RANDOM || size != 1 + policy_dice(rules, data[0]))
        return alea__fail(error, ALEA_E_FILE, HOG_POLICY_SIZE);
    for (size_t i = 1; i < size; i++)
        if (data[i] > rules->dice) return alea__fail(error, ALEA_E_FILE, HOG_POLICY_DICE, (unsigned)data[i]);
    hog_bot *bot = hog_bot_new(rules, (hog_policy_kind)data[0]);
    if (!bot) return alea__out_of_memory(error);
    if (size > 1) memcpy(bot->dice, data + 1, size - 1);
    *out = (alea__policy *)bot;
    return ALEA_OK;
}

/* ---- CSV ---- */

alea_status hog_policy_csv(const alea__rules *opaque, const alea__policy *policy, char **text,
                           alea_error *error)
{
    const hog_rules *rules = hog_rules_of(opaque);
    const uint8_t *dice = hog_policy_of(policy)->dice;
    alea__text out = {0};
    if (hog_policy_of(policy)->kind != HOG_TABLE) return alea__fail(error, ALEA_E_REFUSED, HOG_CSV_POLICIES);
    for (uint32_t own = 0; own < rules->goal; own++)
        for (uint32_t opponent = 0; opponent < rules->goal; opponent++)
            alea__text_add(&out, "%u%c", (unsigned)*dice++, opponent + 1 < rules->goal ? ',' : '\n');
    if (out.failed) {
        alea__text_free(&out);
        return alea__out_of_memory(error);
    }
    *text = out.data;
    return ALEA_OK;
}
