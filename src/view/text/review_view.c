/* Reviews as text: one game in full, or what many have in common. */
#include "view/review_view.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct page {
    const alea_view_reviewed *given;
    const alea_view_options *options;
    alea__text text;
    alea_status status;
    alea_error *error;
} page;

/* ---- small things ---- */

/* A value without its unit if the title already gives the unit. */
static const char *review_cell_words(alea_objective objective, double value, bool sign, char out[32])
{
    alea_review_format_value(objective, value, sign, out);
    if (objective == ALEA_SCORE || objective == ALEA_TURNS) out[strcspn(out, " ")] = 0;
    return out;
}

static void review_cell(alea__table *t, alea_objective objective, double value, bool sign)
{
    char words[32];
    alea__table_text(t, review_cell_words(objective, value, sign, words));
}

/* Filled to the width; frees the words. */
static void review_add_lines(page *p, alea__text *words, size_t indent)
{
    if (words->failed) p->text.failed = true;
    if (words->data) alea__add_wrapped(&p->text, words->data, indent, p->options->width);
    alea__text_free(words);
}

/* ---- one game ---- */

static void review_add_estimate(page *p, const alea_review *r)
{
    char rolls[ALEA__NUMBER];
    alea__text words = {0};
    alea__text_add(&words, VIEW_ESTIMATED, alea__count_text(rolls, (int64_t)r->rollouts), r->policy,
                   r->why_estimated);
    review_add_lines(p, &words, 0);
}

static void review_add_title(page *p, const alea_review *r)
{
    alea__text words = {0};
    alea__add_printable(&words, alea_game_spec(r->game));
    alea__text_add(&words, ", %s: game %" PRIu64, alea__played_for(r->objective), r->number);
    alea__text_add(&words, r->finished ? "." : VIEW_UNFINISHED_GAME);
    review_add_lines(p, &words, 0);
    if (r->estimated) review_add_estimate(p, r);
    alea__text_add(&p->text, "\n");
}

/* A signed value with its standard error, which an exact review does not have. */
static void review_cell_with_error(page *p, alea__table *t, const alea_review *r, double value, double error)
{
    char words[32], wrong[32], both[80];
    if (error <= 0) {
        review_cell(t, r->objective, value, true);
        return;
    }
    snprintf(both, sizeof both, "%s %s %s", review_cell_words(r->objective, value, true, words),
             p->options->ascii ? "+/-" : "±", alea_review_format_value(r->objective, error, false, wrong));
    alea__table_text(t, both);
}

/* The same for each player in a sentence. */
static void review_add_summaries(page *p, const alea_review *r)
{
    char words[600], name[64];
    const unsigned told = alea__seats_told(p->given, 0);
    for (unsigned i = 0; i < r->players; i++) {
        if (told && !(told >> i & 1)) continue;
        alea_view_printable(r->seat[i].name, name, sizeof name);
        alea_review_summary(r, i, name, words, sizeof words);
        alea__add_wrapped(&p->text, words, 0, p->options->width);
    }
    alea__text_add(&p->text, "\n");
}

/* The parts of each seat's result. A plus adds to the result in its own unit. */
static void review_add_seats(page *p, const alea_review *r)
{
    alea__table t = {0};
    double good = r->sign; /* a plus adds to the result in its own unit */
    alea__table_columns(&t, "<player|start|luck|own mistakes|others' mistakes|result|without luck");
    for (unsigned i = 0; i < r->players; i++) {
        const alea_review_seat *s = &r->seat[i];
        alea__table_name(&t, s->name);
        review_cell(&t, r->objective, s->start, false);
        review_cell_with_error(p, &t, r, good * s->luck, s->luck_error);
        review_cell_with_error(p, &t, r, -good * s->mistakes, s->mistakes_error);
        review_cell(&t, r->objective, good * s->opponents_mistakes, true);
        review_cell(&t, r->objective, s->result, false);
        review_cell(&t, r->objective, s->adjusted, false);
    }
    alea__table_finish(&t, p->options, &p->text);
    alea__add_wrapped(&p->text, VIEW_SUM, 2, p->options->width);
    alea__text_add(&p->text, "\n");
    review_add_summaries(p, r);
}

