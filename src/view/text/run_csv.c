/* A run as CSV, for spreadsheets: one line per number. */
#include "base/assert.h"
#include "view/run_view.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>

/* Begins a line: the meaning of the number and the bot; a bot beyond the players means the whole game. */
static void csv_begin(alea__text *out, const alea_run_result *r, const char *what, unsigned bot)
{
    alea__text_add(out, "%s,", what);
    if (bot < r->players) alea__text_add(out, "%u,", bot + 1);
    if (bot < r->players)
        alea__add_csv_text(out, alea__run_name(r, bot));
    else
        alea__text_add(out, ",");
    alea__text_add(out, ",");
}

static void csv_add_count(alea__text *out, const alea_run_result *r, const char *what, unsigned bot,
                          uint64_t count)
{
    csv_begin(out, r, what, bot);
    alea__text_add(out, ",%" PRIu64 "\n", count);
}

static void csv_add_real(alea__text *out, const alea_run_result *r, const char *what, unsigned bot,
                         double number)
{
    csv_begin(out, r, what, bot);
    alea__text_add(out, ",");
    if (isfinite(number)) alea__text_add(out, "%.17g", number);
    alea__text_add(out, "\n");
}

/* A line for each number of a bot; those that so few games do not give have an empty value. */
static void csv_add_standing(alea__text *out, const alea_run_result *r, unsigned bot)
{
    const alea_standing *s = &r->standing[bot];
    const double one = r->games > 0 ? 1 : NAN, two = r->games > 1 ? 1 : NAN; /* games that there must be */
    csv_add_count(out, r, "rank", bot, alea__run_rank(r, bot));
    csv_add_count(out, r, "games", bot, r->games);
    if (alea__can_win(r)) {
        csv_add_count(out, r, "wins", bot, s->wins);
        csv_add_real(out, r, "win_rate", bot, one * s->win_rate);
        csv_add_real(out, r, "win_rate_se", bot, two * s->win_rate_se);
    }
    if (r->has_money) {
        csv_add_real(out, r, "money_mean", bot, one * s->money);
        csv_add_real(out, r, "money_se", bot, two * s->money_se);
    }
    if (r->has_score) {
        csv_add_real(out, r, "score_mean", bot, one * s->score);
        csv_add_real(out, r, "score_se", bot, two * s->score_se);
    }
    csv_add_count(out, r, "forfeits", bot, s->forfeits);
}

/* A line for each value of each distribution, and one for each pair of players. */
static void csv_add_analytics(alea__text *out, const alea_run_result *r, const alea_run_analytics *a)
{
    ALEA_ASSERT(a->players == r->players);
    for (unsigned i = 0; i < a->spreads; i++) {
        const alea_run_spread *s = &a->spread[i];
        for (size_t k = 0; k < s->values; k++) {
            csv_begin(out, r, alea_run_measure_name(s->measure), s->bot);
            alea__text_add(out, "%" PRId64 ",%" PRIu64 "\n", s->value[k], s->count[k]);
        }
    }
    for (unsigned i = 0; i < a->players; i++)
        for (unsigned j = 0; j < a->players; j++) {
            if (i == j) continue;
            csv_begin(out, r, "ahead_of", i);
            alea__text_add(out, "%u,%" PRIu64 "\n", j + 1, a->ahead[i][j]);
        }
}

alea_status alea_view_run_csv(const alea_view_run_facts *facts, char **out, alea_error *error)
{
    alea__text text = {0};
    alea__text_add(&text, "what,number,bot,value,amount\n");
    for (unsigned i = 0; i < facts->result->players; i++) csv_add_standing(&text, facts->result, i);
    if (facts->analytics) csv_add_analytics(&text, facts->result, facts->analytics);
    return alea__view_finish(&text, out, error);
}
