/* Designs counted by brute force. */
#include "support/memory.h"
#include "tournament/cyclic.h"
#include "tournament/design.h"

/* ---- counting ---- */

/* Each entrant sits at each table once, and none plays twice in a round. */
static void assert_tables(const alea__design *d)
{
    for (uint32_t k = 0; k < d->count; k++) {
        const uint32_t *one = &d->lineup[(size_t)k * d->seats];
        for (uint32_t i = 0; i < d->seats; i++) {
            assert_that(one[i], <, d->entrants);
            for (uint32_t j = 0; j < i; j++) assert_int_not_equal(one[i], one[j]);
        }
    }
    for (uint32_t from = 0; from < d->count && d->round > 1; from += d->round) {
        bool *plays = calloc(d->entrants, sizeof *plays);
        for (uint32_t k = from; k < from + d->round && k < d->count; k++)
            for (uint32_t i = 0; i < d->seats; i++) {
                const uint32_t who = d->lineup[(size_t)k * d->seats + i];
                if (plays[who]) fail_msg("%u plays twice in the round from lineup %u on", who, from);
                plays[who] = true;
            }
        free(plays);
    }
}

/* How often i and j sit at one table among the first `count`. */
static uint32_t meetings(const alea__design *d, uint32_t count, uint32_t i, uint32_t j)
{
    uint32_t met = 0;
    for (uint32_t k = 0; k < count; k++) {
        int here = 0;
        for (uint32_t seat = 0; seat < d->seats; seat++) {
            const uint32_t who = d->lineup[(size_t)k * d->seats + seat];
            here += who == i || who == j;
        }
        met += here == 2;
    }
    return met;
}

static uint32_t seatings(const alea__design *d, uint32_t count, uint32_t who, uint32_t seat)
{
    uint32_t sat = 0;
    for (uint32_t k = 0; k < count; k++) sat += d->lineup[(size_t)k * d->seats + seat] == who;
    return sat;
}

/* Seats are balanced as often as the design says, and in the end. */
static void assert_seats(const alea__design *d)
{
    assert_that(d->balanced_every, >, 0);
    assert_int_equal(d->count % d->balanced_every, 0);
    const uint32_t ends[] = {d->balanced_every, d->count};
    for (int k = 0; k < 2; k++)
        for (uint32_t who = 0; who < d->entrants; who++)
            for (uint32_t seat = 1; seat < d->seats; seat++)
                assert_int_equal(seatings(d, ends[k], who, seat), seatings(d, ends[k], who, 0));
}

/* ---- round robins ---- */

static void in_round_robins_everybody_meets_everybody(void **state)
{
    (void)state;
    for (uint32_t n = 2; n <= 21; n++)
        for (int both = 0; both < 2; both++) {
            alea__design d;
            OK(alea__design_round_robin(n, both, &d, &test_error));
            assert_int_equal(d.count, n * (n - 1) / 2 * (both ? 2 : 1));
            assert_int_equal(d.round, n / 2);
            assert_tables(&d);
            for (uint32_t i = 0; i < n; i++) {
                for (uint32_t j = 0; j < i; j++) assert_int_equal(meetings(&d, d.count, i, j), d.fewest);
                const int first = (int)seatings(&d, d.count, i, 0), second = (int)seatings(&d, d.count, i, 1);
                assert_that(abs(first - second), <=, both || n % 2 ? 0 : 1);
            }
            assert_int_equal(d.fewest, d.most);
            for (uint32_t end = d.round; end <= d.count; end += d.round) /* nor much before the end */
                for (uint32_t i = 0; i < n; i++)
                    assert_that(abs((int)seatings(&d, end, i, 0) - (int)seatings(&d, end, i, 1)), <=, 2);
            if (both) assert_seats(&d);
            alea__design_free(&d);
        }
}

/* ---- gauntlets ---- */

static void in_gauntlets_challengers_meet_the_others(void **state)
{
    (void)state;
    for (uint32_t seats = 2; seats <= 8; seats++)
        for (uint32_t challengers = 1; challengers <= 4; challengers += seats > 4 ? 3 : 1)
            for (uint32_t others = seats - 1; others <= seats + 3; others++) {
                alea__design d;
                const uint32_t n = challengers + others;
                OK(alea__design_gauntlet(n, challengers, seats, &d, &test_error));
                assert_tables(&d);
                assert_seats(&d);
                assert_int_equal(d.fewest, d.most);
                for (uint32_t i = 0; i < challengers; i++)
                    for (uint32_t j = 0; j < n; j++)
                        if (j != i)
                            assert_int_equal(meetings(&d, d.count, i, j), j < challengers ? 0 : d.fewest);
                for (uint32_t i = challengers; i < n && seats > 2; i++)
                    for (uint32_t j = challengers; j < i; j++)
                        assert_int_equal(meetings(&d, d.count, i, j),
                                         meetings(&d, d.count, challengers, challengers + 1));
                alea__design_free(&d);
            }
}

