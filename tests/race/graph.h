#ifndef TESTS_RACE_GRAPH_H
#define TESTS_RACE_GRAPH_H
/* A small exact solver for tests: it reads a game through alea/game.h, lists every reachable state, and iterates values
   until they no longer change. Slow, short, and independent of alea's solvers. */
#include "race/race_test.h"

#include <math.h>
#include <stdlib.h>

/* The move of `seat` in a state, or -1 for the best one. */
typedef int graph_player(void *user, const alea_game *, const alea_state *);

/* Values are seat 0's: the probability that it wins, or the turns still to come. */
typedef struct graph {
    const alea_game *game;
    bool turns;              /* count turns, fewest is best; else the probability of winning */
    graph_player *player[2]; /* NULL: plays best */
    void *user[2];
    race_state *state;
    double *value;
    uint64_t *first; /* edge of a state */
    uint32_t *edge;
    uint16_t *weight, *cost; /* equal outcomes are one edge; turns that it takes */
    uint64_t *order;         /* states from high scores to low ones */
    uint32_t *slot;          /* hash table: index + 1 */
    size_t states, edges, state_room, edge_room, slots;
} graph;

/* How long the game has lasted does not matter without a turn limit; neither does how often the turn was
   rolled. */
HELPER race_state normal(const graph *g, race_state s)
{
    if (rules_of(g->game)->turn_limit == 0 && s.phase != RACE_FINISHED) s.turns = 0;
    if (s.phase == RACE_FINISHED) s.turns = 0;
    s.rolls = 0;
    return s;
}

HELPER uint64_t hash_of(const race_state *s)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    const unsigned char *bytes = (const unsigned char *)s;
    for (size_t i = 0; i < sizeof *s; i++) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash ^ hash >> 29;
}

HELPER void rehash(graph *g)
{
    free(g->slot);
    g->slots = g->slots ? g->slots * 2 : 1024;
    g->slot = calloc(g->slots, sizeof *g->slot);
    for (size_t i = 0; i < g->states; i++) {
        size_t at = hash_of(&g->state[i]) & (g->slots - 1);
        while (g->slot[at]) at = (at + 1) & (g->slots - 1);
        g->slot[at] = (uint32_t)i + 1;
    }
}

HELPER uint32_t index_of(graph *g, race_state s)
{
    if (g->states * 2 >= g->slots) rehash(g);
    s = normal(g, s);
    size_t at = hash_of(&s) & (g->slots - 1);
    for (; g->slot[at]; at = (at + 1) & (g->slots - 1))
        if (memcmp(&g->state[g->slot[at] - 1], &s, sizeof s) == 0) return g->slot[at] - 1;
    if (g->states == g->state_room) {
        g->state_room = g->state_room ? g->state_room * 2 : 1024;
        g->state = realloc(g->state, g->state_room * sizeof *g->state);
        g->first = realloc(g->first, (g->state_room + 1) * sizeof *g->first);
    }
    g->state[g->states] = s;
    g->slot[at] = (uint32_t)++g->states;
    return (uint32_t)g->states - 1;
}

HELPER void connect(graph *g, size_t from, const alea_state *state, uint32_t action)
{
    if (g->edges == g->edge_room) {
        g->edge_room = g->edge_room ? g->edge_room * 2 : 1024;
        g->edge = realloc(g->edge, g->edge_room * sizeof *g->edge);
        g->weight = realloc(g->weight, g->edge_room * sizeof *g->weight);
        g->cost = realloc(g->cost, g->edge_room * sizeof *g->cost);
    }
    alea_state to = *state;
    play(g->game, &to, action);
    uint32_t target = index_of(g, look(&to));
    uint64_t e = g->first[from];
    while (e < g->edges && g->edge[e] != target) e++;
    if (e == g->edges) {
        g->edge[g->edges] = target;
        g->weight[g->edges] = 0;
        g->cost[g->edges++] = (uint16_t)(look(&to).turns - look(state).turns);
    }
    g->weight[e]++;
}

/* A player who wins by holding does so: no move is better, and without this rule a turn could grow without limit. */
HELPER bool wins_by_holding(const graph *g, const alea_state *state, int seat)
{
    alea_state held = *state;
    play(g->game, &held, RACE_HOLD_MOVE);
    return look(&held).winner == seat;
}