/* How many decisions got each grade, their mean cost, and the luck of own rolls. */
static void review_add_grades(page *p, const alea_review *r)
{
    alea__table t = {0};
    alea__table_columns(&t, "<decisions of|decisions|inaccuracies|mistakes|blunders|mean cost|own luck");
    for (unsigned i = 0; i < r->players; i++) {
        const alea_review_seat *s = &r->seat[i];
        alea__table_name(&t, s->name);
        alea__table_number(&t, "%" PRIu64, s->decisions);
        alea__table_number(&t, "%" PRIu64, s->grades[ALEA_INACCURACY]);
        alea__table_number(&t, "%" PRIu64, s->grades[ALEA_MISTAKE]);
        alea__table_number(&t, "%" PRIu64, s->grades[ALEA_BLUNDER]);
        review_cell(&t, r->objective, s->decisions > 0 ? s->mistakes / (double)s->decisions : 0, false);
        review_cell(&t, r->objective, r->sign * s->own_luck, true);
    }
    alea__table_finish(&t, p->options, &p->text);
    alea__text_add(&p->text, "\n");
}

/* Costs by the chosen move, of the seats whose mistakes are shown. */
static void review_add_kinds(page *p, const alea_review *r)
{
    alea__table t = {0};
    const unsigned told = alea__seats_told(p->given, 0);
    alea__table_columns(&t, "<chosen|<by|times|wrong|cost");
    for (size_t i = 0; i < r->kinds * r->players; i++) {
        const alea_review_kind *k = &r->kind[i % r->kinds];
        if ((size_t)k->seat != i / r->kinds || (told && !(told >> k->seat & 1))) continue;
        alea__table_name(&t, k->name);
        alea__table_name(&t, r->seat[k->seat].name);
        alea__table_number(&t, "%" PRIu64, k->decisions);
        alea__table_number(&t, "%" PRIu64, k->mistakes);
        review_cell(&t, r->objective, k->cost, false);
    }
    alea__table_finish(&t, p->options, &p->text);
    alea__text_add(&p->text, "\n");
}

/* The value at the beginning of each turn, and its changes by luck and mistakes. */
static void review_add_turns(page *p, const alea_review *r)
{
    alea__table t = {0};
    alea__table_columns(&t, "<turn|<by|worth before|luck|mistakes");
    for (size_t i = 0; i < r->turns; i++) {
        const alea_review_turn *turn = &r->turn[i];
        alea__table_number(&t, "%" PRIu32, turn->turn);
        alea__table_name(&t, r->seat[turn->seat].name);
        review_cell(&t, r->objective, turn->value, false);
        review_cell(&t, r->objective, r->sign * turn->luck, true);
        review_cell(&t, r->objective, -r->sign * turn->mistakes, true);
    }
    alea__table_finish(&t, p->options, &p->text);
    alea__text_add(&p->text, "\n");
}

/* ---- the worst ---- */

/* A decision with the position and the explanation. The first failure stays in p->status, and nothing is added after
   it. */
static void review_add_decision(page *p, const alea_review *r, size_t event, unsigned rank)
{
    alea_reason why[2];
    char state[256], cost[32], sentences[ALEA__SENTENCES];
    ALEA_ASSERT(event < r->events && r->event[event].seat >= 0);
    const alea_review_event *e = &r->event[event];
    alea__text words = {0}, head = {0}, position = {0};
    if (p->status == ALEA_OK) p->status = alea_review_explain(p->given->reviewer, r, event, why, p->error);
    if (p->status != ALEA_OK) return;
    alea_review_explanation(r, event, why, sentences, sizeof sentences);
    alea_game_position(r->game, &e->before, state, sizeof state);
    alea__text_add(&head, "%u. ", rank);
    alea__add_printable(&head, r->seat[e->seat].name);
    alea__text_add(&head, ", turn %" PRIu32, e->turn);
    if (p->given->count > 1) alea__text_add(&head, " of game %" PRIu64, r->number);
    alea__text_add(&head, ": %s cost %s%s%s", why[1].name,
                   alea_review_format_value(r->objective, e->amount, false, cost), e->grade ? ", " : "",
                   alea_grade_name(e->grade));
    review_add_lines(p, &head, 2);
    alea__add_review_position(&position, r, e);
    review_add_lines(p, &position, 5);
    const bool narrow = strlen("     " VIEW_FOR_ASK) + strlen(state) > p->options->width;
    alea__text_add(&p->text, "     " VIEW_FOR_ASK "%s%s\n", narrow ? "\n     " : "",
                   state); /* whole, to be pasted */
    alea__text_add(&words, "%s", sentences);
    review_add_lines(p, &words, 5);
}

