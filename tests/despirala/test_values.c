/* Values of Despirala: published ones, small games computed in other ways, and the guarantees of certificates and models. */
#include "despirala/hand.h"
#include "despirala/referee_values.h"
#include "family/despirala/solve/workspace.h"
#include "support/facts.h"
#include "support/test.h"
#include "value/values.h"
#include <alea/alea.h>

#include <unistd.h>

/* ---- games ---- */

typedef struct small_game {
    const char *about;
    hand_options how;
    bool two_faces;
} small_game;

static const small_game small_games[] = {
    {"three dice, rerolls", {3, 3, 2, 1, true, false}, false},
    {"three dice, misère", {3, 3, 2, 1, false, true}, false},
    {"goods are worth much", {3, 4, 1, 5, true, false}, true},
    {"goods are worth nothing", {2, 3, 2, 0, true, false}, true},
    {"misère with rerolls", {3, 3, 1, 2, true, true}, true},
    {"no goods at all", {3, 3, 0, 1, true, false}, false},
};
enum { SMALL_GAMES = sizeof small_games / sizeof *small_games };

static void make_small(despirala_game *game, const small_game *small)
{
    alea_error error;
    hand_start(game, small->how);
    hand_collect(game, 1);
    hand_collect(game, small->how.sides);
    hand_combination(game, small->how.dice > 2 ? "XXY" : "XY", 0);
    hand_combination(game, "XX", 4);
    if (small->two_faces) hand_combination(game, "12", 9);
    assert_int_equal(hand_finish(game, &error), ALEA_OK);
}

static despirala_model *solve_hand(const despirala_game *game, uint64_t samples, uint64_t seed,
                                   unsigned threads)
{
    despirala_model *model;
    const alea_solve_options options = {.threads = threads, .samples = samples, .seed = seed};
    OK(despirala_model_solve(game, &options, &model, &test_error));
    return model;
}

static alea_table *solve(const alea_game *game, const alea_solve_options *options)
{
    alea_table *table;
    OK(alea_table_solve(game, ALEA_SCORE, options, &table, &test_error));
    return table;
}

static void assert_near_at(const char *where, double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%s: got %.17g, expected %.17g", where, found, expected);
}

/* ---- known values ---- */

/* Computed independently in several ways before this program was written. */
static void normal_and_misere_have_the_values_that_are_known(void **unused)
{
    (void)unused;
    const struct {
        const char *spec;
        double value;
    } games[] = {{"despirala", 443.616365582862}, {"despirala(misere=true)", 105.972952236092}};
    for (int i = 0; i < 2; i++) {
        alea_game *game = open_game(games[i].spec);
        alea_table *table = solve(game, NULL);
        const alea_table_facts facts = table_facts(table);
        assert_that(facts.start.lower, <=, games[i].value);
        assert_that(games[i].value, <=, facts.start.upper);
        assert_that(facts.width, <, 1e-9);
        assert_near_at(games[i].spec, (facts.start.lower + facts.start.upper) / 2, games[i].value, 1e-12);
        assert_int_equal(facts.samples, 0);
        alea_table_free(table);
        alea_game_free(game);
    }
}

/* ---- every position of small games, against playing all of it out ---- */

static void check_positions(const despirala_game *game, const despirala_model *model, player_out *p)
{
    char where[80];
    for (uint32_t used = 0; used + 1 < game->graph->masks; used++)
        for (uint32_t g = 0; g <= despirala_goods_in(&game->rules, used); g++) {
            snprintf(where, sizeof where, "used %u goods %u", (unsigned)used, (unsigned)g);
            assert_near_at(where, model->value[game->graph->first[used] + g],
                           worth_of(p, about_to_roll(&game->rules, used, g)), 1e-11);
        }
}

static void every_position_is_worth_what_playing_it_out_gives(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < SMALL_GAMES; i++) {
        despirala_game game;
        make_small(&game, &small_games[i]);
        despirala_model *model = solve_hand(&game, 0, 0, 2);
        player_out p = start_playing(&game.rules, NULL);
        check_positions(&game, model, &p);
        free(p.known);
        despirala_model_free(model);
        hand_free(&game);
    }
}

