/* Sessions: the dice, undo, the file on disk, and resuming after any interruption. */
#include "play/record_test.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const two[] = {"human(Ann)", "human(Ben)"};

static alea_session *begin(const alea_game *game, uint64_t seed, const char *path)
{
    alea_session *s;
    if (path) unlink(path);
    const alea_session_options options = {.seed = seed, .record = path};
    OK(alea_session_start(game, two, 2, &options, &s, &test_error));
    return s;
}

static alea_session *seated(const alea_game *game, uint64_t seed, const char *path)
{
    alea_session *s = begin(game, seed, path);
    assert_int_equal(alea_session_seat(s, NULL, NULL), ALEA_OK);
    return s;
}

static alea_session *resume(const char *path)
{
    alea_session *s;
    OK(alea_session_resume(path, &s, &test_error));
    return s;
}

static int to_move(const alea_session *s)
{
    return alea_game_to_move(alea_session_game(s), alea_session_state(s));
}

static void roll(alea_session *s)
{
    uint32_t faces[16];
    unsigned count;
    OK(alea_session_roll(s, faces, &count, &test_error));
}

static void move_by(alea_session *s, uint32_t random)
{
    const alea_game *game = alea_session_game(s);
    const alea_state *state = alea_session_state(s);
    uint32_t move = alea_game_move(game, state, random % alea_game_move_count(game, state));
    OK(alea_session_move(s, move, &test_error));
}

/* One step of a game in which moves are random. */
static void step(alea_session *s, uint64_t *random)
{
    if (to_move(s) == ALEA_CHANCE)
        roll(s);
    else
        move_by(s, next_random(random));
}

static void play_on(alea_session *s, uint64_t *random, unsigned steps)
{
    for (unsigned i = 0; i < steps && to_move(s) != ALEA_OVER; i++) step(s, random);
}

static size_t events_of(const alea_session *s)
{
    size_t count;
    alea_session_events(s, &count);
    return count;
}

/* ---- the dice ------------------------------------------------------------------------------------------ */

/* Plays the first game of a run again in a session: the moves of the record, and the session's own dice. */
static void play_along(const char *spec, const char *const *bots, uint64_t seed)
{
    record_run(spec, bots, 1, seed, ALEA_FIXED, "run.jsonl");
    alea_record *record = read_record("run.jsonl");
    const alea_record_game *g = &record->played[0];
    alea_session *s = seated(record->game, seed, "session.jsonl");
    for (size_t i = 0; i < g->count; i++) {
        if (g->event[i].kind == ALEA_ROLLED)
            roll(s);
        else
            assert_int_equal(alea_session_move(s, g->event[i].what, NULL), ALEA_OK);
        size_t count;
        const alea_event *events = alea_session_events(s, &count);
        assert_int_equal(count, i + 1);
        assert_int_equal(events[i].what, g->event[i].what);
        assert_int_equal(events[i].seat, g->event[i].seat);
    }
    assert_int_equal(to_move(s), ALEA_OVER);
    assert_memory_equal(alea_session_state(s), &g->end, sizeof g->end);
    alea_session_free(s);
    alea_record_free(record);
}

static void the_dice_of_a_session_are_those_of_the_first_game_of_a_run(void **unused)
{
    (void)unused;
    const char *race[] = {"hold(20)", "hold(11)", NULL}, *hog[] = {"always(5)", "always(3)", NULL},
               *hog_odd[] = {"always(6)", "always(5)", NULL}, *side_by_side[] = {"greedy", "random", NULL};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        play_along("pig", race, seed);
        play_along("pig-pen", race, seed);
        play_along("hog", hog, seed);
        play_along("hog", hog_odd, seed);
        play_along("despirala(players=2)", side_by_side, seed);
    }
}

