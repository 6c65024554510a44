/* Asking a rule file's functions over their whole domain. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/messages.h"
#include "family/hog/rules/compile.h"

#include <stdio.h>

/* ---- points ---- */

/* A function of two numbers, each below a bound, that returns points. */
typedef struct point_table {
    const char *field;
    bool required;
    uint32_t rows, columns;
    alea__call_range points;
} point_table;

/* The table is filled with zeros if the file has no such function. */
static alea_status ask_points(hog_compiler *c, const point_table *t, const uint16_t **out)
{
    alea__call k;
    alea_status status = alea__call_find(&c->calls, t->field, t->required, 2, &k);
    uint16_t *table =
        alea__own(&c->game->owned, alea__alloc_array((size_t)t->rows * t->columns, sizeof *table));
    *out = table;
    if (status == ALEA_OK && !table) status = alea__out_of_memory(c->calls.error);
    for (uint32_t i = 0; status == ALEA_OK && k.function && i < t->rows * t->columns; i++) {
        k.argument[0] = i / t->columns;
        k.argument[1] = i % t->columns;
        status = alea__call_make(&c->calls, &k, 1);
        if (status == ALEA_OK) status = alea__call_number(&c->calls, &k, -1, &t->points, &table[i]);
        if (status == ALEA_OK) lua_pop(c->calls.L, 1);
    }
    return status;
}

/* The greatest number of points of a turn, bonus apart. */
static uint32_t ask_most_points(const hog_game *game)
{
    const hog_rules *rules = &game->rules;
    uint32_t most = 0;
    for (uint32_t set = 0; set < rules->sets; set++)
        for (uint32_t n = 1; n <= rules->dice; n++)
            if (hog_odds_of(game, set, n)->most > most) most = hog_odds_of(game, set, n)->most;
    for (size_t i = 0; i < (size_t)rules->goal * rules->goal; i++)
        if (rules->bacon[i] > most) most = rules->bacon[i];
    return most;
}

/* ---- memory ---- */

/* Asks `next` with the arguments in the call. Without the function, the memory is 0 and the scores decide. */
static alea_status ask_next_once(hog_compiler *c, alea__call *k, hog_next *out)
{
    char wanted[100];
    bool again = k->flag;
    ALEA_ASSERT(k->argument[0] < c->game->rules.memories && k->argument[1] <= c->game->rules.dice);
    *out = (hog_next){0, k->flag};
    if (!k->function) return ALEA_OK;
    snprintf(wanted, sizeof wanted, HOG_WANTS_MEMORY, (unsigned)c->game->rules.memories - 1);
    const alea__call_range range = {0, (uint16_t)(c->game->rules.memories - 1), wanted};
    alea_status status = alea__call_make(&c->calls, k, 2);
    if (status == ALEA_OK) status = alea__call_number(&c->calls, k, -2, &range, &out->memory);
    if (status == ALEA_OK) status = alea__call_truth(&c->calls, k, -1, k->flag, &again);
    if (status != ALEA_OK) return status;
    out->again = again;
    lua_pop(c->calls.L, 2);
    return ALEA_OK;
}

/* Whether a turn of n dice may bring these points, bonus apart. */
static bool next_occurs(const hog_game *game, uint32_t n, uint32_t points)
{
    const hog_rules *rules = &game->rules;
    bool occurs = false;
    for (uint32_t set = 0; n > 0 && set < rules->sets; set++)
        occurs |= points <= hog_odds_of(game, set, n)->most && hog_odds_of(game, set, n)->weight[points] > 0;
    for (size_t i = 0; n == 0 && i < (size_t)rules->goal * rules->goal; i++)
        occurs |= rules->bacon[i] == points;
    return occurs;
}

/* Fills the answers for n dice and these points; `next` comes after `again` in everything. */
static alea_status ask_next_turn(hog_compiler *c, alea__call *k, uint32_t n, uint32_t points)
{
    const hog_rules *rules = &c->game->rules;
    alea_status status = ALEA_OK;
    for (uint32_t extra = 0; extra < (rules->again ? 2 : 1); extra++)
        for (uint32_t m = 0; status == ALEA_OK && m < rules->memories; m++) {
            k->argument[0] = m;
            k->argument[1] = n;
            k->flag = extra;
            k->more[0] = points;
            status =
                ask_next_once(c, k, &c->game->next[hog_next_of(rules, extra, n, points) - rules->next + m]);
        }
    return status;
}

/* Tabulates `next`. Its third argument, `extra`, is the decision of the scores, and the default if it returns none. A
   function with a fourth parameter also receives the points. */
static alea_status ask_next(hog_compiler *c)
{
    alea__call k;
    hog_rules *rules = &c->game->rules;
    alea_status status = alea__call_find(&c->calls, "next", false, 2, &k);
    k.with_flag = true;
    if (status == ALEA_OK && rules->memories > 1 && !k.function)
        status = alea__read_fail(c->calls.reader, "memory", c->calls.error, HOG_NEXT_MISSING,
                                 (unsigned)rules->memories);
    if (status != ALEA_OK) return status;
    k.more_count = alea__call_parameters(&c->calls, &k) > 3;
    rules->told = k.more_count ? ask_most_points(c->game) + 1 : 1;
    const size_t count = (size_t)2 * rules->memories * (rules->dice + 1) * rules->told;
    if (rules->told > 1 && count > HOG_MOST_NEXTS)
        return alea__call_wrong(&c->calls, &k, HOG_TOO_MANY_NEXTS, (unsigned)rules->memories,
                                (unsigned)rules->told - 1);
    rules->next = c->game->next = alea__own(&c->game->owned, alea__alloc_array(count, sizeof *c->game->next));
    if (!rules->next) return alea__out_of_memory(c->calls.error);
    for (uint32_t n = 0; n <= rules->dice; n++)
        for (uint32_t points = 0; status == ALEA_OK && points < rules->told; points++)
            if (rules->told == 1 || next_occurs(c->game, n, points)) status = ask_next_turn(c, &k, n, points);
    return status;
}

