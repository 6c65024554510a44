/* The plain referee: goes from node to node, changes fields, and decides when a game is over and who has won. It contains no
   Lua: conditions and effects are data. */
#include "family/tabletop/tabletop.h"

/* ---- conditions ---- */

static bool referee_test(const tabletop_game *g, const alea_state *state, uint32_t mover,
                         const tabletop_test *t)
{
    int64_t value = tabletop_value(g, state, mover, t->a), than = t->n;
    if (t->comparison == TABLETOP_HAS) return ((uint32_t)value & (uint32_t)t->n) == (uint32_t)t->n;
    if (t->comparison == TABLETOP_LACKS) return ((uint32_t)value & (uint32_t)t->n) == 0;
    if (t->sum) value += tabletop_value(g, state, mover, t->b);
    if (t->versus) than += tabletop_value(g, state, mover, t->c);
    return t->comparison == TABLETOP_AT_LEAST ? value >= than : value <= than;
}

bool tabletop_holds(const tabletop_game *g, const alea_state *state, uint32_t mover, tabletop_list when)
{
    for (uint32_t i = 0; i < when.count; i++)
        if (!referee_test(g, state, mover, &g->test[when.first + i])) return false;
    return true;
}

bool tabletop_is_legal(const tabletop_game *g, const alea_state *state, uint32_t entry)
{
    const tabletop_head head = tabletop_head_of(state);
    const tabletop_node *node = &g->node[head.node];
    if (!tabletop_holds(g, state, head.seat, g->entry[entry].when)) return false;
    for (uint32_t i = entry; i > node->first && g->entry[i - 1].move == g->entry[entry].move; i--)
        if (tabletop_holds(g, state, head.seat, g->entry[i - 1].when)) return false;
    return true;
}

uint32_t tabletop_next_move(const tabletop_game *g, const alea_state *state, uint32_t from)
{
    const tabletop_node *node = &g->node[tabletop_head_of(state).node];
    for (uint32_t i = from; i < node->first + node->count; i++)
        if (g->entry[i].move != TABLETOP_NONE && tabletop_is_legal(g, state, i)) return i;
    return TABLETOP_NONE;
}

/* ---- effects ---- */

static uint32_t referee_clamp(int64_t value, uint32_t top)
{
    return value<0 ? 0 : value>(int64_t) top ? top : (uint32_t)value;
}

/* The bits of a field after an effect. */
static uint32_t referee_result(const tabletop_game *g, const alea_state *state, uint32_t mover,
                               const tabletop_effect *e)
{
    const tabletop_field *f = &g->field[e->place.field];
    const uint32_t raw = tabletop_bits(state, tabletop_bit(g, mover, e->place), f->width);
    int64_t n = e->n;
    if (e->counter) n = tabletop_value(g, state, mover, (tabletop_place){(uint8_t)(e->counter - 1), 0});
    if (f->kind == TABLETOP_NUMBER) n /= f->by;
    switch (e->operation) {
    case TABLETOP_WITH: return raw | (uint32_t)n;
    case TABLETOP_WITHOUT: return raw & ~(uint32_t)n;
    case TABLETOP_FILL: return raw & ~(UINT32_C(1) << e->box);
    case TABLETOP_TO: return referee_clamp(n, f->top);
    case TABLETOP_PLUS: return referee_clamp((int64_t)raw + n, f->top);
    default: return referee_clamp((int64_t)raw - n, f->top);
    }
}

static void referee_score(const tabletop_game *g, alea_state *state, uint32_t mover, int32_t points)
{
    const tabletop_place total = {(uint8_t)g->total, 0};
    const uint32_t bit = tabletop_bit(g, mover, total);
    const uint32_t raw = tabletop_bits(state, bit, TABLETOP_TOTAL_BITS);
    tabletop_set_bits(state, bit, TABLETOP_TOTAL_BITS,
                      referee_clamp((int64_t)raw + points, g->field[g->total].top));
}

