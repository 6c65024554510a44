#ifndef TESTS_HOG_BRUTE_H
#define TESTS_HOG_BRUTE_H
/* Hog by plain recursion from the published rules, without the library, its rule files or its tables. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { BRUTE_DICE = 10, BRUTE_MOST = 200, BRUTE_BEST = 255 };

/* One term's rules. */
typedef struct brute_rules {
    int goal, memories;
    int (*score)(int sum); /* of dice without a 1 */
    int (*bacon)(int own, int opponent);
    bool (*swaps)(int own, int opponent);
    bool (*again)(int own, int opponent);        /* by the scores */
    int (*next)(int memory, int n, bool *again); /* *again begins with the result of `again` */
    int (*bonus)(int memory, int n);
} brute_rules;

typedef struct brute {
    const brute_rules *rules;
    const uint8_t *table[2]; /* [own * goal + opponent]; NULL: the best play for that player */
    double chance[BRUTE_DICE + 1][BRUTE_MOST]; /* of points */
    double *wins;                              /* chance that player 0 wins; below 0: not computed yet */
} brute;

static inline void brute_chances(brute *b)
{
    double sum[BRUTE_DICE + 1][BRUTE_MOST] = {{1}}, plain = 1;
    for (int n = 1; n <= BRUTE_DICE; n++) {
        for (int s = 0; s < BRUTE_MOST; s++)
            for (int face = 2; face <= 6 && face <= s; face++) sum[n][s] += sum[n - 1][s - face] / 6;
        plain = plain * 5 / 6;
        b->chance[n][1] += 1 - plain;
        for (int s = 2; s <= 6 * n; s++) b->chance[n][b->rules->score(s)] += sum[n][s];
    }
}

static inline double brute_wins(brute *b, int mover, int own, int opponent, int memory);

static inline double brute_after(brute *b, int mover, int own, int opponent, int memory, int n, int points)
{
    const brute_rules *r = b->rules;
    own += points + r->bonus(memory, n);
    if (r->swaps(own, opponent)) {
        int kept = own;
        own = opponent;
        opponent = kept;
    }
    if (own >= r->goal || opponent >= r->goal) return (own > opponent) == (mover == 0);
    bool again = r->again(own, opponent);
    int next = r->next(memory, n, &again);
    return again ? brute_wins(b, mover, own, opponent, next) : brute_wins(b, 1 - mover, opponent, own, next);
}

static inline double brute_roll(brute *b, int mover, int own, int opponent, int memory, int n)
{
    double sum = 0;
    if (n == 0) return brute_after(b, mover, own, opponent, memory, 0, b->rules->bacon(own, opponent));
    for (int points = 1; points < BRUTE_MOST; points++)
        if (b->chance[n][points] > 0)
            sum += b->chance[n][points] * brute_after(b, mover, own, opponent, memory, n, points);
    return sum;
}

static inline double brute_choose(brute *b, int mover, int own, int opponent, int memory)
{
    const uint8_t *table = b->table[mover];
    if (table) return brute_roll(b, mover, own, opponent, memory, table[own * b->rules->goal + opponent]);
    double best = brute_roll(b, mover, own, opponent, memory, 0);
    for (int n = 1; n <= BRUTE_DICE; n++) {
        double value = brute_roll(b, mover, own, opponent, memory, n);
        if (mover == 0 ? value > best : value < best) best = value;
    }
    return best;
}

/* The chance that player 0 wins; `own` is the mover's score. */
static inline double brute_wins(brute *b, int mover, int own, int opponent, int memory)
{
    const int goal = b->rules->goal;
    double *wins = &b->wins[(((size_t)mover * (size_t)b->rules->memories + (size_t)memory) * (size_t)goal +
                             (size_t)own) *
                                (size_t)goal +
                            (size_t)opponent];
    if (*wins < 0) *wins = brute_choose(b, mover, own, opponent, memory);
    return *wins;
}

static inline void brute_begin(brute *b, const brute_rules *rules, const uint8_t *first,
                               const uint8_t *second)
{
    const size_t count = (size_t)2 * (size_t)rules->memories * (size_t)rules->goal * (size_t)rules->goal;
    *b = (brute){.rules = rules, .table = {first, second}, .wins = malloc(count * sizeof(double))};
    for (size_t i = 0; i < count; i++) b->wins[i] = -1;
    brute_chances(b);
}

