/* A round through the public API that needs nothing but games, bots, tables and records. Prints what came of it, in a form that
   two builds of the library can be compared by. The first argument is the file of a table that can be verified; `play TABLE.h5
   --absent` also looks at what a minimal build refuses.
   It writes its files into the folder where it runs. Exit status 1, and a line on stderr, at the first thing that is wrong. */
#include <alea/alea.h>

#include "support/facts.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static alea_error error;

static void require(bool holds, const char *what, int line)
{
    if (holds) return;
    fprintf(stderr, "play.c:%d: %s\n  the last error was: %s\n", line, what, error.message);
    exit(1);
}

#define REQUIRE(what) require(what, #what, __LINE__)
#define OK(call)      require((call) == ALEA_OK, #call, __LINE__)

static alea_game *open_game(const char *spec)
{
    alea_game *game;
    OK(alea_game_open(spec, &game, &error));
    return game;
}

static alea_bot *open_bot(const alea_game *game, const char *spec)
{
    alea_bot *bot;
    OK(alea_bot_open(game, spec, NULL, &bot, &error));
    return bot;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    REQUIRE(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static double middle(alea_interval value)
{
    return (value.lower + value.upper) / 2;
}

/* ---- games ---- */

/* All moves and all outcomes of the dice in turn, to the end or for a while: a referee that works. */
static void walk(const alea_game *game)
{
    alea_state state = alea_game_start(game);
    unsigned steps = 0;
    for (int mover; steps < 200 && (mover = alea_game_to_move(game, &state)) != ALEA_OVER; steps++) {
        unsigned choice = steps % (mover == ALEA_CHANCE ? alea_game_chance_count(game, &state)
                                                        : alea_game_move_count(game, &state));
        uint32_t next = mover == ALEA_CHANCE ? choice : alea_game_move(game, &state, choice);
        OK(alea_game_apply(game, &state, next, &error));
    }
    char text[500];
    alea_game_describe(game, &state, text, sizeof text);
    printf("%s: %u steps to %s\n", alea_game_spec(game), steps, text);
}

static void open_every_game(void)
{
    REQUIRE(alea_catalog_size() >= 12);
    for (size_t i = 0; i < alea_catalog_size(); i++) {
        alea_game *game = open_game(alea_catalog_name(i));
        walk(game);
        alea_game_free(game);
    }
}

/* ---- solving ---- */

/* Solves, asks at the start, and checks the bounds, all in memory. `known` is the published value, to `digits` decimals;
   NaN if there is none. */
static void solve(const char *spec, alea_objective objective, double known, int digits)
{
    alea_game *game = open_game(spec);
    alea_table *table;
    alea_answer answer;
    alea_verdict verdict;
    alea_state start = alea_game_start(game);
    OK(alea_table_solve(game, objective, NULL, &table, &error));
    const alea_table_facts facts = table_facts(table);
    REQUIRE(facts.complete && facts.start.lower <= facts.start.upper && facts.width < 1e-6);
    if (!isnan(known)) REQUIRE(fabs(middle(facts.start) - known) <= 0.5 * pow(10, -digits));
    OK(alea_table_verify(table, NULL, &verdict, &error));
    REQUIRE(verdict.holds && verdict.checked > 0 && verdict.reason[0] == 0);
    OK(alea_table_ask(table, &start, &answer, &error));
    REQUIRE(answer.value.lower <= facts.start.upper && answer.value.upper >= facts.start.lower);
    printf("%s: %a %a, %" PRIu64 " checked\n", facts.game, facts.start.lower, facts.start.upper,
           verdict.checked);
    for (unsigned i = 0; i < answer.count; i++) {
        REQUIRE(answer.move[i].value.lower <= answer.value.upper);
        printf("  %s %a\n", answer.move[i].name, middle(answer.move[i].value));
    }
    alea_answer_free(&answer);
    alea_table_free(table);
    alea_game_free(game);
}

static void solve_all(void)
{
    solve("piglet", ALEA_WIN, 4.0 / 7, 12); /* Neller and Presser 2004, by hand: 4/7 */
    solve("pig", ALEA_WIN, 0.5306, 4);      /* the same: the first player wins 53.06 % */
    solve("pig(goal=50)", ALEA_WIN, NAN, 0);
    solve("pig-pen(goal=20)", ALEA_WIN, NAN, 0);
    solve("hog(goal=30)", ALEA_WIN, NAN, 0);
    solve("red-and-black", ALEA_WIN, NAN, 0);
}

/* The proof in a table file holds, and its bot plays. */
static void read_table(const char *path)
{
    alea_table *table;
    alea_verdict verdict;
    alea_evaluation result;
    char spec[4100];
    OK(alea_table_open(NULL, path, &table, &error));
    OK(alea_table_verify(table, NULL, &verdict, &error));
    REQUIRE(verdict.holds && verdict.checked > 0);
    snprintf(spec, sizeof spec, "table:%s", path);
    alea_bot *bot = open_bot(alea_table_game(table), spec);
    OK(alea_bot_evaluate(alea_table_game(table), bot, bot, ALEA_WIN, NULL, &result, &error));
    const alea_table_facts facts = table_facts(table);
    REQUIRE(fabs(middle(result.first.value) - middle(facts.start)) < 1e-9);
    printf("%s from a file: %a %a, %" PRIu64 " checked\n", facts.game, facts.start.lower, facts.start.upper,
           verdict.checked);
    alea_bot_free(bot);
    alea_table_free(table);
}

/* ---- exact results ---- */

/* Two ways to the same number: the table's value, and optimal play against itself. Then a best response, whose value must
   equal that of playing it, and be at least that of the bot it answers. */
static void evaluate(void)
{
    alea_game *game = open_game("pig(goal=50)");
    alea_bot *best = open_bot(game, "optimal"), *hold = open_bot(game, "hold(20)");
    alea_evaluation same, other;
    alea_table *table, *reply_table;
    alea_best_response reply;
    OK(alea_table_solve(game, ALEA_WIN, NULL, &table, &error));
    OK(alea_bot_evaluate(game, best, best, ALEA_WIN, NULL, &same, &error));
    REQUIRE(fabs(middle(same.first.value) - middle(table_facts(table).start)) < 1e-9);
    OK(alea_bot_evaluate(game, best, hold, ALEA_WIN, NULL, &other, &error));
    REQUIRE(middle(other.mean.value) > 0.5);
    OK(alea_table_best_response(game, hold, ALEA_WIN, NULL, &reply_table, &reply, &error));
    REQUIRE(middle(reply.mean) >= middle(other.mean.value) - 1e-9);
    printf("eval: %a against hold(20), whose best reply wins %a\n", middle(other.mean.value),
           middle(reply.mean));
    alea_table_free(reply_table);
    alea_table_free(table);
    alea_bot_free(hold);
    alea_bot_free(best);
    alea_game_free(game);
}

/* ---- runs ---- */

enum { GAMES = 20000 };

static void run(const char *spec, const char *first, const char *second)
{
    alea_game *game = open_game(spec);
    alea_bot *bots[2] = {open_bot(game, first), open_bot(game, second)};
    alea_run_result *result;
    OK(alea_run_match(game, bots, 2, &(alea_run_options){.games = GAMES}, &result, &error));
    const alea_standing *s = result->standing;
    REQUIRE(result->games == GAMES && result->unfinished == 0 && s[0].wins + s[1].wins == GAMES);
    REQUIRE(s[0].forfeits == 0 && s[1].forfeits == 0);
    printf("%s: %s (%s) %" PRIu64 ", %s (%s) %" PRIu64 "\n", result->game, s[0].bot, s[0].kind, s[0].wins,
           s[1].bot, s[1].kind, s[1].wins);
    alea_run_result_free(result);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
    alea_game_free(game);
}

static void run_all(void)
{
    write_file("coin.csv", "own,other,hold_at\n0,0,2\n0,1,2\n1,0,1\n1,1,1\n");
    write_file("steady.lua", "return function(view) return view.turn < 22 and view.total < view.goal end\n");
    run("pig(goal=50)", "hold(20)", "optimal");
    run("piglet", "table:coin.csv", "hold(1)");
    run("pig(goal=50)", "steady.lua", "hold(20)");
    run("hog(goal=30)", "always(4)", "optimal");
}

/* ---- people ---- */

static void play_session(const char *record)
{
    static const char *const players[] = {"human(Ann)", "human(Bob)"};
    alea_game *game = open_game("pig(goal=30)");
    alea_session *session;
    remove(record); /* of an earlier run: no session overwrites one */
    uint32_t faces[16];
    unsigned count;
    OK(alea_session_start(game, players, 2, &(alea_session_options){.seed = 7, .record = record}, &session,
                          &error));
    OK(alea_session_seat(session, NULL, &error));
    for (int seat, rolls = 0; (seat = alea_game_to_move(game, alea_session_state(session))) != ALEA_OVER;) {
        if (seat == ALEA_CHANCE) {
            OK(alea_session_roll(session, faces, &count, &error));
            continue;
        }
        const alea_state *state = alea_session_state(session);
        OK(alea_session_move(session, alea_game_move(game, state, rolls++ % 3 == 2 ? 0 : 1), &error));
    }
    REQUIRE(alea_session_trouble(session) == NULL);
    alea_session_free(session);
    alea_game_free(game);
}

static void review(const char *path)
{
    alea_record *record;
    alea_reviewer *reviewer;
    alea_review *found;
    OK(alea_record_open(path, &record, &error));
    REQUIRE(record->count == 1 && record->played[0].finished && !record->cut);
    OK(alea_reviewer_open(NULL, &reviewer, &error));
    OK(alea_review_game(reviewer, record, 0, &found, &error));
    REQUIRE(found->finished && !found->estimated && found->players == 2);
    for (unsigned i = 0; i < 2; i++) {
        const alea_review_seat *s = &found->seat[i];
        REQUIRE(fabs(s->start + s->luck - s->mistakes + s->opponents_mistakes - s->result) < 1e-9);
        printf("review: %s %a, luck %a, mistakes %a\n", s->player, s->result, s->luck, s->mistakes);
    }
    alea_review_free(found);
    alea_reviewer_free(reviewer);
    alea_record_free(record);
}

/* A contest of files in memory, without a database. */
static void contest(void)
{
    alea_game *game = open_game("hog(goal=30)");
    static const char *const paths[] = {"four.lua", "five.lua"};
    alea_contest *found;
    write_file("four.lua", "return function(view) return 4 end\n");
    write_file("five.lua", "return function(view) return 5 end\n");
    OK(alea_contest_run(game, paths, 2, NULL, NULL, &found, &error));
    REQUIRE(found->ranked == 2);
    printf("contest: %s before %s, rate %a\n", found->entry[found->ranking[0]].file,
           found->entry[found->ranking[1]].file, found->rate[1]);
    alea_contest_free(found);
    alea_game_free(game);
}

/* Results in words and as JSON. */
static void view(void)
{
    char *text;
    OK(alea_view_games(&(alea_view_options){.json = true}, &text, &error));
    REQUIRE(strstr(text, "\"pig-pen\"") != NULL);
    alea_text_free(text);
}

/* ---- refusals of a minimal build ---- */

static void refused(alea_status got, alea_status wanted, const char *library, int line)
{
    char reason[100];
    snprintf(reason, sizeof reason, "it was made without %s.", library);
    require(got == wanted && strstr(error.message, reason), reason, line);
    printf("refused: %s\n", error.message);
    error = (alea_error){0};
}

#define REFUSED(call, status, library) refused(call, status, library, __LINE__)

static void refuse_files(const alea_game *game)
{
    alea_table *table;
    alea_bot *bot;
    alea_sandbox *sandbox;
    alea_bot *hold = open_bot(game, "hold(20)");
    OK(alea_table_solve(game, ALEA_WIN, NULL, &table, &error));
    OK(alea_table_write(table, "pig.h5", &error));
    OK(alea_bot_freeze(hold, NULL, "frozen.h5", &error));
    OK(alea_bot_freeze(hold, NULL, "frozen.csv", &error));
    OK(alea_sandbox_open(NULL, &sandbox, &error));
    write_file("bot.wasm", "\1\2\3");
    REFUSED(alea_bot_open(game, "bot.wasm", sandbox, &bot, &error), ALEA_E_SANDBOX, "wasmtime");
    OK(alea_bot_open(game, "steady.lua", sandbox, &bot, &error)); /* whose limits are the sandbox's */
    alea_bot_free(bot);
    alea_sandbox_free(sandbox);
    alea_bot_free(hold);
    alea_table_free(table);
}

static void refuse_contests(void)
{
    alea_game *game = open_game("hog(goal=30)");
    static const char *const lua[] = {"four.lua"}, *const python[] = {"four.py"},
                             *const wasm[] = {"bot.wasm"};
    alea_contest *found;
    alea_sandbox *sandbox;
    OK(alea_sandbox_open(&(alea_sandbox_options){.python = "python.wasm"}, &sandbox, &error));
    write_file("four.py", "PLAYER_NAME = 'Four'\ndef final_strategy(score, opponent_score):\n    return 4\n");
    REFUSED(alea_contest_run(game, lua, 1, NULL, &(alea_contest_options){.database = "c.db"}, &found, &error),
            ALEA_E_REFUSED, "SQLite");
    REFUSED(alea_contest_run(game, python, 1, sandbox, NULL, &found, &error), ALEA_E_SANDBOX, "wasmtime");
    REFUSED(alea_contest_run(game, wasm, 1, sandbox, NULL, &found, &error), ALEA_E_SANDBOX, "wasmtime");
    alea_sandbox_free(sandbox);
    alea_game_free(game);
}

static void refuse_the_rest(const alea_game *game)
{
    alea_notebook *notebook;
    alea_plot *plot;
    alea_bot *hold = open_bot(game, "hold(20)");
    REFUSED(alea_notebook_open("notebook.db", &notebook, &error), ALEA_E_REFUSED, "SQLite");
    OK(alea_plot_make(game, hold, NULL, NULL, &plot, &error));
    REFUSED(alea_plot_write(plot, ALEA_PLOT_SVG, 0, "pig.svg", &error), ALEA_E_REFUSED, "cairo");
    alea_plot_free(plot);
    alea_bot_free(hold);
}

int main(int count, char **arguments)
{
    const bool absent = count == 3 && strcmp(arguments[2], "--absent") == 0;
    REQUIRE(count > 1);
    open_every_game();
    solve_all();
    read_table(arguments[1]);
    evaluate();
    run_all();
    play_session("game.jsonl");
    review("game.jsonl");
    contest();
    view();
    if (!absent) return 0;
    alea_game *game = open_game("pig(goal=30)");
    refuse_files(game);
    refuse_contests();
    refuse_the_rest(game);
    alea_game_free(game);
    return 0;
}
