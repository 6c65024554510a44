/* A match as bytes and back, and the tally of finished games. */
#include "base/memory.h"
#include "family/race/policy/guest_pack.h"
#include "race/race_test.h"

static void assert_same_rules(const race_rules *a, const race_rules *b)
{
    assert_int_equal(a->players, b->players);
    assert_int_equal(a->dice, b->dice);
    assert_int_equal(a->sides, b->sides);
    assert_int_equal(a->goal, b->goal);
    assert_int_equal(a->outcomes, b->outcomes);
    assert_int_equal(a->memories, b->memories);
    assert_int_equal(a->ending, b->ending);
    assert_int_equal(a->over_goal_hold, b->over_goal_hold);
    assert_int_equal(a->first_forced, b->first_forced);
    assert_int_equal(a->turn_limit, b->turn_limit);
    assert_int_equal(a->money, b->money);
    assert_memory_equal(&a->how, &b->how, sizeof a->how);
    assert_memory_equal(a->effect, b->effect, a->memories * a->outcomes * sizeof *a->effect);
    assert_memory_equal(a->landing, b->landing, a->goal + 1);
    assert_memory_equal(a->pay, b->pay, (a->goal + 1) * sizeof *a->pay);
}

static void assert_same_policy(const race_policy *a, const race_policy *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->certain, b->certain);
    assert_int_equal(a->table_size, b->table_size);
    if (a->table_size == 0) return;
    assert_int_equal((uintptr_t)b->hold_at % 8, 0);
    assert_memory_equal(a->hold_at, b->hold_at, a->table_size * a->table_size * sizeof *a->hold_at);
}

/* A match of four: two tables, a policy without one, and a bot of another sort. */
typedef struct packed_match {
    alea_game *game;
    alea__policy_match match;
    unsigned char *data;
    size_t size;
} packed_match;

static packed_match pack_match(void)
{
    packed_match m = {.game = open_game("pig-pen(players=4,over_goal=hold)")};
    alea_error error;
    m.match =
        (alea__policy_match){.rules = m.game->rules, .seed = UINT64_C(0x0123456789ABCDEF), .rotate = true};
    m.match.policy[0] = open_policy(m.game, "keep-pace");
    m.match.policy[1] = open_policy(m.game, "random(0.75)");
    m.match.policy[3] = open_policy(m.game, "keep-pace");
    assert_int_equal(m.game->family->guest->pack(&m.match, &m.data, &m.size, &error), ALEA_OK);
    return m;
}

static void free_match(packed_match *m)
{
    for (int bot = 0; bot < 4; bot++) {
        race_bot *bot_of = (race_bot *)(uintptr_t)m->match.policy[bot];
        m->game->family->policy->free((alea__policy *)bot_of);
    }
    alea__free(m->data);
    alea_game_free(m->game);
}

static void a_packed_match_unpacks_to_the_same_rules_and_policies(void **unused)
{
    (void)unused;
    packed_match m = pack_match();
    race_packed out;
    assert_true(race_unpack(m.data, m.size, &out));
    assert_that(out.seed, ==, UINT64_C(0x0123456789ABCDEF));
    assert_true(out.rotate);
    assert_same_rules(rules_of(m.game), &out.rules);
    for (int bot = 0; bot < RACE_SEATS; bot++) {
        assert_int_equal(out.present[bot], bot == 0 || bot == 1 || bot == 3);
        if (out.present[bot]) assert_same_policy(race_policy_of(m.match.policy[bot]), &out.policy[bot]);
    }
    free_match(&m);
}

static void unpacked_rules_play_the_same_game(void **unused)
{
    (void)unused;
    packed_match m = pack_match();
    race_packed out;
    race_state a, b;
    alea__dice_stream dice;
    assert_true(race_unpack(m.data, m.size, &out));
    race_start(rules_of(m.game), &a);
    race_start(&out.rules, &b);
    alea__dice_start(&dice, 1, 0, 0);
    while (a.phase != RACE_FINISHED) {
        if (a.phase == RACE_DECIDE) {
            race_memo memo = {0, 0};
            race_move move = race_decide(&out.rules, &out.policy[0], &b, &memo, NULL) == RACE_ANSWER_ROLL;
            race_choose(rules_of(m.game), &a, move);
            race_choose(&out.rules, &b, move);
        } else {
            uint32_t roll = alea__roll_dice(&dice, &out.rules.how, out.rules.dice);
            race_roll(rules_of(m.game), &a, roll);
            race_roll(&out.rules, &b, roll);
        }
        assert_memory_equal(&a, &b, sizeof a);
    }
    free_match(&m);
}

static void bytes_that_are_cut_or_longer_are_refused(void **unused)
{
    (void)unused;
    packed_match m = pack_match();
    race_packed out;
    unsigned char *longer = alea__alloc(m.size + 8);
    memcpy(longer, m.data, m.size);
    for (size_t size = 0; size < m.size; size += size < 400 ? 1 : 997)
        assert_false(race_unpack(longer, size, &out));
    assert_false(race_unpack(longer, m.size + 8, &out));
    memmove(longer + 4, longer, m.size);
    assert_false(race_unpack(longer + 4, m.size, &out)); /* not at a multiple of eight */
    alea__free(longer);
    free_match(&m);
}

#define FIRST_POLICY (uint32_t)PACK_WORDS

