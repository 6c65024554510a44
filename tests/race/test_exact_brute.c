/* Exact values against brute force in rational arithmetic. The brute force knows a game through alea/game.h alone: it lists
   every state that can be reached, takes a policy, solves the equations of its values without rounding, and improves the
   policy until no move is better. Where points can grow without end it stops at a total and counts everything beyond once as
   the best and once as the worst for the first player. */
#include "base/memory.h"
#include "family/race/solve/solve.h"
#include "family/race/solve/solve_two_player.h"
#include "race/race_test.h"
#include "support/problem.h"

#include <alea/exact.h>
#include <gmp.h>
#include <stdlib.h>

/* ---- states ---- */

enum { BEST = -1 }; /* in place of a policy's chance to roll on */

typedef struct node {
    race_state s;
    int kind; /* ALEA_CHANCE, ALEA_OVER or a seat */
    bool cut;
    size_t first, count; /* edges */
    unsigned choice;     /* of a seat that plays best: 0 hold, 1 roll */
    double rolls;        /* a seat's chance to roll on; BEST */
    int unknown;         /* its number among the positions that are solved for, or -1 */
    mpq_t *value;        /* coefficients of the unknowns, then a constant */
} node;

typedef struct brute {
    const alea_game *game;
    const alea__policy *policy[2]; /* NULL: plays best */
    double mixed[2];               /* a chance to roll on instead of a policy, or BEST */
    alea_objective objective;
    uint32_t cut; /* totals above are not followed */
    double beyond;
    node *nodes;
    uint32_t *edges, *slots, *order;
    size_t count, room, edge_count, edge_room, slot_count;
    int unknowns;
} brute;

static uint64_t hash_state(const race_state *s)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    const unsigned char *bytes = (const unsigned char *)s;
    for (size_t i = 0; i < sizeof *s; i++) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash ^ hash >> 31;
}

static void grow_slots(brute *b)
{
    b->slot_count = b->slot_count ? 2 * b->slot_count : 4096;
    free(b->slots);
    b->slots = calloc(b->slot_count, sizeof *b->slots);
    for (size_t i = 0; i < b->count; i++) {
        size_t at = hash_state(&b->nodes[i].s) & (b->slot_count - 1);
        while (b->slots[at]) at = (at + 1) & (b->slot_count - 1);
        b->slots[at] = (uint32_t)i + 1;
    }
}

/* How long the game and the turn have lasted does not matter; no game comes near the limits. */
static uint32_t find(brute *b, const alea_state *state)
{
    race_state s = race_state_of(state);
    s.turns = s.rolls = 0;
    if (2 * b->count >= b->slot_count) grow_slots(b);
    size_t at = hash_state(&s) & (b->slot_count - 1);
    for (; b->slots[at]; at = (at + 1) & (b->slot_count - 1))
        if (memcmp(&b->nodes[b->slots[at] - 1].s, &s, sizeof s) == 0) return b->slots[at] - 1;
    if (b->count == b->room) {
        b->room = 2 * b->room + 1024;
        b->nodes = realloc(b->nodes, b->room * sizeof *b->nodes);
    }
    b->nodes[b->count] = (node){.s = s, .unknown = -1, .rolls = BEST};
    b->slots[at] = (uint32_t)++b->count;
    return (uint32_t)b->count - 1;
}

static void connect(brute *b, size_t from, const alea_state *state, uint32_t action)
{
    alea_state next = *state;
    play(b->game, &next, action);
    uint32_t to = find(b, &next);
    if (b->edge_count == b->edge_room) {
        b->edge_room = 2 * b->edge_room + 4096;
        b->edges = realloc(b->edges, b->edge_room * sizeof *b->edges);
    }
    b->edges[b->edge_count++] = to;
    b->nodes[from].count++;
}

static alea_state state_of(const brute *b, size_t i)
{
    alea_state state = alea_game_start(b->game);
    race_store(&b->nodes[i].s, &state);
    return state;
}

/* Whether holding wins immediately, so that no move is better. */
static bool wins_now(const brute *b, const alea_state *state, int seat)
{
    alea_state held = *state;
    if (b->objective != ALEA_WIN) return false;
    play(b->game, &held, RACE_HOLD_MOVE);
    return race_state_of(&held).winner == seat;
}

