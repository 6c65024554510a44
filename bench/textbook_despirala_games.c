/* Plays Despirala: looks up the best move of every position in a byte, one game after the other. */
#include "bench/textbook.h"
#include "bench/textbook_despirala_plan.h"

#include <math.h>
#include <stdlib.h>

typedef textbook_despirala_solver solver;
typedef textbook_despirala_target target;

/* Moves whose values differ by less are tied. A tie goes to stopping, then to the first target, last to rerolling. */
#define TIED 1e-9

/* ---- the plan ---- */

/* Which of the open collects roll on. */
static void note_collects(const solver *s, int mask, int goods, uint8_t (*go_on)[SIDES])
{
    for (int f = 0; f < SIDES; f++) {
        const int next = mask | 1 << f, gain = next == MASKS - 1 ? 0 : GAIN;
        for (int g = 1; g <= goods && next != mask; g++)
            for (int kept = 0; kept < DICE; kept++)
                if (s->worth[g][f][kept] > s->value[next][g + gain] + (f + 1) * kept + TIED)
                    go_on[g][f] |= (uint8_t)(1 << kept);
    }
}

/* A target that is tied with the best one before it is passed over. */
static uint8_t best_move(const solver *s, const int *open, const double (*worth)[STATES], double rerolled,
                         int roll)
{
    double best = rerolled - 2 * TIED;
    uint8_t move = REROLL;
    for (const int *t = open; *t < TARGETS; t++) {
        const double value = worth[*t][s->target[*t].state_of[roll]];
        if (value <= best + TIED) continue;
        best = value;
        move = (uint8_t)*t;
    }
    return move;
}

/* The best move of every roll, once the set is solved. */
static void note_moves(const solver *s, int mask, int goods, uint8_t (*move)[ROLLS])
{
    int open[TARGETS + 1], count = 0; /* ends with TARGETS */
    for (int t = 0; t < s->targets; t++)
        if (!(mask >> s->target[t].combination & 1)) open[count++] = t;
    open[count] = TARGETS;
    for (int g = 0; g <= goods; g++)
        for (int r = 0; r < s->rolls; r++)
            move[g][r] = best_move(s, open, s->worth[g], g > 0 ? s->value[mask][g - 1] : -1, r);
}

static void note_mask(void *user, const solver *s, int mask)
{
    textbook_despirala_plan *plan = user;
    int goods = GAIN;
    for (int c = 0; c < COMBINATIONS; c++) goods += mask >> c & 1 ? GAIN : 0;
    note_moves(s, mask, goods, plan->move[mask]);
    note_collects(s, mask, goods, plan->go_on[mask]);
}

/* ---- games ---- */

/* The dice by face as the digits of a number. */
static int number_of(const int *count)
{
    int number = 0;
    for (int f = 0; f < SIDES; f++) number = number * 7 + count[f];
    return number;
}

textbook_despirala_plan *textbook_despirala_plan_make(void)
{
    textbook_despirala_plan *plan = calloc(1, sizeof *plan);
    if (!plan) return NULL;
    const solver *s = plan->solver = textbook_despirala_solve(false, note_mask, plan);
    if (!s) {
        free(plan);
        return NULL;
    }
    for (int r = 0; r < s->rolls; r++) plan->roll_of[number_of(s->roll[r])] = (int16_t)r;
    return plan;
}

void textbook_despirala_plan_free(textbook_despirala_plan *plan)
{
    if (plan) free(plan->solver);
    free(plan);
}

/* Rolls the others for a good as long as the plan says so. */
static int collect(const uint8_t (*go_on)[SIDES], int face, int kept, int *goods, alea__stream *random)
{
    while (kept < DICE && go_on[*goods][face - 1] >> kept & 1) {
        --*goods;
        for (int left = DICE - kept; left > 0; left--) kept += textbook_die(random) == face;
    }
    return face * kept;
}

/* Rolls what does not belong to the target for a good, until nothing is missing or no good is left. */
static int complete(const target *t, const int *dice, int *goods, alea__stream *random)
{
    int missing[SIDES], kept = 0, size = 0;
    for (int f = 0; f < SIDES; f++) {
        const int found = dice[f] < t->need[f] ? dice[f] : t->need[f];
        missing[f] = t->need[f] - found;
        kept += found;
        size += t->need[f];
    }
    while (kept < size && *goods > 0) {
        --*goods;
        for (int left = DICE - kept; left > 0; left--) {
            const int f = textbook_die(random) - 1;
            if (missing[f] == 0) continue;
            missing[f]--;
            kept++;
        }
    }
    return kept == size ? t->points : 0;
}

static int play(const textbook_despirala_plan *plan, alea__stream *random)
{
    int mask = 0, goods = GAIN, score = 0;
    while (mask < MASKS - 1) {
        int dice[SIDES] = {0};
        for (int d = 0; d < DICE; d++) dice[textbook_die(random) - 1]++;
        const int move = plan->move[mask][goods][plan->roll_of[number_of(dice)]];
        if (move == REROLL) {
            goods--;
            continue;
        }
        const target *t = &plan->solver->target[move];
        if (t->collect)
            score += collect(plan->go_on[mask], t->collect, dice[t->collect - 1], &goods, random);
        else
            score += complete(t, dice, &goods, random);
        mask |= 1 << t->combination;
        if (mask < MASKS - 1) goods += GAIN;
    }
    return score + goods;
}

alea_status textbook_despirala_games(void *user, uint64_t seed, uint64_t games, bench_sum *sum,
                                     alea_error *error)
{
    const double n = (double)games;
    int64_t points = 0, squares = 0;
    (void)error;
    for (uint64_t game = 0; game < games; game++) {
        alea__stream random;
        alea__stream_start(&random, seed, 0, ALEA__DICE, game);
        const int score = play(user, &random);
        points += score;
        squares += (int64_t)score * score;
    }
    const double mean = (double)points / n;
    *sum = (bench_sum){.money = {mean}, .money_se = {sqrt(((double)squares / n - mean * mean) / n)}};
    return ALEA_OK;
}
