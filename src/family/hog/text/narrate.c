/* The effect of a turn of Hog, in sentences: points of the dice or of no dice, the bonus, the swap, an extra turn. Also the
   facts that people look at before they decide. */
#include "base/assert.h"
#include "family/hog/hog.h"

#include <stdio.h>

const char *const hog_events[] = {"question", "pig_out", "odd",    "roll",  "bacon",
                                  "bonus",    "swap",    "change", "again", NULL};

/* ---- facts ---- */

/* The numbers of dice with which `fits` holds, as "2 or 6 dice". */
typedef struct hog_numbers {
    char text[160];
    unsigned count;
} hog_numbers;

static void numbers_add(hog_numbers *list, uint32_t dice)
{
    size_t used = strlen(list->text);
    snprintf(list->text + used, sizeof list->text - used, list->count++ ? " or %u" : "%u", (unsigned)dice);
}

/* The numbers of dice that give another turn at any scores, unless all do. */
static bool fact_extra_turn(const hog_rules *rules, const hog_state *s, char *out, size_t size)
{
    hog_numbers with = {.count = 0};
    bool ever = false;
    if (rules->told > 1) return false; /* the points decide, and are not known yet */
    for (uint32_t i = 0; i < rules->memories * (rules->dice + 1); i++) ever |= rules->next[i].again != 0;
    if (!ever) return false;
    for (uint32_t n = 0; n <= rules->dice; n++)
        if (hog_next_of(rules, 0, n, 0)[s->memory].again) numbers_add(&with, n);
    if (with.count == 0)
        snprintf(out, size, "not possible");
    else
        snprintf(out, size, "with %s %s", with.text, strcmp(with.text, "1") == 0 ? "die" : "dice");
    return true;
}

/* The bonus of this turn: "+5", or "+3 with 2 or 6 dice". */
static bool fact_bonus(const hog_rules *rules, const hog_state *s, char *out, size_t size)
{
    hog_numbers with = {.count = 0};
    uint32_t most = 0;
    for (uint32_t n = 0; n <= rules->dice; n++)
        if (hog_bonus(rules, s->memory, n) > most) most = hog_bonus(rules, s->memory, n);
    if (most == 0) return false;
    for (uint32_t n = 0; n <= rules->dice; n++)
        if (hog_bonus(rules, s->memory, n) == most) numbers_add(&with, n);
    if (with.count == rules->dice + 1)
        snprintf(out, size, "+%u", (unsigned)most);
    else
        snprintf(out, size, "+%u with %s dice", (unsigned)most, with.text);
    return true;
}

/* Scores; and for the mover the number of the turn, from 0, and what this turn offers. A position that was typed in has no
   number. */
bool hog_fact(const alea__rules *opaque, const alea_state *state, unsigned seat, size_t index, alea_fact *out)
{
    const hog_rules *rules = hog_rules_of(opaque);
    const hog_state s = hog_state_of(state);
    ALEA_ASSERT(seat < HOG_SEATS);
    if (index == 0) {
        out->label = "score";
        snprintf(out->value, sizeof out->value, "%u", (unsigned)s.score[seat]);
        return true;
    }
    if (seat != s.mover || s.phase == HOG_FINISHED) return false;
    if (s.turns > 0 || (s.score[0] == 0 && s.score[1] == 0 && s.memory == 0)) {
        if (index == 1) {
            out->label = "turn";
            snprintf(out->value, sizeof out->value, "%u", (unsigned)s.turns);
            return true;
        }
        index--;
    }
    out->label = "extra turn";
    if (fact_extra_turn(rules, &s, out->value, sizeof out->value) && --index == 0) return true;
    out->label = "bonus";
    if (fact_bonus(rules, &s, out->value, sizeof out->value) && --index == 0) return true;
    out->label = "dice";
    bool differ = false;
    for (uint32_t set = 1; set < rules->sets; set++) differ |= rules->set[set].sides != rules->set[0].sides;
    snprintf(out->value, sizeof out->value, "%u-sided", (unsigned)hog_set_of(rules, &s)->sides);
    return index == 1 && differ;
}

/* ---- events ---- */

typedef struct hog_told {
    uint32_t dice, sum, points, bonus;
    bool any_one;
} hog_told;

