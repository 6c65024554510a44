/* Any bytes as a match of race, as the referee in the sandbox unpacks it: they are refused, or every table that they name lies
   within them. There is no corpus; matches to start from are packed here. */
#include "base/memory.h"
#include "bot/bot.h"
#include "family/race/policy/guest_pack.h"
#include "family/race/policy/policy.h"
#include "value/solver_ops.h"

#include <alea/table.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

enum { STARTS = 2 };
static unsigned char *starts[STARTS];
static size_t start_sizes[STARTS];

static void must(bool holds)
{
    if (!holds) abort();
}

/* A plan against a table of totals to hold at. */
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    static const char *const specs[STARTS] = {"pig(goal=4)", "two-dice-pig(goal=5)"};
    (void)count, (void)arguments;
    for (int i = 0; i < STARTS; i++) {
        alea_game *game;
        alea_table *table;
        alea__policy *plan;
        char *text;
        must(alea_game_open(specs[i], &game, NULL) == ALEA_OK);
        must(alea_table_solve(game, ALEA_WIN, NULL, &table, NULL) == ALEA_OK);
        must(game->family->solver->policy_of_values(game->rules, alea__table_values(table), &plan, NULL) ==
             ALEA_OK);
        must(game->family->csv->write(game->rules, plan, &text, NULL) == ALEA_OK);
        alea__policy *held;
        must(game->family->csv->open(game->rules, &(alea__csv_text){"x.csv", text, strlen(text)}, &held,
                                     NULL) == ALEA_OK);
        const alea__policy_match match = {.rules = game->rules, .policy = {plan, held}, .seed = 1};
        must(race_pack(&match, &starts[i], &start_sizes[i], NULL) == ALEA_OK);
        alea__free(text);
        race_policy_free(plan);
        race_policy_free(held);
        alea_table_free(table);
        alea_game_free(game);
    }
    return 0;
}

/* The size that the bytes claim is right, or nothing would come further. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    const unsigned which = seed / 16 % STARTS;
    if ((size < PACK_HEADER || seed % 16 == 0) && start_sizes[which] <= most) {
        size = start_sizes[which];
        memcpy(data, starts[which], size);
    }
    size = LLVMFuzzerMutate(data, size, most);
    if (size >= PACK_HEADER) race_put(data + 4 * PACK_SIZE, size, 4);
    return size;
}

/* Adds up the bytes, which a sanitizer watches. */
static unsigned look_at(const void *data, uint64_t size)
{
    unsigned sum = 0;
    for (uint64_t i = 0; i < size; i++) sum += ((const unsigned char *)data)[i];
    return sum;
}

static unsigned look_at_policy(const race_policy *policy)
{
    const race_plan *plan = &policy->plan;
    const uint64_t entries = (uint64_t)policy->table_size * policy->table_size,
                   rows = (uint64_t)plan->owns * plan->others;
    unsigned sum = entries > 0 ? look_at(policy->hold_at, entries * sizeof *policy->hold_at) : 0;
    if (rows > 0)
        sum += look_at(plan->row, (rows + 1) * sizeof *plan->row) +
               look_at(plan->bits, (plan->row[rows] + 7) / 8);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    race_packed match;
    volatile unsigned sum = 0;
    unsigned char *aligned = malloc(size); /* a separate block, so that reading beyond its end is noticed */
    must(aligned || size == 0);
    if (size > 0) memcpy(aligned, data, size);
    if (race_unpack(aligned, size, &match)) {
        const race_rules *rules = &match.rules;
        sum += look_at(rules->effect, (uint64_t)rules->memories * rules->outcomes * sizeof *rules->effect);
        sum += look_at(rules->landing, (uint64_t)rules->goal + 1);
        sum += look_at(rules->pay, ((uint64_t)rules->goal + 1) * sizeof *rules->pay);
        for (int bot = 0; bot < RACE_SEATS; bot++)
            if (match.present[bot]) sum += look_at_policy(&match.policy[bot]);
    }
    free(aligned);
    return 0;
}
