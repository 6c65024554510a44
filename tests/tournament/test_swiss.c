/* Swiss tournaments with random results, and their rounds against all rounds that there could be. */
#include "base/random.h"
#include "support/memory.h"
#include "tournament/swiss.h"

enum { MOST = 40, MOST_GAMES = 2000 };

typedef struct tournament {
    alea__swiss swiss;
    alea__swiss_entrant entrant[MOST];
    uint32_t played[MOST_GAMES][2];
} tournament;

static void begin(tournament *t, uint32_t entrants, uint64_t seed)
{
    memset(t, 0, sizeof *t);
    t->swiss = (alea__swiss){
        .entrants = entrants, .entrant = t->entrant, .played = (const uint32_t(*)[2])t->played, .seed = seed};
}

static uint32_t met_before(const tournament *t, uint32_t i, uint32_t j)
{
    uint32_t met = 0;
    for (uint32_t k = 0; k < t->swiss.games; k++)
        met +=
            (t->played[k][0] == i && t->played[k][1] == j) || (t->played[k][0] == j && t->played[k][1] == i);
    return met;
}

static int firsts(const tournament *t, uint32_t i)
{
    int count = 0;
    for (uint32_t k = 0; k < t->swiss.games; k++) count += (t->played[k][0] == i) - (t->played[k][1] == i);
    return count;
}

/* Everybody who has not withdrawn plays once, or has the bye; the design's numbers are right; who moved first less often moves
   first; lineups are in order. */
static void assert_round(const tournament *t, const alea__design *d, uint32_t bye)
{
    uint32_t seen[MOST] = {0}, fewest = UINT32_MAX, most = 0;
    double before = INFINITY;
    for (uint32_t k = 0; k < d->count; k++) {
        const uint32_t i = d->lineup[2 * k], j = d->lineup[2 * k + 1], met = met_before(t, i, j);
        seen[i]++;
        seen[j]++;
        if (met < fewest) fewest = met;
        if (met > most) most = met;
        assert_that(firsts(t, i), <=, firsts(t, j));
        const double better = fmax(t->entrant[i].points, t->entrant[j].points);
        assert_that(better, <=, before);
        before = better;
    }
    if (bye != ALEA__SWISS_NO_BYE) seen[bye]++;
    uint32_t players = 0;
    for (uint32_t i = 0; i < t->swiss.entrants; i++) {
        assert_int_equal(seen[i], !t->entrant[i].withdrawn);
        players += seen[i];
    }
    assert_int_equal(d->count, players / 2);
    assert_int_equal(d->round, d->count);
    assert_int_equal(bye != ALEA__SWISS_NO_BYE, players % 2);
    assert_int_equal(d->fewest, fewest);
    assert_int_equal(d->most, most);
}

/* The next round, checked and played with random results: losses, ties and wins. */
static void play_round(tournament *t, uint64_t *random)
{
    alea__design d;
    uint32_t bye, fewest = UINT32_MAX;
    OK(alea__swiss_round(&t->swiss, &d, &bye, &test_error));
    assert_round(t, &d, bye);
    for (uint32_t i = 0; i < t->swiss.entrants; i++)
        if (!t->entrant[i].withdrawn && t->entrant[i].byes < fewest) fewest = t->entrant[i].byes;
    if (bye != ALEA__SWISS_NO_BYE) {
        assert_int_equal(t->entrant[bye].byes, fewest);
        t->entrant[bye].byes++;
        t->entrant[bye].points += 1;
    }
    for (uint32_t k = 0; k < d.count; k++) {
        const double score = (double)(alea__mix_next(random) % 3) / 2;
        memcpy(t->played[t->swiss.games++], &d.lineup[2 * k], 2 * sizeof(uint32_t));
        t->entrant[d.lineup[2 * k]].points += score;
        t->entrant[d.lineup[2 * k + 1]].points += 1 - score;
    }
    alea__design_free(&d);
}

/* In the usual number of rounds no pair meets twice; seats differ little. */
static void nobody_meets_twice_in_the_usual_rounds(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (uint32_t n = 5; n <= MOST; n++)
        for (uint64_t seed = 0; seed < (n < 20 ? 20 : 3); seed++) {
            tournament t;
            begin(&t, n, seed);
            const uint32_t rounds = alea__swiss_rounds(n) < n / 2 ? alea__swiss_rounds(n) : n / 2;
            for (uint32_t round = 0; round < rounds; round++) play_round(&t, &random);
            for (uint32_t i = 0; i < n; i++) {
                assert_that(t.entrant[i].byes, <=, 1);
                assert_that(abs(firsts(&t, i)), <=, 3);
                for (uint32_t j = 0; j < i; j++) assert_that(met_before(&t, i, j), <=, 1);
            }
        }
}

