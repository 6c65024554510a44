/* The lanes for any number of players and any built-in policy, written over the same words as lanes_kernel.h, which it
   follows. The scores of a lane are planes: plane 0 is the mover's, the others follow in the order of the seats. A turn that
   ends moves all planes of its lane by one, so nothing ever selects the mover.

   How a bot decides is one of few kinds, chosen by masks:
   - a threshold that the bot's own score gives: computed when a turn begins;
   - a threshold in a table: gathered after every second roll for all lanes whose turn began. Such a lane may have rolled
     once without knowing its threshold; if it holds there, it holds now, before its next roll;
   - a row of a plan that is not a threshold: the least total at which it holds is one, and from there on every answer is
     gathered;
   - random(p): a queue of answers for each player, refilled from that player's own random numbers.

   Invariants, between two pairs of rolls: no lane that plays has a threshold to look up; where the mover or the next player
   is random, its queue has the answers for the next two rolls. */

/* One register of games. Queues are bits below a leading 1: 1 is an empty queue. */
typedef struct seat_set {
    bytes score[RACE_SEATS];  /* banked: the mover's first */
    bytes scored[RACE_SEATS]; /* scoring turns so far, for turns(n) */
    bytes queue[RACE_SEATS];  /* answers of random(p) that wait; 1: roll */
    bytes drawn[RACE_SEATS];  /* blocks of the player's own stream that were used up for them */
    bytes total, hold,
        row; /* own + turn; the mover's threshold; the row of a plan that decides from there on, or 0 */
    bytes memory, turns, bot, seat;
    bytes lead,
        left; /* in a chase: the score to beat, and the turns left until play returns to the leader; 0: no leader */
    mask forced;  /* the last roll of the turn must be followed by another */
    mask pending; /* `hold` is to be looked up */
    mask playing, seated;
} seat_set;

/* Properties of a match's planes, rolls and endings, constant for the compiler. */
typedef struct seats_kind {
    bool chase;
    bool pig;         /* rolls only add or lose the turn; see race_lanes_seats */
    uint32_t players; /* 0: that of the match */
    shape dice;
} seats_kind;

ALWAYS_INLINE uint32_t seats_players(const kernel *k, seats_kind is_a)
{
    return is_a.players != 0 ? is_a.players : k->match->rules->players;
}

/* A mask of the lanes whose bot has this property. */
ALWAYS_INLINE mask seats_bots_with(const uint8_t property[16], bytes bot)
{
    return mask_negative(bytes_look_up16(bytes_load16(property), bot));
}

/* The next of `players` numbers, in a circle. */
ALWAYS_INLINE bytes seats_after(bytes number, uint32_t players)
{
    const bytes next = bytes_add(number, bytes_all(1));
    return mask_choose(mask_equal(next, bytes_all((uint8_t)players)), bytes_all(0), next);
}

/* The same in some lanes. */
ALWAYS_INLINE bytes seats_pass_on(bytes number, mask end, uint32_t players)
{
    if (players == 2) return number ^ mask_keep(end, bytes_all(1));
    return mask_choose(end, seats_after(number, players), number);
}

/* Moves planes by one seat in the lanes whose turn ended; `kept` becomes the last. */
ALWAYS_INLINE void seats_rotate(bytes plane[RACE_SEATS], uint32_t players, mask end, bytes kept)
{
#pragma GCC unroll 8
    for (uint32_t p = 0; p + 1 < players; p++) plane[p] = mask_choose(end, plane[p + 1], plane[p]);
    plane[players - 1] = mask_choose(end, kept, plane[players - 1]);
}

