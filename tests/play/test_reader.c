/* Reading records: written records read back, and impossible events are refused with their line. */
#include "play/record_test.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- records of runs ----------------------------------------------------------------------------------- */

/* A record of a run has as many games as were recorded, and its outcomes add up to the standings of the run. */
static void check_run(const char *spec, const char *const *bots, uint64_t games, alea_seats seats)
{
    alea_bot *bot[ALEA_MAX_SEATS];
    alea_run_result *result;
    unsigned count = 0;
    uint64_t wins[ALEA_MAX_SEATS] = {0}, turns = 0, unfinished = 0, forfeits[ALEA_MAX_SEATS] = {0};
    int64_t money[ALEA_MAX_SEATS] = {0};
    alea_game *game = open_game(spec);
    for (; bots[count]; count++) OK(alea_bot_open(game, bots[count], NULL, &bot[count], &test_error));
    const alea_run_options options = {
        .games = games, .seats = seats, .threads = 1, .record = "run.jsonl", .record_games = games};
    OK(alea_run_match(game, bot, count, &options, &result, &test_error));
    alea_record *record = read_record("run.jsonl");
    assert_int_equal(record->count, games);
    assert_int_equal(record->players, count);
    assert_int_equal(record->rotates, seats == ALEA_ROTATE);
    assert_string_equal(alea_game_spec(record->game), alea_game_spec(game));
    assert_false(record->cut);
    for (size_t n = 0; n < record->count; n++) {
        const alea_record_game *g = &record->played[n];
        assert_int_equal(g->number, n);
        assert_true(g->finished);
        turns += g->outcome.turns;
        unfinished += g->outcome.unfinished;
        for (unsigned seat = 0; seat < count; seat++) {
            wins[g->player[seat]] += g->outcome.winner == (int)seat;
            money[g->player[seat]] += g->outcome.money[seat];
        }
        for (size_t i = 0; i < g->count; i++)
            if (g->event[i].kind == ALEA_FORFEITED) forfeits[g->player[g->event[i].seat]]++;
    }
    assert_int_equal(turns, result->turns);
    assert_int_equal(unfinished, result->unfinished);
    for (unsigned i = 0; i < count; i++) {
        assert_string_equal(record->player[i], bots[i]);
        assert_int_equal(wins[i], result->standing[i].wins);
        assert_int_equal(money[i], result->standing[i].money_total);
        assert_int_equal(forfeits[i], result->standing[i].forfeits);
        alea_bot_free(bot[i]);
    }
    alea_record_free(record);
    alea_run_result_free(result);
    alea_game_free(game);
}

#define BOTS(...)         \
    (const char *const[]) \
    {                     \
        __VA_ARGS__, NULL \
    }

static void records_of_every_game_read_back_to_the_same_standings(void **unused)
{
    (void)unused;
    check_run("pig", BOTS("hold(20)", "hold(25)"), 300, ALEA_ROTATE);
    check_run("pig", BOTS("hold(20)", "hold(25)"), 300, ALEA_FIXED);
    check_run("pig-pen(players=4)", BOTS("hold(20)", "hold(25)", "random(0.5)", "keep-pace"), 200,
              ALEA_ROTATE);
    check_run("two-dice-pig", BOTS("hold(20)", "turns(4)"), 200, ALEA_ROTATE);
    check_run("piglet", BOTS("hold(1)", "hold(2)"), 200, ALEA_ROTATE);
    check_run("pig-solitaire", BOTS("hold(20)"), 200, ALEA_ROTATE);
    check_run("red-and-black", BOTS("random"), 50, ALEA_ROTATE);
    check_run("coin-pig", BOTS("random", "random"), 50, ALEA_ROTATE);
    check_run("hog", BOTS("always(6)", "always(5)"), 200, ALEA_ROTATE);
    check_run("hog", BOTS("always(7)", "random"), 200, ALEA_ROTATE);
    check_run("despirala", BOTS("greedy"), 30, ALEA_ROTATE);
    check_run("despirala(players=3)", BOTS("greedy", "random", "greedy"), 20, ALEA_ROTATE);
}

