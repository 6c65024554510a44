/* Blocks of games as others see them: see batch.h. */
#include "family/race/simulate/batch.h"
#include "base/kernel.h"
#include "family/race/simulate/simulate.h"
#include "family/race/text/text.h"

#define INLINE static inline __attribute__((always_inline))

/* Cheap enough to be made for every call. */
race_batch race_batch_of(const alea__rules *opaque)
{
    const race_rules *rules = race_rules_of(opaque);
    const bool limited = rules->turn_limit > 0 && rules->turn_limit < RACE_LIMIT;
    return (race_batch){.rules = rules,
                        .players = (int32_t)rules->players,
                        .goal = (int32_t)rules->goal,
                        .enough = (int32_t)race_enough(rules),
                        .most_turns = limited ? (int32_t)rules->turn_limit : RACE_LIMIT,
                        .stops_at = rules->over_goal_hold ? (int32_t)race_enough(rules) : INT32_MAX,
                        .forced = -(int32_t)rules->first_forced,
                        .ahead = ((const race_game *)rules)->rolls_of_byte[0][3] > 0};
}

/* ---- rolls ---- */

/* Reads the rolls in the next random block in which there is one. */
void race_batch_read_ahead(const race_batch *b, race_block *g, unsigned game)
{
    const race_game *rules = (const race_game *)b->rules;
    alea__stream *bytes = &g->dice[game].bytes;
    uint8_t *out = g->outcome[game];
    unsigned count = 0;
    do {
        alea__stream_refill(bytes);
        for (uint32_t i = 0; i < BATCH_BYTES; i++) {
            const uint8_t *rolls = rules->rolls_of_byte[bytes->word[i >> 2] >> (8 * (i & 3)) & 255];
            memcpy(out + count, rolls, 4);
            count += rolls[3];
        }
    } while (count == 0);
    g->next[game] = 0;
    g->count[game] = (uint8_t)count;
}

/* ---- states ---- */

void race_batch_load(const race_batch *b, const race_block *g, unsigned game, race_state *s)
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

void race_batch_store(const race_batch *b, race_block *g, unsigned game, race_state *s)
{
    while (s->phase == RACE_ROLL) race_roll(b->rules, s, race_batch_roll(b, g, game));
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
    const race_batch b = race_batch_of(opaque);
    race_state s;
    race_batch_load(&b, block, game, &s);
    memset(out, 0, sizeof *out);
    race_store(&s, out);
}

/* The rolls that were read ahead are those of the old dice. */
static int32_t batch_put(const alea__rules *opaque, void *block, unsigned game, const alea_state *state,
                         const alea__dice_stream *dice)
{
    const race_batch b = race_batch_of(opaque);
    race_block *g = block;
    race_state s = race_state_of(state);
    if (dice) {
        g->dice[game] = *dice;
        g->next[game] = g->count[game] = 0;
    }
    race_batch_store(&b, g, game, &s);
    return g->over[game] ? ALEA_OVER : g->mover[game];
}

/* ---- moves ---- */

static void batch_play(const alea__rules *rules, void *block, const int32_t *move, int32_t *to_move)
{
    KERNEL_OF_TWO(race_batch_play)(rules, block, move, to_move);
}

/* ---- numbers ---- */

/* Writes the games that are not rare as race_observe does; `out` has room for the others. */
INLINE void batch_write(const race_rules *rules, const race_block *g, unsigned count, uint32_t players,
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
    const race_block *g = block;
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
    .block = &(const alea__block_ops){.size = sizeof(race_block),
                                      .put = batch_put,
                                      .get = batch_get,
                                      .play = batch_play,
                                      .observe = batch_observe},
};
