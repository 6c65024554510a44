/* Numbered strategies for Hog, as tables and in Python. */
#include "bench/hog_strategies.h"
#include "bench/files.h"
#include "bench/match.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { GOAL = TEXTBOOK_HOG_GOAL };

/* No dice where Free Bacon earns `margin`; else five, one more for every `step` points behind, one fewer for every `step` ahead. Two
   strategies differ where Free Bacon earns the lower of two margins, or with a lead that is the larger of two steps less one. */
typedef struct strategy {
    int margin, step;
} strategy;

static strategy strategy_of(unsigned number)
{
    return (strategy){.margin = 4 + (int)(number % 7), .step = 6 + (int)(number / 7)};
}

static int bacon(int opponent)
{
    return 1 + opponent / 10 * (opponent % 10) % 10;
}

static uint8_t choose(const strategy *s, int own, int opponent)
{
    if (bacon(opponent) >= s->margin || own + bacon(opponent) >= GOAL) return 0;
    const int lead = own - opponent;
    const int steps = lead >= 0 ? lead / s->step : -((s->step - 1 - lead) / s->step); /* rounded down */
    const int dice = 5 - steps;
    return (uint8_t)(dice < 1 ? 1 : dice > TEXTBOOK_HOG_DICE ? TEXTBOOK_HOG_DICE : dice);
}

void bench_hog_fill(unsigned number, uint8_t dice[GOAL][GOAL])
{
    const strategy s = strategy_of(number);
    for (int own = 0; own < GOAL; own++)
        for (int opponent = 0; opponent < GOAL; opponent++) dice[own][opponent] = choose(&s, own, opponent);
}

static void write_table(FILE *file, unsigned number)
{
    uint8_t dice[GOAL][GOAL];
    bench_hog_fill(number, dice);
    for (int own = 0; own < GOAL; own++)
        for (int opponent = 0; opponent < GOAL; opponent++)
            fprintf(file, "%d%c", dice[own][opponent], opponent + 1 < GOAL ? ',' : '\n');
}

static void write_python(FILE *file, unsigned number)
{
    const strategy s = strategy_of(number);
    fprintf(file,
            "PLAYER_NAME = 'Number %u'\n\n"
            "def bacon(score):\n"
            "    return 1 + (score // 10) * (score %% 10) %% 10\n\n"
            "def final_strategy(score, opponent_score):\n"
            "    earned = bacon(opponent_score)\n"
            "    if earned >= %d or score + earned >= 100:\n"
            "        return 0\n"
            "    return min(10, max(1, 5 - (score - opponent_score) // %d))\n",
            number, s.margin, s.step);
}

alea_status bench_hog_write(const char *folder, unsigned number, bool python, alea_error *error)
{
    char path[BENCH_PATH];
    snprintf(path, sizeof path, "%s/s%03u.%s", folder, number, python ? "py" : "csv");
    FILE *file = fopen(path, "w");
    if (!file) return bench_fail(error, ALEA_E_WRITE, "Cannot write %s: %s.", path, strerror(errno));
    (python ? write_python : write_table)(file, number);
    bool written = !ferror(file);
    if (fclose(file) == 0 && written) return ALEA_OK;
    return bench_fail(error, ALEA_E_WRITE, "Cannot write %s: %s.", path, strerror(errno));
}
