/* Solved games: the start, and positions of random play with all their moves; positions told in words; best replies; table files. */
#include "signature.h"
#include "support/facts.h"

/* At most this many moves in a line, lest games with many moves fill the file. */
enum { MOST_MOVES = 500 };

typedef struct asking {
    const alea_table *table;
    unsigned moves;
    unsigned refused; /* positions that a table does not have */
} asking;

static bool solve_ask(void *user, const alea_state *state)
{
    asking *a = user;
    alea_answer answer;
    alea_error error;
    alea_status status = alea_table_ask(a->table, state, &answer, &error);
    if (status == ALEA_E_STATE) {
        a->refused++;
        return true;
    }
    if (!put_status(status, &error)) return false;
    put_answer(&answer);
    a->moves += answer.count;
    alea_answer_free(&answer);
    return a->moves < MOST_MOVES;
}

void put_answers(const alea_table *table, unsigned positions)
{
    asking a = {.table = table};
    walk_visit(alea_table_game(table), positions, solve_ask, &a);
    put_count(a.refused);
}

void put_verdict(const alea_table *table)
{
    alea_verdict verdict;
    alea_error error;
    if (!put_status(alea_table_verify(table, NULL, &verdict, &error), &error)) return;
    put_count(verdict.holds);
    put_count((int64_t)verdict.checked);
}

static void solve_put_facts(const alea_table *table)
{
    alea_table_facts facts = table_facts(table);
    put_count((int64_t)facts.states);
    put_count((int64_t)facts.stored);
    put_count(facts.complete);
    put_count((int64_t)facts.samples);
    put_value(facts.start);
    put_value(facts.second);
}

static void solve_put_earned(const alea_table *table)
{
    alea_interval earned;
    alea_error error;
    if (alea_game_players(alea_table_game(table)) != 1) return;
    alea_status status = alea_table_evaluate(table, NULL, &earned, &error);
    put_count(status);
    if (status == ALEA_OK) put_value(earned);
}

/* Table files keep every bit. */
static void solve_reopen(const alea_game *game, alea_table **table)
{
    static const char file[] = "signature.h5";
    alea_table *again = NULL;
    alea_error error;
    if (put_status(alea_table_write(*table, file, &error), &error) &&
        put_status(alea_table_open(game, file, &again, &error), &error)) {
        alea_table_free(*table);
        *table = again;
    }
    remove(file);
}

typedef struct solve_job {
    const char *needs, *game;
    alea_objective objective;
    unsigned positions;
    enum { PLAIN, VERIFY, REOPEN } how;
} solve_job;

