/* The value of a policy: one pass over all positions with its moves instead of the best ones. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/messages.h"
#include "family/despirala/solve/plan.h"
#include "family/despirala/solve/sweep.h"
#include "family/despirala/solve/workspace.h"

#include <string.h>

/* Greedy's best choice within a combination, regardless of the others: [(combination * (most_goods + 1) + goods) * rolls +
   roll]. */
typedef struct taste {
    double *promise;
    uint8_t *target;
} taste;

typedef struct evaluation {
    despirala_sweep sweep;
    const despirala_game *game;
    const despirala_kernel *kernel;
    const despirala_bot *bot;
    double *value; /* [place]: value under the policy */
    taste taste;   /* of greedy */
} evaluation;

/* A thread's data. */
typedef struct evaluation_workspace {
    despirala_workspace *work;    /* of its values */
    despirala_model_moves *moves; /* its moves */
    double *worth;                /* [(combination * (dice + 1) + kept) * stride + goods]: in a collect */
} evaluation_workspace;

/* ---- moves ---- */

/* Computes greedy's choice within each combination, after every roll and with every number of goods. */
static alea_status greedy_tastes(const despirala_game *game, taste *t, alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    const uint32_t width = game->graph->most_goods + 1;
    const size_t count = (size_t)rules->combinations * width * rules->rolls;
    t->promise = alea__alloc_array(count, sizeof *t->promise);
    t->target = alea__alloc_array(count, sizeof *t->target);
    if (!t->promise || !t->target) return alea__out_of_memory(error);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *dice = rules->faces + i % rules->rolls * rules->sides;
        const uint32_t goods = (uint32_t)(i / rules->rolls % width);
        const despirala_combination c = rules->combination[i / rules->rolls / width];
        for (uint32_t k = c.first; k < c.first + c.count; k++) {
            const double p = despirala_promise(rules, &rules->target[k], dice, goods);
            if (k > c.first && (rules->least ? p >= t->promise[i] : p <= t->promise[i])) continue;
            t->promise[i] = p;
            t->target[i] = (uint8_t)k;
        }
    }
    return ALEA_OK;
}

/* Greedy's move after a roll: its taste, worked out before, among the combinations that are left. */
static uint8_t greedy_move(const evaluation *w, uint32_t used, uint32_t goods, uint32_t roll)
{
    const despirala_rules *rules = &w->game->rules;
    size_t best = SIZE_MAX;
    for (uint32_t c = 0; c < rules->combinations; c++) {
        const size_t at = ((size_t)c * (w->game->graph->most_goods + 1) + goods) * rules->rolls + roll;
        if (used >> c & 1) continue;
        if (best == SIZE_MAX || (rules->least ? w->taste.promise[at] < w->taste.promise[best]
                                              : w->taste.promise[at] > w->taste.promise[best]))
            best = at;
    }
    ALEA_ASSERT(best != SIZE_MAX);
    return (uint8_t)(DESPIRALA_TARGET + w->taste.target[best]);
}

/* Whether greedy rolls on with this many dice kept, on which alone its decision depends. */
static bool greedy_goes_on(const evaluation *w, uint32_t used, uint32_t target, uint32_t kept)
{
    despirala_state s;
    ALEA_ASSERT(w->game->rules.target[target].collect > 0 && kept < w->game->rules.dice);
    despirala_start(&w->game->rules, &s);
    s.phase = DESPIRALA_COLLECT;
    s.gained = true;
    s.rolled = 0;
    s.doing = (uint8_t)target;
    s.player[0].used = (uint16_t)used;
    s.player[0].goods = 1;
    const uint32_t face = w->game->rules.target[target].collect - 1u;
    s.dice[face] = (uint8_t)kept;
    s.dice[face == 0 ? 1 : 0] = (uint8_t)(w->game->rules.dice - kept);
    return despirala_decide(&w->game->rules, w->bot, &s, NULL) == despirala_go_on(&w->game->rules);
}