/* All effects of a step read the fields as they were before it. */
static void referee_effects(const tabletop_game *g, alea_state *state, uint32_t mover, tabletop_list effects)
{
    uint32_t result[TABLETOP_MOST_EFFECTS];
    ALEA_ASSERT(effects.count <= TABLETOP_MOST_EFFECTS);
    for (uint32_t i = 0; i < effects.count; i++)
        result[i] = referee_result(g, state, mover, &g->effect[effects.first + i]);
    for (uint32_t i = 0; i < effects.count; i++) {
        const tabletop_effect *e = &g->effect[effects.first + i];
        const tabletop_field *f = &g->field[e->place.field];
        const uint32_t bit = tabletop_bit(g, mover, e->place);
        tabletop_set_bits(state, bit, f->width, result[i]);
        if (e->operation != TABLETOP_FILL) continue;
        if (f->shown_width)
            tabletop_set_bits(state, bit - f->bit + f->shown_bit + e->box * f->shown_width, f->shown_width,
                              (uint32_t)e->n);
    }
    for (uint32_t i = 0; i < effects.count; i++) /* what a box shows is added to the total besides */
        if (g->effect[effects.first + i].operation == TABLETOP_FILL)
            referee_score(g, state, mover, g->effect[effects.first + i].n);
}

void tabletop_apply_effects(const tabletop_game *g, alea_state *state, tabletop_list effects)
{
    referee_effects(g, state, tabletop_head_of(state).seat, effects);
}

/* ---- the end ---- */

/* What a player has at the end, by which a winner is found or which is the score. */
static int32_t referee_points(const tabletop_game *g, const alea_state *state, uint32_t seat)
{
    return g->winner != TABLETOP_MOVER || g->reaches ? tabletop_value(g, state, seat, g->value)
                                                     : tabletop_total(g, state, seat);
}

/* Whether a seat is ahead of another one by the field that decides. */
static bool referee_ahead(const tabletop_game *g, const alea_state *state, uint32_t seat, uint32_t other)
{
    const int32_t mine = referee_points(g, state, seat), others = referee_points(g, state, other);
    return g->winner == TABLETOP_LEAST ? mine < others : mine > others;
}

/* The next seat in turn of those that have not forfeited. */
static uint32_t referee_next(const tabletop_game *g, const tabletop_head *head, uint32_t seat)
{
    ALEA_ASSERT(head->lost != (1U << g->players) - 1);
    do seat = (seat + 1) % g->players;
    while (head->lost >> seat & 1);
    return seat;
}

/* The winner among all, 1 more than its seat; 0: a draw. The order of equal players begins with `first`. */
static uint32_t referee_best(const tabletop_game *g, const alea_state *state, const tabletop_head *head,
                             uint32_t first)
{
    uint32_t best = head->lost >> first & 1 ? referee_next(g, head, first) : first;
    bool tied = false;
    for (uint32_t k = 1; k < g->players; k++) {
        const uint32_t seat = (first + k) % g->players;
        if (seat == best || head->lost >> seat & 1) continue;
        const bool behind = referee_ahead(g, state, best, seat);
        const bool ahead = referee_ahead(g, state, seat, best);
        if (behind) continue;
        tied = !ahead;
        if (ahead || g->ties == TABLETOP_LAST) best = seat;
    }
    return tied && g->ties == TABLETOP_DRAW ? 0 : best + 1;
}

/* Ends the game after a turn of `mover`. */
static void referee_finish(const tabletop_game *g, alea_state *state, tabletop_head *head, uint32_t mover,
                           bool holds)
{
    for (uint32_t seat = 0; seat < g->players; seat++)
        for (uint32_t i = 0; i < g->bonuses; i++)
            if (tabletop_holds(g, state, seat, g->bonus[i].when))
                referee_effects(g, state, seat, g->bonus[i].effects);
    const uint32_t first = head->leader ? head->leader - 1U : 0;
    head->over = 1;
    head->leader = 0;
    if (g->players == 1)
        head->leader = g->has_win && tabletop_holds(g, state, 0, g->win);
    else if (g->winner != TABLETOP_MOVER)
        head->leader = (uint8_t)referee_best(g, state, head, first);
    else if (holds)
        head->leader = (uint8_t)(mover + 1);
    head->closing = 0;
}

