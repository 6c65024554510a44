/* Sentences for the text and the page of a tournament. */
#include "base/text.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/tournament_view.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>

static const char *words_base(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash && slash[1] ? slash + 1 : name;
}

const char *alea__tournament_name(const alea_tournament_result *r, unsigned standing)
{
    const alea_tournament_standing *s = &r->standing[standing];
    const char *title = s->title, *base = words_base(s->name);
    for (unsigned i = 0; i < r->bots; i++) {
        const alea_tournament_standing *other = &r->standing[i];
        if (i == standing) continue;
        if (title && other->title && strcmp(other->title, title) == 0) title = NULL;
        if (strcmp(words_base(other->name), base) == 0) base = s->name;
    }
    return title ? title : base;
}

char *alea__tournament_rate_text(char out[ALEA__NUMBER], const alea_tournament_standing *s, bool ascii)
{
    if (isnan(s->rate)) return strcpy(out, "-");
    if (s->rate_se > 0 || s->games > 0) return alea__rate_text(out, s->rate, s->rate_se, ascii);
    alea__print(out, ALEA__NUMBER, "%.3f %%", 100 * s->rate);
    return out;
}

char *alea__tournament_money_text(char out[ALEA__NUMBER], const alea_tournament_standing *s, bool ascii)
{
    if (isnan(s->money)) return strcpy(out, "-");
    if (isinf(s->money_se)) {
        alea__print(out, ALEA__NUMBER, "%.2f", s->money);
        return out;
    }
    if (s->money_se > 0 || s->games > 0) return alea__estimate_text(out, s->money, s->money_se, ascii);
    alea__print(out, ALEA__NUMBER, "%.4f", s->money);
    return out;
}

static const char *words_unit(const alea_tournament_result *r)
{
    return alea__tournament_for_money(r) ? VIEW_BY_MONEY : VIEW_BY_ELO;
}

void alea__add_tournament_legend(alea__text *out, const alea_tournament_result *r)
{
    const alea__tournament_columns c = alea__tournament_columns_of(r);
    const bool money = alea__tournament_for_money(r);
    alea__text_add(out, "%s", money ? VIEW_EARNINGS : VIEW_RATING);
    if (c.loss) alea__text_add(out, "%s", money ? VIEW_PAYS_OPTIMAL : VIEW_TO_OPTIMAL);
    if (c.exploitability) alea__text_add(out, "%s", money ? VIEW_EXPLOITABLE_MONEY : VIEW_EXPLOITABLE);
    if (c.fuel) alea__text_add(out, "%s", VIEW_FUEL_COLUMN);
}

void alea__add_tournament_matrix(alea__text *out, const alea_tournament_result *r)
{
    alea__text_add(out, "%s", alea__tournament_for_money(r) ? VIEW_MATRIX_MONEY : VIEW_MATRIX);
    if (alea__tournament_for_money(r) && r->players > 2)
        alea__text_add(out, VIEW_MATRIX_TABLES, r->players, r->players - 1, r->players);
}

/* ---- sentences ----------------------------------------------------------------------------------------------------- */

static const char *const design_names[] = {
    [ALEA_ROUND_ROBIN] = "round robin", [ALEA_GAUNTLET] = "gauntlet", [ALEA_SWISS] = "Swiss"};

/* How results were found: "all 15 pairs exact", or how many games were played. */
static void title_add_work(alea__text *out, const alea_tournament_result *r)
{
    char number[ALEA__NUMBER];
    const size_t exact = alea__tournament_exact_pairs(r);
    if (exact == r->pairs && exact > 0)
        alea__text_add(out, exact == 1 ? "%zu pair, exact" : "all %zu pairs exact", exact);
    else {
        alea__text_add(out, "%s", alea__count_text(number, (int64_t)r->games));
        alea__text_add(out, " game%s, seed %" PRIu64, r->games == 1 ? "" : "s", r->seed);
        if (exact > 0) alea__text_add(out, ", %zu of %zu pairs exact", exact, r->pairs);
    }
}

