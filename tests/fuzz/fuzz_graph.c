/* Random graphs and random bots: alea's referee and a second one that shares no code with it play the same games and must
   count the same. The rule file has states of every form, and gives their successors by `apply` or by second lists. */
#include "bot/bot.h"
#include "support/input.h"
#include "support/second_graph.h"

#include <alea/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const alea__family alea__graph_family;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GAMES = 24, STEPS = 5000, LARGEST_TEXT = 400 };

/* ---- the input ---- */

static void take_edges(fuzz_input *in, const second_graph *g, second_state *s)
{
    const bool heavy = fuzz_number(in, 8) == 0;
    unsigned name = 0;
    s->edges = 1 + fuzz_number(in, GRAPH_EDGES);
    for (unsigned i = 0; i < s->edges; i++) {
        name += fuzz_number(in, GRAPH_EDGES - s->edges + i - name + 1); /* ascending, and enough are left */
        s->edge[i] = (second_edge){.to = fuzz_number(in, g->states),
                                   .passes = fuzz_number(in, 2),
                                   .name = name++,
                                   .weight = 1 + fuzz_number(in, heavy ? 300 : 4)};
    }
}

/* The first state has all moves, so that these are numbered in their order; the last one is an end. */
static void take_graph(fuzz_input *in, second_graph *g)
{
    memset(g, 0, sizeof *g);
    g->players = 1 + fuzz_number(in, GRAPH_PLAYERS);
    g->states = 2 + fuzz_number(in, GRAPH_STATES - 1);
    g->pays = fuzz_number(in, 2);
    for (unsigned i = 0; i < g->states; i++) {
        second_state *s = &g->state[i];
        s->kind = fuzz_number(in, 3);
        if (i == 0) s->kind = SECOND_DECIDE;
        if (i == g->states - 1) s->kind = SECOND_END;
        if (s->kind != SECOND_END) take_edges(in, g, s);
        s->win = fuzz_number(in, 2);
        s->payment = (int)fuzz_number(in, 41) - 20;
    }
    second_state *first = &g->state[0];
    while (first->edges < GRAPH_EDGES)
        first->edge[first->edges++] = (second_edge){.to = fuzz_number(in, g->states), .passes = true};
    for (unsigned i = 0; i < GRAPH_EDGES; i++) first->edge[i].name = i;
}

/* Finds the reachable states, as bits, and the greatest payment at an end among them. Returns whether there is an end. */
static bool reach(second_graph *g)
{
    uint32_t reached = 1, before = 0;
    bool ends = false;
    while (before != reached) {
        before = reached;
        for (unsigned i = 0; i < g->states; i++)
            for (unsigned j = 0; before >> i & 1 && j < g->state[i].edges; j++)
                reached |= UINT32_C(1) << g->state[i].edge[j].to;
    }
    for (unsigned i = 0; i < g->states; i++) {
        if (!(reached >> i & 1) || g->state[i].kind != SECOND_END) continue;
        ends = true;
        if (abs(g->state[i].payment) > g->most) g->most = abs(g->state[i].payment);
    }
    return ends;
}

static void take_walker(fuzz_input *in, second_walker *b)
{
    static const int kinds[] = {WALKER_FIRST, WALKER_RANDOM, WALKER_PROGRAM, WALKER_PROGRAM};
    *b = (second_walker){.kind = kinds[fuzz_number(in, 4)]};
    b->modulus = 2 + fuzz_number(in, 60);
    b->own = fuzz_number(in, 64), b->count = fuzz_number(in, 64), b->place = fuzz_number(in, 64);
    b->plus = fuzz_number(in, 64);
    b->fails_at = fuzz_number(in, b->modulus * 3); /* mostly never */
}

/* ---- the same for alea ---- */

/* A state as a number, a string or a list. */
static void write_state(FILE *file, unsigned state, unsigned form)
{
    if (form == 0)
        fprintf(file, "%d", (int)state - 7);
    else if (form == 1)
        fprintf(file, "'at %u'", state);
    else
        fprintf(file, "{%u, -%u, 77}", state, state);
}

static const char number_text[] = "local function number(s)\n"
                                  "  if type(s) == 'number' then return s + 7 end\n"
                                  "  if type(s) == 'string' then return tonumber(s:sub(4)) end\n"
                                  "  return s[1]\n"
                                  "end\n";

static void write_nodes(FILE *file, fuzz_input *in, const second_graph *g)
{
    fprintf(file, "local node = {\n");
    for (unsigned i = 0; i < g->states; i++) {
        const second_state *s = &g->state[i];
        fprintf(file, "  [%u] = {state = ", i);
        write_state(file, i, fuzz_number(in, 3));
        fprintf(file, ", win = %s, payment = %d, listed = %s, names = {", s->win ? "true" : "false",
                s->payment, fuzz_number(in, 2) ? "true" : "false");
        for (unsigned j = 0; s->kind == SECOND_DECIDE && j < s->edges; j++)
            fprintf(file, "'move%u', ", s->edge[j].name);
        fprintf(file, "}, weights = {");
        for (unsigned j = 0; s->kind == SECOND_ROLL && j < s->edges; j++)
            fprintf(file, "%u, ", s->edge[j].weight);
        fprintf(file, "}, to = {");
        for (unsigned j = 0; j < s->edges; j++)
            fprintf(file, "%d, ", s->edge[j].passes ? -1 - (int)s->edge[j].to : (int)s->edge[j].to);
        fprintf(file, "}},\n");
    }
    fprintf(file, "}\n");
}

