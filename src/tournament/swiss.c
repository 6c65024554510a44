/* Swiss rounds as matchings: each criterion costs more than all less important ones together. */
#include "tournament/swiss.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "tournament/matching.h"
#include "tournament/messages.h"

#include <math.h>

/* Costs, with up to 512 pairs in a round. Chance: below 16. Points: (0 … 255)^2 * 16, so all pairs together are below 2^29.9. A repeated
   meeting: 2^30 for each one more than others have, of which 31 count, so all together are below 2^44. A bye: 2^45 for each more than others have had,
   of which 15 count. */
enum { CHANCES = 16, MOST_POINTS = 255, MOST_MEETINGS = 31, MOST_BYES = 15 };
#define MEETING_COST (INT64_C(1) << 30)
#define BYE_COST     (INT64_C(1) << 45)

/* One round in the making. Players are the entrants who have not withdrawn, numbered in their order. */
typedef struct swiss_round {
    const alea__swiss *swiss;
    uint32_t players, nodes; /* nodes: one more than the players if their number is odd, for the bye */
    uint32_t *entrant;       /* [players] */
    uint32_t *player;        /* [entrants] UINT32_MAX: withdrawn */
    uint32_t *points;        /* [players] 0 … MOST_POINTS */
    uint32_t *met;           /* [players][players] */
    int32_t *first;          /* [players] how often they moved first, less how often second */
    uint32_t *last;          /* [players] the last game in which they moved first, from 1; 0: never */
    int64_t *cost;           /* [nodes][nodes] */
    uint32_t *partner;       /* [nodes] */
    alea__owned owned;
} swiss_round;

/* ---- memory ---- */

/* Returns false if memory runs out; the caller frees what was allocated. */
static bool swiss_round_alloc(swiss_round *r)
{
    const size_t n = r->players, nodes = r->nodes;
    r->entrant = alea__own(&r->owned, alea__alloc_array(n, sizeof *r->entrant));
    r->player = alea__own(&r->owned, alea__alloc_array(r->swiss->entrants, sizeof *r->player));
    r->points = alea__own(&r->owned, alea__alloc_array(n, sizeof *r->points));
    r->met = alea__own(&r->owned, alea__alloc_array(n * n, sizeof *r->met));
    r->first = alea__own(&r->owned, alea__alloc_array(n, sizeof *r->first));
    r->last = alea__own(&r->owned, alea__alloc_array(n, sizeof *r->last));
    r->cost = alea__own(&r->owned, alea__alloc_array(nodes * nodes, sizeof *r->cost));
    r->partner = alea__own(&r->owned, alea__alloc_array(nodes, sizeof *r->partner));
    return !r->owned.failed;
}

/* ---- checks ---- */

/* Refuses numbers out of range, and counts the players. */
static alea_status swiss_check(const alea__swiss *s, uint32_t *players, alea_error *error)
{
    if (s->entrants < 2 || s->entrants > ALEA__SWISS_MOST)
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_SWISS, ALEA__SWISS_MOST, s->entrants);
    *players = 0;
    for (uint32_t i = 0; i < s->entrants; i++) {
        if (!isfinite(s->entrant[i].points))
            return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_SWISS_POINTS, i, s->entrant[i].points);
        *players += !s->entrant[i].withdrawn;
    }
    for (uint32_t k = 0; k < s->games; k++) {
        const uint32_t a = s->played[k][0], b = s->played[k][1];
        if (a >= s->entrants || b >= s->entrants || a == b)
            return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_SWISS_GAME, k, a, b, s->entrants);
    }
    if (*players < 2) return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_SWISS_LEFT, *players);
    return ALEA_OK;
}

/* ---- input of a round ---- */

/* Numbers the players, and brings their points to whole numbers. */
static void swiss_number_players(swiss_round *r)
{
    const alea__swiss *s = r->swiss;
    double least = INFINITY, most = -INFINITY;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->entrants; i++) {
        r->player[i] = s->entrant[i].withdrawn ? UINT32_MAX : count;
        if (s->entrant[i].withdrawn) continue;
        r->entrant[count++] = i;
        least = fmin(least, s->entrant[i].points);
        most = fmax(most, s->entrant[i].points);
    }
    const double span = most / 2 - least / 2; /* halves, which cannot overflow */
    for (uint32_t i = 0; i < count; i++) {
        const double above = s->entrant[r->entrant[i]].points / 2 - least / 2;
        r->points[i] = span > 0 ? (uint32_t)floor(above / span * (double)MOST_POINTS + 0.5) : 0;
    }
}

/* Counts the games so far. */
static void swiss_count_games(swiss_round *r)
{
    const alea__swiss *s = r->swiss;
    for (uint32_t k = 0; k < s->games; k++) {
        const uint32_t a = r->player[s->played[k][0]], b = r->player[s->played[k][1]];
        if (a != UINT32_MAX) {
            r->first[a]++;
            r->last[a] = k + 1;
        }
        if (b != UINT32_MAX) r->first[b]--;
        if (a == UINT32_MAX || b == UINT32_MAX) continue;
        r->met[(size_t)a * r->players + b]++;
        r->met[(size_t)b * r->players + a]++;
    }
}

/* A random number that belongs to this round and two entrants, or one and the bye. */
static uint64_t swiss_chance(const swiss_round *r, uint32_t i, uint32_t j)
{
    const uint64_t low = i < j ? i : j, high = i < j ? j : i;
    return alea__mix(alea__mix(r->swiss->seed + r->swiss->games) ^ (high << 32 | low));
}

/* ---- the round ---- */

static void swiss_set_cost(swiss_round *r, uint32_t i, uint32_t j, int64_t cost)
{
    r->cost[(size_t)i * r->nodes + j] = r->cost[(size_t)j * r->nodes + i] = cost;
}

