/* Freezing: the states in which a bot that is a program is asked, and the plan made of its answers.

   A program sees the scores, the points and the rolls of the turn, who leads and its seat, so that it need not be a function
   of the scores and the points alone. Every position is therefore asked as two states that differ in everything that a plan does
   not record: in the first seat after as few rolls as can have given the points, in the second after as many.

   That is done for all positions up to BEYOND above the goal. A chase goes on above it, but there the leader has just overtaken
   the chaser, so only chasers a few rolls behind are asked, up to AMOUNTS_BEYOND.

   A bot that sees nothing but scores gives the same answer however its total came about, so it is asked once for each total
   and other score, and therefore much further. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/messages.h"
#include "family/race/policy/bitset_rows.h"

#include <string.h>

enum {
    BEYOND = RACE_ASKED_BEYOND,
    WAYS = 2,
    AMOUNTS_BEYOND = 40, /* as far as a chase is followed at first; see solve/evaluate.c */
    AMOUNTS_NEAR = 3,    /* chasers are rarely further behind, because the leader rose by overtaking */
    MOST_NEAR = 2000000  /* positions near leaders; Pig-Pen has 1,169,000 */
};

/* ---- how far ---- */

/* How far above the goal a bot is asked. */
static uint32_t freeze_beyond(const race_rules *rules)
{
    const uint32_t far = AMOUNTS_BEYOND * race_amounts_of(rules)->most;
    return far > BEYOND ? far : BEYOND;
}

/* The first leader against whom a turn of 2 `near` points can end higher than BEYOND. */
static uint32_t near_first_leader(const race_rules *rules, uint32_t near)
{
    return rules->goal + (2 * near > BEYOND ? 1 : BEYOND + 2 - 2 * near);
}

/* The turns of a chaser that is asked near a leader: from the first points to twice its greatest distance. */
static uint32_t near_turns(const race_rules *rules, uint32_t near)
{
    return 2 * near + 1 - rules->first_forced;
}

static uint64_t freeze_near_count(const race_rules *rules, uint32_t near)
{
    if (near == 0) return 0;
    const uint64_t leaders =
        (uint64_t)rules->goal + freeze_beyond(rules) + 1 - near_first_leader(rules, near);
    return leaders * near * near_turns(rules, near);
}

/* How far behind a leader a bot that sees more than scores is asked above BEYOND. Less if large rolls would make too many
   positions; 0 if it is not asked there. */
static uint32_t freeze_near(const race_rules *rules)
{
    const uint32_t most = race_amounts_of(rules)->most;
    uint32_t near = AMOUNTS_NEAR * most;
    if (!race_is_chase(rules) || rules->over_goal_hold || freeze_beyond(rules) == BEYOND) return 0;
    while (freeze_near_count(rules, near) > MOST_NEAR) near -= most;
    return near;
}

/* ---- positions by number: for each other score, for each own, the points of the turn; then those near leaders ---- */

static uint32_t freeze_last_total(const race_rules *rules, uint32_t beyond)
{
    return rules->over_goal_hold ? race_enough(rules) - 1 : rules->goal + beyond;
}

/* Positions of own 0 against one other: from one point on if the first roll is forced. */
static uint64_t positions_of_0(const race_rules *rules)
{
    return (uint64_t)freeze_last_total(rules, BEYOND) + 1 - rules->first_forced;
}

/* Positions of all owns below `owns` against one other: one fewer for each point of own. */
static uint64_t positions(const race_rules *rules, uint64_t owns)
{
    const uint64_t most = positions_of_0(rules);
    if (owns > most) owns = most;
    return owns * most - owns * (owns - 1) / 2;
}

/* The sum of that for 1 … `owns`. */
static uint64_t positions_summed(const race_rules *rules, uint64_t owns)
{
    const uint64_t most = positions_of_0(rules), few = owns < most ? owns : most;
    ALEA_ASSERT(few > 0);
    return few * (few + 1) / 2 * most - (few - 1) * few * (few + 1) / 6 +
           (owns - few) * positions(rules, most);
}

static uint32_t owns_against(const race_rules *rules, uint32_t other)
{
    return race_is_chase(rules) && other > rules->goal ? other : race_enough(rules);
}

