#include "bench/textbook.h"

#include <math.h>
#include <string.h>

void textbook_means(const textbook_count *count, uint64_t games, int players, bench_sum *sum)
{
    const double n = (double)games;
    memset(sum, 0, sizeof *sum);
    sum->turns = (double)count->turns / n;
    sum->turns_se = sqrt(((double)count->turns_squared / n - sum->turns * sum->turns) / n);
    for (int i = 0; i < players; i++) {
        double wins = (double)count->wins[i] / n, money = (double)count->money[i] / n;
        sum->wins[i] = wins;
        sum->wins_se[i] = sqrt(wins * (1 - wins) / n);
        sum->money[i] = money;
        sum->money_se[i] = sqrt(((double)count->money_squared[i] / n - money * money) / n);
    }
}
