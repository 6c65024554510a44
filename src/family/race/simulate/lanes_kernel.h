/* The kernel of the lanes, written once over the few words of lanes_words.h: bytes (a byte a lane), mask, words (a group of
   lanes, 32 bits each), and the operations on them. lanes_avx2.c and lanes_avx512.c define the rest of the words and compile
   it. See lanes.h for the idea.

   Invariants, between rolls:
   - `playing` lanes have a game that is not over; total < hold there, so that only a lane that just rolled can hold;
   - lanes that do not play never change, until lanes_harvest gives them the next game. */
#include "base/assert.h"
#include "family/race/simulate/lanes.h"

#include <string.h>

enum { SETS = 2, GROUPS = 4 }; /* registers of lanes interleaved; groups of words in one of bytes */

/* The code that a kernel contains; constant at every use. */
typedef struct shape {
    bool chase;            /* the ending */
    bool pig;              /* see race_lanes */
    bool tables;           /* thresholds by look-up */
    uint32_t slots, range; /* rolls in a byte and its outcomes; 0: those of the match */
    uint32_t memories;     /* likewise */
    uint32_t patience;     /* rolls between two look-ups of thresholds: 2 or 4 */
} shape;

/* One register of games. In a match of pig, scores are stored with the top bit flipped, so that signed comparisons work,
   and `hold` is the total below the one at which the mover holds: see lanes_roll_pig. */
typedef struct lane_set {
    bytes total, hold;   /* own + turn, and the threshold of the mover's bot */
    bytes own, other;    /* banked, the mover's first */
    bytes memory, turns; /* memory: times LANES_CLASSES, to be added to the class of a roll */
    mask bot;            /* set: bot 1 moves */
    mask pending;        /* `hold` is to be looked up */
    mask playing, seated, starter;
} lane_set;

/* Data needed once per block of random numbers. */
typedef struct lane_words {
    words game[GROUPS], block[GROUPS], turns[GROUPS];
} lane_words;

typedef struct kernel {
    const race_lanes *match;
    uint32_t key[2], game_low, game_high;
    uint32_t next, games; /* of the games asked for, counted from 0 */
    uint64_t finished, wins[2][2], turns;
    int64_t net[2];   /* dollars of bot 1, where bot 0 and where bot 1 started */
    uint64_t squares; /* of either bot's dollars */
    const race_spill *spill;
    alea__tally *tally;
    table64 code[LANES_SLOTS], class_code;
    mask has_landing;
    mask first_looks_up, only_one_looks_up; /* bots in the table */
    bytes high_part, add[2], cap, start_hold[2];
} kernel;

