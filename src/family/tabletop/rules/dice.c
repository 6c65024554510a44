/* Dice, and the nodes of roll(n, s): every multiset of faces with its weight. */
#include "family/tabletop/messages.h"
#include "family/tabletop/rules/reading.h"

#include <stdio.h>

#define MOST_WEIGHTS (UINT32_C(1) << 31)

/* ---- reading ---- */

/* Makes a die with the faces 1 to `sides`. */
static void dice_make_plain(tabletop_reading *r, tabletop_die *die, uint32_t sides)
{
    char face[16];
    die->plain = true;
    die->sides = sides;
    for (uint32_t i = 0; i < sides; i++) {
        snprintf(face, sizeof face, "%u", (unsigned)i + 1);
        die->face[i] = tabletop_keep_word(r, face);
        die->weight[i] = 1;
    }
}

/* An entry of die {…}: a face, or a face and its weight. */
static void dice_read_face(tabletop_reading *r, tabletop_die *die, int at)
{
    lua_State *L = r->L;
    char shown[80];
    int64_t weight = 1;
    if (lua_istable(L, at)) {
        tabletop_push_index(L, at, 2);
        weight = tabletop_whole(r, -1, 1, 1000000, "the weight of a face");
        tabletop_push_index(L, at, 1);
        at = lua_gettop(L);
    }
    const bool number = lua_isinteger(L, at) && lua_tointeger(L, at) >= -999 && lua_tointeger(L, at) <= 999;
    if (number)
        snprintf(shown, sizeof shown, "%d", (int)lua_tointeger(L, at));
    else
        snprintf(shown, sizeof shown, "%s", tabletop_name_at(r, at, "a face"));
    const uint32_t word = tabletop_keep_word(r, shown);
    for (uint32_t i = 0; i < die->sides; i++)
        if (die->face[i] == word) { /* the same face once more */
            die->weight[i] += (uint32_t)weight;
            return;
        }
    die->face[die->sides] = word;
    die->weight[die->sides++] = (uint32_t)weight;
}

/* The number of sides, or die {…}. */
static void dice_read_die(tabletop_reading *r, int at, uint32_t name)
{
    lua_State *L = r->L;
    char shown[80];
    if (r->dice == TABLETOP_MOST_DICE_NAMES)
        tabletop_wrong(r, TABLETOP_MANY_DICE_NAMES, TABLETOP_MOST_DICE_NAMES);
    tabletop_die *die = &r->die[r->dice++];
    *die = (tabletop_die){.name = name};
    if (lua_isinteger(L, at)) {
        dice_make_plain(r, die,
                        (uint32_t)tabletop_whole(r, at, 2, TABLETOP_MOST_SIDES, "the number of sides"));
        return;
    }
    if (!tabletop_is_word(L, at, "die") || tabletop_push_index(L, at, 1) != LUA_TTABLE)
        tabletop_wrong(r, TABLETOP_BAD_DIE, tabletop_show(L, at, shown));
    const int faces = lua_gettop(L);
    const lua_Integer sides = (lua_Integer)lua_rawlen(L, faces);
    if (sides < 1 || sides > TABLETOP_MOST_SIDES)
        tabletop_wrong(r, TABLETOP_MANY_SIDES, sides, TABLETOP_MOST_SIDES);
    for (lua_Integer i = 1; i <= sides; i++) {
        lua_rawgeti(L, faces, i);
        dice_read_face(r, die, lua_gettop(L));
        lua_settop(L, faces);
    }
    lua_settop(L, faces - 1);
}

