/* Any bytes as input of Hog: the first byte chooses between a table in CSV and a packed policy. It is refused with a
   sentence, or every move in it is legal and packing it again gives the same policy. */
#include "base/memory.h"
#include "family/hog/solve/exact.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static alea_game *game;

static size_t moves_of(const hog_policy *policy)
{
    const hog_rules *rules = hog_rules_of(game->rules);
    if (policy->kind == HOG_RANDOM) return 0;
    return (size_t)rules->goal * rules->goal * (policy->kind == HOG_PLAN ? rules->memories : 1);
}

static void look_at(const alea__policy *policy)
{
    const hog_policy *p = hog_policy_of(policy);
    for (size_t i = 0; i < moves_of(p); i++)
        if (p->dice[i] > hog_rules_of(game->rules)->dice) abort();
}

static void there_and_back(const alea__policy *policy)
{
    alea__policy *again;
    unsigned char *data;
    size_t size;
    look_at(policy);
    if (hog_pack_policy(game->rules, policy, &data, &size, NULL) != ALEA_OK) abort();
    if (hog_unpack_policy(game->rules, data, size, &again, NULL) != ALEA_OK) abort();
    const hog_policy *a = hog_policy_of(policy), *b = hog_policy_of(again);
    if (a->kind != b->kind) abort();
    if (moves_of(a) > 0 && memcmp(a->dice, b->dice, moves_of(a)) != 0) abort();
    alea__free(data);
    hog_policy_free(again);
}

static alea_status read_csv(const uint8_t *data, size_t size, alea__policy **out, alea_error *error)
{
    char *text = malloc(size + 1);
    if (!text) abort();
    memcpy(text, data, size);
    text[size] = 0;
    alea_status status = hog_table_open(game->rules, &(alea__csv_text){"x.csv", text, size}, out, error);
    if (status != ALEA_OK && strncmp(error->message, "x.csv", 5) != 0) abort();
    free(text);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    alea__policy *policy;
    alea_error error;
    if (!game && alea_game_open("hog(goal=4)", &game, &error) != ALEA_OK) abort();
    if (size == 0) return 0;
    alea_status status = data[0] == 'c' ? read_csv(data + 1, size - 1, &policy, &error)
                                        : hog_unpack_policy(game->rules, data + 1, size - 1, &policy, &error);
    if (status == ALEA_OK) {
        there_and_back(policy);
        hog_policy_free(policy);
    } else if (!error.message[0]) {
        abort();
    }
    return 0;
}
