/* Names of moves and combinations, and lookup by name. Capital letters and spaces do not matter. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/despirala/messages.h"
#include "family/despirala/rules/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 160 /* characters of a typed name; all moves are shorter */ };

/* ---- names as they are compared ---- */

static bool name_space(char c)
{
    return c == ' ' || c == '\t';
}

/* Converts to lower case and single spaces. Returns false if it is too long for any name. */
static bool name_simplify(const char *name, char out[LONGEST])
{
    size_t size = 0;
    for (; *name; name++) {
        if (name_space(*name) && (size == 0 || name_space(name[1]) || name[1] == 0)) continue;
        if (size + 1 == LONGEST) return false;
        out[size++] = name_space(*name) ? ' ' : alea__lower(*name);
    }
    out[size] = 0;
    return true;
}

bool despirala_same_name(const char *a, const char *b)
{
    char one[LONGEST], two[LONGEST];
    return name_simplify(a, one) && name_simplify(b, two) && strcmp(one, two) == 0;
}

bool despirala_good_name(const char *name)
{
    const size_t size = strlen(name);
    if (size < 1 || size > DESPIRALA_LONGEST_NAME || !alea__is_letter(name[0]) ||
        !alea__is_letter(name[size - 1]))
        return false;
    for (size_t i = 0; i < size; i++) {
        const bool between = strchr(" -'", name[i]) && alea__is_letter(name[i + 1]);
        if (!alea__is_letter(name[i]) && !between) return false;
    }
    return true;
}

/* ---- making them ---- */

alea_status despirala_name_moves(despirala_game *game, const alea__reader *reader, alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    game->move_name[DESPIRALA_STOP] = alea__copy_text("Stop collecting");
    game->move_name[despirala_go_on(rules)] = alea__copy_text("Continue collecting");
    game->move_name[despirala_reroll(rules)] = alea__copy_text("Reroll");
    ALEA_ASSERT(rules->targets <= DESPIRALA_TARGETS);
    for (uint32_t i = 0; i < rules->targets;
         i++) { /* "Two triples" 3 5; a collect's own name has its face already */
        const despirala_target *t = &rules->target[i];
        char name[DESPIRALA_LONGEST_MOVE + 1];
        int size = snprintf(name, sizeof name, "%s", game->name[t->combination]);
        for (uint32_t k = 0; k < t->arguments && !t->collect; k++)
            size += snprintf(name + size, sizeof name - (size_t)size, " %u", (unsigned)t->faces[k]);
        game->move_name[DESPIRALA_TARGET + i] = alea__copy_text(name);
    }
    for (uint32_t m = 0; m < rules->targets + 3; m++)
        if (!game->move_name[m]) return alea__out_of_memory(error);
    for (uint32_t m = 0; m < rules->targets + 3; m++)
        for (uint32_t other = 0; other < m; other++)
            if (despirala_same_name(game->move_name[m], game->move_name[other]))
                return alea__read_fail(reader, "combinations", error, DESPIRALA_MOVE_TAKEN,
                                       game->move_name[m]);
    return ALEA_OK;
}

/* ---- finding them ---- */

/* Splits off numbers at the end of a name: "two triples 5 3" is "two triples", 5 and 3. Returns false if one has more than
   a digit. */
static bool name_take_numbers(char *name, uint8_t *number, uint32_t *count)
{
    size_t size = strlen(name);
    char *at = name;
    while (*at && !alea__is_digit(*at)) at++;
    *count = 0;
    for (const char *digit = at; *digit; digit++) {
        if (*digit == ' ') continue;
        if (!alea__is_digit(*digit) || alea__is_digit(digit[1]) || *count == DESPIRALA_DICE) return false;
        number[(*count)++] = (uint8_t)(*digit - '0');
    }
    for (size = (size_t)(at - name); size > 0 && name[size - 1] == ' ';) size--;
    name[size] = 0;
    return true;
}

/* Fills in the combination's dice with these faces for its letters. Returns false if they do not fit. */
static bool name_fill_in(const despirala_rules *rules, const despirala_target *like, const uint8_t *face,
                         uint8_t required[DESPIRALA_SIDES])
{
    memcpy(required, like->required, DESPIRALA_SIDES);
    for (uint32_t i = 0; i < like->arguments; i++) required[like->faces[i] - 1] = 0;
    for (uint32_t i = 0; i < like->arguments; i++) {
        if (face[i] < 1 || face[i] > rules->sides || required[face[i] - 1] > 0) return false;
        required[face[i] - 1] = like->required[like->faces[i] - 1];
    }
    return true;
}

