/* The states in which `alea bot check` asks a bot. For one and two players: every pair of the mover's total and the
   other's score that can occur, up to the goal and a hundred more, once each; how the total splits into banked points
   and points of the turn varies from state to state. For more players, and for goals too high for all pairs: a sample. */
#include "base/assert.h"
#include "family/race/rules/layout.h"
#include "family/race/text/text.h"

#include <string.h>

enum { BEYOND = 100, MOST_PAIRS = 250000, SAMPLE = 50000 };

/* A number below `count`, well enough spread for a sample. */
static uint32_t sample_pick(uint64_t *random, uint32_t count)
{
    ALEA_ASSERT(count > 0);
    *random = alea__mix(*random);
    return (uint32_t)(*random >> 32) % count;
}

/* Totals that no player can have, such as Pig-Pen's 100, give way to the next one. */
static uint32_t sample_possible(const race_rules *rules, uint32_t total)
{
    while (!race_can_stand(rules, total)) total++;
    return total;
}

/* The upper limit, exclusive, of scores of a player who is not to move. */
static uint32_t other_scores(const race_rules *rules)
{
    return rules->ending == RACE_CHASE ? rules->goal + BEYOND + 1 : rules->goal;
}

/* Who leads a chase while `mover` is to move: the first of the others with the best score above the goal. */
uint8_t race_leader(const race_rules *rules, const uint32_t score[RACE_SEATS], uint32_t mover)
{
    uint8_t leader = RACE_NOBODY;
    uint32_t best = rules->goal;
    for (uint8_t seat = 0; rules->ending == RACE_CHASE && seat < rules->players; seat++) {
        if (seat == mover || score[seat] <= best) continue;
        best = score[seat];
        leader = seat;
    }
    return leader;
}

/* The state of that number: scores by the number or, for a sample, drawn from it; then the mover's total is split into what
   it banked (below the goal, or in a chase no more than the goal or the leader's score) and the turn. */
static void sample_fill(const race_rules *rules, race_state *s, uint64_t index, bool sampled)
{
    uint64_t random = alea__mix(index);
    uint32_t totals = rules->goal + BEYOND + 1, scores = other_scores(rules);
    s->mover = sampled ? (uint8_t)sample_pick(&random, rules->players) : 0;
    for (uint32_t seat = 0; seat < rules->players; seat++) {
        if (seat == s->mover) continue;
        s->score[seat] =
            sample_possible(rules, sampled ? sample_pick(&random, scores) : (uint32_t)(index / totals));
    }
    s->leader = race_leader(rules, s->score, s->mover);
    const uint32_t total =
        sample_possible(rules, sampled ? sample_pick(&random, totals) : (uint32_t)(index % totals));
    uint32_t most = rules->ending == RACE_BANK ? rules->goal - 1 : rules->goal;
    if (s->leader != RACE_NOBODY) most = s->score[s->leader];
    uint32_t banked = total == 0 ? 0 : sample_possible(rules, sample_pick(&random, total));
    if (banked > most || banked > total) banked = 0;
    ALEA_ASSERT(race_can_begin_at(rules, banked) && s->mover < rules->players);
    s->score[s->mover] = banked;
    s->turn = total - banked;
    s->rolls = s->turn == 0 ? rules->first_forced : 1 + sample_pick(&random, s->turn);
    s->phase = RACE_DECIDE;
}

bool race_sample_state(const alea__rules *opaque, uint64_t index, alea_state *out, bool *sampled)
{
    const race_rules *rules = race_rules_of(opaque);
    uint64_t pairs = (uint64_t)(rules->goal + BEYOND + 1) * (rules->players == 1 ? 1 : other_scores(rules));
    *sampled = rules->players > 2 || pairs > MOST_PAIRS;
    if (index >= (*sampled ? SAMPLE : pairs)) return false;
    race_state s;
    memset(&s, 0, sizeof s);
    memset(out, 0, sizeof *out);
    race_start(rules, &s);
    sample_fill(rules, &s, index, *sampled);
    race_store(&s, out);
    return true;
}
