#ifndef TESTS_PLAY_FAKE_FAMILY_H
#define TESTS_PLAY_FAKE_FAMILY_H
/* A family simple enough to test bots and matches without a real game: one die, a 1 busts, the first to bank the goal wins,
   the first roll of a turn is forced, and each player pays the winner a dollar for each point between them. Unfinished
   after 200 turns or 100 rolls in one. Policies: hold(n), forfeit(k), coin(p) and always-roll. */
#include "base/error.h"
#include "base/memory.h"
#include "game/family.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAKE_HOLD, FAKE_ROLL, FAKE_TURNS = 200, FAKE_ROLLS = 100, FAKE_NOBODY = 255 };

typedef struct fake_rules {
    unsigned players;
    uint32_t goal;
} fake_rules;

typedef enum fake_phase { FAKE_CHANCE, FAKE_DECIDE, FAKE_OVER } fake_phase;

typedef struct fake_state {
    uint32_t score[ALEA_MAX_SEATS], turn, rolls, turns;
    uint8_t mover, phase, winner, unfinished, out;
} fake_state;

typedef struct fake_policy {
    char kind; /* h, f, c, a */
    uint32_t n;
} fake_policy;

static inline fake_state fake_load(const alea_state *state)
{
    fake_state s;
    memcpy(&s, state, sizeof s);
    return s;
}

static inline void fake_store(alea_state *state, fake_state s)
{
    memset(state, 0, sizeof *state);
    memcpy(state, &s, sizeof s);
}

static inline const fake_rules *fake_of(const alea__rules *rules)
{
    return (const fake_rules *)rules;
}

/* ---- the referee --------------------------------------------------------------------------------------- */

static inline void fake_start(const alea__rules *rules, alea_state *state)
{
    (void)rules;
    fake_store(state, (fake_state){.winner = FAKE_NOBODY});
}

static inline int fake_to_move(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    fake_state s = fake_load(state);
    return s.phase == FAKE_OVER ? ALEA_OVER : s.phase == FAKE_CHANCE ? ALEA_CHANCE : s.mover;
}

static inline int fake_turn_of(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return fake_load(state).mover;
}

static inline void fake_pass(const fake_rules *rules, fake_state *s)
{
    s->turn = s->rolls = 0;
    s->phase = FAKE_CHANCE;
    if (++s->turns == FAKE_TURNS || s->out == (1u << rules->players) - 1) {
        s->phase = FAKE_OVER;
        s->unfinished = 1;
        return;
    }
    do s->mover = (uint8_t)((s->mover + 1u) % rules->players);
    while (s->out >> s->mover & 1);
}

static inline alea_status fake_apply(const alea__rules *opaque, alea_state *state, uint32_t what,
                                     alea_error *error)
{
    const fake_rules *rules = fake_of(opaque);
    fake_state s = fake_load(state);
    if (s.phase == FAKE_OVER || what >= (s.phase == FAKE_CHANCE ? 6 : 2))
        return alea__fail(error, ALEA_E_STATE, "Move %u is not legal here.", (unsigned)what);
    if (s.phase == FAKE_CHANCE) {
        s.rolls++;
        s.turn += what + 1;
        s.phase = FAKE_DECIDE;
        if (what == 0) fake_pass(rules, &s);
        if (what != 0 && s.rolls == FAKE_ROLLS) s.phase = FAKE_OVER, s.unfinished = 1;
    } else if (what == FAKE_ROLL) {
        s.phase = FAKE_CHANCE;
    } else {
        s.score[s.mover] += s.turn;
        if (s.score[s.mover] >= rules->goal)
            s.turns++, s.winner = s.mover, s.phase = FAKE_OVER;
        else
            fake_pass(rules, &s);
    }
    fake_store(state, s);
    return ALEA_OK;
}

static inline void fake_forfeit(const alea__rules *rules, alea_state *state)
{
    fake_state s = fake_load(state);
    s.out = (uint8_t)(s.out | 1u << s.mover);
    fake_pass(fake_of(rules), &s);
    fake_store(state, s);
}

static inline void fake_outcome(const alea__rules *opaque, const alea_state *state, alea_outcome *out)
{
    const fake_rules *rules = fake_of(opaque);
    fake_state s = fake_load(state);
    *out = (alea_outcome){
        .winner = s.winner == FAKE_NOBODY ? -1 : s.winner, .unfinished = s.unfinished, .turns = s.turns};
    for (unsigned i = 0; i < rules->players; i++) {
        out->score[i] = s.score[i];
        if (out->winner < 0 || (int)i == out->winner) continue;
        int64_t paid = (int64_t)s.score[s.winner] - (int64_t)s.score[i];
        out->money[i] = -paid;
        out->money[s.winner] += paid;
    }
}

static inline unsigned fake_move_count(const alea__rules *rules, const alea_state *state)
{
    (void)rules, (void)state;
    return 2;
}

static inline uint32_t fake_move(const alea__rules *rules, const alea_state *state, unsigned index)
{
    (void)rules, (void)state;
    return index;
}

