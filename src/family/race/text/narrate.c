/* The effect of a roll or a hold, in sentences: the reason and cost of a lost turn, forced rolls, and the leader of a chase. */
#include "base/assert.h"
#include "family/race/text/text.h"

#include <stdio.h>
#include <stdlib.h>

const char *const race_events[] = {"question", "roll", "forced", "bust", "wipe", "landing", "lead", NULL};

typedef struct race_rolled {
    uint32_t count, sum, face[16]; /* ascending */
} race_rolled;

static int rolled_compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static race_rolled rolled_of(const race_rules *rules, uint32_t outcome)
{
    race_rolled r = {.count = alea__dice_faces(rules->sides, rules->dice, outcome, r.face)};
    for (uint32_t i = 0; i < r.count; i++) r.sum += r.face[i];
    qsort(r.face, r.count, sizeof *r.face, rolled_compare);
    return r;
}

/* The sentence for an event of these dice, the most particular first: "bust 3 4", "bust sum 7", "bust double",
   "bust any 1", "bust". */
static const char *rolled_words(const alea_game *game, const char *event, const race_rolled *r)
{
    char key[120];
    int used = snprintf(key, sizeof key, "%s", event);
    for (uint32_t i = 0; i < r->count && used < (int)sizeof key; i++)
        used += snprintf(key + used, sizeof key - (size_t)used, " %u", (unsigned)r->face[i]);
    const char *words = alea__words_of(game, key, NULL);
    snprintf(key, sizeof key, "%s sum %u", event, (unsigned)r->sum);
    if (!words) words = alea__words_of(game, key, NULL);
    snprintf(key, sizeof key, "%s double", event);
    if (!words && r->count > 1 && r->face[0] == r->face[r->count - 1])
        words = alea__words_of(game, key, NULL);
    for (uint32_t i = 0; i < r->count && !words; i++) {
        snprintf(key, sizeof key, "%s any %u", event, (unsigned)r->face[i]);
        words = alea__words_of(game, key, NULL);
    }
    return words ? words : alea__words_of(game, event, "");
}

/* The reason and cost of a lost turn: the turn's points, or with a wipe all of them. */
static void narrate_loss(alea__narration *n, race_kind kind, bool landed, const race_rolled *r)
{
    const race_state before = race_state_of(n->before);
    const race_rules *rules = race_rules_of(n->game->rules);
    char lost[16], goal[16];
    const uint32_t points = before.turn + (kind == RACE_WIPE ? before.score[before.mover] : 0);
    snprintf(lost, sizeof lost, "%u", (unsigned)points);
    snprintf(goal, sizeof goal, "%u", (unsigned)rules->goal);
    alea__narrate_blank(n, "lost", lost);
    alea__narrate_blank(n, "goal", goal);
    if (landed)
        alea__narrate(n, alea__words_of(n->game, "landing", "Exactly {goal}!"));
    else
        alea__narrate(n, rolled_words(n->game, kind == RACE_WIPE ? "wipe" : "bust", r));
    alea__narrate(n, points == 0         ? "{player} had nothing to lose."
                     : kind == RACE_WIPE ? "{player} lost everything: {lost} points."
                     : points == 1       ? "{player} lost 1 point."
                                         : "{player} lost {lost} points.");
}

/* The effect of a roll: points added, or a loss by the dice or by the new total. */
static void narrate_roll(alea__narration *n)
{
    const race_rules *rules = race_rules_of(n->game->rules);
    const race_state before = race_state_of(n->before);
    const race_effect *e = &rules->effect[before.memory * rules->outcomes + n->what];
    const race_rolled r = rolled_of(rules, n->what);
    const uint32_t total = race_total(&before) + e->amount;
    ALEA_ASSERT(n->what < rules->outcomes);
    if (e->kind != RACE_ADD) {
        narrate_loss(n, (race_kind)e->kind, false, &r);
    } else if (total <= rules->goal && rules->landing[total] != RACE_ADD) {
        narrate_loss(n, (race_kind)rules->landing[total], true, &r);
    } else {
        alea__narrate(n, rolled_words(n->game, "roll", &r));
        if (e->forced && race_state_of(n->after).phase == RACE_ROLL)
            alea__narrate(n, alea__words_of(n->game, "forced", "The dice must be rolled again."));
    }
}

/* In a chase: a new leader leaves each of the others one more turn. */
static void narrate_lead(alea__narration *n)
{
    const race_state before = race_state_of(n->before), after = race_state_of(n->after);
    char score[16];
    if (after.leader == before.leader || after.leader == RACE_NOBODY || after.phase == RACE_FINISHED) return;
    ALEA_ASSERT(after.leader == before.mover);
    snprintf(score, sizeof score, "%u", (unsigned)after.score[after.leader]);
    alea__narrate_blank(n, "score", score);
    alea__narrate(n,
                  alea__words_of(n->game, "lead",
                                 race_rules_of(n->game->rules)->players == 2
                                     ? "The lead goes to {player} with {score}; one more turn for {opponent}."
                                     : "The lead goes to {player} with {score}; one more turn for each of "
                                       "the others."));
}

void race_narrate(alea__narration *n)
{
    if (race_state_of(n->before).phase == RACE_ROLL) narrate_roll(n);
    narrate_lead(n);
}

/* ---- the words of a rule file ---- */

bool race_words_fit(const alea__rules *opaque, const char *key)
{
    static const char *const by_dice[] = {"roll", "bust", "wipe"};
    const race_rules *rules = race_rules_of(opaque);
    const char *more = strchr(key, ' ');
    unsigned number;
    int used = 0;
    if (!more) return true;
    bool narrows = false;
    for (size_t i = 0; i < 3; i++)
        narrows |=
            strlen(by_dice[i]) == (size_t)(more - key) && strncmp(by_dice[i], key, (size_t)(more - key)) == 0;
    if (!narrows) return false;
    if (strcmp(more, " double") == 0) return rules->dice > 1;
    if (sscanf(more, " sum %u%n", &number, &used) == 1 && !more[used])
        return number >= rules->dice && number <= rules->dice * rules->sides;
    if (sscanf(more, " any %u%n", &number, &used) == 1 && !more[used])
        return number >= 1 && number <= rules->sides;
    unsigned last = 1, count = 0; /* faces, which ascend: " 3 4" */
    for (; sscanf(more, " %u%n", &number, &used) == 1; more += used, last = number, count++)
        if (number < last || number > rules->sides) return false;
    return !*more && count == rules->dice;
}

bool race_has_blank(const alea__rules *rules, const char *key, const char *blank)
{
    static const char *const losses[] = {"bust", "wipe", "landing"};
    (void)rules;
    if (strcmp(key, "lead") == 0) return strcmp(blank, "score") == 0;
    for (size_t i = 0; i < 3; i++)
        if (strncmp(key, losses[i], strlen(losses[i])) == 0)
            return strcmp(blank, "lost") == 0 || strcmp(blank, "goal") == 0;
    return false;
}
