#include "support/second_graph.h"
#include "support/second_random.h"

#include <string.h>

enum { LIMIT = 10000, FORFEITS = 16 };

typedef struct walk_game {
    const second_graph *graph;
    const second_walker *bot[GRAPH_PLAYERS]; /* by seat */
    bool skipped[GRAPH_PLAYERS];
    second_dice dice;
    second_source decisions[GRAPH_PLAYERS];
    unsigned state, seat, turns, in_turn, steps;
    int winner, forfeited; /* seats, or -1 */
    bool over, unfinished;
} walk_game;

static void walk_begin(walk_game *g, const second_graph *graph, uint64_t seed, unsigned number)
{
    *g = (walk_game){.graph = graph, .dice = second_dice_of(seed, number), .winner = -1, .forfeited = -1};
    for (unsigned seat = 0; seat < graph->players; seat++)
        g->decisions[seat] = second_of(seed, number, 1 + seat);
}

/* One of this many, each as likely: a word is used if it is below the largest multiple of `count` that is below 2^32. */
static unsigned walk_draw(second_source *source, unsigned count)
{
    const uint32_t fair = UINT32_MAX / count * count;
    uint32_t word;
    do word = second_word(source);
    while (word >= fair);
    return word % count;
}

/* The number of an edge; -1: the bot fails. */
static int walk_decide(walk_game *g)
{
    const second_walker *b = g->bot[g->seat];
    const unsigned moves = g->graph->state[g->state].edges;
    if (g->skipped[g->seat]) return -1;
    if (b->kind == WALKER_FIRST) return 0;
    if (b->kind == WALKER_RANDOM) return (int)walk_draw(&g->decisions[g->seat], moves);
    const unsigned x = (g->state * b->own + moves * b->count + g->seat * b->place + b->plus) % b->modulus;
    return x == b->fails_at ? -1 : (int)(x % moves);
}

/* An outcome of weight w is w sides of one die, in the order of the outcomes; a die has at least two sides. */
static unsigned walk_roll(walk_game *g)
{
    const second_state *s = &g->graph->state[g->state];
    unsigned sides = 0, edge = 0;
    for (unsigned i = 0; i < s->edges; i++) sides += s->edge[i].weight;
    unsigned side = second_die(&g->dice, sides > 1 ? sides : 2) - 1;
    if (s->edges == 1) return 0;
    while (side >= s->edge[edge].weight) side -= s->edge[edge++].weight;
    return edge;
}

static void walk_forfeit(walk_game *g)
{
    g->forfeited = (int)g->seat;
    g->turns++;
    g->over = true;
    if (g->graph->players == 2)
        g->winner = 1 - (int)g->seat;
    else
        g->unfinished = true;
}

/* Whoever is to move in an end has won, or has not. */
static void walk_end(walk_game *g)
{
    g->over = true;
    g->turns++;
    if (g->graph->state[g->state].win)
        g->winner = (int)g->seat;
    else if (g->graph->players == 2)
        g->winner = 1 - (int)g->seat;
}

static void walk_take(walk_game *g, const second_edge *edge)
{
    g->state = edge->to;
    g->in_turn++;
    if (edge->passes && g->graph->players == 2) g->seat = 1 - g->seat;
    if (g->graph->state[g->state].kind == SECOND_END) {
        walk_end(g);
        return;
    }
    if (edge->passes) g->turns++, g->in_turn = 0;
    g->over = g->unfinished = g->turns == LIMIT || g->in_turn == LIMIT;
}

static void walk_play(walk_game *g)
{
    while (!g->over) {
        const second_state *s = &g->graph->state[g->state];
        const int edge = s->kind == SECOND_ROLL ? (int)walk_roll(g) : walk_decide(g);
        g->steps++;
        if (edge < 0)
            walk_forfeit(g);
        else
            walk_take(g, &s->edge[edge]);
    }
}

static void walk_count(const walk_game *g, const unsigned *bot_in, second_counts *out)
{
    const int payment = g->graph->state[g->state].payment;
    out->turns += g->turns;
    out->unfinished += g->unfinished;
    if (g->forfeited >= 0) out->forfeits[bot_in[g->forfeited]]++;
    if (g->winner >= 0) out->wins[bot_in[g->winner]]++;
    if (!g->graph->pays || g->unfinished || g->graph->players == 1) return;
    const int receives = g->forfeited < 0 ? payment : -g->graph->most;
    out->money[bot_in[g->seat]] += receives;
    out->money[bot_in[1 - g->seat]] -= receives;
}

unsigned second_walk(const second_graph *graph, const second_walker *bots, uint64_t seed,
                     const second_length *most, second_counts *out)
{
    unsigned number = 0;
    uint64_t steps = 0;
    memset(out, 0, sizeof *out);
    for (; number < most->games && steps < most->steps; number++) {
        walk_game g;
        unsigned bot_in[GRAPH_PLAYERS];
        walk_begin(&g, graph, seed, number);
        for (unsigned i = 0; i < graph->players; i++) {
            const unsigned seat = (i + number) % graph->players;
            bot_in[seat] = i;
            g.bot[seat] = &bots[i];
            g.skipped[seat] = out->forfeits[i] >= FORFEITS;
        }
        walk_play(&g);
        walk_count(&g, bot_in, out);
        steps += g.steps;
    }
    return number;
}