/* Fills the workspace's moves of a mask with what greedy does, as despirala_model_moves_fill does for a model. */
static void ask_greedy(const evaluation *w, const evaluation_workspace *d, uint32_t used)
{
    const despirala_rules *rules = &w->game->rules;
    const size_t width = w->game->graph->most_goods + 1;
    for (uint32_t g = 0; g <= despirala_goods_in(rules, used); g++)
        for (uint32_t roll = 0; roll < rules->rolls; roll++)
            d->moves->move[(size_t)g * rules->rolls + roll] = greedy_move(w, used, g, roll);
    for (uint32_t i = 0; i < d->work->collects; i++)
        for (uint32_t kept = 0; kept < rules->dice; kept++) {
            const uint32_t c = d->work->collect[i];
            memset(d->moves->go_on + (c * (rules->dice + 1) + kept) * width,
                   greedy_goes_on(w, used, rules->combination[c].first, kept), width);
        }
}

/* ---- collects ---- */

static double *worth_of(const evaluation_workspace *d, uint32_t combination, uint32_t kept)
{
    const uint32_t row = combination * (d->work->game->rules.dice + 1) + kept;
    return d->worth + (size_t)row * d->work->subgames->stride;
}

/* The value of a collect when the policy plays it. */
static void follow_collect(const evaluation *w, const evaluation_workspace *d, uint32_t c)
{
    const uint32_t dice = w->game->rules.dice;
    const size_t width = w->game->graph->most_goods + 1;
    for (uint32_t g = 0; g <= d->work->goods; g++)
        for (uint32_t kept = 0; kept <= dice; kept++) {
            const bool can = g > 0 && kept < dice;
            const double stop = despirala_stopping(d->work, c, kept, g),
                         on = can ? despirala_rolling_on(d->work, worth_of(d, c, 0), kept, g) : stop;
            double worth = stop;
            if (w->bot->kind == DESPIRALA_RANDOM)
                worth = stop / 2 + on / 2;
            else if (can && d->moves->go_on[(c * (dice + 1) + kept) * width + g])
                worth = on;
            worth_of(d, c, kept)[g] = worth;
        }
}

/* ---- a roll ---- */

/* With the sign of the workspace. */
static double attempt(const evaluation_workspace *d, uint32_t target, uint32_t roll, uint32_t goods)
{
    const despirala_workspace *work = d->work;
    const despirala_rules *rules = &work->game->rules;
    const despirala_target *t = &rules->target[target];
    const despirala_subgame *p = &work->subgames->subgame[t->combination];
    if (p->collect) return worth_of(d, t->combination, p->entry_of[roll])[goods];
    const uint32_t first = rules->combination[t->combination].first;
    const uint32_t stage = p->stage_of[(target - first) * rules->rolls + roll];
    return work->stage[t->combination][stage * DESPIRALA_LANES + goods % DESPIRALA_LANES] +
           work->sign * t->points * p->chance[stage * work->subgames->stride + goods];
}

static double any_move(const evaluation_workspace *d, uint32_t roll, uint32_t goods, const double *reroll)
{
    const despirala_rules *rules = &d->work->game->rules;
    double sum = reroll ? *reroll : 0;
    uint32_t moves = reroll ? 1 : 0;
    for (uint32_t t = 0; t < rules->targets; t++)
        if (!(d->work->used >> rules->target[t].combination & 1)) {
            sum += attempt(d, t, roll, goods);
            moves++;
        }
    return sum / moves;
}

enum { SUMS = 16 /* side by side, as few additions one after the other as in the kernel */ };

/* The mean of the policy's value over all rolls, with this many goods. `reroll` is the value of a reroll; NULL: no rerolls. */
static double mean_of_rolls(const evaluation *w, const evaluation_workspace *d, uint32_t goods,
                            const double *reroll)
{
    const despirala_rules *rules = &w->game->rules;
    double sum[SUMS] = {0};
    for (uint32_t roll = 0; roll < rules->rolls; roll++) {
        const uint32_t move = d->moves->move[(size_t)goods * rules->rolls + roll];
        double worth;
        if (w->bot->kind == DESPIRALA_RANDOM)
            worth = any_move(d, roll, goods, reroll);
        else
            worth =
                move == despirala_reroll(rules) ? *reroll : attempt(d, move - DESPIRALA_TARGET, roll, goods);
        sum[roll % SUMS] += d->work->subgames->weight[roll] * worth;
    }
    for (uint32_t step = SUMS / 2; step > 0; step /= 2)
        for (uint32_t i = 0; i < step; i++) sum[i] += sum[i + step];
    return sum[0];
}