static inline void brute_end(brute *b)
{
    free(b->wins);
}

/* ---- the terms ---- */

static inline int brute_sum(int sum)
{
    return sum;
}
static inline bool brute_never(int own, int opponent)
{
    (void)own, (void)opponent;
    return false;
}
static inline int brute_forget(int memory, int n, bool *again)
{
    (void)memory, (void)n, (void)again;
    return 0;
}
static inline int brute_nothing(int memory, int n)
{
    (void)memory, (void)n;
    return 0;
}

static inline int hog_free_bacon(int own, int opponent)
{
    (void)own;
    return 1 + opponent / 10 * (opponent % 10) % 10;
}
static inline bool hog_swine_swap(int own, int opponent)
{
    return own % 10 == opponent / 10 % 10;
}
/* The number of the turn modulo 8, and 8 more when it is an extra turn. */
static inline int hog_time_trot(int memory, int n, bool *again)
{
    *again = memory < 8 && memory == n;
    return (memory % 8 + 1) % 8 + (*again ? 8 : 0);
}

static inline int feral_bacon(int own, int opponent)
{
    (void)own;
    return 10 - opponent % 10 + opponent / 10 % 10;
}
static inline bool feral_swap(int own, int opponent)
{
    return own % 10 == abs(opponent / 10 % 10 - opponent % 10);
}
static inline int feral_next(int memory, int n, bool *again)
{
    (void)again;
    return memory / 11 + 11 * n;
}
static inline int feral_bonus(int memory, int n)
{
    return abs(memory % 11 - n) == 2 ? 3 : 0;
}

static inline int piggy_bacon(int own, int opponent)
{
    (void)own;
    return opponent == 0 ? 7 : "142857"[(opponent - 1) % 6] - '0';
}
static inline bool piggy_again(int own, int opponent)
{
    return own / 10 % 10 < opponent / 10 % 10 && own % 10 < opponent % 10;
}

static inline bool moon_is_prime(int n)
{
    for (int d = 2; d < n; d++)
        if (n % d == 0) return false;
    return n > 1;
}
static inline int moon_score(int sum)
{
    if (!moon_is_prime(sum)) return sum;
    do sum++;
    while (!moon_is_prime(sum));
    return sum;
}
static inline int moon_bacon(int own, int opponent)
{
    (void)own;
    return 1 + (opponent / 10 % 10 > opponent % 10 ? opponent / 10 % 10 : opponent % 10);
}
static inline bool moon_swap(int own, int opponent)
{
    return opponent > 0 && (own == 2 * opponent || opponent == 2 * own);
}
static inline int moon_next(int memory, int n, bool *again)
{
    (void)n, (void)again;
    return (memory + 1) % 5;
}
static inline int moon_bonus(int memory, int n)
{
    (void)n;
    return memory == 4 ? 5 : 0;
}

typedef struct brute_term {
    const char *spec; /* with %d for the goal */
    brute_rules rules;
} brute_term;

static const brute_term brute_terms[] = {
    {"hog(goal=%d)",
     {0, 16, brute_sum, hog_free_bacon, hog_swine_swap, brute_never, hog_time_trot, brute_nothing}},
    {"hog(goal=%d,time_trot=false)",
     {0, 1, brute_sum, hog_free_bacon, hog_swine_swap, brute_never, brute_forget, brute_nothing}},
    {"hog-feral(goal=%d)",
     {0, 121, brute_sum, feral_bacon, feral_swap, brute_never, feral_next, feral_bonus}},
    {"hog-piggy(goal=%d)",
     {0, 1, brute_sum, piggy_bacon, brute_never, piggy_again, brute_forget, brute_nothing}},
    {"hog-moon(goal=%d)", {0, 5, moon_score, moon_bacon, moon_swap, brute_never, moon_next, moon_bonus}},
};

enum { BRUTE_TERMS = sizeof brute_terms / sizeof *brute_terms };
#endif