/* The points of the turn that `what` ends: no dice, or an outcome of the dice. */
static hog_told told_turn(const hog_rules *rules, const hog_state *s, uint32_t what)
{
    const hog_dice_set *set = hog_set_of(rules, s);
    hog_told t = {.dice = s->phase == HOG_ROLL ? s->dice : 0};
    uint8_t face[HOG_MOST_DICE];
    for (uint32_t i = 0; i < t.dice; i++, what /= set->sides) {
        face[i] = (uint8_t)(what % set->sides);
        t.sum += face[i] + 1u;
        t.any_one |= face[i] == 0;
    }
    t.points = t.dice > 0 ? hog_points(rules, set, t.dice, face)
                          : hog_bacon(rules, s->score[s->mover], s->score[1 - s->mover]);
    t.bonus = hog_bonus(rules, s->memory, t.dice);
    return t;
}

/* The dice's points for the mover, before any swap. */
static void narrate_points(alea__narration *n, const hog_told *t)
{
    const alea_game *game = n->game;
    if (t->dice == 0)
        alea__narrate(n, alea__words_of(game, "bacon", "Free Bacon: +{points}."));
    else if (t->any_one && t->points == 1)
        alea__narrate(n, alea__words_of(game, "pig_out", "Pig Out: one point."));
    else if (t->points != t->sum)
        alea__narrate(n, alea__words_of(game, "odd", "The sum {sum} counts as {points}."));
    else
        alea__narrate(n, alea__words_of(game, "roll", "+{points}."));
    if (t->bonus > 0) alea__narrate(n, alea__words_of(game, "bonus", "A bonus: +{bonus}."));
}

/* The effect of `after` on the scores: usually none, or a swap. */
static void narrate_scores(alea__narration *n, uint32_t own, uint32_t other)
{
    const hog_state before = hog_state_of(n->before), after = hog_state_of(n->after);
    const uint32_t now = after.score[before.mover], others = after.score[1 - before.mover];
    char texts[4][16];
    const uint32_t values[] = {own, other, now, others};
    static const char *const names[] = {"own", "other", "own now", "other now"};
    if (now == own && others == other) return;
    for (int i = 0; i < 4; i++) {
        snprintf(texts[i], sizeof texts[i], "%u", (unsigned)values[i]);
        alea__narrate_blank(n, names[i], texts[i]);
    }
    if (now == other && others == own)
        alea__narrate(n, alea__words_of(n->game, "swap", "Swine Swap! {own} and {other} change places."));
    else
        alea__narrate(n, alea__words_of(n->game, "change",
                                        "The scores {own} and {other} become {own now} and "
                                        "{other now}."));
}

void hog_narrate(alea__narration *n)
{
    const hog_rules *rules = hog_rules_of(n->game->rules);
    const hog_state before = hog_state_of(n->before), after = hog_state_of(n->after);
    char sum[16], points[16], bonus[16];
    if (before.phase == HOG_DECIDE && n->what > 0) return; /* the dice come next */
    const hog_told t = told_turn(rules, &before, n->what);
    snprintf(sum, sizeof sum, "%u", (unsigned)t.sum);
    snprintf(points, sizeof points, "%u", (unsigned)t.points);
    snprintf(bonus, sizeof bonus, "%u", (unsigned)t.bonus);
    alea__narrate_blank(n, "sum", sum);
    alea__narrate_blank(n, "points", points);
    alea__narrate_blank(n, "bonus", bonus);
    narrate_points(n, &t);
    narrate_scores(n, before.score[before.mover] + t.points + t.bonus, before.score[1 - before.mover]);
    if (after.phase != HOG_FINISHED && after.mover == before.mover)
        alea__narrate(n, alea__words_of(n->game, "again", "An extra turn for {player}."));
}

bool hog_has_blank(const alea__rules *rules, const char *key, const char *blank)
{
    static const char *const turn[] = {"points", "sum", "bonus", NULL}, *const scores[] = {"own", "other",
                                                                                           "own now",
                                                                                           "other now", NULL};
    (void)rules;
    const bool changes = strcmp(key, "swap") == 0 || strcmp(key, "change") == 0;
    return alea__words_list(turn, blank) || (changes && alea__words_list(scores, blank));
}
