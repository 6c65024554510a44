/* Hog's contest by plain loops and without the library: the rules are written out below. Reads the number of strategies and
   then the 10,000 answers of each, row by row, and prints the winning rate of each against each of those after it, moving
   first and second equally often. Usage: brute_ranking < tables > rates */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { GOAL = 100, DICE = 10, MOST_POINTS = 61 };

typedef unsigned char table[GOAL][GOAL];

/* The chance that the first strategy wins: [who moves][turn modulo 8][in an extra turn][the mover's score][the other's]. */
static double wins[2][8][2][GOAL][GOAL];
static double chance[DICE + 1][MOST_POINTS];

static void find_chances(void)
{
    double sum[DICE + 1][MOST_POINTS] = {{1}}, no_one = 1;
    for (int n = 1; n <= DICE; n++) {
        for (int points = 0; points < MOST_POINTS; points++)
            for (int face = 2; face <= 6; face++)
                if (face <= points) sum[n][points] += sum[n - 1][points - face] / 6;
        no_one *= 5.0 / 6;
        for (int points = 2; points < MOST_POINTS; points++) chance[n][points] = sum[n][points];
        chance[n][1] = 1 - no_one;
    }
}

/* After the points are added. */
static double goes_on(int mover, int turn, bool extra, int own, int other, int dice, int points)
{
    own += points;
    if (own % 10 == other / 10 % 10) {
        int kept = own;
        own = other;
        other = kept;
    }
    if (own >= GOAL || other >= GOAL) return (own > other) == (mover == 0);
    int next = (turn + 1) % 8;
    if (!extra && dice == turn) return wins[mover][next][1][own][other];
    return wins[1 - mover][next][0][other][own];
}

static double value(int mover, int turn, bool extra, int own, int other, int dice)
{
    if (dice == 0) {
        int bacon = (other / 10) * (other % 10) % 10 + 1;
        return goes_on(mover, turn, extra, own, other, 0, bacon);
    }
    double sum = 0;
    for (int points = 1; points <= 6 * dice; points++)
        if (chance[dice][points] > 0)
            sum += chance[dice][points] * goes_on(mover, turn, extra, own, other, dice, points);
    return sum;
}

/* Every turn adds a point or more to the sum of the scores, so the largest sum comes first. */
static double rate(table *const strategy[2])
{
    for (int sum = 2 * (GOAL - 1); sum >= 0; sum--)
        for (int own = sum < GOAL ? 0 : sum - GOAL + 1; own < GOAL && own <= sum; own++)
            for (int mover = 0; mover < 2; mover++)
                for (int turn = 0; turn < 8; turn++)
                    for (int extra = 0; extra < 2; extra++)
                        wins[mover][turn][extra][own][sum - own] =
                            value(mover, turn, extra, own, sum - own, (*strategy[mover])[own][sum - own]);
    return (wins[0][0][0][0][0] + wins[1][0][0][0][0]) / 2;
}

int main(void)
{
    int count;
    if (scanf("%d", &count) != 1 || count < 1) return 2;
    table *all = calloc((size_t)count, sizeof *all);
    for (int i = 0; all && i < count; i++)
        for (int place = 0; place < GOAL * GOAL; place++) {
            int answer;
            if (scanf("%d", &answer) != 1 || answer < 0 || answer > DICE) return 2;
            all[i][place / GOAL][place % GOAL] = (unsigned char)answer;
        }
    find_chances();
    for (int i = 0; all && i < count; i++) {
        for (int j = i + 1; j < count; j++) printf("%.17g ", rate((table *const[2]){&all[i], &all[j]}));
        printf("\n");
    }
    free(all);
    return all ? 0 : 3;
}
