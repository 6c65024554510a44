/* The counted work of Lua bounds its time: no program of costly.lua takes several times as long as a plain loop that counts
   as much. With ALEA_SOAK it may take three times as long, without six times, since the machine may be busy. With arguments
   it prints figures: `test_game_lua_costs NAME [UNITS]`, of the programs whose names contain NAME. */
#include "game/lua_cost.h"
#include "support/files.h"

#include <inttypes.h>

enum { MOST_PROGRAMS = 200 };

typedef struct program {
    char *name, *text;
} program;

static program all[MOST_PROGRAMS];
static size_t programs;
static uint64_t units = 1000000;

/* ---- reading the list ---- */

/* Copies the text up to `end` with each <<COUNT|TEXT>> written out. */
static char *expanded(const char *text, const char *end)
{
    char *out = malloc(1 << 20), *to = out;
    while (text < end) {
        int count, used = 0;
        if (sscanf(text, "<<%d|%n", &count, &used) < 1 || !used) {
            *to++ = *text++;
            continue;
        }
        const char *close = strstr(text += used, ">>");
        assert_non_null(close);
        for (int i = 1; i <= count; i++)
            for (const char *c = text; c < close; c++) to += *c == '@' ? sprintf(to, "%d", i) : (*to = *c, 1);
        text = close + 2;
    }
    *to = 0;
    return out;
}

static void read_list(void)
{
    char path[1000];
    const char *source = getenv("ALEA_SOURCE");
    snprintf(path, sizeof path, "%s/tests/game/costly.lua", source ? source : ".");
    char *text = read_file(path, NULL);
    for (char *at = strstr(text, "\n--- "); at; programs++) {
        char *name = at + 5, *line = strchr(name, '\n');
        at = strstr(line, "\n--- ");
        assert_true(programs < MOST_PROGRAMS);
        all[programs].text = expanded(line, at ? at : line + strlen(line));
        *line = 0;
        all[programs].name = strdup(name);
    }
    free(text);
}

/* ---- comparing ---- */

static const alea__lua_limits *limits(void)
{
    static alea__lua_limits limits;
    limits = (alea__lua_limits){.instructions = units, .memory = ALEA_DEFAULT_LUA_MEMORY};
    return &limits;
}

/* Seconds for a unit of a plain loop. */
static double plain_rate(void)
{
    lua_cost cost;
    assert_true(lua_cost_of(all[0].text, limits(), &cost));
    assert_true(cost.units == units);
    return cost.seconds / (double)cost.units;
}

/* How many times longer than the plain loop, at best of some attempts, each beside a plain loop of its own. A program that ends
   early is given a hundredth of the budget on top. */
static double ratio_of(const program *p, double enough, lua_cost *cost)
{
    double least = INFINITY;
    for (int i = 0; i < 5 && least > enough; i++) {
        const double before = plain_rate();
        if (!lua_cost_of(p->text, limits(), cost)) fail_msg("%s: %s", p->name, cost->message);
        const double after = plain_rate(), rate = before > after ? before : after;
        least = fmin(least, cost->seconds / (rate * (double)(cost->units + units / 100)));
    }
    return least;
}

static void no_program_takes_longer_than_it_is_counted(void **state)
{
    (void)state;
    const double most = getenv("ALEA_SOAK") ? 3 : 6;
    if (is_sanitized()) skip();
    if (getenv("ALEA_SOAK")) units = 30000000;
    assert_in_range(programs, 66, MOST_PROGRAMS);
    int found = 0;
    for (size_t i = 1; i < programs; i++) {
        lua_cost cost;
        const double ratio = ratio_of(&all[i], most, &cost);
        if (ratio > most) fprintf(stderr, "%s: %.1f times a plain loop\n", all[i].name, ratio);
        found += ratio > most;
    }
    assert_int_equal(found, 0);
}

/* The same program counts the same every time, in a state with other addresses. */
static void every_program_counts_the_same_every_time(void **state)
{
    (void)state;
    const uint64_t before = units;
    units = 100000;
    for (size_t i = 0; i < programs; i++) {
        lua_cost first, second;
        void *elsewhere[100];
        assert_true(lua_cost_of(all[i].text, limits(), &first));
        for (size_t k = 0; k < 100; k++) elsewhere[k] = malloc(10 + 8 * k);
        assert_true(lua_cost_of(all[i].text, limits(), &second));
        for (size_t k = 0; k < 100; k++) free(elsewhere[k]);
        if (first.units != second.units || first.status != second.status ||
            strcmp(first.message, second.message) != 0)
            fail_msg("%s: %" PRIu64 " units, then %" PRIu64, all[i].name, first.units, second.units);
    }
    units = before;
}

static int print_figures(const char *part, const char *budget)
{
    units = budget ? strtoull(budget, NULL, 10) : units;
    for (size_t i = 0; i < programs; i++) {
        lua_cost cost;
        if (!strstr(all[i].name, part)) continue;
        const double ratio = ratio_of(&all[i], 3, &cost);
        printf("%6.2f %9.2f ns a unit, %9" PRIu64 " units: %s (%.60s)\n", ratio,
               1e9 * cost.seconds / (double)cost.units, cost.units, all[i].name, cost.message);
        fflush(stdout);
    }
    return 0;
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_program_counts_the_same_every_time),
        cmocka_unit_test(no_program_takes_longer_than_it_is_counted),
    };
    read_list();
    return count > 1 ? print_figures(arguments[1], arguments[2]) : cmocka_run_group_tests(tests, NULL, NULL);
}
