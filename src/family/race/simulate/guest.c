/* The referee inside the sandbox. It is compiled to WebAssembly together with the family's own referee and
   policies, and plays whole games beside the bots, so that a question costs a call from one component to
   another and not a call out to the host. See sandbox/arena.c for how it is used. */
#include "family/race/play/turn.h"
#include "family/race/policy/guest_pack.h"
#include "game/tally.h"

#include <stddef.h>

#define EXPORT(name) __attribute__((export_name(name)))
#define QUESTION(bot)                                                                    \
    __attribute__((import_module(#bot), import_name("should-roll"))) extern int32_t bot( \
        uint32_t, const uint32_t *, uint32_t)

QUESTION(bot0);
QUESTION(bot1);
QUESTION(bot2);
QUESTION(bot3);
QUESTION(bot4);
QUESTION(bot5);
QUESTION(bot6);
QUESTION(bot7);

void *cabi_realloc(void *old, size_t old_size, size_t alignment, size_t size);
void setup(const uint64_t *words, size_t count, uint64_t first, uint64_t games);
bool play(uint32_t turns);

typedef struct list {
    const uint64_t *words;
    size_t count;
} list;
const list *tally(void);

/* A game under way, and the number of the last one plus one. */
typedef struct game {
    uint64_t number, end;
    race_state state;
    uint32_t bot[RACE_SEATS]; /* who sits where */
    race_memo memo[RACE_SEATS];
    alea__stream own[RACE_SEATS];
    alea__dice_stream dice;
} game;

/* A module instance lives for one block of one match, so it may use global variables. */
static race_packed match;
static alea__tally counted;
static game current;

/* ---- memory: what the host hands over once, at the end of the memory ---- */

extern unsigned char __heap_base;
enum { PAGE = 65536 };

/* Memory is never freed: the only allocation is for the list of setup. */
EXPORT("cabi_realloc") void *cabi_realloc(void *old, size_t old_size, size_t alignment, size_t size)
{
    static uintptr_t next;
    (void)old, (void)old_size;
    if (next == 0) next = (uintptr_t)&__heap_base;
    uintptr_t start = (next + alignment - 1) & ~(uintptr_t)(alignment - 1), end = start + size;
    size_t there = __builtin_wasm_memory_size(0) * (size_t)PAGE;
    size_t missing = end > there ? (end - there + PAGE - 1) / PAGE : 0;
    if (missing > 0 && __builtin_wasm_memory_grow(0, missing) == (size_t)-1) __builtin_trap();
    next = end;
    return (void *)start;
}

/* ---- asking ---- */

/* Each bot is a separate import, so that no call is indirect. */
static bool should_roll(uint32_t bot, uint32_t own, const uint32_t *others, uint32_t count)
{
    switch (bot) {
    case 0: return bot0(own, others, count);
    case 1: return bot1(own, others, count);
    case 2: return bot2(own, others, count);
    case 3: return bot3(own, others, count);
    case 4: return bot4(own, others, count);
    case 5: return bot5(own, others, count);
    case 6: return bot6(own, others, count);
    default: return bot7(own, others, count);
    }
}

/* If a policy fails, the whole block fails; the step path then reports the reason. */
static bool policy_rolls(game *g, uint32_t bot)
{
    uint32_t seat = g->state.mover;
    race_answer answer =
        race_decide(&match.rules, &match.policy[bot], &g->state, &g->memo[seat], &g->own[seat]);
    if (answer == RACE_ANSWER_FAIL) __builtin_trap();
    return answer == RACE_ANSWER_ROLL;
}

/* ---- dice ---- */

/* Where a byte is exactly one roll, what each byte means. The rolls are those of alea__roll_dice, without its division. */
enum { SKIPPED = 255 };
static bool byte_is_roll;
static uint8_t roll_of_byte[256];

/* Kept out of the turn's loop, which has better uses for the registers. */
static __attribute__((noinline)) void refill(alea__stream *s)
{
    alea__stream_refill(s);
}

static uint32_t guest_roll(alea__dice_stream *dice)
{
    alea__stream *s = &dice->bytes;
    uint32_t rolled;
    if (!byte_is_roll) return alea__roll_dice(dice, &match.rules.how, match.rules.dice);
    do {
        if (s->at == sizeof s->word) refill(s);
        rolled = roll_of_byte[((const uint8_t *)s->word)[s->at++]]; /* both are little-endian */
    } while (rolled == SKIPPED);
    return rolled;
}

/* ---- one game ---- */

/* Totals, up to one above the goal, at which a rule may apply. The entry above the goal stands for all higher totals. */
static uint8_t *is_special;

/* A single test for three rare events, which processors predict better. */
static bool is_ordinary(const race_effect *e, const race_turn *t)
{
    const uint32_t total = t->total + e->amount, above = match.rules.goal + 1;
    return (e->kind | is_special[total < above ? total : above] | (t->rolls == RACE_LIMIT - 1)) == 0;
}
_Static_assert(RACE_ADD == 0, "so that kinds can be tested so");

/* race_play_turn, written out for this place: with questions put directly and one table for all special totals it
   plays a tenth faster here. */
static void guest_play_turn(game *g)
{
    race_state *s = &g->state;
    race_turn t = {race_total(s), s->rolls, s->memory};
    uint32_t others[RACE_SEATS], count = race_others(&match.rules, s, others), bot = g->bot[s->mover];
    bool forced = s->phase == RACE_ROLL, policy = match.present[bot];
    for (;;) {
        if (!forced) {
            if (policy) race_put_back(s, &t, RACE_DECIDE);
            if (!(policy ? policy_rolls(g, bot) : should_roll(bot, t.total, others, count))) break;
        }
        uint32_t outcome = guest_roll(&g->dice);
        const race_effect *e = &match.rules.effect[t.memory * match.rules.outcomes + outcome];
        if (!is_ordinary(e, &t)) {
            race_put_back(s, &t, RACE_ROLL);
            race_roll(&match.rules, s, outcome);
            return;
        }
        t = (race_turn){t.total + e->amount, t.rolls + 1, e->memory};
        forced = e->forced;
    }
    race_put_back(s, &t, RACE_DECIDE);
    race_choose(&match.rules, s, RACE_HOLD_MOVE);
}

static void guest_begin(game *g)
{
    const uint64_t number = g->number;
    for (uint32_t seat = 0; seat < match.rules.players; seat++) {
        g->bot[seat] = alea__bot_in_seat(match.rotate, match.rules.players, number, seat);
        if (!match.present[g->bot[seat]]) continue;
        g->memo[seat] = (race_memo){0};
        alea__stream_start(&g->own[seat], match.seed, 0, ALEA__SEAT + seat, number);
    }
    alea__dice_start(&g->dice, match.seed, 0, number);
    race_start(&match.rules, &g->state);
}

/* Unpacks the match, which stays in the list's memory, and begins the first game; a bad one traps. */
EXPORT("setup") void setup(const uint64_t *words, size_t count, uint64_t first, uint64_t games)
{
    if (!race_unpack(words, count * sizeof *words, &match)) __builtin_trap();
    const race_rules *rules = &match.rules;
    const alea__dice *how = &rules->how;
    byte_is_roll = how->per_byte == rules->dice && how->range <= SKIPPED;
    for (uint32_t byte = 0; byte_is_roll && byte < 256; byte++)
        roll_of_byte[byte] = (uint8_t)(byte < how->limit ? byte % how->range : SKIPPED);
    is_special = cabi_realloc(NULL, 0, 1, rules->goal + 2);
    for (uint32_t total = 0; total <= rules->goal; total++)
        is_special[total] = rules->landing[total] != RACE_ADD;
    if (rules->over_goal_hold) is_special[rules->goal] = is_special[rules->goal + 1] = true;
    current.number = first;
    current.end = first + games;
    if (games > 0) guest_begin(&current);
}

EXPORT("play") bool play(uint32_t turns)
{
    for (; turns > 0 && current.number < current.end; turns--) {
        guest_play_turn(&current);
        if (current.state.phase != RACE_FINISHED) continue;
        race_count(&match.rules, &current.state, current.number, match.rotate, &counted);
        if (++current.number < current.end) guest_begin(&current);
    }
    return current.number < current.end;
}

EXPORT("tally") const list *tally(void)
{
    static list words;
    words.words = (const uint64_t *)&counted;
    words.count = sizeof counted / sizeof(uint64_t);
    return &words;
}
