/* Parses a position: used="Collect 1,Straight" goods=7 dice=113456 doing="Collect 3" score=120. The player to move is in
   seat 0; other players have attempted the same combinations. */
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "family/despirala/despirala.h"
#include "family/despirala/messages.h"
#include "game/naming.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN = 80, LONGEST_PIECE = 100 };

enum { USED, GOODS, DICE, DOING, SCORE, KEYS };
typedef struct asked_state {
    const despirala_game *game;
    const despirala_rules *rules;
    alea__settings given;
    uint32_t used, goods, target; /* target: DESPIRALA_NONE outside a collect */
    uint8_t dice[DESPIRALA_SIDES];
    uint32_t lying; /* dice on the table */
    alea_error *error;
} asked_state;

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
        [GOODS] = {"goods", "the goods in hand (0 before a turn's roll, what a turn gains after it)"},
        [DICE] = {"dice",
                  "the dice on the table, such as 113456 or 1,1,3,4,5,6 (none: the turn begins with a roll)"},
        [DOING] =
            {"doing",
             "the collect that is under way, such as \"Collect 3\" (none: a combination is to be chosen)"},
        [SCORE] = {"score", "the points so far, which do not affect those to come (0)"},
    };
    (void)rules;
    return index < KEYS ? keys[index] : (alea_key){NULL, NULL};
}

/* ---- used ---- */

static alea_status unknown_combination(const asked_state *w, const char *name, const char *nearest)
{
    char text[SHOWN];
    if (nearest)
        return alea__fail(w->error, ALEA_E_RANGE, DESPIRALA_NEAR_COMBINATION, shown(text, name), nearest);
    return alea__fail(w->error, ALEA_E_RANGE, DESPIRALA_NO_COMBINATION, shown(text, name), w->game->name[0],
                      (unsigned)w->rules->combinations);
}

/* Names or numbers, with commas between them. */
static alea_status parse_used(asked_state *w)
{
    const char *at = w->given.value[USED];
    while (at && *at) {
        char piece[LONGEST_PIECE];
        const size_t size = strcspn(at, ",");
        snprintf(piece, sizeof piece, "%.*s", size < LONGEST_PIECE ? (int)size : LONGEST_PIECE - 1, at);
        const char *nearest;
        const uint32_t combination = despirala_combination_called(w->game, piece, &nearest);
        if (combination == DESPIRALA_NONE) return unknown_combination(w, piece, nearest);
        if (w->used >> combination & 1)
            return alea__fail(w->error, ALEA_E_USAGE, DESPIRALA_USED_TWICE, w->game->name[combination]);
        w->used |= 1u << combination;
        at += size;
        if (*at == ',' && !*++at) return unknown_combination(w, "", NULL);
    }
    if (w->used == (1u << w->rules->combinations) - 1)
        return alea__fail(w->error, ALEA_E_STATE, DESPIRALA_USED_ALL, (unsigned)w->rules->combinations);
    return ALEA_OK;
}

/* ---- dice ---- */

static void write_example_dice(const asked_state *w, char out[2 * DESPIRALA_DICE])
{
    memset(out, 0, 2 * DESPIRALA_DICE);
    for (uint32_t i = 0; i < w->rules->dice; i++) out[i] = (char)('1' + i % w->rules->sides);
}

static alea_status wrong_dice(const asked_state *w)
{
    char text[SHOWN], example[2 * DESPIRALA_DICE];
    write_example_dice(w, example);
    return alea__fail(w->error, ALEA_E_RANGE, DESPIRALA_WRONG_DICE, (unsigned)w->rules->dice,
                      (unsigned)w->rules->sides, example, shown(text, w->given.value[DICE]));
}

/* Reads digits, with commas between all of them or none; ignores spaces. With `doing`, only kept dice may be listed. */
static alea_status parse_dice(asked_state *w)
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
    const bool some = w->given.value[DOING] && count > 0;
    const bool good =
        (count == w->rules->dice || some) && !after_comma && (commas == 0 || commas == count - 1);
    w->lying = count;
    return !w->given.value[DICE] || good ? ALEA_OK : wrong_dice(w);
}

/* ---- goods ---- */

/* The goods of a turn come with its roll, and only rerolls spend them before a combination is chosen. */
static alea_status parse_goods(asked_state *w)
{
    const char *dice = w->given.value[DICE], *text = w->given.value[GOODS];
    const uint32_t attempted = (uint32_t)__builtin_popcount(w->used);
    const bool paid = dice && w->lying < w->rules->dice; /* for rolling the others */
    const uint32_t most = w->rules->gain * (attempted + (dice != NULL)) - paid;
    const uint32_t least = !dice || w->rules->may_reroll || w->target != DESPIRALA_NONE ? 0 : w->rules->gain;
    int64_t goods = dice ? w->rules->gain - paid : 0;
    char shown_text[SHOWN];
    ALEA_ASSERT(least <= most);
    if (text && alea__parse_integer(text, "goods", (alea__range){least, most}, &goods, NULL) != ALEA_OK)
        return alea__fail(w->error, ALEA_E_STATE, DESPIRALA_WRONG_GOODS, (unsigned)attempted,
                          attempted == 1 ? "" : "s", (unsigned)least, (unsigned)most,
                          dice ? DESPIRALA_AFTER_ROLL : DESPIRALA_BEFORE_ROLL, shown(shown_text, text));
    w->goods = (uint32_t)goods;
    return ALEA_OK;
}

/* ---- in the middle of a combination ---- */

