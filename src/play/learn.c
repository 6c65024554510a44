/* Learning curves; see alea/learn.h. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "base/stopping.h"
#include "bot/freeze.h"
#include "play/learn_state.h"
#include "play/messages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIRST_POINT UINT64_C(1000)

typedef struct learning {
    alea__match match;
    alea__learners learners;
    alea_learn_options options;
    alea_learn_curve *curve;
    alea_bot *optimal; /* opened when it is first needed; NULL: the game has none */
    bool sought;       /* it was tried to open it */
    bool saves;        /* all learners do */
} learning;

static const alea_interval learn_unknown = {NAN, NAN};

static bool learn_keeps(const learning *l, unsigned bot)
{
    return alea__match_keeps(&l->match, l->match.bots[bot]);
}

/* ---- instances ---- */

static alea_status learn_start(learning *l, unsigned bot, alea_error *error)
{
    const alea__instance_id id = {.seed = l->match.seed, .bot = bot};
    alea_bot *b = l->match.bots[bot];
    if (l->learners.instance[bot]) return ALEA_OK;
    return b->ops->start(b, &id, &l->learners.instance[bot], error);
}

/* Starts the learners that are not there, with what they know. */
static alea_status learn_start_all(learning *l, const alea__known *known, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (unsigned i = 0; i < l->match.game->players && status == ALEA_OK; i++) {
        if (!learn_keeps(l, i)) continue;
        status = learn_start(l, i, error);
        if (status == ALEA_OK && known->bot[i].size > 0)
            status = l->match.bots[i]->ops->load(l->learners.instance[i], known->bot[i].data,
                                                 known->bot[i].size, error);
    }
    return status;
}

/* Saves what the learners know, ends them and starts them again with it, so that whoever continues from the file is where this
   match is. */
static alea_status learn_save(learning *l, alea_error *error)
{
    alea__known known = {{{0}}};
    alea_status status = learn_start_all(l, &known, error);
    for (unsigned i = 0; i < l->match.game->players && status == ALEA_OK; i++)
        if (learn_keeps(l, i))
            status = l->match.bots[i]->ops->save(l->learners.instance[i], &known.bot[i], error);
    if (status == ALEA_OK && l->options.state)
        status = alea__learn_write(&l->match, l->curve, &known, l->options.state, error);
    if (status == ALEA_OK) {
        alea__learners_end(&l->learners, l->match.bots);
        status = learn_start_all(l, &known, error);
    }
    alea__known_free(&known);
    return status;
}

/* ---- what it knows ---- */

/* Asks the paused learner; an alea_decide. */
static alea_status learn_ask(void *user, const alea_state *state, size_t count, uint32_t *move,
                             alea_error *error)
{
    const learning *l = user;
    for (size_t i = 0; i < count; i++) {
        alea__decision decision = {.failure = ALEA_NO_FAILURE};
        l->match.bots[0]->ops->decide(l->learners.instance[0], &state[i], &decision);
        if (decision.exhausted) return alea__out_of_memory(error);
        if (decision.stopped) return alea__stop(error);
        if (decision.failure) return alea__fail(error, ALEA_E_BOT, "%s", decision.text);
        move[i] = decision.move;
    }
    return ALEA_OK;
}

static alea_interval learn_less(alea_interval from, alea_interval what)
{
    return (alea_interval){from.lower - what.upper, from.upper - what.lower};
}

/* Whether a result is only not known; keeps the first reason. */
static bool learn_lacks(const learning *l, alea_status status, const alea_error *why)
{
    char *kept = l->curve->why;
    if (status != ALEA_E_REFUSED && status != ALEA_E_USAGE && status != ALEA_E_RANGE) return false;
    if (!*kept) snprintf(kept, sizeof l->curve->why, "%s", why->message);
    return true;
}

/* Evaluates a bot against another, or alone; leaves *out as it is if that is not known. */
static alea_status learn_evaluate(const learning *l, alea_bot *bot, alea_bot *other,
                                  const alea_solve_options *how, alea_interval *out, alea_error *error)
{
    alea_evaluation met;
    const alea_game *game = l->match.game;
    alea_status status = alea_bot_evaluate(game, bot, game->players == 1 ? NULL : other, l->curve->objective,
                                           how, &met, error);
    if (status == ALEA_OK) *out = met.mean.value;
    return learn_lacks(l, status, error) ? ALEA_OK : status;
}