/* clang-format off */
static const solve_job solve_list[] = {
    {NULL, "pig", ALEA_WIN, 200, VERIFY},
    {NULL, "pig(goal=50,dice=2,sides=8)", ALEA_WIN, 100, VERIFY},
    {NULL, "pig(goal=37,dice=3,sides=4)", ALEA_WIN, 60, VERIFY},
    {NULL, "pig(players=3)", ALEA_WIN, 1, PLAIN},
    {NULL, "pig", ALEA_MONEY, 1, PLAIN},
    {NULL, "piglet", ALEA_WIN, 20, VERIFY},
    {NULL, "piglet(goal=40)", ALEA_WIN, 100, VERIFY},
    {NULL, "two-dice-pig", ALEA_WIN, 200, PLAIN},
    {NULL, "two-dice-pig(goal=40)", ALEA_WIN, 60, VERIFY},
    {NULL, "two-dice-pig(goal=40,double_one=bust)", ALEA_WIN, 60, VERIFY},
    {NULL, "two-dice-pig(goal=40,forced_doubles=true)", ALEA_WIN, 60, VERIFY},
    {"slow", "pig-pen", ALEA_WIN, 200, PLAIN},
    {"slow", "pig-pen", ALEA_MONEY, 200, PLAIN},
    {NULL, "pig-pen(goal=20)", ALEA_WIN, 100, VERIFY},
    {NULL, "pig-pen(goal=20)", ALEA_MONEY, 100, PLAIN},
    {NULL, "pig-pen(goal=20,over_goal=hold)", ALEA_WIN, 60, VERIFY},
    {NULL, "pig-pen(goal=20,over_goal=hold)", ALEA_MONEY, 60, VERIFY},
    {NULL, "pig-solitaire", ALEA_WIN, 150, VERIFY},
    {NULL, "pig-solitaire(turns=0)", ALEA_TURNS, 150, VERIFY},
    {NULL, "hog", ALEA_WIN, 60, VERIFY},
    {NULL, "hog(time_trot=false)", ALEA_WIN, 60, VERIFY},
    {NULL, "hog-moon", ALEA_WIN, 60, VERIFY},
    {NULL, "hog-feral", ALEA_WIN, 60, PLAIN},
    {NULL, "hog-feral(goal=30,feral=9)", ALEA_WIN, 40, VERIFY},
    {NULL, "hog-piggy", ALEA_WIN, 60, VERIFY},
    {"slow", "despirala", ALEA_SCORE, 200, PLAIN},
    {"slow", "despirala(misere=true)", ALEA_SCORE, 200, PLAIN},
    {NULL, "@tests/rules/small-despirala.lua", ALEA_SCORE, 100, VERIFY},
    {NULL, "@tests/rules/small-despirala.lua(misere=true,reroll=false)", ALEA_SCORE, 60, VERIFY},
    {NULL, "coin-pig", ALEA_WIN, 20, VERIFY},
    {NULL, "coin-pig(goal=12,heads=3,tails=2)", ALEA_WIN, 150, VERIFY},
    {NULL, "red-and-black", ALEA_WIN, 100, VERIFY},
    {NULL, "red-and-black(goal=40,fortune=15,win=3,lose=2)", ALEA_WIN, 60, VERIFY},
    {NULL, "@tests/rules/chase-graph.lua(goal=10,cap=150)", ALEA_MONEY, 60, PLAIN},
    {NULL, "@tests/rules/mixed-dice.lua", ALEA_WIN, 20, VERIFY},
    {NULL, "@tests/rules/mixed-dice.lua", ALEA_MONEY, 20, VERIFY},
    {NULL, "@tests/rules/pig-graph.lua(goal=20)", ALEA_WIN, 80, VERIFY},
    {NULL, "@tests/rules/two-dice-pig-graph.lua(goal=12)", ALEA_WIN, 80, VERIFY},
    {NULL, "@tests/rules/solitaire-graph.lua(goal=30,turns=5)", ALEA_WIN, 60, VERIFY},
    {NULL, "@tests/rules/solitaire-graph.lua(goal=30)", ALEA_TURNS, 60, VERIFY},
    {NULL, "@tests/rules/small-despirala-graph.lua(gain=0)", ALEA_SCORE, 60, VERIFY},
    {"tables", "pig(goal=40)", ALEA_WIN, 30, REOPEN},
    {"tables", "two-dice-pig(goal=30)", ALEA_WIN, 30, REOPEN},
    {"tables,slow", "pig-pen(goal=10,over_goal=hold)", ALEA_MONEY, 30, REOPEN},
    {"tables", "hog(goal=50)", ALEA_WIN, 20, REOPEN},
    {"tables", "@tests/rules/small-despirala.lua", ALEA_SCORE, 30, REOPEN},
    {"tables", "coin-pig(goal=6)", ALEA_WIN, 30, REOPEN},
};
/* clang-format on */

static void solve_put(const solve_job *job, const alea_game *game)
{
    alea_table *table = NULL;
    alea_error error;
    if (!put_status(alea_table_solve(game, job->objective, NULL, &table, &error), &error)) return;
    if (job->how == REOPEN) solve_reopen(game, &table);
    solve_put_facts(table);
    solve_put_earned(table);
    put_answers(table, job->positions);
    if (job->how != PLAIN) put_verdict(table);
    alea_table_free(table);
}

static void solve_games(void)
{
    for (size_t i = 0; i < COUNT_OF(solve_list); i++) {
        const solve_job *job = &solve_list[i];
        if (!line_begin(job->needs, "%s/%s/%s", job->how == REOPEN ? "table-file" : "solve", job->game,
                        alea_objective_name(job->objective)))
            continue;
        alea_game *game = open_game(job->game, 0);
        if (game) solve_put(job, game);
        alea_game_free(game);
        line_end();
    }
}