static void a_graph_of_single_dice_has_the_same_values(void **unused)
{
    (void)unused;
    static const struct {
        const char *parameters;
        bool down;
    } games[] = {{"(gain=1)", false}, {"(gain=1,misere=true,reroll=false)", true}};
    for (int i = 0; i < 2; i++) {
        char file[100];
        snprintf(file, sizeof file, "tests/rules/small-despirala-graph.lua%s", games[i].parameters);
        alea_game *graph = open_game(file);
        snprintf(file, sizeof file, "tests/rules/small-despirala.lua%s", games[i].parameters);
        alea_game *game = open_game(file);
        alea_table *theirs = solve(graph, NULL), *ours = solve(game, NULL);
        const double value = table_facts(theirs).start.lower;
        assert_near_at(file, table_facts(ours).start.lower, games[i].down ? 100 - value : value, 1e-10);
        alea_table_free(theirs);
        alea_table_free(ours);
        alea_game_free(graph);
        alea_game_free(game);
    }
}

/* ---- choices ---- */

/* Ties go to the lowest move, or with go_on to rolling first; what follows a collect's numbers is in this order. */
static uint32_t chosen_by(player_out *p, const despirala_state *s, bool go_on)
{
    const despirala_rules *rules = p->rules;
    const double best = best_worth(p, s);
    const uint32_t first[] = {despirala_reroll(rules), despirala_go_on(rules)};
    for (int i = 0; go_on && i < 2; i++)
        if (despirala_allows(rules, s, first[i]) && fabs(move_worth(p, s, first[i]) - best) <= DESPIRALA_TIE)
            return first[i];
    uint32_t m = 0;
    while (!despirala_allows(rules, s, m) || fabs(move_worth(p, s, m) - best) > DESPIRALA_TIE) m++;
    return m;
}

static void check_choices(player_out *p, const despirala_game *game, uint32_t used, bool go_on,
                          const despirala_model_moves *moves)
{
    const despirala_rules *rules = &game->rules;
    for (uint32_t g = 0; g <= despirala_goods_in(rules, used); g++)
        for (uint32_t roll = 0; roll < rules->rolls; roll++) {
            despirala_state s = about_to_roll(rules, used, g);
            memcpy(s.dice, rules->faces + roll * rules->sides, rules->sides);
            s.rolled = 0;
            s.phase = DESPIRALA_CHOOSE;
            assert_int_equal(moves->move[g * rules->rolls + roll], chosen_by(p, &s, go_on));
            for (uint32_t t = 0; t < rules->targets && g > 0; t++) {
                const despirala_target *target = &rules->target[t];
                if (!target->collect || used >> target->combination & 1) continue;
                const uint32_t kept = s.dice[target->collect - 1];
                if (kept == rules->dice) continue;
                despirala_state in = s;
                in.phase = DESPIRALA_COLLECT;
                in.doing = (uint8_t)t;
                const size_t at =
                    (target->combination * (rules->dice + 1) + kept) * (game->graph->most_goods + 1) + g;
                assert_int_equal(moves->go_on[at], chosen_by(p, &in, go_on) == despirala_go_on(rules));
            }
        }
}

static void choices_are_the_best_moves_and_ties_go_to_the_first(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < SMALL_GAMES; i++) {
        despirala_game game;
        alea_error error;
        despirala_model_moves *moves;
        make_small(&game, &small_games[i]);
        despirala_model *model = solve_hand(&game, 0, 0, 1);
        player_out p = start_playing(&game.rules, NULL);
        assert_int_equal(despirala_model_moves_make(&game, &moves, &error), ALEA_OK);
        for (uint32_t used = 0; used + 1 < game.graph->masks; used++)
            for (int go_on = 0; go_on < 2; go_on++) {
                despirala_model_moves_fill(&game, model, used, go_on, moves);
                check_choices(&p, &game, used, go_on, moves);
            }
        free(p.known);
        despirala_model_moves_free(moves);
        despirala_model_free(model);
        hand_free(&game);
    }
}

/* The last turn, ones to be collected, one good left: stopping keeps the good's point, rolling the sixth die gives a sixth of
   a point; rolling all six gives a point on average, as much as the good is worth. */
