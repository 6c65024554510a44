/* Blocks of games without the referee: the same games, and as many wins as exact results predict. */
#include "hog/brute.h"
#include "hog/hog_test.h"
#include "support/problem.h"

#include <Random123/philox.h>

static alea__policy_match match_of(const alea_game *game, alea__policy *first, alea__policy *second,
                                   bool rotate)
{
    return (alea__policy_match){
        .rules = game->rules, .policy = {first, second}, .seed = 20251, .rotate = rotate};
}

/* Plays a game by the referee, with the dice of the game's own stream. */
static void referee(const alea_game *game, const alea__policy_match *match, uint64_t number,
                    alea__tally *tally)
{
    const hog_rules *rules = rules_of(game);
    alea_state state = alea_game_start(game);
    alea__dice_stream dice;
    alea__stream own[2];
    alea__memo memo[2] = {{{0}}, {{0}}};
    alea__dice_start(&dice, match->seed, 0, number);
    for (uint32_t seat = 0; seat < 2; seat++)
        alea__stream_start(&own[seat], match->seed, 0, ALEA__SEAT + seat, number);
    for (int seat; (seat = alea_game_to_move(game, &state)) != ALEA_OVER;) {
        if (seat == ALEA_CHANCE) {
            play(game, &state, alea__roll_dice(&dice, &rules->set[0].how, look(&state).dice));
            continue;
        }
        const alea__policy *policy =
            match->policy[alea__bot_in_seat(match->rotate, 2, number, (uint32_t)seat)];
        play(game, &state,
             game->family->policy->decide(game->rules, policy, &state, &memo[seat], &own[seat]));
    }
    alea_outcome o = outcome_of(game, &state);
    tally->games++;
    tally->turns += o.turns;
    tally->wins[alea__bot_in_seat(match->rotate, 2, number, (uint32_t)o.winner)][o.winner]++;
}

static void blocks_are_the_referees_games(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"hog", "hog(time_trot=false,goal=30)", "hog-feral", "hog-piggy",
                                        "hog-moon(moon=3)"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_game *game = open_game(specs[i]);
        alea__policy *a = open_policy(game, "random"), *b = open_policy(game, "bacon(4,6)");
        alea__policy_match match = match_of(game, a, b, i % 2);
        alea__tally wanted, got;
        memset(&wanted, 0, sizeof wanted);
        memset(&got, 0, sizeof got);
        for (uint64_t n = 1000; n < 1300; n++) referee(game, &match, n, &wanted);
        assert_true(game->family->simulation->can_simulate(&match));
        game->family->simulation->simulate(&match, 1000, 120, &got);
        game->family->simulation->simulate(&match, 1120, 180, &got);
        assert_memory_equal(&got, &wanted, sizeof got);
        game->family->policy->free(a);
        game->family->policy->free(b);
        alea_game_free(game);
    }
}

static void assert_wins(const char *spec, const char *first, const char *second)
{
    enum { GAMES = 40000 };
    alea_game *game = open_game(spec);
    alea__policy *a = open_policy(game, first), *b = open_policy(game, second);
    alea__policy_match match = match_of(game, a, b, true);
    alea__tally tally;
    alea_evaluation exact = {0};
    memset(&tally, 0, sizeof tally);
    game->family->simulation->simulate(&match, 0, GAMES, &tally);
    assert_int_equal(
        hog_evaluate(PROBLEM(game, .objective = ALEA_WIN, .policy = {a, b}, .options = &no_options), &exact,
                     NULL),
        ALEA_OK);
    double share_first = (double)tally.wins[0][0] / (GAMES / 2.0),
           share_second = (double)tally.wins[0][1] / (GAMES / 2.0);
    double turns = (exact.first.turns.lower + exact.second.turns.lower) / 2;
    assert_near(share_first, exact.first.win.lower, 5 * sqrt(0.25 / (GAMES / 2.0)));
    assert_near(share_second, exact.second.win.lower, 5 * sqrt(0.25 / (GAMES / 2.0)));
    assert_near((double)tally.turns / GAMES, turns, 0.01 * turns);
    game->family->policy->free(a);
    game->family->policy->free(b);
    alea_game_free(game);
}

