/* Parses a position such as `scores=22,35 turn=12`. Impossible positions are refused with a reason. The player to move is
   in seat 0. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/race/messages.h"
#include "family/race/rules/layout.h"
#include "family/race/text/text.h"
#include "game/naming.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SCORE = 1000000, MOST_TURN = 100000 };

/* The requested position. */
typedef struct wish {
    const race_rules *rules;
    alea__settings given;
    uint32_t score[RACE_SEATS];
    uint32_t turn, memory, left;
    alea_error *error;
} wish;

/* ---- keys ---- */

alea_key race_key(const alea__rules *opaque, size_t index)
{
    static const alea_key keys[] = {
        {"scores", "banked scores in seat order from the player to move, such as 22,35 (all 0)"},
        {"turn", "points of the turn so far, not yet banked (0)"},
        {"memory", "what the turn remembers, such as doubles in a row (0)"},
        {"turns", "turns left, including this one (all)"},
    };
    const race_rules *rules = race_rules_of(opaque);
    const bool applies[] = {true, true, rules->memories > 1, rules->turn_limit > 0};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (applies[i] && index-- == 0) return keys[i];
    return (alea_key){NULL, NULL};
}

static const char *wish_value(const wish *w, const char *key)
{
    for (size_t i = 0; i < ALEA__MOST_KEYS; i++) {
        const char *name = race_key(w->given.rules, i).name;
        if (!name) break;
        if (strcmp(name, key) == 0) return w->given.value[i];
    }
    return NULL;
}

/* ---- numbers ---- */

static alea_status wish_read_number(const wish *w, const char *key, alea__range range, uint32_t *out)
{
    const char *text = wish_value(w, key);
    int64_t value;
    if (!text) return ALEA_OK;
    alea_status status = alea__parse_integer(text, key, range, &value, w->error);
    if (status == ALEA_OK) *out = (uint32_t)value;
    return status;
}

/* One score of the list, `length` characters at `text`, for a seat; spaces around it are ignored. */
static alea_status wish_read_score(wish *w, const char *text, size_t length, uint32_t seat)
{
    char one[32], shown[40];
    int64_t value;
    while (length > 0 && *text == ' ') text++, length--;
    while (length > 0 && text[length - 1] == ' ') length--;
    if (seat >= w->rules->players)
        return alea__fail(w->error, ALEA_E_RANGE, RACE_SCORES_TOO_MANY, (unsigned)w->rules->players);
    if (length == 0 || length >= sizeof one) {
        alea__printable(shown, sizeof shown, text, length);
        return alea__fail(w->error, ALEA_E_RANGE, RACE_SCORES_LIST, shown);
    }
    memcpy(one, text, length);
    one[length] = 0;
    alea_status status = alea__parse_integer(one, "a score", (alea__range){0, MOST_SCORE}, &value, w->error);
    if (status == ALEA_OK) w->score[seat] = (uint32_t)value;
    return status;
}

static alea_status wish_read_scores(wish *w)
{
    const char *text = wish_value(w, "scores");
    for (uint32_t seat = 0; text; seat++) {
        const char *comma = strchr(text, ',');
        alea_status status = wish_read_score(w, text, comma ? (size_t)(comma - text) : strlen(text), seat);
        if (status != ALEA_OK) return status;
        text = comma ? comma + 1 : NULL;
    }
    return ALEA_OK;
}

/* The memory that the rule file calls so. */
static alea_status wish_read_memory(wish *w)
{
    uint32_t value = 0, memory = 0, shown = 0;
    char list[80] = "";
    alea_status status = wish_read_number(w, "memory", (alea__range){0, UINT16_MAX}, &value);
    if (status != ALEA_OK) return status;
    while (memory < w->rules->memories && w->rules->memory_value[memory] != value) memory++;
    w->memory = memory;
    if (memory < w->rules->memories) return ALEA_OK;
    for (size_t at = 0; shown < memory && at + 8 < sizeof list; shown++, at = strlen(list))
        snprintf(list + at, sizeof list - at, "%s%u", shown ? ", " : "",
                 (unsigned)w->rules->memory_value[shown]);
    return alea__fail(w->error, ALEA_E_RANGE, RACE_NO_MEMORY, list, shown < memory ? ", …" : "",
                      (unsigned)value);
}