static void a_roll_that_earns_what_its_good_is_worth_is_a_tie(void **unused)
{
    (void)unused;
    despirala_game game;
    alea_error error;
    despirala_model_moves *moves;
    hand_despirala(&game, false);
    assert_int_equal(hand_finish(&game, &error), ALEA_OK);
    despirala_model *model =
        despirala_model_new(&game); /* later values are not needed: this is the last turn */
    assert_non_null(model);
    assert_int_equal(despirala_model_moves_make(&game, &moves, &error), ALEA_OK);
    const uint32_t last = game.graph->masks - 2; /* all but collecting ones */
    const size_t width = game.graph->most_goods + 1;
    for (int go_on = 0; go_on < 2; go_on++) {
        despirala_model_moves_fill(&game, model, last, go_on, moves);
        assert_int_equal(moves->go_on[0 * width + 1], go_on); /* six dice in the air, a tie */
        assert_int_equal(moves->go_on[1 * width + 1], 0);     /* five: 5/6 of a point for a point */
        assert_int_equal(moves->go_on[0 * width + 0], 0);
    }
    despirala_model_moves_free(moves);
    despirala_model_free(model);
    hand_free(&game);
}

/* ---- bits ---- */

static void threads_change_no_bit(void **unused)
{
    (void)unused;
    for (uint64_t samples = 0; samples <= 3; samples += 3) {
        despirala_game game;
        make_small(&game, &small_games[2]);
        despirala_model *one = solve_hand(&game, samples, 7, 1), *two = solve_hand(&game, samples, 7, 2);
        assert_memory_equal(one->value, two->value, game.graph->places * sizeof(double));
        despirala_model_free(one);
        despirala_model_free(two);
        hand_free(&game);
    }
}

static void look_at(const despirala_kernel *kernel, despirala_workspace *room, const double *next,
                    uint32_t used, double *out)
{
    despirala_workspace_begin(room, next, used);
    for (uint32_t first = 0; first <= room->goods; first += DESPIRALA_LANES) {
        kernel->fill_values(room, first);
        kernel->mean(room, out);
        kernel->choose(room);
        for (uint32_t i = 0; i < DESPIRALA_LANES; i++)
            out[DESPIRALA_LANES + i] = kernel->mean_or(room, room->subgames->weight,
                                                       room->best + (size_t)i * room->subgames->rolls, 300);
        out += 2 * DESPIRALA_LANES;
    }
}

static void every_processor_gives_the_same_bits(void **unused)
{
    (void)unused;
    despirala_game game;
    alea_error error;
    despirala_workspace *rooms[2];
    double *value, *out[2];
    hand_despirala(&game, false);
    assert_int_equal(hand_finish(&game, &error), ALEA_OK);
    value = alea__alloc_array(game.graph->places, sizeof *value);
    for (uint32_t i = 0; i < game.graph->places; i++) value[i] = (i * 7919u % 60000) / 123.0;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(despirala_workspace_make(&game, &rooms[k], &error), ALEA_OK);
        out[k] = alea__alloc_aligned(64, (game.graph->subgames->stride * 2 + 16) * sizeof(double));
    }
    for (uint32_t used = 0; used + 1 < game.graph->masks; used += 1021) {
        const double *next = despirala_next_layer(&game, value, used);
        look_at(&despirala_kernel_portable, rooms[0], next, used, out[0]);
        look_at(despirala_best_kernel(), rooms[1], next, used, out[1]);
        assert_memory_equal(out[0], out[1], 2 * (rooms[0]->goods + 1) * sizeof(double));
    }
    for (int k = 0; k < 2; k++) {
        despirala_workspace_free(rooms[k]);
        alea__free(out[k]);
    }
    alea__free(value);
    hand_free(&game);
}

/* ---- brackets ---- */

/* The value of goods in the next turn: rising, equal except for the last bit, or arbitrary. */
static double worth_of_goods(int kind, uint32_t mask, uint32_t goods)
{
    if (kind == 0) return mask % 97 + 2.25 * goods;
    if (kind == 1) return 200.0 / 3 + (goods * 7919u % 5 == 0 ? 1e-14 : 0);
    return ((mask * 31u + goods) * 7919u % 60000) / 123.0;
}