/* Whether the game ends with this turn; updates what it takes to end it. `holds`: the condition of its end does. */
static bool referee_is_over(const tabletop_game *g, const alea_state *state, tabletop_head *head,
                            uint32_t mover, bool holds)
{
    const bool round = referee_next(g, head, mover) <= mover; /* ends with this turn */
    head->round = (uint16_t)(head->round + (g->rounds > 0 && round));
    if (holds && !head->closing) head->leader = (uint8_t)(mover + 1);
    if (g->rounds > 0 && head->round >= g->rounds) return true;
    if (g->ends == TABLETOP_AT_ONCE) return holds;
    if (g->ends == TABLETOP_ROUND) {
        head->closing |= holds;
        return head->closing && round;
    }
    const bool leads =
        head->closing && g->ends == TABLETOP_CHASE && referee_ahead(g, state, mover, head->leader - 1U);
    if (leads || (holds && !head->closing)) {
        head->leader = (uint8_t)(mover + 1);
        head->closing =
            (uint8_t)(g->players - (unsigned)__builtin_popcount(head->lost)); /* the others' turns, and 1 */
    } else if (head->closing) {
        head->closing--;
    }
    return head->closing == 1;
}

/* ---- turns ---- */

void tabletop_clear(const tabletop_game *g, alea_state *state)
{
    memset(state, 0, sizeof *state);
    for (uint32_t i = 0; i < g->fields; i++) {
        const tabletop_field *f = &g->field[i];
        const uint32_t parts = f->owner == TABLETOP_PLAYER ? g->players : 1;
        for (uint32_t seat = 0; seat < parts; seat++)
            tabletop_set_bits(state, seat * (f->owner == TABLETOP_PLAYER ? g->player_bits : 0) + f->bit,
                              f->width, f->start);
    }
}

void tabletop_begin_turn(const tabletop_game *g, alea_state *state, uint32_t seat)
{
    tabletop_head head = tabletop_head_of(state);
    head.node = g->begin.node;
    head.seat = (uint8_t)seat;
    head.steps = 0;
    for (uint32_t i = 0; i < g->fields; i++)
        if (g->field[i].owner == TABLETOP_COUNTER)
            tabletop_set_bits(state, g->field[i].bit, g->field[i].width, g->field[i].start);
    tabletop_set_head(state, &head);
    referee_effects(g, state, seat, g->begin.effects);
}

/* `counts`: whether the end of the game is looked for. */
static void referee_end_turn(const tabletop_game *g, alea_state *state, bool counts)
{
    tabletop_head head = tabletop_head_of(state);
    const uint32_t mover = head.seat;
    const bool holds = counts && g->has_over && tabletop_holds(g, state, mover, g->over);
    head.turns++;
    head.steps = 0;
    if (referee_is_over(g, state, &head, mover, holds)) {
        referee_finish(g, state, &head, mover, holds);
    } else if (head.turns >= TABLETOP_LIMIT) {
        head.over = head.unfinished = 1;
    } else {
        tabletop_set_head(state, &head);
        tabletop_begin_turn(g, state, referee_next(g, &head, mover));
        return;
    }
    tabletop_set_head(state, &head);
}

void tabletop_follow(const tabletop_game *g, alea_state *state, const tabletop_step *step)
{
    tabletop_head head = tabletop_head_of(state);
    referee_effects(g, state, head.seat, step->effects);
    if (step->node == TABLETOP_DONE) {
        referee_end_turn(g, state, true);
        return;
    }
    head.node = step->node;
    tabletop_set_head(state, &head);
}

#define REFEREE_STUCK (TABLETOP_NONE - 1)

/* The entry that is taken because no move is possible; TABLETOP_NONE if there is a move; REFEREE_STUCK if nothing is possible. */
static uint32_t referee_forced(const tabletop_game *g, const alea_state *state, const tabletop_node *node)
{
    const uint32_t seat = tabletop_head_of(state).seat;
    for (uint32_t i = node->first; i < node->first + node->count; i++)
        if (tabletop_holds(g, state, seat, g->entry[i].when))
            return g->entry[i].move == TABLETOP_NONE ? i : TABLETOP_NONE;
    return REFEREE_STUCK;
}

static void referee_cut(alea_state *state)
{
    tabletop_head head = tabletop_head_of(state);
    head.over = head.unfinished = 1;
    tabletop_set_head(state, &head);
}