static void decide(brute *b, size_t i, const alea_state *state, int seat)
{
    alea__memo memo = {{0}};
    node *n = &b->nodes[i];
    if (b->policy[seat])
        n->rolls = b->game->family->policy->decide(b->game->rules, b->policy[seat], state, &memo, NULL);
    else if (b->mixed[seat] >= 0)
        n->rolls = b->mixed[seat];
    else if (wins_now(b, state, seat))
        n->rolls = 0;
}

static void expand(brute *b, size_t i)
{
    alea_state state = state_of(b, i);
    int kind = alea_game_to_move(b->game, &state);
    b->nodes[i].kind = kind;
    b->nodes[i].first = b->edge_count;
    if (kind == ALEA_OVER) return;
    const race_state *s = &b->nodes[i].s;
    b->nodes[i].cut = s->score[s->mover] + s->turn > b->cut;
    if (b->nodes[i].cut) return;
    for (uint32_t k = 0; k < alea_game_chance_count(b->game, &state); k++) connect(b, i, &state, k);
    if (kind < 0) return;
    decide(b, i, &state, kind);
    connect(b, i, &state, RACE_HOLD_MOVE);
    if (b->nodes[i].rolls != 0) connect(b, i, &state, RACE_ROLL_MOVE);
}

static void list_states(brute *b)
{
    alea_state start = alea_game_start(b->game);
    find(b, &start);
    for (size_t i = 0; i < b->count; i++) expand(b, i);
}

/* ---- their order: what a state leads to comes first, but for the beginnings of turns without a leader ---- */

static bool is_beginning(const node *n)
{
    return n->kind == ALEA_CHANCE && n->s.turn == 0 && n->s.memory == 0 && n->s.leader == RACE_NOBODY;
}

static uint32_t visit(brute *b, uint32_t i, uint32_t placed, uint8_t *state)
{
    if (state[i]) return placed;
    state[i] = 1;
    for (size_t e = 0; e < b->nodes[i].count; e++) {
        uint32_t to = b->edges[b->nodes[i].first + e];
        if (!is_beginning(&b->nodes[to])) placed = visit(b, to, placed, state);
    }
    b->order[placed] = i;
    return placed + 1;
}

static void put_in_order(brute *b)
{
    uint8_t *state = calloc(b->count, 1);
    uint32_t placed = 0;
    b->order = calloc(b->count, sizeof *b->order);
    for (size_t i = 0; i < b->count; i++) {
        if (is_beginning(&b->nodes[i])) b->nodes[i].unknown = b->unknowns++;
        placed = visit(b, (uint32_t)i, placed, state);
    }
    free(state);
    for (size_t i = 0; i < b->count; i++) {
        b->nodes[i].value = malloc(((size_t)b->unknowns + 1) * sizeof(mpq_t));
        for (int k = 0; k <= b->unknowns; k++) mpq_init(b->nodes[i].value[k]);
    }
}

/* ---- values ---- */

static void add_part(const brute *b, mpq_t *sum, const node *of, const mpq_t weight)
{
    mpq_t part;
    mpq_init(part);
    if (of->unknown >= 0) {
        mpq_add(sum[of->unknown], sum[of->unknown], weight);
    } else {
        for (int k = 0; k <= b->unknowns; k++) {
            if (mpq_sgn(of->value[k]) == 0) continue;
            mpq_mul(part, of->value[k], weight);
            mpq_add(sum[k], sum[k], part);
        }
    }
    mpq_clear(part);
}

/* The first player's. */
static double end_value(const brute *b, size_t i)
{
    alea_state state = state_of(b, i);
    alea_outcome outcome = outcome_of(b->game, &state);
    return b->objective == ALEA_MONEY ? (double)outcome.money[0] : outcome.winner == 0;
}

static void write_equation(brute *b, size_t i)
{
    node *n = &b->nodes[i];
    mpq_t weight, *sum = malloc(((size_t)b->unknowns + 1) * sizeof *sum);
    mpq_init(weight);
    for (int k = 0; k <= b->unknowns; k++) mpq_init(sum[k]);
    if (n->kind == ALEA_OVER || n->cut) mpq_set_d(sum[b->unknowns], n->cut ? b->beyond : end_value(b, i));
    for (size_t e = 0; e < n->count; e++) {
        mpq_set_ui(weight, 1, (unsigned long)n->count);
        if (n->kind >= 0)
            mpq_set_d(weight, n->rolls == BEST ? e == n->choice : e == 1 ? n->rolls : 1 - n->rolls);
        if (mpq_sgn(weight) != 0) add_part(b, sum, &b->nodes[b->edges[n->first + e]], weight);
    }
    for (int k = 0; k <= b->unknowns; k++) {
        mpq_swap(n->value[k], sum[k]);
        mpq_clear(sum[k]);
    }
    mpq_clear(weight);
    free(sum);
}

