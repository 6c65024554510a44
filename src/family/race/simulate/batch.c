/* Games of a batch, 64 at a time: alea__block_ops (game/batch_ops.h). Each number of a state is an array of all games, of which
   compilers make vectors. What happens most is done in these arrays without branches, as processors predict badly what dice do:
   points are added, and turns end that bring no one ahead. Everything else is left to the referee. */
#include "base/assert.h"
#include "family/race/simulate/simulate.h"
#include "family/race/text/text.h"
#include "game/batch_ops.h"

#define INLINE static inline __attribute__((always_inline))

enum {
    BATCH_GAMES = ALEA__BLOCK_GAMES,
    BATCH_BYTES = 16, /* of a random block */
    BATCH_ROLLS = 48, /* that are read ahead at most */
    BATCH_SPARE = 16  /* room for those of a byte that is not used */
};

/* A number for each game. A mask has all bits or none. */
typedef int32_t batch_lanes[BATCH_GAMES];

typedef struct batch_block {
    batch_lanes score[RACE_SEATS]; /* from the mover on, in the order of turns */
    batch_lanes turn, rolls, memory, mover, turns;
    batch_lanes rare; /* a mask: someone leads or has forfeited, or the game is over */
    batch_lanes over; /* a mask */
    uint8_t leader[BATCH_GAMES], winner[BATCH_GAMES], unfinished[BATCH_GAMES], forfeited[BATCH_GAMES];
    uint8_t next[BATCH_GAMES], count[BATCH_GAMES]; /* of the rolls that were read ahead */
    uint8_t outcome[BATCH_GAMES][BATCH_ROLLS + BATCH_SPARE];
    alea__dice_stream dice[BATCH_GAMES];
} batch_block;

/* What is the same for all games, with numbers as lanes have them. */
typedef struct batch_rules {
    const race_rules *rules;
    int32_t players, goal, enough, most_turns;
    int32_t stops_at; /* the total at which a turn ends by itself */
    int32_t forced;   /* a mask: the first roll of a turn is no choice */
    uint32_t
        per_byte; /* rolls in a byte of the stream; 0: they are not whole there, and are read one by one */
    uint32_t of_roll; /* the reciprocal of `outcomes`, as in alea__dice */
} batch_rules;

/* Cheap enough to be made for every call. */
static batch_rules batch_rules_for(const alea__rules *opaque)
{
    const race_rules *rules = race_rules_of(opaque);
    const uint32_t per_byte = rules->how.per_byte / rules->dice;
    const bool whole = rules->how.per_byte % rules->dice == 0 && per_byte * BATCH_BYTES <= BATCH_ROLLS,
               limited = rules->turn_limit > 0 && rules->turn_limit < RACE_LIMIT;
    return (batch_rules){.rules = rules,
                         .players = (int32_t)rules->players,
                         .goal = (int32_t)rules->goal,
                         .enough = (int32_t)race_enough(rules),
                         .most_turns = limited ? (int32_t)rules->turn_limit : RACE_LIMIT,
                         .stops_at = rules->over_goal_hold ? (int32_t)race_enough(rules) : INT32_MAX,
                         .forced = -(int32_t)rules->first_forced,
                         .per_byte = whole ? per_byte : 0,
                         .of_roll = (65536 + rules->outcomes - 1) / rules->outcomes};
}

/* ---- rolls ---- */

/* Writes the rolls in a random block, the digits of its bytes as random.h has them, and returns how many there are. */
static unsigned batch_read_block(const batch_rules *b, const uint32_t word[4], uint8_t *out)
{
    const alea__dice how = b->rules->how;
    unsigned count = 0;
    for (uint32_t i = 0; i < BATCH_BYTES; i++) {
        const uint32_t byte = word[i >> 2] >> (8 * (i & 3)) & 255;
        uint32_t queue = byte - (byte * how.of_range >> 16) * how.range;
        for (uint32_t k = 0; k < b->per_byte; k++) {
            const uint32_t rest = queue * b->of_roll >> 16;
            out[count + k] = (uint8_t)(queue - rest * b->rules->outcomes);
            queue = rest;
        }
        count += byte < how.limit ? b->per_byte : 0;
    }
    return count;
}

