/* Reads a position: score=20,35 points=12 dice=1,5,5. The mover's values come first. */
#include "base/error.h"
#include "base/text.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/rules/reading.h"
#include "family/tabletop/text/text.h"
#include "game/naming.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct parsing {
    const tabletop_rules *t;
    alea__settings given;
    alea_state state;
    tabletop_head head;
    alea_error *error;
} parsing;

static alea_status parse_wrong(parsing *p, const char *key, const char *value, int64_t most)
{
    char shown[80], values[40];
    alea__printable(shown, sizeof shown, value, strlen(value));
    snprintf(values, sizeof values, TABLETOP_NUMBER_VALUES, (unsigned)most);
    return alea__fail(p->error, ALEA_E_RANGE, TABLETOP_BAD_SETTING, key, shown, values);
}

/* Says which values a field takes. */
static alea_status parse_wrong_value(parsing *p, const tabletop_field *f, const char *value)
{
    char shown[80], values[300];
    size_t used = 0;
    alea__printable(shown, sizeof shown, value, strlen(value));
    snprintf(values, sizeof values, f->kind == TABLETOP_FLAG ? "yes or no" : TABLETOP_POINTS_VALUES);
    if (f->kind == TABLETOP_NUMBER)
        snprintf(values, sizeof values, f->by > 1 ? TABLETOP_STEP_VALUES : TABLETOP_NUMBER_VALUES,
                 (unsigned)(f->top * f->by), (unsigned)f->by);
    for (uint32_t i = 0; i < f->members && used < sizeof values; i++)
        used += (size_t)snprintf(values + used, sizeof values - used, "%s%s", used ? "+" : "",
                                 tabletop_word(p->t, f->member[i]));
    return alea__fail(p->error, ALEA_E_RANGE, f->members ? TABLETOP_BAD_MEMBERS : TABLETOP_BAD_SETTING,
                      tabletop_word(p->t, f->name), shown, values);
}

/* A whole number within a range. */
static bool parse_number(const char *text, int64_t min, int64_t max, int64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return end != text && !*end && !errno && *out >= min && *out <= max;
}

/* ---- fields ---- */

/* The member of this name, else that of this number; f->members if there is none. */
static uint32_t parse_member(const tabletop_rules *t, const tabletop_field *f, const char *text,
                             size_t length)
{
    char number[12];
    for (uint32_t i = 0; i < f->members; i++) {
        const char *member = tabletop_word(t, f->member[i]);
        if (strlen(member) == length && alea__same_letters(member, text, length)) return i;
    }
    for (uint32_t i = 0; i < f->members; i++) {
        snprintf(number, sizeof number, "%u", (unsigned)i + 1);
        if (strlen(number) == length && strncmp(number, text, length) == 0) return i;
    }
    return f->members;
}

/* "ones+twos", by names or by numbers from 1; "all"; "none". */
static bool parse_members(const tabletop_rules *t, const tabletop_field *f, const char *text, uint32_t *bits)
{
    *bits = 0;
    if (strcmp(text, "none") == 0) return true;
    if (strcmp(text, "all") == 0) *bits = f->top;
    if (*bits) return true;
    while (*text) {
        const size_t length = strcspn(text, "+");
        uint32_t i = parse_member(t, f, text, length);
        if (i == f->members) return false;
        *bits |= UINT32_C(1) << i;
        text += length + (text[length] == '+');
    }
    return *bits != 0;
}

/* Reads a value of a field as its bits. */
static bool parse_value(const tabletop_rules *t, const tabletop_field *f, const char *text, uint32_t *raw)
{
    int64_t number;
    const bool total = f->kind == TABLETOP_TOTAL;
    const int64_t most = total ? (1 << (TABLETOP_TOTAL_BITS - 1)) - 1 : (int64_t)f->top * f->by;
    if (f->kind == TABLETOP_FLAG) {
        *raw = strcmp(text, "yes") == 0;
        return *raw || strcmp(text, "no") == 0;
    }
    if (f->kind == TABLETOP_SET || f->kind == TABLETOP_SHEET) return parse_members(t, f, text, raw);
    if (!parse_number(text, total ? -most : 0, most, &number) || number % f->by) return false;
    *raw = (uint32_t)(total ? number + (1 << (TABLETOP_TOTAL_BITS - 1)) : number / f->by);
    return true;
}