static inline const char *fake_move_name(const alea__rules *rules, uint32_t move)
{
    (void)rules;
    return move == FAKE_ROLL ? "roll" : "hold";
}

static inline uint32_t fake_chance_count(const alea__rules *rules, const alea_state *state)
{
    (void)rules, (void)state;
    return 6;
}

static inline uint64_t fake_chance_weight(const alea__rules *rules, const alea_state *state, uint32_t outcome)
{
    (void)rules, (void)state, (void)outcome;
    return 1;
}

static inline unsigned fake_chance_faces(const alea__rules *rules, const alea_state *state, uint32_t outcome,
                                         uint32_t faces[16])
{
    (void)rules, (void)state;
    faces[0] = outcome + 1;
    return 1;
}

static inline bool fake_has_objective(const alea__rules *rules, alea_objective objective)
{
    (void)rules;
    return objective == ALEA_WIN || objective == ALEA_MONEY;
}

static inline void fake_describe(const alea__rules *rules, const alea_state *state, char *out, size_t size)
{
    (void)rules;
    fake_state s = fake_load(state);
    snprintf(out, size, "scores %u,%u turn %u", (unsigned)s.score[0], (unsigned)s.score[1], (unsigned)s.turn);
}

/* ---- policies ------------------------------------------------------------------------------------------ */

static inline alea_builtin fake_builtin(size_t index)
{
    static const alea_builtin all[] = {
        {"hold(n)", "Holds at n points.", NULL},
        {"forfeit(k)", "Fails at its k-th decision.", NULL},
        {"coin(p)", "Rolls p times out of 256.", NULL},
        {"always-roll", "Never holds.", NULL},
        {"table:FILE.csv", "Holds as a table says.", NULL},
        {NULL, NULL, NULL},
    };
    return all[index];
}

