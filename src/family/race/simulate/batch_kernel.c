/* The moves and rolls of a block of games: see batch.h. Widths: portable avx2 */
#include "base/kernel.h"
#include "family/race/simulate/batch.h"

#define INLINE static inline __attribute__((always_inline))

INLINE int32_t batch_select(int32_t mask, int32_t yes, int32_t no)
{
    return (yes & mask) | (no & ~mask);
}

/* Where the mask says so the turn ends, with its points banked or not, and the next seat is to move. */
static void batch_pass(const race_batch *b, race_block *g, const int32_t *mask, bool banks)
{
    const int32_t players = b->players;
    race_batch_lanes own;
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
static void batch_choose(const race_batch *b, race_block *g, const int32_t *move, int32_t *rolls)
{
    const int32_t enough = b->enough, most_turns = b->most_turns, forced = b->forced;
    race_batch_lanes pass, left;
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
        race_batch_load(b, g, i, &s);
        race_choose(b->rules, &s, (race_move)move[i]);
        race_batch_store(b, g, i, &s);
    }
}

/* ---- and rolling on ---- */

/* What a roll does, by landing too, in two words for lanes: the kind, and above it whether the player must roll again; the points,
   and above them the memory. */
typedef struct batch_effect {
    int32_t kind, points;
} batch_effect;

INLINE batch_effect batch_effect_of(const race_batch *b, const race_block *g, unsigned game, uint32_t outcome)
{
    const race_effect e = b->rules->effect[(uint32_t)g->memory[game] * b->rules->outcomes + outcome];
    const int32_t total = g->score[0][game] + g->turn[game] + e.amount;
    const bool lands = (total <= b->goal) & (e.kind == RACE_ADD);
    const int32_t landing = b->rules->landing[lands ? total : 0];
    return (batch_effect){(lands ? landing : e.kind) | e.forced << 16, e.amount | e.memory << 16};
}

/* The referee says what this outcome does. */
static void batch_leave(const race_batch *b, race_block *g, unsigned game, uint32_t outcome)
{
    race_state s;
    race_batch_load(b, g, game, &s);
    s.phase = RACE_ROLL;
    race_roll(b->rules, &s, outcome);
    race_batch_store(b, g, game, &s);
}

/* Rolls on in one game, as batch_roll_all does in all of them. */
static void batch_roll_on(const race_batch *b, race_block *g, unsigned game)
{
    for (bool again = true; again;) {
        const uint32_t outcome = race_batch_roll(b, g, game);
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
static void batch_roll_all(const race_batch *b, race_block *g, const int32_t *rolls)
{
    const int32_t most_turns = b->most_turns, stops_at = b->stops_at, forced = b->forced;
    batch_effect effect[BATCH_GAMES] = {{0}};
    uint32_t outcome[BATCH_GAMES];
    uint8_t list[BATCH_GAMES + 1];
    race_batch_lanes lost, left, more;
    const unsigned count = batch_list(rolls, list);
    for (unsigned k = 0; k < count; k++) {
        const unsigned i = list[k];
        outcome[i] = race_batch_roll(b, g, i);
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

void KERNEL(race_batch_play)(const alea__rules *opaque, void *block, const int32_t *move, int32_t *to_move)
{
    const race_batch b = race_batch_of(opaque);
    race_block *g = block;
    race_batch_lanes rolls;
    batch_choose(&b, g, move, rolls);
    batch_roll_all(&b, g, rolls);
    for (unsigned i = 0; i < BATCH_GAMES; i++) to_move[i] = g->mover[i] | g->over[i];
}