/* Everything but the names in the first line. */
static void the_record_of_a_session_is_that_of_a_run(void **unused)
{
    (void)unused;
    const char *bots[] = {"hold(20)", "hold(11)", NULL};
    play_along("pig", bots, 77);
    char *run = read_file("run.jsonl", NULL), *session = read_file("session.jsonl", NULL);
    assert_string_equal(strchr(run, '\n'), strchr(session, '\n'));
    free(run);
    free(session);
}

/* ---- the order of turns -------------------------------------------------------------------------------- */

static void players_sit_in_ascending_order_of_what_they_rolled(void **unused)
{
    (void)unused;
    alea_error error;
    alea_game *game = open_game("pig");
    for (uint64_t seed = 0; seed < 50; seed++) {
        unsigned shown[2] = {0, 0};
        alea_session *s = begin(game, seed, "order.jsonl");
        assert_int_equal(alea_session_order(s, 1, 0, &shown[1], NULL), ALEA_OK);
        assert_int_equal(alea_session_seat(s, NULL, &error), ALEA_E_USAGE); /* Ann has not rolled */
        assert_int_equal(alea_session_order(s, 1, 0, NULL, &error), ALEA_E_STATE);
        assert_int_equal(alea_session_order(s, 0, 0, &shown[0], NULL), ALEA_OK);
        assert_in_range(shown[0], 1, 6);
        assert_int_equal(alea_session_ordered(s, 0), shown[0]);
        const unsigned right[2] = {shown[0] > shown[1], shown[0] <= shown[1]},
                       wrong[2] = {right[1], right[0]};
        if (shown[0] != shown[1]) assert_int_equal(alea_session_seat(s, wrong, &error), ALEA_E_USAGE);
        assert_int_equal(alea_session_seat(s, right, NULL), ALEA_OK);
        assert_int_equal(alea_session_order(s, 0, 0, NULL, &error), ALEA_E_STATE);
        alea_session_free(s);
        alea_record *record = read_record("order.jsonl");
        assert_int_equal(record->order[0], shown[0]);
        assert_int_equal(record->order[1], shown[1]);
        assert_int_equal(record->played[0].player[0], right[0]);
        alea_record_free(record);
    }
    alea_game_free(game);
}

static void the_order_can_be_resumed_in_its_middle(void **unused)
{
    (void)unused;
    unsigned straight[2], interrupted[2];
    alea_game *game = open_game("pig");
    alea_session *s = begin(game, 5, NULL);
    assert_int_equal(alea_session_order(s, 0, 0, &straight[0], NULL), ALEA_OK);
    assert_int_equal(alea_session_order(s, 1, 0, &straight[1], NULL), ALEA_OK);
    alea_session_free(s);
    s = begin(game, 5, "order.jsonl");
    assert_int_equal(alea_session_order(s, 0, 0, &interrupted[0], NULL), ALEA_OK);
    alea_session_free(s);
    s = resume("order.jsonl");
    assert_false(alea_session_seated(s));
    assert_int_equal(alea_session_ordered(s, 0), straight[0]);
    assert_int_equal(alea_session_order(s, 1, 0, &interrupted[1], NULL), ALEA_OK);
    assert_int_equal(interrupted[1], straight[1]);
    alea_session_free(s);
    alea_game_free(game);
}

/* ---- real dice ----------------------------------------------------------------------------------------- */