static inline alea_status fake_policy_open(const alea__rules *rules, const alea__spec *spec,
                                           alea__policy **out, alea_error *error)
{
    (void)rules;
    fake_policy *policy = alea__alloc(sizeof *policy);
    if (!policy) return alea__out_of_memory(error);
    policy->kind = spec->name[0];
    policy->n = spec->count ? (uint32_t)strtoul(spec->argument[0].value, NULL, 10) : 1;
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

/* A table of one number: hold(n). */
static inline alea_status fake_table_open(const alea__rules *rules, const alea__csv_text *csv,
                                          alea__policy **out, alea_error *error)
{
    (void)rules;
    if (csv->size == 0) return alea__fail_at(error, ALEA_E_BOT, csv->file, 1, "The table is empty.");
    fake_policy *policy = alea__alloc(sizeof *policy);
    if (!policy) return alea__out_of_memory(error);
    *policy = (fake_policy){'h', (uint32_t)strtoul(csv->text, NULL, 10)};
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

static inline void fake_policy_free(alea__policy *policy)
{
    alea__free(policy);
}

static inline uint32_t fake_decide(const alea__rules *rules, const alea__policy *opaque,
                                   const alea_state *state, alea__memo *memo, alea__stream *own)
{
    const fake_policy *policy = (const fake_policy *)opaque;
    fake_state s = fake_load(state);
    memo->word[0]++;
    switch (policy->kind) {
    case 'h':
        return s.turn >= policy->n || s.score[s.mover] + s.turn >= fake_of(rules)->goal ? FAKE_HOLD
                                                                                        : FAKE_ROLL;
    case 'f': return memo->word[0] == policy->n ? ALEA__NO_MOVE : s.turn >= 8 ? FAKE_HOLD : FAKE_ROLL;
    case 'c': return alea__next_byte(own) < policy->n ? FAKE_ROLL : FAKE_HOLD;
    default: return FAKE_ROLL;
    }
}

/* ---- the simulator: hold(n) only, written without the referee ------------------------------------------ */

static inline bool fake_can_simulate(const alea__policy_match *match)
{
    for (unsigned i = 0; i < fake_of(match->rules)->players; i++)
        if (((const fake_policy *)match->policy[i])->kind != 'h') return false;
    return true;
}

static inline uint32_t fake_simulate_game(const alea__policy_match *match, uint64_t game, uint32_t *score,
                                          uint32_t *turns)
{
    const fake_rules *rules = fake_of(match->rules);
    alea__dice dice = alea__dice_for(6);
    alea__dice_stream stream;
    alea__dice_start(&stream, match->seed, 0, game);
    for (*turns = 1;; ++*turns) {
        uint32_t seat = (*turns - 1) % rules->players, turn = 0, face;
        uint32_t n =
            ((const fake_policy *)match->policy[alea__bot_in_seat(match->rotate, rules->players, game, seat)])
                ->n;
        do {
            face = 1 + alea__roll_dice(&stream, &dice, 1);
            turn += face;
        } while (face != 1 && turn < n && score[seat] + turn < rules->goal);
        if (face == 1) turn = 0;
        score[seat] += turn;
        if (score[seat] >= rules->goal) return seat;
        if (*turns == FAKE_TURNS) return FAKE_NOBODY;
    }
}

static inline void fake_simulate(const alea__policy_match *match, uint64_t first, uint64_t games,
                                 alea__tally *tally)
{
    unsigned players = fake_of(match->rules)->players;
    for (uint64_t game = first; game < first + games; game++) {
        uint32_t score[ALEA_MAX_SEATS] = {0}, turns, winner = fake_simulate_game(match, game, score, &turns);
        tally->games++;
        tally->turns += turns;
        tally->unfinished += winner == FAKE_NOBODY;
        if (winner == FAKE_NOBODY) continue;
        int64_t pot = 0;
        for (uint32_t seat = 0; seat < players; seat++) pot += (int64_t)score[winner] - score[seat];
        for (uint32_t seat = 0; seat < players; seat++) {
            uint32_t bot = alea__bot_in_seat(match->rotate, players, game, seat);
            int64_t money = seat == winner ? pot : (int64_t)score[seat] - score[winner];
            tally->wins[bot][seat] += seat == winner;
            tally->money[bot][seat] += money;
            alea__add_square(tally->money_squared[bot], money);
        }
    }
}

/* ---- Lua bots and the check ---------------------------------------------------------------------------- */

static inline void fake_push_view(const alea__rules *rules, const alea_state *state, lua_State *L)
{
    fake_state s = fake_load(state);
    lua_createtable(L, 0, 4);
    lua_pushinteger(L, s.turn);
    lua_setfield(L, -2, "turn");
    lua_pushinteger(L, s.score[s.mover]);
    lua_setfield(L, -2, "own");
    lua_pushinteger(L, s.score[(s.mover + 1u) % fake_of(rules)->players]);
    lua_setfield(L, -2, "other");
    lua_pushinteger(L, fake_of(rules)->goal);
    lua_setfield(L, -2, "goal");
}

static inline uint32_t fake_lua_answer(const alea__rules *rules, const alea_state *state, lua_State *L,
                                       char *why, size_t size)
{
    (void)rules, (void)state;
    uint32_t move = ALEA__NO_MOVE;
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (strcmp(text, "roll") == 0) move = FAKE_ROLL;
    if (strcmp(text, "hold") == 0) move = FAKE_HOLD;
    if (move == ALEA__NO_MOVE)
        snprintf(why, size, "decide returned a %s, \"%s\"", luaL_typename(L, -1), text);
    lua_pop(L, 1);
    return move;
}

/* own 0 … 29, other 0 … 29, turn 2 … 11: 9,000 states. */
static inline bool fake_check_state(const alea__rules *rules, uint64_t index, alea_state *out, bool *sampled)
{
    (void)rules;
    *sampled = false;
    if (index >= 9000) return false;
    fake_state s = {.winner = FAKE_NOBODY, .phase = FAKE_DECIDE};
    s.score[0] = (uint32_t)(index / 300);
    s.score[1] = (uint32_t)(index / 10 % 30);
    s.turn = 2 + (uint32_t)(index % 10);
    fake_store(out, s);
    return true;
}

static const alea__rules_ops fake_rules_ops = {
    .has_objective = fake_has_objective,
    .lua_functions = alea__no_lua_functions,
};

static const alea__play_ops fake_play_ops = {
    .start = fake_start,
    .to_move = fake_to_move,
    .turn_of = fake_turn_of,
    .move_count = fake_move_count,
    .move = fake_move,
    .move_name = fake_move_name,
    .chance_count = fake_chance_count,
    .chance_weight = fake_chance_weight,
    .chance_faces = fake_chance_faces,
    .apply = fake_apply,
    .forfeit = fake_forfeit,
    .outcome = fake_outcome,
    .canonical = alea__all_canonical,
};

static const alea__policy_ops fake_policy_ops = {
    .builtin = fake_builtin,
    .open = fake_policy_open,
    .free = fake_policy_free,
    .decide = fake_decide,
};

static const alea__text_ops fake_text_ops = {
    .push_view = fake_push_view,
    .lua_answer = fake_lua_answer,
    .sample_state = fake_check_state,
    .describe = fake_describe,
    .fact = alea__no_fact,
    .explain = alea__no_explanation,
};

static const alea__csv_ops fake_csv_ops = {
    .open = fake_table_open,
};

static const alea__simulation_ops fake_simulation_ops = {
    .can_simulate = fake_can_simulate,
    .simulate = fake_simulate,
};

static const alea__family fake_family = {
    .name = "fake",
    .rules = &fake_rules_ops,
    .play = &fake_play_ops,
    .policy = &fake_policy_ops,
    .text = &fake_text_ops,
    .csv = &fake_csv_ops,
    .simulation = &fake_simulation_ops,
};

/* A game of it, to be declared as a local: FAKE_GAME(game, 2); */
#define FAKE_GAME(variable, seats)                                   \
    fake_rules variable##_rules = {.players = (seats), .goal = 30};  \
    char variable##_spec[] = "fake(goal=30)";                        \
    alea_game variable = {.family = &fake_family,                    \
                          .rules = (alea__rules *)&variable##_rules, \
                          .name = variable##_spec,                   \
                          .spec = variable##_spec,                   \
                          .players = (seats)}

#endif
