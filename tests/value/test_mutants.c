/* Modified tables with valid seals. Each is refused, or fails `verify`, or its bounds contain the original values; and
   sanitizers report nothing. ALEA_SOAK: 3,000 of them instead of 300. */
#include "value/libhdf5.h"

#include "value/mutate.h"

#include <alea/exact.h>

static const char *const mutant = "mutant.h5";

/* A file to change, and its contents; `table` is NULL for a frozen bot. */
typedef struct original {
    const char *path;
    alea_table *table;
    unsigned char *data;
    size_t size;
} original;

enum { ORIGINALS = 6, LONGER = 1024 /* bytes that a file can grow by */ };

static original originals[ORIGINALS];
static unsigned original_count;

/* Stores the file, and its table, if it has one; on request again with the links in a heap. */
static void keep(const char *path, const alea_game *game, bool in_heap)
{
    original *o = &originals[original_count++];
    char *copy = strdup(path);
    assert_true(original_count <= ORIGINALS && copy);
    o->path = copy;
    if (in_heap) {
        libhdf5_copy_table(path, "copy.h5", 0);
        o->data = (unsigned char *)read_file("copy.h5", &o->size);
        mutate_file file = {o->data, o->size, o->size, 0, {{0}}};
        mutate_seal(&file);
        write_bytes(path, o->data, o->size);
    } else {
        o->data = (unsigned char *)read_file(path, &o->size);
    }
    if (game) OK(alea_table_open(game, path, &o->table, &test_error));
}

static void keep_solution(const char *path, const alea_game *game, bool in_heap)
{
    alea_table *table = solve_game(game, game == NULL                              ? ALEA_WIN
                                         : alea_game_has_objective(game, ALEA_WIN) ? ALEA_WIN
                                                                                   : ALEA_SCORE);
    OK(alea_table_write(table, path, &test_error));
    alea_table_free(table);
    keep(path, game, in_heap);
}

static alea_game *pig, *coin, *despirala;

static int make_originals(void **unused)
{
    (void)unused;
    alea_table *reply;
    alea_best_response result;
    pig = open_game("pig(goal=8)");
    coin = open_game("coin-pig(goal=3)");
    despirala = open_game("tests/rules/small-despirala.lua(gain=1)");
    alea_bot *hold = open_bot(pig, "hold(4)");
    keep_solution("pig.h5", pig, false);
    keep_solution("pig-heap.h5", pig, true);
    keep_solution("coin.h5", coin, false);
    keep_solution("despirala.h5", despirala, true);
    OK(alea_table_best_response(pig, hold, ALEA_WIN, NULL, &reply, &result, &test_error));
    OK(alea_table_write(reply, "reply.h5", &test_error));
    alea_table_free(reply);
    keep("reply.h5", pig, false);
    OK(alea_bot_freeze(hold, NULL, "bot.h5", &test_error));
    keep("bot.h5", NULL, false);
    alea_bot_free(hold);
    return 0;
}

static int free_originals(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < original_count; i++) {
        alea_table_free(originals[i].table);
        free(originals[i].data);
        free((void *)(uintptr_t)originals[i].path);
    }
    alea_game_free(pig);
    alea_game_free(coin);
    alea_game_free(despirala);
    return 0;
}

/* ---- results ---- */

typedef struct counts {
    unsigned refused, disproved, equal, plays;
} counts;

static void overlap(alea_interval a, alea_interval b, const char *what, unsigned seed)
{
    if (a.lower <= b.upper && b.lower <= a.upper) return;
    if (isnan(a.lower) && isnan(b.lower)) return;
    fail_msg("mutant %u is proved, but %s is %.17g to %.17g instead of %.17g to %.17g", seed, what, b.lower,
             b.upper, a.lower, a.upper);
}

/* Two tables of the same game whose proofs hold cannot contradict each other. */
static void same_claims(const alea_table *a, const alea_table *b, unsigned seed)
{
    alea_table_facts before, after;
    alea_table_get_facts(a, &before);
    alea_table_get_facts(b, &after);
    assert_string_equal(before.game, after.game);
    assert_int_equal(before.objective, after.objective);
    overlap(before.start, after.start, "the start", seed);
    overlap(before.second, after.second, "the second player's start", seed);
    const alea__values *x = alea__table_values(a), *y = alea__table_values(b);
    assert_int_equal(x->count, y->count);
    for (unsigned m = 0; m < x->count; m++) {
        assert_int_equal(x->matrix[m].rows, y->matrix[m].rows);
        assert_int_equal(x->matrix[m].columns, y->matrix[m].columns);
        for (size_t i = 0; i < (size_t)x->matrix[m].rows * x->matrix[m].columns; i++)
            overlap(alea__matrix_at(&x->matrix[m], i), alea__matrix_at(&y->matrix[m], i), x->matrix[m].name,
                    seed);
    }
}

