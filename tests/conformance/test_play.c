/* Every game played at random: positions, moves, dice, copies, words and ends. */
#include "conformance/conformance.h"

#include <alea/session.h>

enum { FACES = 16, CLOSE_STEPS = 40, FEW_OUTCOMES = 300, MANY_OUTCOMES = 2000000 };

/* A check is called at the first 40 positions of a game, now and then, and at its end. */
typedef void position_check(const alea_game *, const alea_state *);

static uint64_t games_each(void)
{
    return is_sanitized() ? 4 : 10;
}

static void walk(const alea_game *game, uint64_t seed, position_check *check)
{
    uint64_t random = seed;
    alea_state state = alea_game_start(game);
    conformance_at.state = &state;
    conformance_at.seed = seed;
    for (int step = 0; alea_game_to_move(game, &state) != ALEA_OVER; step++) {
        conformance_at.step = step;
        if (step < CLOSE_STEPS || step % 97 == 0) check(game, &state);
        apply(game, &state, choose(game, &state, seed, &random));
    }
    check(game, &state);
    conformance_at.state = NULL;
}

static position_check *walking;

static void walk_often(const alea_game *game)
{
    for (uint64_t seed = 1; seed <= games_each(); seed++) walk(game, seed, walking);
}

static void in_every_position(position_check *check)
{
    walking = check;
    for_every_game(walk_often);
}

/* Refused with a sentence, and nothing has changed. */
static void check_refusal(const alea_game *game, const alea_state *state, uint32_t what)
{
    alea_state next = *state;
    alea_error error = {.message = ""};
    must(alea_game_apply(game, &next, what, &error) == ALEA_E_STATE);
    must(error.status == ALEA_E_STATE && error.message[0]);
    must(same_state(&next, state));
    must(alea_game_apply(game, &next, what, NULL) == ALEA_E_STATE);
}

/* ---- dice ---- */

/* The outcomes are numbers whose digits are the faces less one, the first die least. */
static uint64_t number_of(const uint32_t *faces, unsigned dice, uint32_t sides)
{
    uint64_t number = 0;
    for (unsigned die = dice; die-- > 0;) number = number * sides + faces[die] - 1;
    return number;
}

static uint64_t check_roll(const alea_game *game, const alea_state *state, uint32_t outcome,
                           const uint32_t *last, unsigned dice)
{
    uint32_t faces[FACES];
    const uint64_t weight = alea_game_chance_weight(game, state, outcome);
    must(weight > 0);
    must(alea_game_chance_faces(game, state, outcome, faces) == dice);
    for (unsigned die = 0; die < dice; die++) must(faces[die] >= 1 && faces[die] <= last[0]);
    if (strcmp(alea_game_family(game), "tabletop") != 0)
        must(number_of(faces, dice, last[0]) == outcome);
    else /* each roll is listed once */
        for (unsigned die = 1; die < dice; die++) must(faces[die - 1] <= faces[die]);
    return weight;
}

/* All outcomes where there are few of them or the game has just begun, else some. Ten dice of Hog have 60 million. */
static void check_dice(const alea_game *game, const alea_state *state)
{
    const uint32_t count = alea_game_chance_count(game, state);
    if (alea_game_to_move(game, state) != ALEA_CHANCE) {
        must(count == 0 && alea_game_chance_denominator(game, state) == 0);
        must(alea_game_chance_weight(game, state, 0) == 0);
        return;
    }
    must(count > 0);
    const bool begins = conformance_at.seed == 1 && conformance_at.step < 2;
    const bool all = count <= FEW_OUTCOMES || (begins && count <= MANY_OUTCOMES);
    uint32_t last[FACES];
    const unsigned dice = alea_game_chance_faces(game, state, count - 1, last);
    uint64_t sum = 0;
    must(dice >= 1 && dice <= FACES);
    for (unsigned die = 0; die < dice; die++) must(last[die] == last[0]);
    for (uint32_t outcome = 0; outcome < count; outcome += all ? 1 : count / FEW_OUTCOMES + 1)
        sum += check_roll(game, state, outcome, last, dice);
    if (all) must(sum == alea_game_chance_denominator(game, state));
}

static void weights_of_dice_are_positive_and_sum_to_the_denominator(void **unused)
{
    (void)unused;
    in_every_position(check_dice);
}