static alea_status wish_read_all(wish *w)
{
    w->left = w->rules->turn_limit;
    alea_status status = wish_read_scores(w);
    if (status == ALEA_OK) status = wish_read_number(w, "turn", (alea__range){0, MOST_TURN}, &w->turn);
    if (status == ALEA_OK) status = wish_read_memory(w);
    if (status == ALEA_OK)
        status = wish_read_number(w, "turns", (alea__range){1, w->rules->turn_limit}, &w->left);
    return status;
}

/* ---- which totals dice can make ---- */

/* met[(total - from) * memories + memory]: bit 0, free to hold; bit 1, forced to roll. */
enum { FREE = 1, FORCED = 2 };

typedef struct totals {
    const race_rules *rules;
    uint32_t from, to;
    uint8_t *met;
} totals;

static uint8_t *totals_at(const totals *t, uint32_t total, uint32_t memory)
{
    return &t->met[(size_t)(total - t->from) * t->rules->memories + memory];
}

/* Marks everything that can be rolled from the marked positions at this total. Repeats while there are new ones at the same
   total, which only happens by rolls without points. */
static void totals_spread(const totals *t, uint32_t total)
{
    const race_rules *rules = t->rules;
    ALEA_ASSERT(t->from <= total && total <= t->to);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t m = 0; m < rules->memories; m++)
            for (uint32_t i = 0; *totals_at(t, total, m) && i < rules->outcomes; i++) {
                const race_effect *e = &rules->effect[(size_t)m * rules->outcomes + i];
                const uint32_t next = total + e->amount;
                if (e->kind != RACE_ADD || next > t->to || !race_goes_on(rules, next)) continue;
                uint8_t *cell = totals_at(t, next, e->memory), reached = e->forced ? FORCED : FREE;
                again |= e->amount == 0 && !(*cell & reached);
                *cell |= reached;
            }
    }
}

static bool totals_met(const totals *t, uint32_t total, uint8_t how)
{
    bool met = false;
    for (uint32_t m = 0; m < t->rules->memories; m++) met |= (*totals_at(t, total, m) & how) != 0;
    return met;
}

static alea_status totals_make(const race_rules *rules, uint32_t from, uint32_t to, totals *out,
                               alea_error *error)
{
    ALEA_ASSERT(from <= to);
    *out = (totals){rules, from, to, alea__alloc_array((size_t)(to - from + 1) * rules->memories, 1)};
    return out->met ? ALEA_OK : alea__out_of_memory(error);
}

/* ---- scores that can be banked ---- */

/* Every score at which a turn can end is one at which the next can begin. */
static alea_status check_banked(const wish *w, uint32_t score)
{
    totals t;
    if (score == 0 || score > w->rules->goal) return ALEA_OK;
    alea_status status = totals_make(w->rules, 0, score, &t, w->error);
    if (status != ALEA_OK) return status;
    for (uint32_t total = 0; total <= score; total++) {
        if (total == 0 || totals_met(&t, total, FREE))
            *totals_at(&t, total, 0) |= FREE; /* banked: a turn begins there */
        totals_spread(&t, total);
    }
    bool can = totals_met(&t, score, FREE);
    alea__free(t.met);
    if (can) return ALEA_OK;
    return alea__fail(w->error, ALEA_E_STATE, RACE_BANKED_UNREACHED, (unsigned)score);
}

static alea_status check_score(const wish *w, uint32_t score)
{
    if (w->rules->ending == RACE_BANK && score >= w->rules->goal)
        return alea__fail(w->error, ALEA_E_STATE, RACE_BANKED_WINS, (unsigned)score,
                          (unsigned)w->rules->goal);
    if (score > 0 && !race_can_stand(w->rules, score))
        return alea__fail(w->error, ALEA_E_STATE, RACE_BANKED_LOSES, (unsigned)score);
    return check_banked(w, score);
}