/* The same where all bytes have two rolls, in 16 bits for vectors; 0 where a byte is not used. */
static unsigned batch_read_pairs(const batch_rules *b, const uint32_t word[4], uint8_t *out)
{
    const alea__dice how = b->rules->how;
    const uint16_t of_range = (uint16_t)how.of_range, range = (uint16_t)how.range,
                   of_roll = (uint16_t)b->of_roll, size = (uint16_t)b->rules->outcomes,
                   limit = (uint16_t)how.limit;
    uint16_t byte[BATCH_BYTES], unused = 0;
    for (uint32_t i = 0; i < BATCH_BYTES; i++) byte[i] = word[i >> 2] >> (8 * (i & 3)) & 255;
    for (uint32_t i = 0; i < BATCH_BYTES; i++) {
        const uint16_t queue = (uint16_t)(byte[i] - ((uint32_t)byte[i] * of_range >> 16) * range),
                       second = (uint16_t)((uint32_t)queue * of_roll >> 16);
        unused |= byte[i] >= limit;
        byte[i] = (uint16_t)((uint16_t)(queue - second * size) | second << 8);
    }
    for (uint32_t i = 0; i < BATCH_BYTES; i++) {
        out[2 * i] = (uint8_t)byte[i];
        out[2 * i + 1] = (uint8_t)(byte[i] >> 8);
    }
    return unused ? 0 : 2 * BATCH_BYTES;
}

/* Reads the rolls in the next random block in which there is one. */
static __attribute__((noinline)) void batch_read_ahead(const batch_rules *b, batch_block *g, unsigned game)
{
    alea__stream *bytes = &g->dice[game].bytes;
    unsigned count;
    do {
        alea__stream_refill(bytes);
        count = b->per_byte == 2 ? batch_read_pairs(b, bytes->word, g->outcome[game]) : 0;
        if (count == 0) count = batch_read_block(b, bytes->word, g->outcome[game]);
    } while (count == 0);
    g->next[game] = 0;
    g->count[game] = (uint8_t)count;
}

INLINE uint32_t batch_roll(const batch_rules *b, batch_block *g, unsigned game)
{
    if (b->per_byte == 0) return alea__roll_dice(&g->dice[game], &b->rules->how, b->rules->dice);
    if (g->next[game] == g->count[game]) batch_read_ahead(b, g, game);
    return g->outcome[game][g->next[game]++];
}

/* ---- states ---- */

/* The state as the referee has it. */
static void batch_load(const batch_rules *b, const batch_block *g, unsigned game, race_state *s)
{
    *s = (race_state){.turn = (uint32_t)g->turn[game],
                      .turns = (uint32_t)g->turns[game],
                      .rolls = (uint32_t)g->rolls[game],
                      .memory = (uint16_t)g->memory[game],
                      .mover = (uint8_t)g->mover[game],
                      .phase = g->over[game] ? RACE_FINISHED : RACE_DECIDE,
                      .leader = g->leader[game],
                      .winner = g->winner[game],
                      .unfinished = g->unfinished[game],
                      .forfeited = g->forfeited[game]};
    for (int32_t i = 0; i < b->players; i++)
        s->score[(s->mover + i) % b->players] = (uint32_t)g->score[i][game];
}

/* Rolls on as the referee does, and takes the state. */
static void batch_store(const batch_rules *b, batch_block *g, unsigned game, race_state *s)
{
    while (s->phase == RACE_ROLL) race_roll(b->rules, s, batch_roll(b, g, game));
    g->turn[game] = (int32_t)s->turn;
    g->turns[game] = (int32_t)s->turns;
    g->rolls[game] = (int32_t)s->rolls;
    g->memory[game] = s->memory;
    g->mover[game] = s->mover;
    g->over[game] = -(s->phase == RACE_FINISHED);
    g->rare[game] = -(s->phase == RACE_FINISHED || s->leader != RACE_NOBODY || s->forfeited);
    g->leader[game] = s->leader;
    g->winner[game] = s->winner;
    g->unfinished[game] = s->unfinished;
    g->forfeited[game] = s->forfeited;
    for (int32_t i = 0; i < b->players; i++)
        g->score[i][game] = (int32_t)s->score[(s->mover + i) % b->players];
}

static void batch_get(const alea__rules *opaque, const void *block, unsigned game, alea_state *out)
{
    const batch_rules b = batch_rules_for(opaque);
    race_state s;
    batch_load(&b, block, game, &s);
    memset(out, 0, sizeof *out);
    race_store(&s, out);
}

/* The rolls that were read ahead are those of the old dice. */
static int32_t batch_put(const alea__rules *opaque, void *block, unsigned game, const alea_state *state,
                         const alea__dice_stream *dice)
{
    const batch_rules b = batch_rules_for(opaque);
    batch_block *g = block;
    race_state s = race_state_of(state);
    if (dice) {
        g->dice[game] = *dice;
        g->next[game] = g->count[game] = 0;
    }
    batch_store(&b, g, game, &s);
    return g->over[game] ? ALEA_OVER : g->mover[game];
}

/* ---- turns ---- */

INLINE int32_t batch_select(int32_t mask, int32_t yes, int32_t no)
{
    return (yes & mask) | (no & ~mask);
}