/* The best of a combination's targets after a roll, looked at one by one. */
static double best_of_targets(const despirala_workspace *room, uint32_t c, uint32_t roll, uint32_t goods)
{
    const despirala_rules *rules = &room->game->rules;
    const despirala_subgame *p = &room->subgames->subgame[c];
    double best = -INFINITY;
    for (uint32_t t = 0; t < rules->combination[c].count; t++) {
        const uint32_t stage = p->stage_of[t * rules->rolls + roll];
        const double points = room->sign * rules->target[rules->combination[c].first + t].points;
        best = fmax(best, room->stage[c][stage * DESPIRALA_LANES + goods % DESPIRALA_LANES] +
                              p->chance[stage * room->subgames->stride + goods] * points);
    }
    return best;
}

/* Compares all rolls and numbers of goods, to the last bit. Where there are claims, counts by whether they held. */
static void compare_brackets(despirala_workspace *room, const double *next, uint32_t used, uint32_t counts[2])
{
    despirala_workspace_begin(room, next, used);
    for (uint32_t first = 0; first <= room->goods; first += DESPIRALA_LANES) {
        despirala_best_kernel()->fill_values(room, first);
        for (uint32_t i = 0; i < room->open; i++) {
            const uint32_t c = room->opened[i];
            const despirala_subgame *p = &room->subgames->subgame[c];
            if (p->claims > 0) counts[room->bracket[c] == &p->likely]++;
            for (uint32_t roll = 0; roll < room->game->rules.rolls; roll++)
                for (uint32_t g = first; g < first + DESPIRALA_LANES && g <= room->goods; g++)
                    assert_that(despirala_best_value(room, c, roll)[g - first], ==,
                                best_of_targets(room, c, roll, g));
        }
    }
}

static void brackets_find_the_best_of_all_targets(void **unused)
{
    (void)unused;
    for (int misere = 0; misere < 2; misere++) {
        despirala_game game;
        despirala_workspace *room;
        alea_error error;
        hand_despirala(&game, misere);
        assert_int_equal(hand_finish(&game, &error), ALEA_OK);
        assert_int_equal(despirala_workspace_make(&game, &room, &error), ALEA_OK);
        double *value = alea__alloc_array(game.graph->places, sizeof *value);
        for (int kind = 0; kind < 3; kind++) {
            uint32_t counts[2] = {0, 0};
            for (uint32_t mask = 0; mask + 1 < game.graph->masks; mask++)
                for (uint32_t g = 0; g <= despirala_goods_in(&game.rules, mask); g++)
                    value[game.graph->first[mask] + g] = worth_of_goods(kind, mask, g);
            for (uint32_t used = 0; used + 1 < game.graph->masks; used += 2741)
                compare_brackets(room, despirala_next_layer(&game, value, used), used, counts);
            if (kind == 0) assert_int_equal(counts[0], 0); /* more goods are worth more: all claims hold */
            if (kind < 2) assert_that(counts[1], >, 0);
            if (kind == 2) assert_that(counts[0], >, 0);
        }
        alea__free(value);
        despirala_workspace_free(room);
        hand_free(&game);
    }
}

/* ---- policies ---- */

static double earns(const alea_game *game, const char *spec)
{
    alea_bot *bot;
    alea_evaluation result;
    OK(alea_bot_open(game, spec, NULL, &bot, &test_error));
    OK(alea_bot_evaluate(game, bot, NULL, ALEA_SCORE, NULL, &result, &test_error));
    assert_that(result.mean.value.upper - result.mean.value.lower, <, 1e-8);
    alea_bot_free(bot);
    return (result.mean.value.lower + result.mean.value.upper) / 2;
}

static void policies_earn_what_playing_them_out_gives(void **unused)
{
    (void)unused;
    static const char *const variants[] = {
        "tests/rules/small-despirala.lua(gain=2)",
        "tests/rules/small-despirala.lua(gain=1,misere=true,reroll=false)"};
    static const struct {
        const char *spec;
        despirala_policy_kind kind;
    } bots[] = {{"greedy", DESPIRALA_GREEDY}, {"random", DESPIRALA_RANDOM}};
    for (int v = 0; v < 2; v++) {
        alea_game *game = open_game(variants[v]);
        const despirala_rules *rules = despirala_rules_of(game->rules);
        for (int b = 0; b < 2; b++) {
            const despirala_bot bot = {.kind = bots[b].kind};
            player_out p = start_playing(rules, &bot);
            assert_near_at(bots[b].spec, earns(game, bots[b].spec),
                           worth_of(&p, about_to_roll(rules, 0, rules->gain)), 1e-10);
            free(p.known);
        }
        alea_table *table = solve(game, NULL);
        assert_near(earns(game, "optimal"), table_facts(table).start.lower, 1e-9);
        alea_table_free(table);
        alea_game_free(game);
    }
}

