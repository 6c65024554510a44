/* The step path, with a simple test family and scripted bots. */
#include "play/match.h"
#include "play/scripted_bot.h"
#include "support/test.h"

static alea__counts play(const alea_game *game, alea_bot *const *bots, bool rotate, uint64_t first,
                         uint64_t games, const alea__observer *observer)
{
    alea__counts c = {0};
    alea_error error;
    const alea__match match = {.game = game, .bots = bots, .seed = 7, .rotate = rotate, .observer = observer};
    if (alea__match_play(&match, first, games, &c, &error) != ALEA_OK) fail_msg("%s", error.message);
    return c;
}

static uint64_t all_failures(const alea__failures *f, unsigned bot)
{
    uint64_t sum = 0;
    for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++) sum += f->count[bot][kind];
    return sum;
}

static int64_t all_money(const alea__tally *t)
{
    int64_t sum = 0;
    for (unsigned bot = 0; bot < ALEA_MAX_SEATS; bot++)
        for (unsigned seat = 0; seat < ALEA_MAX_SEATS; seat++) sum += t->money[bot][seat];
    return sum;
}

/* ---- the games are right ------------------------------------------------------------------------------- */

static void the_step_path_equals_a_simulator_that_has_no_referee(void **unused)
{
    (void)unused;
    for (unsigned players = 2; players <= 4; players++)
        for (int rotate = 0; rotate < 2; rotate++) {
            FAKE_GAME(game, players);
            static const char *const specs[] = {"hold(8)", "hold(5)", "hold(12)", "hold(3)"};
            alea_bot *bots[4];
            alea__policy_match match = {.rules = game.rules, .seed = 7, .rotate = rotate};
            for (unsigned i = 0; i < players; i++) {
                bots[i] = open_bot(&game, specs[i]);
                match.policy[i] = bots[i]->policy;
            }
            alea__tally expected = {0};
            fake_simulate(&match, 5, 3000, &expected);
            alea__counts c = play(&game, bots, rotate, 5, 3000, NULL);
            assert_memory_equal(&c.tally, &expected, sizeof expected);
            assert_int_equal(all_money(&c.tally), 0);
            for (unsigned i = 0; i < players; i++) alea_bot_free(bots[i]);
        }
}

static void a_bot_that_decides_alike_plays_the_same_games_as_the_policy(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot scripted = SCRIPTED_BOT(&game, holds_at_8);
    alea_bot *policy = open_bot(&game, "hold(8)"), *other = open_bot(&game, "coin(100)");
    alea__counts a = play(&game, (alea_bot *[]){policy, other}, true, 0, 1000, NULL);
    alea__counts b = play(&game, (alea_bot *[]){&scripted.base, other}, true, 0, 1000, NULL);
    assert_memory_equal(&a, &b, sizeof a);
    alea_bot_free(policy);
    alea_bot_free(other);
}

