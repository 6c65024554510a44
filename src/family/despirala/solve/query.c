/* Queries: the value of each move in a position, from the values with one combination more. */
#include "exact/query.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/messages.h"
#include "family/despirala/solve/exact.h"
#include "family/despirala/solve/workspace.h"

#include <math.h>
#include <string.h>

/* A workspace, and its current contents. */
typedef struct query_work {
    despirala_workspace *work;
    double *worth;              /* of the collect that was worked out last */
    bool ready, upper;          /* whether it is filled, and for which bounds */
    uint32_t used, first_goods; /* the mask, and the first of the eight goods that were looked at last */
    uint32_t collect;           /* the combination that `worth` is of, or DESPIRALA_NONE */
} query_work;

/* With a workspace for each of the two bounds. */
typedef struct query_asker {
    const despirala_game *game;
    const alea__values *values;
    query_work work[2];
} query_asker;

typedef struct asked {
    const despirala_game *game;
    const despirala_rules *rules;
    const alea__values *values;
    const despirala_state *state;
    uint32_t used, goods;
    /* The greatest error of computed values; 0 for a sampled model, which is not checked. */
    double error;
    query_asker *asker;
    const despirala_workspace *work; /* ready for these goods and one of the bounds */
    const double *worth;             /* of the collect that is under way, if one is */
} asked;

/* ---- positions ---- */

/* Whether the game can reach this state, as far as its values depend on it. The caller may pass any bytes. */
static bool is_position(const despirala_rules *rules, const despirala_state *s)
{
    if (s->mover >= rules->seats || s->phase > DESPIRALA_COLLECT) return false;
    const despirala_player *me = &s->player[s->mover];
    uint32_t lying = 0;
    for (uint32_t f = 0; f < rules->sides; f++) lying += s->dice[f];
    if (me->used >= (1u << rules->combinations) - 1 || lying + s->rolled != rules->dice) return false;
    const bool doing = s->doing != DESPIRALA_NONE;
    if (doing && (s->doing >= rules->targets || me->used >> rules->target[s->doing].combination & 1))
        return false;
    if (s->phase == DESPIRALA_COLLECT && (!doing || rules->target[s->doing].collect == 0)) return false;
    return me->goods + (s->gained ? 0 : rules->gain) <= despirala_goods_in(rules, me->used);
}

/* The position that all dice are about to be rolled in. */
static alea_interval query_value(const asked *at, uint32_t goods)
{
    const uint32_t n = (uint32_t)__builtin_popcount(at->used);
    ALEA_ASSERT(goods <= despirala_goods_in(at->rules, at->used));
    const size_t place = at->game->graph->first[at->used] - despirala_layer_at(at->game->graph, n) + goods;
    return alea__matrix_at(&at->values->matrix[n], place);
}

/* ---- working it out, once for lower bounds and once for upper ones ---- */

/* The value of a target after all dice are rolled. */
static double query_target(const asked *at, uint32_t target, uint32_t roll)
{
    const despirala_target *t = &at->rules->target[target];
    const despirala_workspace *work = at->work;
    const despirala_subgame *p = &work->subgames->subgame[t->combination];
    const uint32_t lane = at->goods % DESPIRALA_LANES;
    if (p->collect) return work->sign * despirala_best_value(work, t->combination, roll)[lane];
    const uint32_t first = at->rules->combination[t->combination].first;
    const uint32_t stage = p->stage_of[(target - first) * at->rules->rolls + roll];
    return work->sign * work->stage[t->combination][stage * DESPIRALA_LANES + lane] +
           t->points * p->chance[stage * work->subgames->stride + at->goods];
}

/* The chance that the dice to be rolled turn the dice on the table into this roll; 0 if that is impossible. */
static double chance_of(const asked *at, uint32_t roll)
{
    double ways = 1;
    uint32_t left = at->state->rolled;
    for (uint32_t f = 0; f < at->rules->sides; f++) {
        const uint32_t shown = at->rules->faces[roll * at->rules->sides + f], lying = at->state->dice[f];
        if (shown < lying) return 0;
        for (uint32_t d = 0; d < shown - lying; d++, left--) ways *= (double)left / (d + 1);
    }
    for (uint32_t d = 0; d < at->state->rolled; d++) ways /= at->rules->sides;
    return ways;
}