/* The thresholds of movers whose turn begins, as far as own scores and the lead determine them. */
ALWAYS_INLINE bytes seats_threshold(const kernel *k, const seat_set *l, mask *looked_up, seats_kind is_a)
{
    const race_lanes_seats *seats = &k->match->seats;
    if (is_a.pig && seats->all_look_up) {
        *looked_up = ~(mask){0};
        return bytes_all(LANES_NEVER);
    }
    bytes counted = l->score[0] & bytes_look_up16(bytes_load16(seats->counts_own), l->bot);
    const bytes wanted = bytes_add_saturated(counted, bytes_look_up16(bytes_load16(seats->add), l->bot));
    const bytes hold = bytes_least(wanted, bytes_look_up16(bytes_load16(seats->cap), l->bot));
    *looked_up = seats->tables ? seats_bots_with(seats->looks_up, l->bot) : (mask){0};
    if (!is_a.chase) return hold;
    mask chased = ~mask_equal(l->left, bytes_all(0)) & seats_bots_with(seats->follows, l->bot);
    *looked_up &= ~chased;
    const bytes ahead = bytes_add_saturated(l->lead, bytes_all(1));
    const bytes sooner = bytes_least(wanted, ahead);
    return mask_choose(chased, mask_choose(seats_bots_with(seats->banks, l->bot), sooner, ahead), hold);
}

/* Begins the turn of some lanes, whose planes have moved. */
ALWAYS_INLINE void seats_begin_turn(const kernel *k, seat_set *l, mask begin, seats_kind is_a)
{
    mask looked_up;
    l->total = mask_choose(begin, l->score[0], l->total);
    l->hold = mask_choose(begin, seats_threshold(k, l, &looked_up, is_a), l->hold);
    if (k->match->seats.rows) l->row = mask_choose(begin, bytes_all(0), l->row);
    l->pending = (l->pending & ~begin) | (begin & looked_up);
    if (is_a.pig) return;
    l->memory = mask_choose(begin, bytes_all(0), l->memory);
    l->forced &= ~begin;
}

/* Turns that end: the lanes, those in which the mover chose to hold, and the movers' new banked scores. */
typedef struct seats_turns {
    mask end, held;
    bytes kept;
} seats_turns;

/* Ends turns: keeps the score, sees who leads and whether the game is over, and lets the next player begin. */
ALWAYS_INLINE void seats_end_turn(const kernel *k, seat_set *l, seats_turns ended, seats_kind is_a)
{
    const mask end = ended.end, held = ended.held;
    const bytes kept = ended.kept;
    const race_lanes_seats *seats = &k->match->seats;
    const uint32_t players = seats_players(k, is_a);
    mask over;
    if (is_a.chase) {
        mask leads = end & ~mask_at_least(l->lead, kept);
        over = end & ~leads & mask_equal(l->left, bytes_all(1));
        bytes fewer = bytes_subtract(bytes_most(l->left, bytes_all(1)), bytes_all(1));
        l->left = mask_choose(end, mask_choose(leads, bytes_all((uint8_t)(players - 1)), fewer), l->left);
        l->lead = mask_choose(leads, kept, l->lead);
    } else
        over = end & mask_at_least(kept, bytes_all((uint8_t)k->match->rules->goal));
    if (seats->turns) seats_rotate(l->scored, players, end, mask_count(l->scored[0], end & held));
    if (seats->random) {
        seats_rotate(l->queue, players, end, l->queue[0]);
        seats_rotate(l->drawn, players, end, l->drawn[0]);
    }
    seats_rotate(l->score, players, end, kept);
    l->bot = seats_pass_on(l->bot, end, players);
    l->seat = seats_pass_on(l->seat, end, players);
    l->turns = mask_count(l->turns, end);
    l->playing &= ~over;
    seats_begin_turn(k, l, end, is_a);
}

/* Among the lanes that reached their threshold, those that hold. In a row of a plan that has no threshold, the plan's
   answer decides. */
ALWAYS_INLINE mask seats_ask_rows(const kernel *k, const seat_set *l, mask hold)
{
    if (!k->match->seats.rows) return hold;
    mask asked = hold & ~mask_equal(l->row, bytes_all(0));
    if (mask_bits(asked) == 0) return hold;
    words answer[GROUPS];
    for (int g = 0; g < GROUPS; g++)
        answer[g] =
            words_gather_byte(k->match->row_at, words_of_bytes(l->row, g), words_of_bytes(l->total, g));
    return hold & (~asked | mask_equal(bytes_of_words(answer), bytes_all(0)));
}