/* Sampled models claim numbers that prove nothing, so these are points; what the models earn is proved. */
static void solve_put_model(const alea_game *game, uint64_t samples, uint64_t seed)
{
    const alea_solve_options options = {.samples = samples, .seed = seed};
    alea_table *table = NULL;
    alea_error error;
    if (!put_status(alea_table_solve(game, ALEA_SCORE, &options, &table, &error), &error)) return;
    alea_table_facts facts = table_facts(table);
    put_count((int64_t)facts.stored);
    put_count((int64_t)facts.samples);
    put_count((int64_t)facts.seed);
    put_point(facts.start.lower);
    solve_put_earned(table);
    alea_table_free(table);
}

static void solve_models(void)
{
    static const struct {
        const char *needs, *game;
        uint64_t samples, seed;
    } jobs[] = {
        {NULL, "@tests/rules/small-despirala.lua", 5, 1},
        {NULL, "@tests/rules/small-despirala.lua(misere=true)", 40, 2},
    };
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        if (!line_begin(jobs[i].needs, "model/%s/%d/%d", jobs[i].game, (int)jobs[i].samples,
                        (int)jobs[i].seed))
            continue;
        alea_game *game = open_game(jobs[i].game, 0);
        if (game) solve_put_model(game, jobs[i].samples, jobs[i].seed);
        alea_game_free(game);
        line_end();
    }
}

/* ---- positions in words, as `alea ask` takes them ---- */

typedef struct place_job {
    const char *game;
    alea_objective objective;
    alea_setting setting[4];
} place_job;

/* clang-format off */
static const place_job place_list[] = {
    {"pig", ALEA_WIN, {{"scores", "41,49"}, {"turn", "27"}}},
    {"pig", ALEA_WIN, {{"scores", "99,99"}}},
    {"two-dice-pig(goal=40)", ALEA_WIN, {{"scores", "22,35"}, {"turn", "8"}}},
    {"pig-pen(goal=20)", ALEA_WIN, {{"scores", "4,23"}, {"turn", "8"}, {"memory", "1"}}},
    {"pig-solitaire", ALEA_WIN, {{"scores", "40"}, {"turn", "12"}, {"turns", "3"}}},
    {"hog", ALEA_WIN, {{"scores", "87,35"}, {"memory", "11"}}},
    {"hog-moon", ALEA_WIN, {{"scores", "10,65"}, {"memory", "4"}}},
    {"@tests/rules/small-despirala.lua", ALEA_SCORE, {{"used", "Run"}, {"goods", "3"}, {"dice", "224"}}},
    {"coin-pig(goal=12)", ALEA_WIN, {{"state", "3,5,2"}}},
    {"red-and-black", ALEA_WIN, {{"state", "90,10"}}},
};
/* clang-format on */

static void solve_put_place(const place_job *job, const alea_game *game)
{
    alea_table *table = NULL;
    alea_error error;
    alea_state state;
    size_t settings = 0;
    while (settings < COUNT_OF(job->setting) && job->setting[settings].key) settings++;
    if (!put_status(alea_game_parse_state(game, job->setting, settings, &state, &error), &error)) return;
    if (!put_status(alea_table_solve(game, job->objective, NULL, &table, &error), &error)) return;
    asking a = {.table = table};
    solve_ask(&a, &state);
    put_count(a.refused);
    alea_table_free(table);
}

static void solve_places(void)
{
    for (size_t i = 0; i < COUNT_OF(place_list); i++) {
        const place_job *job = &place_list[i];
        if (!line_begin(NULL, "ask/%s/%s/%s=%s", job->game, alea_objective_name(job->objective),
                        job->setting[0].key, job->setting[0].value))
            continue;
        alea_game *game = open_game(job->game, 0);
        if (game) solve_put_place(job, game);
        alea_game_free(game);
        line_end();
    }
}

void solve_jobs(void)
{
    solve_games();
    solve_models();
    solve_places();
}
