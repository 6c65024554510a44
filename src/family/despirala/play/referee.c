/* The plain referee of Despirala: the judge of every faster way to play. Freestanding, in place, and obvious. */
#include "family/despirala/play/state.h"

uint32_t despirala_keeps(const despirala_rules *rules, const despirala_target *t, const uint8_t *dice)
{
    uint32_t kept = 0;
    if (t->collect) return dice[t->collect - 1];
    for (uint32_t f = 0; f < rules->sides; f++) kept += dice[f] < t->need[f] ? dice[f] : t->need[f];
    return kept;
}

/* ---- turns ---- */

static void take_all_dice(const despirala_rules *rules, despirala_state *s)
{
    for (uint32_t f = 0; f < DESPIRALA_SIDES; f++) s->dice[f] = 0;
    s->air = (uint8_t)rules->dice;
    s->phase = DESPIRALA_ROLL;
}

static void begin_turn(const despirala_rules *rules, despirala_state *s)
{
    s->doing = DESPIRALA_NONE;
    s->gained = false;
    take_all_dice(rules, s);
}

void despirala_start(const despirala_rules *rules, despirala_state *s)
{
    for (uint32_t seat = 0; seat < DESPIRALA_SEATS; seat++) s->player[seat] = (despirala_player){0};
    s->turns = 0;
    s->mover = 0;
    s->lost = 0;
    s->winner = DESPIRALA_NONE;
    begin_turn(rules, s);
}

static bool has_lost(const despirala_state *s, uint32_t seat)
{
    return s->lost >> seat & 1;
}

static bool is_done(const despirala_rules *rules, const despirala_state *s, uint32_t seat)
{
    return has_lost(s, seat) || s->player[seat].used == (1u << rules->combinations) - 1;
}

/* Equal scores at the top win nothing, and nobody wins who plays alone. */
static uint8_t find_winner(const despirala_rules *rules, const despirala_state *s)
{
    uint8_t best = DESPIRALA_NONE;
    bool shared = false;
    for (uint32_t seat = 0; seat < rules->seats; seat++) {
        if (has_lost(s, seat)) continue;
        const int score = s->player[seat].score;
        const int lead = best == DESPIRALA_NONE ? 1 : score - s->player[best].score;
        const bool better = best == DESPIRALA_NONE || (rules->least ? lead < 0 : lead > 0);
        shared = better ? false : shared || lead == 0;
        if (better) best = (uint8_t)seat;
    }
    return shared || rules->seats == 1 ? DESPIRALA_NONE : best;
}

static void finish(const despirala_rules *rules, despirala_state *s)
{
    for (uint32_t seat = 0; seat < rules->seats; seat++) {
        despirala_player *p = &s->player[seat];
        if (has_lost(s, seat)) continue;
        p->score = (uint16_t)(p->score + p->goods * rules->good_points);
        p->goods = 0;
    }
    s->phase = DESPIRALA_FINISHED;
    s->winner = find_winner(rules, s);
}

static void pass(const despirala_rules *rules, despirala_state *s)
{
    s->turns++;
    for (uint32_t i = 1; i <= rules->seats; i++) {
        const uint32_t seat = (s->mover + i) % rules->seats;
        if (is_done(rules, s, seat)) continue;
        s->mover = (uint8_t)seat;
        begin_turn(rules, s);
        return;
    }
    finish(rules, s);
}

static void end_turn(const despirala_rules *rules, despirala_state *s, uint32_t points)
{
    despirala_player *p = &s->player[s->mover];
    p->used = (uint16_t)(p->used | 1u << rules->target[s->doing].combination);
    p->score = (uint16_t)(p->score + points);
    pass(rules, s);
}

/* ---- combinations ---- */

/* A good for rolling again what the target does not keep. */
static void pay_and_roll_others(const despirala_rules *rules, despirala_state *s)
{
    const despirala_target *t = &rules->target[s->doing];
    s->player[s->mover].goods--;
    s->air = (uint8_t)(rules->dice - despirala_keeps(rules, t, s->dice));
    for (uint32_t f = 0; f < rules->sides; f++) {
        const uint32_t most = t->collect ? (f + 1 == t->collect ? rules->dice : 0) : t->need[f];
        if (s->dice[f] > most) s->dice[f] = (uint8_t)most;
    }
    s->phase = DESPIRALA_ROLL;
}

static uint32_t collected(const despirala_rules *rules, const despirala_state *s)
{
    const uint32_t face = rules->target[s->doing].collect;
    return face * s->dice[face - 1];
}

/* All dice lie, and a target is attempted. */
static void settle(const despirala_rules *rules, despirala_state *s)
{
    const despirala_target *t = &rules->target[s->doing];
    const uint32_t kept = despirala_keeps(rules, t, s->dice);
    const bool can_roll = s->player[s->mover].goods > 0;
    if (t->collect && can_roll && kept < rules->dice)
        s->phase = DESPIRALA_COLLECT;
    else if (t->collect)
        end_turn(rules, s, collected(rules, s));
    else if (kept == t->size)
        end_turn(rules, s, t->points);
    else if (can_roll)
        pay_and_roll_others(rules, s);
    else
        end_turn(rules, s, 0);
}

static void reroll(const despirala_rules *rules, despirala_state *s)
{
    s->player[s->mover].goods--;
    take_all_dice(rules, s);
}

static void choose(const despirala_rules *rules, despirala_state *s, uint32_t target)
{
    s->doing = (uint8_t)target;
    settle(rules, s);
}

/* ---- moves and rolls ---- */

static bool allows_target(const despirala_rules *rules, const despirala_state *s, uint32_t target)
{
    return !(s->player[s->mover].used >> rules->target[target].combination & 1);
}

bool despirala_allows(const despirala_rules *rules, const despirala_state *s, uint32_t move)
{
    if (s->phase == DESPIRALA_COLLECT) return move == DESPIRALA_STOP || move == despirala_go_on(rules);
    if (s->phase != DESPIRALA_CHOOSE) return false;
    if (move == despirala_reroll(rules)) return rules->may_reroll && s->player[s->mover].goods > 0;
    return move >= DESPIRALA_TARGET && move - DESPIRALA_TARGET < rules->targets &&
           allows_target(rules, s, move - DESPIRALA_TARGET);
}

void despirala_move(const despirala_rules *rules, despirala_state *s, uint32_t move)
{
    if (move == despirala_reroll(rules))
        reroll(rules, s);
    else if (move == despirala_go_on(rules))
        pay_and_roll_others(rules, s);
    else if (move == DESPIRALA_STOP)
        end_turn(rules, s, collected(rules, s));
    else
        choose(rules, s, move - DESPIRALA_TARGET);
}

void despirala_roll(const despirala_rules *rules, despirala_state *s, uint32_t outcome)
{
    for (; s->air > 0; s->air--, outcome /= rules->sides) s->dice[outcome % rules->sides]++;
    if (!s->gained) s->player[s->mover].goods = (uint16_t)(s->player[s->mover].goods + rules->gain);
    s->gained = true;
    if (s->doing == DESPIRALA_NONE)
        s->phase = DESPIRALA_CHOOSE;
    else
        settle(rules, s);
}

/* Who fails has the worst score that there is, so that it never pays. */
void despirala_forfeit(const despirala_rules *rules, despirala_state *s)
{
    despirala_player *p = &s->player[s->mover];
    p->score = (uint16_t)(rules->least ? rules->most_score : 0);
    p->goods = 0;
    s->lost = (uint8_t)(s->lost | 1u << s->mover);
    pass(rules, s);
}
