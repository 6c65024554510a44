/* The plain referee of Despirala, with which every faster path is compared. Freestanding and simple; changes the state in place. */
#include "base/assert.h"
#include "family/despirala/play/state.h"

uint32_t despirala_keeps(const despirala_rules *rules, const despirala_target *t, const uint8_t *dice)
{
    uint32_t kept = 0;
    if (t->collect) return dice[t->collect - 1];
    for (uint32_t f = 0; f < rules->sides; f++) kept += dice[f] < t->required[f] ? dice[f] : t->required[f];
    return kept;
}

/* ---- turns ---- */

static void take_all_dice(const despirala_rules *rules, despirala_state *s)
{
    for (uint32_t f = 0; f < DESPIRALA_SIDES; f++) s->dice[f] = 0;
    s->rolled = (uint8_t)rules->dice;
    s->phase = DESPIRALA_ROLL;
}

static void despirala_begin_turn(const despirala_rules *rules, despirala_state *s)
{
    s->doing = DESPIRALA_NONE;
    s->gained = false;
    take_all_dice(rules, s);
}

void despirala_start(const despirala_rules *rules, despirala_state *s)
{
    *s = (despirala_state){.winner = DESPIRALA_NONE};
    despirala_begin_turn(rules, s);
}

static bool has_lost(const despirala_state *s, uint32_t seat)
{
    return s->lost >> seat & 1;
}

/* A tie at the top has no winner, nor has a single player. */
static void despirala_finish(const despirala_rules *rules, despirala_state *s)
{
    uint8_t best = DESPIRALA_NONE;
    bool shared = false;
    s->phase = DESPIRALA_FINISHED;
    for (uint32_t seat = 0; seat < rules->seats; seat++) {
        despirala_player *p = &s->player[seat];
        if (has_lost(s, seat)) continue;
        p->score = (uint16_t)(p->score + p->goods * rules->good_points);
        p->goods = 0;
        const int lead = best == DESPIRALA_NONE ? 1 : p->score - s->player[best].score;
        const bool better = best == DESPIRALA_NONE || (rules->least ? lead < 0 : lead > 0);
        shared = better ? false : shared || lead == 0;
        if (better) best = (uint8_t)seat;
    }
    s->winner = shared || rules->seats == 1 ? DESPIRALA_NONE : best;
}

static void despirala_pass(const despirala_rules *rules, despirala_state *s)
{
    s->turns++;
    for (uint32_t i = 1; i <= rules->seats; i++) {
        const uint32_t seat = (s->mover + i) % rules->seats;
        if (has_lost(s, seat) || s->player[seat].used == (1u << rules->combinations) - 1) continue;
        s->mover = (uint8_t)seat;
        despirala_begin_turn(rules, s);
        return;
    }
    despirala_finish(rules, s);
}

static void despirala_end_turn(const despirala_rules *rules, despirala_state *s, uint32_t points)
{
    despirala_player *p = &s->player[s->mover];
    ALEA_ASSERT(s->doing < rules->targets && !(p->used >> rules->target[s->doing].combination & 1));
    p->used = (uint16_t)(p->used | 1u << rules->target[s->doing].combination);
    p->score = (uint16_t)(p->score + points);
    despirala_pass(rules, s);
}

/* ---- combinations ---- */

/* Pays a good to roll again the dice that the target does not keep. */
static void pay_and_roll_others(const despirala_rules *rules, despirala_state *s)
{
    const despirala_target *t = &rules->target[s->doing];
    ALEA_ASSERT(s->player[s->mover].goods > 0);
    s->player[s->mover].goods--;
    s->rolled = (uint8_t)(rules->dice - despirala_keeps(rules, t, s->dice));
    ALEA_ASSERT(s->rolled > 0 && s->rolled <= rules->dice);
    for (uint32_t f = 0; f < rules->sides; f++) {
        const uint32_t most = t->collect ? (f + 1 == t->collect ? rules->dice : 0) : t->required[f];
        if (s->dice[f] > most) s->dice[f] = (uint8_t)most;
    }
    s->phase = DESPIRALA_ROLL;
}