/* x = A x + c: Gauss and Jordan on the rows of the beginnings. */
static void eliminate(brute *b, mpq_t **row)
{
    mpq_t factor, part;
    mpq_inits(factor, part, NULL);
    for (int p = 0; p < b->unknowns; p++) {
        for (int k = 0; k <= b->unknowns; k++)
            if (k != p) mpq_div(row[p][k], row[p][k], row[p][p]);
        mpq_set_ui(row[p][p], 1, 1);
        for (int r = 0; r < b->unknowns; r++) {
            if (r == p || mpq_sgn(row[r][p]) == 0) continue;
            mpq_set(factor, row[r][p]);
            for (int k = p; k <= b->unknowns; k++) {
                if (mpq_sgn(row[p][k]) == 0) continue;
                mpq_mul(part, factor, row[p][k]);
                mpq_sub(row[r][k], row[r][k], part);
            }
        }
    }
    mpq_clears(factor, part, NULL);
}

static void solve_equations(brute *b)
{
    mpq_t **row = malloc((size_t)b->unknowns * sizeof *row);
    for (size_t i = 0; i < b->count; i++) write_equation(b, b->order[i]);
    for (size_t i = 0; i < b->count; i++) {
        node *n = &b->nodes[i];
        if (n->unknown < 0) continue;
        row[n->unknown] = n->value;
        for (int k = 0; k < b->unknowns; k++) mpq_neg(n->value[k], n->value[k]);
        mpq_t *own = &n->value[n->unknown], one;
        mpq_init(one);
        mpq_set_ui(one, 1, 1);
        mpq_add(*own, *own, one);
        mpq_clear(one);
    }
    eliminate(b, row);
    free(row);
}

/* The number that a state is worth, from the unknowns' constants. */
static void value_of(const brute *b, const mpq_t *const *x, size_t i, mpq_t out)
{
    const node *n = &b->nodes[i];
    mpq_t part;
    if (n->unknown >= 0) {
        mpq_set(out, *x[n->unknown]);
        return;
    }
    mpq_init(part);
    mpq_set(out, n->value[b->unknowns]);
    for (int k = 0; k < b->unknowns; k++) {
        mpq_mul(part, n->value[k], *x[k]);
        mpq_add(out, out, part);
    }
    mpq_clear(part);
}

/* Takes every move that is better; true when there was one. */
static bool improve(brute *b, const mpq_t *const *x)
{
    bool better = false;
    mpq_t hold, roll;
    mpq_inits(hold, roll, NULL);
    for (size_t i = 0; i < b->count; i++) {
        node *n = &b->nodes[i];
        if (n->kind < 0 || n->cut || n->rolls != BEST) continue;
        value_of(b, x, b->edges[n->first], hold);
        value_of(b, x, b->edges[n->first + 1], roll);
        int gain = mpq_cmp(roll, hold) * (n->kind == 0 ? 1 : -1) * (n->choice == 0 ? 1 : -1);
        if (gain <= 0) continue;
        n->choice = 1 - n->choice;
        better = true;
    }
    mpq_clears(hold, roll, NULL);
    return better;
}

/* Howard's iteration, for both players at once. */
static void settle(brute *b)
{
    const mpq_t **x = malloc((size_t)b->unknowns * sizeof *x);
    int rounds = 0;
    do {
        assert_that(rounds++, <, 60);
        solve_equations(b);
        for (size_t i = 0; i < b->count; i++)
            if (b->nodes[i].unknown >= 0)
                x[b->nodes[i].unknown] = (const mpq_t *)&b->nodes[i].value[b->unknowns];
    } while (improve(b, x));
    for (size_t i = 0; i < b->count; i++) { /* numbers from here on */
        node *n = &b->nodes[i];
        mpq_t value;
        mpq_init(value);
        value_of(b, x, i, value);
        if (n->unknown < 0) mpq_swap(n->value[b->unknowns], value);
        mpq_clear(value);
    }
    free(x);
}