/* Others who are not chased. */
static uint32_t plain_others(const race_rules *rules)
{
    return rules->players == 1 ? 1 : race_enough(rules);
}

/* Positions of all owns against leaders up to `leader`. */
static uint64_t led_positions(const race_rules *rules, uint32_t leader)
{
    return positions_summed(rules, leader) - positions_summed(rules, rules->goal);
}

static uint64_t plain_positions(const race_rules *rules)
{
    return plain_others(rules) * positions(rules, race_enough(rules));
}

/* Positions of all others up to BEYOND above the goal. */
static uint64_t freeze_low_count(const race_rules *rules)
{
    return plain_positions(rules) + (race_is_chase(rules) ? led_positions(rules, rules->goal + BEYOND) : 0);
}

uint64_t race_freeze_count(const alea__rules *opaque)
{
    const race_rules *rules = race_rules_of(opaque);
    return (freeze_low_count(rules) + freeze_near_count(rules, freeze_near(rules))) * WAYS;
}

typedef struct freeze_position {
    uint32_t own, other, turn;
} freeze_position;

/* The position with that number among those near leaders. Scores below 0 and totals above the last one are clipped, which
   repeats a position. */
static freeze_position freeze_find_near(const race_rules *rules, uint64_t index)
{
    const uint32_t near = freeze_near(rules), turns = near_turns(rules, near);
    ALEA_ASSERT(index < freeze_near_count(rules, near));
    const uint32_t leader = near_first_leader(rules, near) + (uint32_t)(index / turns / near),
                   behind = 1 + (uint32_t)(index / turns % near);
    const uint32_t own = leader > behind ? leader - behind : 0,
                   turn = rules->first_forced + (uint32_t)(index % turns),
                   most = freeze_last_total(rules, freeze_beyond(rules)) - own;
    return (freeze_position){own, leader, turn < most ? turn : most};
}

/* The leader of the position of that number among those of leaders; the number that remains among this leader's. */
static uint32_t freeze_find_leader(const race_rules *rules, uint64_t index, uint64_t *rest)
{
    uint32_t low = rules->goal, high = rules->goal + BEYOND; /* all positions up to `low` come before */
    while (high - low > 1) {
        const uint32_t half = low + (high - low) / 2;
        if (led_positions(rules, half) <= index)
            low = half;
        else
            high = half;
    }
    *rest = index - led_positions(rules, low);
    return high;
}

/* The position of that number up to BEYOND; positions that cannot occur have a number too. */
static freeze_position freeze_find_low(const race_rules *rules, uint64_t index)
{
    const uint64_t plain = plain_positions(rules), each = positions(rules, race_enough(rules));
    uint64_t rest = index % each;
    const uint32_t other =
        index < plain ? (uint32_t)(index / each) : freeze_find_leader(rules, index - plain, &rest);
    uint32_t low = 0,
             high = owns_against(rules, other) - 1; /* the last own that begins at or before `rest` */
    while (low < high) {
        const uint32_t half = low + (high - low + 1) / 2;
        if (positions(rules, half) <= rest)
            low = half;
        else
            high = half - 1;
    }
    ALEA_ASSERT(positions(rules, low) <= rest && rest < positions(rules, low + 1));
    return (freeze_position){low, other, rules->first_forced + (uint32_t)(rest - positions(rules, low))};
}

/* The position of that number, and how far above the goal totals next to it are asked. */
static freeze_position freeze_find(const race_rules *rules, uint64_t index, uint64_t low, uint32_t *beyond)
{
    *beyond = index < low ? BEYOND : freeze_beyond(rules);
    return index < low ? freeze_find_low(rules, index) : freeze_find_near(rules, index - low);
}

/* ---- states ---- */

/* Impossible positions keep their number; another position is asked instead, and its answer is ignored. */
static freeze_position freeze_possible(const race_rules *rules, uint32_t beyond, freeze_position p)
{
    while (!race_can_begin_at(rules, p.other)) p.other--;
    while (!race_can_begin_at(rules, p.own)) p.own--, p.turn++;
    while (p.turn > 0 && !race_can_stand(rules, p.own + p.turn)) p.turn++;
    if (p.own + p.turn > freeze_last_total(rules, beyond)) p.own = 0, p.turn = 1;
    return p;
}

