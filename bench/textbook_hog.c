/* Hog: Pig Out, Free Bacon, Swine Swap, and optionally Time Trot. */
#include "bench/textbook_hog.h"

#include <stdlib.h>
#include <string.h>

enum { GOAL = TEXTBOOK_HOG_GOAL, DICE = TEXTBOOK_HOG_DICE, SIDES = 6, MOST = DICE * SIDES };

/* The scores that n dice can have, and their probabilities. */
typedef struct scores {
    int count, points[MOST];
    double chance[MOST];
} scores;

/* wins[turn][extra][mover][own][opponent]: that the mover wins. Without Time Trot only turn 0 is used. */
typedef double table[GOAL][GOAL];
typedef struct position {
    int turn, extra, mover, own, opponent;
} position;

typedef struct hog {
    bool time_trot;
    int movers; /* 1: both players are alike */
    scores dice[DICE + 1];
    table wins[8][2][2];
} hog;

static void make_scores(hog *h)
{
    double sum[DICE + 1][MOST + 1] = {{1}}, no_one = 1; /* sum: dice without a 1 */
    for (int n = 1; n <= DICE; n++) {
        scores *s = &h->dice[n];
        no_one *= 5.0 / 6;
        for (int points = 2; points <= n * SIDES; points++)
            for (int face = 2; face <= SIDES && face <= points; face++)
                sum[n][points] += sum[n - 1][points - face] / 6;
        s->points[s->count] = 1;
        s->chance[s->count++] = 1 - no_one;
        for (int points = 2 * n; points <= n * SIDES; points++) {
            s->points[s->count] = points;
            s->chance[s->count++] = sum[n][points];
        }
    }
}

/* The chance that the mover wins after scoring points with n dice. */
static double after(const hog *h, position p, int n, int points)
{
    int own = p.own + points, opponent = p.opponent;
    if (own % 10 == opponent / 10 % 10) {
        opponent = own;
        own = p.opponent;
    }
    if (own >= GOAL || opponent >= GOAL) return own > opponent;
    int turn = h->time_trot ? (p.turn + 1) % 8 : 0;
    if (h->time_trot && n == p.turn && !p.extra) return h->wins[turn][1][p.mover][own][opponent];
    return 1 - h->wins[turn][0][h->movers - 1 - p.mover][opponent][own];
}

static double roll(const hog *h, position p, int n)
{
    if (n == 0) return after(h, p, 0, 1 + p.opponent / 10 * (p.opponent % 10) % 10);
    const scores *s = &h->dice[n];
    double sum = 0;
    for (int i = 0; i < s->count; i++) sum += s->chance[i] * after(h, p, n, s->points[i]);
    return sum;
}

static double best_roll(const hog *h, position p)
{
    double best = 0;
    for (int n = 0; n <= DICE; n++) {
        double value = roll(h, p, n);
        if (value > best) best = value;
    }
    return best;
}

/* All movers, turns and extra turns with these scores. */
static void work_out(hog *h, uint8_t (*const strategy[2])[GOAL], int own, int opponent)
{
    for (int mover = 0; mover < h->movers; mover++)
        for (int turn = 0; turn < (h->time_trot ? 8 : 1); turn++)
            for (int extra = 0; extra < (h->time_trot ? 2 : 1); extra++) {
                position p = {turn, extra, mover, own, opponent};
                h->wins[turn][extra][mover][own][opponent] =
                    strategy[mover] ? roll(h, p, strategy[mover][own][opponent]) : best_roll(h, p);
            }
}

static hog *solve(uint8_t (*const strategy[2])[GOAL], int movers, bool time_trot)
{
    hog *h = calloc(1, sizeof *h);
    if (!h) return NULL;
    h->time_trot = time_trot;
    h->movers = movers;
    make_scores(h);
    for (int sum = 2 * GOAL - 2; sum >= 0; sum--)
        for (int own = sum < GOAL ? 0 : sum - GOAL + 1; own < GOAL && own <= sum; own++)
            work_out(h, strategy, own, sum - own);
    return h;
}

bool textbook_hog_pair(uint8_t (*a)[GOAL], uint8_t (*b)[GOAL], bool time_trot, double *first, double *second)
{
    hog *h = solve((uint8_t(*const[2])[GOAL]){a, b}, 2, time_trot);
    if (!h) return false;
    *first = h->wins[0][0][0][0][0];
    *second = 1 - h->wins[0][0][1][0][0];
    free(h);
    return true;
}

bool textbook_hog_best(bool time_trot, double *first)
{
    hog *h = solve((uint8_t(*const[2])[GOAL]){NULL, NULL}, 1, time_trot);
    if (!h) return false;
    *first = h->wins[0][0][0][0][0];
    free(h);
    return true;
}
