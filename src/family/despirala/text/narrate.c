/* The effect of a move or a roll, in sentences: goods paid, dice kept, points. */
#include "base/assert.h"
#include "family/despirala/despirala.h"
#include "family/despirala/messages.h"

#include <stdio.h>

const char *const despirala_events[] = {"question", "points",   "gain",   "reroll", "attempt", "collect",
                                        "go-on",    "complete", "failed", "left",   NULL};

/* The blanks of an event, in words. */
typedef struct narrate_words {
    char gain[16], goods[24], points[24], others[24], kept[80];
} narrate_words;

static void narrate_count(char out[24], unsigned count, const char *what, const char *plural)
{
    snprintf(out, 24, "%u %s", count, count == 1 ? what : plural);
}

/* Writes "1 3 4 6 kept", ascending: the dice on the table that a target keeps, if it keeps this many. */
static void narrate_kept(const despirala_rules *rules, const despirala_target *t, const uint8_t *dice,
                         char out[80])
{
    size_t used = 0;
    for (uint32_t f = 0; f < rules->sides; f++) {
        const uint32_t most = t->collect ? (f + 1 == t->collect ? rules->dice : 0) : t->required[f];
        for (uint32_t i = 0; i < dice[f] && i < most && used < 60; i++)
            used += (size_t)snprintf(out + used, 80 - used, "%u ", (unsigned)f + 1);
    }
    snprintf(out + used, 80 - used, used ? "kept" : "no die kept");
}

/* Fills the blanks from the state after the event, in which target `doing` is or was attempted (NONE: no target). */
static void narrate_fill(alea__narration *n, const despirala_game *game, uint32_t doing, narrate_words *w)
{
    const despirala_rules *rules = &game->rules;
    const despirala_state before = despirala_state_of(n->before), after = despirala_state_of(n->after);
    const despirala_player *p = &after.player[before.mover];
    snprintf(w->gain, sizeof w->gain, "%u", (unsigned)rules->gain);
    narrate_count(w->goods, p->goods, "good", "goods");
    narrate_count(w->others, after.rolled, "die", "dice");
    alea__narrate_blank(n, "gain", w->gain);
    alea__narrate_blank(n, "goods", w->goods);
    alea__narrate_blank(n, "others", w->others);
    if (doing == DESPIRALA_NONE) return;
    const despirala_target *t = &rules->target[doing];
    narrate_kept(rules, t, after.dice, w->kept);
    narrate_count(w->points, t->collect * (unsigned)after.dice[t->collect ? t->collect - 1 : 0], "point",
                  "points");
    alea__narrate_blank(n, "kept", w->kept);
    alea__narrate_blank(n, "points", w->points);
    alea__narrate_blank(n, "combination", game->move_name[DESPIRALA_TARGET + doing]);
}

/* The end of a turn: its score, and at the end of the game the points for goods. */
static void narrate_end(alea__narration *n, const despirala_game *game, uint32_t doing, int64_t points)
{
    char scored[24], goods[24];
    const despirala_state before = despirala_state_of(n->before), after = despirala_state_of(n->after);
    const unsigned left = before.player[before.mover].goods * (unsigned)game->rules.good_points;
    snprintf(scored, sizeof scored, "%lld", (long long)points);
    snprintf(goods, sizeof goods, "%u", left);
    alea__narrate_blank(n, "points", scored);
    const bool collect = game->rules.target[doing].collect != 0;
    if (collect)
        alea__narrate(n, alea__words_of(n->game, "points", DESPIRALA_TELL_POINTS));
    else if (points > 0)
        alea__narrate(n, alea__words_of(n->game, "complete", DESPIRALA_TELL_COMPLETE));
    else
        alea__narrate(n, alea__words_of(n->game, "failed", DESPIRALA_TELL_FAILED));
    if (after.phase != DESPIRALA_FINISHED || game->rules.good_points == 0) return;
    alea__narrate_blank(n, "goods", goods);
    const bool alone = game->rules.seats == 1;
    alea__narrate(n, alea__words_of(n->game, "left", alone ? DESPIRALA_TELL_LEFT : DESPIRALA_TELL_LEFT_ALL));
}

/* A turn that continues: goods gained or paid, dice kept. */
static void narrate_middle(alea__narration *n, const despirala_state *before, const despirala_state *after)
{
    const bool rolls = after->phase == DESPIRALA_ROLL;
    const char *key = NULL, *usual = NULL;
    if (before->phase == DESPIRALA_ROLL && !before->gained)
        key = "gain", usual = DESPIRALA_TELL_GAIN;
    else if (before->phase == DESPIRALA_COLLECT)
        key = "go-on", usual = DESPIRALA_TELL_GO_ON;
    else if (after->phase == DESPIRALA_COLLECT)
        key = "collect", usual = DESPIRALA_TELL_COLLECT;
    else if (rolls && after->doing != DESPIRALA_NONE)
        key = "attempt", usual = DESPIRALA_TELL_ATTEMPT;
    else if (rolls)
        key = "reroll", usual = DESPIRALA_TELL_REROLL;
    if (key) alea__narrate(n, alea__words_of(n->game, key, usual));
}

void despirala_narrate(alea__narration *n)
{
    narrate_words words;
    int64_t points = 0;
    const despirala_game *game = despirala_game_of(n->game->rules);
    const despirala_state before = despirala_state_of(n->before), after = despirala_state_of(n->after);
    const int row = despirala_sheet_attempted(n->game->rules, n->before, n->after, &points);
    uint32_t doing = before.doing;
    if (doing == DESPIRALA_NONE && before.phase == DESPIRALA_CHOOSE &&
        n->what != despirala_reroll(&game->rules))
        doing = n->what - DESPIRALA_TARGET;
    ALEA_ASSERT(row < 0 || doing < game->rules.targets);
    narrate_fill(n, game, doing, &words);
    if (row >= 0)
        narrate_end(n, game, doing, points);
    else
        narrate_middle(n, &before, &after);
}

bool despirala_has_blank(const alea__rules *rules, const char *key, const char *blank)
{
    static const char *const blanks[] = {"gain", "goods", "others", "kept", "points", "combination", NULL};
    (void)rules, (void)key;
    return alea__words_list(blanks, blank);
}