static uint32_t rolls_for(uint32_t turn, bool many, const race_amounts *a)
{
    ALEA_ASSERT(a->least > 0 && a->most > 0);
    uint32_t rolls = many ? turn / a->least : (turn + a->most - 1) / a->most;
    if (turn == 0) return 0;
    return rolls == 0 ? 1 : rolls < RACE_LIMIT ? rolls : RACE_LIMIT - 1;
}

/* A state of a possible position; the second one is in the second seat and after as many rolls as can be. */
static void freeze_store(const race_rules *rules, freeze_position p, bool second, alea_state *out)
{
    const race_amounts *a = race_amounts_of(rules);
    race_state s;
    memset(&s, 0, sizeof s);
    memset(out, 0, sizeof *out);
    race_start(rules, &s);
    s.mover = second && rules->players > 1;
    s.turns = s.mover;
    s.score[s.mover] = p.own;
    if (rules->players > 1) s.score[1 - s.mover] = p.other;
    if (race_is_chase(rules) && p.other > rules->goal) s.leader = (uint8_t)(1 - s.mover);
    s.turn = p.turn;
    s.rolls = rolls_for(p.turn, second, a);
    s.memory = (uint16_t)(p.turn > 0 && a->free_memory < rules->memories ? a->free_memory : 0);
    s.phase = RACE_DECIDE;
    race_store(&s, out);
}

void race_freeze_state(const alea__rules *opaque, uint64_t index, alea_state *out)
{
    const race_rules *rules = race_rules_of(opaque);
    uint32_t beyond;
    const freeze_position p = freeze_find(rules, index / WAYS, freeze_low_count(rules), &beyond);
    freeze_store(rules, freeze_possible(rules, beyond, p), index % WAYS, out);
}

/* ---- the plan ---- */

/* ALEA_E_REFUSED if the two answers for a position differ or one is missing. */
static alea_status check_answer(const race_rules *rules, const freeze_position *p,
                                const unsigned char moves[WAYS], alea_error *error)
{
    static const char *const name[] = {[RACE_HOLD_MOVE] = "holds", [RACE_ROLL_MOVE] = "rolls"};
    const race_amounts *a = race_amounts_of(rules);
    if (moves[0] > RACE_ROLL_MOVE || moves[1] > RACE_ROLL_MOVE)
        return alea__fail(error, ALEA_E_REFUSED, RACE_FREEZE_SILENT, (unsigned)p->own, (unsigned)p->other,
                          (unsigned)p->turn);
    if (moves[0] == moves[1]) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, RACE_FREEZE_DIFFERS, (unsigned)p->own, (unsigned)p->other,
                      (unsigned)p->turn, name[moves[0]], (unsigned)rolls_for(p->turn, false, a),
                      name[moves[1]], (unsigned)rolls_for(p->turn, true, a));
}

/* Copies the answers for all possible positions into the rows. */
static alea_status note_answers(race_rows *r, const unsigned char *moves, uint64_t count, alea_error *error)
{
    const uint64_t low = freeze_low_count(r->rules);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t beyond;
        const freeze_position p = freeze_find(r->rules, i, low, &beyond),
                              real = freeze_possible(r->rules, beyond, p);
        if (!(p.own == real.own && p.other == real.other && p.turn == real.turn)) continue;
        alea_status status = check_answer(r->rules, &p, moves + i * WAYS, error);
        if (status != ALEA_OK) return status;
        /* programs do not see the turn's memory or the turns left, so one answer serves all of these */
        bool limited = r->rules->players == 1 && r->rules->turn_limit > 0;
        for (uint32_t other = limited ? 1 : p.other; other <= (limited ? r->rules->turn_limit : p.other);
             other++)
            for (uint32_t memory = 0; memory < r->rules->memories; memory++)
                race_rows_set(r, (race_position){p.own, other, p.own + p.turn, memory},
                              moves[i * WAYS] == RACE_ROLL_MOVE);
    }
    return ALEA_OK;
}

