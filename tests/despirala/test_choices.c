/* The moves of a model, which the code computes by groups and eight goods at a time, against the plain rule: every move of
   every roll is valued separately, and the first within DESPIRALA_TIE of the best is played. */
#include "bot/bot.h"
#include "despirala/despirala_test.h"
#include "family/despirala/solve/plan.h"

/* ---- the plain way ---- */

typedef struct plain {
    const despirala_game *game;
    const despirala_model *model;
    uint32_t used;
    double sign;
    double *known; /* of one target: [what is missing, or kept in a collect, * GOODS + goods]; NAN: not yet */
} plain;

/* The value after a target is finished with these goods left. */
static double after(const plain *p, uint32_t target, uint32_t goods)
{
    const despirala_rules *rules = &p->game->rules;
    const uint32_t next = p->used | UINT32_C(1) << rules->target[target].combination;
    if (next == p->game->graph->masks - 1) return p->sign * goods * rules->good_points;
    return p->sign * p->model->value[p->game->graph->first[next] + goods + rules->gain];
}

static uint32_t roll_ahead(uint32_t *dice, uint32_t count, uint32_t sides)
{
    for (uint32_t i = 0; i < count; i++) {
        if (++dice[i] < sides) return 1;
        dice[i] = 0;
    }
    return 0;
}

/* Goods that are looked at, and sets of dice that can be missing. */
enum { GOODS = 9, NEEDS = 7 * 7 * 7 * 7 * 7 * 7 };

/* An attempt with these faces missing, this many dice in the air, and goods: a mean over all outcomes of the dice. */
static double attempt(const plain *p, uint32_t t, const uint8_t *missing, uint32_t rolled, uint32_t goods)
{
    const despirala_rules *rules = &p->game->rules;
    uint32_t place = 0, left = 0, dice[DESPIRALA_DICE] = {0};
    for (uint32_t f = 0; f < rules->sides; f++) {
        place = place * 7 + missing[f];
        left += missing[f];
    }
    if (left == 0) return after(p, t, goods) + p->sign * rules->target[t].points;
    if (goods == 0) return after(p, t, 0);
    double *known = &p->known[(size_t)place * GOODS + goods], sum = 0, outcomes = 0;
    if (!isnan(*known)) return *known;
    do {
        uint8_t then[DESPIRALA_SIDES];
        uint32_t kept = 0;
        memcpy(then, missing, sizeof then);
        for (uint32_t i = 0; i < rolled; i++)
            if (then[dice[i]] > 0) {
                then[dice[i]]--;
                kept++;
            }
        sum += attempt(p, t, then, rolled - kept, goods - 1);
        outcomes++;
    } while (roll_ahead(dice, rolled, rules->sides));
    return *known = sum / outcomes;
}

static double collect(const plain *p, uint32_t t, uint32_t kept, uint32_t goods, double *stop, double *on)
{
    const despirala_rules *rules = &p->game->rules;
    const uint32_t rolled = rules->dice - kept;
    *stop = after(p, t, goods) + p->sign * rules->target[t].collect * kept;
    *on = -INFINITY;
    if (goods == 0 || rolled == 0) return *stop;
    double *known = &p->known[(size_t)kept * GOODS + goods];
    if (isnan(*known)) {
        uint32_t dice[DESPIRALA_DICE] = {0};
        double sum = 0, outcomes = 0, s, o;
        do {
            uint32_t more = 0;
            for (uint32_t i = 0; i < rolled; i++) more += dice[i] == 0;
            sum += collect(p, t, kept + more, goods - 1, &s, &o);
            outcomes++;
        } while (roll_ahead(dice, rolled, rules->sides));
        *known = sum / outcomes;
    }
    *on = *known;
    return fmax(*stop, *on);
}

/* ---- compared ---- */

static double *fresh(double *known)
{
    for (size_t i = 0; i < (size_t)NEEDS * GOODS; i++) known[i] = NAN;
    return known;
}

static double worth(const plain *p, uint32_t t, uint32_t roll, uint32_t goods)
{
    const despirala_rules *rules = &p->game->rules;
    const despirala_target *target = &rules->target[t];
    const uint8_t *faces = rules->faces + roll * rules->sides;
    uint8_t missing[DESPIRALA_SIDES] = {0};
    uint32_t kept = 0;
    double s, o;
    if (target->collect) return collect(p, t, faces[target->collect - 1], goods, &s, &o);
    for (uint32_t f = 0; f < rules->sides; f++) {
        const uint8_t found = faces[f] < target->required[f] ? faces[f] : target->required[f];
        missing[f] = (uint8_t)(target->required[f] - found);
        kept += found;
    }
    return attempt(p, t, missing, rules->dice - kept, goods);
}