static void unfinished_games_read_back(void **unused)
{
    (void)unused;
    check_run("pig(goal=20)", BOTS("always-roll", "always-roll"), 3, ALEA_ROTATE);
}

/* After 16 games with a forfeit a bot is skipped for the rest of its block. */
static void forfeits_and_skipped_bots_read_back(void **unused)
{
    (void)unused;
    check_run("pig", BOTS("forfeit(3)", "hold(20)"), 100, ALEA_ROTATE);
    check_run("pig-pen(players=3)", BOTS("forfeit(2)", "forfeit(1)", "hold(20)"), 60, ALEA_ROTATE);
    check_run("pig", BOTS("forfeit(1)", "forfeit(1)"), 40, ALEA_ROTATE);
}

static bool stops_soon(void *asked)
{
    return ++*(unsigned *)asked == 100;
}

static void reading_stops_where_the_caller_asks(void **unused)
{
    (void)unused;
    alea_error error;
    alea_record *record = NULL;
    unsigned asked = 0;
    const alea_progress progress = {.stopped = stops_soon, .user = &asked};
    record_run("pig", BOTS("hold(20)", "hold(25)"), 20, 1, ALEA_ROTATE, "run.jsonl");
    assert_int_equal(alea_record_open_stoppable("run.jsonl", &progress, &record, &error), ALEA_E_STOPPED);
    assert_string_equal(error.message, "Stopped on request.");
    assert_int_equal(asked, 100);
    assert_null(record);
    OK(alea_record_open_stoppable("run.jsonl", NULL, &record, &error));
    assert_int_equal(record->count, 20);
    alea_record_free(record);
}

static void one_game_of_a_record_is_read_alone(void **unused)
{
    (void)unused;
    alea_error error;
    alea_record *one;
    record_run("pig", BOTS("hold(20)", "hold(25)"), 20, 1, ALEA_ROTATE, "run.jsonl");
    alea_record *all = read_record("run.jsonl");
    assert_int_equal(alea_record_open_game("run.jsonl", 7, &one, NULL), ALEA_OK);
    assert_int_equal(one->count, 1);
    assert_int_equal(one->played[0].number, 7);
    assert_int_equal(one->played[0].count, all->played[7].count);
    for (size_t i = 0; i < one->played[0].count; i++) {
        assert_int_equal(one->played[0].event[i].what, all->played[7].event[i].what);
        assert_int_equal(one->played[0].event[i].line, all->played[7].event[i].line);
    }
    assert_int_equal(alea_record_open_game("run.jsonl", 20, &one, &error), ALEA_E_FILE);
    assert_non_null(strstr(error.message, "no game 20"));
    alea_record_free(one);
    alea_record_free(all);
}

/* Lines count from 1, and the events are those of the lines. */
static void events_know_their_lines(void **unused)
{
    (void)unused;
    record_run("hog", BOTS("always(4)", "always(6)"), 3, 1, ALEA_ROTATE, "run.jsonl");
    alea_record *record = read_record("run.jsonl");
    char *text = read_file("run.jsonl", NULL), *line = text;
    uint64_t number = 1;
    for (size_t n = 0; n < record->count; n++)
        for (size_t i = 0; i < record->played[n].count; i++) {
            const alea_event *e = &record->played[n].event[i];
            for (; number < e->line; number++) line = strchr(line, '\n') + 1;
            assert_memory_equal(line, e->kind == ALEA_ROLLED ? "{\"roll\"" : "{\"seat\"", 7);
            assert_null(e->text);
        }
    free(text);
    alea_record_free(record);
}

