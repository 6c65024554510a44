/* Bots with the original program's current interface, which receive every roll of a game: they receive the true rolls, play
   the same games as bots of the same policy that receive scores, and impossible reports are refused. */
#include "lab.h"
#include <alea/exact.h>
#include <alea/run.h>
#include <alea/session.h>

static alea_game *pig_pen;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    pig_pen = lab_game("pig-pen");
    sandbox = lab_sandbox(&(alea_sandbox_options){.fuel = 5000000});
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(pig_pen);
    return 0;
}

/* ---- told apart ---- */

static void is_told_rolls(const char *spec, bool told)
{
    const char *const *imports = NULL;
    alea_bot *bot = lab_bot(pig_pen, sandbox, spec);
    assert_int_equal(bot->ops->receive != NULL, told);
    assert_int_equal(bot->ops->scores_only, !told);
    assert_int_equal(strstr(bot->ops->what(bot, &imports), "game-state") != NULL, told);
    alea_bot_free(bot);
}

static void the_interfaces_are_told_apart_by_their_types(void **state)
{
    (void)state;
    is_told_rolls("wasm:threshold25", false);
    is_told_rolls("wasm:original-mod30", false);
    is_told_rolls("wasm:state_threshold25", true);
    is_told_rolls("wasm:state_replays", true); /* by its plain name */
    is_told_rolls("wasm:original-state-mod30", true);
    is_told_rolls(lab_assemble_bot("component_good", "good.wasm"), false);
    is_told_rolls(lab_assemble_bot("state_component", "state.wasm"), true);
}

/* A core module whose function has these parameters. */
static void refuses_module(const char *parameters, const char *memory, const char *words)
{
    char text[1000];
    const int size = snprintf(text, sizeof text,
                              "(module (memory (export \"memory\") %s) (func (export \"should_roll\") "
                              "(param %s) (result i32) (i32.const 0)))",
                              memory, parameters);
    lab_assemble("m.wasm", text, (size_t)size);
    LAB_REFUSES(pig_pen, sandbox, "m.wasm", ALEA_E_BOT, "m.wasm: ", words);
}

static void modules_of_neither_or_both_interfaces_are_refused(void **state)
{
    char path[LAB_PATH];
    (void)state;
    LAB_REFUSES(pig_pen, sandbox, lab_bot_path("state_both", path), ALEA_E_BOT,
                "#should-roll and should_roll", "two interfaces");
    refuses_module("i32 i32 i32 i32", "1", "(i32, i32, i32) -> (i32)");
    refuses_module("i32 i32 i32 i32", "1", "(i32, i32, i32, i32, i32, i32, i32) -> (i32)");
    refuses_module("i32 i32 i32 i32 i32 i32 i64", "1", "address and number of the rolls");
    refuses_module("i32 i32 i32 i32 i32 i32 i32", "1 2", "two more pages");
}

/* Assembles tests/bots/NAME.wat with some parts replaced: what and by what, in pairs; NULL ends them. */
static const char *assemble_with(const char *name, const char *file, const char *const *parts)
{
    char path[LAB_PATH], text[8000], before[8000];
    unsigned char *read;
    size_t size;
    snprintf(path, sizeof path, "%s/tests/bots/%s.wat", getenv("ALEA_SOURCE"), name);
    OK(alea__read_file(path, sizeof text / 2, &read, &size, &test_error));
    snprintf(text, sizeof text, "%.*s", (int)size, (const char *)read);
    for (; *parts; parts += 2) {
        memcpy(before, text, sizeof text);
        const char *at = strstr(before, parts[0]);
        assert_non_null(at);
        const size_t kept = (size_t)(at - before);
        snprintf(text + kept, sizeof text - kept, "%s%s", parts[1], at + strlen(parts[0]));
    }
    alea__free(read);
    return lab_assemble(file, text, strlen(text));
}

/* The component of state_component.wat with such changes. */
static void refuses_component(const char *const *parts, const char *words)
{
    assemble_with("state_component", "c.wasm", parts);
    LAB_REFUSES(pig_pen, sandbox, "c.wasm", ALEA_E_BOT, "c.wasm: ", words);
}
#define REFUSES_COMPONENT(words, ...) refuses_component((const char *const[]){__VA_ARGS__, NULL}, words)