/* ---- balanced tables ---- */

/* Checks `fewest`, `most` and the seats by brute force. */
static void assert_balanced(uint32_t entrants, uint32_t seats)
{
    alea__design d;
    OK(alea__design_cyclic(entrants, seats, &d, &test_error));
    uint32_t *met = calloc((size_t)entrants * entrants, sizeof *met);
    for (uint32_t k = 0; k < d.count; k++)
        for (uint32_t i = 0; i < seats; i++)
            for (uint32_t j = 0; j < seats; j++)
                met[d.lineup[(size_t)k * seats + i] * entrants + d.lineup[(size_t)k * seats + j]]++;
    for (uint32_t i = 0; i < entrants; i++)
        for (uint32_t j = 0; j < i; j++)
            if (met[i * entrants + j] != d.fewest)
                fail_msg("%u entrants, %u seats: %u and %u meet %u times, not %u", entrants, seats, i, j,
                         met[i * entrants + j], d.fewest);
    assert_int_equal(d.fewest, d.most);
    assert_int_equal(d.fewest * (entrants - 1), met[0] * (seats - 1)); /* met[0]: tables of entrant 0 */
    assert_tables(&d);
    for (uint32_t who = 0; who < entrants; who++) /* every block is balanced */
        for (uint32_t seat = 0; seat < seats; seat++) {
            assert_int_equal(seatings(&d, d.balanced_every, who, seat), 1);
            assert_int_equal(seatings(&d, d.count, who, seat), d.count / entrants);
        }
    free(met);
    alea__design_free(&d);
}

static void tables_are_balanced_for_all_numbers(void **state)
{
    (void)state;
    const bool all = !is_sanitized();
    for (uint32_t seats = 3; seats <= 8; seats++)
        for (uint32_t entrants = seats; entrants <= (all ? ALEA__CYCLIC_MOST : 16); entrants++)
            assert_balanced(entrants, seats);
}

/* Planar difference sets and Steiner triple systems, which exist: Handbook of Combinatorial Designs, II.16 and II.18. */
static void known_families_are_found(void **state)
{
    (void)state;
    static const uint32_t known[][3] = {{7, 3, 1},  {13, 3, 1}, {13, 4, 1}, {15, 7, 3},
                                        {21, 5, 1}, {31, 6, 1}, {37, 4, 1}, {11, 5, 2},
                                        {61, 3, 1}, {15, 8, 4}, {8, 3, 6},  {16, 3, 2}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        alea__design d;
        OK(alea__design_cyclic(known[k][0], known[k][1], &d, &test_error));
        assert_int_equal(d.most, known[k][2]);
        alea__design_free(&d);
    }
}

/* ---- input and memory ---- */

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    alea__design d;
    assert_int_equal(alea__design_round_robin(1, false, &d, &test_error), ALEA_E_RANGE);
    assert_int_equal(alea__design_round_robin(ALEA__DESIGN_MOST_ENTRANTS + 1, true, &d, &test_error),
                     ALEA_E_RANGE);
    static const uint32_t cyclic[][2] = {{7, 2}, {9, 9}, {2, 3}, {65, 4}};
    for (int k = 0; k < 4; k++)
        assert_int_equal(alea__design_cyclic(cyclic[k][0], cyclic[k][1], &d, &test_error), ALEA_E_RANGE);
    static const uint32_t gauntlet[][3] = {{5, 0, 2}, {5, 5, 2},  {5, 1, 1},   {5, 1, 9},
                                           {3, 2, 3}, {70, 1, 3}, {3000, 1, 2}};
    for (int k = 0; k < 7; k++)
        assert_int_equal(
            alea__design_gauntlet(gauntlet[k][0], gauntlet[k][1], gauntlet[k][2], &d, &test_error),
            ALEA_E_RANGE);
}

static void memory_that_runs_out_is_reported(void **state)
{
    (void)state;
    alea__design d;
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK; k++)
        status = with_allocations(k, alea__design_gauntlet(8, 1, 4, &d, &test_error));
    alea__design_free(&d);
    status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK; k++)
        status = with_allocations(k, alea__design_round_robin(8, true, &d, &test_error));
    alea__design_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_round_robins_everybody_meets_everybody),
        cmocka_unit_test(in_gauntlets_challengers_meet_the_others),
        cmocka_unit_test(tables_are_balanced_for_all_numbers),
        cmocka_unit_test(known_families_are_found),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
