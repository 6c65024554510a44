/* Any bytes as a table file. They are refused with a sentence that names the file; or they are a table, and if its proof holds,
   it claims nothing that contradicts a table of the same game made here; or they are a bot, which plays.

   Without help nothing would come further than the SHA-256 in front: the mutator seals what it has changed. There is no corpus;
   files to start from are written here. */
#include "value/mutate.h"

#include <alea/exact.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

enum { ORIGINALS = 4 };

static alea_game *pig;
static alea_table *solved;
static unsigned char *original[ORIGINALS];
static size_t original_size[ORIGINALS];

static void must(alea_status status)
{
    if (status != ALEA_OK) abort();
}

static void keep(int which, const char *path)
{
    must(alea__read_file(path, 1 << 20, &original[which], &original_size[which], NULL));
    if (unlink(path) != 0) abort();
}

/* Solutions of two families, a best response, and a frozen bot. */
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    char folder[] = "/tmp/fuzz_table.XXXXXX", path[64];
    alea_table *reply, *other;
    alea_best_response result;
    alea_bot *hold;
    alea_game *coin;
    (void)count, (void)arguments;
    if (!mkdtemp(folder)) abort();
    snprintf(path, sizeof path, "%s/t.h5", folder);
    must(alea_game_open("pig(goal=3)", &pig, NULL));
    must(alea_game_open("coin-pig(goal=2)", &coin, NULL));
    must(alea_bot_open(pig, "hold(2)", NULL, &hold, NULL));
    must(alea_table_solve(pig, ALEA_WIN, NULL, &solved, NULL));
    must(alea_table_solve(coin, ALEA_WIN, NULL, &other, NULL));
    must(alea_table_best_response(pig, hold, ALEA_WIN, NULL, &reply, &result, NULL));
    must(alea_table_write(solved, path, NULL));
    keep(0, path);
    must(alea_table_write(reply, path, NULL));
    keep(1, path);
    must(alea_table_write(other, path, NULL));
    keep(2, path);
    must(alea_bot_freeze(hold, NULL, path, NULL));
    keep(3, path);
    if (rmdir(folder) != 0) abort();
    alea_table_free(reply);
    alea_table_free(other);
    alea_bot_free(hold);
    alea_game_free(coin);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    uint64_t state = seed;
    const uint64_t which = mutate_below(&state, ORIGINALS);
    if (size < ALEA__USER_BLOCK + 48 || mutate_below(&state, 20) == 0) {
        if (original_size[which] > most) return size;
        size = original_size[which];
        memcpy(data, original[which], size);
    }
    mutate_file file = {data, size, most, 0, {{0}}};
    mutate_seal(&file);
    if (mutate_below(&state, 4) == 0)
        file.size = ALEA__USER_BLOCK + LLVMFuzzerMutate(data + ALEA__USER_BLOCK, size - ALEA__USER_BLOCK,
                                                        most - ALEA__USER_BLOCK);
    else
        for (uint64_t changes = 1 + mutate_below(&state, 4); changes > 0; changes--)
            mutate_change(&file, &state);
    if (file.size >= ALEA__USER_BLOCK + 48 && mutate_below(&state, 8) > 0)
        mutate_put(data + ALEA__USER_BLOCK + 28, 8, file.size);
    mutate_seal(&file);
    return file.size;
}

static void overlap(alea_interval a, alea_interval b)
{
    if (!(a.lower <= b.upper && b.lower <= a.upper)) abort();
}

static void look_at_table(const alea_table *table)
{
    alea_table_facts found, right;
    alea_verdict verdict = {0};
    if (alea_table_verify(table, NULL, &verdict, NULL) != ALEA_OK || !verdict.holds) return;
    alea_table_get_facts(table, &found);
    alea_table_get_facts(solved, &right);
    if (found.against || found.objective != right.objective || strcmp(found.game, right.game) != 0) return;
    overlap(found.start, right.start);
    overlap(found.second, right.second);
}

/* A bot that is a table of values, or one that was frozen. */
static void look_at_bot(const char *path)
{
    char spec[100];
    alea_bot *bot;
    alea_evaluation result;
    alea_error error = {0};
    snprintf(spec, sizeof spec, "table:%s", path);
    if (alea_bot_open(pig, spec, NULL, &bot, &error) != ALEA_OK) {
        if (!error.message[0]) abort();
        return;
    }
    if (alea_bot_evaluate(pig, bot, bot, ALEA_WIN, NULL, &result, &error) == ALEA_OK &&
        !(result.first.value.lower <= result.first.value.upper))
        abort();
    alea_bot_free(bot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    alea_table *table;
    alea_error error = {0};
    int memory = memfd_create("table", 0);
    if (memory < 0 || write(memory, data, size) != (ssize_t)size) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    if (alea_table_open(NULL, path, &table, &error) == ALEA_OK) {
        look_at_table(table);
        alea_table_free(table);
    } else if (strncmp(error.message, path, strlen(path)) != 0) {
        abort();
    }
    look_at_bot(path);
    close(memory);
    return 0;
}