static void other_records_are_refused_by_what_is_wrong(void **state)
{
    (void)state;
    REFUSES_COMPONENT("its field 3 is current-score instead of current-total-score",
                      "\"current-total-score\" u32", "\"current-score\" u32");
    REFUSES_COMPONENT("its field turn-history is not of the type list<tuple<u32, tuple<u32, u32>>>",
                      "\"turn-history\" $rolls", "\"turn-history\" $scores");
    REFUSES_COMPONENT("its field current-player-index is not of the type u32", "\"current-player-index\" u32",
                      "\"current-player-index\" s32");
    REFUSES_COMPONENT("its field 1 is index instead of current-player-index", "\"current-player-index\" u32",
                      "\"index\" u32");
    REFUSES_COMPONENT("it has 6 fields instead of 5", "\"turn-history\" $rolls",
                      "\"turn-history\" $rolls) (field \"more\" u32", "(param i32 i32 i32 i32 i32 i32 i32)",
                      "(param i32 i32 i32 i32 i32 i32 i32 i32)");
    REFUSES_COMPONENT("it has 4 fields instead of 5", "(field \"turn-history\" $rolls)", "",
                      "(param i32 i32 i32 i32 i32 i32 i32)", "(param i32 i32 i32 i32 i32)");
}

static void a_component_of_another_type_is_told_both_types(void **state)
{
    (void)state;
    LAB_REFUSES(pig_pen, sandbox, lab_assemble_bot("wrong_type", "w.wasm"), ALEA_E_BOT,
                "func(own-score: u32, other-scores: list<u32>) -> bool", "func(state: game-state) -> bool");
}

static void games_without_two_dice_refuse_it(void **state)
{
    char path[LAB_PATH];
    alea_game *pig = lab_game("pig");
    (void)state;
    LAB_REFUSES(pig, sandbox, lab_bot_path("state_threshold25", path), ALEA_E_BOT, "two dice",
                "wit/strategy.wit");
    LAB_REFUSES(pig, sandbox, lab_assemble_bot("state_component", "s.wasm"), ALEA_E_BOT, "two dice");
    alea_game_free(pig);
}

/* ---- matches ---- */

enum { GAMES = 150 };

typedef struct match {
    const char *game;
    const char *bots[ALEA_MAX_SEATS + 1]; /* NULL ends them */
} match;

/* Plays games on the step path, some of the first block and some of the second. */
static alea__counts play_match(const match *m, bool pure)
{
    alea_bot *bots[ALEA_MAX_SEATS];
    static alea__counts counts;
    unsigned players = 0;
    alea_game *game;
    memset(&counts, 0, sizeof counts);
    while (players < ALEA_MAX_SEATS && m->bots[players]) players++;
    OK(alea_game_open_for(m->game, players, &game, &test_error));
    for (unsigned i = 0; i < players; i++) {
        bots[i] = lab_bot(game, sandbox, m->bots[i]);
        if (pure) OK(alea_bot_declare_pure(bots[i], &test_error));
    }
    const alea__match played = {.game = game, .bots = bots, .seed = LAB_SEED, .rotate = true};
    for (uint64_t first = 0; first <= ALEA__BLOCK; first += ALEA__BLOCK)
        OK(alea__match_play(&played, first, GAMES, &counts, &test_error));
    for (unsigned i = 0; i < players; i++) alea_bot_free(bots[i]);
    alea_game_free(game);
    return counts;
}

static void nobody_fails(const match *m, bool pure)
{
    const alea__counts counts = play_match(m, pure);
    for (unsigned bot = 0; bot < ALEA_MAX_SEATS; bot++)
        if (counts.failures.text[bot][0])
            fail_msg("%s: bot %u fails in game %u: %s", m->game, bot,
                     (unsigned)counts.failures.first_game[bot], counts.failures.text[bot]);
    assert_int_equal(counts.tally.games, 2 * GAMES);
}

/* The bots replay the games by the rules, and trap if they receive anything else. */
static void bots_are_told_what_happened(void **state)
{
    (void)state;
    static const match matches[] = {
        {"pig-pen", {"wasm:state_replays", "hold(25)"}},
        {"pig-pen", {"wasm:state_replays", "wasm:state_replays"}},
        {"pig-pen", {"random(0.7)", "wasm:state_replays", "wasm:threshold25"}},
        {"pig-pen",
         {"wasm:state_replays", "hold(5)", "turns(4)", "hold(15)", "hold(20)", "hold(25)", "hold(30)",
          "wasm:state_replays"}},
        {"two-dice-pig",
         {"wasm:state_lists", "hold(20)"}}, /* nothing has been rolled at the first question */
        {"two-dice-pig(forced_doubles=true)", {"hold(20)", "wasm:state_lists", "wasm:state_lists"}},
    };
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++) {
        nobody_fails(&matches[i], false);
        if (i < 2) nobody_fails(&matches[i], i == 1);
    }
}