static void real_dice_are_entered(void **unused)
{
    (void)unused;
    alea_error error;
    uint32_t sides, faces[16];
    unsigned count;
    alea_session *s;
    alea_game *game = open_game("two-dice-pig");
    unlink("manual.jsonl");
    const alea_session_options options = {.manual = true, .record = "manual.jsonl"};
    assert_int_equal(alea_session_start(game, two, 2, &options, &s, NULL), ALEA_OK);
    assert_int_equal(alea_session_order(s, 0, 7, NULL, &error), ALEA_E_RANGE);
    assert_int_equal(alea_session_order(s, 0, 0, NULL, &error), ALEA_E_RANGE);
    assert_int_equal(alea_session_order(s, 0, 2, NULL, NULL), ALEA_OK);
    assert_int_equal(alea_session_order(s, 1, 2, NULL, NULL), ALEA_OK);
    assert_int_equal(alea_session_seat(s, (unsigned[]){1, 0}, NULL), ALEA_OK);
    if (to_move(s) != ALEA_CHANCE) move_by(s, 1);
    assert_int_equal(alea_session_dice(s, &sides), 2);
    assert_int_equal(sides, 6);
    assert_int_equal(alea_session_roll(s, faces, &count, &error), ALEA_E_STATE);
    assert_int_equal(alea_session_show(s, (uint32_t[]){3}, 1, &error), ALEA_E_RANGE);
    assert_non_null(strstr(error.message, "takes 2 dice"));
    assert_int_equal(alea_session_show(s, (uint32_t[]){3, 7}, 2, &error), ALEA_E_RANGE);
    assert_int_equal(alea_session_show(s, (uint32_t[]){0, 3}, 2, &error), ALEA_E_RANGE);
    assert_int_equal(alea_session_show(s, (uint32_t[]){3, 4}, 2, NULL), ALEA_OK);
    alea_session_free(s);
    s = resume("manual.jsonl");
    assert_true(alea_session_manual(s));
    assert_int_equal(alea_session_in_seat(s, 0), 1);
    assert_int_equal(to_move(s), 0);
    alea_session_free(s);
    alea_game_free(game);
}

/* ---- taking back --------------------------------------------------------------------------------------- */

static void after_an_undo_the_same_dice_come_again(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig");
    for (uint64_t seed = 0; seed < 100; seed++) {
        uint64_t random = seed;
        alea_event before[1000];
        size_t count, back;
        alea_session *s = seated(game, seed, "undo.jsonl");
        play_on(s, &random, 30 + (unsigned)seed % 40);
        const alea_event *events = alea_session_events(s, &count);
        memcpy(before, events, count * sizeof *events);
        const alea_state stood = *alea_session_state(s);
        assert_int_equal(alea_session_undo(s, seed % 2, NULL), ALEA_OK);
        back = events_of(s);
        assert_that(back, <, count);
        assert_int_equal(before[back].kind, ALEA_MOVED);
        assert_int_equal(before[back].seat, seed % 2);
        assert_memory_equal(alea_session_state(s), &before[back].before, sizeof stood);
        for (size_t i = back; i < count; i++) {
            if (before[i].kind == ALEA_ROLLED)
                roll(s);
            else
                assert_int_equal(alea_session_move(s, before[i].what, NULL), ALEA_OK);
            events = alea_session_events(s, &(size_t){0});
            assert_int_equal(events[i].what, before[i].what);
        }
        assert_memory_equal(alea_session_state(s), &stood, sizeof stood);
        alea_session_free(s);
    }
    alea_game_free(game);
}

static void undone_events_stay_in_the_record(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig");
    uint64_t random = 3;
    alea_session *s = seated(game, 3, "undo.jsonl");
    play_on(s, &random, 20);
    size_t count = events_of(s);
    assert_int_equal(alea_session_undo(s, 0, NULL), ALEA_OK);
    size_t back = events_of(s);
    play_on(s, &random, 10);
    size_t now = events_of(s);
    alea_session_free(s);
    alea_record *record = read_record("undo.jsonl");
    const alea_record_game *g = &record->played[0];
    assert_int_equal(g->count, now);
    assert_int_equal(g->taken_back, count - back);
    assert_int_equal(g->history_count, count + 1 + now - back);
    assert_int_equal(g->history[count].kind, ALEA_TAKEN_BACK);
    assert_int_equal(g->history[count].what, count - back);
    assert_int_equal(g->history[count + 1].what, g->event[back].what);
    alea_record_free(record);
    alea_game_free(game);
}

