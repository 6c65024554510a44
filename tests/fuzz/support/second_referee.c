#include "support/second_referee.h"
#include "support/second_random.h"

#include <string.h>

enum { LIMIT = 10000, FORFEITS = 16 };

typedef struct second_game {
    const second_rules *rules;
    const second_bot *bot[SECOND_SEATS]; /* by seat */
    second_dice dice;
    second_source decisions[SECOND_SEATS];
    unsigned score[SECOND_SEATS], points, memory, seat; /* points of the turn of that seat */
    bool forfeited[SECOND_SEATS];
    bool skipped[SECOND_SEATS]; /* the bot is no longer asked */
    int leader, winner;
    bool over;
    unsigned turns, rolls, steps;
} second_game;

static unsigned others_sum(const second_game *g)
{
    unsigned sum = 0;
    for (unsigned seat = 0; seat < g->rules->players; seat++) sum += seat != g->seat ? g->score[seat] : 0;
    return sum;
}

typedef enum answer { HOLDS, ROLLS, FAILS } answer;

static answer game_ask(second_game *g)
{
    const second_bot *bot = g->bot[g->seat];
    const unsigned total = g->score[g->seat] + g->points;
    if (g->skipped[g->seat]) return FAILS;
    switch (bot->kind) {
    case SECOND_HOLD: return g->points >= bot->n || total >= g->rules->goal ? HOLDS : ROLLS;
    case SECOND_TOTAL: return total >= bot->n ? HOLDS : ROLLS;
    case SECOND_RANDOM: {
        const uint64_t bound = ((uint64_t)bot->n * (UINT64_C(1) << 33) + 100) / 200; /* rounded, halves up */
        if (bot->n == 100) return ROLLS;
        return second_word(&g->decisions[g->seat]) < bound ? ROLLS : HOLDS;
    }
    case SECOND_PROGRAM: break;
    }
    const unsigned x = (total * bot->own + others_sum(g) * bot->others + bot->plus) % bot->modulus;
    return x == bot->fails_at ? FAILS : x < bot->rolls_below ? ROLLS : HOLDS;
}

static unsigned to_beat(const second_game *g)
{
    return g->leader < 0 ? g->rules->goal : g->score[g->leader];
}

/* Ends the turn with this score; `wins` if that wins at once. */
static void game_end_turn(second_game *g, unsigned score, bool wins)
{
    g->score[g->seat] = score;
    g->points = g->memory = g->rolls = 0;
    g->turns++;
    if (wins) {
        g->winner = (int)g->seat, g->over = true;
        return;
    }
    do g->seat = (g->seat + 1) % g->rules->players;
    while (g->forfeited[g->seat]);
    if ((int)g->seat == g->leader)
        g->winner = g->leader, g->over = true;
    else if (g->turns == LIMIT)
        g->over = true;
}

static void game_bank(second_game *g)
{
    const unsigned total = g->score[g->seat] + g->points;
    if (g->rules->chase && total > to_beat(g)) g->leader = (int)g->seat;
    game_end_turn(g, total, !g->rules->chase && total >= g->rules->goal);
}

static void game_forfeit(second_game *g)
{
    unsigned left = 0;
    g->forfeited[g->seat] = true;
    for (unsigned seat = 0; seat < g->rules->players; seat++) left += !g->forfeited[seat];
    if (left > 0)
        game_end_turn(g, g->score[g->seat], false);
    else
        g->turns++, g->over = true;
}

static void game_lose(second_game *g, second_kind kind)
{
    game_end_turn(g, kind == SECOND_WIPE ? 0 : g->score[g->seat], false);
}

/* Rolls; returns whether the player must roll again. */
static bool game_roll(second_game *g)
{
    const second_rules *r = g->rules;
    unsigned sum = 0, first = 0;
    bool equal = true;
    for (unsigned i = 0; i < r->dice; i++) {
        const unsigned face = second_die(&g->dice, r->sides);
        sum += face;
        if (i == 0) first = face;
        equal = equal && face == first;
    }
    const second_effect *e = &r->effect[g->memory][equal][sum];
    g->rolls++;
    if (e->kind != SECOND_ADD) {
        game_lose(g, e->kind);
        return false;
    }
    g->points += e->points;
    const unsigned total = g->score[g->seat] + g->points;
    if (total <= r->goal && r->landing[total] != SECOND_ADD) {
        game_lose(g, r->landing[total]);
        return false;
    }
    if (r->holds_over_goal && (r->chase ? total > r->goal : total >= r->goal)) {
        game_bank(g);
        return false;
    }
    g->memory = e->memory;
    if (g->rolls == LIMIT) g->over = true;
    return e->forced;
}

static void game_play(second_game *g)
{
    bool must_roll = !g->rules->may_hold_first;
    while (!g->over) {
        const unsigned turns = g->turns;
        const answer a = must_roll ? ROLLS : game_ask(g);
        g->steps++;
        must_roll = false;
        if (a == ROLLS)
            must_roll = game_roll(g);
        else if (a == HOLDS)
            game_bank(g);
        else
            game_forfeit(g);
        if (g->turns != turns) must_roll = !g->rules->may_hold_first;
    }
}

/* What the player in the seat pays the winner. */
static int64_t game_payment(const second_game *g, unsigned seat)
{
    const unsigned score = g->score[seat], goal = g->rules->goal;
    const int64_t difference = (int64_t)g->score[g->winner] - score;
    return g->rules->per_point[score < goal ? score : goal] * difference;
}

static void game_count(const second_game *g, const unsigned *bot_in, second_counts *out)
{
    out->turns += g->turns;
    out->unfinished += g->winner < 0;
    for (unsigned seat = 0; seat < g->rules->players; seat++)
        out->forfeits[bot_in[seat]] += g->forfeited[seat];
    if (g->winner < 0) return;
    out->wins[bot_in[g->winner]]++;
    for (unsigned seat = 0; g->rules->pays && seat < g->rules->players; seat++) {
        out->money[bot_in[seat]] -= game_payment(g, seat);
        out->money[bot_in[g->winner]] += game_payment(g, seat);
    }
}

unsigned second_match(const second_rules *rules, const second_bot *bots, uint64_t seed,
                      const second_length *most, second_counts *out)
{
    unsigned number = 0;
    uint64_t steps = 0;
    memset(out, 0, sizeof *out);
    for (; number < most->games && steps < most->steps; number++) {
        second_game g = {.rules = rules, .leader = -1, .winner = -1, .dice = second_dice_of(seed, number)};
        unsigned bot_in[SECOND_SEATS];
        for (unsigned i = 0; i < rules->players; i++) {
            const unsigned seat = (i + number) % rules->players;
            bot_in[seat] = i;
            g.bot[seat] = &bots[i];
            g.skipped[seat] = out->forfeits[i] >= FORFEITS;
            g.decisions[seat] = second_of(seed, number, 1 + seat);
        }
        game_play(&g);
        game_count(&g, bot_in, out);
        steps += g.steps;
    }
    return number;
}