/* Reads the values of a field: of every player, the mover's first, or one. */
static alea_status parse_field(parsing *p, uint32_t index, const char *value)
{
    const tabletop_game *g = &p->t->game;
    const tabletop_field *f = &g->field[index];
    const char *name = tabletop_word(p->t, f->name);
    const uint32_t parts = f->owner == TABLETOP_PLAYER ? g->players : 1;
    const char *at = value;
    for (uint32_t k = 0; k < parts; k++) {
        char piece[600];
        uint32_t raw;
        const size_t length = parts > 1 ? strcspn(at, ",") : strlen(at);
        const bool last = k + 1 == parts;
        if (length >= sizeof piece || (at[length] == ',') == last)
            return alea__fail(p->error, ALEA_E_RANGE, TABLETOP_VALUES, name, parts);
        memcpy(piece, at, length);
        piece[length] = 0;
        if (!parse_value(p->t, f, piece, &raw)) return parse_wrong_value(p, f, piece);
        tabletop_set_bits(&p->state,
                          tabletop_bit(g, p->head.seat, (tabletop_place){(uint8_t)index, (uint8_t)k}),
                          f->width, raw);
        at += length + !last;
    }
    return ALEA_OK;
}

/* ---- the node ---- */

/* Adds "name=value" to the words of a state, in the order of the names. */
static void parse_add_word(tabletop_state_words *s, const tabletop_rules *t, uint32_t key, const char *value)
{
    const char *name = tabletop_word(t, t->key[key].name);
    uint32_t i = s->count++;
    for (; i > 0 && strcmp(s->name[i - 1], name) > 0; i--) {
        memcpy(s->name[i], s->name[i - 1], sizeof s->name[i]);
        memcpy(s->value[i], s->value[i - 1], sizeof s->value[i]);
    }
    snprintf(s->name[i], sizeof s->name[i], "%s", name);
    const bool none = strcmp(value, "none") == 0;
    snprintf(s->value[i], sizeof s->value[i], t->key[key].list ? "[%s]" : "%s",
             t->key[key].list && none ? "" : value);
}

/* Sorts a list of numbers, such as "[6,1,5]": dice are in order. */
static void parse_sort_list(char *value)
{
    long number[TABLETOP_LONGEST_VALUE], next;
    uint32_t count = 0;
    char *at = value + 1, *end;
    while (value[0] == '[' && *at && *at != ']') {
        next = strtol(at, &end, 10);
        if (end == at || (*end != ',' && *end != ']')) return;
        uint32_t i = count++;
        for (; i > 0 && number[i - 1] > next; i--) number[i] = number[i - 1];
        number[i] = next;
        at = end + (*end == ',');
    }
    at = value + 1;
    for (uint32_t i = 0; i < count; i++) at += sprintf(at, "%s%ld", i ? "," : "", number[i]);
    if (count > 0) strcpy(at, "]");
}

/* The name of a node as it is typed: without brackets, and with spaces between its parts. */
static void parse_show_node(const char *name, char out[TABLETOP_LONGEST_STATE])
{
    size_t used = 0;
    for (; *name; name++)
        if (*name != '[' && *name != ']') out[used++] = (char)(*name == ';' ? ' ' : *name);
    out[used] = 0;
}

/* The node that has most of these words. */
static uint32_t parse_find_nearest(const tabletop_rules *t, const tabletop_state_words *words)
{
    char word[TABLETOP_LONGEST_NAME + 1], value[TABLETOP_LONGEST_VALUE];
    uint32_t nearest = 0, most = 0;
    for (uint32_t i = 0; i < t->node.count; i++) {
        const char *name = alea__intern_text(&t->node, i);
        uint32_t same = 0;
        while (tabletop_next_word(&name, word, value))
            for (uint32_t k = 0; k < words->count; k++)
                same += strcmp(words->name[k], word) == 0 ? 1 + 2 * (strcmp(words->value[k], value) == 0) : 0;
        if (same > most) nearest = i;
        most = same > most ? same : most;
    }
    return nearest;
}

/* The node that the keys of states describe. Without any it is the state without keys if a counter is given, else where a turn
   begins. */
