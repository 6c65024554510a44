/* Texts with the same hash: Lua keeps short texts once, in places by their hashes, and looks through such a place for each text that
   it makes. A program whose author knows the seed of the hashes can fill one place: what that takes is counted. */
#include "game/lua_cost.h"
#include "support/files.h"

enum {
    TEXTS = 1000,
    ROUNDS = 200,
    PLACES = 1 << 13,
    SEED = 1,
    LETTERS = 62,
    ENDS = LETTERS * LETTERS * LETTERS
};

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
static const char before[] = "return function() ",
                  after[] = "\nend"; /* that lua_cost_of puts around a program */

/* ---- Lua's hash of texts (lstring.c), and the seed that a program has (lua_host.c) ---- */

static uint32_t hash_of(const char *text, size_t size)
{
    uint32_t hash = SEED ^ (uint32_t)size;
    for (; size > 0; size--) hash ^= (hash << 5) + (hash >> 2) + (unsigned char)text[size - 1];
    return hash;
}

static const uint32_t prime = 16777619;

static uint32_t seed_after(uint32_t seed, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) seed = (seed ^ (unsigned char)text[i]) * prime;
    return seed;
}

/* The seed from which the text leads to this one. */
static uint32_t seed_before(uint32_t seed, const char *text, size_t size)
{
    uint32_t inverse = prime;
    for (int i = 0; i < 5; i++) inverse *= 2 - prime * inverse;
    for (size_t i = size; i > 0; i--) seed = (seed * inverse) ^ (unsigned char)text[i - 1];
    return seed;
}

/* ---- making programs ---- */

/* Writes a text of this many letters, another one each time, which belongs in place 0 of PLACES. */
static void write_text(char *out, size_t size)
{
    static uint64_t state = 1;
    do
        for (size_t i = 0; i < size; i++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            out[i] = letters[(state >> 33) % LETTERS];
        }
    while (hash_of(out, size) % PLACES != 0);
    out[size] = 0;
}

typedef struct ending {
    uint32_t seed;
    char text[3];
} ending;

static void write_ending(unsigned number, char out[3])
{
    for (int i = 0; i < 3; i++, number /= LETTERS) out[i] = letters[number % LETTERS];
}

static int compare_endings(const void *a, const void *b)
{
    const uint32_t x = ((const ending *)a)->seed, y = ((const ending *)b)->seed;
    return (x > y) - (x < y);
}

/* Six letters after which a program that has this seed so far has the seed SEED: three from the front, three from the back. */
static void write_last_letters(uint32_t seed, char out[7])
{
    ending *all = malloc(ENDS * sizeof *all), wanted;
    const ending *found = NULL;
    for (unsigned i = 0; i < ENDS; i++) {
        write_ending(i, all[i].text);
        all[i].seed = seed_after(seed, all[i].text, 3);
    }
    qsort(all, ENDS, sizeof *all, compare_endings);
    const uint32_t last = seed_before(SEED, after, strlen(after));
    for (unsigned i = 0; i < ENDS && !found; i++) {
        write_ending(i, wanted.text);
        wanted.seed = seed_before(last, wanted.text, 3);
        found = bsearch(&wanted, all, ENDS, sizeof *all, compare_endings);
    }
    assert_non_null(found);
    snprintf(out, 7, "%.3s%.3s", found->text, wanted.text);
    free(all);
}

/* A program that makes two texts ROUNDS times each, one older and one younger than TEXTS others. Its seed is SEED if it is `known`. */
static char *make_program(bool known)
{
    char *program = malloc(TEXTS * 20 + 1000), *end = program, old[10], young[10], text[9],
         last[7] = "unlike";
    write_text(old, 9);
    write_text(young, 9);
    end += sprintf(end, "local old, others = '%s', {", old);
    for (int i = 0; i < TEXTS; i++) {
        write_text(text, 8);
        end += sprintf(end, "'%s',", text);
    }
    end += sprintf(end, "} local young, a, b, c, d, z = '%s', '%.4s', '%s', '%.4s', '%s' ", young, old,
                   old + 4, young, young + 4);
    end += sprintf(end, "for i = 1, %d do z = a .. b z = c .. d end --", ROUNDS);
    if (known)
        write_last_letters(
            seed_after(seed_after(2166136261, before, strlen(before)), program, strlen(program)), last);
    strcpy(end, last);
    return program;
}

/* ---- tests ---- */

static uint64_t units_of(bool known)
{
    const alea__lua_limits limits = {.instructions = 10000000, .memory = ALEA_DEFAULT_LUA_MEMORY};
    char *program = make_program(known);
    lua_cost cost;
    if (!lua_cost_of(program, &limits, &cost) || cost.status != ALEA_OK) fail_msg("%s", cost.message);
    free(program);
    return cost.units;
}

/* A processor goes from text to text in 1 ns at least, a third of a unit. */
static void texts_in_the_same_place_are_counted(void **state)
{
    (void)state;
    const uint64_t spread = units_of(false), together = units_of(true);
    assert_in_range(spread, 2 * ROUNDS, 50 * ROUNDS);
    assert_in_range(together, spread + ROUNDS * TEXTS / 3, UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_in_the_same_place_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