/* There may be any number of rounds, and players may withdraw. */
static void rounds_go_on_when_all_have_met(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (uint32_t n = 2; n <= 9; n++) {
        tournament t;
        begin(&t, n, 7);
        for (int round = 0; round < 60; round++) {
            if (round == 30 && n > 4) t.entrant[n / 2].withdrawn = true;
            play_round(&t, &random);
        }
        const uint32_t pairs = n * (n - 1) / 2;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < i; j++) {
                const double expected = t.swiss.games / (double)pairs;
                if (n > 4 && (t.entrant[i].withdrawn || t.entrant[j].withdrawn)) continue;
                assert_that(met_before(&t, i, j), >, expected - 6);
            }
    }
}

/* ---- the best of all rounds ---- */

typedef struct best_round {
    const tournament *t;
    bool used[MOST];
    uint32_t meetings, byes; /* so far: meetings of these pairs, byes of the player who has it */
    double apart;            /* sum of squares */
    uint32_t best_meetings, best_byes;
    double best_apart;
} best_round;

/* Tries all partners, and the bye, for the lowest player who has none. */
static void try_all(best_round *b, bool bye_given)
{
    const tournament *t = b->t;
    uint32_t i = 0;
    while (i < t->swiss.entrants && b->used[i]) i++;
    if (i == t->swiss.entrants) {
        const bool better = b->byes != b->best_byes           ? b->byes < b->best_byes
                            : b->meetings != b->best_meetings ? b->meetings < b->best_meetings
                                                              : b->apart < b->best_apart;
        if (!better) return;
        b->best_byes = b->byes;
        b->best_meetings = b->meetings;
        b->best_apart = b->apart;
        return;
    }
    b->used[i] = true;
    for (uint32_t j = i + 1; j <= t->swiss.entrants; j++) {
        const bool bye = j == t->swiss.entrants;
        if (bye ? bye_given || t->swiss.entrants % 2 == 0 : b->used[j]) continue;
        const double difference = t->entrant[i].points - (bye ? 0 : t->entrant[j].points);
        const uint32_t met = bye ? 0 : met_before(t, i, j), byes = bye ? t->entrant[i].byes : 0;
        if (!bye) b->used[j] = true;
        b->meetings += met;
        b->byes += byes;
        b->apart += difference * difference;
        try_all(b, bye_given || bye);
        b->apart -= difference * difference;
        b->byes -= byes;
        b->meetings -= met;
        if (!bye) b->used[j] = false;
    }
    b->used[i] = false;
}

/* Points are whole numbers from 0 on, at most 255, one of which is 0 and one 255, so that the scale of the points is exact. */
static void rounds_are_the_best_of_all(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int trial = 0; trial < 400; trial++) {
        tournament t;
        const uint32_t n = 2 + (uint32_t)(alea__mix_next(&random) % 7);
        begin(&t, n, (uint64_t)trial);
        for (uint32_t i = 0; i < n; i++) {
            t.entrant[i].points = i < 2 ? 255.0 * i : (double)(alea__mix_next(&random) % 256);
            t.entrant[i].byes = (uint32_t)(alea__mix_next(&random) % 3);
        }
        t.swiss.games = (uint32_t)(alea__mix_next(&random) % (n * n));
        for (uint32_t k = 0; k < t.swiss.games; k++) {
            t.played[k][0] = (uint32_t)(alea__mix_next(&random) % n);
            t.played[k][1] = (t.played[k][0] + 1 + (uint32_t)(alea__mix_next(&random) % (n - 1))) % n;
        }
        alea__design d;
        uint32_t bye, meetings = 0;
        OK(alea__swiss_round(&t.swiss, &d, &bye, &test_error));
        assert_round(&t, &d, bye);
        double apart = bye == ALEA__SWISS_NO_BYE ? 0 : t.entrant[bye].points * t.entrant[bye].points;
        for (uint32_t k = 0; k < d.count; k++) {
            const double difference =
                t.entrant[d.lineup[2 * k]].points - t.entrant[d.lineup[2 * k + 1]].points;
            meetings += met_before(&t, d.lineup[2 * k], d.lineup[2 * k + 1]);
            apart += difference * difference;
        }
        best_round b = {.t = &t, .best_byes = UINT32_MAX};
        try_all(&b, false);
        if (bye != ALEA__SWISS_NO_BYE) assert_int_equal(t.entrant[bye].byes, b.best_byes);
        assert_int_equal(meetings, b.best_meetings);
        assert_that(apart, <=,
                    b.best_apart + n / 2 +
                        1); /* chance may cost less than one step of points for each pair */
        alea__design_free(&d);
    }
}

