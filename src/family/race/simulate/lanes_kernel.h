/* The kernel of the lanes, written once over the few words that lanes_avx2.c and lanes_avx512.c define: bytes (a byte a
   lane), mask, words (a group of lanes, 32 bits each), and the operations on them. See lanes.h for the idea.

   Invariants, between rolls:
   - `playing` lanes have a game that is not over; total < hold there, so that only a lane that just rolled can hold;
   - lanes that do not play never change, until `seat` gives them the next game. */
#include "family/race/simulate/lanes.h"

#include <string.h>

enum { SETS = 2, GROUPS = 4 }; /* registers of lanes interleaved; groups of words in one of bytes */

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Which code a kernel contains; constants at every place of use. */
typedef struct shape {
    bool chase;            /* the ending */
    bool plain;            /* see race_lanes */
    bool tables;           /* thresholds by look-up */
    uint32_t slots, range; /* rolls in a byte and its outcomes; 0: whatever the match says */
    uint32_t memories;     /* likewise */
    uint32_t patience;     /* rolls between two look-ups of thresholds: 2 or 4 */
} shape;

/* One register of games. In a plain match scores are stored with their top bit turned over, so that signed comparisons
   serve, and `hold` is the total below the one at which the mover holds: see roll_plain. */
typedef struct lane_set {
    bytes total, hold; /* own + turn, and where the mover's bot holds */
    bytes own, other;  /* banked, the mover's first */
    bytes memory, turns;
    mask bot;     /* set: bot 1 moves */
    mask pending; /* `hold` is to be looked up */
    mask playing, seated, starter;
} lane_set;

/* What is needed once a block of random numbers. */
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
    race_spill *spilled;
    void *user;
    table64 code[LANES_SLOTS];
    mask has_landing;
    bytes class_code[LANES_MEMORIES], high_part, add[2], cap, start_hold[2];
} kernel;