static void without_a_decision_there_is_nothing_to_undo(void **unused)
{
    (void)unused;
    alea_error error;
    alea_game *game = open_game("pig");
    alea_session *s = seated(game, 1, NULL);
    roll(s);
    assert_int_equal(alea_session_undo(s, 0, &error), ALEA_E_STATE);
    assert_non_null(strstr(error.message, "You have not made a decision yet"));
    assert_int_equal(events_of(s), 1);
    uint64_t random = 1;
    play_on(s, &random, 100000);
    assert_int_equal(alea_session_undo(s, 0, &error), ALEA_E_STATE);
    assert_non_null(strstr(error.message, "over"));
    alea_session_free(s);
    alea_game_free(game);
}

/* ---- what is refused ----------------------------------------------------------------------------------- */

static void wrong_calls_are_refused_and_change_nothing(void **unused)
{
    (void)unused;
    alea_error error;
    uint32_t faces[16];
    unsigned count;
    alea_game *game = open_game("pig");
    alea_session *s;
    assert_int_equal(alea_session_start(game, two, 1, NULL, &s, &error), ALEA_E_USAGE);
    s = begin(game, 1, "refused.jsonl");
    assert_int_equal(alea_session_roll(s, faces, &count, &error), ALEA_E_STATE);
    assert_int_equal(alea_session_seat(s, (unsigned[]){0, 0}, &error), ALEA_E_USAGE);
    assert_int_equal(alea_session_seat(s, (unsigned[]){0, 2}, &error), ALEA_E_USAGE);
    assert_int_equal(alea_session_seat(s, NULL, NULL), ALEA_OK);
    assert_int_equal(alea_session_seat(s, NULL, &error), ALEA_E_STATE);
    assert_int_equal(alea_session_move(s, 0, &error), ALEA_E_STATE);
    roll(s);
    while (to_move(s) == ALEA_CHANCE) roll(s); /* a 1 */
    size_t events = events_of(s);
    assert_int_equal(alea_session_roll(s, faces, &count, &error), ALEA_E_STATE);
    assert_int_equal(alea_session_move(s, 7, &error), ALEA_E_STATE);
    assert_int_equal(alea_session_show(s, (uint32_t[]){3}, 1, &error), ALEA_E_STATE);
    assert_int_equal(alea_session_forfeit(s, ALEA_NO_FAILURE, "", &error), ALEA_E_RANGE);
    assert_int_equal(events_of(s), events);
    alea_session_free(s);
    alea_record_free(read_record("refused.jsonl"));
    alea_game_free(game);
}

static void an_existing_record_is_not_overwritten(void **unused)
{
    (void)unused;
    alea_error error;
    alea_session *s;
    alea_game *game = open_game("pig");
    write_bytes("there.jsonl", "precious", 8);
    const alea_session_options options = {.record = "there.jsonl"};
    assert_int_equal(alea_session_start(game, two, 2, &options, &s, &error), ALEA_E_WRITE);
    assert_non_null(strstr(error.message, "there.jsonl"));
    char *text = read_file("there.jsonl", NULL);
    assert_string_equal(text, "precious");
    free(text);
    const alea_session_options nowhere = {.record = "no/such/folder/x.jsonl"};
    assert_int_equal(alea_session_start(game, two, 2, &nowhere, &s, &error), ALEA_E_WRITE);
    alea_game_free(game);
}

static void two_sessions_cannot_resume_the_same_game(void **unused)
{
    (void)unused;
    alea_error error;
    alea_session *other;
    alea_game *game = open_game("pig");
    alea_session *s = seated(game, 1, "locked.jsonl");
    assert_int_equal(alea_session_resume("locked.jsonl", &other, &error), ALEA_E_WRITE);
    assert_non_null(strstr(error.message, "another process"));
    alea_session_free(s);
    alea_session_free(resume("locked.jsonl"));
    alea_game_free(game);
}