static void clear_brute(brute *b)
{
    for (size_t i = 0; i < b->count; i++) {
        for (int k = 0; k <= b->unknowns; k++) mpq_clear(b->nodes[i].value[k]);
        free(b->nodes[i].value);
    }
    free(b->nodes);
    free(b->edges);
    free(b->slots);
    free(b->order);
}

/* ---- a game, and both ways to its values ---- */

typedef struct players {
    const char *policy[2]; /* NULL: plays best */
    double mixed[2];       /* the chance that this policy rolls again; used only for random(p) */
} players;

static const players both_best = {.mixed = {BEST, BEST}};

static brute make_brute(const alea_game *game, alea_objective objective, uint32_t above, const players *who,
                        double beyond, alea__policy *const policy[2])
{
    brute b = {.game = game, .objective = objective, .cut = rules_of(game)->goal + above, .beyond = beyond};
    for (int seat = 0; seat < 2; seat++) {
        bool mixed = who->policy[seat] && strncmp(who->policy[seat], "random", 6) == 0;
        b.policy[seat] = mixed ? NULL : policy[seat];
        b.mixed[seat] = mixed ? who->mixed[seat] : BEST;
    }
    list_states(&b);
    put_in_order(&b);
    settle(&b);
    return b;
}

typedef struct lab {
    alea_game *game;
    alea_objective objective;
    alea__policy *policy[2];
    brute low, high; /* everything beyond the cut is bad for the first player, or good */
} lab;

/* `above`: how far above the goal totals are followed. */
static lab open_lab(const char *spec, alea_objective objective, uint32_t above, const players *who)
{
    lab l = {.game = open_game(spec), .objective = objective};
    double most = objective == ALEA_MONEY ? 1e4 : 1, least = objective == ALEA_MONEY ? -1e4 : 0;
    for (int seat = 0; seat < 2; seat++)
        if (who->policy[seat]) l.policy[seat] = open_policy(l.game, who->policy[seat]);
    l.low = make_brute(l.game, objective, above, who, least, l.policy);
    l.high = make_brute(l.game, objective, above, who, most, l.policy);
    return l;
}

static void close_lab(lab *l)
{
    clear_brute(&l->low);
    clear_brute(&l->high);
    for (int seat = 0; seat < 2; seat++) race_policy_free(l->policy[seat]);
    alea_game_free(l->game);
}

/* low <= the value <= high, all of it exact. `truth` is the first player's; `mine`: so are the bounds. */
static void assert_holds(const lab *l, size_t i, bool mine, double low, double high, double room)
{
    mpq_t bound, least, most, base;
    mpq_inits(bound, least, most, base, NULL);
    mpq_set(least, l->low.nodes[i].value[l->low.unknowns]);
    mpq_set(most, l->high.nodes[i].value[l->high.unknowns]);
    assert_that(mpq_get_d(most) - mpq_get_d(least), <=, room);
    if (!mine) {
        mpq_set_ui(base, l->objective == ALEA_WIN, 1);
        mpq_sub(least, base, least);
        mpq_sub(most, base, most);
        mpq_swap(least, most);
    }
    mpq_set_d(bound, low);
    if (mpq_cmp(bound, most) > 0) fail_msg("lower bound %.17g above %.17g", low, mpq_get_d(most));
    mpq_set_d(bound, high);
    if (mpq_cmp(bound, least) < 0) fail_msg("upper bound %.17g below %.17g", high, mpq_get_d(least));
    mpq_clears(bound, least, most, base, NULL);
}

/* ---- best play of both ---- */

static void compare_all(const lab *l, const alea__values *values, double room)
{
    size_t compared = 0;
    for (size_t i = 0; i < l->low.count; i++) {
        const node *n = &l->low.nodes[i];
        const race_state *s = &n->s;
        if (n->kind != ALEA_CHANCE || n->cut || s->turn > 0 || s->memory > 0) continue;
        uint32_t own = s->score[s->mover], other = s->score[1 - s->mover];
        if (own > l->low.cut / 3 + 6 || other > l->low.cut / 3 + 6) continue; /* further up the cut is felt */
        unsigned k = values->count > 1 && s->mover != 0;
        const alea__matrix *m = &values->matrix[k];
        size_t at = k ? (size_t)other * m->columns + own : (size_t)own * m->columns + other;
        assert_holds(l, i, k || s->mover == 0, m->lower[at], m->upper[at], room);
        compared++;
    }
    assert_that(compared, >, 3);
}

