/* The table of a bot that is a program. */
#include "base/assert.h"
#include "base/error.h"
#include "base/fuel_time.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "bot/bot.h"
#include "contest/contest.h"
#include "contest/messages.h"

#include <string.h>

enum {
    TIMES = 3,
    STEP = 7919,    /* between states, in the third pass */
    A_LOOK = 64,    /* answers between two checks whether to stop; announced to the bot together */
    UNASKED = 0xff, /* no family has that many moves */
};

/* Asks everywhere once: the i-th state is start + i * step, modulo the number of states. */
typedef struct ask_pass {
    const alea__contest_settings *settings;
    alea_bot *bot;
    const char *file;
    unsigned time;
    size_t start, step;
    uint64_t left; /* fuel */
    unsigned char *moves;
    alea__judged *out;
} ask_pass;

static size_t ask_common_divisor(size_t a, size_t b)
{
    while (b) {
        size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The first pass ascends, the second descends, the third jumps about. */
static void ask_plan(ask_pass *p)
{
    const size_t cells = p->settings->cells;
    p->start = p->time == 1 ? cells - 1 : 0;
    p->step = p->time == 0 ? 1 : p->time == 1 ? cells - 1 : STEP;
    while (cells > 1 && ask_common_divisor(p->step, cells) != 1) p->step++;
}

/* ---- verdicts ---- */

/* One answer took too much. */
static alea_status ask_too_slow(const ask_pass *p, size_t at, alea_error *error)
{
    const alea_sandbox *sandbox = p->settings->sandbox;
    const uint64_t fuel = sandbox && sandbox->options.fuel ? sandbox->options.fuel : ALEA_DEFAULT_FUEL;
    char time[ALEA__FUEL_TIME];
    return alea__disqualify(p->out, "fuel", error, CONTEST_SLOW_ANSWER, at / p->settings->side,
                            at % p->settings->side, alea__fuel_time(time, fuel));
}

static alea_status ask_failed(const ask_pass *p, size_t at, const alea__decision *d, alea_error *error)
{
    if (d->failure == ALEA_FUEL && !strstr(d->text, ALEA__MACHINE_DEPENDENT))
        return ask_too_slow(p, at, error);
    const char *failure_kind = d->failure == ALEA_ILLEGAL ? "answer" : alea_failure_name(d->failure);
    char said[sizeof d->text + 32];
    alea__without_file(said, sizeof said, p->file, d->text);
    return alea__disqualify(p->out, failure_kind, error, CONTEST_FAILS, at / p->settings->side,
                            at % p->settings->side, said);
}

static alea_status ask_starved(const ask_pass *p, size_t at, alea_error *error)
{
    char time[ALEA__FUEL_TIME];
    return alea__disqualify(p->out, "fuel", error, CONTEST_STARVES, at / p->settings->side,
                            at % p->settings->side, alea__fuel_time(time, p->settings->fuel));
}

static alea_status ask_not_started(const ask_pass *p, const alea_error *why, alea_error *error)
{
    char said[sizeof why->message];
    alea__without_file(said, sizeof said, p->file, why->message);
    return alea__disqualify(p->out, "bot", error, CONTEST_NO_START, said);
}

/* ---- asking ---- */

/* Asks at one pair of scores and notes the answer; a failure, too much fuel or another answer than before disqualifies. */
static alea_status ask_cell(ask_pass *p, alea__instance *instance, size_t at, alea_error *error)
{
    alea_state state;
    alea__decision d = {.failure = ALEA_NO_FAILURE};
    const size_t own = at / p->settings->side, other = at % p->settings->side;
    ALEA_ASSERT(at < p->settings->cells);
    p->settings->family->contest->cells->state(p->settings->game->rules, at, &state);
    p->bot->ops->decide(instance, &state, &d);
    if (d.stopped) return ALEA_E_STOPPED;
    p->out->fuel += d.fuel;
    if (d.exhausted) return alea__out_of_memory(error);
    if (d.failure) return ask_failed(p, at, &d, error);
    if (d.fuel > p->left) return ask_starved(p, at, error);
    p->left -= d.fuel;
    if (p->moves[at] != UNASKED && p->moves[at] != d.move)
        return alea__disqualify(p->out, "impure", error, CONTEST_CONTRADICTS, own, other,
                                (unsigned)p->moves[at], d.move);
    ALEA_ASSERT(d.move <= p->settings->most && d.move < UNASKED);
    p->moves[at] = (unsigned char)d.move;
    return ALEA_OK;
}

_Static_assert((int)A_LOOK <= (int)ALEA__EXPECTED, "a look can be announced");

/* Announces the next questions of the pass, from the `i`-th on, which is at `at`. */
static void ask_announce(const ask_pass *p, alea__instance *instance, size_t i, size_t at)
{
    const size_t cells = p->settings->cells;
    alea_state state[A_LOOK];
    size_t count = 0;
    if (!p->bot->ops->expect) return;
    for (; count < A_LOOK && i + count < cells; count++) {
        p->settings->family->contest->cells->state(p->settings->game->rules, at, &state[count]);
        at = (at + p->step) % cells;
    }
    alea__bot_expect(p->bot, instance, state, count);
}

/* Asks in every cell, in the order of the pass. Leaves early with a reason in p->out once an answer disqualifies. */
static alea_status ask_cells(ask_pass *p, alea__instance *instance, alea_error *error)
{
    const size_t cells = p->settings->cells;
    alea_status status = ALEA_OK;
    for (size_t i = 0, at = p->start; i < cells && status == ALEA_OK && !p->out->reason; i++) {
        if (i % A_LOOK == 0 && (alea__stopped(&p->settings->progress) ||
                                alea__report(p->settings->judging, p->time * cells + i, TIMES * cells) != 0))
            return ALEA_E_STOPPED;
        if (i % A_LOOK == 0) ask_announce(p, instance, i, at);
        status = ask_cell(p, instance, at, error);
        at = (at + p->step) % cells;
    }
    ALEA_ASSERT(status != ALEA_OK || p->out->reason || !memchr(p->moves, UNASKED, cells));
    return status;
}

/* Asks everywhere once, in a fresh instance. */
static alea_status ask_run_pass(ask_pass *p, alea_error *error)
{
    const alea__instance_id id = {.seed = p->settings->seed + 1 + p->time * UINT64_C(1000000007),
                                  .block = p->time,
                                  .restored = alea__bot_is_restored(p->bot)};
    alea__instance *instance;
    alea_error why = {0};
    ask_plan(p);
    p->left = p->settings->fuel;
    alea_status status = p->bot->ops->start(p->bot, &id, &instance, &why);
    if (status == ALEA_E_BOT) return ask_not_started(p, &why, error);
    if (status != ALEA_OK) {
        if (error) *error = why;
        return status;
    }
    p->bot->ops->begin_game(instance, 0, 0);
    status = ask_cells(p, instance, error);
    p->bot->ops->end(instance);
    return status;
}

alea_status alea__ask_thrice(const alea__contest_settings *settings, alea_bot *bot, const char *file,
                             alea__judged *out, alea_error *error)
{
    alea_status status = ALEA_OK;
    ask_pass p = {
        .settings = settings, .bot = bot, .file = file, .out = out, .moves = alea__alloc(settings->cells)};
    if (!p.moves) return alea__out_of_memory(error);
    memset(p.moves, UNASKED, settings->cells);
    for (p.time = 0; p.time < TIMES && status == ALEA_OK && !out->reason; p.time++)
        status = ask_run_pass(&p, error);
    if (status == ALEA_OK && !out->reason)
        out->moves = p.moves;
    else
        alea__free(p.moves);
    return status;
}