static void a_seed_beyond_2_to_the_63_reads_back(void **unused)
{
    (void)unused;
    record_run("piglet", BOTS("hold(1)", "hold(2)"), 5, UINT64_MAX, ALEA_ROTATE, "run.jsonl");
    alea_record *record = read_record("run.jsonl");
    assert_that(record->seed, ==, UINT64_MAX);
    alea_record_free(record);
}

/* ---- records that are wrong ---------------------------------------------------------------------------- */

/* The first line of a record of a game with seed 8. */
static char heading[1000];

static void learn_heading(const char *spec)
{
    record_run(spec, BOTS("hold(2)", "hold(1)"), 1, 8, ALEA_FIXED, "heading.jsonl");
    char *text = read_file("heading.jsonl", NULL);
    size_t size = (size_t)(strchr(text, '\n') - text) + 1;
    assert_that(size, <, sizeof heading);
    memcpy(heading, text, size);
    heading[size] = 0;
    free(text);
}

/* The heading, with real dice, so that any roll will do. */
static const char *manual_heading(void)
{
    static char manual[1100];
    learn_heading("pig(goal=20)");
    snprintf(manual, sizeof manual, "%.*s,\"dice\":\"manual\"}\n", (int)strlen(heading) - 2, heading);
    return manual;
}

static alea_status read_text(const char *first, const char *rest, alea_error *error)
{
    alea_record *record = NULL;
    char *text = malloc(strlen(first) + strlen(rest) + 1);
    strcpy(text, first);
    strcat(text, rest);
    write_file("edited.jsonl", text);
    free(text);
    alea_status status = alea_record_open("edited.jsonl", &record, error);
    if (status == ALEA_OK) alea_record_free(record);
    return status;
}

/* Lines after the first one; the mistake is in line `line`, and the message has `words`. */
static void refuses_after(const char *first, const char *rest, int line, const char *words)
{
    alea_error error;
    char place[40];
    snprintf(place, sizeof place, "edited.jsonl:%d: ", line);
    alea_status status = read_text(first, rest, &error);
    if (status != ALEA_E_FILE) fail_msg("%s%s: read", first, rest);
    if (error.line != line || strncmp(error.message, place, strlen(place)) != 0)
        fail_msg("%s: %s", rest, error.message);
    if (!strstr(error.message, words)) fail_msg("%s: %s", rest, error.message);
}

static void refuses(const char *rest, int line, const char *words)
{
    refuses_after(manual_heading(), rest, line, words);
}

static void accepts(const char *rest)
{
    alea_error error;
    if (read_text(manual_heading(), rest, &error) != ALEA_OK) fail_msg("%s: %s", rest, error.message);
}

#define BEGIN            "{\"begin\":0,\"bots\":[0,1]}\n"
#define ROLL(n)          "{\"roll\":[" #n "]}\n"
#define MOVE(seat, name) "{\"seat\":" #seat ",\"move\":\"" name "\"}\n"
#define BUST             ROLL(1)
/* Ann rolls 18 and holds, Ben busts, Ann holds at 20. */
#define WON                                                                                                  \
    BEGIN ROLL(6) MOVE(0, "roll") ROLL(6) MOVE(0, "roll") ROLL(6) MOVE(0, "hold") BUST ROLL(2) MOVE(0, "hol" \
                                                                                                       "d")
#define END "{\"end\":{\"winner\":0,\"unfinished\":false,\"turns\":3,\"scores\":[20,0],\"money\":[0,0]}}\n"

static void a_whole_game_is_accepted(void **unused)
{
    (void)unused;
    accepts("");
    accepts(BEGIN);
    accepts(WON);
    accepts(WON END);
    accepts("{\"player\":1,\"order\":3}\n{\"player\":0,\"order\":3}\n" WON END);
    accepts(WON END "{\"begin\":3,\"bots\":[1,0]}\n" ROLL(5));
    accepts(BEGIN ROLL(6) MOVE(0, "roll") ROLL(5) "{\"undo\":2}\n" MOVE(0, "hold"));
}

