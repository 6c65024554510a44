/* The plain referee of race, with which every faster path is compared. Freestanding and simple; changes the state in place. */
#include "base/assert.h"
#include "family/race/play/state.h"

static void referee_bank(const race_rules *rules, race_state *s);
static void referee_lose(const race_rules *rules, race_state *s, race_kind kind);
static void referee_end_turn(const race_rules *rules, race_state *s);
static void referee_begin_turn(const race_rules *rules, race_state *s, uint32_t seat);

void race_start(const race_rules *rules, race_state *s)
{
    for (uint32_t seat = 0; seat < RACE_SEATS; seat++) s->score[seat] = 0;
    s->turns = 0;
    s->leader = RACE_NOBODY;
    s->winner = RACE_NOBODY;
    s->unfinished = 0;
    s->forfeited = 0;
    referee_begin_turn(rules, s, 0);
}

void race_choose(const race_rules *rules, race_state *s, race_move move)
{
    ALEA_ASSERT(s->phase == RACE_DECIDE && s->mover < rules->players);
    if (move == RACE_ROLL_MOVE)
        s->phase = RACE_ROLL;
    else
        referee_bank(rules, s);
}

static void stop_unfinished(race_state *s)
{
    s->phase = RACE_FINISHED;
    s->unfinished = 1;
}

void race_roll(const race_rules *rules, race_state *s, uint32_t outcome)
{
    ALEA_ASSERT(s->phase == RACE_ROLL && outcome < rules->outcomes && s->memory < rules->memories);
    const race_effect *e = &rules->effect[s->memory * rules->outcomes + outcome];
    s->rolls++;
    if (e->kind != RACE_ADD) {
        referee_lose(rules, s, (race_kind)e->kind);
        return;
    }
    s->turn += e->amount;
    uint32_t total = race_total(s);
    if (total <= rules->goal && rules->landing[total] != RACE_ADD)
        referee_lose(rules, s, (race_kind)rules->landing[total]);
    else if (rules->over_goal_hold && total >= race_enough(rules))
        referee_bank(rules, s);
    else {
        s->memory = e->memory;
        s->phase = e->forced ? RACE_ROLL : RACE_DECIDE;
        if (s->rolls == RACE_LIMIT) stop_unfinished(s);
    }
}

/* The turn in which a player fails counts as ended; turns that it would have had are skipped and do not count. */
void race_forfeit(const race_rules *rules, race_state *s)
{
    ALEA_ASSERT(s->phase != RACE_FINISHED && !(s->forfeited >> s->mover & 1));
    s->forfeited |= (uint8_t)(1u << s->mover);
    s->turn = 0;
    if (s->forfeited != (1u << rules->players) - 1) {
        referee_end_turn(rules, s);
        return;
    }
    s->turns++;
    stop_unfinished(s);
}

static int64_t pays(const race_rules *rules, const race_state *s, uint32_t seat)
{
    uint32_t score = s->score[seat];
    int64_t per_point = rules->pay[score < rules->goal ? score : rules->goal];
    return per_point * ((int64_t)s->score[s->winner] - (int64_t)score);
}

int64_t race_money(const race_rules *rules, const race_state *s, uint32_t seat)
{
    if (!rules->money || s->winner == RACE_NOBODY) return 0;
    ALEA_ASSERT(s->phase == RACE_FINISHED && s->winner < rules->players && seat < rules->players);
    if (seat != s->winner) return -pays(rules, s, seat);
    int64_t sum = 0;
    for (uint32_t other = 0; other < rules->players; other++) sum += pays(rules, s, other);
    return sum;
}

uint32_t race_others(const race_rules *rules, const race_state *s, uint32_t others[RACE_SEATS])
{
    uint32_t count = 0;
    for (uint32_t seat = 0; seat < rules->players; seat++)
        if (seat != s->mover) others[count++] = s->score[seat];
    return count;
}

uint32_t race_others_after(const race_rules *rules, const race_state *s, uint32_t others[RACE_SEATS])
{
    uint32_t count = 0;
    for (uint32_t seat = s->mover + 1u; seat < rules->players; seat++) others[count++] = s->score[seat];
    for (uint32_t seat = 0; seat < s->mover; seat++) others[count++] = s->score[seat];
    return count;
}

static void referee_win(race_state *s, uint32_t seat)
{
    ALEA_ASSERT(s->winner == RACE_NOBODY && !(s->forfeited >> seat & 1));
    s->phase = RACE_FINISHED;
    s->winner = (uint8_t)seat;
}

/* The turn's points are the mover's; that wins, takes the lead or ends the turn. */
static void referee_bank(const race_rules *rules, race_state *s)
{
    uint32_t total = race_total(s);
    s->score[s->mover] = total < RACE_MOST_SCORE ? total : RACE_MOST_SCORE;
    s->turn = 0;
    if (rules->ending == RACE_CHASE) {
        /* Strictly above: a tie with the leader does not overtake. */
        const uint32_t to_beat = s->leader == RACE_NOBODY ? rules->goal : s->score[s->leader];
        if (s->score[s->mover] > to_beat) s->leader = s->mover;
    } else if (total >= rules->goal) {
        s->turns++;
        referee_win(s, s->mover);
        return;
    }
    referee_end_turn(rules, s);
}

/* A bust costs the turn; a wipe costs everything. */
static void referee_lose(const race_rules *rules, race_state *s, race_kind kind)
{
    s->turn = 0;
    if (kind == RACE_WIPE) s->score[s->mover] = 0;
    referee_end_turn(rules, s);
}

/* A leader never moves while leading: play that comes back to the leader is the end. */
static void referee_end_turn(const race_rules *rules, race_state *s)
{
    ALEA_ASSERT(s->forfeited < (1u << rules->players) - 1); /* or the search for the next one would not end */
    uint32_t next = s->mover;
    do next = next + 1 < rules->players ? next + 1 : 0;
    while (s->forfeited >> next & 1);
    s->turns++;
    if (next == s->leader)
        referee_win(s, next);
    else if (s->turns == rules->turn_limit)
        s->phase = RACE_FINISHED;
    else if (s->turns == RACE_LIMIT)
        stop_unfinished(s);
    else
        referee_begin_turn(rules, s, next);
}

static void referee_begin_turn(const race_rules *rules, race_state *s, uint32_t seat)
{
    s->mover = (uint8_t)seat;
    s->turn = 0;
    s->rolls = 0;
    s->memory = 0;
    s->phase = rules->first_forced ? RACE_ROLL : RACE_DECIDE;
}