/* Solved by the general way, even where a game has a faster one. */
static void solves(const char *spec, alea_objective objective, uint32_t above, double room)
{
    lab l = open_lab(spec, objective, above, &both_best);
    race_roll_model odds;
    alea__values *values;
    alea_error error;
    assert_int_equal(race_roll_model_make(rules_of(l.game), &odds, &error), ALEA_OK);
    if (race_provable(&odds, objective, &error) != ALEA_OK) fail_msg("%s: %s", spec, error.message);
    const race_problem problem = {
        .roll_model = &odds, .objective = objective, .options = &(alea_solve_options){0}};
    if (race_solve_two_players(&problem, &values, &error) != ALEA_OK) fail_msg("%s: %s", spec, error.message);
    compare_all(&l, values, room);
    alea__values_free(values);
    race_roll_model_clear(&odds);
    close_lab(&l);
}

static void best_reply(const char *spec, alea_objective objective, uint32_t above, double room,
                       const char *policy, double mixed)
{
    lab l = open_lab(spec, objective, above, &(players){.policy = {NULL, policy}, .mixed = {BEST, mixed}});
    alea__values *values;
    alea_best_response reply;
    alea_error error;
    if (race_best(PROBLEM(l.game, .objective = objective, .policy = {NULL, l.policy[1]},
                          .options = &(alea_solve_options){0}),
                  &values, &reply, &error) != ALEA_OK)
        fail_msg("%s %s: %s", spec, policy, error.message);
    compare_all(&l, values, room);
    assert_that(reply.first.lower, ==, values->start.lower);
    assert_that(reply.second.upper, ==, values->second.upper);
    alea__values_free(values);
    close_lab(&l);
}

/* ---- policies ---- */

static void evaluates(const char *spec, alea_objective objective, uint32_t above, double room,
                      const players *who)
{
    lab l = open_lab(spec, objective, above, who);
    alea_evaluation eval;
    alea_error error;
    if (race_evaluate(PROBLEM(l.game, .objective = objective, .policy = {l.policy[0], l.policy[1]},
                              .options = &(alea_solve_options){.tolerance = 1}),
                      &eval, &error) != ALEA_OK)
        fail_msg("%s %s %s: %s", spec, who->policy[0], who->policy[1], error.message);
    assert_holds(&l, 0, true, eval.first.value.lower, eval.first.value.upper, room);
    assert_that(eval.first.value.upper - eval.first.value.lower, <, 1e-8);
    close_lab(&l);
}

/* In both orders: the player who moves second is the first player of the exchanged game. */
static void evaluates_pair(const char *spec, alea_objective objective, uint32_t above, double room,
                           const char *a, double roll_a, const char *b, double roll_b)
{
    evaluates(spec, objective, above, room, &(players){.policy = {a, b}, .mixed = {roll_a, roll_b}});
    evaluates(spec, objective, above, room, &(players){.policy = {b, a}, .mixed = {roll_b, roll_a}});
}

/* ---- the games ---- */

/* Memory, forced rolls, landings that bust and wipe. */
static const char *crooked(void)
{
    return write_rules(
        "dice = 1, sides = 5, goal = 8, first_roll = \"forced\", ending = \"bank\",\n"
        "roll = function(a, m)\n"
        "  if a == 1 then return m == 1 and wipe() or bust() end\n"
        "  if a == 4 and m == 0 then return add(3, { forced = true, memory = 1 }) end\n"
        "  if a == 5 then return add(2, { memory = 2 }) end\n"
        "  return add(a, { memory = m }) end,\n"
        "landing = function(s) if s == 5 then return wipe() end if s == 3 then return bust() end end");
}

/* A roll of nothing that may be had once a turn. */
static const char *idle(void)
{
    return write_rules("dice = 1, sides = 4, goal = 6, first_roll = \"forced\", ending = \"bank\",\n"
                       "roll = function(a, m)\n"
                       "  if a == 1 then return bust() end\n"
                       "  if a == 2 and m == 0 then return add(0, { memory = 1 }) end\n"
                       "  if a == 2 then return wipe() end\n"
                       "  return add(a - 2, { memory = m }) end");
}