/* The value of a move, or of the roll: points still to be scored, with the sign of the workspace removed. */
static double query_move(const asked *at, uint32_t move)
{
    const despirala_state *s = at->state;
    double sum = 0;
    for (uint32_t roll = 0; s->phase == DESPIRALA_ROLL && roll < at->rules->rolls; roll++) {
        const double chance = chance_of(at, roll);
        if (chance > 0) sum += chance * query_target(at, s->doing, roll);
    }
    if (s->phase == DESPIRALA_ROLL) return sum;
    if (s->phase == DESPIRALA_CHOOSE)
        return query_target(at, move - DESPIRALA_TARGET, despirala_rank(at->rules, s->dice));
    const despirala_target *t = &at->rules->target[s->doing];
    const uint32_t kept = s->dice[t->collect - 1];
    return at->work->sign * (move == DESPIRALA_STOP
                                 ? despirala_stopping(at->work, t->combination, kept, at->goods)
                                 : despirala_rolling_on(at->work, at->worth, kept, at->goods));
}

/* Begins with the mask, unless the workspace has it and has not looked at more goods than are left. */
static void query_begin(const asked *at, query_work *w, bool upper)
{
    if (w->ready && w->upper == upper && w->used == at->used && w->first_goods <= at->goods) return;
    const uint32_t n = (uint32_t)__builtin_popcount(at->used) + 1;
    const alea__matrix *m = n < at->rules->combinations ? &at->values->matrix[n] : NULL;
    despirala_workspace_begin(w->work, !m ? NULL : upper ? m->upper : m->lower, at->used);
    despirala_best_kernel()->fill_values(w->work, 0);
    *w = (query_work){w->work, w->worth, true, upper, at->used, 0, DESPIRALA_NONE};
}

/* Makes a workspace ready for the goods of the position. The kernel looks at goods in ascending order. */
static void query_prepare(asked *at, bool upper)
{
    query_work *w = &at->asker->work[upper];
    query_begin(at, w, upper);
    while (w->first_goods + DESPIRALA_LANES <= at->goods) {
        w->first_goods += DESPIRALA_LANES;
        despirala_best_kernel()->fill_values(w->work, w->first_goods);
    }
    at->work = w->work;
    at->worth = w->worth;
    if (at->state->phase != DESPIRALA_COLLECT) return;
    const uint32_t combination = at->rules->target[at->state->doing].combination;
    if (w->collect != combination) despirala_collect(w->work, combination, w->worth);
    w->collect = combination;
}

/* Lists all moves, or the roll if there is no decision. */
static void query_fill(asked *at, alea_answer *answer)
{
    alea_interval *only = &answer->value;
    for (int upper = 0; upper < 2; upper++) {
        query_prepare(at, upper);
        for (unsigned i = 0; i < (answer->count > 0 ? answer->count : 1); i++) {
            alea_interval *value = answer->count > 0 ? &answer->move[i].value : only;
            const uint32_t move = answer->count > 0 ? answer->move[i].move : 0;
            const bool reroll = answer->count > 0 && move == despirala_reroll(at->rules);
            if (reroll)
                *value = query_value(at, at->goods - 1);
            else if (upper)
                value->upper = query_move(at, move) + at->error;
            else
                value->lower = fmax(query_move(at, move) - at->error, 0);
            ALEA_ASSERT(!upper || value->lower <= value->upper);
        }
    }
}

/* ---- which move is best ---- */

static double query_merit(const asked *at, const alea_move_value *move)
{
    return alea__merit(move->value, at->rules->least);
}

/* A tie goes to a combination before its targets are looked at, as in model_moves.c. */
static unsigned query_best(const asked *at, const alea_answer *answer)
{
    const uint32_t targets = at->rules->targets;
    double most = -INFINITY, most_here = -INFINITY;
    unsigned first = 0;
    ALEA_ASSERT(answer->count > 0);
    for (unsigned i = 0; i < answer->count; i++) most = fmax(most, query_merit(at, &answer->move[i]));
    while (query_merit(at, &answer->move[first]) < most - DESPIRALA_TIE) first++;
    const uint32_t move = answer->move[first].move;
    if (move < DESPIRALA_TARGET || move > targets) return first;
    const uint8_t combination = at->rules->target[move - DESPIRALA_TARGET].combination;
    unsigned begin = answer->count, end = 0;
    for (unsigned i = 0; i < answer->count; i++) {
        const uint32_t m = answer->move[i].move;
        if (m < DESPIRALA_TARGET || m > targets ||
            at->rules->target[m - DESPIRALA_TARGET].combination != combination)
            continue;
        if (i < begin) begin = i;
        end = i + 1;
        most_here = fmax(most_here, query_merit(at, &answer->move[i]));
    }
    while (begin + 1 < end && query_merit(at, &answer->move[begin]) < most_here - DESPIRALA_TIE) begin++;
    return begin;
}

