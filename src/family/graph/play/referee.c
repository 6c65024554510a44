/* The plain referee: each move and each roll follows an edge of the graph. */
#include "base/assert.h"
#include "base/error.h"
#include "family/graph/graph.h"
#include "family/graph/messages.h"

#include <string.h>

enum { NOBODY = -1 };

void graph_stand(const graph_rules *g, uint32_t node, alea_state *out)
{
    ALEA_ASSERT(node < g->graph.nodes);
    graph_state s = {.node = node, .over = g->graph.kind[node] == ALEA__END, .loser = NOBODY};
    memset(out, 0, sizeof *out); /* states are compared by their bytes */
    graph_store(&s, out);
}

void graph_start(const alea__rules *rules, alea_state *state)
{
    graph_stand(graph_rules_of(rules), graph_rules_of(rules)->graph.start, state);
}

/* ---- moves ---- */

int graph_to_move(const alea__rules *rules, const alea_state *state)
{
    graph_state s = graph_state_of(state);
    if (s.over) return ALEA_OVER;
    return graph_rules_of(rules)->graph.kind[s.node] == ALEA__ROLL ? ALEA_CHANCE : (int)s.seat;
}

unsigned graph_move_count(const alea__rules *rules, const alea_state *state)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_state s = graph_state_of(state);
    return !s.over && g->graph.kind[s.node] == ALEA__DECIDE ? alea__edges_of(&g->graph, s.node) : 0;
}

uint32_t graph_move(const alea__rules *rules, const alea_state *state, unsigned index)
{
    const graph_rules *g = graph_rules_of(rules);
    ALEA_ASSERT(index < graph_move_count(rules, state));
    return g->graph.mark[g->graph.first[graph_state_of(state).node] + index];
}

const char *graph_move_name(const alea__rules *rules, uint32_t move)
{
    const graph_rules *g = graph_rules_of(rules);
    return move < g->moves.count ? graph_name_of(g, move) : "?";
}

/* ---- chance ---- */

static uint32_t chance_weights(const graph_rules *g, uint32_t node)
{
    uint32_t weights = 0;
    for (uint32_t edge = g->graph.first[node]; edge < g->graph.first[node + 1]; edge++)
        weights += g->graph.mark[edge];
    return weights;
}

const char *graph_outcome_name(const graph_rules *g, uint32_t edge)
{
    graph_key key;
    if (!g->outcome || g->outcome[edge] == 0) return NULL;
    graph_key_of(&g->outcomes, g->outcome[edge] - 1, &key);
    return key.form == GRAPH_TEXT ? key.text : NULL;
}

/* The number of dice that a chance node rolls, and their sides. Returns 0 if its outcomes have no faces: the chance is then
   a single die with as many sides as the weights add up to. */
static uint32_t chance_dice(const graph_rules *g, uint32_t node, uint32_t *sides)
{
    graph_key key;
    const uint32_t edge = g->graph.first[node];
    if (!g->outcome || g->outcome[edge] == 0) return 0;
    graph_key_of(&g->outcomes, g->outcome[edge] - 1, &key);
    if (key.form != GRAPH_TUPLE) return 0;
    *sides = graph_sides_of(chance_weights(g, node), key.size);
    return key.size;
}

uint32_t graph_sides_of(uint64_t rolls, uint32_t dice)
{
    for (uint32_t sides = 1;; sides++) {
        uint64_t all = 1;
        for (uint32_t i = 0; i < dice && all <= rolls; i++) all *= sides;
        if (all >= rolls) return all == rolls ? sides : 0;
        if (dice == 1) sides = (uint32_t)rolls - 1;
    }
}

/* The number of outcomes: sides of the single die, or rolls of the dice as numbered by alea__dice_faces. */
uint32_t graph_chance_count(const alea__rules *rules, const alea_state *state)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_state s = graph_state_of(state);
    return s.over || g->graph.kind[s.node] != ALEA__ROLL ? 0 : chance_weights(g, s.node);
}

bool graph_rolls_dice(const alea__rules *rules, const alea_state *state)
{
    uint32_t sides;
    return chance_dice(graph_rules_of(rules), graph_state_of(state).node, &sides) > 0;
}

unsigned graph_chance_faces(const alea__rules *rules, const alea_state *state, uint32_t outcome,
                            uint32_t faces[16])
{
    uint32_t sides;
    const uint32_t dice = chance_dice(graph_rules_of(rules), graph_state_of(state).node, &sides);
    if (dice > 0) return alea__dice_faces(sides, dice, outcome, faces);
    faces[0] = outcome + 1;
    return 1;
}

/* The name of the edge at `index`, and in *outcome the first side of the die that leads along it. */
const char *graph_chance_name(const alea__rules *rules, const alea_state *state, size_t index,
                              uint32_t *outcome)
{
    const graph_rules *g = graph_rules_of(rules);
    const uint32_t node = graph_state_of(state).node, first = g->graph.first[node];
    if (index >= g->graph.first[node + 1] - first) return NULL;
    *outcome = 0;
    for (size_t i = 0; i < index; i++) *outcome += g->graph.mark[first + i];
    return graph_outcome_name(g, first + (uint32_t)index);
}