/* The costs of all pairs of players. Meetings count from those of the pair that met least. */
static void swiss_price_pairs(swiss_round *r)
{
    uint32_t fewest = UINT32_MAX;
    for (uint32_t i = 0; i < r->players; i++)
        for (uint32_t j = 0; j < i; j++)
            if (r->met[(size_t)i * r->players + j] < fewest) fewest = r->met[(size_t)i * r->players + j];
    for (uint32_t i = 0; i < r->players; i++)
        for (uint32_t j = 0; j < i; j++) {
            const int64_t apart = (int64_t)r->points[i] - r->points[j];
            const uint32_t again = r->met[(size_t)i * r->players + j] - fewest;
            swiss_set_cost(r, i, j,
                           MEETING_COST * (again < MOST_MEETINGS ? again : MOST_MEETINGS) +
                               apart * apart * CHANCES +
                               (int64_t)(swiss_chance(r, r->entrant[i], r->entrant[j]) % CHANCES));
        }
}

/* The costs of the bye, which is the last node. */
static void swiss_price_bye(swiss_round *r)
{
    const alea__swiss_entrant *all = r->swiss->entrant;
    uint32_t fewest = UINT32_MAX;
    for (uint32_t i = 0; i < r->players; i++)
        if (all[r->entrant[i]].byes < fewest) fewest = all[r->entrant[i]].byes;
    for (uint32_t i = 0; i < r->players; i++) {
        const uint32_t more = all[r->entrant[i]].byes - fewest, count = more < MOST_BYES ? more : MOST_BYES;
        const int64_t points = r->points[i];
        swiss_set_cost(r, i, r->players,
                       BYE_COST * count + points * points * CHANCES +
                           (int64_t)(swiss_chance(r, r->entrant[i], UINT32_MAX) % CHANCES));
    }
}

/* Whether player i moves first against j. */
static bool swiss_moves_first(const swiss_round *r, uint32_t i, uint32_t j)
{
    if (r->first[i] != r->first[j]) return r->first[i] < r->first[j];
    if (r->last[i] != r->last[j]) return r->last[i] < r->last[j];
    return (swiss_chance(r, r->entrant[i], r->entrant[j]) / CHANCES % 2 == 0) == (i < j);
}

/* Whether the pair of player i comes before that of player j: more points, then those of the partners, then numbers. Both are the
   better ones of their pairs. */
static bool swiss_comes_before(const swiss_round *r, uint32_t i, uint32_t j)
{
    const uint32_t a = r->partner[i], b = r->partner[j];
    if (r->points[i] != r->points[j]) return r->points[i] > r->points[j];
    if (r->points[a] != r->points[b]) return r->points[a] > r->points[b];
    return i < j;
}

/* The better one of each pair, in the order of the lineups. `best` has room for half the players. */
static uint32_t swiss_order(const swiss_round *r, uint32_t *best)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->players; i++) {
        const uint32_t j = r->partner[i];
        if (j == r->players || r->points[j] > r->points[i] || (r->points[j] == r->points[i] && j < i))
            continue;
        uint32_t place = count++;
        for (; place > 0 && swiss_comes_before(r, i, best[place - 1]); place--) best[place] = best[place - 1];
        best[place] = i;
    }
    ALEA_ASSERT(count == r->players / 2);
    return count;
}

/* Writes the lineups, and how often their pairs have met. */
static alea_status swiss_write(const swiss_round *r, alea__design *d, alea_error *error)
{
    *d = (alea__design){.entrants = r->swiss->entrants, .seats = 2, .fewest = UINT32_MAX};
    uint32_t *best = alea__alloc_array(r->players, sizeof *best);
    d->lineup = alea__alloc_array(r->players, sizeof *d->lineup);
    if (!best || !d->lineup) {
        alea__free(best);
        alea__design_free(d);
        return alea__out_of_memory(error);
    }
    d->count = d->round = swiss_order(r, best);
    for (uint32_t k = 0; k < d->count; k++) {
        const uint32_t i = best[k], j = r->partner[i], met = r->met[(size_t)i * r->players + j];
        const bool first = swiss_moves_first(r, i, j);
        d->lineup[2 * k] = r->entrant[first ? i : j];
        d->lineup[2 * k + 1] = r->entrant[first ? j : i];
        if (met < d->fewest) d->fewest = met;
        if (met > d->most) d->most = met;
    }
    alea__free(best);
    return ALEA_OK;
}

alea_status alea__swiss_round(const alea__swiss *s, alea__design *out, uint32_t *bye, alea_error *error)
{
    swiss_round r = {.swiss = s};
    alea__design d;
    alea_status status = swiss_check(s, &r.players, error);
    if (status) return status;
    r.nodes = r.players + r.players % 2;
    if (!swiss_round_alloc(&r)) status = alea__out_of_memory(error);
    if (!status) {
        swiss_number_players(&r);
        swiss_count_games(&r);
        swiss_price_pairs(&r);
        if (r.nodes > r.players) swiss_price_bye(&r);
        status = alea__matching_solve(r.nodes, r.cost, r.partner, error);
    }
    if (!status) status = swiss_write(&r, &d, error);
    if (!status) {
        *out = d;
        *bye = r.nodes > r.players ? r.entrant[r.partner[r.players]] : ALEA__SWISS_NO_BYE;
    }
    alea__owned_free(&r.owned);
    return status;
}

uint32_t alea__swiss_rounds(uint32_t entrants)
{
    uint32_t rounds = 2;
    while (entrants > 1u << (rounds - 2)) rounds++;
    const uint32_t most = entrants % 2 == 1 ? entrants : entrants > 0 ? entrants - 1 : 0;
    return rounds < most ? rounds : most;
}