static void simulated_shares_are_within_five_standard_errors_of_exact_ones(void **unused)
{
    (void)unused;
    assert_wins("hog", "always(4)", "always(6)");
    assert_wins("hog", "optimal", "bacon(8,5)");
    assert_wins("hog(time_trot=false)", "always(0)", "random");
    assert_wins("hog-feral", "random", "always(5)");
    assert_wins("hog-piggy", "optimal", "random");
    assert_wins("hog-moon", "bacon(6,4)", "always(5)");
}

/* ---- told once more: docs/randomness.md over Philox's authors' code, and the rules of brute.h ---- */

enum { DICE_BYTES = 252 }; /* the greatest multiple of 36, two dice, up to 256 */

typedef struct told {
    uint64_t seed, game, bytes; /* read so far */
    uint32_t second;            /* die of the last byte; 0: none is left */
} told;

static uint32_t told_byte(told *t)
{
    const philox4x32_key_t key = {{(uint32_t)t->seed, (uint32_t)(t->seed >> 32)}};
    const philox4x32_ctr_t at = {
        {(uint32_t)(t->bytes / 16), 0, (uint32_t)t->game, (uint32_t)(t->game >> 32)}};
    const uint32_t word = philox4x32(at, key).v[t->bytes % 16 / 4];
    return word >> (8 * (t->bytes++ % 4)) & 255;
}

static uint32_t told_die(told *t)
{
    uint32_t face = t->second, byte;
    t->second = 0;
    if (face > 0) return face;
    do byte = told_byte(t);
    while (byte >= DICE_BYTES);
    t->second = byte / 6 % 6 + 1;
    return byte % 6 + 1;
}

static int told_roll(told *t, int dice)
{
    bool pig_out = false;
    int sum = 0;
    for (int i = 0; i < dice; i++) {
        const uint32_t face = told_die(t);
        pig_out |= face == 1;
        sum += (int)face;
    }
    return pig_out ? 1 : sum;
}

/* Who wins when each always rolls this many. */
static int told_game(told t, const int dice[2], uint64_t *turns)
{
    int score[2] = {0, 0}, memory = 0;
    for (int mover = 0;; (*turns)++) {
        bool again;
        score[mover] += told_roll(&t, dice[mover]);
        if (hog_swine_swap(score[mover], score[1 - mover])) {
            const int kept = score[0];
            score[0] = score[1];
            score[1] = kept;
        }
        if (score[0] >= 100 || score[1] >= 100) {
            ++*turns;
            return score[1] > score[0];
        }
        memory = hog_time_trot(memory, dice[mover], &again);
        if (!again) mover = 1 - mover;
    }
}

/* Whoever changes how dice are taken from a seed changes these games. */
static void the_games_of_a_seed_are_those_that_the_manual_tells(void **unused)
{
    (void)unused;
    enum { GAMES = 500 };
    const uint64_t first = UINT64_C(1) << 40;
    alea_game *game = open_game("hog");
    alea__policy *a = open_policy(game, "always(4)"), *b = open_policy(game, "always(6)");
    alea__policy_match match = match_of(game, a, b, false);
    alea__tally tally;
    uint64_t wins[2] = {0}, turns = 0;
    memset(&tally, 0, sizeof tally);
    game->family->simulation->simulate(&match, first, GAMES, &tally);
    for (uint64_t n = first; n < first + GAMES; n++)
        wins[told_game((told){.seed = match.seed, .game = n}, (const int[]){4, 6}, &turns)]++;
    assert_int_equal(tally.games, GAMES);
    assert_int_equal(tally.wins[0][0], wins[0]);
    assert_int_equal(tally.wins[1][1], wins[1]);
    assert_int_equal(tally.turns, turns);
    game->family->policy->free(a);
    game->family->policy->free(b);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_the_referees_games),
        cmocka_unit_test(simulated_shares_are_within_five_standard_errors_of_exact_ones),
        cmocka_unit_test(the_games_of_a_seed_are_those_that_the_manual_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