/* Philox 4x32-10 for one group of lanes; 64-bit products, so even and odd lanes go apart. */
ALWAYS_INLINE void lanes_philox(const uint32_t key[2], const words counter[4], words out[4])
{
    const words m0 = words_all(0xD2511F53u), m1 = words_all(0xCD9E8D57u);
    words c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
#pragma GCC unroll 10
    for (int round = 0; round < 10; round++) {
        words p0 = words_multiply_lower(c0, m0), p1 = words_multiply_lower(c2, m1);
        c0 = (words_upper_to_lower(p1) ^ c1) ^ words_all(k0);
        c2 = (words_upper_to_lower(p0) ^ c3) ^ words_all(k1);
        c1 = p1;
        c3 = p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

/* One 16-byte block for each lane of a group: of this index, from this stream of its game. */
ALWAYS_INLINE void lanes_block(const kernel *k, words block, words stream, words game, words out[4])
{
    const words number = words_add(game, words_all(k->game_low)), high = words_all(k->game_high);
    const words even_counter[4] = {block, stream, number, high};
    const words odd_counter[4] = {words_upper_to_lower(block), words_upper_to_lower(stream),
                                  words_upper_to_lower(number), high};
    words even[4], odd[4];
    lanes_philox(k->key, even_counter, even);
    lanes_philox(k->key, odd_counter, odd);
    for (int i = 0; i < 4; i++) out[i] = words_join_lower(even[i], odd[i]);
}

/* The next 16 bytes of every lane's dice. */
ALWAYS_INLINE void lanes_random_bytes(const kernel *k, lane_words *w, bytes out[16])
{
    words block[4][GROUPS];
    for (int g = 0; g < GROUPS; g++) {
        words four[4];
        lanes_block(k, w->block[g], words_all(ALEA__DICE), w->game[g], four);
        for (int i = 0; i < 4; i++) block[i][g] = four[i];
        w->block[g] = words_add(w->block[g], words_all(1));
    }
    for (int i = 0; i < 4; i++) words_transpose(block[i], out + 4 * i);
}

/* Looks up in the match's table where the movers of some lanes hold; other lanes are unchanged. */
ALWAYS_INLINE bytes lanes_table_threshold(const kernel *k, const lane_set *l, mask which)
{
    const bytes high = l->own & bytes_all(127);
    const bytes low = mask_choose(l->bot, l->other | bytes_all(128), l->other & bytes_all(127));
    return bytes_gather(k->match->hold_at, high, low, which, l->hold);
}

/* The thresholds of movers whose turn begins. */
ALWAYS_INLINE bytes lanes_threshold(const kernel *k, const lane_set *l, shape is_a)
{
    if (is_a.pig && is_a.tables && is_a.patience <= 1) return lanes_table_threshold(k, l, ~(mask){0});
    if (is_a.pig && is_a.tables && !GATHERS_FEW) return k->cap;
    bytes step = mask_choose(l->bot, k->add[1], k->add[0]);
    if (is_a.pig) return bytes_least_signed(bytes_add(l->own, step), k->cap);
    bytes hold = is_a.tables ? lanes_table_threshold(k, l, ~(mask){0})
                             : bytes_least(bytes_add_saturated(l->own, step), k->cap);
    if (!is_a.chase) return hold;
    mask chased = mask_at_least(l->other, bytes_all((uint8_t)(k->match->rules->goal + 1)));
    return mask_choose(chased, bytes_add(l->other, bytes_all(1)), hold);
}

/* The effect of the roll in a slot of the byte. */
ALWAYS_INLINE bytes lanes_code(const kernel *k, bytes memory, bytes index, int slot, shape is_a)
{
    bytes found = table_look_up(&k->code[slot], index, is_a.range != 0 ? is_a.range : k->match->byte_range);
    const uint32_t memories = is_a.memories != 0 ? is_a.memories : k->match->memories;
    if (is_a.pig || memories == 1) return found;
    return table_look_up(&k->class_code, found | memory, LANES_CLASSES * memories);
}

/* The memory after rolls that did this, as lane_set has it. */
ALWAYS_INLINE bytes lanes_memory(bytes code)
{
    return bytes_field(code, LANES_MEMORY - 4, (LANES_MEMORIES - 1) * LANES_CLASSES);
}

/* The turn of some lanes ended: `kept` is what their movers have banked now. */
ALWAYS_INLINE void lanes_pass(const kernel *k, lane_set *l, mask end, bytes kept, shape is_a)
{
    bytes next = mask_choose(end, l->other, l->own);
    l->other = mask_choose(end, kept, l->other);
    l->own = next;
    l->total = mask_choose(end, next, l->total);
    l->bot ^= end;
    l->turns = mask_count(l->turns, end);
    l->hold = mask_choose(end, lanes_threshold(k, l, is_a), l->hold);
    if (is_a.patience <= 1) return;
    if (GATHERS_FEW)
        end &= k->first_looks_up ^ (l->bot & k->only_one_looks_up); /* it is the next player's turn */
    l->pending |= end;
}

/* Rolls once in every playing lane whose byte is valid, if rolls only add or bust. A total x < 128 is stored as x - 128. A
   bust adds 128 and so flips the sign: the result is above every `hold`, which ends the turn, and its sign says that
   nothing is banked. */
ALWAYS_INLINE void lanes_roll_pig(const kernel *k, lane_set *l, bytes code, mask valid, shape is_a)
{
    l->total = bytes_add(l->total, mask_keep(valid & l->playing, code));
    mask end = mask_above(l->total, l->hold);
    bytes kept = mask_choose(mask_sign(l->total), l->total, l->own);
    mask over = mask_above(kept, k->cap);
    lanes_pass(k, l, end, kept, is_a);
    l->playing &= ~over;
    l->hold = mask_choose(over, bytes_all(INT8_MAX), l->hold);
}

/* A gather costs as much as a few rolls, so it serves many lanes at once: after every second roll, or every fourth if no
   bot holds in its first three rolls of a turn (except at the goal, the value of `hold` until it is looked up). After two,
   a lane may have rolled once more than its threshold allows; it holds now. */
ALWAYS_INLINE void lanes_look_up_pending(const kernel *k, lane_set *l, shape is_a)
{
    l->hold = lanes_table_threshold(k, l, l->pending & l->playing);
    l->pending = (mask){0};
    if (is_a.patience > 2) return;
    mask late = mask_above(l->total, l->hold);
    if (mask_bits(late) == 0) return;
    lanes_pass(k, l, late, l->total, is_a);
    l->hold = lanes_table_threshold(k, l, late);
    l->pending = (mask){0};
}

/* The same for all other rules. */
ALWAYS_INLINE void lanes_roll(const kernel *k, lane_set *l, bytes code, mask valid, shape is_a)
{
    const uint8_t end_score = (uint8_t)(k->match->rules->goal + is_a.chase);
    mask active = valid & l->playing;
    bytes amount = code & bytes_all(LANES_AMOUNT);
    l->total = bytes_add_saturated(l->total, mask_keep(active, amount));
    /* Only the player who just came there is on the landing score. */
    mask landed = mask_equal(l->total, bytes_all((uint8_t)k->match->landing)) & k->has_landing;
    mask wiped = (mask_equal(code, bytes_all(LANES_FORCED)) & active) | landed;
    mask lost = (mask_equal(amount, bytes_all(0)) & active) | landed;
    mask hold = mask_at_least(l->total, l->hold) & ~mask_negative(code);
    if (k->match->rules->over_goal_hold) hold |= mask_at_least(l->total, bytes_all(end_score));
    hold = (hold & active) & ~lost;
    mask end = lost | hold;
    bytes kept = mask_choose(wiped, bytes_all(0), mask_choose(hold, l->total, l->own));
    mask over = is_a.chase ? (end & mask_at_least(l->other, bytes_most(kept, bytes_all(end_score))))
                           : (hold & mask_at_least(l->total, bytes_all(end_score)));
    lanes_pass(k, l, end, kept, is_a);
    l->memory = mask_choose(end, bytes_all(0), mask_choose(active, lanes_memory(code), l->memory));
    l->playing &= ~over;
}

/* A byte of each lane's stream modulo its range, and whether it is dice at all. */
ALWAYS_INLINE bytes lanes_index(const kernel *k, bytes byte, mask *valid, shape is_a)
{
    const race_lanes *m = k->match;
    *valid = mask_at_least(bytes_all((uint8_t)(m->byte_limit - 1)), byte);
    const uint32_t range = is_a.range != 0 ? is_a.range : m->byte_range;
    /* 16 high + low mod range: at most range - 1 + 15, so that one subtraction does, or two. */
    bytes index = bytes_add(bytes_look_up16(k->high_part, bytes_field(byte, 4, 15)), byte & bytes_all(15));
    index = bytes_least(index, bytes_subtract(index, bytes_all((uint8_t)range)));
    return range < 16 ? bytes_least(index, bytes_subtract(index, bytes_all((uint8_t)range))) : index;
}

/* The rolls that a byte of each lane's stream holds. */
ALWAYS_INLINE void lanes_play_byte(const kernel *k, lane_set *l, bytes byte, shape is_a)
{
    mask valid;
    const bytes index = lanes_index(k, byte, &valid, is_a);
    const uint32_t slots = is_a.slots != 0 ? is_a.slots : k->match->slots;
#pragma GCC unroll 2
    for (uint32_t slot = 0; slot < slots; slot++) {
        const bytes code = lanes_code(k, l->memory, index, (int)slot, is_a);
        if (is_a.pig)
            lanes_roll_pig(k, l, code, valid, is_a);
        else
            lanes_roll(k, l, code, valid, is_a);
    }
}

/* Games that ended: a bit for each lane. */
typedef struct lane_results {
    uint64_t over;
    uint64_t winner, starter; /* set: bot 1 */
} lane_results;

/* Dollars of the games that ended, one by one. Two players: what bot 1 gets, bot 0 pays, so one sum for each seat that
   bot 1 sat in is enough. */
static __attribute__((noinline)) void lanes_count_money(kernel *k, bytes winners_score, bytes losers_score,
                                                        lane_results r)
{
    uint8_t mine[LANES], theirs[LANES];
    int64_t net[2] = {0, 0}, squares = 0;
    const int32_t *pay = k->match->pay;
    memcpy(mine, &winners_score, LANES);
    memcpy(theirs, &losers_score, LANES);
    for (; r.over != 0; r.over &= r.over - 1) {
        int lane = __builtin_ctzll(r.over);
        int64_t paid = (int64_t)pay[theirs[lane]] * (mine[lane] - theirs[lane]);
        int64_t sign = (int64_t)(r.winner >> lane & 1) - 1; /* 0 when bot 1 won, else -1 */
        net[r.starter >> lane & 1] += (paid ^ sign) - sign;
        squares += paid * paid;
    }
    k->net[0] += net[0];
    k->net[1] += net[1];
    k->squares += (uint64_t)squares;
}

static uint64_t lanes_count(uint64_t lanes)
{
    return (uint64_t)__builtin_popcountll(lanes);
}

/* Counts the games that ended. After its last turn a lane has the mover's opponent first: in a chase that is the winner. */
ALWAYS_INLINE void lanes_count_results(kernel *k, const lane_set *l, uint64_t over, shape is_a)
{
    const uint64_t starter = mask_bits(l->starter);
    const uint64_t winner = is_a.chase ? mask_bits(l->bot) : ~mask_bits(l->bot);
    k->finished += lanes_count(over);
    k->wins[1][0] += lanes_count(over & winner & starter);
    k->wins[1][1] += lanes_count(over & winner & ~starter);
    k->wins[0][0] += lanes_count(over & ~winner & ~starter);
    k->wins[0][1] += lanes_count(over & ~winner & starter);
    if (k->match->rules->money)
        lanes_count_money(k, is_a.chase ? l->own : l->other, is_a.chase ? l->other : l->own,
                          (lane_results){over, winner, starter});
}

/* The games in these lanes are played elsewhere. */
static __attribute__((noinline)) void lanes_hand_over(kernel *k, uint64_t lanes, const lane_words *w)
{
    uint32_t number[LANES];
    memcpy(number, w->game, sizeof number);
    for (; lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctzll(lanes);
        int word = lane / 4 % 4 * (LANES / 4) + lane / 16 * 4 + lane % 4; /* see words_transpose */
        k->spill->play(k->spill->user, (uint64_t)k->game_high << 32 | (k->game_low + number[word]));
    }
}

/* Adds the turns that ended since the last time, and counts from 0 again. */
ALWAYS_INLINE void lanes_add_turns(lane_words *w, bytes *turns)
{
    for (int g = 0; g < GROUPS; g++) w->turns[g] = words_add(w->turns[g], words_of_bytes(*turns, g));
    *turns = bytes_all(0);
}

/* Lanes whose game has used more random blocks than this. */
ALWAYS_INLINE mask lanes_too_long(const lane_words *w, uint32_t blocks)
{
    word_mask too_long[GROUPS];
    for (int g = 0; g < GROUPS; g++) too_long[g] = words_above(w->block[g], words_all(blocks));
    return mask_of_words(too_long);
}

/* Counts the turns of the games that ended and numbers the idle lanes' next games. Returns the lanes with a game. */
ALWAYS_INLINE mask lanes_renew(kernel *k, lane_words *w, mask ended, mask idle)
{
    words sum = words_all(0);
    word_mask seated[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
        sum = words_add(sum, words_keep(mask_to_words(ended, g), w->turns[g]));
        word_mask renewed = mask_to_words(idle, g);
        w->turns[g] = words_choose(renewed, words_all(0), w->turns[g]);
        w->block[g] = words_choose(renewed, words_all(0), w->block[g]);
        k->next += words_number_off(&w->game[g], renewed, k->next);
        seated[g] = words_above(words_all(k->games), w->game[g]);
    }
    k->turns += words_sum(sum);
    return mask_of_words(seated);
}

/* The lanes with an odd game number. */
ALWAYS_INLINE mask lanes_odd_games(const kernel *k, const lane_words *w)
{
    word_mask odd[GROUPS];
    for (int g = 0; g < GROUPS; g++) odd[g] = words_odd(words_add(w->game[g], words_all(k->game_low)));
    return mask_of_words(odd);
}

/* Counts what ended and gives the idle lanes their next games. */
ALWAYS_INLINE void lanes_harvest(kernel *k, lane_set *l, lane_words *w, shape is_a)
{
    lanes_add_turns(w, &l->turns);
    /* A score that stuck at the top of its byte may be higher, and what came after it may be wrong. */
    mask spilled = lanes_too_long(w, LANES_MOST_BLOCKS);
    if (!is_a.pig) spilled |= mask_equal(bytes_most(l->own, l->other), bytes_all(UINT8_MAX));
    spilled &= l->seated;
    l->playing &= ~spilled;

    mask ended = (l->seated & ~l->playing) & ~spilled, idle = ~l->playing;
    lanes_count_results(k, l, mask_bits(ended), is_a);
    if (mask_bits(spilled) != 0) lanes_hand_over(k, mask_bits(spilled), w);
    l->seated = lanes_renew(k, w, ended, idle);
    mask begin = idle & l->seated;
    mask starts = k->match->rotate ? lanes_odd_games(k, w) : (mask){0};
    l->starter = (l->starter & ~idle) | (starts & begin);
    l->bot = (l->bot & ~idle) | (starts & begin);
    l->playing |= begin;
    const bytes nothing = bytes_all(is_a.pig ? 128 : 0);
    l->total = mask_choose(idle, nothing, l->total);
    l->own = mask_choose(idle, nothing, l->own);
    l->other = mask_choose(idle, nothing, l->other);
    l->memory = mask_choose(idle, bytes_all(0), l->memory);
    l->hold = mask_choose(idle, mask_choose(l->bot, k->start_hold[1], k->start_hold[0]), l->hold);
    l->hold = mask_choose(l->playing, l->hold, bytes_all(is_a.pig ? INT8_MAX : LANES_NEVER));
}

/* Plays until no lane has a game: a harvest, then a random block, byte after byte. */
ALWAYS_INLINE void lanes_play_all(kernel *k, shape is_a)
{
    lane_set set[SETS];
    lane_words word[SETS];
    memset(set, 0, sizeof set);
    memset(word, 0, sizeof word);
    for (;;) {
        bytes random[SETS][16];
        uint64_t busy = 0;
        for (int s = 0; s < SETS; s++) {
            lanes_harvest(k, &set[s], &word[s], is_a);
            busy |= mask_bits(set[s].playing);
        }
        if (busy == 0) return;
        for (int s = 0; s < SETS; s++) lanes_random_bytes(k, &word[s], random[s]);
        for (int i = 0; i < 16; i++)
#pragma GCC unroll 4
            for (int s = 0; s < SETS; s++) {
                lanes_play_byte(k, &set[s], random[s][i], is_a);
                if (is_a.patience == 2 || (is_a.patience == 4 && i % 2 == 1))
                    lanes_look_up_pending(k, &set[s], is_a);
            }
    }
}

/* One kernel for each possible shape, so that unused features of a game cost nothing. */
#define LANES_KERNEL(name, ...)                           \
    static __attribute__((noinline)) void name(kernel *k) \
    {                                                     \
        lanes_play_all(k, (shape){__VA_ARGS__});          \
    }
LANES_KERNEL(lanes_pig, .pig = true)
LANES_KERNEL(lanes_pig_d6, .pig = true, .slots = 2, .range = 36)
LANES_KERNEL(lanes_pig_tables, .pig = true, .tables = true)
LANES_KERNEL(lanes_pig_tables_d6_2, .pig = true, .tables = true, .slots = 2, .range = 36, .patience = 2)
LANES_KERNEL(lanes_pig_tables_d6_4, .pig = true, .tables = true, .slots = 2, .range = 36, .patience = 4)
LANES_KERNEL(lanes_bank, .chase = false)
LANES_KERNEL(lanes_bank_tables, .tables = true)
LANES_KERNEL(lanes_chase, .chase = true)
LANES_KERNEL(lanes_chase_2d6_3, .chase = true, .slots = 1, .range = 36, .memories = 3)
LANES_KERNEL(lanes_chase_tables, .chase = true, .tables = true)

#include "family/race/simulate/lanes_seats.h"

typedef void run_kernel(kernel *);

/* The kernel that does the least that the match needs. */
static run_kernel *lanes_kernel_for(const race_lanes *m)
{
    const bool d6 = m->slots == 2 && m->byte_range == 36;
    if (m->seats.used && m->seats.pig && d6)
        return m->rules->players == 2 ? lanes_seats_pig_d6_two : lanes_seats_pig_d6;
    if (m->seats.used) return m->rules->ending == RACE_BANK ? lanes_seats_bank : lanes_seats_chase;
    if (m->pig && !m->tables) return d6 ? lanes_pig_d6 : lanes_pig;
    if (m->pig && !d6) return lanes_pig_tables;
    if (m->pig) return m->patient ? lanes_pig_tables_d6_4 : lanes_pig_tables_d6_2;
    if (m->rules->ending == RACE_BANK) return m->tables ? lanes_bank_tables : lanes_bank;
    if (m->tables) return lanes_chase_tables;
    return m->slots == 1 && m->byte_range == 36 && m->memories == 3 ? lanes_chase_2d6_3 : lanes_chase;
}

/* Prepares the kernel, runs the one for the match, and adds its counts to the tally. */
void LANES_FUNCTION(const race_lanes *m, uint64_t first, uint32_t games, alea__tally *tally,
                    const race_spill *spill)
{
    ALEA_ASSERT(games > 0 && games >> 31 == 0 && first >> 32 == (first + games - 1) >> 32);
    ALEA_ASSERT(m->slots <= LANES_SLOTS && m->memories <= LANES_MEMORIES);
    kernel k = {.match = m,
                .key = {(uint32_t)m->seed, (uint32_t)(m->seed >> 32)},
                .game_low = (uint32_t)first,
                .game_high = (uint32_t)(first >> 32),
                .games = games,
                .spill = spill,
                .tally = tally};
    for (uint32_t s = 0; s < m->slots; s++) k.code[s] = table_load(m->code[s]);
    k.class_code = table_load(m->class_code);
    k.has_landing = m->landing != LANES_NEVER ? ~(mask){0} : (mask){0};
    k.high_part = bytes_load16(m->high_part);
    k.first_looks_up = m->looks_up[0] ? ~(mask){0} : (mask){0};
    k.only_one_looks_up = m->looks_up[0] != m->looks_up[1] ? ~(mask){0} : (mask){0};
    k.cap = bytes_all(m->cap);
    for (int b = 0; b < 2; b++) {
        k.add[b] = bytes_all(m->add[b]);
        k.start_hold[b] = bytes_all(m->start_hold[b]);
    }
    lanes_kernel_for(m)(&k);
    ALEA_ASSERT(k.next >= games && k.finished <= games);
    tally->games += k.finished;
    tally->turns += k.turns;
    for (int b = 0; b < 2; b++) {
        for (int seat = 0; seat < 2; seat++) tally->wins[b][seat] += k.wins[b][seat];
        tally->money[b][0] += b == 1 ? k.net[1] : -k.net[0];
        tally->money[b][1] += b == 1 ? k.net[0] : -k.net[1];
        alea__add_wide(tally->money_squared[b], k.squares, 0);
    }
}