static void a_finished_game_cannot_be_resumed(void **unused)
{
    (void)unused;
    alea_error error;
    alea_session *s;
    alea_game *game = open_game("piglet");
    uint64_t random = 9;
    s = seated(game, 1, "finished.jsonl");
    play_on(s, &random, 100000);
    alea_session_free(s);
    assert_int_equal(alea_session_resume("finished.jsonl", &s, &error), ALEA_E_STATE);
    assert_int_equal(alea_session_resume("missing.jsonl", &s, &error), ALEA_E_FILE);
    alea_game_free(game);
}

/* ---- forfeits ------------------------------------------------------------------------------------------ */

static void giving_up_is_recorded_with_its_reason(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig");
    alea_session *s = seated(game, 1, "forfeit.jsonl");
    while (to_move(s) < 0) roll(s);
    int seat = to_move(s);
    assert_int_equal(alea_session_forfeit(s, ALEA_ILLEGAL, "went\x1b home", NULL), ALEA_OK);
    uint64_t random = 1;
    play_on(s, &random, 100000);
    alea_session_free(s);
    alea_record *record = read_record("forfeit.jsonl");
    const alea_record_game *g = &record->played[0];
    assert_true(g->finished);
    assert_int_equal(g->outcome.winner, 1 - seat);
    size_t i = 0;
    while (g->event[i].kind != ALEA_FORFEITED) i++;
    assert_int_equal(g->event[i].what, ALEA_ILLEGAL);
    assert_string_equal(g->event[i].text, "went\\x1B home");
    assert_int_equal(g->event[i].seat, seat);
    alea_record_free(record);
    alea_game_free(game);
}

/* ---- interruptions ------------------------------------------------------------------------------------- */

/* A game with some taking back, to its end, in the file `path`. */
static void play_whole(const alea_game *game, uint64_t seed, const char *path)
{
    uint64_t random = seed;
    alea_session *s = begin(game, seed, path);
    unsigned a, b;
    assert_int_equal(alea_session_order(s, 0, 0, &a, NULL), ALEA_OK);
    assert_int_equal(alea_session_order(s, 1, 0, &b, NULL), ALEA_OK);
    assert_int_equal(alea_session_seat(s, (unsigned[]){a > b, a <= b}, NULL), ALEA_OK);
    for (unsigned i = 0; to_move(s) != ALEA_OVER; i++) {
        step(s, &random);
        if (i % 13 == 12 && to_move(s) != ALEA_OVER) alea_session_undo(s, i % 2, NULL);
    }
    alea_session_free(s);
}

/* Whole lines of the first `size` bytes. */
static size_t whole_lines(const char *text, size_t size)
{
    while (size > 0 && text[size - 1] != '\n') size--;
    return size;
}

/* Resumes a record cut at any byte: no whole line is lost, the incomplete line is dropped, and what is then written is a
   record again. */
static void go_on_after(const char *text, size_t size)
{
    alea_error error;
    alea_session *s;
    write_bytes("cut.jsonl", text, size);
    size_t whole = whole_lines(text, size);
    alea_status status = alea_session_resume("cut.jsonl", &s, &error);
    if (whole == 0) {
        assert_int_equal(status, ALEA_E_FILE);
        return;
    }
    if (status == ALEA_E_STATE) { /* all events are there */
        const char *last = strstr(text, "{\"end\"");
        assert_that(whole, >=, (size_t)(last - text));
        return;
    }
    if (status != ALEA_OK) fail_msg("%zu bytes: %s", size, error.message);
    uint64_t random = size;
    if (alea_session_seated(s)) play_on(s, &random, 5);
    alea_session_free(s);
    size_t now;
    char *after = read_file("cut.jsonl", &now);
    assert_that(now, >=, whole);
    assert_memory_equal(after, text, whole);
    free(after);
    alea_record_free(read_record("cut.jsonl"));
}