/* ---- sampled models ---- */

/* The same model played out with the referee, which gives its real earnings. */
static void a_sampled_model_earns_what_playing_it_out_gives(void **unused)
{
    (void)unused;
    alea_error error;
    alea_game *game = open_game("tests/rules/small-despirala.lua");
    const despirala_rules *rules = despirala_rules_of(game->rules);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const alea_solve_options options = {.samples = 2, .seed = seed};
        alea_table *table = solve(game, &options);
        alea_interval earned;
        alea__policy *policy;
        if (alea_table_evaluate(table, NULL, &earned, &error) != ALEA_OK) fail_msg("%s", error.message);
        assert_int_equal(
            game->family->solver->policy_of_values(game->rules, alea__table_values(table), &policy, &error),
            ALEA_OK);
        player_out p = start_playing(rules, (const despirala_bot *)policy);
        assert_near(earned.lower / 2 + earned.upper / 2, worth_of(&p, about_to_roll(rules, 0, rules->gain)),
                    1e-10);
        free(p.known);
        game->family->policy->free(policy);
        alea_table_free(table);
    }
    alea_game_free(game);
}

/* With more rolls than necessary the model is nearly exact; with a single one it is too optimistic. */
static void sampled_models_come_near_the_truth_and_claim_more_than_they_earn(void **unused)
{
    (void)unused;
    alea_game *game = open_game("tests/rules/small-despirala.lua");
    alea_table *exact = solve(game, NULL);
    const double value = table_facts(exact).start.lower;
    double claimed = 0, earned = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        alea_table *table = solve(game, &(alea_solve_options){.samples = 1, .seed = seed});
        alea_interval real;
        assert_int_equal(alea_table_evaluate(table, NULL, &real, NULL), ALEA_OK);
        assert_that(real.lower, <=, value + 1e-9); /* nothing earns more than the best */
        claimed += table_facts(table).start.lower / 20;
        earned += real.lower / 20;
        alea_table_free(table);
    }
    assert_that(claimed, >, value);
    assert_that(value, >, earned);
    alea_table *near = solve(game, &(alea_solve_options){.samples = 100000, .seed = 1});
    assert_near(table_facts(near).start.lower, value, 0.1); /* of 100,000 rolls */
    alea_table_free(near);
    alea_table_free(exact);
    alea_game_free(game);
}

static void a_seed_is_a_model_and_another_one_another(void **unused)
{
    (void)unused;
    despirala_game game;
    make_small(&game, &small_games[0]);
    despirala_model *a = solve_hand(&game, 4, 1, 1), *b = solve_hand(&game, 4, 1, 2),
                    *c = solve_hand(&game, 4, 2, 1);
    assert_memory_equal(a->value, b->value, game.graph->places * sizeof(double));
    assert_memory_not_equal(a->value, c->value, game.graph->places * sizeof(double));
    assert_int_equal(a->samples, 4);
    despirala_model_free(a);
    despirala_model_free(b);
    despirala_model_free(c);
    hand_free(&game);
}

static void too_many_samples_are_refused(void **unused)
{
    (void)unused;
    alea_error error;
    alea_table *table;
    alea_game *game = open_game("tests/rules/small-despirala.lua"), *pig = open_game("pig");
    assert_int_equal(
        alea_table_solve(game, ALEA_SCORE, &(alea_solve_options){.samples = 1000000000}, &table, &error),
        ALEA_E_RANGE);
    assert_non_null(strstr(error.message, "1 to 1000000 "));
    assert_int_equal(alea_table_solve(pig, ALEA_WIN, &(alea_solve_options){.samples = 5}, &table, &error),
                     ALEA_E_USAGE);
    assert_non_null(strstr(error.message, "no sampled models"));
    alea_game_free(game);
    alea_game_free(pig);
}

/* ---- certificates and files ---- */