/* Who is to move has not led since the leader does, and not come level with it either. */
static alea_status check_chase(const wish *w, uint8_t leader)
{
    uint32_t own = w->score[0];
    ALEA_ASSERT(leader == RACE_NOBODY || (leader != 0 && w->score[leader] > w->rules->goal));
    if (w->rules->ending != RACE_CHASE) return ALEA_OK;
    if (leader == RACE_NOBODY && own > w->rules->goal)
        return alea__fail(w->error, ALEA_E_STATE, RACE_MOVER_LEADS, (unsigned)own, (unsigned)w->rules->goal);
    if (leader != RACE_NOBODY && own >= w->score[leader])
        return alea__fail(w->error, ALEA_E_STATE, RACE_MOVER_AHEAD, (unsigned)own, (unsigned)w->score[leader],
                          (unsigned)w->rules->goal);
    return ALEA_OK;
}

/* Fails with ALEA_E_STATE if no turn of the mover can begin with these banked scores. */
static alea_status check_scores(const wish *w)
{
    alea_status status = ALEA_OK;
    for (uint32_t seat = 0; seat < w->rules->players && status == ALEA_OK; seat++)
        status = check_score(w, w->score[seat]);
    if (status == ALEA_OK) status = check_chase(w, race_leader(w->rules, w->score, 0));
    if (status == ALEA_OK && w->rules->turn_limit > 0 && w->left == w->rules->turn_limit && w->score[0] > 0)
        return alea__fail(w->error, ALEA_E_STATE, RACE_ALL_TURNS_LEFT, (unsigned)w->left,
                          (unsigned)w->score[0]);
    return status;
}

/* ---- the turn ---- */

/* Fails, naming the nearest possible turn totals on both sides, if there are any. */
static alea_status refuse_turn(const wish *w, const totals *t)
{
    uint32_t total = w->score[0] + w->turn, below = total, above = total;
    char with[60] = "", nearest[80] = "";
    while (below > t->from && !*totals_at(t, below, w->memory)) below--;
    while (above < t->to && !*totals_at(t, above, w->memory)) above++;
    if (w->rules->memories > 1)
        snprintf(with, sizeof with, " with memory %u", (unsigned)w->rules->memory_value[w->memory]);
    const bool lower = *totals_at(t, below, w->memory), higher = *totals_at(t, above, w->memory);
    if (lower && higher)
        snprintf(nearest, sizeof nearest, RACE_NEAREST_TOTALS, (unsigned)(below - t->from),
                 (unsigned)(above - t->from));
    else if (lower || higher)
        snprintf(nearest, sizeof nearest, RACE_NEAREST_TOTAL, (unsigned)((lower ? below : above) - t->from));
    return alea__fail(w->error, ALEA_E_STATE, RACE_TURN_UNREACHED, (unsigned)w->turn, with,
                      (unsigned)w->score[0], nearest);
}

/* Fails with ALEA_E_STATE if the turn ends automatically at this total. */
static alea_status wish_check_end(const wish *w)
{
    uint32_t total = w->score[0] + w->turn;
    if (w->turn == 0 || race_goes_on(w->rules, total)) return ALEA_OK;
    if (!race_can_stand(w->rules, total))
        return alea__fail(w->error, ALEA_E_STATE, RACE_TURN_LOST, (unsigned)w->score[0], (unsigned)w->turn,
                          (unsigned)total);
    return alea__fail(w->error, ALEA_E_STATE, RACE_TURN_ENDED, (unsigned)w->score[0], (unsigned)w->turn,
                      (unsigned)total, (unsigned)race_enough(w->rules));
}

/* How the turn came there: FREE, FORCED or both; 0 at its beginning. */
static alea_status check_turn(const wish *w, uint8_t *how)
{
    totals t;
    uint32_t own = w->score[0], to = own + w->turn + race_greatest_amount(w->rules);
    *how = 0;
    if (w->turn == 0 && w->memory == 0) return ALEA_OK;
    alea_status status = wish_check_end(w);
    if (status == ALEA_OK) status = totals_make(w->rules, own, to, &t, w->error);
    if (status != ALEA_OK) return status;
    *totals_at(&t, own, 0) = FREE;
    for (uint32_t total = own; total <= to; total++) totals_spread(&t, total);
    *how = *totals_at(&t, own + w->turn, w->memory);
    if (*how == 0) status = refuse_turn(w, &t);
    alea__free(t.met);
    return status;
}