/* Looks up thresholds for the turns that began. */
ALWAYS_INLINE void seats_gather(const kernel *k, seat_set *l, seats_kind is_a)
{
    const race_lanes_seats *seats = &k->match->seats;
    const uint32_t players = seats_players(k, is_a);
    bytes other = l->score[1];
    for (uint32_t p = 2; p < players; p++) other = bytes_most(other, l->score[p]);
    if (seats->turns)
        other = mask_choose(seats_bots_with(seats->counts_turns, l->bot),
                            bytes_least(l->scored[0], bytes_all(LANES_MOST_GOAL)), other);
    const bytes table = bytes_look_up16(bytes_load16(seats->table), l->bot);
    words found[GROUPS], row[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
        words high = words_times_256(words_of_bytes(table, g)) | words_of_bytes(l->score[0], g);
        words pair = words_gather_pair(k->match->pair_at, high, words_of_bytes(other, g));
        found[g] = pair & words_all(255);
        row[g] = words_second_byte(pair);
    }
    const mask now = l->pending & l->playing;
    l->hold = mask_choose(now, bytes_of_words(found), l->hold);
    if (seats->rows) l->row = mask_choose(now, bytes_of_words(row), l->row);
    l->pending = (mask){0};
}

/* The same, and ends the turns that should have ended after their first roll. The turns that begin then have no roll yet,
   so that their thresholds are all that is missing. */
ALWAYS_INLINE void seats_look_up(const kernel *k, seat_set *l, seats_kind is_a)
{
    mask pending = l->pending & l->playing;
    if (mask_bits(pending) == 0) return;
    seats_gather(k, l, is_a);
    mask late = (pending & mask_at_least(l->total, l->hold)) & ~l->forced;
    late = seats_ask_rows(k, l, late);
    if (mask_bits(late) == 0) return;
    seats_end_turn(k, l, (seats_turns){late, late, l->total}, is_a);
    if (mask_bits(l->pending & l->playing) != 0) seats_gather(k, l, is_a);
}

/* The four answers in the next block of each lane's stream for the bot in a seat, as bits 0 … 3. */
ALWAYS_INLINE bytes seats_draw(const kernel *k, const lane_words *w, bytes seat, bytes bot, bytes drawn)
{
    word_mask rolls[4][GROUPS];
    const words sign = words_all(UINT32_C(1) << 31);
    for (int g = 0; g < GROUPS; g++) {
        words out[4], stream = words_add(words_of_bytes(seat, g), words_all(ALEA__SEAT));
        lanes_block(k, words_of_bytes(drawn, g), stream, w->game[g], out);
        const words chance = words_look_up8(k->match->seats.chance, words_of_bytes(bot, g)) ^ sign;
        for (int i = 0; i < 4; i++) rolls[i][g] = words_above(chance, out[i] ^ sign);
    }
    bytes bits = bytes_all(0);
    for (int i = 0; i < 4; i++)
        bits = bits | mask_keep(mask_of_words(rolls[i]), bytes_all((uint8_t)(1u << i)));
    return bits;
}

/* Adds four answers above those that wait: queues below 16 only. */
ALWAYS_INLINE bytes seats_append(bytes queue, bytes four)
{
    const bytes waiting =
        bytes_repeat(SIXTEEN(0, 0, 0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7)); /* without the leading 1 */
    bytes more = four | bytes_all(16);
    more = mask_choose(mask_at_least(queue, bytes_all(2)), bytes_add(more, more), more);
    more = mask_choose(mask_at_least(queue, bytes_all(4)), bytes_add(more, more), more);
    more = mask_choose(mask_at_least(queue, bytes_all(8)), bytes_add(more, more), more);
    return more | bytes_look_up16(waiting, queue);
}