static bool holds(const alea_table *table, char reason[600])
{
    alea_verdict verdict;
    OK(alea_table_verify(table, NULL, &verdict, &test_error));
    memcpy(reason, verdict.reason, sizeof verdict.reason);
    return verdict.holds;
}

static void the_certificate_refuses_every_bound_that_is_moved_by_a_millionth(void **unused)
{
    (void)unused;
    static const char *const variants[] = {"tests/rules/small-despirala.lua",
                                           "tests/rules/small-despirala.lua(misere=true,reroll=false)"};
    char reason[600];
    for (int v = 0; v < 2; v++) {
        alea_game *game = open_game(variants[v]);
        alea_table *table = solve(game, NULL);
        assert_true(holds(table, reason));
        alea__values *values = (alea__values *)(uintptr_t)alea__table_values(table);
        for (unsigned n = 0; n < values->count; n++)
            for (size_t i = 0; i < (size_t)values->matrix[n].rows * values->matrix[n].columns; i += 7)
                for (int upper = 0; upper < 2; upper++) {
                    double *bound = upper ? &values->matrix[n].upper[i] : &values->matrix[n].lower[i];
                    const double before = *bound;
                    *bound += upper ? -1e-6 : 1e-6;
                    assert_false(holds(table, reason));
                    assert_that(reason[0], !=, 0);
                    *bound = before;
                }
        assert_true(holds(table, reason));
        values->start.lower += 1e-6;
        assert_false(holds(table, reason));
        alea_table_free(table);
        alea_game_free(game);
    }
}

static void a_sampled_model_proves_nothing_and_says_so(void **unused)
{
    (void)unused;
    char reason[600];
    alea_error error;
    alea_game *game = open_game("tests/rules/small-despirala.lua");
    alea_table *table = solve(game, &(alea_solve_options){.samples = 3, .seed = 9}), *again;
    assert_false(holds(table, reason));
    assert_non_null(strstr(reason, "sampled model"));
    assert_int_equal(alea_table_write(table, "model.h5", &error), ALEA_OK);
    assert_int_equal(alea_table_open(game, "model.h5", &again, &error), ALEA_OK);
    const alea_table_facts facts = table_facts(again);
    assert_int_equal(facts.samples, 3);
    assert_int_equal(facts.seed, 9);
    assert_that(facts.start.lower, ==, table_facts(table).start.lower);
    assert_that(facts.start.lower, ==, facts.start.upper);
    alea_table_free(table);
    alea_table_free(again);
    alea_game_free(game);
}

/* Reads a file, changes a byte, and writes it again. */
static void damage(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    fputc(byte ^ 1, file);
    assert_int_equal(fclose(file), 0);
}

static void damaged_and_foreign_models_are_refused(void **unused)
{
    (void)unused;
    alea_error error;
    alea_table *table, *none;
    alea_bot *bot;
    alea_game *game = open_game("tests/rules/small-despirala.lua"),
              *other = open_game("tests/rules/small-despirala.lua(misere=true)");
    table = solve(game, NULL);
    assert_int_equal(alea_table_write(table, "exact.h5", &error), ALEA_OK);
    assert_int_equal(alea_table_open(other, "exact.h5", &none, &error), ALEA_E_FILE);
    assert_int_equal(alea_bot_open(other, "table:exact.h5", NULL, &bot, &error), ALEA_E_FILE);
    damage("exact.h5", 5000);
    assert_int_equal(alea_table_open(game, "exact.h5", &none, &error), ALEA_E_FILE);
    assert_non_null(strstr(error.message, "changed"));
    assert_int_equal(truncate("exact.h5", 3000), 0);
    assert_int_equal(alea_table_open(game, "exact.h5", &none, &error), ALEA_E_FILE);
    assert_non_null(strstr(error.message, "cut short"));
    alea_table_free(table);
    alea_game_free(game);
    alea_game_free(other);
}