static void review_add_worst(page *p, const alea_review *r)
{
    size_t events[2 * ALEA__WORST],
        count = alea_review_find_worst(r, alea__seats_told(p->given, 0), events, 2 * ALEA__WORST);
    if (count == 0) {
        alea__text_add(&p->text, VIEW_NO_MISTAKE);
        return;
    }
    alea__text_add(&p->text, VIEW_WORST);
    for (size_t i = 0; i < count; i++) review_add_decision(p, r, events[i], (unsigned)i + 1);
}

/* A sentence on the luckiest or unluckiest roll. */
static void review_add_roll(page *p, const alea_review *r, const alea_review_event *e, const char *which)
{
    char luck[32];
    alea__text words = {0};
    alea__text_add(&words, VIEW_ROLL, which, e->turn);
    alea__add_printable(&words, r->seat[e->seat].name);
    alea__text_add(&words, ", ");
    alea__add_roll(&words, r->game, &e->before, e->what, " ");
    alea__text_add(&words, ": %s%s%s.",
                   alea_review_format_value(r->objective, r->sign * e->amount, true, luck),
                   e->grade ? ", " : "", alea_grade_name(e->grade));
    review_add_lines(p, &words, 0);
}

static void review_add_luck(page *p, const alea_review *r)
{
    const alea_review_event *best = NULL, *worst = NULL;
    for (size_t i = 0; i < r->events; i++) {
        const alea_review_event *e = &r->event[i];
        if (e->kind != ALEA_ROLLED) continue;
        if (!best || e->amount > best->amount) best = e;
        if (!worst || e->amount < worst->amount) worst = e;
    }
    if (best && best->amount > 0) review_add_roll(p, r, best, "luckiest");
    if (worst && worst->amount < 0) review_add_roll(p, r, worst, "unluckiest");
}

static void review_add_game(page *p, const alea_review *r)
{
    review_add_title(p, r);
    review_add_seats(p, r);
    review_add_grades(p, r);
    review_add_kinds(p, r);
    review_add_turns(p, r);
    review_add_worst(p, r);
    review_add_luck(p, r);
}

/* ---- many games ---- */

/* A player's games of one game and objective. */
typedef struct total {
    const alea_review *like;
    const char *player;
    uint64_t games, decisions, grades[3];
    double result, luck, luck2, mistakes, mistakes2, adjusted, others;
} total;

static bool review_same_kind(const alea_review *a, const alea_review *b)
{
    return a->game == b->game && a->objective == b->objective;
}

/* Adds a seat's game to the total that it belongs to, which may be new. */
static void review_add_up(total *list, size_t *count, const alea_review *r, const alea_review_seat *s)
{
    total *t = list;
    while (t < list + *count && !(review_same_kind(t->like, r) && strcmp(t->player, s->player) == 0)) t++;
    if (t == list + *count) list[(*count)++] = (total){.like = r, .player = s->player};
    ALEA_ASSERT(t->like->game == r->game && t->like->objective == r->objective);
    t->games++;
    t->decisions += s->decisions;
    for (int i = 0; i < 3; i++) t->grades[i] += s->grades[ALEA_INACCURACY + i];
    t->result += s->result;
    t->luck += s->luck;
    t->luck2 += s->luck * s->luck;
    t->mistakes += s->mistakes;
    t->mistakes2 += s->mistakes * s->mistakes;
    t->adjusted += s->adjusted;
    t->others += s->opponents_mistakes;
}

static double review_error_of(double sum, double squares, uint64_t count)
{
    double n = (double)count;
    ALEA_ASSERT(squares >= 0);
    return count < 2 ? 0 : sqrt(fmax(squares - sum * sum / n, 0) / (n - 1) / n);
}