/* Puts the best move first, then the others by value; equal ones stay in the order of moves. */
static void query_sort(const asked *at, alea_answer *answer)
{
    const unsigned best = query_best(at, answer);
    const alea_move_value chosen = answer->move[best];
    memmove(answer->move + 1, answer->move, best * sizeof chosen);
    answer->move[0] = chosen;
    for (unsigned i = 2; i < answer->count; i++) {
        const alea_move_value moved = answer->move[i];
        unsigned k = i;
        for (; k > 1 && query_merit(at, &answer->move[k - 1]) < query_merit(at, &moved); k--)
            answer->move[k] = answer->move[k - 1];
        answer->move[k] = moved;
    }
    alea__answer_conclude(answer, at->rules->least);
    for (unsigned i = 1; i < answer->count; i++)
        answer->tied |=
            query_merit(at, &answer->move[i]) >= query_merit(at, &answer->move[0]) - DESPIRALA_TIE;
}

/* ---- */

/* Answers for a position whose moves have to be computed. */
static alea_status query_answer(asked *at, alea_answer *out, alea_error *error)
{
    alea_answer answer = {.count = despirala_count_moves(at->rules, at->state)};
    answer.move = alea__alloc_array(answer.count + 1, sizeof *answer.move);
    if (!answer.move) return alea__out_of_memory(error);
    for (uint32_t m = 0, i = 0; i < answer.count; m++)
        if (despirala_allows(at->rules, at->state, m))
            answer.move[i++] = (alea_move_value){.move = m, .name = at->game->move_name[m]};
    query_fill(at, &answer);
    if (answer.count > 0) query_sort(at, &answer);
    *out = answer;
    return ALEA_OK;
}

/* ---- asking ---- */

/* Workspaces are made when the first position needs one. */
static alea_status query_make_works(query_asker *a, alea_error *error)
{
    const size_t worths = (size_t)(a->game->rules.dice + 1) * a->game->graph->subgames->stride;
    alea_status status = ALEA_OK;
    for (unsigned i = 0; i < 2 && status == ALEA_OK; i++) {
        query_work *w = &a->work[i];
        if (!w->worth) w->worth = alea__alloc_array(worths, sizeof *w->worth);
        if (!w->worth) return alea__out_of_memory(error);
        if (!w->work) status = despirala_workspace_make(a->game, &w->work, error);
    }
    return status;
}

void despirala_query_close(void *query)
{
    query_asker *a = query;
    for (unsigned i = 0; i < 2 && a; i++) {
        despirala_workspace_free(a->work[i].work);
        alea__free(a->work[i].worth);
    }
    alea__free(a);
}

/* The value, and the moves from the best down if there is a decision. The value before a turn's roll is stored; all others
   are computed from the layer above. */
alea_status despirala_query_ask(void *query, const alea_state *state, alea_answer *out, alea_error *error)
{
    query_asker *a = query;
    const despirala_game *game = a->game;
    const despirala_state s = despirala_state_of(state);
    if (s.phase == DESPIRALA_FINISHED) return alea__fail(error, ALEA_E_STATE, DESPIRALA_ASK_OVER);
    if (!is_position(&game->rules, &s)) return alea__fail(error, ALEA_E_STATE, DESPIRALA_ASK_MISFIT);
    asked at = {.game = game,
                .rules = &game->rules,
                .values = a->values,
                .state = &s,
                .used = s.player[s.mover].used,
                .goods = s.player[s.mover].goods,
                .asker = a};
    if (s.phase == DESPIRALA_ROLL && s.doing == DESPIRALA_NONE) {
        *out = (alea_answer){.value = query_value(&at, at.goods + (s.gained ? 0 : game->rules.gain))};
        return ALEA_OK;
    }
    if (a->values->samples == 0) /* twice: the sum of query_move over rolls is longer than the kernel's */
        at.error = 2 * despirala_step_error(game, (uint32_t)__builtin_popcount(at.used), at.goods) +
                   game->rules.rolls * 0x1p-53 * game->rules.most_score;
    alea_status status = query_make_works(a, error);
    return status == ALEA_OK ? query_answer(&at, out, error) : status;
}

alea_status despirala_query_open(const alea__rules *rules, const alea__values *values, void **out,
                                 alea_error *error)
{
    query_asker *a = alea__alloc(sizeof *a);
    if (!a) return alea__out_of_memory(error);
    *a = (query_asker){.game = despirala_game_of(rules), .values = values};
    *out = a;
    return ALEA_OK;
}