static void wrong_headers_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t word, value;
    } wrong[] = {{PACK_MAGIC, 0},
                 {PACK_VERSION, 1},
                 {PACK_SIZE, 1000},
                 {PACK_PLAYERS, 0},
                 {PACK_PLAYERS, 9},
                 {PACK_ENDING, 2},
                 {PACK_GOAL, 1000},
                 {PACK_GOAL, UINT32_MAX},
                 {PACK_OUTCOMES, 1u << 31},
                 {PACK_MEMORIES, 0},
                 {PACK_MEMORIES, UINT32_MAX},
                 {FIRST_POLICY + PACK_KIND, 0},
                 {FIRST_POLICY + PACK_KIND, 99},
                 {FIRST_POLICY + PACK_TABLE_SIZE, 100},
                 {FIRST_POLICY + PACK_TABLE_SIZE, UINT32_MAX},
                 {FIRST_POLICY + PACK_OWNS, 1},
                 {FIRST_POLICY + PACK_PLAN_BYTES, 8}};
    packed_match m = pack_match();
    race_packed out;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint32_t before;
        memcpy(&before, m.data + 4 * wrong[i].word, 4);
        memcpy(m.data + 4 * wrong[i].word, &wrong[i].value, 4);
        assert_false(race_unpack(m.data, m.size, &out));
        memcpy(m.data + 4 * wrong[i].word, &before, 4);
    }
    assert_true(race_unpack(m.data, m.size, &out));
    free_match(&m);
}

static void put_word(packed_match *m, uint32_t word, uint32_t value)
{
    memcpy(m->data + 4 * word, &value, 4);
}

/* 2^31 times 2^30 effects of eight bytes each have 2^64 bytes, which is 0 in 64 bits. */
static void effects_whose_size_overflows_are_refused(void **unused)
{
    (void)unused;
    packed_match m = pack_match();
    race_packed out;
    assert_true(race_unpack(m.data, m.size, &out));
    const size_t effects = (size_t)out.rules.memories * out.rules.outcomes * sizeof(race_effect);
    memmove(m.data + PACK_HEADER, m.data + PACK_HEADER + effects, m.size - PACK_HEADER - effects);
    put_word(&m, PACK_SIZE, (uint32_t)(m.size - effects));
    put_word(&m, PACK_MEMORIES, UINT32_C(1) << 31);
    put_word(&m, PACK_OUTCOMES, UINT32_C(1) << 30);
    assert_false(race_unpack(m.data, m.size - effects, &out));
    free_match(&m);
}

static void packing_without_memory_says_so(void **unused)
{
    (void)unused;
    packed_match m = pack_match();
    unsigned char *data = NULL;
    size_t size = 0;
    alea_error error;
    alea__fail_allocation_after(0);
    alea_status status = m.game->family->guest->pack(&m.match, &data, &size, &error);
    alea__fail_allocation_after(-1);
    assert_int_equal(status, ALEA_E_MEMORY);
    assert_null(data);
    free_match(&m);
}

/* ---- the tally ---- */

static race_state finished(int winner, uint32_t a, uint32_t b, uint32_t c)
{
    return (race_state){.score = {a, b, c},
                        .turns = 10,
                        .phase = RACE_FINISHED,
                        .leader = RACE_NOBODY,
                        .winner = winner < 0 ? RACE_NOBODY : (uint8_t)winner,
                        .unfinished = winner < 0};
}

static void a_game_counts_for_the_bots_in_their_seats(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=3)");
    alea__tally tally = {0};
    race_state won = finished(1, 50, 110, 0), stopped = finished(-1, 60, 70, 80);
    race_count(rules_of(game), &won, 4, true, &tally); /* game 4: bot i sits in seat i + 1 */
    race_count(rules_of(game), &stopped, 5, true, &tally);
    assert_int_equal(tally.games, 2);
    assert_int_equal(tally.unfinished, 1);
    assert_int_equal(tally.turns, 20);
    assert_int_equal(tally.wins[0][1], 1);
    assert_int_equal(tally.money[0][1], 60 + 220);
    assert_int_equal(tally.money[2][0], -60);
    assert_int_equal(tally.money[1][2], -220);
    assert_int_equal(tally.money_squared[0][0], 280 * 280);
    assert_int_equal(tally.money_squared[1][0], 220 * 220);
    assert_int_equal(tally.money_squared[2][0], 60 * 60);
    alea_game_free(game);
}

static void with_fixed_seats_bot_and_seat_are_one(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig(players=3)");
    alea__tally tally = {0};
    race_state won = finished(2, 50, 70, 100);
    race_count(rules_of(game), &won, 4, false, &tally);
    assert_int_equal(tally.wins[2][2], 1);
    assert_int_equal(tally.money[2][2], 0);
    assert_int_equal(tally.money_squared[2][0], 0);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packed_match_unpacks_to_the_same_rules_and_policies),
        cmocka_unit_test(unpacked_rules_play_the_same_game),
        cmocka_unit_test(bytes_that_are_cut_or_longer_are_refused),
        cmocka_unit_test(wrong_headers_are_refused),
        cmocka_unit_test(effects_whose_size_overflows_are_refused),
        cmocka_unit_test(packing_without_memory_says_so),
        cmocka_unit_test(a_game_counts_for_the_bots_in_their_seats),
        cmocka_unit_test(with_fixed_seats_bot_and_seat_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