static void check_outcomes_apply(const alea_game *game, const alea_state *state)
{
    const uint32_t count = alea_game_chance_count(game, state);
    if (alea_game_to_move(game, state) != ALEA_CHANCE) return;
    for (uint32_t i = 0; i < count; i += count > 40 ? count - 1 : 1) {
        alea_state next = *state;
        apply(game, &next, i);
        must(!same_state(&next, state));
    }
    check_refusal(game, state, count);
    check_refusal(game, state, UINT32_MAX);
    must(alea_game_chance_weight(game, state, count) == 0);
    must(alea_game_chance_faces(game, state, count, (uint32_t[FACES]){0}) == 0);
    must(alea_game_move_count(game, state) == 0 && alea_game_move(game, state, 0) == UINT32_MAX);
}

static void outcomes_can_be_applied_and_no_others(void **unused)
{
    (void)unused;
    in_every_position(check_outcomes_apply);
}

/* ---- moves ---- */

static bool is_legal(const alea_game *game, const alea_state *state, uint32_t move)
{
    for (unsigned i = 0; i < alea_game_move_count(game, state); i++)
        if (alea_game_move(game, state, i) == move) return true;
    return false;
}

static void check_moves(const alea_game *game, const alea_state *state)
{
    const unsigned count = alea_game_move_count(game, state);
    if (alea_game_to_move(game, state) < 0) {
        must(count == 0);
        return;
    }
    must(count > 0 && count < 10000);
    for (unsigned i = 0; i < count; i++) {
        const uint32_t move = alea_game_move(game, state, i);
        const char *name = alea_game_move_name(game, move);
        alea_state next = *state;
        must(i == 0 || move > alea_game_move(game, state, i - 1));
        must(name && name[0] && strcmp(name, "?") != 0);
        for (unsigned k = 0; k < i; k++)
            must(strcmp(name, alea_game_move_name(game, alea_game_move(game, state, k))) != 0);
        apply(game, &next, move);
        must(!same_state(&next, state));
    }
    const uint32_t last = alea_game_move(game, state, count - 1);
    for (uint32_t move = 0; move <= last + 3; move++)
        if (!is_legal(game, state, move)) check_refusal(game, state, move);
    check_refusal(game, state, UINT32_MAX);
    must(alea_game_move(game, state, count) == UINT32_MAX);
}

static void moves_are_sorted_named_and_legal_and_all_others_are_refused(void **unused)
{
    (void)unused;
    in_every_position(check_moves);
}

/* ---- the player to move ---- */

static void check_mover(const alea_game *game, const alea_state *state)
{
    const int mover = alea_game_to_move(game, state), turn = alea_game_turn_of(game, state);
    const int players = (int)alea_game_players(game);
    must(mover == ALEA_OVER || mover == ALEA_CHANCE || (mover >= 0 && mover < players));
    if (mover == ALEA_OVER) must(turn == -1);
    if (mover == ALEA_CHANCE) must(turn >= 0 && turn < players);
    if (mover >= 0) must(turn == mover);
}

static void somebody_has_the_turn_until_the_game_is_over(void **unused)
{
    (void)unused;
    in_every_position(check_mover);
}

/* Turns are counted one by one, and while the count stays the turn is nobody else's. */
static void turns_follow_each_other(const alea_game *game)
{
    for (uint64_t seed = 1; seed <= games_each(); seed++) {
        uint64_t random = seed;
        alea_state state = alea_game_start(game);
        conformance_at.seed = seed;
        must(alea_game_turns(game, &state) == 0);
        must(alea_game_turn_of(game, &state) == 0);
        for (conformance_at.step = 0; alea_game_to_move(game, &state) != ALEA_OVER; conformance_at.step++) {
            const uint32_t turns = alea_game_turns(game, &state);
            const int seat = alea_game_turn_of(game, &state);
            apply(game, &state, choose(game, &state, seed, &random));
            must(alea_game_turns(game, &state) == turns || alea_game_turns(game, &state) == turns + 1);
            if (alea_game_turns(game, &state) == turns && alea_game_to_move(game, &state) != ALEA_OVER)
                must(alea_game_turn_of(game, &state) == seat);
        }
    }
}

static void the_count_of_turns_never_falls(void **unused)
{
    (void)unused;
    for_every_game(turns_follow_each_other);
}

/* ---- copies ---- */