void tabletop_pass_forced(const tabletop_game *g, alea_state *state)
{
    for (uint32_t steps = 0;; steps++) {
        const tabletop_head head = tabletop_head_of(state);
        const tabletop_node *node = &g->node[head.node];
        if (head.over || node->chance) return;
        const uint32_t forced = referee_forced(g, state, node);
        if (forced == TABLETOP_NONE) return;
        if (forced != REFEREE_STUCK) tabletop_follow(g, state, &g->entry[forced].step);
        if (tabletop_head_of(state).turns != head.turns) steps = 0;
        if (forced == REFEREE_STUCK || steps == TABLETOP_LIMIT) referee_cut(state);
    }
}

/* Counts a move or a roll within a turn. */
static void referee_count(alea_state *state, uint16_t turns)
{
    tabletop_head head = tabletop_head_of(state);
    if (head.over || head.turns != turns) return;
    head.steps++;
    tabletop_set_head(state, &head);
    if (head.steps >= TABLETOP_LIMIT) referee_cut(state);
}

/* ---- the functions of a family ---- */

void tabletop_start(const alea__rules *rules, alea_state *state)
{
    const tabletop_game *g = tabletop_game_of(rules);
    tabletop_clear(g, state);
    tabletop_begin_turn(g, state, 0);
    tabletop_pass_forced(g, state);
}

int tabletop_to_move(const alea__rules *rules, const alea_state *state)
{
    const tabletop_head head = tabletop_head_of(state);
    if (head.over) return ALEA_OVER;
    return tabletop_game_of(rules)->node[head.node].chance ? ALEA_CHANCE : head.seat;
}

int tabletop_turn_of(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return tabletop_head_of(state).seat;
}

/* The entry of legal move `index`; TABLETOP_NONE past the last, whose number *count gets. */
static uint32_t referee_find_entry(const tabletop_game *g, const alea_state *state, uint32_t index,
                                   unsigned *count)
{
    const tabletop_head head = tabletop_head_of(state);
    const tabletop_node *node = &g->node[head.node];
    uint32_t entry = head.over || node->chance ? TABLETOP_NONE : tabletop_next_move(g, state, node->first);
    for (*count = 0; entry != TABLETOP_NONE && (*count)++ != index;)
        entry = tabletop_next_move(g, state, entry + 1);
    return entry;
}

unsigned tabletop_move_count(const alea__rules *rules, const alea_state *state)
{
    unsigned count;
    referee_find_entry(tabletop_game_of(rules), state, UINT32_MAX, &count);
    return count;
}

uint32_t tabletop_move(const alea__rules *rules, const alea_state *state, unsigned index)
{
    const tabletop_game *g = tabletop_game_of(rules);
    unsigned count;
    const uint32_t entry = referee_find_entry(g, state, index, &count);
    ALEA_ASSERT(entry != TABLETOP_NONE);
    return g->entry[entry].move;
}

uint32_t tabletop_chance_count(const alea__rules *rules, const alea_state *state)
{
    const tabletop_game *g = tabletop_game_of(rules);
    const tabletop_head head = tabletop_head_of(state);
    return head.over || !g->node[head.node].chance ? 0 : g->node[head.node].count;
}

uint64_t tabletop_chance_weight(const alea__rules *rules, const alea_state *state, uint32_t outcome)
{
    const tabletop_game *g = tabletop_game_of(rules);
    const tabletop_node *node = &g->node[tabletop_head_of(state).node];
    ALEA_ASSERT(node->chance && outcome < node->count);
    return g->outcome[node->first + outcome].weight;
}

uint32_t tabletop_chance_weights(const alea__rules *rules, const alea_state *state)
{
    return tabletop_game_of(rules)->node[tabletop_head_of(state).node].weights;
}

uint32_t tabletop_chance_at(const alea__rules *rules, const alea_state *state, uint32_t at)
{
    const tabletop_game *g = tabletop_game_of(rules);
    const tabletop_node *node = &g->node[tabletop_head_of(state).node];
    uint32_t outcome = 0;
    ALEA_ASSERT(node->chance && at < node->weights);
    for (; at >= g->outcome[node->first + outcome].weight; outcome++)
        at -= g->outcome[node->first + outcome].weight;
    return outcome;
}

