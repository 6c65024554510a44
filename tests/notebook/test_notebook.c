/* The notebook: games once, trends, cards and their boxes, deleting, and files that are no notebook. */
#include "notebook/notebook.h"
#include "review/review_test.h"

#include <stdio.h>
#include <unistd.h>

enum { DAY = 86400 };
static const int64_t monday = 1795392000 - 1795392000 % DAY; /* some day; its week is asked below */
static const char *const file = "notebook.db";

static void remove_file(void)
{
    unlink(file);
    unlink("notebook.db-wal");
    unlink("notebook.db-shm");
    unlink("notebook.db.version-1");
}

static alea_notebook *open_notebook(void)
{
    alea_notebook *notebook;
    OK(alea_notebook_open(file, &notebook, &test_error));
    return notebook;
}

/* A record of random games of Pig, and its reviews. */
typedef struct shelf {
    alea_reviewer *reviewer;
    alea_record record;
    alea_review *review[20];
} shelf;

static shelf make_shelf(size_t games)
{
    shelf s;
    OK(alea_reviewer_open(NULL, &s.reviewer, &test_error));
    s.record = test_games(open_game("pig(goal=20)"), games, test_any_move, NULL);
    for (size_t i = 0; i < games; i++)
        OK(alea_review_game(s.reviewer, &s.record, i, &s.review[i], &test_error));
    return s;
}

static void free_shelf(shelf *s)
{
    for (size_t i = 0; i < s->record.count; i++) alea_review_free(s->review[i]);
    test_forget(&s->record);
    alea_reviewer_free(s->reviewer);
}

static bool keep(alea_notebook *notebook, const shelf *s, size_t i, unsigned cards, int64_t now)
{
    bool added;
    OK(alea_notebook_add(notebook, s->reviewer, s->review[i], cards, now, &added, &test_error));
    return added;
}

static alea_notebook_history *history(alea_notebook *notebook, const char *player, unsigned batch,
                                      int64_t now)
{
    alea_notebook_history *h;
    OK(alea_notebook_read(notebook, &(alea_notebook_filter){.player = player}, batch, now, &h, &test_error));
    return h;
}

static void a_game_is_kept_once(void **unused)
{
    (void)unused;
    shelf s = make_shelf(2);
    alea_notebook *notebook = open_notebook();
    assert_true(keep(notebook, &s, 0, 1, monday));
    assert_false(keep(notebook, &s, 0, 1, monday + DAY));
    assert_true(keep(notebook, &s, 1, 1, monday));
    alea_notebook_history *h = history(notebook, NULL, 0, monday);
    assert_int_equal(h->games, 2);
    assert_int_equal(h->entries, 4);
    assert_that(h->entry[0].result, ==, s.review[1]->seat[0].result);
    assert_that(h->entry[0].mistakes, ==, s.review[1]->seat[0].mistakes);
    alea_notebook_history_free(h);
    alea_notebook_free(notebook);
    free_shelf(&s);
}

/* The ratio of costs to decisions, its error by leaving each game out in turn (the jackknife), and weeks from Monday on. */
static void trends_are_means_with_errors(void **unused)
{
    (void)unused;
    enum { GAMES = 20 };
    shelf s = make_shelf(GAMES);
    alea_notebook *notebook = open_notebook();
    for (size_t i = 0; i < GAMES; i++) keep(notebook, &s, i, 0, monday + (int64_t)i / 10 * 7 * DAY);
    alea_notebook_history *h = history(notebook, "Ann", 0, monday);
    assert_int_equal(h->trends, 2);
    double cost = 0, decisions = 0, jack = 0;
    for (size_t i = 0; i < 10; i++) {
        cost += s.review[i]->seat[0].mistakes;
        decisions += (double)s.review[i]->seat[0].decisions;
    }
    for (size_t i = 0; i < 10; i++) {
        double without =
            (cost - s.review[i]->seat[0].mistakes) / (decisions - (double)s.review[i]->seat[0].decisions);
        jack += (without - cost / decisions) * (without - cost / decisions);
    }
    assert_near(h->trend[0].cost, cost / decisions, 1e-12);
    assert_near(h->trend[0].error / sqrt(0.9 * jack), 1, 0.3);
    assert_int_equal(h->trend[0].games, 10);
    assert_int_equal(h->trend[1].from - h->trend[0].from, 7 * DAY);
    assert_int_equal((h->trend[0].from / DAY + 3) % 7, 0); /* 1970-01-01 was a Thursday */
    assert_true(h->trend[0].from <= monday && monday < h->trend[0].from + 7 * DAY);
    alea_notebook_history_free(h);
    h = history(notebook, "human(Ann)", 5, monday);
    assert_int_equal(h->trends, 4);
    assert_int_equal(h->trend[3].games, 5);
    alea_notebook_history_free(h);
    h = history(notebook, "Eve", 5, monday);
    assert_int_equal(h->trends + h->entries, 0);
    alea_notebook_history_free(h);
    alea_notebook_free(notebook);
    free_shelf(&s);
}