HELPER void connect_all(graph *g, size_t i)
{
    alea_state state = alea_game_start(g->game);
    race_store(&g->state[i], &state);
    int seat = alea_game_to_move(g->game, &state);
    g->first[i] = g->edges;
    for (uint32_t k = 0; k < alea_game_chance_count(g->game, &state); k++) connect(g, i, &state, k);
    if (seat < 0) return;
    int choice = wins_by_holding(g, &state, seat) ? RACE_HOLD_MOVE : -1;
    if (g->player[seat]) choice = g->player[seat](g->user[seat], g->game, &state);
    for (unsigned k = 0; k < alea_game_move_count(g->game, &state); k++) {
        uint32_t move = alea_game_move(g->game, &state, k);
        if (choice < 0 || move == (uint32_t)choice) connect(g, i, &state, move);
    }
}

HELPER double end_value(const graph *g, const race_state *s)
{
    return g->turns ? 0 : s->winner == 0;
}

HELPER double backup(const graph *g, size_t i)
{
    const race_state *s = &g->state[i];
    if (s->phase == RACE_FINISHED) return end_value(g, s);
    double sum = 0, least = INFINITY, most = -INFINITY;
    for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++) {
        double value = g->value[g->edge[e]] + (g->turns ? g->cost[e] : 0);
        sum += g->weight[e] * value;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    if (s->phase == RACE_ROLL) return sum / rules_of(g->game)->outcomes;
    return (s->mover == 0) != g->turns ? most : least;
}

HELPER int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Banked points mostly grow and turns do within them, so values are soon right when taken from the high
   scores down. */
HELPER void sort_states(graph *g)
{
    g->order = calloc(g->states, sizeof *g->order);
    for (size_t i = 0; i < g->states; i++) {
        const race_state *s = &g->state[i];
        uint64_t banked = (uint64_t)s->score[0] + s->score[1] + 10 * (uint64_t)s->turns;
        g->order[i] = (4095 - banked) << 44 | (uint64_t)(2047 - s->turn) << 33 |
                      (uint64_t)(s->phase == RACE_DECIDE) << 32 | i;
    }
    qsort(g->order, g->states, sizeof *g->order, compare_keys);
}

/* One pass over states of the same banked points, from `at` on; returns the largest change. */
HELPER double sweep_level(graph *g, size_t at, size_t end)
{
    double change = 0;
    for (; at < end; at++) {
        size_t i = (uint32_t)g->order[at];
        double value = backup(g, i);
        change = fmax(change, fabs(value - g->value[i]));
        g->value[i] = value;
    }
    return change;
}

HELPER double sweep(graph *g)
{
    double change = 0;
    for (size_t at = 0, end; at < g->states; at = end) {
        for (end = at; end < g->states && g->order[end] >> 44 == g->order[at] >> 44;) end++;
        double first = sweep_level(g, at, end), more = first;
        while (more > 1e-14) more = sweep_level(g, at, end);
        change = fmax(change, first);
    }
    return change;
}

/* Fills the values; returns the start's. */
HELPER double solve_graph(graph *g)
{
    alea_state start = alea_game_start(g->game);
    index_of(g, look(&start));
    for (size_t i = 0; i < g->states; i++) connect_all(g, i);
    g->first[g->states] = g->edges;
    g->value = calloc(g->states, sizeof *g->value);
    sort_states(g);
    while (sweep(g) > 1e-14) continue;
    return g->value[0];
}

/* The move with the better value, holding in a tie. */
HELPER int best_move(graph *g, const alea_state *state)
{
    if (wins_by_holding(g, state, look(state).mover)) return RACE_HOLD_MOVE;
    alea_state held = *state, rolled = *state;
    play(g->game, &held, RACE_HOLD_MOVE);
    play(g->game, &rolled, RACE_ROLL_MOVE);
    double hold_value = g->value[index_of(g, look(&held))], roll_value = g->value[index_of(g, look(&rolled))];
    bool first = look(state).mover == 0;
    return first ? roll_value > hold_value : roll_value < hold_value;
}

HELPER void free_graph(graph *g)
{
    free(g->state);
    free(g->value);
    free(g->first);
    free(g->edge);
    free(g->weight);
    free(g->cost);
    free(g->order);
    free(g->slot);
}

/* A graph_player that asks a policy of the game. */
HELPER int ask_policy(void *policy, const alea_game *game, const alea_state *state)
{
    alea__memo memo = {{0}};
    return (int)game->family->policy->decide(game->rules, policy, state, &memo, NULL);
}
#endif