static const char *chase(const char *over_goal)
{
    static char rules[1000];
    snprintf(
        rules, sizeof rules,
        "dice = 1, sides = 5, goal = 4, first_roll = \"forced\", ending = \"chase\", over_goal = \"%s\",\n"
        "roll = function(a, m)\n"
        "  if a == 1 then return wipe() end\n"
        "  if a <= 3 then return bust() end\n"
        "  if a == 4 and m == 0 then return add(2, { forced = true, memory = 1 }) end\n"
        "  return add(1) end,\n"
        "landing = function(s) if s == 4 then return wipe() end end,\n"
        "payoff = { money = { per_point = function(s) return s == 0 and 2 or 1 end } }",
        over_goal);
    return write_rules(rules);
}

/* Rules with ending = bank, played for money: a player who has enough points may roll on for more. */
static const char *greedy(void)
{
    return write_rules(
        "dice = 1, sides = 4, goal = 4, first_roll = \"forced\", ending = \"bank\",\n"
        "roll = function(a) if a == 1 then return wipe() end if a == 2 then return bust() end\n"
        "  return add(a - 2) end,\n"
        "payoff = { money = { per_point = function(s) return 1 end } }");
}

static void best_play_of_piglet_and_pig_is_that_of_brute_force(void **unused)
{
    (void)unused;
    solves("piglet", ALEA_WIN, 0, 0);
    solves("piglet(goal=3)", ALEA_WIN, 0, 0);
    solves("piglet(goal=4)", ALEA_WIN, 0, 0);
    solves("pig(goal=6)", ALEA_WIN, 5, 0);
    solves("pig(goal=7,sides=4)", ALEA_WIN, 3, 0);
    solves("pig(goal=9,dice=2,sides=3)", ALEA_WIN, 5, 0);
}

static void best_play_with_wipes_is_that_of_brute_force(void **unused)
{
    (void)unused;
    solves("two-dice-pig(goal=8)", ALEA_WIN, 12, 0);
    solves("two-dice-pig(goal=8,double_one=bust)", ALEA_WIN, 12, 0);
    solves("two-dice-pig(goal=8,forced_doubles=true)", ALEA_WIN, 220, 1e-15);
}

static void best_play_with_memory_forced_rolls_and_landings_is_that_of_brute_force(void **unused)
{
    (void)unused;
    solves(crooked(), ALEA_WIN, 20, 0);
    solves(idle(), ALEA_WIN, 4, 0);
}

static void best_play_of_a_chase_is_that_of_brute_force(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        const char *spec = chase(i ? "hold" : "roll-on");
        solves(spec, ALEA_WIN, 20, 1e-2);
        solves(spec, ALEA_MONEY, 20, 10);
    }
}

static void best_play_for_money_at_a_bank_is_that_of_brute_force(void **unused)
{
    (void)unused;
    solves(greedy(), ALEA_MONEY, 80, 1e-9);
}

static void results_of_policies_are_those_of_brute_force(void **unused)
{
    (void)unused;
    evaluates_pair("piglet(goal=3)", ALEA_WIN, 0, 0, "hold(1)", 0, "hold(3)", 0);
    evaluates_pair("piglet(goal=3)", ALEA_WIN, 150, 1e-15, "random(0.5)", 0.5, "hold(2)", 0);
    evaluates_pair("pig(goal=6)", ALEA_WIN, 12, 0, "hold(3)", 0, "hold-at-total(8)", 0);
    evaluates_pair("two-dice-pig(goal=8)", ALEA_WIN, 90, 1e-6, "hold(6)", 0, "random(0.25)", 0.25);
    evaluates_pair(crooked(), ALEA_WIN, 20, 0, "hold(2)", 0, "hold(6)", 0);
    evaluates_pair(idle(), ALEA_WIN, 4, 0, "hold(1)", 0, "hold(4)", 0);
}

static void results_of_policies_in_a_chase_are_those_of_brute_force(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        const char *spec = chase(i ? "hold" : "roll-on");
        evaluates_pair(spec, ALEA_WIN, 26, 1e-3, "hold(2)", 0, "hold(3)", 0);
        evaluates_pair(spec, ALEA_MONEY, 26, 1e-3, "bank(2)", 0, "hold(3)", 0);
        evaluates_pair(spec, ALEA_MONEY, 26, 10, "random(0.5)", 0.5, "hold(3)", 0);
    }
    evaluates_pair(greedy(), ALEA_MONEY, 80, 1e-6, "random(0.5)", 0.5, "hold-at-total(9)", 0);
}