static alea_status parse_node(parsing *p)
{
    const tabletop_rules *t = p->t;
    tabletop_state_words words = {.count = 0};
    char name[TABLETOP_LONGEST_STATE];
    bool counted = false;
    uint32_t index = 0;
    tabletop_key_kind kind;
    for (size_t number = 0; tabletop_key_at(t, number, &index) == TABLETOP_KEY_FIELD; number++)
        counted = counted || (p->given.value[number] && t->game.field[index].owner == TABLETOP_COUNTER);
    for (size_t number = 0; (kind = tabletop_key_at(t, number, &index)) != TABLETOP_KEY_NONE; number++)
        if ((kind == TABLETOP_KEY_STATE || kind == TABLETOP_KEY_ROLL) && p->given.value[number])
            parse_add_word(&words, t, index, p->given.value[number]);
    const uint32_t empty = alea__intern_find(&t->node, "");
    if (words.count == 0 && counted && empty != ALEA__NOT_INTERNED) p->head.node = empty;
    if (words.count == 0) return ALEA_OK;
    bool written = tabletop_write_state(&words, name);
    p->head.node = written ? alea__intern_find(&t->node, name) : ALEA__NOT_INTERNED;
    if (p->head.node != ALEA__NOT_INTERNED) return ALEA_OK;
    for (uint32_t i = 0; i < words.count; i++) parse_sort_list(words.value[i]);
    written = tabletop_write_state(&words, name);
    p->head.node = written ? alea__intern_find(&t->node, name) : ALEA__NOT_INTERNED;
    if (p->head.node != ALEA__NOT_INTERNED) return ALEA_OK;
    char typed[TABLETOP_LONGEST_STATE], shown[TABLETOP_LONGEST_STATE], near[TABLETOP_LONGEST_STATE];
    parse_show_node(written ? name : "", typed);
    alea__printable(shown, sizeof shown, typed, strlen(typed));
    parse_show_node(alea__intern_text(&t->node, parse_find_nearest(t, &words)), near);
    return alea__fail(p->error, ALEA_E_RANGE, TABLETOP_NO_SUCH_STATE, shown, near);
}

/* Reads what belongs to the game as a whole: its rounds and its end. */
static alea_status parse_of_game(parsing *p, tabletop_key_kind kind, const char *value)
{
    const tabletop_game *g = &p->t->game;
    static const char *const names[] = {[TABLETOP_KEY_SEAT] = "seat",
                                        [TABLETOP_KEY_ROUND] = "round",
                                        [TABLETOP_KEY_LAST] = "last",
                                        [TABLETOP_KEY_LEADER] = "leader"};
    const int64_t most = kind == TABLETOP_KEY_ROUND  ? (int64_t)g->rounds - 1
                         : kind == TABLETOP_KEY_LAST ? g->players
                                                     : g->players - 1;
    int64_t number;
    if (!parse_number(value, 0, most, &number)) return parse_wrong(p, names[kind], value, most);
    if (kind == TABLETOP_KEY_ROUND) p->head.round = (uint16_t)number;
    if (kind == TABLETOP_KEY_LAST) p->head.closing = (uint8_t)number;
    if (kind == TABLETOP_KEY_LEADER) p->head.leader = (uint8_t)((p->head.seat + number) % g->players + 1);
    return ALEA_OK;
}

alea_status tabletop_parse_state(const alea__rules *rules, const alea_setting *setting, size_t count,
                                 alea_state *out, alea_error *error)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    parsing p = {.t = t, .given = {.rules = rules, .key = tabletop_state_key}, .error = error};
    alea_status status = alea__sort_settings(&p.given, setting, count, error);
    uint32_t index = 0;
    int64_t seat = 0;
    tabletop_key_kind kind;
    tabletop_clear(&t->game, &p.state);
    for (size_t i = 0; status == ALEA_OK && (kind = tabletop_key_at(t, i, &index)) != TABLETOP_KEY_NONE; i++)
        if (kind == TABLETOP_KEY_SEAT && p.given.value[i] &&
            !parse_number(p.given.value[i], 0, t->game.players - 1, &seat))
            status = parse_wrong(&p, "seat", p.given.value[i], t->game.players - 1);
    tabletop_begin_turn(&t->game, &p.state, (uint32_t)seat);
    p.head = tabletop_head_of(&p.state);
    for (size_t i = 0; status == ALEA_OK && (kind = tabletop_key_at(t, i, &index)) != TABLETOP_KEY_NONE;
         i++) {
        if (!p.given.value[i]) continue;
        if (kind == TABLETOP_KEY_FIELD) status = parse_field(&p, index, p.given.value[i]);
        if (kind > TABLETOP_KEY_SEAT) status = parse_of_game(&p, kind, p.given.value[i]);
    }
    if (status == ALEA_OK) status = parse_node(&p);
    if (status != ALEA_OK) return status;
    tabletop_set_head(&p.state, &p.head);
    tabletop_pass_forced(&t->game, &p.state);
    if (tabletop_head_of(&p.state).over) return alea__fail(error, ALEA_E_STATE, TABLETOP_OVER_THERE);
    *out = p.state;
    return ALEA_OK;
}