/* How much less the policy gets than optimal play: against it, or alone. */
static alea_status learn_measure_loss(learning *l, alea_bot *frozen, const alea_solve_options *how,
                                      alea_learn_point *p, alea_error *error)
{
    const alea_objective objective = l->curve->objective;
    const bool alone = l->match.game->players == 1;
    const double even = objective == ALEA_WIN ? 0.5 : 0;
    alea_interval got = learn_unknown;
    if (!l->sought && alea_bot_open(l->match.game, "optimal", NULL, &l->optimal, NULL) != ALEA_OK)
        l->optimal = NULL;
    l->sought = true;
    if (!l->optimal) return ALEA_OK;
    alea_status status = learn_evaluate(l, alone ? l->optimal : frozen, l->optimal, how, &got, error);
    p->loss = !alone                    ? learn_less((alea_interval){even, even}, got)
              : objective == ALEA_TURNS ? learn_less(p->value, got)
                                        : learn_less(got, p->value);
    if (p->loss.lower < 0) p->loss.lower = 0;
    return status;
}

/* The exact results of the frozen policy, as far as they are known. It is asked on one thread. */
static alea_status learn_measure(learning *l, alea_bot *frozen, alea_learn_point *p, alea_error *error)
{
    const alea_game *game = l->match.game;
    alea_solve_options how = {.size = sizeof how, .threads = 1, .memory = l->options.memory};
    alea_best_response response;
    alea_table *table = NULL;
    alea__pure pure = {0};
    alea_status status = alea__purify(frozen, &how, &pure, error);
    alea__pure_clear(&pure);
    if (status != ALEA_OK) return status;
    how.threads = l->options.threads;
    how.progress = l->options.progress;
    how.progress.report = NULL;
    if (game->players == 1 || !learn_keeps(l, 1))
        status = learn_evaluate(l, frozen, l->match.bots[game->players - 1], &how, &p->value, error);
    if (status == ALEA_OK) status = learn_measure_loss(l, frozen, &how, p, error);
    if (status != ALEA_OK || game->players == 1) return status;
    status = alea_table_best_response(game, frozen, l->curve->objective, &how, &table, &response, error);
    if (status == ALEA_OK) p->exploitability = response.exploitability;
    alea_table_free(table);
    return learn_lacks(l, status, error) ? ALEA_OK : status;
}

/* Freezes the learner, and measures its policy. */
static alea_status learn_freeze(learning *l, alea_learn_point *p, alea_error *error)
{
    const alea__known nothing = {{{0}}};
    alea_bot *frozen, *bot = l->match.bots[0];
    alea_status status = learn_start_all(l, &nothing, error);
    if (status == ALEA_OK)
        status = alea_bot_from_function(l->match.game, bot->name, learn_ask, l, &frozen, error);
    if (status != ALEA_OK) return status;
    status = bot->ops->pause(l->learners.instance[0], true, error);
    if (status == ALEA_OK) {
        status = learn_measure(l, frozen, p, error);
        bot->ops->pause(l->learners.instance[0], false, NULL);
    }
    alea_bot_free(frozen);
    return status;
}

/* Adds a point. Whether there are exact results shows at the first. */
static alea_status learn_add_point(learning *l, const alea__tally *tally, alea_error *error)
{
    alea_learn_curve *c = l->curve;
    alea_error why;
    if (c->count == ALEA_LEARN_POINTS) return alea__fail(error, ALEA_E_RANGE, LEARN_POINTS);
    alea_learn_point p = {c->games, tally->games, NAN, NAN, learn_unknown, learn_unknown, learn_unknown};
    if (p.played > 0) {
        uint64_t wins = 0;
        const double n = (double)p.played;
        for (unsigned seat = 0; seat < l->match.game->players; seat++) wins += tally->wins[0][seat];
        p.rate = (double)wins / n;
        p.rate_se = sqrt(p.rate * (1 - p.rate) / n);
    }
    alea_status status = c->exact ? learn_freeze(l, &p, &why) : ALEA_OK;
    if (learn_lacks(l, status, &why)) {
        if (c->count == 0) c->exact = false;
        status = ALEA_OK;
    }
    if (status != ALEA_OK) {
        if (error) *error = why;
        return status;
    }
    c->point[c->count++] = p;
    if (l->options.look) l->options.look(l->options.look_user, c);
    return l->saves ? learn_save(l, error) : ALEA_OK;
}

/* ---- the match ---- */

static void learn_count_failures(learning *l, const alea__failures *f)
{
    for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++) l->curve->forfeits += f->count[0][kind];
    if (!*l->curve->failure_text) memcpy(l->curve->failure_text, f->text[0], sizeof f->text[0]);
}