static void an_impossible_roll_is_refused(void **unused)
{
    (void)unused;
    refuses(BEGIN ROLL(7), 3, "A die shows 1 to 6, not");
    refuses(BEGIN ROLL(0), 3, "A die shows 1 to 6, not");
    refuses(BEGIN ROLL(-1), 3, "`roll`");
    refuses(BEGIN ROLL(4294967297), 3, "`roll`");
    refuses(BEGIN "{\"roll\":[3,3]}\n", 3, "This roll takes 1 die, not 2");
    refuses(BEGIN "{\"roll\":[]}\n", 3, "1 die, not 0");
    refuses(BEGIN "{\"roll\":3}\n", 3, "must be a list");
    refuses(BEGIN "{\"roll\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}\n", 3, "at most 16");
    refuses(BEGIN ROLL(3) ROLL(3), 4, "Seat 0 must decide now");
}

static void dice_that_the_seed_does_not_give_are_refused(void **unused)
{
    (void)unused;
    learn_heading("pig(goal=20)");
    alea_record *record = read_record("heading.jsonl");
    const alea_event *first = &record->played[0].event[0];
    assert_int_equal(first->kind, ALEA_ROLLED);
    for (uint32_t face = 1; face <= 6; face++) {
        char rest[100], words[100];
        alea_error error;
        snprintf(rest, sizeof rest, BEGIN "{\"roll\":[%u]}\n", face);
        snprintf(words, sizeof words, "the dice show %u, but this seed rolls %u here", face, first->what + 1);
        if (face == first->what + 1)
            assert_int_equal(read_text(heading, rest, &error), ALEA_OK);
        else
            refuses_after(heading, rest, 3, words);
    }
    alea_record_free(record);
}

static void an_illegal_move_is_refused(void **unused)
{
    (void)unused;
    refuses(BEGIN ROLL(3) MOVE(0, "fly"), 4, "`fly` is not legal here; the legal moves are hold, roll");
    refuses(BEGIN ROLL(3) MOVE(0, ""), 4, "not legal");
    refuses(BEGIN ROLL(3) "{\"seat\":0,\"move\":1}\n", 4, "`move` must be text");
    refuses(BEGIN MOVE(0, "roll"), 3, "the dice must be rolled now");
    refuses(BEGIN ROLL(3) "{\"move\":\"roll\",\"set\":0}\n", 4, "seat 0 must decide here");
}

static void the_wrong_seat_is_refused(void **unused)
{
    (void)unused;
    refuses(BEGIN ROLL(3) MOVE(1, "roll"), 4, "seat 0 must decide here");
    refuses(BEGIN BUST ROLL(3) MOVE(0, "roll"), 5, "seat 1 must decide here");
    refuses(BEGIN ROLL(3) MOVE(99, "roll"), 4, "seat 0");
    refuses(BEGIN ROLL(3) MOVE("0", "roll"), 4, "seat 0");
}

static void forfeits_are_checked(void **unused)
{
    (void)unused;
    accepts(BEGIN ROLL(3) "{\"seat\":0,\"forfeit\":\"illegal\",\"text\":\"gave up\"}\n");
    refuses(BEGIN ROLL(3) "{\"seat\":1,\"forfeit\":\"illegal\",\"text\":\"\"}\n", 4, "seat 0");
    refuses(BEGIN ROLL(3) "{\"seat\":0,\"forfeit\":\"bored\",\"text\":\"\"}\n", 4, "\"trap\"");
    refuses(BEGIN ROLL(3) "{\"seat\":0,\"forfeit\":\"trap\"}\n", 4, "2 keys; lines of this kind have 3");
    refuses(BEGIN "{\"seat\":0,\"forfeit\":\"trap\",\"text\":\"\"}\n", 3, "the dice must be rolled now");
}