/* Steps of 7 and 20 points: two players who overtake each other are soon far above the goal + 100. */
static const char *steep(void)
{
    return write_rules(
        "dice = 1, sides = 5, goal = 4, first_roll = \"forced\", ending = \"chase\",\n"
        "roll = function(a) if a <= 2 then return bust() end if a == 3 then return wipe() end\n"
        "  return add(a == 4 and 7 or 20) end,\n"
        "payoff = { money = { per_point = function(s) return s == 0 and 2 or 1 end } }");
}

/* Concedes some chases after ten points. */
static bool concedes_some(const race_state *s)
{
    const uint32_t other = s->score[1 - s->mover], total = race_total(s);
    if (s->leader == RACE_NOBODY) return total <= 4;
    return total <= other && !(other % 5 == 2 && s->turn > 10);
}

static alea__policy *freeze_it(const alea_game *game)
{
    const uint64_t count = race_freeze_count(game->rules);
    unsigned char *moves = alea__alloc(count);
    alea__policy *policy;
    for (uint64_t i = 0; i < count; i++) {
        alea_state state;
        race_freeze_state(game->rules, i, &state);
        const race_state s = race_state_of(&state);
        moves[i] = concedes_some(&s) ? RACE_ROLL_MOVE : RACE_HOLD_MOVE;
    }
    OK(race_freeze(game->rules, moves, &policy, &test_error));
    alea__free(moves);
    return policy;
}

/* So steep a game has fewer positions near leaders, one greatest roll behind them, and useful bounds all the
   same. Were nothing known above the goal + 100, the dollars would be known to 0.1 only. */
static void results_of_frozen_programs_high_up_in_a_chase_are_those_of_brute_force(void **unused)
{
    (void)unused;
    for (alea_objective objective = ALEA_WIN; objective <= ALEA_MONEY; objective++) {
        lab l = {.game = open_game(steep()), .objective = objective};
        const players who = {.policy = {"frozen", "hold(9)"}, .mixed = {BEST, BEST}};
        const double most = objective == ALEA_MONEY ? 1e4 : 1, least = objective == ALEA_MONEY ? -1e4 : 0;
        alea_evaluation eval;
        l.policy[0] = freeze_it(l.game);
        l.policy[1] = open_policy(l.game, who.policy[1]);
        assert_int_equal(race_policy_of(l.policy[0])->plan.near, 20);
        l.low = make_brute(l.game, objective, 400, &who, least, l.policy);
        l.high = make_brute(l.game, objective, 400, &who, most, l.policy);
        OK(race_evaluate(PROBLEM(l.game, .objective = objective, .policy = {l.policy[0], l.policy[1]},
                                 .options = &(alea_solve_options){0}),
                         &eval, &test_error));
        assert_holds(&l, 0, true, eval.first.value.lower, eval.first.value.upper, 1e-6);
        assert_that(eval.first.value.upper - eval.first.value.lower, <, 1e-6);
        close_lab(&l);
    }
}

static void best_replies_are_those_of_brute_force(void **unused)
{
    (void)unused;
    best_reply("piglet(goal=3)", ALEA_WIN, 0, 0, "hold(1)", 0);
    best_reply("pig(goal=6)", ALEA_WIN, 5, 0, "hold(3)", 0);
    best_reply("two-dice-pig(goal=8)", ALEA_WIN, 90, 1e-6, "random(0.25)", 0.25);
    best_reply(crooked(), ALEA_WIN, 20, 0, "hold(3)", 0);
    for (int i = 0; i < 2; i++) {
        const char *spec = chase(i ? "hold" : "roll-on");
        best_reply(spec, ALEA_WIN, 20, 1e-2, "hold(2)", 0);
        best_reply(spec, ALEA_MONEY, 20, 10, "random(0.5)", 0.5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_play_of_piglet_and_pig_is_that_of_brute_force),
        cmocka_unit_test(best_play_with_wipes_is_that_of_brute_force),
        cmocka_unit_test(best_play_with_memory_forced_rolls_and_landings_is_that_of_brute_force),
        cmocka_unit_test(best_play_of_a_chase_is_that_of_brute_force),
        cmocka_unit_test(best_play_for_money_at_a_bank_is_that_of_brute_force),
        cmocka_unit_test(results_of_policies_are_those_of_brute_force),
        cmocka_unit_test(results_of_policies_in_a_chase_are_those_of_brute_force),
        cmocka_unit_test(results_of_frozen_programs_high_up_in_a_chase_are_those_of_brute_force),
        cmocka_unit_test(best_replies_are_those_of_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