/* The policy's values in all positions of one mask. */
static void follow_mask(void *user, void *local, uint32_t mask)
{
    const evaluation *w = user;
    const evaluation_workspace *d = local;
    double *value = w->value + w->game->graph->first[mask], before = 0;
    despirala_workspace_begin(d->work, despirala_next_layer(w->game, w->value, mask), mask);
    if (w->bot->kind == DESPIRALA_PLAN)
        despirala_model_moves_fill(w->game, w->bot->model, mask, w->bot->go_on, d->moves);
    else if (w->bot->kind == DESPIRALA_GREEDY)
        ask_greedy(w, d, mask);
    for (uint32_t i = 0; i < d->work->collects; i++) follow_collect(w, d, d->work->collect[i]);
    for (uint32_t g = 0; g <= d->work->goods; g++) {
        if (g % DESPIRALA_LANES == 0) w->kernel->fill_values(d->work, g);
        before = mean_of_rolls(w, d, g, g > 0 && w->game->rules.may_reroll ? &before : NULL);
        value[g] = d->work->sign * before;
    }
}

/* ---- */

static void evaluation_end(void *user, void *local)
{
    evaluation_workspace *d = local;
    (void)user;
    despirala_workspace_free(d->work);
    despirala_model_moves_free(d->moves);
    alea__free(d->worth);
    alea__free(d);
}

/* A workspace of one thread. */
static alea_status evaluation_start(void *user, void **local, alea_error *error)
{
    const evaluation *w = user;
    const despirala_rules *rules = &w->game->rules;
    evaluation_workspace *d = alea__alloc(sizeof *d);
    if (!d) return alea__out_of_memory(error);
    d->worth = alea__alloc_array(
        (size_t)rules->combinations * (rules->dice + 1) * w->game->graph->subgames->stride, sizeof *d->worth);
    alea_status status =
        d->worth ? despirala_workspace_make(w->game, &d->work, error) : alea__out_of_memory(error);
    if (status == ALEA_OK) status = despirala_model_moves_make(w->game, &d->moves, error);
    if (status == ALEA_OK)
        *local = d;
    else
        evaluation_end(user, d);
    return status;
}

/* The bound of turn/error_bounds.c holds for the best of all moves, and as well for any one of them; for a mean of moves each step
   has about as many operations again. */
alea_status despirala_evaluate(const alea__problem *problem, alea_evaluation *out, alea_error *error)
{
    const despirala_game *game = despirala_game_of(problem->rules);
    if (problem->policy[1] || game->rules.seats != 1)
        return alea__fail(error, ALEA_E_REFUSED, DESPIRALA_EVALUATE_SEATS);
    evaluation w = {.sweep = {.game = game,
                              .threads = problem->options->threads,
                              .progress = &problem->options->progress,
                              .start = evaluation_start,
                              .end = evaluation_end,
                              .mask = follow_mask},
                    .game = game,
                    .kernel = despirala_best_kernel(),
                    .bot = (const despirala_bot *)problem->policy[0]};
    w.value = alea__alloc_array(game->graph->places, sizeof *w.value);
    alea_status status = w.value ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK && w.bot->kind == DESPIRALA_GREEDY) status = greedy_tastes(game, &w.taste, error);
    if (status == ALEA_OK) status = despirala_sweep_masks(&w.sweep, error);
    if (status == ALEA_OK) {
        const double value = w.value[game->graph->first[0] + game->rules.gain];
        const double wrong = despirala_error(game, 0, game->rules.gain) *
                             (w.bot->kind == DESPIRALA_RANDOM ? 2 + game->rules.targets / 16.0 : 1);
        ALEA_ASSERT(value >= -wrong && value <= game->rules.most_score + wrong);
        out->first = (alea_exact){.value = {value > wrong ? value - wrong : 0, value + wrong},
                                  .turns = {game->rules.combinations, game->rules.combinations}};
        out->second = out->first;
    }
    alea__free(w.value);
    alea__free(w.taste.promise);
    alea__free(w.taste.target);
    return status;
}