/* The same games, byte for byte, whichever interface the policy has. */
static void both_interfaces_give_the_same_games(void **state)
{
    (void)state;
    static const match pairs[][2] = {
        {{"pig-pen", {"wasm:threshold25", "hold(25)"}}, {"pig-pen", {"wasm:state_threshold25", "hold(25)"}}},
        {{"pig-pen", {"wasm:threshold25", "hold(25)"}},
         {"pig-pen", {"wasm:original-state-mod30", "hold(25)"}}},
        {{"pig-pen", {"wasm:threshold25", "hold(25)"}}, {"pig-pen", {"wasm:state_realloc", "hold(25)"}}},
        {{"pig-pen", {"wasm:threshold25", "wasm:threshold25"}},
         {"pig-pen", {"wasm:threshold25", "wasm:state_threshold25"}}},
        {{"pig-pen", {"hold(20)", "wasm:threshold25", "wasm:stateful", "keep-pace", "wasm:threshold25"}},
         {"pig-pen",
          {"hold(20)", "wasm:state_threshold25", "wasm:state_calls", "keep-pace", "wasm:threshold25"}}},
        {{"two-dice-pig", {"wasm:threshold25", "wasm:stateful"}},
         {"two-dice-pig", {"wasm:state_threshold25", "wasm:state_calls"}}},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const alea__counts scores = play_match(&pairs[i][0], false), rolls = play_match(&pairs[i][1], false);
        assert_int_equal(scores.tally.games, 2 * GAMES);
        assert_memory_equal(&scores.tally, &rolls.tally, sizeof scores.tally);
        assert_memory_equal(&scores.failures, &rolls.failures, sizeof scores.failures);
    }
}

#define SEEDED_ANSWER                                                                                        \
    "(i32.and (i32.lt_u (local.get $own) (i32.const 100)) (i32.ne (i32.const 0) (i32.shr_u (global.get $x) " \
    "(i32.const 30))))"

/* wasi_seeded.wat with the interface of the record game-state, and with this answer. */
static const char *assemble_seeded(const char *file, const char *answer)
{
    return assemble_with(
        "wasi_seeded", file,
        (const char *const[]){
            "(param $own i32) (param i32 i32)", "(param i32 i32) (param $own i32) (param i32 i32 i32 i32)",
            "(func $should-roll (param \"own-score\" u32) (param \"other-scores\" (list u32))",
            "(type $roll (tuple u32 u32)) (type $told (tuple u32 $roll)) (type $scores (list u32)) "
            "(type $rolls (list $told)) (type $s (record (field \"current-player-index\" u32) "
            "(field \"current-banked-score\" u32) (field \"current-total-score\" u32) "
            "(field \"all-players-banked-scores\" $scores) (field \"turn-history\" $rolls))) "
            "(export $state \"game-state\" (type $s)) "
            "(func $should-roll (param \"state\" $state)",
            "(export \"should-roll\" (func $should-roll)))",
            "(export \"game-state\" (type $state)) (export \"should-roll\" (func $should-roll)))",
            SEEDED_ANSWER, answer, NULL});
}

/* The same file with a custom section of a mebibyte, as large as one that brings a runtime along. */
static void make_large(const char *from, const char *to)
{
    enum { SECTION = 1 << 20 };
    unsigned char *small, *large = calloc(1, SECTION + 4000);
    size_t size;
    OK(alea__read_file(from, 4000, &small, &size, &test_error));
    assert_non_null(large);
    memcpy(large, small, size);
    memcpy(large + size, "\0\x80\x80\xC0\0\1x", 7); /* its size as four bytes, a name of one letter */
    write_bytes(to, large, size + 5 + SECTION);
    alea__free(small);
    free(large);
}

/* Whether the bot has a teller, which only this process knows. */
static void has_teller(const char *spec, bool wanted)
{
    alea_bot *bot = lab_bot(pig_pen, sandbox, spec);
    const alea__wasm_bot *here = alea__as_wasm_bot(bot);
    if (here) assert_int_equal(here->plain.tells, wanted);
    alea_bot_free(bot);
}