static void look_at_table(const original *o, unsigned seed, counts *so_far)
{
    alea_table *table;
    alea_verdict verdict = {0};
    alea_error error = {0};
    if (alea_table_open(alea_table_game(o->table), mutant, &table, &error) != ALEA_OK) {
        if (strncmp(error.message, "mutant.h5: ", 11) != 0)
            fail_msg("mutant %u: \"%s\" does not begin with the file's name", seed, error.message);
        so_far->refused++;
        return;
    }
    if (alea_table_verify(table, NULL, &verdict, &error) != ALEA_OK || !verdict.holds) {
        assert_true(verdict.reason[0] || error.message[0]);
        so_far->disproved++;
    } else {
        same_claims(o->table, table, seed);
        so_far->equal++;
    }
    alea_table_free(table);
}

/* A frozen bot has no proof, so its moves may differ. It is refused, or it plays. */
static void look_at_bot(unsigned seed, counts *so_far)
{
    alea_bot *bot;
    alea_evaluation result;
    alea_error error = {0};
    if (alea_bot_open(pig, "table:mutant.h5", NULL, &bot, &error) != ALEA_OK) {
        if (!error.message[0]) fail_msg("mutant %u is refused without a reason", seed);
        so_far->refused++;
        return;
    }
    if (alea_bot_evaluate(pig, bot, bot, ALEA_WIN, NULL, &result, &error) == ALEA_OK)
        assert_that(result.first.value.lower, <=, result.first.value.upper);
    so_far->plays++;
    alea_bot_free(bot);
}

static void look_at_mutant(unsigned seed, counts *so_far)
{
    const original *o = &originals[seed % original_count];
    unsigned char *data = calloc(1, o->size + LONGER);
    assert_non_null(data);
    memcpy(data, o->data, o->size);
    mutate_file file = {data, o->size, o->size + LONGER, 0, {{0}}};
    uint64_t state = seed;
    mutate_seal(&file); /* which finds the metadata */
    for (uint64_t changes = 1 + mutate_below(&state, 3); changes > 0; changes--) mutate_change(&file, &state);
    mutate_seal(&file);
    write_bytes(mutant, data, file.size);
    free(data);
    if (o->table)
        look_at_table(o, seed, so_far);
    else
        look_at_bot(seed, so_far);
}

static void a_mutant_is_refused_or_disproved_or_claims_nothing_else(void **unused)
{
    (void)unused;
    const unsigned mutants = getenv("ALEA_SOAK") ? 3000 : 300;
    counts found = {0};
    for (unsigned seed = 0; seed < mutants; seed++) look_at_mutant(seed, &found);
    print_message("%u mutants: %u refused, %u disproved, %u with the same claims, %u other bots\n", mutants,
                  found.refused, found.disproved, found.equal, found.plays);
    /* else the mutator finds nothing that matters */
    assert_that(found.refused, >, mutants / 4);
    assert_that(found.disproved, >, mutants / 100);
    assert_that(found.equal, >, mutants / 100);
}

/* Every byte of the blocks of metadata, in turn, with the values of the attacks that once led libhdf5 outside its heap. */
static void any_byte_of_the_metadata_may_be_anything(void **unused)
{
    (void)unused;
    static const unsigned char bytes[] = {0x7f, 0x15, 0xff, 0x02, 0x00};
    const original *o = &originals[1];
    unsigned char *data = malloc(o->size);
    mutate_file whole = {data, o->size, o->size, 0, {{0}}};
    counts found = {0};
    assert_non_null(data);
    memcpy(data, o->data, o->size);
    mutate_seal(&whole);
    for (unsigned b = 0; b < whole.count; b++)
        for (size_t i = 0; i < whole.block[b].size; i += getenv("ALEA_SOAK") ? 1 : 7) {
            const size_t at = whole.block[b].begin + i;
            mutate_file file = {data, o->size, o->size, 0, {{0}}};
            memcpy(data, o->data, o->size);
            data[at] = bytes[at % sizeof bytes];
            mutate_seal(&file);
            write_bytes(mutant, data, file.size);
            look_at_table(o, (unsigned)at, &found);
        }
    assert_that(found.refused, >, 50);
    assert_that(found.disproved, >, 0);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mutant_is_refused_or_disproved_or_claims_nothing_else),
        cmocka_unit_test(any_byte_of_the_metadata_may_be_anything),
    };
    return cmocka_run_group_tests(tests, make_originals, free_originals);
}
