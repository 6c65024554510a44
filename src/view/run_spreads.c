/* Shared by the views of a run's distributions. */
#include "base/assert.h"
#include "view/messages.h"
#include "view/run_view.h"

enum { BEYOND_BARS = 200 }; /* one game in this many is below the first bar, and above the last */

const char *alea__spread_title(alea_run_measure measure)
{
    switch (measure) {
    case ALEA_RUN_TURNS: return VIEW_MEASURE_TURNS;
    case ALEA_RUN_ROLLS: return VIEW_MEASURE_ROLLS;
    case ALEA_RUN_LEAD_CHANGES: return VIEW_MEASURE_LEADS;
    case ALEA_RUN_COMEBACK: return VIEW_MEASURE_COMEBACK;
    case ALEA_RUN_MONEY: return VIEW_MEASURE_MONEY;
    case ALEA_RUN_SCORE: return VIEW_MEASURE_SCORE;
    case ALEA_RUN_MEASURES: break;
    }
    return "";
}

/* The value of the game that has `below` games before it. */
static int64_t bars_value(const alea_run_spread *s, uint64_t below)
{
    size_t at = 0;
    for (uint64_t games = s->count[0]; games <= below; games += s->count[at]) at++;
    ALEA_ASSERT(at < s->values);
    return s->value[at];
}

static int64_t bars_floor(int64_t value, int64_t step)
{
    return (value - (value % step + step) % step) / step * step;
}

alea__bars alea__bars_of(const alea_run_spread *s, unsigned most)
{
    static const int64_t steps[] = {1, 2, 5};
    ALEA_ASSERT(s->games > 0 && most > 1 && most <= ALEA__MOST_BARS);
    const uint64_t cut = s->games / BEYOND_BARS;
    const int64_t low = bars_value(s, cut), high = bars_value(s, s->games - 1 - cut);
    alea__bars b = {.step = 1};
    for (int64_t ten = 1;; ten *= 10) {
        bool fits = false;
        for (unsigned i = 0; i < 3 && !fits; i++) {
            b.step = steps[i] * ten;
            b.first = bars_floor(low, b.step);
            fits = (high - b.first) / b.step < (int64_t)most;
        }
        if (fits) break;
    }
    b.bars = (unsigned)((high - b.first) / b.step) + 1;
    for (size_t i = 0; i < s->values; i++) {
        int64_t bar = s->value[i] < b.first ? 0 : (s->value[i] - b.first) / b.step;
        if (bar >= b.bars) bar = b.bars - 1;
        b.games[bar] += s->count[i];
    }
    for (unsigned i = 0; i < b.bars; i++)
        if (b.games[i] > b.most) b.most = b.games[i];
    return b;
}