/* A table of another shape, as a file could have it. */
static void values_of_another_shape_do_not_fit(void **unused)
{
    (void)unused;
    alea_error error;
    alea_game *game = open_game("tests/rules/small-despirala.lua"),
              *other = open_game("tests/rules/small-despirala.lua(gain=3)");
    alea_table *table = solve(game, NULL);
    const alea__values *values = alea__table_values(table);
    assert_int_equal(game->family->solver->fits(game->rules, values, &error), ALEA_OK);
    assert_int_equal(game->family->solver->fits(other->rules, values, &error), ALEA_E_FILE);
    ((alea__values *)(uintptr_t)values)->count--;
    assert_int_equal(game->family->solver->fits(game->rules, values, &error), ALEA_E_FILE);
    ((alea__values *)(uintptr_t)values)->count++;
    alea_table_free(table);
    alea_game_free(game);
    alea_game_free(other);
}

/* Everything that takes memory, with the k-th allocation failing. */
static alea_status do_everything(const alea_game *game, const alea_state *state)
{
    const alea_solve_options options = {.threads = 1, .samples = 2};
    alea_table *table;
    alea_interval earned;
    alea_verdict verdict;
    alea_answer answer;
    alea_status status = alea_table_solve(game, ALEA_SCORE, &options, &table, NULL);
    if (status != ALEA_OK) return status;
    status = alea_table_evaluate(table, &(alea_solve_options){.threads = 1}, &earned, NULL);
    if (status == ALEA_OK) status = alea_table_ask(table, state, &answer, NULL);
    if (status == ALEA_OK) alea_answer_free(&answer);
    alea_table_free(table);
    if (status != ALEA_OK) return status;
    status = alea_table_solve(game, ALEA_SCORE, &(alea_solve_options){.threads = 1}, &table, NULL);
    if (status != ALEA_OK) return status;
    status = alea_table_verify(table, NULL, &verdict, NULL);
    alea_table_free(table);
    return status;
}

static void running_out_of_memory_is_said_wherever_it_happens(void **unused)
{
    (void)unused;
    alea_state state;
    alea_game *game = open_game("tests/rules/small-despirala.lua(gain=1)");
    const alea_setting words[] = {{"goods", "1"}, {"dice", "223"}};
    assert_int_equal(alea_game_parse_state(game, words, 2, &state, NULL), ALEA_OK);
    alea_status status = ALEA_E_MEMORY;
    long k = 0;
    for (; status == ALEA_E_MEMORY && k < 100000; k++) {
        alea__fail_allocation_after(k);
        status = do_everything(game, &state);
        alea__fail_allocation_after(-1);
    }
    assert_int_equal(status, ALEA_OK);
    assert_that(k, >, 100);
    alea_game_free(game);
}

/* The rules themselves: what graph_make takes is freed with the game. */
static void running_out_of_memory_leaves_rules_that_can_be_freed(void **unused)
{
    (void)unused;
    alea_error error;
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status == ALEA_E_MEMORY; k++) {
        despirala_game game;
        hand_start(&game, small_games[2].how);
        hand_collect(&game, 2);
        hand_combination(&game, "XXY", 0);
        assert_int_equal(hand_finish(&game, &error), ALEA_OK);
        despirala_graph_free(game.graph);
        game.graph = NULL;
        alea__fail_allocation_after(k);
        status = despirala_graph_make((alea__rules *)&game, &error);
        alea__fail_allocation_after(-1);
        hand_free(&game);
    }
    assert_int_equal(status, ALEA_OK);
}

/* ---- asking ---- */

/* Every decision and every roll of a small game: the interval holds what playing it out gives, and the best move comes first. */
static void check_answer(const alea_table *table, player_out *p, despirala_state s)
{
    alea_state state = {{0}};
    alea_answer answer;
    despirala_store(&s, &state);
    OK(alea_table_ask(table, &state, &answer, &test_error));
    const double value = worth_of(p, s);
    assert_that(answer.value.lower, <=, value + 1e-12);
    assert_that(value, <=, answer.value.upper + 1e-12);
    assert_that(answer.value.upper - answer.value.lower, <, 1e-8);
    for (unsigned i = 0; i < answer.count; i++) {
        const double move = move_worth(p, &s, answer.move[i].move);
        assert_that(answer.move[i].value.lower, <=, move + 1e-12);
        assert_that(move, <=, answer.move[i].value.upper + 1e-12);
        if (i > 1)
            assert_true(p->rules->least
                            ? answer.move[i - 1].value.lower <= answer.move[i].value.lower + 1e-9
                            : answer.move[i - 1].value.lower >= answer.move[i].value.lower - 1e-9);
    }
    if (answer.count > 0) assert_int_equal(answer.move[answer.best].move, chosen_by(p, &s, false));
    alea_answer_free(&answer);
}