void tabletop_read_dice(tabletop_reading *r, int rules)
{
    lua_State *L = r->L;
    r->field = "dice";
    const int type = tabletop_push_raw(L, rules, "dice"), at = lua_gettop(L);
    if (type == LUA_TNIL) {
        r->dice = 1;
        r->die[0].name = TABLETOP_NONE;
        dice_make_plain(r, &r->die[0], 6);
    } else if (type == LUA_TTABLE && !tabletop_word_of(L, at)) {
        const int names = tabletop_push_names(r, at);
        for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, names); i++) {
            lua_rawgeti(L, names, i);
            const char *name = tabletop_name_at(r, -1, "a die");
            tabletop_push_raw(L, at, name);
            dice_read_die(r, lua_gettop(L), tabletop_keep_word(r, name));
            lua_settop(L, names);
        }
    } else {
        dice_read_die(r, at, TABLETOP_NONE);
    }
    lua_settop(L, at - 1);
    r->field = NULL;
}

/* ---- rolls ---- */

/* Dice on the table, or to be rolled: die and face of each, in the order of the dice and of their faces. */
typedef struct dice_set {
    uint32_t count;
    uint8_t die[TABLETOP_MOST_DICE], face[TABLETOP_MOST_DICE];
} dice_set;

typedef struct dice_roll {
    tabletop_reading *r;
    tabletop_state_words state; /* without dice and names */
    dice_set kept, rolled;
    uint32_t node, outcomes, next; /* next: outcome to be stored */
    bool plain;
} dice_roll;

static uint32_t dice_find(const tabletop_reading *r, uint32_t name)
{
    for (uint32_t i = 0; i < r->dice; i++)
        if (r->die[i].name == name) return i;
    return r->dice;
}

/* Adds a die in the order of the set. */
static void dice_add(tabletop_reading *r, dice_set *set, uint32_t die, uint32_t face)
{
    uint32_t at = set->count;
    if (at >= TABLETOP_MOST_DICE) tabletop_wrong(r, TABLETOP_MANY_DICE, TABLETOP_MOST_DICE);
    for (; at > 0 && (set->die[at - 1] > die || (set->die[at - 1] == die && set->face[at - 1] > face));
         at--) {
        set->die[at] = set->die[at - 1];
        set->face[at] = set->face[at - 1];
    }
    set->die[at] = (uint8_t)die;
    set->face[at] = (uint8_t)face;
    set->count++;
}

/* The dice that the state keeps, in `dice` and, where dice have names, `names`. */
static void dice_read_kept(dice_roll *x)
{
    tabletop_reading *r = x->r;
    char dice[TABLETOP_LONGEST_VALUE], names[TABLETOP_LONGEST_VALUE], face[TABLETOP_LONGEST_NAME + 1],
        name[TABLETOP_LONGEST_NAME + 1];
    const char *face_at = dice, *name_at = names;
    tabletop_take_word(&x->state, "dice", dice);
    tabletop_take_word(&x->state, "names", names);
    while (tabletop_next_member(&face_at, face)) {
        uint32_t die = 0, side = 0;
        if (r->die[0].name != TABLETOP_NONE) {
            if (!tabletop_next_member(&name_at, name)) tabletop_wrong(r, TABLETOP_KEPT_NAMES);
            die = dice_find(r, alea__intern_find(&r->t->word, name));
        }
        const uint32_t word = alea__intern_find(&r->t->word, face);
        while (die < r->dice && side < r->die[die].sides && r->die[die].face[side] != word) side++;
        if (die == r->dice || side == r->die[die].sides) tabletop_wrong(r, TABLETOP_KEPT_FACE, face);
        dice_add(r, &x->kept, die, side);
    }
}

/* The dice to be rolled: how many, or a list of names. Their faces are 0. */
static void dice_read_rolled(dice_roll *x, int at)
{
    tabletop_reading *r = x->r;
    lua_State *L = r->L;
    if (lua_istable(L, at)) {
        for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, at); i++) {
            tabletop_push_index(L, at, i);
            const char *name = tabletop_name_at(r, -1, "a die");
            const uint32_t die = dice_find(r, alea__intern_find(&r->t->word, name));
            if (die == r->dice) tabletop_wrong(r, TABLETOP_NO_DIE, name);
            dice_add(r, &x->rolled, die, 0);
            lua_pop(L, 1);
        }
        return;
    }
    if (r->die[0].name != TABLETOP_NONE) tabletop_wrong(r, TABLETOP_WHICH_DICE);
    const int64_t count = tabletop_whole(r, at, 0, TABLETOP_MOST_DICE, "the number of dice");
    for (int64_t i = 0; i < count; i++) dice_add(r, &x->rolled, 0, 0);
}