/* The state that was wished for, checked already; `how` is what check_turn found out. */
static void wish_set_up(const wish *w, uint8_t how, alea_state *out)
{
    const race_rules *rules = w->rules;
    uint32_t most = race_greatest_amount(rules);
    ALEA_ASSERT(how != 0 || (w->turn == 0 && w->memory == 0));
    race_state s;
    memset(&s, 0, sizeof s);
    memset(out, 0, sizeof *out); /* states are compared by their bytes */
    race_start(rules, &s);
    memcpy(s.score, w->score, sizeof s.score);
    s.turn = w->turn;
    s.memory = (uint16_t)w->memory;
    s.turns = rules->turn_limit > 0 ? rules->turn_limit - w->left : 0;
    s.leader = race_leader(rules, s.score, 0);
    if (how != 0) {
        ALEA_ASSERT(most > 0 || w->turn == 0);
        s.rolls = w->turn > most ? (w->turn + most - 1) / most : 1;
        s.phase = how & FREE ? RACE_DECIDE : RACE_ROLL;
    }
    race_store(&s, out);
}

/* Reads the words into *w; nothing is checked yet. */
static alea_status wish_read(wish *w, const alea_setting *setting, size_t count)
{
    alea__score_words words;
    alea_status status = alea__read_score_words(setting, count, &words, w->error);
    if (status == ALEA_OK) status = alea__sort_settings(&w->given, words.setting, words.count, w->error);
    return status == ALEA_OK ? wish_read_all(w) : status;
}

alea_status race_parse_state(const alea__rules *opaque, const alea_setting *setting, size_t count,
                             alea_state *out, alea_error *error)
{
    wish w = {.rules = race_rules_of(opaque), .given = {.rules = opaque, .key = race_key}, .error = error};
    uint8_t how = 0;
    alea_status status = wish_read(&w, setting, count);
    if (status == ALEA_OK) status = check_scores(&w);
    if (status == ALEA_OK) status = check_turn(&w, &how);
    if (status == ALEA_OK) wish_set_up(&w, how, out);
    return status;
}

/* ---- positions that no play reaches ---- */

/* Whether the equations of the game give the scores a value: in a game to a goal, all on which landing loses nothing. */
static bool wish_scores_have_value(const wish *w)
{
    if (w->rules->ending != RACE_BANK || w->rules->players > 2) return false;
    for (uint32_t seat = 0; seat < w->rules->players; seat++) {
        const uint32_t score = w->score[seat];
        if (score >= w->rules->goal ? w->rules->players == 1 : !race_can_begin_at(w->rules, score))
            return false;
    }
    return true;
}

static bool wish_is_over(const wish *w)
{
    bool over = false;
    for (uint32_t seat = 0; seat < w->rules->players; seat++) over |= w->score[seat] >= w->rules->goal;
    return over;
}

/* Positions that check_scores and check_turn refuse because play cannot reach them get a note instead. */
alea_status race_parse_any_state(const alea__rules *opaque, const alea_setting *setting, size_t count,
                                 alea_state *out, alea_note *note, alea_error *error)
{
    alea_error why = {0};
    wish w = {.rules = race_rules_of(opaque), .given = {.rules = opaque, .key = race_key}, .error = error};
    uint8_t how = 0;
    alea_status status = wish_read(&w, setting, count);
    if (status != ALEA_OK) return status;
    w.error = &why;
    status = check_scores(&w);
    bool value = status == ALEA_OK || (status == ALEA_E_STATE && wish_scores_have_value(&w));
    if (value && status != ALEA_OK) snprintf(note->text, sizeof note->text, "%.*s", 299, why.message);
    if (value && wish_is_over(&w)) {
        how = w.turn > 0 || w.memory > 0 ? FREE : 0;
        status = ALEA_OK;
    } else if (value) {
        status = check_turn(&w, &how);
        value = status == ALEA_OK || (status == ALEA_E_STATE && w.rules->ending == RACE_BANK &&
                                      w.rules->players <= 2 && wish_check_end(&w) == ALEA_OK);
        if (value && status != ALEA_OK) {
            if (!*note->text) snprintf(note->text, sizeof note->text, "%.*s", 299, why.message);
            how = FREE;
        }
    }
    if (!value && error) *error = why;
    if (!value) return status;
    wish_set_up(&w, how, out);
    return ALEA_OK;
}