static void every_answer_holds_what_playing_it_out_gives(void **unused)
{
    (void)unused;
    static const char *const variants[] = {"tests/rules/small-despirala.lua(gain=1)",
                                           "tests/rules/small-despirala.lua(misere=true,gain=1)"};
    for (int v = 0; v < 2; v++) {
        alea_game *game = open_game(variants[v]);
        const despirala_rules *rules = despirala_rules_of(game->rules);
        alea_table *table = solve(game, NULL);
        player_out p = start_playing(rules, NULL);
        worth_of(&p, about_to_roll(rules, 0, rules->gain));
        known *all = calloc(p.room, sizeof *all);
        memcpy(all, p.known, p.room * sizeof *all);
        for (size_t i = 0; i < p.room; i++)
            if (all[i].taken) check_answer(table, &p, all[i].state);
        free(all);
        free(p.known);
        alea_table_free(table);
        alea_game_free(game);
    }
}

/* ---- plans as bytes ---- */

static void a_packed_plan_plays_the_same(void **unused)
{
    (void)unused;
    alea_error error;
    unsigned char *data;
    size_t size;
    alea__policy *policy, *again;
    alea_game *game = open_game("tests/rules/small-despirala.lua");
    const alea__family *family = game->family;
    alea_table *table = solve(game, NULL);
    assert_int_equal(
        family->solver->policy_of_values(game->rules, alea__table_values(table), &policy, &error), ALEA_OK);
    assert_int_equal(family->solver->pack_policy(game->rules, policy, &data, &size, &error), ALEA_OK);
    assert_int_equal(family->solver->unpack_policy(game->rules, data, size, &again, &error), ALEA_OK);
    const despirala_bot *a = (const despirala_bot *)policy, *b = (const despirala_bot *)again;
    assert_memory_equal(a->model->value, b->model->value,
                        despirala_game_of(game->rules)->graph->places * sizeof(double));
    game->family->policy->free(again);
    assert_int_equal(family->solver->unpack_policy(game->rules, data, size - 1, &again, &error), ALEA_E_FILE);
    memset(data + size - 8, 0xff, 8); /* not a number */
    assert_int_equal(family->solver->unpack_policy(game->rules, data, size, &again, &error), ALEA_E_FILE);
    data[0] = 77;
    assert_int_equal(family->solver->unpack_policy(game->rules, data, size, &again, &error), ALEA_E_FILE);
    alea__free(data);
    game->family->policy->free(policy);
    alea_table_free(table);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_and_misere_have_the_values_that_are_known),
        cmocka_unit_test(every_position_is_worth_what_playing_it_out_gives),
        cmocka_unit_test(a_graph_of_single_dice_has_the_same_values),
        cmocka_unit_test(choices_are_the_best_moves_and_ties_go_to_the_first),
        cmocka_unit_test(a_roll_that_earns_what_its_good_is_worth_is_a_tie),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(every_processor_gives_the_same_bits),
        cmocka_unit_test(brackets_find_the_best_of_all_targets),
        cmocka_unit_test(policies_earn_what_playing_them_out_gives),
        cmocka_unit_test(a_sampled_model_earns_what_playing_it_out_gives),
        cmocka_unit_test(sampled_models_come_near_the_truth_and_claim_more_than_they_earn),
        cmocka_unit_test(a_seed_is_a_model_and_another_one_another),
        cmocka_unit_test(too_many_samples_are_refused),
        cmocka_unit_test(the_certificate_refuses_every_bound_that_is_moved_by_a_millionth),
        cmocka_unit_test(a_sampled_model_proves_nothing_and_says_so),
        cmocka_unit_test(damaged_and_foreign_models_are_refused),
        cmocka_unit_test(values_of_another_shape_do_not_fit),
        cmocka_unit_test(running_out_of_memory_is_said_wherever_it_happens),
        cmocka_unit_test(running_out_of_memory_leaves_rules_that_can_be_freed),
        cmocka_unit_test(every_answer_holds_what_playing_it_out_gives),
        cmocka_unit_test(a_packed_plan_plays_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