/* ---- chance ---- */

static void seeds_draw_the_first_round(void **state)
{
    (void)state;
    bool met[8][8] = {{false}};
    int first[8] = {0};
    for (uint64_t seed = 0; seed < 300; seed++) {
        tournament t;
        begin(&t, 8, seed);
        alea__design d, again;
        uint32_t bye;
        OK(alea__swiss_round(&t.swiss, &d, &bye, &test_error));
        OK(alea__swiss_round(&t.swiss, &again, &bye, &test_error));
        assert_memory_equal(d.lineup, again.lineup, 8 * sizeof *d.lineup);
        for (int k = 0; k < 4; k++) {
            met[d.lineup[2 * k]][d.lineup[2 * k + 1]] = true;
            first[d.lineup[2 * k]]++;
        }
        alea__design_free(&d);
        alea__design_free(&again);
    }
    for (int i = 0; i < 8; i++) {
        assert_near(first[i], 150, 40); /* 4.6 standard deviations */
        for (int j = 0; j < 8; j++) assert_int_equal(met[i][j], i != j);
    }
}

/* ---- input ---- */

static void usual_numbers_of_rounds_are_known(void **state)
{
    (void)state;
    static const uint32_t rounds[][2] = {{1, 1}, {2, 1}, {3, 3},  {4, 3},  {5, 5}, {6, 5},
                                         {8, 5}, {9, 6}, {16, 6}, {64, 8}, {65, 9}};
    for (size_t k = 0; k < sizeof rounds / sizeof *rounds; k++)
        assert_int_equal(alea__swiss_rounds(rounds[k][0]), rounds[k][1]);
}

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    tournament t;
    alea__design d;
    uint32_t bye;
    begin(&t, 1, 0);
    assert_int_equal(alea__swiss_round(&t.swiss, &d, &bye, &test_error), ALEA_E_RANGE);
    t.swiss.entrants = ALEA__SWISS_MOST + 1;
    assert_int_equal(alea__swiss_round(&t.swiss, &d, &bye, &test_error), ALEA_E_RANGE);
    begin(&t, 3, 0);
    t.entrant[0].withdrawn = t.entrant[2].withdrawn = true;
    assert_int_equal(alea__swiss_round(&t.swiss, &d, &bye, &test_error), ALEA_E_RANGE);
    begin(&t, 3, 0);
    t.entrant[1].points = NAN;
    assert_int_equal(alea__swiss_round(&t.swiss, &d, &bye, &test_error), ALEA_E_RANGE);
    begin(&t, 3, 0);
    t.swiss.games = 1; /* 0 against 0 */
    assert_int_equal(alea__swiss_round(&t.swiss, &d, &bye, &test_error), ALEA_E_RANGE);
    t.played[0][1] = 3;
    assert_int_equal(alea__swiss_round(&t.swiss, &d, &bye, &test_error), ALEA_E_RANGE);
    begin(&t, 2, 0); /* as far apart as doubles can be */
    t.entrant[0].points = 1.7e308;
    t.entrant[1].points = -1.7e308;
    OK(alea__swiss_round(&t.swiss, &d, &bye, &test_error));
    alea__design_free(&d);
}

static void memory_that_runs_out_is_reported(void **state)
{
    (void)state;
    tournament t;
    alea__design d;
    uint32_t bye;
    begin(&t, 7, 0);
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK; k++)
        status = with_allocations(k, alea__swiss_round(&t.swiss, &d, &bye, &test_error));
    alea__design_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_meets_twice_in_the_usual_rounds),
        cmocka_unit_test(rounds_go_on_when_all_have_met),
        cmocka_unit_test(rounds_are_the_best_of_all),
        cmocka_unit_test(seeds_draw_the_first_round),
        cmocka_unit_test(usual_numbers_of_rounds_are_known),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