static void undoing_is_checked(void **unused)
{
    (void)unused;
    refuses(BEGIN "{\"undo\":1}\n", 3, "nothing to undo");
    refuses(BEGIN ROLL(3) "{\"undo\":2}\n", 4, "from 1 to 1");
    refuses(BEGIN ROLL(3) "{\"undo\":0}\n", 4, "from 1 to 1");
    refuses(BEGIN ROLL(3) "{\"undo\":\"1\"}\n", 4, "whole number");
    refuses(BEGIN ROLL(3) MOVE(0, "hold") "{\"undo\":2}\n{\"undo\":1}\n", 6, "nothing to undo");
    refuses("{\"undo\":1}\n", 2, "no game has begun");
}

static void nothing_follows_the_end(void **unused)
{
    (void)unused;
    refuses(WON ROLL(3), 12, "only its `end` can follow");
    refuses(WON "{\"undo\":1}\n", 12, "only its `end` can follow");
    refuses(WON END ROLL(3), 13, "the game has ended");
    refuses(WON END END, 13, "the game has ended");
    refuses(BEGIN ROLL(6) END, 4, "not over yet");
    refuses(WON
            "{\"end\":{\"winner\":1,\"unfinished\":false,\"turns\":3,\"scores\":[20,0],\"money\":[0,0]}}\n",
            12, "the line must be {\"end\":{\"winner\":0,");
    refuses(WON "{\"end\":{}}\n", 12, "did not end like this");
}

static void games_begin_one_after_the_other(void **unused)
{
    (void)unused;
    refuses(BEGIN BEGIN, 3, "before the previous one has ended");
    refuses(WON END BEGIN, 13, "from 1 to");
    refuses("{\"begin\":0,\"bots\":[0]}\n", 2, "the players 0 to 1 in the order of their seats");
    refuses("{\"begin\":0,\"bots\":[0,0]}\n", 2, "the players 0 to 1");
    refuses("{\"begin\":0,\"bots\":[0,2]}\n", 2, "the players 0 to 1");
    refuses("{\"begin\":-1,\"bots\":[0,1]}\n", 2, "whole number");
    refuses(ROLL(3), 2, "no game has begun");
}

static void replace(char *text, const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    size_t tail = strlen(at + strlen(from)) + 1;
    memmove(at + strlen(to), at + strlen(from), tail);
    memcpy(at, to, strlen(to));
}

static void rotating_seats_are_checked(void **unused)
{
    (void)unused;
    record_run("piglet", BOTS("hold(1)", "hold(2)"), 2, 1, ALEA_ROTATE, "run.jsonl");
    char *text = read_file("run.jsonl", NULL);
    replace(text, "{\"begin\":1,\"bots\":[1,0]}", "{\"begin\":1,\"bots\":[0,1]}");
    alea_error error;
    assert_int_equal(read_text(text, "", &error), ALEA_E_FILE);
    assert_non_null(strstr(error.message, "seats rotate"));
    free(text);
}

static void the_order_of_turns_is_checked(void **unused)
{
    (void)unused;
    refuses("{\"player\":0,\"order\":7}\n", 2, "`order` must be a whole number from 1 to 6");
    refuses("{\"player\":2,\"order\":3}\n", 2, "`player` must be a whole number from 0 to 1");
    refuses("{\"player\":0,\"order\":3}\n{\"player\":0,\"order\":3}\n", 3, "already");
    refuses("{\"player\":0,\"order\":3}\n" BEGIN, 3, "Player 1 has not rolled");
    refuses("{\"player\":0,\"order\":3}\n{\"player\":1,\"order\":2}\n" BEGIN, 4,
            "cannot sit before player 1");
    refuses(BEGIN "{\"player\":0,\"order\":3}\n", 3, "before the first game");
}