/* The next multiset of faces; false after the last. Equal dice ascend. */
static bool dice_next(const tabletop_reading *r, dice_set *s)
{
    uint32_t i = s->count;
    while (i > 0 && s->face[i - 1] + 1U == r->die[s->die[i - 1]].sides) i--;
    if (i == 0) return false;
    const uint8_t die = s->die[i - 1], face = ++s->face[i - 1];
    for (uint32_t k = s->count; k-- > i;) s->face[k] = s->die[k] == die ? face : 0;
    return true;
}

/* In how many ways the dice fall so. */
static uint64_t dice_weight(const tabletop_reading *r, const dice_set *s)
{
    uint64_t weight = 1;
    for (uint32_t i = 0, place = 0, same = 0; i < s->count; i++) {
        const bool group = i > 0 && s->die[i] == s->die[i - 1];
        place = group ? place + 1 : 1;
        same = group && s->face[i] == s->face[i - 1] ? same + 1 : 1;
        weight = weight * place / same;
        weight *= r->die[s->die[i]].weight[s->face[i]];
    }
    return weight;
}

/* The weights of all rolls together, and their number; refuses too many. */
static uint64_t dice_measure(dice_roll *x)
{
    const tabletop_reading *r = x->r;
    dice_set s = x->rolled;
    double all = 1;
    for (uint32_t i = 0; i < s.count; i++) {
        double sum = 0;
        for (uint32_t k = 0; k < r->die[s.die[i]].sides; k++) sum += r->die[s.die[i]].weight[k];
        all *= sum;
    }
    if (all > MOST_WEIGHTS) tabletop_wrong(x->r, TABLETOP_LARGE_ROLL, s.count);
    do
        if (++x->outcomes > TABLETOP_MOST_OUTCOMES) tabletop_wrong(x->r, TABLETOP_LARGE_ROLL, s.count);
    while (dice_next(r, &s));
    return (uint64_t)all;
}

static void dice_write(const dice_roll *x, const dice_set *s, bool names, char *out, size_t size)
{
    const tabletop_reading *r = x->r;
    size_t used = (size_t)snprintf(out, size, "[");
    for (uint32_t i = 0; i < s->count && used < size; i++) {
        const tabletop_die *die = &r->die[s->die[i]];
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? "," : "",
                                 tabletop_word(r->t, names ? die->name : die->face[s->face[i]]));
    }
    if (used + 2 > size) tabletop_wrong(x->r, TABLETOP_LONG_STATE, TABLETOP_LONGEST_STATE);
    strcat(out, "]");
}

/* The label of a roll that cannot be shown as dice: "trotter razorback", "green brain, red feet". */
static uint32_t dice_label(const dice_roll *x, const dice_set *s)
{
    const tabletop_reading *r = x->r;
    char label[TABLETOP_LONGEST_STATE];
    size_t used = 0;
    for (uint32_t i = 0; i < s->count && used < sizeof label; i++) {
        const tabletop_die *die = &r->die[s->die[i]];
        const bool named = die->name != TABLETOP_NONE;
        used += (size_t)snprintf(label + used, sizeof label - used, "%s%s%s%s",
                                 i == 0  ? ""
                                 : named ? ", "
                                         : " ",
                                 named ? tabletop_word(r->t, die->name) : "", named ? " " : "",
                                 tabletop_word(r->t, die->face[s->face[i]]));
    }
    return tabletop_keep_word(x->r, label);
}