/* Letters of equally many dice may come in any order: "Two triples 5 3". */
static uint32_t target_with(const despirala_game *game, uint32_t combination, const uint8_t *face,
                            uint32_t count)
{
    const despirala_rules *rules = &game->rules;
    const despirala_combination c = rules->combination[combination];
    uint8_t required[DESPIRALA_SIDES];
    const despirala_target *like = &rules->target[c.first];
    if (like->collect || like->arguments != count || !name_fill_in(rules, like, face, required))
        return DESPIRALA_NONE;
    for (uint32_t t = c.first; t < (uint32_t)c.first + c.count; t++)
        if (memcmp(rules->target[t].required, required, sizeof required) == 0) return t;
    return DESPIRALA_NONE;
}

/* The move with this name, with faces in any order; DESPIRALA_NONE if there is none. */
static uint32_t move_in_any_order(const despirala_game *game, const char *name)
{
    char simple[LONGEST];
    uint8_t number[DESPIRALA_DICE];
    uint32_t count;
    if (!name_simplify(name, simple) || !name_take_numbers(simple, number, &count)) return DESPIRALA_NONE;
    for (uint32_t c = 0; c < game->rules.combinations; c++) {
        if (!despirala_same_name(game->name[c], simple)) continue;
        const uint32_t target = target_with(game, c, number, count);
        if (target != DESPIRALA_NONE) return DESPIRALA_TARGET + target;
    }
    return DESPIRALA_NONE;
}

uint32_t despirala_move_called(const despirala_game *game, const char *name)
{
    const despirala_rules *rules = &game->rules;
    for (uint32_t m = 0; m < rules->targets + 3; m++)
        if (despirala_same_name(name, game->move_name[m])) return m;
    if (despirala_same_name(name, "Continue")) return despirala_go_on(rules);
    if (despirala_same_name(name, "Stop")) return DESPIRALA_STOP;
    return move_in_any_order(game, name);
}

/* The nearest of this many names, ignoring case; NULL if none is near. */
static const char *nearest_of(const char *name, char *const *names, uint32_t count)
{
    char simple[LONGEST], low[DESPIRALA_TARGETS + 3][DESPIRALA_LONGEST_MOVE + 1];
    const char *list[DESPIRALA_TARGETS + 3] = {NULL};
    if (!name_simplify(name, simple)) return NULL;
    for (uint32_t i = 0; i < count; i++) {
        size_t size = 0;
        for (; names[i][size]; size++) low[i][size] = alea__lower(names[i][size]);
        low[i][size] = 0;
        list[i] = low[i];
    }
    const char *found = alea__nearest(simple, list, count);
    for (uint32_t i = 0; found && i < count; i++)
        if (list[i] == found) return names[i];
    return NULL;
}

uint32_t despirala_combination_called(const despirala_game *game, const char *name, const char **nearest)
{
    if (nearest) *nearest = NULL;
    for (uint32_t c = 0; c < game->rules.combinations; c++)
        if (despirala_same_name(name, game->name[c])) return c;
    char simple[LONGEST];
    const bool number = name_simplify(name, simple) && simple[0] && !simple[strspn(simple, "0123456789")];
    const unsigned long place = number && strlen(simple) <= 3 ? strtoul(simple, NULL, 10) : 0;
    if (place >= 1 && place <= game->rules.combinations) return (uint32_t)place - 1;
    const uint32_t move = despirala_move_called(game, name);
    if (move != DESPIRALA_NONE && move >= DESPIRALA_TARGET && move < despirala_go_on(&game->rules))
        return game->rules.target[move - DESPIRALA_TARGET].combination;
    if (nearest) *nearest = nearest_of(name, game->name, game->rules.combinations);
    return DESPIRALA_NONE;
}

const char *despirala_nearest_target(const despirala_game *game, const char *name)
{
    return nearest_of(name, game->move_name + DESPIRALA_TARGET, game->rules.targets);
}
