/* Rules of Despirala made by hand, without a rule file. */
#include "base/memory.h"
#include "family/despirala/solve/exact.h"

#include <stdio.h>
#include <string.h>

typedef struct hand_options {
    uint32_t dice, sides, gain, good_points;
    bool may_reroll, least;
} hand_options;

static void hand_start(despirala_game *game, hand_options o)
{
    *game = (despirala_game){.rules = {.dice = o.dice,
                                       .sides = o.sides,
                                       .gain = o.gain,
                                       .may_reroll = o.may_reroll,
                                       .least = o.least,
                                       .good_points = o.good_points,
                                       .seats = 1,
                                       .how = alea__dice_for(o.sides)}};
}

static uint32_t hand_begin(despirala_game *game, const char *name)
{
    despirala_rules *r = &game->rules;
    game->name[r->combinations] = alea__copy_text(name);
    r->combination[r->combinations].first = (uint8_t)r->targets;
    return r->combinations++;
}

static void hand_add(despirala_game *game, uint32_t combination, despirala_target target)
{
    despirala_rules *r = &game->rules;
    char name[40];
    target.combination = (uint8_t)combination;
    snprintf(name, sizeof name, "%s %u", game->name[combination], (unsigned)r->targets);
    game->move_name[DESPIRALA_TARGET + r->targets] = alea__copy_text(name);
    r->target[r->targets++] = target;
    r->combination[combination].count++;
}

static void hand_collect(despirala_game *game, uint32_t face)
{
    hand_add(game, hand_begin(game, "Collect"), (despirala_target){.collect = (uint8_t)face});
}

/* Letters X, Y and Z stand for faces that are chosen, in ascending order where their counts are equal; they must be the only
   faces then. `points` 0: the sum of the dice. */
static void hand_choose(despirala_game *game, uint32_t combination, const uint32_t *counts, uint32_t letters,
                        uint32_t least, despirala_target t, uint32_t points)
{
    if (letters == 0) {
        uint32_t sum = 0;
        for (uint32_t f = 0; f < game->rules.sides; f++) sum += (f + 1) * t.required[f];
        t.points = (uint16_t)(points > 0 ? points : sum);
        hand_add(game, combination, t);
        return;
    }
    for (uint32_t f = least; f < game->rules.sides; f++) {
        despirala_target next = t;
        next.required[f] = (uint8_t)counts[0];
        next.size = (uint8_t)(next.size + counts[0]);
        next.faces[next.arguments++] = (uint8_t)(f + 1);
        hand_choose(game, combination, counts + 1, letters - 1, f + 1, next, points);
    }
}

static void hand_combination(despirala_game *game, const char *pattern, uint32_t points)
{
    uint32_t counts[3] = {0}, letters = 0;
    despirala_target t = {0};
    const uint32_t combination = hand_begin(game, pattern);
    for (const char *p = pattern; *p; p++) {
        if (*p >= 'X') {
            const uint32_t letter = (uint32_t)(*p - 'X');
            counts[letter]++;
            if (letters <= letter) letters = letter + 1;
        } else {
            t.required[*p - '1']++;
            t.size++;
        }
    }
    hand_choose(game, combination, counts, letters, 0, t, points);
}

static void hand_rolls(despirala_game *game, uint8_t *faces, uint32_t face, uint32_t left, uint32_t ways)
{
    despirala_rules *r = &game->rules;
    if (face + 1 == r->sides || left == 0) {
        faces[face] = (uint8_t)left;
        memcpy(game->faces + r->rolls * r->sides, faces, r->sides);
        game->weight[r->rolls++] = ways;
        faces[face] = 0;
        return;
    }
    for (uint32_t k = left + 1; k-- > 0;) { /* many of the low faces first: 1,1,1 before 1,1,2 */
        uint32_t choose = 1;
        for (uint32_t i = 0; i < k; i++) choose = choose * (left - i) / (i + 1);
        faces[face] = (uint8_t)k;
        hand_rolls(game, faces, face + 1, left - k, ways * choose);
    }
    faces[face] = 0;
}

static alea_status hand_finish(despirala_game *game, alea_error *error)
{
    despirala_rules *r = &game->rules;
    uint8_t faces[DESPIRALA_SIDES] = {0};
    game->faces = alea__alloc(UINT32_C(6435) * DESPIRALA_SIDES);
    game->weight = alea__alloc_array(6435, sizeof *game->weight);
    hand_rolls(game, faces, 0, r->dice, 1);
    r->faces = game->faces;
    r->weight = game->weight;
    r->most_score = 1000;
    return despirala_graph_make((alea__rules *)game, error);
}

static void hand_free(despirala_game *game)
{
    for (uint32_t c = 0; c < DESPIRALA_COMBINATIONS; c++) alea__free(game->name[c]);
    for (uint32_t m = 0; m < DESPIRALA_TARGETS + 3; m++) alea__free(game->move_name[m]);
    alea__free(game->faces);
    alea__free(game->weight);
    despirala_graph_free(game->graph);
}

/* The real thing. */
static inline void hand_despirala(despirala_game *game, bool misere)
{
    hand_start(game, (hand_options){6, 6, 5, 1, !misere, misere});
    for (uint32_t face = 1; face <= 6; face++) hand_collect(game, face);
    hand_combination(game, "XXYYZZ", 0);
    hand_combination(game, "XXXYYY", 0);
    hand_combination(game, "XXXX", 40);
    hand_combination(game, "455666", 45);
    hand_combination(game, "123456", 50);
    hand_combination(game, "XXXXXX", 60);
    hand_combination(game, "666666", 70);
    hand_combination(game, "111116", 80);
}