/* Stores the outcome of a roll: the state with its dice beside those that were kept. */
static void dice_store(dice_roll *x, const dice_set *s)
{
    tabletop_reading *r = x->r;
    tabletop_state_words state = x->state;
    dice_set all = x->kept;
    char value[TABLETOP_LONGEST_VALUE], name[TABLETOP_LONGEST_STATE];
    for (uint32_t i = 0; i < s->count; i++) dice_add(r, &all, s->die[i], s->face[i]);
    dice_write(x, &all, false, value, sizeof value);
    tabletop_put_word(r, &state, "dice", value);
    if (r->die[0].name != TABLETOP_NONE) {
        dice_write(x, &all, true, value, sizeof value);
        tabletop_put_word(r, &state, "names", value);
    }
    if (!tabletop_write_state(&state, name)) tabletop_wrong(r, TABLETOP_LONG_STATE, TABLETOP_LONGEST_STATE);
    const uint32_t label = x->plain ? TABLETOP_NONE : dice_label(x, s), to = tabletop_node_of(r, name, false);
    tabletop_node *node = &r->g->node[x->node];
    for (uint32_t i = 0; i < node->dice; i++)
        r->g->face[node->faces + x->next * node->dice + i] = (uint8_t)(s->face[i] + 1);
    r->g->outcome[node->first + x->next++] =
        (tabletop_outcome){.weight = (uint32_t)dice_weight(r, s), .label = label, .step = {.node = to}};
}

/* The node's name: the state before the roll, with the dice in the key `roll`. */
static void dice_name(dice_roll *x, char name[TABLETOP_LONGEST_STATE])
{
    tabletop_reading *r = x->r;
    tabletop_state_words state = x->state;
    char value[TABLETOP_LONGEST_VALUE];
    const bool named = r->die[0].name != TABLETOP_NONE;
    if (x->kept.count > 0) {
        dice_write(x, &x->kept, false, value, sizeof value);
        tabletop_put_word(r, &state, "dice", value);
    }
    if (x->kept.count > 0 && named) {
        dice_write(x, &x->kept, true, value, sizeof value);
        tabletop_put_word(r, &state, "names", value);
    }
    if (named)
        dice_write(x, &x->rolled, true, value, sizeof value);
    else
        snprintf(value, sizeof value, "%u", (unsigned)x->rolled.count);
    tabletop_put_word(r, &state, "roll", value);
    if (!tabletop_write_state(&state, name)) tabletop_wrong(r, TABLETOP_LONG_STATE, TABLETOP_LONGEST_STATE);
}

uint32_t tabletop_read_roll(tabletop_reading *r, int dice, int state)
{
    dice_roll x = {.r = r, .plain = true};
    char name[TABLETOP_LONGEST_STATE];
    tabletop_read_state(r, state, &x.state);
    dice_read_rolled(&x, dice);
    const bool none = x.rolled.count == 0; /* as go(s) */
    if (none && !tabletop_write_state(&x.state, name))
        tabletop_wrong(r, TABLETOP_LONG_STATE, TABLETOP_LONGEST_STATE);
    if (none) return tabletop_node_of(r, name, false);
    dice_read_kept(&x);
    dice_name(&x, name);
    const uint32_t known = r->g->nodes;
    x.node = tabletop_node_of(r, name, true);
    if (x.node < known) return x.node;
    const uint64_t weights = dice_measure(&x);
    for (uint32_t i = 0; i < x.rolled.count; i++)
        x.plain = x.plain && r->die[x.rolled.die[i]].plain && x.rolled.die[i] == x.rolled.die[0];
    const uint32_t first = tabletop_reserve(r, TABLETOP_OUTCOMES, x.outcomes);
    const uint32_t faces = tabletop_reserve(r, TABLETOP_FACES, x.plain ? x.outcomes * x.rolled.count : 0);
    tabletop_node *node = &r->g->node[x.node];
    node->first = first;
    node->count = x.outcomes;
    node->faces = faces;
    node->dice = x.plain ? x.rolled.count : 0;
    node->weights = (uint32_t)weights;
    dice_set s = x.rolled;
    do dice_store(&x, &s);
    while (dice_next(r, &s));
    return x.node;
}