static void a_first_line_must_be_a_heading(void **unused)
{
    (void)unused;
    refuses_after("", "", 1, "this is not a record");
    refuses_after("{\"alea\":\"record\"", "", 1, "its first line is incomplete");
    refuses_after("hello\n", "", 1, "this is not a record");
    refuses_after("{}\n", "", 1, "this is not a record");
    refuses_after("{\"alea\":\"table\"}\n", "", 1, "this is not a record");
    refuses_after("{\"alea\":\"record\"}\n", "", 1, "`version` must be a whole number");
    refuses_after("{\"alea\":\"record\",\"version\":3,\"new\":true}\n", "", 1,
                  "version 3; this alea reads versions 1 to 2");
    refuses(manual_heading(), 2, "none of the keys");
}

static void refuses_heading(const char *from, const char *to, const char *words)
{
    char edited[3000];
    learn_heading("pig(goal=20)");
    strcpy(edited, heading);
    replace(edited, from, to);
    refuses_after(edited, "", 1, words);
}

static void a_heading_is_checked(void **unused)
{
    (void)unused;
    refuses_heading("pig(", "pog(", "no game \"pog\"");
    refuses_heading("goal=20", "goal=0", "goal");
    refuses_heading("\"seed\":8", "\"seed\":-8", "`seed`");
    refuses_heading("\"seed\":8", "\"seed\":\"18446744073709551616\"", "`seed`");
    refuses_heading("\"seed\":8", "\"seed\":\"8x\"", "`seed`");
    refuses_heading("\"seed\":8", "\"seed\":\"\"", "`seed`");
    refuses_heading("\"fixed\"", "\"loose\"", "`seats`");
    refuses_heading("\"fixed\"", "\"fixed\",\"dice\":\"loaded\"", "`dice`");
    refuses_heading("\"fixed\"", "\"fixed\",\"more\":1", "11 keys");
    refuses_heading("\"command\":\"run\"", "\"command\":\"walk\"", "`command` must be");
    refuses_heading("\"bots_sha256\":[\"", "\"bots_sha256\":[null,\"", "one for each player (2)");
    refuses_heading("\"hold(2)\",", "", "one for each player (2)");
    refuses_heading("\"hold(2)\"", "2", "must be text");
    refuses_heading("\"seed\":8,", "", "9 keys");
    refuses_heading("\"seed\":8", "\"seed\":8,\"seed\":8", "duplicate");
}

/* Both numbers are told. */
static void a_changed_rule_file_is_refused(void **unused)
{
    (void)unused;
    char now[80], then[80], *digit;
    learn_heading("pig(goal=20)");
    snprintf(now, sizeof now, "%.64s", strstr(heading, "rules_sha256\":\"") + 15);
    strcpy(then, now);
    digit = &then[10];
    *digit = *digit == '0' ? '1' : '0';
    refuses_heading(now, then, now);
    refuses_heading(now, then, then);
}

static void control_characters_are_refused(void **unused)
{
    (void)unused;
    refuses_heading("hold(2)", "ho\x1b[2J", "not valid JSON");
    refuses_heading("hold(2)", "ho\\u001b[2J", "control characters");
    refuses_heading("hold(2)", "ho\\u0000", "not valid JSON");
    refuses_heading("hold(2)", "ho\xff", "not valid JSON");
    refuses(BEGIN ROLL(3) "{\"seat\":0,\"forfeit\":\"trap\",\"text\":\"\\u0007\"}\n", 4,
            "control characters");
    refuses(BEGIN "\x1b[2J\n", 3, "not valid JSON");
    alea_error error;
    assert_int_equal(read_text(manual_heading(), BEGIN "\x1b[2J\n", &error), ALEA_E_FILE);
    assert_null(strchr(error.message, '\x1b'));
}

static void lines_that_are_not_objects_are_refused(void **unused)
{
    (void)unused;
    refuses("\n", 2, "not valid JSON");
    refuses("[]\n", 2, "must be a JSON object");
    refuses("3\n", 2, "not valid JSON");
    refuses("{\"hello\":1}\n", 2, "none of the keys");
    refuses(BEGIN "{\"roll\":[3],\"roll\":[4]}\n", 3, "duplicate");
    refuses(BEGIN "{\"roll\":[3]}x\n", 3, "not valid JSON");
    refuses(BEGIN "{\"roll\":[3.0]}\n", 3, "whole number");
    refuses(BEGIN "{\"roll\":[3],\"by\":\"me\"}\n", 3, "2 keys");
}

