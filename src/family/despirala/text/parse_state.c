/* A position from its words: used="Collect 1,Straight" goods=7 dice=113456 doing="Collect 3" score=120. The player to move sits
   in seat 0; the others, if there are any, have attempted the same combinations. */
#include "base/error.h"
#include "base/text.h"
#include "family/despirala/despirala.h"
#include "game/naming.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 80, LONGEST_PIECE = 100 };

enum { USED, GOODS, DICE, DOING, SCORE, KEYS };
typedef struct wish {
    const despirala_game *game;
    const despirala_rules *rules;
    alea__settings given;
    uint32_t used, goods, score, target; /* target: DESPIRALA_NONE where no collect is under way */
    uint8_t dice[DESPIRALA_SIDES];
    alea_error *error;
} wish;

static const char *shown(char out[SHOWN], const char *text)
{
    alea__printable(out, SHOWN, text, strlen(text));
    return out;
}

/* ---- keys ---- */

alea_key despirala_key(const alea__rules *rules, size_t index)
{
    static const alea_key keys[KEYS] = {
        [USED] =
            {"used",
             "combinations attempted, such as \"Collect 1,Straight\", or their numbers, such as 1,11 (none)"},
        [GOODS] = {"goods", "the goods in hand (before a turn's roll 0, then what a turn gains)"},
        [DICE] = {"dice",
                  "the dice on the table, such as 113456 or 1,1,3,4,5,6 (none: a turn's roll is next)"},
        [DOING] =
            {"doing",
             "the collect that one is in the middle of, such as \"Collect 3\" (none: all dice were rolled)"},
        [SCORE] = {"score", "the points so far, which change nothing about those to come (0)"},
    };
    (void)rules;
    return index < KEYS ? keys[index] : (alea_key){NULL, NULL};
}

/* ---- used ---- */

static alea_status unknown_combination(const wish *w, const char *name, const char *nearest)
{
    char text[SHOWN];
    if (nearest)
        return alea__fail(w->error, ALEA_E_RANGE, "There is no combination \"%s\"; did you mean \"%s\"?",
                          shown(text, name), nearest);
    return alea__fail(w->error, ALEA_E_RANGE,
                      "There is no combination \"%s\". Used combinations are names such as \"%s\", or "
                      "numbers from 1 to %u in the order of the rules, with commas between them.",
                      shown(text, name), w->game->name[0], (unsigned)w->rules->combinations);
}

static alea_status use(wish *w, const char *name)
{
    const char *nearest;
    const uint32_t combination = despirala_combination_called(w->game, name, &nearest);
    if (combination == DESPIRALA_NONE) return unknown_combination(w, name, nearest);
    if (w->used >> combination & 1)
        return alea__fail(w->error, ALEA_E_USAGE,
                          "\"%s\" is twice among those used; each combination is attempted once.",
                          w->game->name[combination]);
    w->used |= 1u << combination;
    return ALEA_OK;
}

static alea_status read_used(wish *w)
{
    const char *at = w->given.value[USED];
    while (at && *at) {
        char piece[LONGEST_PIECE];
        const size_t size = strcspn(at, ",");
        snprintf(piece, sizeof piece, "%.*s", size < LONGEST_PIECE ? (int)size : LONGEST_PIECE - 1, at);
        alea_status status = use(w, piece);
        if (status != ALEA_OK) return status;
        at += size;
        if (*at == ',' && !*++at) return unknown_combination(w, "", NULL);
    }
    if (w->used == (1u << w->rules->combinations) - 1)
        return alea__fail(w->error, ALEA_E_STATE,
                          "All %u combinations are attempted: the game is over, and nothing is decided.",
                          (unsigned)w->rules->combinations);
    return ALEA_OK;
}

/* ---- dice ---- */

static alea_status wrong_dice(const wish *w)
{
    char text[SHOWN], example[2 * DESPIRALA_DICE] = "";
    for (uint32_t i = 0; i < w->rules->dice; i++) example[i] = (char)('1' + i % w->rules->sides);
    return alea__fail(w->error, ALEA_E_RANGE,
                      "The dice are %u numbers from 1 to %u, such as %s or with commas between them; not "
                      "\"%s\".",
                      (unsigned)w->rules->dice, (unsigned)w->rules->sides, example,
                      shown(text, w->given.value[DICE]));
}

/* Digits, with commas between all of them or none; spaces do not matter. */
static alea_status read_dice(wish *w)
{
    uint32_t count = 0, commas = 0;
    bool after_comma = true; /* or at the beginning: a digit is next */
    for (const char *at = w->given.value[DICE]; at && *at; at++) {
        if (*at == ' ') continue;
        if (*at == ',' && !after_comma) {
            after_comma = true;
            commas++;
            continue;
        }
        if (*at < '1' || *at > (char)('0' + w->rules->sides) || count == w->rules->dice) return wrong_dice(w);
        w->dice[*at - '1']++;
        count++;
        after_comma = false;
    }
    const bool good = count == w->rules->dice && !after_comma && (commas == 0 || commas == count - 1);
    return !w->given.value[DICE] || good ? ALEA_OK : wrong_dice(w);
}

/* ---- goods ---- */

/* A turn brings its goods once the dice lie, and only rerolls spend them before a combination is chosen. */
static void goods_possible(const wish *w, uint32_t *least, uint32_t *most)
{
    const uint32_t turns = (uint32_t)__builtin_popcount(w->used) + (w->given.value[DICE] != NULL);
    const bool spent = !w->given.value[DICE] || w->rules->may_reroll || w->target != DESPIRALA_NONE;
    *most = w->rules->gain * turns;
    *least = spent ? 0 : w->rules->gain;
}