/* Rows, not yet made, for a bot that was asked up to `beyond` above the goal. */
static race_rows freeze_rows(const race_rules *rules, uint32_t beyond)
{
    uint32_t others = rules->players == 1 ? rules->turn_limit + 1 : race_enough(rules),
             owns = race_enough(rules);
    if (race_is_chase(rules)) owns = others = rules->goal + beyond + 1;
    return (race_rows){
        rules, owns,  others, freeze_last_total(rules, beyond), rules->goal + beyond, NULL, NULL, 0,
        0,     false, NULL};
}

alea_status race_freeze(const alea__rules *opaque, const unsigned char *moves, alea__policy **out,
                        alea_error *error)
{
    const race_rules *rules = race_rules_of(opaque);
    const uint32_t near = freeze_near(rules);
    race_rows rows = freeze_rows(rules, near > 0 ? freeze_beyond(rules) : BEYOND);
    rows.near = near;
    if (rules->players > 2) return alea__fail(error, ALEA_E_USAGE, RACE_FREEZE_PLAYERS);
    alea_status status = race_rows_make(&rows, error);
    if (status == ALEA_OK) status = note_answers(&rows, moves, race_freeze_count(opaque) / WAYS, error);
    if (status == ALEA_OK) status = race_rows_finish(&rows, out, error);
    race_rows_clear(&rows);
    return status;
}

/* ---- bots that see nothing but scores: for each total, for each other score ---- */

static uint32_t scores_others(const race_rules *rules)
{
    return race_is_chase(rules) ? rules->goal + freeze_beyond(rules) + 1 : plain_others(rules);
}

uint64_t race_freeze_scores_count(const alea__rules *opaque)
{
    const race_rules *rules = race_rules_of(opaque);
    const uint64_t totals =
        (uint64_t)freeze_last_total(rules, freeze_beyond(rules)) + 1 - rules->first_forced;
    return totals * scores_others(rules);
}

/* All points belong to the turn and none are banked: the bot sees only their sum. */
void race_freeze_scores_state(const alea__rules *opaque, uint64_t index, alea_state *out)
{
    const race_rules *rules = race_rules_of(opaque);
    const uint32_t others = scores_others(rules), total = rules->first_forced + (uint32_t)(index / others);
    const freeze_position p = {0, (uint32_t)(index % others), total};
    freeze_store(rules, freeze_possible(rules, freeze_beyond(rules), p), false, out);
}

/* The answers as bits, for all totals and memories of a turn. A plan's row has those from its own score on. */
typedef struct scores_bits {
    uint8_t *stands; /* whether there is such a total */
    uint8_t *rolls;  /* [other][size]: whether it rolls at the total */
    size_t size;     /* of either, in bytes */
} scores_bits;

static void scores_set_bit(uint8_t *bits, uint64_t at, bool is)
{
    if (is)
        bits[at / 8] |= (uint8_t)(1u << at % 8);
    else
        bits[at / 8] &= (uint8_t)~(1u << at % 8);
}

/* Stores the answers at one total. All bits are `hold` before. */
static void scores_take_answers(const race_rows *r, const unsigned char *moves, uint32_t total,
                                const scores_bits *bits)
{
    const uint32_t memories = r->rules->memories, others = scores_others(r->rules);
    const unsigned char *said = moves + (size_t)(total - r->rules->first_forced) * others;
    uint8_t *rolls = bits->rolls;
    for (uint32_t other = 0; other < r->others; other++, rolls += bits->size) {
        if (said[others == 1 ? 0 : other] != RACE_ROLL_MOVE) continue;
        for (uint32_t memory = 0; memory < memories; memory++)
            scores_set_bit(rolls, (uint64_t)total * memories + memory, true);
    }
}

/* Bits for the totals up to `last`; those behind are 0, and there is a byte more than the last one that has some. */
static alea_status scores_make_bits(const race_rows *r, const unsigned char *moves, scores_bits *out,
                                    alea_error *error)
{
    const uint64_t memories = r->rules->memories, count = (r->last + UINT64_C(1)) * memories;
    out->size = (size_t)(count / 8 + 2);
    out->stands = alea__alloc_array(r->others + (size_t)1, out->size);
    if (!out->stands) return alea__out_of_memory(error);
    out->rolls = out->stands + out->size;
    for (uint64_t at = 0; at < count; at++)
        scores_set_bit(out->stands, at, race_can_stand(r->rules, (uint32_t)(at / memories)));
    for (uint32_t total = r->rules->first_forced; total <= r->last; total++)
        scores_take_answers(r, moves, total, out);
    return ALEA_OK;
}