/* ---- the end of a turn ---- */

/* The greatest number of points of a turn with its bonus. */
static uint32_t most_points_of_turn(const hog_game *game)
{
    const hog_rules *rules = &game->rules;
    uint32_t bonus = 0;
    for (size_t i = 0; i < (size_t)rules->memories * (rules->dice + 1); i++)
        if (rules->bonus[i] > bonus) bonus = rules->bonus[i];
    return ask_most_points(game) + bonus;
}

/* Asks `after` for the scores in the call; their sum must not fall. Without the function the scores are unchanged. */
static alea_status ask_after_once(hog_compiler *c, alea__call *k, hog_scores *out)
{
    static const alea__call_range range = {0, HOG_MOST_SCORE, HOG_WANTS_SCORES};
    const uint32_t own = (uint32_t)k->argument[0], opponent = (uint32_t)k->argument[1];
    ALEA_ASSERT(own < c->game->rules.scores && opponent < c->game->rules.goal);
    *out = (hog_scores){(uint16_t)own, (uint16_t)opponent};
    if (!k->function) return ALEA_OK;
    alea_status status = alea__call_make(&c->calls, k, 2);
    if (status == ALEA_OK) status = alea__call_number(&c->calls, k, -2, &range, &out->own);
    if (status == ALEA_OK) status = alea__call_number(&c->calls, k, -1, &range, &out->opponent);
    if (status != ALEA_OK) return status;
    lua_pop(c->calls.L, 2);
    if ((uint32_t)out->own + out->opponent >= own + opponent) return ALEA_OK;
    return alea__call_wrong(&c->calls, k, HOG_SCORES_FALL, (unsigned)out->own, (unsigned)out->opponent);
}

/* Fills `after` for all totals that a turn can reach, and sets rules->scores, their bound: points and bonuses are known. */
static alea_status ask_after(hog_compiler *c)
{
    alea__call k;
    hog_rules *rules = &c->game->rules;
    alea_status status = alea__call_find(&c->calls, "after", false, 2, &k);
    rules->scores = rules->goal + most_points_of_turn(c->game);
    const size_t count = (size_t)rules->scores * rules->goal;
    hog_scores *after = alea__own(&c->game->owned, alea__alloc_array(count, sizeof *after));
    if (status == ALEA_OK && !after) status = alea__out_of_memory(c->calls.error);
    for (size_t i = 0; status == ALEA_OK && i < count; i++) {
        k.argument[0] = (int64_t)(i / rules->goal);
        k.argument[1] = (int64_t)(i % rules->goal);
        status = ask_after_once(c, &k, &after[i]);
    }
    rules->after = after;
    return status;
}

/* Tabulates the scores that grant another turn; no table if the file has no such function. */
static alea_status ask_again(hog_compiler *c)
{
    alea__call k;
    hog_rules *rules = &c->game->rules;
    alea_status status = alea__call_find(&c->calls, "again", false, 2, &k);
    if (status != ALEA_OK || !k.function) return status;
    const size_t count = (size_t)rules->goal * rules->goal;
    uint8_t *again = alea__own(&c->game->owned, alea__alloc(count));
    if (!again) return alea__out_of_memory(c->calls.error);
    for (size_t i = 0; status == ALEA_OK && i < count; i++) {
        bool extra = false;
        k.argument[0] = (int64_t)(i / rules->goal);
        k.argument[1] = (int64_t)(i % rules->goal);
        status = alea__call_make(&c->calls, &k, 1);
        if (status == ALEA_OK) status = alea__call_truth(&c->calls, &k, -1, false, &extra);
        if (status == ALEA_OK) lua_pop(c->calls.L, 1);
        again[i] = extra;
    }
    rules->again = again;
    return status;
}

alea_status hog_ask(hog_compiler *c)
{
    hog_rules *rules = &c->game->rules;
    const point_table bacon = {
        "bacon", true, rules->goal, rules->goal, {0, HOG_MOST_POINTS, HOG_WANTS_BACON}};
    const point_table bonus = {
        "bonus", false, rules->memories, rules->dice + 1, {0, HOG_MOST_POINTS, HOG_WANTS_BONUS}};
    alea_status status = ask_points(c, &bacon, &rules->bacon);
    if (status == ALEA_OK) status = ask_points(c, &bonus, &rules->bonus);
    for (size_t i = 0; status == ALEA_OK && i < (size_t)rules->goal * rules->goal; i++)
        rules->idles |= rules->bacon[i] == 0;
    if (status == ALEA_OK) status = ask_after(c);
    if (status == ALEA_OK) status = ask_again(c);
    if (status == ALEA_OK) status = ask_next(c);
    return status;
}