unsigned tabletop_chance_faces(const alea__rules *rules, const alea_state *state, uint32_t outcome,
                               uint32_t faces[16])
{
    const tabletop_game *g = tabletop_game_of(rules);
    const tabletop_node *node = &g->node[tabletop_head_of(state).node];
    ALEA_ASSERT(node->chance && outcome < node->count);
    faces[0] = outcome + 1;
    for (uint32_t i = 0; i < node->dice; i++) faces[i] = g->face[node->faces + outcome * node->dice + i];
    return node->dice ? node->dice : 1;
}

bool tabletop_play(const tabletop_game *g, alea_state *state, uint32_t action)
{
    const tabletop_head head = tabletop_head_of(state);
    const tabletop_node *node = &g->node[head.node];
    if (node->chance) {
        ALEA_ASSERT(action < node->count);
        tabletop_follow(g, state, &g->outcome[node->first + action].step);
    } else {
        uint32_t entry = node->first;
        const uint32_t end = node->first + node->count;
        while (entry < end && !(g->entry[entry].move == action && tabletop_is_legal(g, state, entry)))
            entry++;
        if (entry == end || action == TABLETOP_NONE) return false;
        tabletop_follow(g, state, &g->entry[entry].step);
    }
    tabletop_pass_forced(g, state);
    referee_count(state, head.turns);
    return true;
}

/* The others play on; the last one wins. */
void tabletop_forfeit(const alea__rules *rules, alea_state *state)
{
    const tabletop_game *g = tabletop_game_of(rules);
    tabletop_head head = tabletop_head_of(state);
    ALEA_ASSERT(!head.over && !(head.lost >> head.seat & 1));
    head.lost |= (uint8_t)(1U << head.seat);
    if (__builtin_popcount(head.lost) + 1U < g->players) {
        tabletop_set_head(state, &head);
        referee_end_turn(g, state, false);
        tabletop_pass_forced(g, state);
        return;
    }
    head.over = 1;
    head.unfinished = g->players == 1;
    head.leader = (uint8_t)(g->players == 1 ? 0 : referee_next(g, &head, head.seat) + 1);
    head.closing = 0;
    head.turns++;
    tabletop_set_head(state, &head);
}

void tabletop_outcome_of(const alea__rules *rules, const alea_state *state, alea_outcome *out)
{
    const tabletop_game *g = tabletop_game_of(rules);
    const tabletop_head head = tabletop_head_of(state);
    *out = (alea_outcome){.winner = -1, .unfinished = head.unfinished, .turns = head.turns};
    if (head.over && !head.unfinished) out->winner = (int)head.leader - 1;
    for (uint32_t seat = 0; seat < g->players; seat++) out->score[seat] = referee_points(g, state, seat);
}

/* Turns and steps matter to their limits only, and what stands in the boxes of a sheet to nothing. */
void tabletop_canonical(const alea__rules *rules, alea_state *state)
{
    const tabletop_game *g = tabletop_game_of(rules);
    tabletop_head head = tabletop_head_of(state);
    head.steps = head.turns = 0;
    tabletop_set_head(state, &head);
    for (uint32_t i = 0; i < g->fields; i++) {
        const tabletop_field *f = &g->field[i];
        const uint32_t parts = f->owner == TABLETOP_PLAYER ? g->players : 1;
        for (uint32_t at = 0; f->shown_width > 0 && at < parts * f->members; at++)
            tabletop_set_bits(
                state, at / f->members * g->player_bits + f->shown_bit + at % f->members * f->shown_width,
                f->shown_width, 0);
    }
}

void tabletop_swap_seats(const alea__rules *rules, alea_state *state)
{
    const tabletop_game *g = tabletop_game_of(rules);
    tabletop_head head = tabletop_head_of(state);
    ALEA_ASSERT(g->players == 2);
    head.seat ^= 1;
    if (head.leader) head.leader = (uint8_t)(3 - head.leader);
    head.lost = (uint8_t)((head.lost >> 1 & 1) | (head.lost << 1 & 2));
    tabletop_set_head(state, &head);
    for (uint32_t bit = 0; bit < g->player_bits; bit++) {
        const uint32_t mine = tabletop_bits(state, bit, 1),
                       theirs = tabletop_bits(state, g->player_bits + bit, 1);
        tabletop_set_bits(state, bit, 1, theirs);
        tabletop_set_bits(state, g->player_bits + bit, 1, mine);
    }
}