/* The index of the outcome with these faces in any order, plus 1; 0 if there is none. */
static uint32_t chance_rolled(const graph_rules *g, uint32_t sides, uint32_t dice, uint32_t roll)
{
    uint32_t faces[16];
    graph_key key = {.form = GRAPH_TUPLE, .size = dice};
    alea__dice_faces(sides, dice, roll, faces);
    for (uint32_t i = 0; i < dice; i++) {
        uint32_t at = i;
        for (; at > 0 && key.number[at - 1] > (int64_t)faces[i]; at--) key.number[at] = key.number[at - 1];
        key.number[at] = faces[i];
    }
    return graph_find_key(&g->outcomes, &key) + 1;
}

uint32_t graph_outcome_edge(const graph_rules *g, uint32_t node, uint32_t outcome)
{
    uint32_t sides;
    const uint32_t dice = chance_dice(g, node, &sides);
    const uint32_t rolled = dice > 0 ? chance_rolled(g, sides, dice, outcome) : 0;
    for (uint32_t edge = g->graph.first[node]; edge < g->graph.first[node + 1]; edge++) {
        if (dice > 0 ? g->outcome[edge] == rolled : outcome < g->graph.mark[edge]) return edge;
        outcome -= dice > 0 ? 0 : g->graph.mark[edge];
    }
    return ALEA__NO_NODE;
}

/* ---- events ---- */

static void referee_end(graph_state *s, bool unfinished)
{
    s->over = 1;
    s->unfinished = unfinished;
}

/* Follows an edge, given as in the graph: counts steps and turns, and ends the game at an end node or a limit. */
static void referee_take(const graph_rules *g, graph_state *s, uint32_t to)
{
    const bool over = g->graph.kind[alea__target(to)] == ALEA__END;
    if (alea__passes(to) && g->graph.players == 2) s->seat ^= 1;
    s->steps++;
    if (alea__ends_turn(&g->graph, to)) {
        s->turns++;
        s->steps = 0;
    }
    s->node = alea__target(to);
    ALEA_ASSERT(s->node < g->graph.nodes);
    if (over || s->turns >= GRAPH_LIMIT || s->steps >= GRAPH_LIMIT) referee_end(s, !over);
}

static bool referee_find_move(const graph_rules *g, uint32_t node, uint32_t move, uint32_t *to)
{
    for (uint32_t edge = g->graph.first[node]; edge < g->graph.first[node + 1]; edge++)
        if (g->graph.mark[edge] == move) {
            *to = g->graph.to[edge];
            return true;
        }
    return false;
}

alea_status graph_apply(const alea__rules *rules, alea_state *state, uint32_t action, alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_state s = graph_state_of(state);
    uint32_t to = 0;
    if (s.over) return alea__fail(error, ALEA_E_STATE, GRAPH_OVER);
    if (g->graph.kind[s.node] == ALEA__DECIDE && !referee_find_move(g, s.node, action, &to))
        return alea__fail(error, ALEA_E_STATE, GRAPH_NO_MOVE, (unsigned)action);
    const uint32_t edge = g->graph.kind[s.node] == ALEA__ROLL ? graph_outcome_edge(g, s.node, action) : 0;
    if (edge == ALEA__NO_NODE)
        return alea__fail(error, ALEA_E_STATE, GRAPH_NO_ROLL, (unsigned)action,
                          (unsigned)graph_chance_count(rules, state) - 1);
    referee_take(g, &s, g->graph.kind[s.node] == ALEA__ROLL ? g->graph.to[edge] : to);
    graph_store(&s, state);
    return ALEA_OK;
}

/* With two players the other one wins; with one, the game stays unfinished. */
void graph_forfeit(const alea__rules *rules, alea_state *state)
{
    graph_state s = graph_state_of(state);
    ALEA_ASSERT(!s.over);
    s.loser = (int32_t)s.seat;
    s.turns++;
    referee_end(&s, graph_rules_of(rules)->graph.players == 1);
    graph_store(&s, state);
}

/* ---- the outcome ---- */

static void referee_pay(alea_outcome *out, uint32_t seat, int32_t money)
{
    ALEA_ASSERT(seat < 2);
    out->money[seat] = money;
    out->money[seat ^ 1] = -(int64_t)money;
}

void graph_outcome(const alea__rules *rules, const alea_state *state, alea_outcome *out)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_state s = graph_state_of(state);
    *out = (alea_outcome){.winner = -1, .unfinished = s.unfinished, .turns = s.turns};
    if (s.loser >= 0 && g->graph.players == 2) { /* a forfeit costs the largest payment of the game */
        out->winner = s.loser ^ 1;
        referee_pay(out, (uint32_t)s.loser, -g->graph.worst);
    }
    if (s.loser >= 0 || s.unfinished) return;
    if (g->graph.payoff[ALEA_WIN]) {
        const int32_t won = g->graph.payoff[ALEA_WIN][s.node];
        if (won != ALEA__DRAW)
            out->winner = won ? (int)s.seat : g->graph.players == 2 ? (int)(s.seat ^ 1) : -1;
    }
    if (g->graph.payoff[ALEA_MONEY]) referee_pay(out, s.seat, g->graph.payoff[ALEA_MONEY][s.node]);
    if (g->graph.payoff[ALEA_SCORE]) out->score[s.seat] = g->graph.payoff[ALEA_SCORE][s.node];
}