/* Where the mask says so the turn ends, with its points banked or not, and the next seat is to move. */
static void batch_pass(const batch_rules *b, batch_block *g, const int32_t *mask, bool banks)
{
    const int32_t players = b->players;
    batch_lanes own;
    for (unsigned i = 0; i < BATCH_GAMES; i++) own[i] = g->score[0][i] + (banks ? g->turn[i] & mask[i] : 0);
    for (int32_t p = 0; p + 1 < players; p++)
        for (unsigned i = 0; i < BATCH_GAMES; i++)
            g->score[p][i] = batch_select(mask[i], g->score[p + 1][i], g->score[p][i]);
    for (unsigned i = 0; i < BATCH_GAMES; i++) {
        const int32_t next = g->mover[i] + 1;
        g->score[players - 1][i] = batch_select(mask[i], own[i], g->score[players - 1][i]);
        g->turn[i] &= ~mask[i];
        g->rolls[i] &= ~mask[i];
        g->memory[i] &= ~mask[i];
        g->turns[i] -= mask[i];
        g->mover[i] = batch_select(mask[i], next & -(next < players), g->mover[i]);
    }
}

/* Plays the moves, and sets a mask where the dice are to be rolled then. */
static void batch_choose(const batch_rules *b, batch_block *g, const int32_t *move, int32_t *rolls)
{
    const int32_t enough = b->enough, most_turns = b->most_turns, forced = b->forced;
    batch_lanes pass, left;
    int32_t any = 0;
    for (unsigned i = 0; i < BATCH_GAMES; i++) {
        const int32_t moves = -(move[i] >= 0), hold = -(move[i] == RACE_HOLD_MOVE),
                      ends = hold & -(g->score[0][i] + g->turn[i] >= enough),
                      usual = moves & ~g->rare[i] & -(g->turns[i] + 1 < most_turns) & ~ends;
        pass[i] = usual & hold;
        rolls[i] = usual & (~hold | forced);
        left[i] = moves & ~usual;
        any |= left[i];
    }
    batch_pass(b, g, pass, true);
    for (unsigned i = 0; any && i < BATCH_GAMES; i++) {
        race_state s;
        if (!left[i]) continue;
        batch_load(b, g, i, &s);
        race_choose(b->rules, &s, (race_move)move[i]);
        batch_store(b, g, i, &s);
    }
}

/* ---- and rolling on ---- */

/* What a roll does, by landing too, in two words for lanes: the kind, and above it whether the player must roll again; the points,
   and above them the memory. */
typedef struct batch_effect {
    int32_t kind, points;
} batch_effect;

INLINE batch_effect batch_effect_of(const batch_rules *b, const batch_block *g, unsigned game,
                                    uint32_t outcome)
{
    const race_effect e = b->rules->effect[(uint32_t)g->memory[game] * b->rules->outcomes + outcome];
    const int32_t total = g->score[0][game] + g->turn[game] + e.amount;
    const bool lands = (total <= b->goal) & (e.kind == RACE_ADD);
    const int32_t landing = b->rules->landing[lands ? total : 0];
    return (batch_effect){(lands ? landing : e.kind) | e.forced << 16, e.amount | e.memory << 16};
}

/* The referee says what this outcome does. */
static void batch_leave(const batch_rules *b, batch_block *g, unsigned game, uint32_t outcome)
{
    race_state s;
    batch_load(b, g, game, &s);
    s.phase = RACE_ROLL;
    race_roll(b->rules, &s, outcome);
    batch_store(b, g, game, &s);
}

/* Rolls on in one game, as batch_roll_all does in all of them. */
static void batch_roll_on(const batch_rules *b, batch_block *g, unsigned game)
{
    for (bool again = true; again;) {
        const uint32_t outcome = batch_roll(b, g, game);
        const batch_effect e = batch_effect_of(b, g, game, outcome);
        const int32_t kind = e.kind & 0xFFFF, amount = e.points & 0xFFFF, own = g->score[0][game];
        if (kind == RACE_ADD && own + g->turn[game] + amount < b->stops_at &&
            g->rolls[game] < RACE_LIMIT - 1) {
            g->turn[game] += amount;
            g->rolls[game]++;
            g->memory[game] = e.points >> 16;
            again = e.kind >> 16;
        } else if (kind == RACE_BUST && g->turns[game] + 1 < b->most_turns) {
            g->turn[game] = g->rolls[game] = g->memory[game] = 0;
            g->turns[game]++;
            g->mover[game] = g->mover[game] + 1 < b->players ? g->mover[game] + 1 : 0;
            for (int32_t p = 0; p + 1 < b->players; p++) g->score[p][game] = g->score[p + 1][game];
            g->score[b->players - 1][game] = own;
            again = b->forced;
        } else {
            batch_leave(b, g, game, outcome);
            return;
        }
    }
}