/* Two tables on the players of all games that are like `like`: the mean of their results, and their grades. */
static void review_add_totals(page *p, const total *list, size_t count, const alea_review *like)
{
    alea__table t = {0}, g = {0};
    alea__table_columns(&t, "<per game|games|result|luck|own mistakes|others' mistakes|without luck");
    alea__table_columns(&g, "<all games|decisions|inaccuracies|mistakes|blunders|mean cost");
    for (size_t i = 0; i < count; i++) {
        if (!review_same_kind(list[i].like, like)) continue;
        const total *sum = &list[i];
        const double n = (double)sum->games, sign = like->sign;
        char name[ALEA__PLAYER];
        alea__table_name(&t, alea__player_alone(sum->player, name));
        alea__table_number(&t, "%" PRIu64, sum->games);
        review_cell(&t, like->objective, sum->result / n, false);
        review_cell_with_error(p, &t, like, sign * sum->luck / n,
                               review_error_of(sum->luck, sum->luck2, sum->games));
        review_cell_with_error(p, &t, like, -sign * sum->mistakes / n,
                               review_error_of(sum->mistakes, sum->mistakes2, sum->games));
        review_cell(&t, like->objective, sign * sum->others / n, true);
        review_cell(&t, like->objective, sum->adjusted / n, false);
        alea__table_name(&g, name);
        alea__table_number(&g, "%" PRIu64, sum->decisions);
        for (int k = 0; k < 3; k++) alea__table_number(&g, "%" PRIu64, sum->grades[k]);
        review_cell(&g, like->objective, sum->decisions > 0 ? sum->mistakes / (double)sum->decisions : 0,
                    false);
    }
    alea__text words = {0};
    alea__add_printable(&words, alea_game_spec(like->game));
    alea__text_add(&words, ", %s.", alea__played_for(like->objective));
    review_add_lines(p, &words, 0);
    if (like->estimated) review_add_estimate(p, like);
    alea__text_add(&p->text, "\n");
    alea__table_finish(&t, p->options, &p->text);
    alea__text_add(&p->text, "\n");
    alea__table_finish(&g, p->options, &p->text);
    alea__text_add(&p->text, "\n");
}

typedef struct found {
    const alea_review *review;
    size_t event;
    double share;
} found;

/* The ALEA__WORST most expensive decisions of all games, compared as shares of each game's scale. */
static void review_find_worst(const page *p, found worst[ALEA__WORST], size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < p->given->count; i++) {
        const alea_review *r = p->given->review[i];
        size_t events[ALEA__WORST],
            some = alea_review_find_worst(r, alea__seats_told(p->given, i), events, ALEA__WORST);
        for (size_t k = 0; k < some; k++) {
            found f = {r, events[k], r->event[events[k]].amount / r->scale};
            size_t at = *count < ALEA__WORST ? (*count)++ : ALEA__WORST;
            while (at > 0 && worst[at - 1].share < f.share) {
                if (at < ALEA__WORST) worst[at] = worst[at - 1];
                at--;
            }
            if (at < ALEA__WORST) worst[at] = f;
        }
    }
}

/* Several games: totals for each game and objective, then the worst decisions of all. */
static void review_add_games(page *p)
{
    const alea_view_reviewed *given = p->given;
    size_t count = 0, found_count;
    found worst[ALEA__WORST];
    total *list = alea__alloc_array(given->count * ALEA_MAX_SEATS, sizeof *list);
    if (!list) {
        p->status = alea__out_of_memory(p->error);
        return;
    }
    for (size_t i = 0; i < given->count; i++)
        for (unsigned seat = 0; seat < given->review[i]->players; seat++)
            review_add_up(list, &count, given->review[i], &given->review[i]->seat[seat]);
    for (size_t i = 0; i < count; i++) {
        bool first = true;
        for (size_t k = 0; k < i; k++) first = first && !review_same_kind(list[k].like, list[i].like);
        if (first) review_add_totals(p, list, count, list[i].like);
    }
    alea__free(list);
    review_find_worst(p, worst, &found_count);
    alea__text_add(&p->text, found_count ? VIEW_WORST : VIEW_NO_MISTAKE);
    for (size_t i = 0; i < found_count; i++)
        review_add_decision(p, worst[i].review, worst[i].event, (unsigned)i + 1);
}

/* One game in full, several summed up. */
alea_status alea_view_reviews(const alea_view_reviewed *given, const alea_view_options *wanted, char **out,
                              alea_error *error)
{
    alea_view_options options = alea__view_options(wanted);
    if (options.json) return alea__reviews_json(given, out, error);
    page p = {.given = given, .options = &options, .error = error};
    if (given->count == 0) alea__text_add(&p.text, VIEW_NO_REVIEW);
    if (given->count == 1) review_add_game(&p, given->review[0]);
    if (given->count > 1) review_add_games(&p);
    if (p.status == ALEA_OK) return alea__view_finish(&p.text, out, error);
    alea__text_free(&p.text);
    return p.status;
}