/* Eight bits of a stream, from the bit `shift` of byte `at` on. */
static inline unsigned scores_byte(const uint8_t *stream, size_t at, unsigned shift)
{
    return (stream[at] | (unsigned)stream[at + 1] << 8) >> shift & 0xFF;
}

/* Eight bytes as a word, the first one lowest. */
static inline uint64_t scores_plain_word(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? word : __builtin_bswap64(word);
}

static inline void scores_put_word(uint8_t *at, uint64_t word)
{
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) word = __builtin_bswap64(word);
    memcpy(at, &word, sizeof word);
}

/* 64 bits of a stream. */
static inline uint64_t scores_word(const uint8_t *stream, size_t at, unsigned shift)
{
    const uint64_t low = scores_plain_word(stream + at) >> shift;
    return low | (uint64_t)stream[at + 8] << 1 << (63 - shift);
}

/* Copies the answers for the possible totals of a turn from `own` against `other`. The total at the start of a turn exists
   even if no turn could stop there. */
static void scores_note_turn(race_rows *r, const scores_bits *bits, uint32_t own, uint32_t other)
{
    const race_rules *rules = r->rules;
    const uint64_t *row = r->row + (size_t)own * r->others + other, from = (uint64_t)own * rules->memories;
    uint8_t *restrict out = r->bits + row[0] / 8;
    const uint8_t *all = bits->rolls + other * bits->size, *rolls = all + from / 8,
                  *stands = bits->stands + from / 8;
    const unsigned shift = from % 8, skipped = rules->first_forced * rules->memories;
    const size_t size = (size_t)((row[1] - row[0]) / 8);
    const size_t first = skipped / 8;
    const uint8_t before = out[first];
    size_t i = first;
    for (; i + 8 <= size; i += 8) {
        const uint64_t said = scores_word(stands, i, shift);
        scores_put_word(out + i,
                        (scores_word(rolls, i, shift) & said) | (scores_plain_word(out + i) & ~said));
    }
    for (; i < size; i++) {
        const unsigned said = scores_byte(stands, i, shift);
        out[i] = (uint8_t)((scores_byte(rolls, i, shift) & said) | (out[i] & ~said));
    }
    const uint8_t kept = (uint8_t)((1u << skipped % 8) - 1); /* of the first byte */
    out[first] = (uint8_t)((before & kept) | (out[first] & ~kept));
    for (uint32_t memory = 0; !rules->first_forced && memory < rules->memories; memory++)
        race_rows_set(r, (race_position){own, other, own, memory},
                      all[(from + memory) / 8] >> (from + memory) % 8 & 1);
}

alea_status race_freeze_scores(const alea__rules *opaque, const unsigned char *moves, alea__policy **out,
                               alea_error *error)
{
    const race_rules *rules = race_rules_of(opaque);
    race_rows rows = freeze_rows(rules, freeze_beyond(rules));
    rows.scores_only = true;
    scores_bits bits = {NULL, NULL, 0};
    if (rules->players > 2) return alea__fail(error, ALEA_E_USAGE, RACE_FREEZE_PLAYERS);
    alea_status status = race_rows_begin(&rows, error);
    if (status == ALEA_OK) status = scores_make_bits(&rows, moves, &bits, error);
    const uint64_t count = (uint64_t)rows.owns * rows.others;
    for (uint64_t i = 0; status == ALEA_OK && i < count; i++) {
        const uint32_t own = (uint32_t)(i / rows.others), other = (uint32_t)(i % rows.others);
        status = race_rows_append(&rows, own, other, error);
        if (status == ALEA_OK && race_rows_has(&rows, own, other)) scores_note_turn(&rows, &bits, own, other);
    }
    if (status == ALEA_OK) status = race_rows_finish(&rows, out, error);
    race_rows_clear(&rows);
    alea__free(bits.stands);
    return status;
}