/* Values all targets with these goods, [t * rolls + roll]. Surplus dice of a target continue to be rolled. */
static void value_all(plain *p, uint32_t goods, double *out)
{
    const despirala_rules *rules = &p->game->rules;
    for (uint32_t t = 0; t < rules->targets; t++) {
        if (p->used >> rules->target[t].combination & 1) continue;
        fresh(p->known);
        for (uint32_t roll = 0; roll < rules->rolls; roll++)
            out[t * rules->rolls + roll] = worth(p, t, roll, goods);
    }
}

static uint32_t first_best(const plain *p, const double *value, uint32_t roll, double reroll, bool go_on)
{
    const despirala_rules *rules = &p->game->rules;
    double best = reroll;
    for (uint32_t t = 0; t < rules->targets; t++)
        if (!(p->used >> rules->target[t].combination & 1)) best = fmax(best, value[t * rules->rolls + roll]);
    if (go_on && reroll >= best - DESPIRALA_TIE) return despirala_reroll(rules);
    for (uint32_t t = 0; t < rules->targets; t++)
        if (!(p->used >> rules->target[t].combination & 1) &&
            value[t * rules->rolls + roll] >= best - DESPIRALA_TIE)
            return DESPIRALA_TARGET + t;
    return despirala_reroll(rules);
}

static void check_goods(plain *p, const despirala_model_moves *moves, uint32_t goods, bool go_on,
                        double *value)
{
    const despirala_rules *rules = &p->game->rules;
    const bool can = rules->may_reroll && goods > 0;
    const double reroll =
        can ? p->sign * p->model->value[p->game->graph->first[p->used] + goods - 1] : -INFINITY;
    value_all(p, goods, value);
    for (uint32_t roll = 0; roll < rules->rolls; roll++)
        assert_int_equal(moves->move[goods * rules->rolls + roll], first_best(p, value, roll, reroll, go_on));
}

static void check_collects(plain *p, const despirala_model_moves *moves, uint32_t goods, bool go_on)
{
    const despirala_rules *rules = &p->game->rules;
    const size_t width = p->game->graph->most_goods + 1;
    for (uint32_t t = 0; t < rules->targets; t++) {
        const despirala_target *target = &rules->target[t];
        if (!target->collect || p->used >> target->combination & 1) continue;
        fresh(p->known);
        for (uint32_t kept = 0; kept < rules->dice && goods > 0; kept++) {
            double stop, on;
            collect(p, t, kept, goods, &stop, &on);
            const bool wanted = go_on ? on >= stop - DESPIRALA_TIE : on - DESPIRALA_TIE > stop;
            assert_int_equal(moves->go_on[(target->combination * (rules->dice + 1) + kept) * width + goods],
                             wanted);
        }
    }
}

/* Some masks and goods, the same every time. */
static void check_some(const char *spec, uint32_t count)
{
    alea_game *game = *spec == '!' ? open_small(spec + 1, 1) : open_game_for(spec, 1);
    alea_bot *bot = open_bot(game, "optimal");
    const despirala_game *g = despirala_game_of(game->rules);
    plain p = {.game = g, .model = ((const despirala_bot *)bot->policy)->model};
    despirala_model_moves *moves;
    alea_error error;
    uint64_t dice = 20261121;
    p.sign = g->rules.least ? -1 : 1;
    p.known = malloc((size_t)NEEDS * GOODS * sizeof *p.known);
    double *value = malloc((size_t)g->rules.targets * g->rules.rolls * sizeof *value);
    assert_true(p.known);
    assert_true(value);
    assert_that(g->rules.sides, <=, 6);
    assert_that(g->rules.dice, <=, 6);
    assert_int_equal(despirala_model_moves_make(g, &moves, &error), ALEA_OK);
    for (uint32_t i = 0; i < count; i++) {
        dice = dice * UINT64_C(6364136223846793005) + 1442695040888963407;
        p.used = i == 0 ? 0 : (uint32_t)(dice >> 40) % (g->graph->masks - 1);
        const uint32_t goods = (uint32_t)(dice >> 20) % (despirala_goods_in(&g->rules, p.used) + 1) % GOODS;
        despirala_model_moves_fill(g, p.model, p.used, i % 2, moves);
        check_goods(&p, moves, goods, i % 2, value);
        check_collects(&p, moves, goods, i % 2);
    }
    despirala_model_moves_free(moves);
    free(value);
    free(p.known);
    alea_bot_free(bot);
    alea_game_free(game);
}

static void choices_of_the_small_game_are_the_plain_ones(void **unused)
{
    (void)unused;
    check_some("!", 40);
    check_some("!misere=true", 40);
}

static void choices_of_despirala_are_the_plain_ones(void **unused)
{
    (void)unused;
    if (is_sanitized()) skip();
    check_some("despirala", 6);
    check_some("despirala(misere=true)", 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_of_the_small_game_are_the_plain_ones),
        cmocka_unit_test(choices_of_despirala_are_the_plain_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