/* The rolls reach a bot in two ways, through a teller and as values of the engine, with WASI and without: the games are the same. */
static void both_ways_of_telling_give_the_same_games(void **state)
{
    (void)state;
    static const match scores = {"pig-pen", {"seeded.wasm", "hold(25)", "seeded.wasm"}},
                       teller = {"pig-pen", {"told.wasm", "hold(25)", "told.wasm"}},
                       values = {"pig-pen", {"large.wasm", "hold(25)", "told.wasm"}};
    lab_assemble_bot("wasi_seeded", "seeded.wasm");
    make_large(assemble_seeded("told.wasm", SEEDED_ANSWER), "large.wasm");
    has_teller("wasm:state_replays", true);
    has_teller("wasm:original-state-mod30", true);
    has_teller("told.wasm", true);
    has_teller("large.wasm", false);
    const alea__counts asked = play_match(&scores, false), told = play_match(&teller, false),
                       valued = play_match(&values, false);
    assert_int_equal(asked.tally.games, 2 * GAMES);
    assert_memory_equal(&asked.tally, &told.tally, sizeof asked.tally);
    assert_memory_equal(&asked.tally, &valued.tally, sizeof asked.tally);
    assert_memory_equal(&asked.failures, &valued.failures, sizeof asked.failures);
}

#define ROLL(who, first, second) \
    ((alea__event){.kind = ALEA__ROLLED, .seat = (who), .count = 2, .faces = {(first), (second)}})

/* The bot's answer after some rolls, of which this is the last. */
static bool answers_after(alea_bot *bot, alea__event last)
{
    alea_state at = alea_game_start(pig_pen);
    alea__decision d = {.failure = ALEA_NO_FAILURE};
    const alea__event rolls[] = {ROLL(0, 1, 6), ROLL(1, 5, 2), last};
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    OK(alea_game_apply(pig_pen, &at, 1, &test_error)); /* some outcome: the first roll is forced */
    alea__bot_begin(bot, instance, 0, (alea__past){rolls, 3});
    bot->ops->decide(instance, &at, &d);
    if (d.failure) fail_msg("%s", d.text);
    bot->ops->end(instance);
    return d.move == pig_pen->family->roll_or_hold->move(true);
}

/* Bots that roll if the last roll is by the first player, and its first die shows less than its second. */
static void seats_and_dice_come_in_their_order(void **state)
{
#define LAST "(i32.add (local.get 5) (i32.mul (i32.sub (local.get 6) (i32.const 1)) (i32.const 12)))"
    (void)state;
    make_large(assemble_seeded("faces.wasm",
                               "(i32.and (i32.eqz (i32.load " LAST ")) (i32.lt_u (i32.load offset=4 " LAST
                               ") (i32.load offset=8 " LAST ")))"),
               "large_faces.wasm");
    for (int large = 0; large < 2; large++) {
        alea_bot *bot = lab_bot(pig_pen, sandbox, large ? "large_faces.wasm" : "faces.wasm");
        assert_true(answers_after(bot, ROLL(0, 2, 3)));
        assert_false(answers_after(bot, ROLL(0, 3, 2)));
        assert_false(answers_after(bot, ROLL(1, 2, 3)));
        alea_bot_free(bot);
    }
}

/* A bot that counts its calls and is restored before each question answers as at its first, and still receives the game. */
static void restored_bots_are_told_the_game(void **state)
{
    (void)state;
    static const match counts = {"pig-pen", {"wasm:state_calls", "hold(25)"}},
                       same = {"pig-pen", {"wasm:stateful", "hold(25)"}},
                       replays = {"pig-pen", {"wasm:state_replays", "wasm:state_lists"}};
    const alea__counts rolls = play_match(&counts, true), scores = play_match(&same, true),
                       counted = play_match(&counts, false);
    assert_memory_equal(&rolls.tally, &scores.tally, sizeof scores.tally);
    assert_that(rolls.tally.turns, !=, counted.tally.turns);
    nobody_fails(&replays, true);
}