static const char functions_text[] =
    "local function go(to) if to < 0 then return pass(node[-1 - to].state) end return node[to].state end\n"
    "local function successors(n)\n"
    "  if not n.listed then return nil end\n"
    "  local list = {} for i, to in ipairs(n.to) do list[i] = go(to) end return list\n"
    "end\n"
    "local function moves(s)\n"
    "  local n = node[number(s)]\n"
    "  if #n.names > 0 then return n.names, successors(n) end\n"
    "end\n"
    "local function chances(s)\n"
    "  local n, same = node[number(s)], true\n"
    "  for i, weight in ipairs(n.weights) do same = same and weight == 1 end\n"
    "  if #n.weights > 0 then return same and #n.weights or n.weights, successors(n) end\n"
    "end\n"
    "local function apply(s, a, index)\n"
    "  local n = node[number(s)]\n"
    "  if #n.names > 0 and n.names[index] ~= a then error('another move') end\n"
    "  return go(n.to[#n.names > 0 and index or a])\n"
    "end\n";

/* The rule file; the caller frees it. */
static char *write_rules(fuzz_input *in, const second_graph *g, size_t *size)
{
    char *text;
    FILE *file = open_memstream(&text, size);
    fputs(number_text, file);
    write_nodes(file, in, g);
    fputs(functions_text, file);
    fprintf(file,
            "return {name = 'x', family = 'graph', title = 'X', text = 'X.', rules = function(p) return {\n"
            "players = %u, start = function() return node[0].state end, moves = moves, chances = chances,\n"
            "apply = apply, payoff = function(s) local n = node[number(s)] return {win = n.win%s} end%s} "
            "end}\n",
            g->players,
            !g->pays          ? ""
            : g->players == 2 ? ", money = n.payment"
                              : ", score = n.payment",
            g->players == 1 && fuzz_number(in, 2) ? ", turns = true" : "");
    fclose(file);
    return text;
}

/* NULL if no move ends the game, which is then refused. */
static alea_game *open_graph(fuzz_input *in, second_graph *g)
{
    static const alea__family *const families[] = {&alea__graph_family, NULL};
    size_t size;
    const bool ends = reach(g);
    char *text = write_rules(in, g, &size);
    alea_game *game = NULL;
    alea_error error = {0};
    const alea__rule_file file = {.text = (const unsigned char *)text, .size = size};
    const alea_status status = alea__game_open_file("x.lua", &file, families, &game, &error);
    if (status != (ends ? ALEA_OK : ALEA_E_RULES)) {
        fprintf(stderr, "%s\n%s", error.message, text);
        abort();
    }
    free(text);
    return game;
}

static alea_bot *open_walker(const alea_game *game, const second_walker *b)
{
    static const char program[] = "%sreturn function(view) local moves = #view.moves\n"
                                  "local x = (number(view.state) * %u + moves * %u + view.seat * %u + %u) %% "
                                  "%u\n"
                                  "return x ~= %u and view.moves[x %% moves + 1] end\n";
    char text[sizeof number_text + sizeof program + LARGEST_TEXT];
    alea_bot *bot;
    alea_status status;
    if (b->kind == WALKER_PROGRAM) {
        const int size = snprintf(text, sizeof text, program, number_text, b->own, b->count, b->place,
                                  b->plus, b->modulus, b->fails_at);
        status = alea__lua_bot_read(game, &(alea__bot_text){"x.lua", text, (size_t)size}, NULL, &bot, NULL);
    } else {
        status = alea_bot_open(game, b->kind == WALKER_FIRST ? "first" : "random", NULL, &bot, NULL);
    }
    if (status != ALEA_OK) abort();
    return bot;
}

/* ---- comparing ---- */

static void same_counts(const alea_run_result *r, const second_counts *c)
{
    bool same = r->unfinished == c->unfinished && r->turns == c->turns;
    for (unsigned i = 0; i < r->players; i++) {
        const alea_standing *s = &r->standing[i];
        same =
            same && s->wins == c->wins[i] && s->forfeits == c->forfeits[i] && s->money_total == c->money[i];
        if (!same)
            fprintf(stderr, "%llu wins, %llu forfeits, %lld dollars; second referee: %llu, %llu, %lld\n",
                    (unsigned long long)s->wins, (unsigned long long)s->forfeits, (long long)s->money_total,
                    (unsigned long long)c->wins[i], (unsigned long long)c->forfeits[i],
                    (long long)c->money[i]);
    }
    if (same) return;
    fprintf(stderr, "%llu turns, %llu unfinished; second referee: %llu, %llu\n", (unsigned long long)r->turns,
            (unsigned long long)r->unfinished, (unsigned long long)c->turns,
            (unsigned long long)c->unfinished);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_input_of(data, size);
    const uint64_t seed = fuzz_number(&in, 65536) * UINT64_C(0x9E3779B97F4A7C15);
    const second_length most = {.games = GAMES, .steps = STEPS};
    second_graph graph;
    second_walker walkers[GRAPH_PLAYERS];
    second_counts second;
    alea_bot *bots[GRAPH_PLAYERS];
    alea_run_result *result;
    take_graph(&in, &graph);
    alea_game *game = open_graph(&in, &graph);
    if (!game) return 0;
    for (unsigned i = 0; i < graph.players; i++) {
        take_walker(&in, &walkers[i]);
        bots[i] = open_walker(game, &walkers[i]);
    }
    const alea_run_options options = {.games = second_walk(&graph, walkers, seed, &most, &second),
                                      .seed = seed,
                                      .seed_given = true,
                                      .threads = 1};
    if (alea_run_match(game, bots, graph.players, &options, &result, NULL) != ALEA_OK) abort();
    same_counts(result, &second);
    alea_run_result_free(result);
    for (unsigned i = 0; i < graph.players; i++) alea_bot_free(bots[i]);
    alea_game_free(game);
    return 0;
}