static void long_and_deep_lines_are_refused(void **unused)
{
    (void)unused;
    enum { LONG = 1000000 };
    char *text = malloc(LONG + 2);
    memset(text, '[', LONG);
    strcpy(text + LONG, "\n");
    refuses(text, 2, "longer than the limit of 65536 bytes");
    strcpy(text + 60000, "\n");
    refuses(text, 2, "not valid JSON"); /* 60,000 deep */
    memset(text, ' ', 60000);
    strcpy(text + 60000, "{\"begin\":0,\"bots\":[0,1]}\n");
    accepts(text);
    free(text);
}

static void folders_devices_and_missing_files_are_refused(void **unused)
{
    (void)unused;
    alea_error error;
    alea_record *record;
    assert_int_equal(alea_record_open(".", &record, &error), ALEA_E_FILE);
    assert_int_equal(alea_record_open("/dev/zero", &record, &error), ALEA_E_FILE);
    assert_int_equal(alea_record_open("missing.jsonl", &record, &error), ALEA_E_FILE);
    assert_non_null(strstr(error.message, "missing.jsonl"));
}

/* ---- cut anywhere -------------------------------------------------------------------------------------- */

/* The games and events read from a part are the first of those read from the whole. */
static void check_part(const alea_record *whole, const alea_record *part, size_t lines)
{
    uint64_t events = 0;
    assert_that(part->count, <=, whole->count);
    for (size_t n = 0; n < part->count; n++) {
        const alea_record_game *w = &whole->played[n], *p = &part->played[n];
        assert_int_equal(p->number, w->number);
        for (size_t i = 0; i < p->count; i++) {
            assert_that(p->event[i].line, <=, lines);
            /* after an undo only the common part must be the same */
            if (w->taken_back == 0) assert_int_equal(p->event[i].what, w->event[i].what);
        }
        events += p->count + p->history_count;
        if (n + 1 < part->count) assert_true(p->finished);
    }
    assert_that(events, <=, 2 * lines + 2);
}

static void check_cuts(const char *path)
{
    size_t size;
    alea_error error;
    char *text = read_file(path, &size);
    alea_record *whole = read_record(path);
    size_t lines = 0;
    for (size_t at = 0; at <= size; at++) {
        alea_record *part;
        if (at > 0) lines += text[at - 1] == '\n';
        write_bytes("part.jsonl", text, at);
        alea_status status = alea_record_open("part.jsonl", &part, &error);
        if (lines == 0) {
            assert_int_equal(status, ALEA_E_FILE);
            assert_int_equal(error.line, 1);
            continue;
        }
        if (status != ALEA_OK) fail_msg("%zu bytes: %s", at, error.message);
        assert_int_equal(part->cut, text[at - 1] != '\n');
        check_part(whole, part, lines);
        alea_record_free(part);
    }
    alea_record_free(whole);
    free(text);
}

static void a_record_cut_at_any_byte_is_a_shorter_one(void **unused)
{
    (void)unused;
    record_run("piglet", BOTS("forfeit(3)", "hold(2)"), 6, 1, ALEA_ROTATE, "run.jsonl");
    check_cuts("run.jsonl");
    record_run("hog(goal=12)", BOTS("always(3)", "always(0)"), 1, 1, ALEA_ROTATE, "run.jsonl");
    check_cuts("run.jsonl");
    char text[3000];
    snprintf(text, sizeof text, "%s%s", manual_heading(),
             "{\"player\":0,\"order\":2}\n{\"player\":1,\"order\":2}\n" BEGIN ROLL(4) MOVE(0, "hold")
                 ROLL(1) "{\"undo\":2}\n" MOVE(0, "roll") ROLL(6));
    write_file("undone.jsonl", text);
    check_cuts("undone.jsonl");
}