/* Draws answers until every queue has enough: before the next refill the mover may decide twice, the next player once. */
static __attribute__((noinline)) void seats_refill(const kernel *k, seat_set *l, const lane_words *w,
                                                   uint32_t players)
{
    const uint8_t *random = k->match->seats.draws;
    for (;;) {
        const bytes next_bot = seats_after(l->bot, players);
        mask mover = seats_bots_with(random, l->bot) & l->playing;
        mask next = seats_bots_with(random, next_bot) & l->playing;
        mask mover_lacks = mover & ~mask_at_least(l->queue[0], bytes_all(4));
        mask next_lacks = next & ~mask_at_least(l->queue[1], bytes_all(2));
        if (mask_bits(mover_lacks | next_lacks) == 0) return;
        mask mover_has_place = mover & ~mask_at_least(l->queue[0], bytes_all(16));
        mask next_has_place = next & ~mask_at_least(l->queue[1], bytes_all(16));
        mask for_mover = mover_lacks | (mover_has_place & ~next_lacks),
             for_next = next_has_place & ~for_mover;
        bytes queue = mask_choose(for_next, l->queue[1], l->queue[0]);
        bytes drawn = mask_choose(for_next, l->drawn[1], l->drawn[0]);
        bytes seat = mask_choose(for_next, seats_after(l->seat, players), l->seat);
        bytes four = seats_draw(k, w, seat, mask_choose(for_next, next_bot, l->bot), drawn);
        queue = seats_append(queue, four);
        l->queue[0] = mask_choose(for_mover, queue, l->queue[0]);
        l->queue[1] = mask_choose(for_next, queue, l->queue[1]);
        l->drawn[0] = mask_count(l->drawn[0], for_mover);
        l->drawn[1] = mask_count(l->drawn[1], for_next);
    }
}

/* Among the lanes that decide, those that hold. */
ALWAYS_INLINE mask seats_hold(const kernel *k, seat_set *l, mask decides)
{
    const race_lanes_seats *seats = &k->match->seats;
    const mask hold = seats_ask_rows(k, l, decides & mask_at_least(l->total, l->hold));
    if (!seats->random) return hold;
    const mask drawn = decides & seats_bots_with(seats->draws, l->bot);
    const mask rolls = ~mask_equal(l->queue[0] & bytes_all(1), bytes_all(0));
    l->queue[0] = mask_choose(drawn, bytes_field(l->queue[0], 1, 127), l->queue[0]);
    return (hold & ~drawn) | (drawn & ~rolls);
}

/* Rolls once in every playing lane whose byte is valid, if rolls only add or lose the turn. */
ALWAYS_INLINE void seats_roll_pig(const kernel *k, seat_set *l, bytes code, mask valid, seats_kind is_a)
{
    const mask active = valid & l->playing, lost = mask_equal(code, bytes_all(0)) & active;
    l->total = bytes_add_saturated(l->total, mask_keep(active, code));
    const mask hold = seats_hold(k, l, active & ~lost);
    const mask end = lost | hold;
    const bytes kept = mask_choose(hold, l->total, l->score[0]);
    seats_end_turn(k, l, (seats_turns){end, hold, kept}, is_a);
}

/* The same for all rules. */
ALWAYS_INLINE void seats_roll(const kernel *k, seat_set *l, bytes code, mask valid, seats_kind is_a)
{
    const race_lanes_seats *seats = &k->match->seats;
    const uint8_t end_score = (uint8_t)(k->match->rules->goal + is_a.chase);
    mask active = valid & l->playing;
    bytes amount = code & bytes_all(LANES_AMOUNT);
    l->total = bytes_add_saturated(l->total, mask_keep(active, amount));
    /* Only the player who just came there is on the landing score. */
    mask landed = (mask_equal(l->total, bytes_all((uint8_t)k->match->landing)) & k->has_landing) & active;
    mask wiped = (mask_equal(code, bytes_all(LANES_FORCED)) & active) | landed;
    mask lost = (mask_equal(amount, bytes_all(0)) & active) | landed;
    mask forced = mask_negative(code);
    mask held_by_rule = (mask){0};
    if (k->match->rules->over_goal_hold)
        held_by_rule = (mask_at_least(l->total, bytes_all(end_score)) & active) & ~lost;
    mask decides = ((active & ~lost) & ~forced) & ~held_by_rule;
    mask hold = seats_hold(k, l, decides);
    if (seats->memories) {
        l->memory = mask_choose(active, lanes_memory(code), l->memory);
        l->forced = (l->forced & ~active) | (forced & active);
    }
    mask banked = hold | held_by_rule, end = lost | banked;
    bytes kept = mask_choose(wiped, bytes_all(0), mask_choose(banked, l->total, l->score[0]));
    seats_end_turn(k, l, (seats_turns){end, hold, kept}, is_a);
}