static void a_record_cut_at_any_byte_can_be_resumed(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"piglet", "pig(goal=8)", "hog(goal=10)"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_game *game = open_game(specs[i]);
        play_whole(game, 4 + i, "whole.jsonl");
        size_t size;
        char *text = read_file("whole.jsonl", &size);
        for (size_t at = 0; at <= size; at++) go_on_after(text, at);
        free(text);
        alea_game_free(game);
    }
}

/* Plays until killed. After each answered decision writes the number of events so far, including takebacks, to a pipe. */
_Noreturn static void play_until_killed(const alea_game *game, uint64_t seed, int tell)
{
    uint64_t random = seed;
    size_t events = 0;
    alea_session *s = seated(game, seed, "killed.jsonl");
    for (unsigned i = 0; to_move(s) != ALEA_OVER; i++) {
        bool decision = to_move(s) >= 0;
        step(s, &random);
        events++;
        if (i % 17 == 16 && alea_session_undo(s, i % 2, NULL) == ALEA_OK) {
            decision = true;
            events++;
        }
        if (decision && write(tell, &events, sizeof events) < 0) _exit(1);
    }
    _exit(0);
}

static void kill_and_go_on(const alea_game *game, uint64_t seed)
{
    int ends[2];
    size_t answered = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGALRM, SIG_DFL);
        alarm(60);
        play_until_killed(game, seed, ends[1]);
    }
    close(ends[1]);
    for (uint64_t i = 0; i <= seed * 3; i++)
        if (read(ends[0], &answered, sizeof answered) != sizeof answered) break;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    while (read(ends[0], &answered, sizeof answered) == sizeof answered) continue;
    close(ends[0]);
    alea_record *record = read_record("killed.jsonl");
    const alea_record_game *g = &record->played[0];
    assert_that((g->history ? g->history_count : g->count), >=, answered);
    if (!g->finished) {
        alea_session *s = resume("killed.jsonl");
        assert_int_equal(events_of(s), g->count);
        assert_memory_equal(alea_session_state(s), &g->end, sizeof(alea_state));
        alea_session_free(s);
    }
    alea_record_free(record);
}

static void after_kill_9_no_answered_decision_is_missing(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"pig", "hog", "despirala(players=2)"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_game *game = open_game(specs[i]);
        for (uint64_t seed = 0; seed < 6; seed++) kill_and_go_on(game, seed);
        alea_game_free(game);
    }
}

/* ---- a full disk --------------------------------------------------------------------------------------- */

static void limit_files(uint64_t bytes, struct rlimit *before)
{
    getrlimit(RLIMIT_FSIZE, before);
    struct rlimit small = *before;
    small.rlim_cur = bytes;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
}

static void a_full_disk_does_not_stop_the_game_and_nothing_is_missing_later(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig(goal=500)");
    for (uint64_t room = 0; room < 2000; room += 97) {
        struct rlimit before;
        uint64_t random = room;
        limit_files(room, &before);
        alea_session *s = seated(game, 6, "full.jsonl");
        play_on(s, &random, 80);
        bool told = alea_session_trouble(s) != NULL;
        if (told) assert_non_null(strstr(alea_session_trouble(s), "full.jsonl"));
        if (told) assert_null(strstr(alea_session_trouble(s), "goes on")); /* the console reports that */
        setrlimit(RLIMIT_FSIZE, &before);
        struct stat about;
        assert_int_equal(stat("full.jsonl", &about), 0);
        assert_that((uint64_t)about.st_size, <=, room);
        assert_int_equal(told, (uint64_t)about.st_size == room || room == 0);
        while (to_move(s) == ALEA_CHANCE) roll(s);
        if (to_move(s) >= 0) move_by(s, 0);
        assert_null(alea_session_trouble(s));
        size_t count = events_of(s);
        const alea_state stood = *alea_session_state(s);
        alea_session_free(s);
        alea_record *record = read_record("full.jsonl");
        assert_false(record->cut);
        assert_int_equal(record->played[0].count, count);
        assert_memory_equal(&record->played[0].end, &stood, sizeof stood);
        alea_record_free(record);
    }
    alea_game_free(game);
}