void alea__add_tournament_title(alea__text *out, const alea_tournament_result *r)
{
    alea__add_printable(out, r->game);
    alea__text_add(out, ": %u bots, %s, ", r->bots, design_names[r->design]);
    title_add_work(out, r);
    if (r->has_money)
        alea__text_add(out, alea__tournament_for_money(r) ? ", ranked by $ a game" : ", ranked by wins");
    if (r->stopped) alea__text_add(out, ", stopped");
}

/* The bots of a cycle: "A beats B beats C beats A". */
static void verdict_add_cycle(alea__text *out, const alea_tournament_result *r)
{
    if (r->cycle_length == 0) return;
    alea__text_add(out, VIEW_CYCLE);
    for (unsigned i = 0; i <= r->cycle_length; i++) {
        const unsigned place = alea__tournament_place(r, r->cycle[i % r->cycle_length]);
        if (i > 0) alea__text_add(out, " beats ");
        alea__add_printable(out, alea__tournament_name(r, place));
    }
    alea__text_add(out, ".\n");
}

/* Who is best, by how much, and how sure that is. */
static void verdict_add_first(alea__text *out, const alea_tournament_result *r)
{
    const alea_tournament_standing *best = &r->standing[0], *next = &r->standing[1];
    char number[ALEA__NUMBER];
    if (r->bots < 2 || r->pairs == 0) return;
    alea__add_printable(out, alea__tournament_name(r, 0));
    if (next->rank == best->rank) {
        alea__text_add(out, VIEW_FIRST_SHARED);
        alea__add_printable(out, alea__tournament_name(r, 1));
        alea__text_add(out, ".\n");
        return;
    }
    const alea__tournament_result first = alea__tournament_ranked(r, best),
                                  second = alea__tournament_ranked(r, next);
    const double error = sqrt(first.error * first.error + second.error * second.error),
                 by = first.value - second.value;
    if (!isfinite(error) || isnan(by))
        alea__text_add(out, VIEW_FIRST);
    else if (error > 0)
        alea__text_add(out, VIEW_FIRST_BY, alea__estimate_text(number, by, error, false), words_unit(r));
    else
        alea__text_add(out, VIEW_FIRST_BY_PROOF, by, words_unit(r));
    if (isfinite(error) && !isnan(by)) alea__add_printable(out, alea__tournament_name(r, 1));
    alea__text_add(out, ".\n");
}

/* Adds whether the order is certain; if not, what a million more games would probably change. */
static void verdict_add_certainty(alea__text *out, const alea_tournament_result *r)
{
    const double sure = 100 * (r->until > 0 ? r->until : r->confidence);
    if (r->pairs == 0) return;
    if (r->stopped) alea__text_add(out, VIEW_ORDER_STOPPED);
    if (r->stopped && r->undecided == 0) {
        alea__text_add(out, "\n");
    } else if (alea__tournament_exact_pairs(r) == r->pairs && r->undecided == 0) {
        alea__text_add(out, VIEW_ORDER_EXACT);
    } else if (r->certain && r->tie == 0) {
        alea__text_add(out, VIEW_ORDER_SEPARATED, sure);
    } else if (r->certain) {
        alea__text_add(out, VIEW_ORDER_CERTAIN, r->tie, words_unit(r), sure);
    } else {
        alea__text_add(out, VIEW_ORDER_UNCERTAIN, r->undecided, r->undecided == 1 ? "" : "s",
                       r->undecided == 1 ? "is" : "are", sure);
        if (r->undecided_then == 0)
            alea__text_add(out, VIEW_MORE_GAMES_ALL);
        else if (r->undecided_then < r->undecided)
            alea__text_add(out, VIEW_MORE_GAMES_HELP, r->undecided_then);
        else
            alea__text_add(out, VIEW_MORE_GAMES_LEAVE);
    }
}

void alea__add_tournament_verdict(alea__text *out, const alea_tournament_result *r)
{
    verdict_add_first(out, r);
    verdict_add_certainty(out, r);
    verdict_add_cycle(out, r);
}