/* A bot made from state_component.wat with this change fails at the first question of every game, and no other bot does. */
static void fails(const char *part, const char *by, alea_failure failure)
{
    static const match bad = {"pig-pen", {"bad.wasm", "hold(20)", "wasm:state_lists"}};
    assemble_with("state_component", "bad.wasm", (const char *const[]){part, by, NULL});
    const alea__counts counts = play_match(&bad, false);
    assert_int_equal(counts.failures.count[0][failure], 2 * ALEA__FORFEITS_ALLOWED);
    assert_int_equal(counts.failures.count[0][ALEA_SKIPPED], 2 * (GAMES - ALEA__FORFEITS_ALLOWED));
    assert_string_equal(counts.failures.text[2], "");
    assert_int_equal(counts.tally.games, 2 * GAMES);
}

static void bots_that_fail_while_they_are_told_forfeit(void **state)
{
    (void)state;
    fails("(local.get $at))", "(i32.const -8))", ALEA_TRAP);   /* no memory is there */
    fails("(local.get $at))", "(i32.const 1023))", ALEA_TRAP); /* not aligned */
    fails("(local.get $at))", "unreachable)", ALEA_TRAP);
    fails("(i32.lt_u", "(loop $l (br $l)) (i32.lt_u", ALEA_FUEL);
}

/* ---- impossible reports ---- */