/* Philox 4x32-10 for one group of lanes; 64-bit products, so even and odd lanes go apart. */
ALWAYS_INLINE void philox_half(const uint32_t key[2], words c0, words c1, words c2, words c3, words out[4])
{
    const words m0 = every_word(0xD2511F53u), m1 = every_word(0xCD9E8D57u);
    uint32_t k0 = key[0], k1 = key[1];
#pragma GCC unroll 10
    for (int round = 0; round < 10; round++) {
        words p0 = multiply_lower(c0, m0), p1 = multiply_lower(c2, m1);
        c0 = xor_words(xor_words(upper_to_lower(p1), c1), every_word(k0));
        c2 = xor_words(xor_words(upper_to_lower(p0), c3), every_word(k1));
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

ALWAYS_INLINE void random_bytes(const kernel *k, const lane_words *w, bytes out[16])
{
    words block[4][GROUPS];
    for (int g = 0; g < GROUPS; g++) {
        words game = add_words(w->game[g], every_word(k->game_low));
        const words stream = every_word(ALEA__DICE), high = every_word(k->game_high);
        words even[4], odd[4];
        philox_half(k->key, w->block[g], stream, game, high, even);
        philox_half(k->key, upper_to_lower(w->block[g]), stream, upper_to_lower(game), high, odd);
        for (int i = 0; i < 4; i++) block[i][g] = join_lower(even[i], odd[i]);
    }
    for (int i = 0; i < 4; i++) transpose(block[i], out + 4 * i);
}

/* Where the movers hold, from the table of the match. */
ALWAYS_INLINE bytes table_threshold(const kernel *k, const lane_set *l)
{
    words found[GROUPS];
    bytes high = both(l->own, every(127));
    bytes low = choose(l->bot, either(l->other, every(128)), both(l->other, every(127)));
    for (int g = 0; g < GROUPS; g++) found[g] = gather_byte(k->match->hold_at, widen(high, g), widen(low, g));
    return narrow(found);
}

/* Where the movers hold whose turn begins. */
ALWAYS_INLINE bytes threshold(const kernel *k, const lane_set *l, shape is_a)
{
    if (is_a.plain && is_a.tables) return is_a.patience > 1 ? k->cap : table_threshold(k, l);
    bytes step = choose(l->bot, k->add[1], k->add[0]);
    if (is_a.plain) return least_signed(add(l->own, step), k->cap);
    bytes hold = is_a.tables ? table_threshold(k, l) : least(add_saturated(l->own, step), k->cap);
    if (!is_a.chase) return hold;
    mask chased = at_least(l->other, every((uint8_t)(k->match->rules->goal + 1)));
    return choose(chased, add(l->other, every(1)), hold);
}

/* What the roll in a slot of the byte does. */
ALWAYS_INLINE bytes code_of(const kernel *k, const lane_set *l, bytes index, int slot, shape is_a)
{
    bytes found = look_up(&k->code[slot], index, is_a.range != 0 ? is_a.range : k->match->byte_range);
    const uint32_t memories = is_a.memories != 0 ? is_a.memories : k->match->memories;
    if (is_a.plain || memories == 1) return found;
    bytes code = look_up16(k->class_code[0], found);
#pragma GCC unroll 4
    for (uint32_t m = 1; m < memories; m++)
        code = choose(is(l->memory, every((uint8_t)m)), look_up16(k->class_code[m], found), code);
    return code;
}

/* The turn of some lanes ended: `kept` is what their movers have banked now. */
ALWAYS_INLINE void pass(const kernel *k, lane_set *l, mask end, bytes kept, shape is_a)
{
    bytes next = choose(end, l->other, l->own);
    l->other = choose(end, kept, l->other);
    l->own = next;
    l->total = choose(end, next, l->total);
    l->bot = xor(l->bot, end);
    l->turns = count(l->turns, end);
    l->hold = choose(end, threshold(k, l, is_a), l->hold);
    if (is_a.patience > 1) l->pending = or (l->pending, end);
}

/* One roll of every lane that plays and whose byte is dice, where rolls only add or bust.

   A total x < 128 is stored as x - 128. A bust adds 128 and so turns the sign over: it lies above every `hold`, ends the
   turn like one, and its sign says that nothing is kept. */
ALWAYS_INLINE void roll_plain(const kernel *k, lane_set *l, bytes code, mask valid, shape is_a)
{
    l->total = add(l->total, keep(and(valid, l->playing), code));
    mask end = above(l->total, l->hold);
    bytes kept = choose(sign(l->total), l->total, l->own);
    mask over = above(kept, k->cap);
    pass(k, l, end, kept, is_a);
    l->playing = and_not(l->playing, over);
    l->hold = choose(over, every(INT8_MAX), l->hold);
}

/* A gather costs as much as a few rolls, so it serves many lanes at once: after every second roll, or every fourth where no
   bot holds in its first three rolls of a turn (but at the goal, which `hold` is until it is looked up). After two, a lane
   may have made one roll without knowing that it holds; it holds now. */
ALWAYS_INLINE void look_up_pending(const kernel *k, lane_set *l, shape is_a)
{
    l->hold = choose(and(l->pending, l->playing), table_threshold(k, l), l->hold);
    l->pending = none();
    if (is_a.patience > 2) return;
    mask late = above(l->total, l->hold);
    if (!any(late)) return;
    pass(k, l, late, l->total, is_a);
    l->hold = choose(late, table_threshold(k, l), l->hold);
    l->pending = none();
}

/* The same for all other rules. */
ALWAYS_INLINE void roll(const kernel *k, lane_set *l, bytes code, mask valid, shape is_a)
{
    const uint8_t end_score = (uint8_t)(k->match->rules->goal + is_a.chase);
    mask active = and(valid, l->playing);
    bytes amount = both(code, every(LANES_AMOUNT));
    l->total = add_saturated(l->total, keep(active, amount));
    /* Nobody stands on the landing score but who just came there. */
    mask landed = and(is(l->total, every((uint8_t)k->match->landing)), k->has_landing);
    mask wiped = or (and(is(code, every(LANES_FORCED)), active), landed);
    mask lost = or (and(is(amount, every(0)), active), landed);
    mask hold = and_not(at_least(l->total, l->hold), negative(code));
    if (k->match->rules->over_goal_hold) hold = or (hold, at_least(l->total, every(end_score)));
    hold = and_not(and(hold, active), lost);
    mask end = or (lost, hold);
    bytes kept = choose(wiped, every(0), choose(hold, l->total, l->own));
    mask over = is_a.chase ? and(end, at_least(l->other, most(kept, every(end_score))))
                           : and(hold, at_least(l->total, every(end_score)));
    pass(k, l, end, kept, is_a);
    l->memory = choose(end, every(0), choose(active, memory_bits(code), l->memory));
    l->playing = and_not(l->playing, over);
}

ALWAYS_INLINE void play_byte(const kernel *k, lane_set *l, bytes byte, shape is_a)
{
    const race_lanes *m = k->match;
    mask valid = at_most(byte, every((uint8_t)(m->byte_limit - 1)));
    const uint32_t range = is_a.range != 0 ? is_a.range : m->byte_range;
    /* 16 high + low mod range: at most range - 1 + 15, so that one subtraction does, or two. */
    bytes index = add(look_up16(k->high_part, high_nibble(byte)), both(byte, every(15)));
    index = least(index, sub(index, every((uint8_t)range)));
    if (range < 16) index = least(index, sub(index, every((uint8_t)range)));
    const uint32_t slots = is_a.slots != 0 ? is_a.slots : m->slots;
#pragma GCC unroll 2
    for (uint32_t slot = 0; slot < slots; slot++)
        (is_a.plain ? roll_plain : roll)(k, l, code_of(k, l, index, (int)slot, is_a), valid, is_a);
}

/* Dollars of the games that ended, one by one. Two players: what bot 1 gets, bot 0 pays, so one sum for each seat that
   bot 1 sat in is enough. */
static __attribute__((noinline)) void count_money(kernel *k, bytes winners_score, bytes losers_score,
                                                  uint64_t ended, uint64_t winner, uint64_t starter)
{
    uint8_t mine[LANES], theirs[LANES];
    int64_t net[2] = {0, 0}, squares = 0;
    const int32_t *pay = k->match->pay;
    memcpy(mine, &winners_score, LANES);
    memcpy(theirs, &losers_score, LANES);
    for (; ended != 0; ended &= ended - 1) {
        int lane = __builtin_ctzll(ended);
        int64_t paid = (int64_t)pay[theirs[lane]] * (mine[lane] - theirs[lane]);
        int64_t sign = (int64_t)(winner >> lane & 1) - 1; /* 0 when bot 1 won, else -1 */
        net[starter >> lane & 1] += (paid ^ sign) - sign;
        squares += paid * paid;
    }
    k->net[0] += net[0];
    k->net[1] += net[1];
    k->squares += (uint64_t)squares;
}

static __attribute__((noinline)) void hand_over(kernel *k, uint64_t lanes, const words game[GROUPS])
{
    uint32_t number[LANES];
    memcpy(number, game, sizeof number);
    for (; lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctzll(lanes);
        int word = lane / 4 % 4 * (LANES / 4) + lane / 16 * 4 + lane % 4; /* see transpose */
        k->spilled(k->user, (uint64_t)k->game_high << 32 | (k->game_low + number[word]));
    }
}

static uint64_t ones(uint64_t x)
{
    return (uint64_t)__builtin_popcountll(x);
}

/* Counts what ended and gives the idle lanes their next games. */
ALWAYS_INLINE void harvest(kernel *k, lane_set *l, lane_words *w, shape is_a)
{
    word_mask too_long[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
        w->turns[g] = add_words(w->turns[g], widen(l->turns, g));
        too_long[g] = words_above(w->block[g], LANES_MOST_BLOCKS);
    }
    l->turns = every(0);
    /* A score that stuck at the top of its byte may be higher, and what came after it may be wrong. */
    mask spilled = narrow_masks(too_long);
    if (!is_a.plain) spilled = or (spilled, is(most(l->own, l->other), every(UINT8_MAX)));
    spilled = and(spilled, l->seated);
    l->playing = and_not(l->playing, spilled);

    mask ended = and_not(and_not(l->seated, l->playing), spilled);
    uint64_t over = bits(ended), starter = bits(l->starter);
    uint64_t winner = is_a.chase ? bits(l->bot) : ~bits(l->bot);
    k->finished += ones(over);
    k->wins[1][0] += ones(over & winner & starter);
    k->wins[1][1] += ones(over & winner & ~starter);
    k->wins[0][0] += ones(over & ~winner & ~starter);
    k->wins[0][1] += ones(over & ~winner & starter);
    /* After its last turn a lane stands with the mover's opponent first: in a chase that is the winner. */
    if (k->match->rules->money)
        count_money(k, is_a.chase ? l->own : l->other, is_a.chase ? l->other : l->own, over, winner, starter);
    if (any(spilled)) {
        const words game[GROUPS] = {w->game[0], w->game[1], w->game[2], w->game[3]};
        hand_over(k, bits(spilled), game);
    }
    words sum = every_word(0);
    word_mask seated[GROUPS], odd[GROUPS];
    mask idle = and_not(all(), l->playing);
    for (int g = 0; g < GROUPS; g++) {
        sum = add_words(sum, keep_words(widen_mask(ended, g), w->turns[g]));
        word_mask renewed = widen_mask(idle, g);
        w->turns[g] = choose_words(renewed, every_word(0), w->turns[g]);
        w->block[g] = choose_words(renewed, every_word(0), w->block[g]);
        k->next += number_off(&w->game[g], renewed, k->next);
        seated[g] = words_less(w->game[g], k->games);
        odd[g] = words_odd(add_words(w->game[g], every_word(k->game_low)));
    }
    k->turns += sum_words(sum);
    l->seated = narrow_masks(seated);
    mask begin = and(idle, l->seated);
    mask starts = k->match->rotate ? narrow_masks(odd) : none();
    l->starter = or (and_not(l->starter, idle), and(starts, begin));
    l->bot = or (and_not(l->bot, idle), and(starts, begin));
    l->playing = or (l->playing, begin);
    const bytes nothing = every(is_a.plain ? 128 : 0);
    l->total = choose(idle, nothing, l->total);
    l->own = choose(idle, nothing, l->own);
    l->other = choose(idle, nothing, l->other);
    l->memory = choose(idle, every(0), l->memory);
    l->hold = choose(idle, choose(l->bot, k->start_hold[1], k->start_hold[0]), l->hold);
    l->hold = choose(l->playing, l->hold, every(is_a.plain ? INT8_MAX : LANES_NEVER));
}

ALWAYS_INLINE void play_all(kernel *k, shape is_a)
{
    lane_set set[SETS];
    lane_words word[SETS];
    memset(set, 0, sizeof set);
    memset(word, 0, sizeof word);
    for (;;) {
        bytes random[SETS][16];
        uint64_t busy = 0;
        for (int s = 0; s < SETS; s++) {
            harvest(k, &set[s], &word[s], is_a);
            busy |= bits(set[s].playing);
        }
        if (busy == 0) return;
        for (int s = 0; s < SETS; s++) {
            random_bytes(k, &word[s], random[s]);
            for (int g = 0; g < GROUPS; g++) word[s].block[g] = add_words(word[s].block[g], every_word(1));
        }
        for (int i = 0; i < 16; i++)
#pragma GCC unroll 4
            for (int s = 0; s < SETS; s++) {
                play_byte(k, &set[s], random[s][i], is_a);
                if (is_a.patience == 2 || (is_a.patience == 4 && i % 2 == 1))
                    look_up_pending(k, &set[s], is_a);
            }
    }
}

/* One kernel for each shape that occurs, so that what a game does not have costs nothing. */
#define KERNEL(name, ...)                                 \
    static __attribute__((noinline)) void name(kernel *k) \
    {                                                     \
        play_all(k, (shape){__VA_ARGS__});                \
    }
KERNEL(plain, .plain = true)
KERNEL(plain_d6, .plain = true, .slots = 2, .range = 36)
KERNEL(plain_tables, .plain = true, .tables = true)
KERNEL(plain_tables_d6_2, .plain = true, .tables = true, .slots = 2, .range = 36, .patience = 2)
KERNEL(plain_tables_d6_4, .plain = true, .tables = true, .slots = 2, .range = 36, .patience = 4)
KERNEL(bank, .chase = false)
KERNEL(bank_tables, .tables = true)
KERNEL(chase, .chase = true)
KERNEL(chase_2d6_3, .chase = true, .slots = 1, .range = 36, .memories = 3)
KERNEL(chase_tables, .chase = true, .tables = true)

typedef void run_kernel(kernel *);

static run_kernel *plain_kernel(const race_lanes *m)
{
    bool d6 = m->slots == 2 && m->byte_range == 36;
    if (!m->tables) return d6 ? plain_d6 : plain;
    if (!d6) return plain_tables;
    return m->patient ? plain_tables_d6_4 : plain_tables_d6_2;
}

static run_kernel *kernel_for(const race_lanes *m)
{
    if (m->plain) return plain_kernel(m);
    if (m->rules->ending == RACE_BANK) return m->tables ? bank_tables : bank;
    if (m->tables) return chase_tables;
    return m->slots == 1 && m->byte_range == 36 && m->memories == 3 ? chase_2d6_3 : chase;
}

void LANES_FUNCTION(const race_lanes *m, uint64_t first, uint32_t games, alea__tally *tally,
                    race_spill *spilled, void *user)
{
    kernel k = {.match = m,
                .key = {(uint32_t)m->seed, (uint32_t)(m->seed >> 32)},
                .game_low = (uint32_t)first,
                .game_high = (uint32_t)(first >> 32),
                .games = games,
                .spilled = spilled,
                .user = user};
    for (uint32_t s = 0; s < m->slots; s++) k.code[s] = load_table(m->code[s]);
    for (uint32_t i = 0; i < m->memories; i++) k.class_code[i] = load16(m->class_code[i]);
    k.has_landing = m->landing != LANES_NEVER ? all() : none();
    k.high_part = load16(m->high_part);
    k.cap = every(m->cap);
    for (int b = 0; b < 2; b++) {
        k.add[b] = every(m->add[b]);
        k.start_hold[b] = every(m->start_hold[b]);
    }
    kernel_for(m)(&k);
    tally->games += k.finished;
    tally->turns += k.turns;
    for (int b = 0; b < 2; b++) {
        for (int seat = 0; seat < 2; seat++) tally->wins[b][seat] += k.wins[b][seat];
        tally->money[b][0] += b == 1 ? k.net[1] : -k.net[0];
        tally->money[b][1] += b == 1 ? k.net[0] : -k.net[1];
        alea__add_wide(tally->money_squared[b], k.squares, 0);
    }
}
