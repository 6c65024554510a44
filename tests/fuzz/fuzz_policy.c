/* Any bytes as a policy of any family: packed, as in tables of frozen bots and best responses, or in CSV. They are refused with a
   sentence, or they are a policy that comes back from its own bytes and plays: fast paths and the plain referee agree on its games.

   The first byte chooses the game, and whether the rest is CSV. There is no corpus; policies to start from are packed here. */
#include "base/memory.h"
#include "bot/bot.h"
#include "value/solver_ops.h"

#include <alea/run.h>
#include <alea/table.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

static const char *const specs[] = {
    "pig(goal=4)",
    "pig-solitaire(goal=5,turns=2)",
    "two-dice-pig(goal=5)",
    "piglet(goal=4)",
    "hog(goal=4)",
    "coin-pig(goal=2)",
    "tests/rules/small-despirala.lua",
    "pig-pen(goal=10)",
};
enum { GAMES = sizeof specs / sizeof *specs, PLAYED = 8, CSV = 0x80 };

/* A policy to start from: the bytes of an input, the first one included. */
typedef struct start {
    unsigned char *data;
    size_t size;
} start;

enum { MOST_STARTS = 64 };
static alea_game *games[GAMES];
static start starts[MOST_STARTS];
static unsigned start_count;

static void must(bool holds)
{
    if (!holds) abort();
}

static void add_start(unsigned char first, const void *data, size_t size)
{
    start *s = &starts[start_count++];
    must(start_count <= MOST_STARTS);
    s->data = malloc(size + 1);
    must(s->data != NULL);
    s->data[0] = first;
    memcpy(s->data + 1, data, size);
    s->size = size + 1;
}

/* Stores a policy packed, and also in CSV if it can be written so. Frees the policy. */
static void add_policy(unsigned which, alea__policy *policy)
{
    const alea_game *game = games[which];
    const alea__family *family = game->family;
    unsigned char *data;
    size_t size;
    char *text;
    must(family->solver->pack_policy(game->rules, policy, &data, &size, NULL) == ALEA_OK);
    add_start((unsigned char)which, data, size);
    alea__free(data);
    if (family->csv && family->csv->write(game->rules, policy, &text, NULL) == ALEA_OK) {
        add_start((unsigned char)(CSV | which), text, strlen(text));
        alea__free(text);
    }
    family->policy->free(policy);
}

/* Adds the policy of a solved table. */
static void add_solution(unsigned which)
{
    const alea_game *game = games[which];
    const alea_objective objective = alea_game_has_objective(game, ALEA_WIN) ? ALEA_WIN : ALEA_SCORE;
    alea_table *table;
    alea__policy *policy;
    must(alea_table_solve(game, objective, NULL, &table, NULL) == ALEA_OK);
    must(game->family->solver->policy_of_values(game->rules, alea__table_values(table), &policy, NULL) ==
         ALEA_OK);
    add_policy(which, policy);
    alea_table_free(table);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    const char *source = getenv("ALEA_SOURCE");
    (void)count, (void)arguments;
    for (unsigned i = 0; i < GAMES; i++) {
        char path[1000];
        const bool ours = strncmp(specs[i], "tests/", 6) == 0;
        snprintf(path, sizeof path, "%s%s%s", ours && source ? source : "", ours && source ? "/" : "",
                 specs[i]);
        must(alea_game_open(path, &games[i], NULL) == ALEA_OK);
        if (i < GAMES - 1) add_solution(i); /* Pig-Pen takes too long */
    }
    add_start(CSV, "own,other,hold_at\n0,0,3\n", 24);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    const start *s = &starts[seed / 32 % start_count];
    if ((size < 2 || seed % 32 == 0) && s->size <= most) {
        memcpy(data, s->data, s->size);
        size = s->size;
    }
    if (size < 2) return LLVMFuzzerMutate(data, size, most);
    return 1 + LLVMFuzzerMutate(data + 1, size - 1, most - 1);
}

static alea_status read_policy(const alea_game *game, bool csv, const uint8_t *data, size_t size,
                               alea__policy **out)
{
    alea_error error = {0};
    const alea__family *family = game->family;
    char *text = malloc(size + 1);
    must(text != NULL);
    memcpy(text, data, size);
    text[size] = 0;
    alea_status status =
        csv ? family->csv->open(game->rules, &(alea__csv_text){"x.csv", text, size}, out, &error)
            : family->solver->unpack_policy(game->rules, (unsigned char *)text, size, out, &error);
    if (status != ALEA_OK && !error.message[0]) abort();
    free(text);
    return status;
}

/* A policy that is packed, unpacked and packed again gives the same bytes. */
static void there_and_back(const alea_game *game, const alea__policy *policy)
{
    const alea__solver_ops *solver = game->family->solver;
    unsigned char *data, *again;
    size_t size, again_size;
    alea__policy *copy;
    must(solver->pack_policy(game->rules, policy, &data, &size, NULL) == ALEA_OK);
    must(solver->unpack_policy(game->rules, data, size, &copy, NULL) == ALEA_OK);
    must(solver->pack_policy(game->rules, copy, &again, &again_size, NULL) == ALEA_OK);
    must(size == again_size && memcmp(data, again, size) == 0);
    alea__free(data);
    alea__free(again);
    game->family->policy->free(copy);
}

static alea_run_result *play_on(const alea_game *game, alea_bot *bot, alea_path path)
{
    alea_run_result *result;
    alea_bot *const bots[] = {bot, bot};
    const alea_run_options options = {.games = PLAYED, .threads = 1, .path = path};
    must(alea_run_match(game, bots, alea_game_players(game), &options, &result, NULL) == ALEA_OK);
    return result;
}

/* Takes the policy over. */
static void play(const alea_game *game, alea__policy *policy)
{
    alea_bot *bot;
    must(alea__policy_bot_new(game, policy, true, &bot, NULL) == ALEA_OK);
    alea_run_result *fast = play_on(game, bot, ALEA_PATH_AUTO), *plain = play_on(game, bot, ALEA_PATH_STEP);
    must(fast->turns == plain->turns && fast->unfinished == plain->unfinished);
    for (unsigned i = 0; i < fast->players; i++) must(fast->standing[i].wins == plain->standing[i].wins);
    alea_run_result_free(fast);
    alea_run_result_free(plain);
    alea_bot_free(bot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    alea__policy *policy;
    if (size == 0) return 0;
    const alea_game *game = games[(data[0] & ~CSV) % GAMES];
    const bool csv = (data[0] & CSV) != 0;
    if (csv && !game->family->csv) return 0;
    if (read_policy(game, csv, data + 1, size - 1, &policy) != ALEA_OK) return 0;
    there_and_back(game, policy);
    play(game, policy);
    return 0;
}