/* Attempts a target with all dice on the table. */
static void despirala_attempt(const despirala_rules *rules, despirala_state *s)
{
    const despirala_target *t = &rules->target[s->doing];
    const uint32_t kept = despirala_keeps(rules, t, s->dice);
    const bool can_roll = s->player[s->mover].goods > 0;
    ALEA_ASSERT(s->rolled == 0 && kept <= rules->dice);
    if (t->collect && can_roll && kept < rules->dice)
        s->phase = DESPIRALA_COLLECT;
    else if (t->collect)
        despirala_end_turn(rules, s, t->collect * kept);
    else if (kept == t->size)
        despirala_end_turn(rules, s, t->points);
    else if (can_roll)
        pay_and_roll_others(rules, s);
    else
        despirala_end_turn(rules, s, 0);
}

/* ---- moves and rolls ---- */

bool despirala_allows(const despirala_rules *rules, const despirala_state *s, uint32_t move)
{
    if (s->phase == DESPIRALA_COLLECT) return move == DESPIRALA_STOP || move == despirala_go_on(rules);
    if (s->phase != DESPIRALA_CHOOSE) return false;
    if (move == despirala_reroll(rules)) return rules->may_reroll && s->player[s->mover].goods > 0;
    return move >= DESPIRALA_TARGET && move - DESPIRALA_TARGET < rules->targets &&
           !(s->player[s->mover].used >> rules->target[move - DESPIRALA_TARGET].combination & 1);
}

uint32_t despirala_count_moves(const despirala_rules *rules, const despirala_state *s)
{
    uint32_t count = 0;
    for (uint32_t m = 0; m <= despirala_reroll(rules); m++) count += despirala_allows(rules, s, m);
    return count;
}

uint32_t despirala_nth_move(const despirala_rules *rules, const despirala_state *s, uint32_t index)
{
    for (uint32_t m = 0; m <= despirala_reroll(rules); m++)
        if (despirala_allows(rules, s, m) && index-- == 0) return m;
    return UINT32_MAX;
}

void despirala_move(const despirala_rules *rules, despirala_state *s, uint32_t move)
{
    ALEA_ASSERT(despirala_allows(rules, s, move));
    if (move == despirala_reroll(rules)) {
        s->player[s->mover].goods--;
        take_all_dice(rules, s);
    } else if (move == despirala_go_on(rules)) {
        pay_and_roll_others(rules, s);
    } else if (move == DESPIRALA_STOP) {
        const uint32_t face = rules->target[s->doing].collect;
        despirala_end_turn(rules, s, face * s->dice[face - 1]);
    } else {
        s->doing = (uint8_t)(move - DESPIRALA_TARGET);
        despirala_attempt(rules, s);
    }
}

void despirala_roll(const despirala_rules *rules, despirala_state *s, uint32_t outcome)
{
    ALEA_ASSERT(s->phase == DESPIRALA_ROLL);
    for (; s->rolled > 0; s->rolled--, outcome /= rules->sides) s->dice[outcome % rules->sides]++;
    ALEA_ASSERT(outcome == 0); /* it was one of these dice */
    if (!s->gained) s->player[s->mover].goods = (uint16_t)(s->player[s->mover].goods + rules->gain);
    s->gained = true;
    if (s->doing == DESPIRALA_NONE)
        s->phase = DESPIRALA_CHOOSE;
    else
        despirala_attempt(rules, s);
}

/* A forfeit scores the worst that is possible, so that it never pays. */
void despirala_forfeit(const despirala_rules *rules, despirala_state *s)
{
    despirala_player *p = &s->player[s->mover];
    ALEA_ASSERT(s->phase != DESPIRALA_FINISHED && !has_lost(s, s->mover));
    p->score = (uint16_t)(rules->least ? rules->most_score : 0);
    p->goods = 0;
    s->lost = (uint8_t)(s->lost | 1u << s->mover);
    despirala_pass(rules, s);
}