/* A changed byte gives the same record, another possible one, or an error; it never crashes, and the error names the line
   of the change or a later one. */
static void a_record_with_any_byte_changed_does_no_harm(void **unused)
{
    (void)unused;
    size_t size;
    static const char others[] = {'1', '"', '\n', (char)0xff};
    record_run("piglet", BOTS("hold(1)", "hold(2)"), 2, 1, ALEA_ROTATE, "run.jsonl");
    char *text = read_file("run.jsonl", &size);
    int line = 1;
    for (size_t at = 0; at < size; at++) {
        for (size_t i = 0; i < sizeof others; i++) {
            alea_error error;
            alea_record *record;
            char was = text[at];
            text[at] = others[i];
            write_bytes("part.jsonl", text, size);
            text[at] = was;
            if (alea_record_open("part.jsonl", &record, &error) == ALEA_OK)
                alea_record_free(record);
            else
                assert_true(error.status == ALEA_E_FILE && error.line >= line && error.message[0]);
        }
        line += text[at] == '\n';
    }
    free(text);
}

/* ---- no memory ----------------------------------------------------------------------------------------- */

static void without_memory_nothing_is_read_and_nothing_leaks(void **unused)
{
    (void)unused;
    alea_error error;
    alea_record *record;
    alea_status status = ALEA_E_MEMORY;
    char text[3000];
    snprintf(text, sizeof text, "%s%s", manual_heading(),
             BEGIN ROLL(4) MOVE(0, "hold") ROLL(1) "{\"undo\":2}\n" MOVE(0, "roll"));
    write_file("undone.jsonl", text);
    for (long i = 0; status != ALEA_OK; i++) {
        alea__fail_allocation_after(i);
        status = alea_record_open("undone.jsonl", &record, &error);
        alea__fail_allocation_after(-1);
        if (status != ALEA_OK && status != ALEA_E_MEMORY) fail_msg("allocation %ld: %s", i, error.message);
    }
    alea_record_free(record);
    alea_record_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_of_every_game_read_back_to_the_same_standings),
        cmocka_unit_test(unfinished_games_read_back),
        cmocka_unit_test(forfeits_and_skipped_bots_read_back),
        cmocka_unit_test(one_game_of_a_record_is_read_alone),
        cmocka_unit_test(reading_stops_where_the_caller_asks),
        cmocka_unit_test(events_know_their_lines),
        cmocka_unit_test(a_seed_beyond_2_to_the_63_reads_back),
        cmocka_unit_test(a_whole_game_is_accepted),
        cmocka_unit_test(an_impossible_roll_is_refused),
        cmocka_unit_test(dice_that_the_seed_does_not_give_are_refused),
        cmocka_unit_test(an_illegal_move_is_refused),
        cmocka_unit_test(the_wrong_seat_is_refused),
        cmocka_unit_test(forfeits_are_checked),
        cmocka_unit_test(undoing_is_checked),
        cmocka_unit_test(nothing_follows_the_end),
        cmocka_unit_test(games_begin_one_after_the_other),
        cmocka_unit_test(rotating_seats_are_checked),
        cmocka_unit_test(the_order_of_turns_is_checked),
        cmocka_unit_test(a_first_line_must_be_a_heading),
        cmocka_unit_test(a_heading_is_checked),
        cmocka_unit_test(a_changed_rule_file_is_refused),
        cmocka_unit_test(control_characters_are_refused),
        cmocka_unit_test(lines_that_are_not_objects_are_refused),
        cmocka_unit_test(long_and_deep_lines_are_refused),
        cmocka_unit_test(folders_devices_and_missing_files_are_refused),
        cmocka_unit_test(a_record_cut_at_any_byte_is_a_shorter_one),
        cmocka_unit_test(a_record_with_any_byte_changed_does_no_harm),
        cmocka_unit_test(without_memory_nothing_is_read_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