/* `move` is one that is no combination, or none at all. */
static alea_status unknown_target(const asked_state *w, uint32_t move)
{
    char text[SHOWN];
    const char *nearest =
        move == DESPIRALA_NONE ? despirala_nearest_target(w->game, w->given.value[DOING]) : NULL;
    const char *name = shown(text, w->given.value[DOING]);
    if (nearest) return alea__fail(w->error, ALEA_E_RANGE, DESPIRALA_NEAR_DOING, name, nearest);
    return alea__fail(w->error, ALEA_E_RANGE, DESPIRALA_NO_DOING, name, w->game->move_name[DESPIRALA_TARGET]);
}

/* The target that is under way; it needs the dice too, and must not be used already. */
static alea_status parse_doing(asked_state *w)
{
    w->target = DESPIRALA_NONE;
    if (!w->given.value[DOING]) return ALEA_OK;
    const uint32_t move = despirala_move_called(w->game, w->given.value[DOING]);
    if (move == DESPIRALA_NONE || move < DESPIRALA_TARGET || move > w->rules->targets)
        return unknown_target(w, move);
    w->target = move - DESPIRALA_TARGET;
    if (!w->given.value[DICE]) {
        char example[2 * DESPIRALA_DICE];
        write_example_dice(w, example);
        return alea__fail(w->error, ALEA_E_USAGE, DESPIRALA_DOING_DICE, w->game->move_name[move], example);
    }
    const uint32_t combination = w->rules->target[w->target].combination;
    if (w->used >> combination & 1)
        return alea__fail(w->error, ALEA_E_STATE, DESPIRALA_DOING_USED, w->game->name[combination]);
    return ALEA_OK;
}

/* ---- the position ---- */

/* Fails because the move goes on by itself with these dice. Shows the position `s` that follows. */
static alea_status refuse_rolled(const asked_state *w, const despirala_state *s)
{
    char after[200];
    alea_state state;
    memset(&state, 0, sizeof state);
    despirala_store(s, &state);
    despirala_position_line(w->given.rules, &state, after, sizeof after);
    return alea__fail(w->error, ALEA_E_STATE, DESPIRALA_DOING_ROLLED,
                      w->game->move_name[DESPIRALA_TARGET + w->target], w->given.value[DICE], after);
}

/* The dice that do not fit are being rolled; a good was paid for that. */
static alea_status parse_kept_dice(const asked_state *w, despirala_state *s)
{
    const despirala_target *t = &w->rules->target[w->target];
    if (w->lying != despirala_keeps(w->rules, t, w->dice))
        return alea__fail(w->error, ALEA_E_STATE, DESPIRALA_DOING_KEPT,
                          w->game->move_name[DESPIRALA_TARGET + w->target], (unsigned)w->rules->dice);
    s->rolled = (uint8_t)(w->rules->dice - w->lying);
    s->doing = (uint8_t)w->target;
    s->phase = DESPIRALA_ROLL;
    return ALEA_OK;
}

/* Puts the dice on the table. During an attempt, starting from the choice of its target leads to the same position, as long
   as there is something to decide. */
static alea_status parse_lay_dice(const asked_state *w, despirala_state *s)
{
    const uint32_t turns = s->turns, move = DESPIRALA_TARGET + w->target;
    ALEA_ASSERT(s->phase == DESPIRALA_ROLL && s->doing == DESPIRALA_NONE);
    if (!w->given.value[DICE]) return ALEA_OK;
    memcpy(s->dice, w->dice, sizeof s->dice);
    s->rolled = 0;
    s->gained = true;
    s->phase = DESPIRALA_CHOOSE;
    if (w->target == DESPIRALA_NONE) return ALEA_OK;
    if (w->lying < w->rules->dice) return parse_kept_dice(w, s);
    despirala_move(w->rules, s, move);
    if (s->turns == turns && s->rolled > 0) return refuse_rolled(w, s);
    if (s->turns == turns) return ALEA_OK;
    return alea__fail(w->error, ALEA_E_STATE, DESPIRALA_DOING_OVER, (unsigned)w->goods,
                      w->goods == 1 ? "" : "s", w->game->move_name[move]);
}

alea_status despirala_parse_state(const alea__rules *opaque, const alea_setting *setting, size_t count,
                                  alea_state *out, alea_error *error)
{
    asked_state w = {.game = despirala_game_of(opaque),
                     .rules = despirala_rules_of(opaque),
                     .given = {.rules = opaque, .key = despirala_key, .bare = DOING},
                     .error = error};
    despirala_state s;
    int64_t score = 0;
    alea_status status = alea__sort_settings(&w.given, setting, count, error);
    if (status == ALEA_OK) status = parse_used(&w);
    if (status == ALEA_OK) status = parse_dice(&w);
    if (status == ALEA_OK) status = parse_doing(&w);
    if (status == ALEA_OK) status = parse_goods(&w);
    if (status == ALEA_OK && w.given.value[SCORE])
        status = alea__parse_integer(w.given.value[SCORE], "score", (alea__range){0, w.rules->most_score},
                                     &score, error);
    if (status != ALEA_OK) return status;
    despirala_start(w.rules, &s);
    for (uint32_t seat = 0; seat < w.rules->seats; seat++) s.player[seat].used = (uint16_t)w.used;
    s.turns = (uint32_t)__builtin_popcount(w.used) * w.rules->seats;
    s.player[0].goods = (uint16_t)w.goods;
    s.player[0].score = (uint16_t)score;
    status = parse_lay_dice(&w, &s);
    if (status != ALEA_OK) return status;
    memset(out, 0, sizeof *out); /* states are compared by their bytes */
    despirala_store(&s, out);
    return ALEA_OK;
}