/* Establishes the invariants for the next two rolls. */
ALWAYS_INLINE void seats_prepare(const kernel *k, seat_set *l, const lane_words *w, seats_kind is_a)
{
    if (k->match->seats.tables) seats_look_up(k, l, is_a);
    if (k->match->seats.random) seats_refill(k, l, w, seats_players(k, is_a));
}

/* Adds the games that ended to the tally. After its last turn a lane has the player after the last mover first: in a chase
   that is the winner, else the winner is in the last plane. */
static __attribute__((noinline)) void seats_count_results(kernel *k, const seat_set *l, uint64_t over,
                                                          bool chase)
{
    const race_rules *rules = k->match->rules;
    const uint32_t players = rules->players;
    uint8_t score[RACE_SEATS][LANES], bot[LANES], seat[LANES];
    memcpy(bot, &l->bot, LANES);
    memcpy(seat, &l->seat, LANES);
    for (uint32_t p = 0; p < players; p++) memcpy(score[p], &l->score[p], LANES);
    k->finished += lanes_count(over);
    for (; over != 0; over &= over - 1) {
        const int lane = __builtin_ctzll(over);
        const uint32_t back = chase ? 0 : players - 1; /* the winner's plane */
        k->tally->wins[(bot[lane] + back) % players][(seat[lane] + back) % players]++;
        if (!rules->money) continue;
        int64_t won = 0;
        for (uint32_t p = 0; p < players; p++) {
            if (p == back) continue;
            const uint32_t b = (bot[lane] + p) % players;
            const int64_t paid =
                (int64_t)k->match->pay[score[p][lane]] * (score[back][lane] - score[p][lane]);
            k->tally->money[b][(seat[lane] + p) % players] -= paid;
            alea__add_square(k->tally->money_squared[b], paid);
            won += paid;
        }
        const uint32_t b = (bot[lane] + back) % players;
        k->tally->money[b][(seat[lane] + back) % players] += won;
        alea__add_square(k->tally->money_squared[b], won);
    }
}

/* The bot that begins in each lane: bot i sits in seat (i + game) mod players. */
ALWAYS_INLINE bytes seats_first_bots(const kernel *k, const lane_words *w, uint32_t players)
{
    const uint64_t first = (uint64_t)k->game_high << 32 | k->game_low;
    const words shifted = words_all((uint32_t)(first % players)), n = words_all(players);
    const words reciprocal = words_all(UINT32_MAX / players + 1);
    words rest[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
        /* x - n floor(x / n) for x < 2^24; a lane without a game has a number not much greater than theirs. */
        const words x = words_add(w->game[g], shifted), upper = words_upper_to_lower(x);
        const words even = words_upper_to_lower(words_multiply_lower(x, reciprocal));
        const words odd = words_upper_to_lower(words_multiply_lower(upper, reciprocal));
        const words product = words_join_lower(words_multiply_lower(even, n), words_multiply_lower(odd, n));
        rest[g] = words_subtract(x, product);
    }
    const bytes seat = bytes_of_words(rest);
    return mask_choose(mask_equal(seat, bytes_all(0)), bytes_all(0),
                       bytes_subtract(bytes_all((uint8_t)players), seat));
}

/* Gives the idle lanes of a set the games that they have now. */
ALWAYS_INLINE void seats_start_games(const kernel *k, seat_set *l, const lane_words *w, mask idle,
                                     seats_kind is_a)
{
    const uint32_t players = seats_players(k, is_a);
    const bytes none = bytes_all(0), first = k->match->rotate ? seats_first_bots(k, w, players) : none;
    for (uint32_t p = 0; p < players; p++) {
        l->score[p] = mask_choose(idle, none, l->score[p]);
        l->scored[p] = mask_choose(idle, none, l->scored[p]);
        l->drawn[p] = mask_choose(idle, none, l->drawn[p]);
        l->queue[p] = mask_choose(idle, bytes_all(1), l->queue[p]);
    }
    l->bot = mask_choose(idle, first, l->bot);
    l->seat = mask_choose(idle, none, l->seat);
    l->left = mask_choose(idle, none, l->left);
    l->lead = mask_choose(idle, bytes_all((uint8_t)k->match->rules->goal), l->lead);
    l->playing |= idle & l->seated;
    seats_begin_turn(k, l, idle, is_a);
}