static size_t due(alea_notebook *notebook, int64_t now, alea_card **cards)
{
    size_t count;
    OK(alea_notebook_due(notebook, NULL, now, 100, cards, &count, &test_error));
    return count;
}

static int64_t answer(alea_notebook *notebook, int64_t card, bool right, int64_t now)
{
    int64_t next;
    OK(alea_notebook_answer(notebook, card, right, now, &next, &test_error));
    return next;
}

static void cards_come_back_later_and_later(void **unused)
{
    (void)unused;
    static const int64_t days[] = {1, 3, 7, 21, 60, 180, 180};
    shelf s = make_shelf(3);
    alea_card *cards;
    alea_notebook *notebook = open_notebook();
    for (size_t i = 0; i < 3; i++) keep(notebook, &s, i, 1, monday);
    size_t count = due(notebook, monday, &cards);
    assert_that(count, >, 1);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(cards[i].player, "human(Ann)");
        assert_that(cards[i].cost, >=, 0.02);
        assert_true((i == 0 || cards[i].cost <= cards[i - 1].cost));
        assert_int_equal(cards[i].moves, 2);
        assert_true(cards[i].move[0].cost == 0 || cards[i].move[1].cost == 0);
        assert_non_null(strstr(cards[i].position, "turn total"));
        assert_non_null(strstr(cards[i].why, "is worth"));
    }
    int64_t id = cards[0].id, now = monday;
    alea_notebook_cards_free(cards, count);
    assert_int_equal(answer(notebook, id, false, now), now);
    assert_int_equal(due(notebook, now, &cards), count);
    assert_int_equal(cards[0].asked, 1);
    alea_notebook_cards_free(cards, count);
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        int64_t next = answer(notebook, id, true, now);
        assert_int_equal(next, now + days[i] * DAY);
        now = next;
    }
    assert_int_equal(due(notebook, monday, &cards), count - 1);
    alea_notebook_cards_free(cards, count - 1);
    assert_int_equal(answer(notebook, id, false, now), now);
    assert_int_equal(answer(notebook, id, true, now), now + DAY); /* from the beginning */
    int64_t next;
    assert_int_equal(alea_notebook_answer(notebook, 999999, true, now, &next, &test_error), ALEA_E_UNKNOWN);
    alea_notebook_free(notebook);
    free_shelf(&s);
}

/* Whoever rolls on and on makes the same mistake with each roll; he holds now and then, so that the game ends. */
static uint32_t roll_on(const alea_game *game, const alea_state *state, uint64_t *random, void *user)
{
    (void)user;
    const char *const wanted = (test_random(random) >> 20) % 6 == 0 ? "hold" : "roll";
    for (unsigned i = 0; i < alea_game_move_count(game, state); i++) {
        const uint32_t move = alea_game_move(game, state, i);
        if (strcmp(alea_game_move_name(game, move), wanted) == 0) return move;
    }
    return alea_game_move(game, state, 0);
}

/* Counts the mistakes of seat 0 in a review, and the turns that have one. */
static void count_mistakes(const alea_review *r, size_t *mistakes, size_t *turns)
{
    uint32_t last = 0; /* turn with a mistake */
    for (size_t i = 0; i < r->events; i++) {
        const alea_review_event *e = &r->event[i];
        if (e->kind != ALEA_MOVED || e->seat != 0 || e->grade == ALEA_UNMARKED) continue;
        ++*mistakes;
        *turns += e->turn != last;
        last = e->turn;
    }
}

static void a_turn_makes_one_card(void **unused)
{
    (void)unused;
    enum { GAMES = 10 };
    shelf s = {.record = test_games(open_game("pig(goal=30)"), GAMES, roll_on, NULL)};
    size_t mistakes = 0, turns = 0;
    alea_card *cards;
    alea_notebook *notebook = open_notebook();
    OK(alea_reviewer_open(NULL, &s.reviewer, &test_error));
    for (size_t i = 0; i < GAMES; i++) {
        OK(alea_review_game(s.reviewer, &s.record, i, &s.review[i], &test_error));
        count_mistakes(s.review[i], &mistakes, &turns);
        keep(notebook, &s, i, 1, monday);
    }
    assert_that(mistakes, >, turns + 10);
    const size_t count = due(notebook, monday, &cards);
    assert_that(count, <=, turns); /* two turns may have had the same position */
    assert_that(count, >, turns / 2);
    alea_notebook_cards_free(cards, count);
    alea_notebook_free(notebook);
    free_shelf(&s);
}