/* A copy that is played later goes the way of the original, byte for byte, whatever was tried in between. */
static void copies_go_the_same_way(const alea_game *game)
{
    enum { STRETCH = 64 };
    for (uint64_t seed = 1; seed <= games_each(); seed++) {
        uint64_t random = seed, other = seed + 1000;
        uint32_t played[STRETCH];
        alea_state state = alea_game_start(game), copy = state;
        conformance_at.seed = seed;
        conformance_at.step = 0;
        while (alea_game_to_move(game, &state) != ALEA_OVER) {
            int count = 0;
            for (; count < STRETCH && alea_game_to_move(game, &state) != ALEA_OVER; count++) {
                alea_state tried = state;
                played[count] = choose(game, &state, seed, &random);
                apply(game, &tried, choose(game, &tried, seed, &other));
                apply(game, &state, played[count]);
            }
            for (int i = 0; i < count; i++) apply(game, &copy, played[i]);
            conformance_at.step += count;
            must(same_state(&copy, &state));
        }
    }
}

static void a_copy_of_a_state_goes_the_same_way(void **unused)
{
    (void)unused;
    for_every_game(copies_go_the_same_way);
}

/* ---- text ---- */

static void check_description(const alea_game *game, const alea_state *state)
{
    static const size_t sizes[] = {1, 2, 3, 10, 20};
    char whole[1000], again[1000], cut[30];
    alea_game_describe(game, state, whole, sizeof whole);
    alea_game_describe(game, state, again, sizeof again);
    const size_t length = strlen(whole);
    must(length > 0 && length < 400 && strcmp(whole, again) == 0);
    must(strcspn(whole, "\n\t\r") == length);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t left = length < sizes[i] - 1 ? length : sizes[i] - 1;
        memset(cut, '#', sizeof cut);
        alea_game_describe(game, state, cut, sizes[i]);
        must(strlen(cut) == left && memcmp(cut, whole, left) == 0);
        for (size_t k = sizes[i]; k < sizeof cut; k++) must(cut[k] == '#');
    }
    memset(cut, '#', sizeof cut);
    alea_game_describe(game, state, cut, 0);
    must(cut[0] == '#');
}

static void descriptions_are_one_line_and_are_cut_to_the_buffer(void **unused)
{
    (void)unused;
    in_every_position(check_description);
}

static void check_facts(const alea_game *game, const alea_state *state)
{
    const unsigned players = alea_game_players(game);
    for (unsigned seat = 0; seat < players; seat++) {
        size_t count = 0;
        alea_fact fact;
        for (; alea_game_fact(game, state, seat, count, &fact); count++) {
            must(fact.label && fact.label[0]);
            must(memchr(fact.value, 0, sizeof fact.value) && fact.value[0]);
            must(count < 100);
        }
        for (size_t past = count; past < count + 3; past++)
            must(!alea_game_fact(game, state, seat, past, &fact));
        must(!alea_game_fact(game, state, seat, 1000000, &fact));
    }
    for (unsigned seat = players; seat < ALEA_MAX_SEATS + 2; seat++)
        must(!alea_game_fact(game, state, seat, 0, &(alea_fact){0}));
}

static void facts_have_words_and_end(void **unused)
{
    (void)unused;
    in_every_position(check_facts);
}

/* ---- ends ---- */

static void check_end(const alea_game *game, const alea_state *state)
{
    alea_outcome outcome;
    alea_error error = {.message = ""};
    if (alea_game_to_move(game, state) == ALEA_OVER) {
        check_outcome(game, state, false);
        check_refusal(game, state, 0);
        check_refusal(game, state, 1);
        return;
    }
    must(alea_game_outcome(game, state, &outcome, &error) == ALEA_E_STATE);
    must(error.status == ALEA_E_STATE && error.message[0]);
}

static void only_finished_games_have_an_outcome_and_money_sums_to_zero(void **unused)
{
    (void)unused;
    in_every_position(check_end);
}

/* ---- alone ---- */

static alea_game *alone;

/* Its own turn gives a player alone the same moves and the same dice; another's turn gives it nothing. */
static void check_alone(const alea_game *game, const alea_state *state)
{
    for (unsigned seat = 0; seat < alea_game_players(game); seat++) {
        alea_state own;
        const bool given = alea_game_single_player_state(game, state, seat, &own);
        must(given == (alea_game_turn_of(game, state) == (int)seat));
        if (!given) continue;
        must(alea_game_chance_count(alone, &own) == alea_game_chance_count(game, state));
        must(alea_game_move_count(alone, &own) == alea_game_move_count(game, state));
        for (unsigned i = 0; i < alea_game_move_count(game, state); i++)
            must(alea_game_move(alone, &own, i) == alea_game_move(game, state, i));
        must(alea_game_turn_of(alone, &own) == 0);
    }
}