/* Lists the games of a mask, and returns how many there are. */
INLINE unsigned batch_list(const int32_t *mask, uint8_t *list)
{
    unsigned count = 0;
    for (unsigned i = 0; i < BATCH_GAMES; i++) {
        list[count] = (uint8_t)i;
        count -= (unsigned)mask[i];
    }
    return count;
}

/* Rolls on where the mask says so: once in all these games, which are not rare, and then on in those that must. */
static void batch_roll_all(const batch_rules *b, batch_block *g, const int32_t *rolls)
{
    const int32_t most_turns = b->most_turns, stops_at = b->stops_at, forced = b->forced;
    batch_effect effect[BATCH_GAMES] = {{0}};
    uint32_t outcome[BATCH_GAMES];
    uint8_t list[BATCH_GAMES + 1];
    batch_lanes lost, left, more;
    const unsigned count = batch_list(rolls, list);
    for (unsigned k = 0; k < count; k++) {
        const unsigned i = list[k];
        outcome[i] = batch_roll(b, g, i);
        effect[i] = batch_effect_of(b, g, i, outcome[i]);
    }
    for (unsigned i = 0; i < BATCH_GAMES; i++) {
        const int32_t kind = effect[i].kind & 0xFFFF, amount = effect[i].points & 0xFFFF,
                      again = -(effect[i].kind >> 16), total = g->score[0][i] + g->turn[i] + amount,
                      adds = rolls[i] & -(kind == RACE_ADD) & -(total < stops_at) &
                             -(g->rolls[i] < RACE_LIMIT - 1);
        lost[i] = rolls[i] & -(kind == RACE_BUST) & -(g->turns[i] + 1 < most_turns);
        left[i] = rolls[i] & ~adds & ~lost[i];
        g->turn[i] += amount & adds;
        g->rolls[i] -= adds;
        g->memory[i] = batch_select(adds, effect[i].points >> 16, g->memory[i]);
        more[i] = left[i] | (again & adds) | (forced & lost[i]);
    }
    batch_pass(b, g, lost, false);
    const unsigned others = batch_list(more, list);
    for (unsigned k = 0; k < others; k++) {
        if (left[list[k]])
            batch_leave(b, g, list[k], outcome[list[k]]);
        else
            batch_roll_on(b, g, list[k]);
    }
}

static void batch_play(const alea__rules *opaque, void *block, const int32_t *move, int32_t *to_move)
{
    const batch_rules b = batch_rules_for(opaque);
    batch_block *g = block;
    batch_lanes rolls;
    batch_choose(&b, g, move, rolls);
    batch_roll_all(&b, g, rolls);
    for (unsigned i = 0; i < BATCH_GAMES; i++) to_move[i] = g->mover[i] | g->over[i];
}

/* ---- numbers ---- */

/* Writes the games that are not rare as race_observe does; `out` has room for the others. */
INLINE void batch_write(const race_rules *rules, const batch_block *g, unsigned count, uint32_t players,
                        bool more, int32_t *out)
{
    const bool remembers = more && rules->memories > 1, chase = more && rules->ending == RACE_CHASE,
               limited = more && rules->turn_limit > 0;
    for (unsigned i = 0; i < count; i++) {
        *out++ = g->score[0][i];
        *out++ = g->turn[i];
        if (remembers) *out++ = rules->memory_value[g->memory[i]];
        for (uint32_t p = 1; p < players; p++) *out++ = g->score[p][i];
        if (chase) *out++ = 0;
        if (chase) *out++ = (int32_t)rules->goal;
        if (limited) *out++ = (int32_t)rules->turn_limit - g->turns[i];
    }
}

/* The loop for Pig, which shows three numbers, is compiled apart. */
static void batch_observe(const alea__rules *opaque, const void *block, unsigned count, int32_t *out)
{
    const race_rules *rules = race_rules_of(opaque);
    const batch_block *g = block;
    const bool chase = rules->ending == RACE_CHASE, limited = rules->turn_limit > 0;
    const size_t features = 1 + (rules->memories > 1) + rules->players + 2 * chase + limited;
    int32_t any = 0;
    if (features == 3 && rules->players == 2)
        batch_write(rules, g, count, 2, false, out);
    else
        batch_write(rules, g, count, rules->players, true, out);
    for (unsigned i = 0; i < BATCH_GAMES; i++) any |= g->rare[i];
    for (unsigned i = 0; any && i < count; i++) {
        alea_state state;
        if (!g->rare[i]) continue;
        batch_get(opaque, block, i, &state);
        race_observe(opaque, &state, (unsigned)g->mover[i], out + i * features);
    }
}

const alea__batch_ops race_batch_ops = {
    .moves = race_moves,
    .feature = race_feature,
    .observe = race_observe,
    .block = &(const alea__block_ops){.size = sizeof(batch_block),
                                      .put = batch_put,
                                      .get = batch_get,
                                      .play = batch_play,
                                      .observe = batch_observe},
};