static void a_line_that_a_full_disk_cut_short_is_not_taken_for_whole(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig(goal=500)");
    for (uint64_t room = 300; room < 800; room += 23) {
        struct rlimit before;
        uint64_t random = room;
        limit_files(room, &before);
        alea_session *s = seated(game, 6, "full.jsonl");
        play_on(s, &random, 80);
        alea_session_free(s); /* cannot write either */
        setrlimit(RLIMIT_FSIZE, &before);
        size_t size;
        char *text = read_file("full.jsonl", &size);
        const bool begun = memchr(text, '\n', size);
        free(text);
        if (!begun) continue; /* not even the first line */
        s = resume("full.jsonl");
        random = 1;
        if (!alea_session_seated(s)) assert_int_equal(alea_session_seat(s, NULL, NULL), ALEA_OK);
        play_on(s, &random, 100000);
        assert_null(alea_session_trouble(s));
        alea_session_free(s);
        alea_record *record = read_record("full.jsonl");
        assert_true(record->played[0].finished);
        alea_record_free(record);
    }
    alea_game_free(game);
}

/* ---- no memory ----------------------------------------------------------------------------------------- */

static void without_memory_nothing_happens_and_nothing_is_lost(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig");
    alea_session *s = seated(game, 2, "memory.jsonl");
    uint64_t random = 8;
    for (unsigned i = 0; i < 300 && to_move(s) != ALEA_OVER; i++) {
        const alea_state stood = *alea_session_state(s);
        uint32_t faces[16];
        unsigned count;
        alea__fail_allocation_after((long)i % 3);
        alea_status status = to_move(s) == ALEA_CHANCE ? alea_session_roll(s, faces, &count, NULL)
                                                       : alea_session_move(s, next_random(&random) % 2, NULL);
        alea__fail_allocation_after(-1);
        if (status == ALEA_OK) continue;
        assert_int_equal(status, ALEA_E_MEMORY);
        assert_memory_equal(alea_session_state(s), &stood, sizeof stood);
    }
    play_on(s, &random, 100000);
    const alea_state end = *alea_session_state(s);
    alea_session_free(s);
    alea_record *record = read_record("memory.jsonl");
    assert_true(record->played[0].finished);
    assert_memory_equal(&record->played[0].end, &end, sizeof end);
    alea_record_free(record);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dice_of_a_session_are_those_of_the_first_game_of_a_run),
        cmocka_unit_test(the_record_of_a_session_is_that_of_a_run),
        cmocka_unit_test(players_sit_in_ascending_order_of_what_they_rolled),
        cmocka_unit_test(the_order_can_be_resumed_in_its_middle),
        cmocka_unit_test(real_dice_are_entered),
        cmocka_unit_test(after_an_undo_the_same_dice_come_again),
        cmocka_unit_test(undone_events_stay_in_the_record),
        cmocka_unit_test(without_a_decision_there_is_nothing_to_undo),
        cmocka_unit_test(wrong_calls_are_refused_and_change_nothing),
        cmocka_unit_test(an_existing_record_is_not_overwritten),
        cmocka_unit_test(two_sessions_cannot_resume_the_same_game),
        cmocka_unit_test(a_finished_game_cannot_be_resumed),
        cmocka_unit_test(giving_up_is_recorded_with_its_reason),
        cmocka_unit_test(a_record_cut_at_any_byte_can_be_resumed),
        cmocka_unit_test(after_kill_9_no_answered_decision_is_missing),
        cmocka_unit_test(a_full_disk_does_not_stop_the_game_and_nothing_is_missing_later),
        cmocka_unit_test(a_line_that_a_full_disk_cut_short_is_not_taken_for_whole),
        cmocka_unit_test(without_memory_nothing_happens_and_nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