static void check_nothing_alone(const alea_game *game, const alea_state *state)
{
    for (unsigned seat = 0; seat < alea_game_players(game); seat++)
        must(!alea_game_single_player_state(game, state, seat, &(alea_state){{0}}));
}

static int games_with_alone;

static void can_be_alone(const alea_game *game)
{
    alea_error error = {.message = ""};
    if (alea_game_single_player(game, &alone, &error) != ALEA_OK) {
        must(error.status == ALEA_E_REFUSED && error.message[0]);
        for (uint64_t seed = 1; seed <= 2; seed++) walk(game, seed, check_nothing_alone);
        return;
    }
    games_with_alone++;
    must(alea_game_players(alone) == 1);
    must(strcmp(alea_game_name(alone), alea_game_name(game)) == 0);
    for (uint64_t seed = 1; seed <= 4; seed++) walk(game, seed, check_alone);
    alea_game_free(alone);
}

static void a_player_who_only_compares_scores_can_be_looked_at_alone(void **unused)
{
    (void)unused;
    games_with_alone = 0;
    for_every_game(can_be_alone);
    assert_that(games_with_alone, >, 8); /* despirala for 1 to 8 players and more */
}

/* ---- people who fail ---- */

/* A session without a record: one decision in forty is a failure, one in forty is taken back. */
static void sessions_end(const alea_game *game)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    for (uint64_t seed = 1; seed <= games_each(); seed++) {
        alea_session *session;
        alea_error error;
        uint64_t random = seed;
        uint32_t faces[FACES], failures = 0;
        unsigned dice;
        alea_session_options options = {.seed = seed};
        conformance_at.seed = seed;
        conformance_at.step = 0;
        must(alea_session_start(game, names, alea_game_players(game), &options, &session, &error) == ALEA_OK);
        must(alea_session_seat(session, NULL, &error) == ALEA_OK);
        const alea_state *state = alea_session_state(session);
        conformance_at.state = state;
        for (int seat; (seat = alea_game_to_move(game, state)) != ALEA_OVER; conformance_at.step++) {
            const uint32_t turns = alea_game_turns(game, state);
            const uint32_t chosen = seat < 0 ? 0 : choose(game, state, seed, &random);
            if (seat < 0) {
                must(alea_session_move(session, 0, &error) == ALEA_E_STATE);
                must(alea_session_roll(session, faces, &dice, &error) == ALEA_OK && dice > 0);
            } else if (failures < 3 && draw(&random, 40) == 0) {
                must(alea_session_forfeit(session, ALEA_ILLEGAL, "fails", &error) == ALEA_OK);
                must(alea_game_turns(game, alea_session_state(session)) == turns + 1);
                failures++;
            } else {
                must(alea_session_move(session, chosen, &error) == ALEA_OK);
            }
            conformance_at.state = state = alea_session_state(session);
        }
        check_outcome(game, state, failures > 0);
        conformance_at.state = NULL;
        alea_session_free(session);
    }
}

static void sessions_in_which_players_fail_end_too(void **unused)
{
    (void)unused;
    for_every_game(sessions_end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_of_dice_are_positive_and_sum_to_the_denominator),
        cmocka_unit_test(outcomes_can_be_applied_and_no_others),
        cmocka_unit_test(moves_are_sorted_named_and_legal_and_all_others_are_refused),
        cmocka_unit_test(somebody_has_the_turn_until_the_game_is_over),
        cmocka_unit_test(the_count_of_turns_never_falls),
        cmocka_unit_test(a_copy_of_a_state_goes_the_same_way),
        cmocka_unit_test(descriptions_are_one_line_and_are_cut_to_the_buffer),
        cmocka_unit_test(facts_have_words_and_end),
        cmocka_unit_test(only_finished_games_have_an_outcome_and_money_sums_to_zero),
        cmocka_unit_test(a_player_who_only_compares_scores_can_be_looked_at_alone),
        cmocka_unit_test(sessions_in_which_players_fail_end_too),
    };
    return cmocka_run_group_tests(tests, open_every_game, close_every_game);
}