static void a_game_of_too_many_rolls_is_not_told(void **state)
{
    (void)state;
    const alea__event roll = ROLL(0, 2, 3);
    alea_state at = alea_game_start(pig_pen);
    OK(alea_game_apply(pig_pen, &at, 1, &test_error)); /* some outcome: the first roll is forced */
    alea_bot *bot = lab_bot(pig_pen, sandbox, "wasm:state_threshold25");
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    bot->ops->begin_game(instance, 0, 0);
    for (int i = 0; i < 10000; i++) bot->ops->receive(instance, &roll);
    alea__decision d = {.failure = ALEA_NO_FAILURE};
    bot->ops->decide(instance, &at, &d);
    if (d.failure) fail_msg("%s", d.text);
    for (int i = 0; i < 3; i++) bot->ops->receive(instance, &roll);
    bot->ops->decide(instance, &at, &d);
    assert_int_equal(d.failure, ALEA_TRAP);
    assert_text_says(d.text, "more than 10000 rolls");
    d = (alea__decision){.failure = ALEA_NO_FAILURE};
    bot->ops->begin_game(instance, 1, 0); /* the next game is another one */
    bot->ops->receive(instance, &roll);
    bot->ops->decide(instance, &at, &d);
    if (d.failure) fail_msg("%s", d.text);
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void there_is_only_the_step_path(void **state)
{
    (void)state;
    alea_bot *bots[2] = {lab_bot(pig_pen, sandbox, "wasm:state_threshold25"),
                         lab_bot(pig_pen, sandbox, "hold(25)")};
    alea_run_result *result;
    alea_error error;
    alea_run_options options = {.games = 100, .path = ALEA_PATH_BLOCK};
    assert_int_equal(alea_run_match(pig_pen, bots, 2, &options, &result, &error), ALEA_E_REFUSED);
    assert_says(error, "follows the whole game");
    options.path = ALEA_PATH_AUTO;
    OK(alea_run_match(pig_pen, bots, 2, &options, &result, &test_error));
    assert_int_equal(result->path, ALEA_PATH_STEP);
    alea_run_result_free(result);
    for (int i = 0; i < 2; i++) alea_bot_free(bots[i]);
}

static void a_position_says_too_little(void **state)
{
    (void)state;
    alea_bot *bot = lab_bot(pig_pen, sandbox, "wasm:state_threshold25"),
             *hold = lab_bot(pig_pen, NULL, "hold(25)");
    alea_state at = lab_state(pig_pen, 5);
    alea_evaluation evaluation;
    alea_error error;
    uint32_t move;
    OK(alea_bot_declare_pure(bot, &test_error));
    assert_int_equal(alea_bot_ask(bot, &at, &move, &error), ALEA_E_REFUSED);
    assert_says(error, "follows the whole game");
    assert_int_equal(alea_bot_evaluate(pig_pen, bot, hold, ALEA_MONEY, NULL, &evaluation, &error),
                     ALEA_E_REFUSED);
    assert_says(error, "no exact results, because it follows the whole game");
    assert_int_equal(alea_bot_freeze(bot, NULL, "x.csv", &error), ALEA_E_REFUSED);
    alea_bot_free(bot);
    alea_bot_free(hold);
}

/* ---- checking ---- */

static alea_bot_report *check_bot(const char *spec, const char *game_spec)
{
    alea_game *game = lab_game(game_spec);
    alea_bot *bot = lab_bot(game, sandbox, spec);
    alea_bot_report *report;
    OK(alea_bot_check(bot, NULL, &report, &test_error));
    alea_bot_free(bot);
    alea_game_free(game);
    return report;
}

/* Positions of played games: a bot that replays them finds no error in its input. */
static void bot_check_asks_in_played_games(void **state)
{
    (void)state;
    const char *const games[] = {"pig-pen", "pig-pen(players=5)"};
    for (int i = 0; i < 2; i++) {
        alea_bot_report *report = check_bot("wasm:state_replays", games[i]);
        if (!report->answers_all) fail_msg("%s: %s", report->example, report->failure_text);
        assert_int_equal(report->states, 4096);
        assert_true(report->sampled && report->deterministic && !report->depends_on_past);
        assert_int_equal(report->purity, ALEA_PURITY_UNKNOWN);
        alea_bot_report_free(report);
    }
    alea_bot_report *calls = check_bot("wasm:state_calls", "pig-pen");
    assert_true(calls->deterministic && calls->depends_on_past);
    assert_int_equal(calls->purity, ALEA_IMPURE);
    alea_bot_report_free(calls);
    alea_bot_report *other =
        check_bot("wasm:state_replays", "pig-pen(goal=60)"); /* the bot has other rules */
    assert_false(other->answers_all);
    alea_bot_report_free(other);
}

/* ---- people ---- */

/* Plays a session's game; the bot decides for both seats, and after the third decision one is taken back. */
static void play_session(alea_session *s, alea_bot *bot)
{
    unsigned decided = 0;
    for (int mover; (mover = alea_game_to_move(pig_pen, alea_session_state(s))) != ALEA_OVER;) {
        uint32_t faces[16], move;
        unsigned count;
        if (mover == ALEA_CHANCE) {
            OK(alea_session_roll(s, faces, &count, &test_error));
            continue;
        }
        OK(alea_session_ask(s, bot, &move, &test_error));
        OK(alea_session_move(s, move, &test_error));
        if (++decided == 3) OK(alea_session_undo(s, (unsigned)mover, &test_error));
    }
    assert_that(decided, >, 10);
}

static void in_a_session_it_is_told_the_rolls_that_count(void **state)
{
    (void)state;
    const char *const players[] = {"ann", "bob"};
    alea_session *s;
    alea_bot *bot = lab_bot(pig_pen, sandbox, "wasm:state_replays"),
             *hold = lab_bot(pig_pen, NULL, "hold(25)");
    uint32_t move;
    OK(alea_session_start(pig_pen, players, 2, &(alea_session_options){.seed = 5}, &s, &test_error));
    assert_int_equal(alea_session_ask(s, bot, &move, NULL), ALEA_E_STATE);
    OK(alea_session_seat(s, NULL, &test_error));
    play_session(s, bot);
    assert_int_equal(alea_session_ask(s, bot, &move, NULL), ALEA_E_STATE);
    assert_int_equal(alea_session_ask(s, hold, &move, NULL), ALEA_E_STATE);
    alea_session_free(s);
    alea_bot_free(bot);
    alea_bot_free(hold);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interfaces_are_told_apart_by_their_types),
        cmocka_unit_test(modules_of_neither_or_both_interfaces_are_refused),
        cmocka_unit_test(other_records_are_refused_by_what_is_wrong),
        cmocka_unit_test(a_component_of_another_type_is_told_both_types),
        cmocka_unit_test(games_without_two_dice_refuse_it),
        cmocka_unit_test(bots_are_told_what_happened),
        cmocka_unit_test(both_interfaces_give_the_same_games),
        cmocka_unit_test(both_ways_of_telling_give_the_same_games),
        cmocka_unit_test(seats_and_dice_come_in_their_order),
        cmocka_unit_test(restored_bots_are_told_the_game),
        cmocka_unit_test(bots_that_fail_while_they_are_told_forfeit),
        cmocka_unit_test(a_game_of_too_many_rolls_is_not_told),
        cmocka_unit_test(there_is_only_the_step_path),
        cmocka_unit_test(a_position_says_too_little),
        cmocka_unit_test(bot_check_asks_in_played_games),
        cmocka_unit_test(in_a_session_it_is_told_the_rolls_that_count),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