static void each_game_and_seat_has_a_private_stream(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    alea_bot *bots[] = {open_bot(&game, "coin(128)"), open_bot(&game, "coin(128)")};
    alea__counts all = play(&game, bots, true, 0, 1000, NULL), sum = {0};
    for (uint64_t first = 0; first < 1000; first += 100) {
        alea__counts part = play(&game, bots, true, first, 100, NULL);
        alea__tally_add(&sum.tally, &part.tally);
    }
    assert_memory_equal(&all.tally, &sum.tally, sizeof all.tally);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

static void games_between_bots_that_never_bank_are_unfinished(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    alea_bot *bots[] = {open_bot(&game, "always-roll"), open_bot(&game, "always-roll")};
    alea__counts c = play(&game, bots, false, 0, 50, NULL);
    assert_int_equal(c.tally.unfinished, 50);
    assert_int_equal(c.tally.games, 50);
    assert_int_equal(c.tally.turns, 50 * FAKE_TURNS);
    assert_int_equal(c.tally.wins[0][0] + c.tally.wins[1][1], 0);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

/* ---- instances ----------------------------------------------------------------------------------------- */

static void an_instance_lives_for_the_block_and_is_told_its_seats(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot scripted = SCRIPTED_BOT(&game, holds_at_8);
    alea_bot *other = open_bot(&game, "hold(5)");
    play(&game, (alea_bot *[]){other, &scripted.base}, true, 2 * ALEA__BLOCK + 3, 10, NULL);
    assert_int_equal(scripted.starts, 1);
    assert_int_equal(scripted.ends, 1);
    assert_int_equal(scripted.games, 10);
    assert_int_equal(scripted.id.seed, 7);
    assert_int_equal(scripted.id.block, 2);
    assert_int_equal(scripted.id.bot, 1);
    for (unsigned n = 2 * ALEA__BLOCK + 3; n < 2 * ALEA__BLOCK + 13; n++)
        assert_int_equal(scripted.seat[n], (1 + n) % 2 + 1); /* bot i sits in (i + n) mod players */
    alea_bot_free(other);
}

/* Fails once in the first instance, at its 10th decision. */
static void fails_once(scripted_instance *instance, const fake_state *s, alea__decision *out)
{
    holds_at_8(instance, s, out);
    if (instance->bot->starts == 1 && instance->decisions == 10) scripted_fail(out, ALEA_FUEL, "");
}

static void after_a_failure_only_that_bots_instance_is_made_anew(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot bad = SCRIPTED_BOT(&game, fails_once), good = SCRIPTED_BOT(&game, holds_at_8);
    alea__counts c = play(&game, (alea_bot *[]){&bad.base, &good.base}, true, 0, 100, NULL);
    assert_int_equal(bad.starts, 2);
    assert_int_equal(bad.ends, 2);
    assert_int_equal(bad.games, 100);
    assert_int_equal(bad.id.seed, 7);
    assert_int_equal(bad.id.block, 0);
    assert_int_equal(bad.id.bot, 0);
    assert_int_equal(good.starts, 1);
    assert_int_equal(good.ends, 1);
    assert_int_equal(c.failures.count[0][ALEA_FUEL], 1);
    assert_int_equal(all_failures(&c.failures, 0), 1);
    assert_int_equal(all_failures(&c.failures, 1), 0);
    assert_string_equal(c.failures.text[0], "fuel"); /* the bot gave no text */
}

/* ---- forfeits ------------------------------------------------------------------------------------------ */

static void after_sixteen_forfeits_a_bot_is_not_asked_again(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot bad = SCRIPTED_BOT(&game, fails_always);
    alea_bot *other = open_bot(&game, "hold(8)");
    alea__counts c = play(&game, (alea_bot *[]){&bad.base, other}, false, 0, 1000, NULL);
    assert_int_equal(c.failures.count[0][ALEA_TRAP], 16);
    assert_int_equal(bad.starts, 16);
    assert_int_equal(bad.ends, 16);
    assert_that(c.failures.count[0][ALEA_SKIPPED], >, 900);
    assert_int_equal(c.tally.games, 1000);
    assert_int_equal(c.tally.wins[0][0], 0);
    assert_string_equal(c.failures.text[0], "unreachable");
    alea_bot_free(other);
}

static void the_next_block_starts_afresh(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot bad = SCRIPTED_BOT(&game, fails_always);
    alea_bot *other = open_bot(&game, "hold(8)");
    for (unsigned block = 0; block < 3; block++) {
        alea__counts c = play(&game, (alea_bot *[]){&bad.base, other}, true, block * ALEA__BLOCK, 100, NULL);
        assert_int_equal(c.failures.count[0][ALEA_TRAP], 16);
    }
    alea_bot_free(other);
}

static void a_bot_that_cannot_start_traps_when_it_is_asked(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot bad = SCRIPTED_BOT(&game, holds_at_8);
    bad.start_fails = ALEA_E_BOT;
    alea_bot *other = open_bot(&game, "hold(8)"), *forfeit = open_bot(&game, "forfeit(1)");
    alea__counts c = play(&game, (alea_bot *[]){other, &bad.base}, true, 0, 500, NULL);
    assert_int_equal(c.failures.count[1][ALEA_TRAP], 16);
    assert_string_equal(c.failures.text[1], "It does not want to.");
    assert_int_equal(bad.starts, 1); /* the same instance would end the same way */
    alea__counts native = play(&game, (alea_bot *[]){other, forfeit}, true, 0, 500, NULL);
    assert_memory_equal(&c.tally, &native.tally, sizeof c.tally);
    alea_bot_free(other);
    alea_bot_free(forfeit);
}

static void an_engine_failure_is_not_a_forfeit(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot bad = SCRIPTED_BOT(&game, holds_at_8), good = SCRIPTED_BOT(&game, holds_at_8);
    bad.start_fails = ALEA_E_SANDBOX;
    alea__counts c = {0};
    alea_error error;
    alea_bot *bots[] = {&good.base, &bad.base};
    const alea__match match = {.game = &game, .bots = bots, .seed = 7, .rotate = true};
    assert_int_equal(alea__match_play(&match, 0, 10, &c, &error), ALEA_E_SANDBOX);
    assert_string_equal(error.message, "It does not want to.");
    assert_int_equal(good.starts, good.ends); /* nothing is left behind */
}

static void answers_nonsense(scripted_instance *instance, const fake_state *s, alea__decision *out)
{
    (void)instance, (void)s;
    out->move = 77;
}

static void an_unknown_move_is_an_illegal_answer(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot bad = SCRIPTED_BOT(&game, answers_nonsense);
    alea_bot *other = open_bot(&game, "hold(8)");
    alea__counts c = play(&game, (alea_bot *[]){&bad.base, other}, false, 0, 10, NULL);
    assert_int_equal(c.failures.count[0][ALEA_ILLEGAL], 10);
    assert_string_equal(c.failures.text[0], "Move 77 is not legal here.");
    alea_bot_free(other);
}

/* Traps in its third game, for other reasons later. */
static void fails_differently(scripted_instance *instance, const fake_state *s, alea__decision *out)
{
    holds_at_8(instance, s, out);
    if (instance->bot->games == 3) scripted_fail(out, ALEA_TRAP, "\033[2Jfirst");
    if (instance->bot->games == 5) scripted_fail(out, ALEA_NO_ROOM, "second");
}

static void the_first_failure_is_kept_with_its_game_and_made_printable(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot bad = SCRIPTED_BOT(&game, fails_differently);
    alea_bot *other = open_bot(&game, "hold(8)");
    alea__counts c = play(&game, (alea_bot *[]){&bad.base, other}, true, 0, 100, NULL);
    assert_int_equal(c.failures.count[0][ALEA_TRAP], 1);
    assert_int_equal(c.failures.count[0][ALEA_NO_ROOM], 1);
    assert_int_equal(c.failures.first_game[0], 2);
    assert_string_equal(c.failures.text[0], "\\x1B[2Jfirst");
    alea_bot_free(other);
}

/* ---- the others ---------------------------------------------------------------------------------------- */

/* A hash of all that a observer sees, but not of why a bot failed. */
static void mix(uint64_t *hash, uint64_t value)
{
    *hash = (*hash ^ value) * UINT64_C(0x100000001b3);
}

static void saw_begin(void *user, uint64_t game, const unsigned *bot_in_seat)
{
    mix(user, 1000 + game);
    mix(user, bot_in_seat[0]);
}

static void saw_roll(void *user, const uint32_t *faces, unsigned count)
{
    for (unsigned i = 0; i < count; i++) mix(user, 2000 + faces[i]);
}

static void saw_move(void *user, unsigned seat, uint32_t move)
{
    mix(user, 3000 + seat);
    mix(user, move);
}

static void saw_forfeit(void *user, unsigned seat, alea_failure failure, const char *text)
{
    (void)failure, (void)text;
    mix(user, 4000 + seat);
}

static void saw_end(void *user, const alea_outcome *outcome)
{
    mix(user, 5000 + (uint64_t)outcome->winner);
    for (int i = 0; i < 3; i++) mix(user, (uint64_t)outcome->money[i]);
}

static uint64_t hash_of(const alea_game *game, alea_bot *const *bots)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const alea__observer observer = {.user = &hash,
                                     .begin = saw_begin,
                                     .rolled = saw_roll,
                                     .moved = saw_move,
                                     .forfeited = saw_forfeit,
                                     .end = saw_end};
    play(game, bots, true, 0, 2000, &observer);
    return hash;
}

static void a_failing_bot_leaves_the_others_games_as_a_native_forfeit_does(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 3);
    scripted_bot bad = SCRIPTED_BOT(&game, fails_always);
    alea_bot *a = open_bot(&game, "coin(150)"), *b = open_bot(&game, "hold(8)"),
             *forfeit = open_bot(&game, "forfeit(1)");
    uint64_t scripted = hash_of(&game, (alea_bot *[]){a, &bad.base, b});
    uint64_t native = hash_of(&game, (alea_bot *[]){a, forfeit, b});
    uint64_t healthy = hash_of(&game, (alea_bot *[]){a, b, b});
    assert_int_equal(scripted, native);
    assert_int_not_equal(scripted, healthy);
    alea_bot_free(a);
    alea_bot_free(b);
    alea_bot_free(forfeit);
}