/* The lanes whose games must be played elsewhere, because a score at the top of its byte may really be higher. */
ALWAYS_INLINE mask seats_spilled(const kernel *k, const seat_set *l, const lane_words *w, seats_kind is_a)
{
    bytes greatest = l->score[0], drawn = l->drawn[0], scored = l->scored[0];
    for (uint32_t p = 1; p < seats_players(k, is_a); p++) {
        greatest = bytes_most(greatest, l->score[p]);
        drawn = bytes_most(drawn, l->drawn[p]);
        scored = bytes_most(scored, l->scored[p]);
    }
    mask spilled =
        lanes_too_long(w, k->match->seats.most_blocks) | mask_equal(greatest, bytes_all(UINT8_MAX));
    spilled |= mask_at_least(bytes_most(drawn, scored), bytes_all(LANES_MOST_COUNT));
    return spilled & l->seated;
}

/* Counts what ended and gives the idle lanes their next games. */
ALWAYS_INLINE void seats_harvest(kernel *k, seat_set *l, lane_words *w, seats_kind is_a)
{
    lanes_add_turns(w, &l->turns);
    mask spilled = seats_spilled(k, l, w, is_a);
    l->playing &= ~spilled;
    mask ended = (l->seated & ~l->playing) & ~spilled, idle = ~l->playing;
    if (mask_bits(ended) != 0) seats_count_results(k, l, mask_bits(ended), is_a.chase);
    if (mask_bits(spilled) != 0) lanes_hand_over(k, mask_bits(spilled), w);
    if (mask_bits(idle) == 0) return;
    l->seated = lanes_renew(k, w, ended, idle);
    seats_start_games(k, l, w, idle, is_a);
}

/* Plays until no lane has a game: a harvest, then a random block, byte after byte. */
ALWAYS_INLINE void seats_play_all(kernel *k, seats_kind is_a)
{
    seat_set set[SETS];
    lane_words word[SETS];
    memset(set, 0, sizeof set);
    memset(word, 0, sizeof word);
    const uint32_t slots = is_a.dice.slots != 0 ? is_a.dice.slots : k->match->slots;
    for (;;) {
        bytes random[SETS][16];
        uint64_t busy = 0;
        for (int s = 0; s < SETS; s++) {
            seats_harvest(k, &set[s], &word[s], is_a);
            seats_prepare(k, &set[s], &word[s], is_a);
            busy |= mask_bits(set[s].playing);
        }
        if (busy == 0) return;
        for (int s = 0; s < SETS; s++) lanes_random_bytes(k, &word[s], random[s]);
        uint32_t rolls = 0;
        for (int i = 0; i < 16; i++) {
            mask valid[SETS];
            bytes index[SETS];
            for (int s = 0; s < SETS; s++) index[s] = lanes_index(k, random[s][i], &valid[s], is_a.dice);
            for (uint32_t slot = 0; slot < slots; slot++, rolls++)
                for (int s = 0; s < SETS; s++) {
                    bytes code = lanes_code(k, set[s].memory, index[s], (int)slot, is_a.dice);
                    if (is_a.pig)
                        seats_roll_pig(k, &set[s], code, valid[s], is_a);
                    else
                        seats_roll(k, &set[s], code, valid[s], is_a);
                    if (rolls % 2 == 1) seats_prepare(k, &set[s], &word[s], is_a);
                }
        }
    }
}

/* One kernel for each kind that occurs. */
#define SEATS_KERNEL(name, ...)                           \
    static __attribute__((noinline)) void name(kernel *k) \
    {                                                     \
        seats_play_all(k, (seats_kind){__VA_ARGS__});     \
    }
SEATS_KERNEL(lanes_seats_bank, .chase = false)
SEATS_KERNEL(lanes_seats_chase, .chase = true, .dice = {.chase = true})
SEATS_KERNEL(lanes_seats_pig_d6, .pig = true, .dice = {.slots = 2, .range = 36, .memories = 1})
SEATS_KERNEL(lanes_seats_pig_d6_two, .pig = true, .players = 2,
             .dice = {.slots = 2, .range = 36, .memories = 1})