/* Plays up to a point, block by block. */
static alea_status learn_play(learning *l, uint64_t end, alea__tally *tally, alea_error *error)
{
    alea_status status = ALEA_OK;
    while (l->curve->games < end && status == ALEA_OK) {
        const uint64_t first = l->curve->games, block = (first / ALEA__BLOCK + 1) * ALEA__BLOCK;
        alea__counts *counts = alea__alloc(sizeof *counts); /* some kilobytes */
        if (!counts) return alea__out_of_memory(error);
        status = alea__match_play(&l->match, first, (block < end ? block : end) - first, counts, error);
        l->curve->games += counts->tally.games;
        tally->games += counts->tally.games;
        for (unsigned seat = 0; seat < l->match.game->players; seat++)
            tally->wins[0][seat] += counts->tally.wins[0][seat];
        learn_count_failures(l, &counts->failures);
        alea__free(counts);
        if (status == ALEA_OK)
            status = alea__tell(&l->options.progress, l->curve->games, l->options.games, error);
    }
    return status;
}

/* From the first point to the last. */
static alea_status learn_all(learning *l, alea_error *error)
{
    alea_learn_curve *c = l->curve;
    alea__known known = {{{0}}};
    bool found = false;
    alea_status status = ALEA_OK;
    if (l->options.state) status = alea__learn_read(&l->match, l->options.state, &found, c, &known, error);
    if (status == ALEA_OK) status = learn_start_all(l, &known, error);
    alea__known_free(&known);
    if (status == ALEA_OK && !found) status = learn_add_point(l, &(alea__tally){0}, error);
    while (status == ALEA_OK && c->games < l->options.games) {
        uint64_t next = FIRST_POINT;
        alea__tally tally = {0};
        while (next <= c->games) next *= 2;
        status = learn_play(l, next < l->options.games ? next : l->options.games, &tally, error);
        if (status == ALEA_OK) status = learn_add_point(l, &tally, error);
    }
    c->stopped = status == ALEA_E_STOPPED;
    alea__learners_end(&l->learners, l->match.bots);
    return c->stopped && c->count > 0 ? ALEA_OK : status;
}

/* ---- what may be asked for ---- */

/* The first bot must learn, and a state file needs learners that can all be saved. */
static alea_status learn_check(learning *l, alea_error *error)
{
    l->saves = true;
    for (unsigned i = 0; i < l->match.game->players; i++) {
        const alea_bot *bot = l->match.bots[i];
        if (i == 0 && (!learn_keeps(l, 0) || !bot->ops->pause))
            return alea__fail(error, ALEA_E_USAGE, LEARN_NO_LEARNER, bot->name);
        if (!learn_keeps(l, i) || bot->saves) continue;
        l->saves = false;
        if (l->options.state) return alea__fail(error, ALEA_E_USAGE, LEARN_NOT_SAVED, bot->name);
    }
    return ALEA_OK;
}

alea_status alea_learn(const alea_game *game, alea_bot *const *bots, unsigned count,
                       const alea_learn_options *given, alea_learn_curve **out, alea_error *error)
{
    learning l = {.options = ALEA__OPTIONS(alea_learn_options, given)};
    if (l.options.games == 0) l.options.games = ALEA_LEARN_GAMES;
    alea_run_options run = {.games = l.options.games,
                            .seed = l.options.seed,
                            .seed_given = l.options.seed_given,
                            .seats = l.options.seats};
    alea_status status = alea__run_check(game, bots, count, &run, error);
    if (status != ALEA_OK) return status;
    l.match = (alea__match){.game = game,
                            .bots = bots,
                            .seed = run.seed,
                            .rotate = run.seats == ALEA_ROTATE,
                            .learners = &l.learners,
                            .progress = &l.options.progress};
    status = learn_check(&l, error);
    if (status != ALEA_OK) return status;
    l.curve = alea__alloc(sizeof *l.curve);
    if (!l.curve) return alea__out_of_memory(error);
    l.curve->game = game->spec;
    l.curve->bot = bots[0]->name;
    l.curve->against = count > 1 ? bots[1]->name : NULL;
    l.curve->seed = run.seed;
    l.curve->seats = run.seats;
    l.curve->objective = alea_game_objective(game);
    l.curve->exact = true;
    status = learn_all(&l, error);
    alea_bot_free(l.optimal);
    if (status == ALEA_OK)
        *out = l.curve;
    else
        alea_learn_curve_free(l.curve);
    return status;
}

void alea_learn_curve_free(alea_learn_curve *curve)
{
    alea__free(curve);
}