static void if_all_forfeit_the_game_is_unfinished_and_nobody_pays(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot a = SCRIPTED_BOT(&game, fails_always), b = SCRIPTED_BOT(&game, fails_always);
    alea__counts c = play(&game, (alea_bot *[]){&a.base, &b.base}, true, 0, 100, NULL);
    assert_int_equal(c.tally.unfinished, 100);
    assert_int_equal(all_failures(&c.failures, 0), 100);
    assert_int_equal(all_failures(&c.failures, 1), 100);
    assert_int_equal(c.tally.money_squared[0][0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_step_path_equals_a_simulator_that_has_no_referee),
        cmocka_unit_test(a_bot_that_decides_alike_plays_the_same_games_as_the_policy),
        cmocka_unit_test(each_game_and_seat_has_a_private_stream),
        cmocka_unit_test(games_between_bots_that_never_bank_are_unfinished),
        cmocka_unit_test(an_instance_lives_for_the_block_and_is_told_its_seats),
        cmocka_unit_test(after_a_failure_only_that_bots_instance_is_made_anew),
        cmocka_unit_test(after_sixteen_forfeits_a_bot_is_not_asked_again),
        cmocka_unit_test(the_next_block_starts_afresh),
        cmocka_unit_test(a_bot_that_cannot_start_traps_when_it_is_asked),
        cmocka_unit_test(an_engine_failure_is_not_a_forfeit),
        cmocka_unit_test(an_unknown_move_is_an_illegal_answer),
        cmocka_unit_test(the_first_failure_is_kept_with_its_game_and_made_printable),
        cmocka_unit_test(a_failing_bot_leaves_the_others_games_as_a_native_forfeit_does),
        cmocka_unit_test(if_all_forfeit_the_game_is_unfinished_and_nobody_pays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