static void what_is_deleted_is_gone(void **unused)
{
    (void)unused;
    shelf s = make_shelf(3);
    alea_card *cards;
    uint64_t games;
    char *text;
    alea_notebook *notebook = open_notebook();
    for (size_t i = 0; i < 3; i++) keep(notebook, &s, i, 3, monday);
    OK(alea_notebook_delete(notebook, &(alea_notebook_filter){.player = "Ann"}, &games, &test_error));
    assert_int_equal(games, 3); /* Bob is still in them */
    OK(alea_notebook_export(notebook, NULL, &text, &test_error));
    assert_null(strstr(text, "Ann"));
    assert_non_null(strstr(text, "Bob"));
    alea_text_free(text);
    OK(alea_notebook_delete(notebook, &(alea_notebook_filter){.game = "pig"}, &games, &test_error));
    assert_int_equal(games, 3);
    assert_int_equal(due(notebook, monday, &cards), 0);
    alea_notebook_cards_free(cards, 0);
    alea_notebook_free(notebook);
    free_shelf(&s);
}

/* ---- files ------------------------------------------------------------------------------------------------- */

static void run_sql(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void says(alea_status expected, const char *words)
{
    alea_notebook *notebook;
    assert_int_equal(alea_notebook_open(file, &notebook, &test_error), expected);
    if (!strstr(test_error.message, words)) fail_msg("%s", test_error.message);
}

static void an_older_notebook_is_upgraded(void **unused)
{
    (void)unused;
    shelf s = make_shelf(1);
    alea_notebook *notebook = open_notebook();
    keep(notebook, &s, 0, 1, monday);
    alea_notebook_free(notebook);
    run_sql("DROP TABLE card; DROP TABLE seal; PRAGMA user_version = 1"); /* as version 1 was */
    notebook = open_notebook();
    alea_notebook_history *h = history(notebook, NULL, 0, monday);
    assert_int_equal(h->games, 1);
    assert_int_equal(h->cards, 0);
    alea_notebook_history_free(h);
    keep(notebook, &s, 0, 1, monday);
    alea_notebook_free(notebook);
    free_shelf(&s);
}

static void a_newer_notebook_is_left_alone(void **unused)
{
    (void)unused;
    alea_notebook_free(open_notebook());
    run_sql("PRAGMA user_version = 99");
    says(ALEA_E_FILE, "newer");
}

static void another_database_is_left_alone(void **unused)
{
    (void)unused;
    run_sql("CREATE TABLE music (title TEXT)");
    says(ALEA_E_FILE, "another program");
}

static void damaged_files_are_reported(void **unused)
{
    (void)unused;
    FILE *stream = fopen(file, "w");
    for (int i = 0; i < 5000; i++) fputs("no notebook ", stream);
    fclose(stream);
    says(ALEA_E_FILE, "not a notebook");
    remove_file();
    alea_notebook_free(open_notebook());
    stream = fopen(file, "r+"); /* the first table's page */
    fseek(stream, 100, SEEK_SET);
    for (int i = 0; i < 3000; i++) putc(0x5a, stream);
    fclose(stream);
    says(ALEA_E_FILE, "damaged");
}

static void a_missing_folder_is_reported(void **unused)
{
    (void)unused;
    alea_notebook *notebook;
    assert_int_equal(alea_notebook_open("nowhere/notebook.db", &notebook, &test_error), ALEA_E_WRITE);
    assert_non_null(strstr(test_error.message, "nowhere/notebook.db"));
}

static void an_unfinished_game_is_not_kept(void **unused)
{
    (void)unused;
    bool added;
    shelf s = make_shelf(1);
    alea_notebook *notebook = open_notebook();
    s.review[0]->finished = false;
    assert_int_equal(alea_notebook_add(notebook, s.reviewer, s.review[0], 1, 0, &added, &test_error),
                     ALEA_E_STATE);
    alea_notebook_free(notebook);
    free_shelf(&s);
}

/* Two notebooks open at once: each sees all finished changes of the other. */
static void two_notebooks_share_a_file(void **unused)
{
    (void)unused;
    shelf s = make_shelf(4);
    alea_notebook *a = open_notebook(), *b = open_notebook();
    for (size_t i = 0; i < 4; i++) assert_true(keep(i % 2 ? a : b, &s, i, 1, monday));
    for (size_t i = 0; i < 4; i++) assert_false(keep(i % 2 ? b : a, &s, i, 1, monday));
    alea_notebook_history *h = history(a, NULL, 0, monday);
    assert_int_equal(h->games, 4);
    alea_notebook_history_free(h);
    alea_notebook_free(a);
    alea_notebook_free(b);
    free_shelf(&s);
}

static int clean(void **unused)
{
    (void)unused;
    remove_file();
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, clean, clean)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_kept_once),
        TEST(trends_are_means_with_errors),
        TEST(cards_come_back_later_and_later),
        TEST(a_turn_makes_one_card),
        TEST(what_is_deleted_is_gone),
        TEST(an_older_notebook_is_upgraded),
        TEST(a_newer_notebook_is_left_alone),
        TEST(another_database_is_left_alone),
        TEST(damaged_files_are_reported),
        TEST(a_missing_folder_is_reported),
        TEST(an_unfinished_game_is_not_kept),
        TEST(two_notebooks_share_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