static alea_status wrong_goods(const wish *w, uint32_t least, uint32_t most)
{
    char text[SHOWN];
    const unsigned attempted = (unsigned)__builtin_popcount(w->used);
    return alea__fail(w->error, ALEA_E_STATE,
                      "With %u combination%s attempted there are %u to %u goods in hand %s; not \"%s\".",
                      attempted, attempted == 1 ? "" : "s", (unsigned)least, (unsigned)most,
                      w->given.value[DICE] ? "once the dice lie" : "before the roll",
                      shown(text, w->given.value[GOODS]));
}

static alea_status read_goods(wish *w)
{
    uint32_t least, most;
    int64_t goods;
    goods_possible(w, &least, &most);
    w->goods = w->given.value[DICE] ? w->rules->gain : 0;
    if (!w->given.value[GOODS]) return ALEA_OK;
    if (alea__parse_integer(w->given.value[GOODS], "goods", least, most, &goods, NULL) != ALEA_OK)
        return wrong_goods(w, least, most);
    w->goods = (uint32_t)goods;
    return ALEA_OK;
}

/* ---- in the middle of a combination ---- */

/* `move` is one that is no combination, or none at all. */
static alea_status unknown_target(const wish *w, uint32_t move)
{
    char text[SHOWN];
    const char *nearest =
        move == DESPIRALA_NONE ? despirala_nearest_target(w->game, w->given.value[DOING]) : NULL;
    const char *name = shown(text, w->given.value[DOING]);
    if (nearest)
        return alea__fail(w->error, ALEA_E_RANGE,
                          "There is no combination \"%s\" to be in the middle of; did you mean \"%s\"?", name,
                          nearest);
    return alea__fail(
        w->error, ALEA_E_RANGE,
        "There is no combination \"%s\" to be in the middle of; it is named as the move is, such "
        "as \"%s\".",
        name, w->game->move_name[DESPIRALA_TARGET]);
}

static alea_status read_doing(wish *w)
{
    w->target = DESPIRALA_NONE;
    if (!w->given.value[DOING]) return ALEA_OK;
    const uint32_t move = despirala_move_called(w->game, w->given.value[DOING]);
    if (move == DESPIRALA_NONE || move < DESPIRALA_TARGET || move > w->rules->targets)
        return unknown_target(w, move);
    w->target = move - DESPIRALA_TARGET;
    if (!w->given.value[DICE])
        return alea__fail(w->error, ALEA_E_USAGE, "In the middle of \"%s\" the dice are wanted too.",
                          w->game->move_name[move]);
    const uint32_t combination = w->rules->target[w->target].combination;
    if (w->used >> combination & 1)
        return alea__fail(w->error, ALEA_E_STATE,
                          "\"%s\" is among the combinations used, and each is attempted once.",
                          w->game->name[combination]);
    return ALEA_OK;
}

static alea_status read_score(wish *w)
{
    int64_t score;
    if (!w->given.value[SCORE]) return ALEA_OK;
    alea_status status =
        alea__parse_integer(w->given.value[SCORE], "score", 0, w->rules->most_score, &score, w->error);
    if (status == ALEA_OK) w->score = (uint32_t)score;
    return status;
}

/* ---- the position ---- */

static void sit_down(const wish *w, despirala_state *s)
{
    despirala_start(w->rules, s);
    for (uint32_t seat = 0; seat < w->rules->seats; seat++) s->player[seat].used = (uint16_t)w->used;
    s->turns = (uint32_t)__builtin_popcount(w->used) * w->rules->seats;
    s->player[0].goods = (uint16_t)w->goods;
    s->player[0].score = (uint16_t)w->score;
}

/* Going on from where the target was chosen with these dice on the table comes to the same. */
static alea_status go_on(const wish *w, despirala_state *s)
{
    const char *name = w->game->move_name[DESPIRALA_TARGET + w->target];
    const uint32_t turns = s->turns;
    despirala_move(w->rules, s, DESPIRALA_TARGET + w->target);
    if (s->turns == turns) return ALEA_OK;
    return alea__fail(w->error, ALEA_E_STATE,
                      "Nothing is decided there: with these dice and %u good%s \"%s\" is over.",
                      (unsigned)w->goods, w->goods == 1 ? "" : "s", name);
}

static alea_status lay_dice(const wish *w, despirala_state *s)
{
    if (!w->given.value[DICE]) return ALEA_OK;
    memcpy(s->dice, w->dice, sizeof s->dice);
    s->air = 0;
    s->gained = true;
    s->phase = DESPIRALA_CHOOSE;
    return w->target == DESPIRALA_NONE ? ALEA_OK : go_on(w, s);
}

alea_status despirala_place(const alea__rules *opaque, const alea_setting *setting, size_t count,
                            alea_state *out, alea_error *error)
{
    wish w = {.game = despirala_game_of(opaque),
              .rules = despirala_rules_of(opaque),
              .given = {opaque, despirala_key},
              .error = error};
    despirala_state s;
    memset(&s, 0, sizeof s);
    alea_status status = alea__sort_settings(&w.given, setting, count, error);
    if (status == ALEA_OK) status = read_used(&w);
    if (status == ALEA_OK) status = read_dice(&w);
    if (status == ALEA_OK) status = read_doing(&w);
    if (status == ALEA_OK) status = read_goods(&w);
    if (status == ALEA_OK) status = read_score(&w);
    if (status != ALEA_OK) return status;
    sit_down(&w, &s);
    status = lay_dice(&w, &s);
    if (status != ALEA_OK) return status;
    memset(out, 0, sizeof *out); /* states are compared by their bytes */
    despirala_store(&s, out);
    return ALEA_OK;
}
