/* Freezing a bot: it is asked twice in every position. The second time, fresh instances with another seed are
   asked in a scattered order, so that answers that depend on the past or on chance are likely to differ. */
#include "bot/freeze.h"
#include "base/assert.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "base/text.h"
#include "bot/messages.h"
#include "exact/limits.h"
#include "value/arrays.h"

#include <stdio.h>
#include <string.h>

enum {
    STATES_A_BLOCK = 1 << 13, /* asked of one instance */
    STATES_A_LOOK = 64,       /* between two checks whether to stop */
    FREEZE_DRAWS = 2000       /* states in which a policy may be seen to draw */
};

/* Asking in all positions once. */
typedef struct freeze_pass {
    alea_bot *bot;
    const alea__freezing_ops *asked;
    const alea_progress *progress; /* its functions may be NULL */
    uint64_t count;
    unsigned char *moves; /* [state] */
    bool again;           /* the second pass: answers are compared with `moves` */
    unsigned bits;        /* of numbers up to `count` */
} freeze_pass;

/* ---- order ---- */

/* Permutes the numbers below 2^bits: adds one, multiplies by an odd number and folds the upper half of the
   bits into the lower, three times. Each of these steps can be undone. */
static uint64_t freeze_scatter(uint64_t i, unsigned bits)
{
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    static const uint64_t odd[3] = {0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35};
    for (int round = 0; round < 3; round++) {
        i = (i + 1) * odd[round] & mask;
        i ^= i >> (bits + 1) / 2;
    }
    return i;
}

/* The i-th state to ask. A number that is no state is permuted again until it is one (cycle walking; Black,
   Rogaway: Ciphers with Arbitrary Finite Domains, CT-RSA 2002), so every state is asked exactly once. */
static uint64_t freeze_state_at(const freeze_pass *p, uint64_t i)
{
    ALEA_ASSERT(i < p->count && p->count <= UINT64_C(1) << p->bits);
    if (!p->again) return i;
    do i = freeze_scatter(i, p->bits);
    while (i >= p->count);
    return i;
}

/* ---- one block ---- */

static void freeze_describe(const freeze_pass *p, const alea_state *state, char *out, size_t size)
{
    const alea_game *game = p->bot->game;
    game->family->text->describe(game->rules, state, out, size);
}

static alea_status freeze_failed(const freeze_pass *p, const alea_state *state,
                                 const alea__decision *decision, alea_error *error)
{
    char where[200];
    const size_t size = strlen(decision->text);
    freeze_describe(p, state, where, sizeof where);
    return alea__fail(error, ALEA_E_REFUSED, BOT_FREEZE_FAILS, p->bot->name, where,
                      alea_failure_name(decision->failure), decision->text,
                      size > 0 && decision->text[size - 1] == '.' ? "" : ".");
}

/* The reason why a bot that answered differently the second time has no exact results. */
static alea_status freeze_contradicted(const freeze_pass *p, const alea_state *state, uint32_t before,
                                       uint32_t now, alea_error *error)
{
    const alea_game *game = p->bot->game;
    char where[200];
    freeze_describe(p, state, where, sizeof where);
    return alea__fail(error, ALEA_E_REFUSED, BOT_FREEZE_CONTRADICTS, p->bot->name, where,
                      game->family->play->move_name(game->rules, before),
                      game->family->play->move_name(game->rules, now));
}

/* Asks in one position. The first pass keeps the answer, the second compares it; a failure or another answer is an error. */
static alea_status freeze_ask(const freeze_pass *p, alea__instance *instance, uint64_t at, alea_error *error)
{
    alea_state state;
    alea__decision decision = {.failure = ALEA_NO_FAILURE};
    p->asked->state(p->bot->game->rules, at, &state);
    p->bot->ops->decide(instance, &state, &decision);
    if (decision.exhausted) return alea__out_of_memory(error);
    if (decision.stopped) return ALEA_E_STOPPED;
    if (decision.failure) return freeze_failed(p, &state, &decision, error);
    if (p->again && decision.move != p->moves[at])
        return freeze_contradicted(p, &state, p->moves[at], decision.move, error);
    ALEA_ASSERT(decision.move < 256); /* in families that freeze */
    p->moves[at] = (unsigned char)decision.move;
    return ALEA_OK;
}

_Static_assert((int)STATES_A_LOOK <= (int)ALEA__EXPECTED, "a look can be announced");

/* Announces the questions from `first` until the next look. */
static void freeze_announce(const freeze_pass *p, alea__instance *instance, uint64_t first, uint64_t end)
{
    alea_state state[STATES_A_LOOK];
    size_t count = 0;
    if (!p->bot->ops->expect) return;
    for (uint64_t i = first; i < end && count < STATES_A_LOOK; i++)
        p->asked->state(p->bot->game->rules, freeze_state_at(p, i), &state[count++]);
    alea__bot_expect(p->bot, instance, state, count);
}

static alea_status freeze_ask_block(const freeze_pass *p, alea__instance *instance, uint64_t first,
                                    alea_error *error)
{
    uint64_t end = first + STATES_A_BLOCK < p->count ? first + STATES_A_BLOCK : p->count;
    alea_status status = ALEA_OK;
    for (uint64_t i = first; i < end && status == ALEA_OK; i++) {
        if (i % STATES_A_LOOK == 0 && alea__stopped(p->progress)) return ALEA_E_STOPPED;
        if (i % STATES_A_LOOK == 0) freeze_announce(p, instance, i, end);
        status = freeze_ask(p, instance, freeze_state_at(p, i), error);
    }
    return status;
}

static unsigned freeze_seat(const freeze_pass *p, uint64_t at)
{
    const alea_game *game = p->bot->game;
    alea_state state;
    p->asked->state(game->rules, at, &state);
    int seat = game->family->play->to_move(game->rules, &state);
    return seat > 0 ? (unsigned)seat : 0;
}

static alea_status freeze_start_instance(const freeze_pass *p, uint64_t block, alea__instance **out,
                                         alea_error *error)
{
    const alea__instance_id id = {.seed = p->again ? UINT64_C(0x9e3779b97f4a7c15) : 1, .block = block};
    alea_error why = {0};
    alea_status status = p->bot->ops->start(p->bot, &id, out, &why);
    if (status == ALEA_E_BOT)
        return alea__fail(error, ALEA_E_REFUSED, BOT_FREEZE_NO_START, p->bot->name, why.message);
    if (status != ALEA_OK && error) *error = why;
    return status;
}

static alea_status freeze_block(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    const freeze_pass *p = user;
    alea__instance *instance;
    (void)local, (void)result;
    alea_status status = freeze_start_instance(p, block, &instance, error);
    if (status != ALEA_OK) return status;
    p->bot->ops->begin_game(instance, block, freeze_seat(p, freeze_state_at(p, block * STATES_A_BLOCK)));
    status = freeze_ask_block(p, instance, block * STATES_A_BLOCK, error);
    p->bot->ops->end(instance);
    return status;
}

/* ---- both passes ---- */

static int freeze_report(void *user, uint64_t blocks)
{
    const freeze_pass *p = user;
    uint64_t asked = blocks * STATES_A_BLOCK < p->count ? blocks * STATES_A_BLOCK : p->count;
    return alea__report(p->progress, asked + (p->again ? p->count : 0), 2 * p->count);
}

static alea_status freeze_run_pass(freeze_pass *p, unsigned threads, alea_error *error)
{
    const alea__blocks blocks = {.count = (p->count + STATES_A_BLOCK - 1) / STATES_A_BLOCK,
                                 .threads = threads,
                                 .user = p,
                                 .work = freeze_block,
                                 .report = freeze_report};
    alea_status status = alea__blocks_run(&blocks, NULL, NULL, error);
    if (status != ALEA_E_STOPPED) return status;
    return alea__fail(error, ALEA_E_STOPPED, BOT_FREEZE_STOPPED, p->bot->name);
}

static alea_status freeze_check_count(const freeze_pass *p, const alea_solve_options *options,
                                      alea_error *error)
{
    if (p->count == 0 || p->count > UINT32_MAX)
        return alea__fail(error, ALEA_E_REFUSED, BOT_FREEZE_TOO_MANY, p->bot->name, p->count, UINT32_MAX);
    char what[300];
    snprintf(what, sizeof what, "Freezing %.200s", p->bot->name);
    return alea__check_memory(what, (double)p->count, options->memory, error);
}

/* Makes a policy of the answers of a program, which is asked twice. */
static alea_status freeze_program(alea_bot *bot, const alea_solve_options *options, alea__policy **out,
                                  alea_error *error)
{
    const alea__family *family = bot->game->family;
    if (!family->freezing) return alea__fail(error, ALEA_E_REFUSED, BOT_FREEZE_NO_PROGRAMS, family->name);
    const bool scores_only = bot->ops->scores_only && family->freezing_scores;
    const alea__freezing_ops *asked = scores_only ? family->freezing_scores : family->freezing;
    uint64_t count = asked->count(bot->game->rules);
    freeze_pass p = {.bot = bot, .asked = asked, .progress = &options->progress, .count = count, .bits = 1};
    alea_status status = freeze_check_count(&p, options, error);
    if (status != ALEA_OK) return status;
    while (UINT64_C(1) << p.bits < count) p.bits++;
    p.moves = alea__alloc(count);
    if (!p.moves) return alea__out_of_memory(error);
    status = freeze_run_pass(&p, options->threads, error);
    p.again = true;
    if (status == ALEA_OK) status = freeze_run_pass(&p, options->threads, error);
    if (status == ALEA_OK) status = asked->freeze(bot->game->rules, p.moves, out, error);
    alea__free(p.moves);
    return status;
}

/* ---- any bot as a policy ---- */

alea_status alea__require_solver(const alea_game *game, alea_error *error)
{
    if (!game->family->solver) return alea__fail(error, ALEA_E_REFUSED, BOT_NO_EXACT, game->family->name);
    if (game->players > 2)
        return alea__fail(error, ALEA_E_USAGE, BOT_EXACT_PLAYERS, game->title, game->players);
    return ALEA_OK;
}

alea_status alea__purify(alea_bot *bot, const alea_solve_options *options, alea__pure *out, alea_error *error)
{
    const alea__family *family = bot->game->family;
    alea_status status = alea__require_solver(bot->game, error);
    if (status != ALEA_OK) return status;
    alea__policy *frozen = NULL;
    if (!bot->policy) status = freeze_program(bot, options, &frozen, error);
    if (status != ALEA_OK) return status;
    const char *why = bot->policy ? family->solver->inexact(bot->game->rules, bot->policy) : NULL;
    if (why) return alea__fail(error, ALEA_E_REFUSED, BOT_INEXACT, bot->name, why);
    ALEA_ASSERT(!bot->policy != !frozen);
    *out = (alea__pure){bot, bot->policy ? bot->policy : frozen, frozen};
    return ALEA_OK;
}

void alea__pure_clear(alea__pure *pure)
{
    if (pure->frozen) pure->bot->game->family->policy->free(pure->frozen);
    *pure = (alea__pure){0};
}

/* ---- to a file ---- */

/* Whether a policy draws a random number in any of the states in which `alea bot check` asks. */
static bool freeze_draws(const alea_bot *bot)
{
    const alea_game *game = bot->game;
    const alea__family *family = game->family;
    alea_state state;
    bool sampled;
    for (uint64_t i = 0; i < FREEZE_DRAWS && family->text->sample_state(game->rules, i, &state, &sampled);
         i++) {
        alea__memo memo = {0};
        alea__stream own, before;
        memset(&own, 0, sizeof own);
        alea__stream_start(&own, 1, 0, ALEA__SEAT, i);
        before = own;
        family->policy->decide(game->rules, bot->policy, &state, &memo, &own);
        if (own.at != before.at || own.counter[0] != before.counter[0]) return true;
    }
    return false;
}

/* Of the bot and its policy; fails before any work for a bot that plays by chance. */
static alea_status freeze_purify(alea_bot *bot, const alea_solve_options *options, alea__pure *out,
                                 alea_error *error)
{
    if (bot->policy && freeze_draws(bot))
        return alea__fail(error, ALEA_E_REFUSED, BOT_FREEZE_CHANCE, bot->name);
    return alea__purify(bot, options, out, error);
}

alea_status alea_bot_arrays(alea_bot *bot, const alea_solve_options *given, alea_arrays **out,
                            alea_error *error)
{
    const alea_solve_options options = ALEA__OPTIONS(alea_solve_options, given);
    const alea_game *game = bot->game;
    alea__pure pure = {0};
    alea_status status = alea__arrays_make(game, false, out, error);
    if (status != ALEA_OK) return status;
    status = freeze_purify(bot, &options, &pure, error);
    if (status == ALEA_OK) {
        game->family->solver->arrays->rolls(game->rules, pure.policy, &(*out)->array);
    } else {
        alea_arrays_free(*out);
        *out = NULL;
    }
    alea__pure_clear(&pure);
    return status;
}

static alea_status freeze_write_npy(alea_bot *bot, const alea_solve_options *options, const char *path,
                                    alea_error *error)
{
    alea_arrays *arrays;
    alea_status status = alea_bot_arrays(bot, options, &arrays, error);
    if (status != ALEA_OK) return status;
    status = alea_arrays_write(arrays, ALEA_ARRAY_ROLL, path, error);
    alea_arrays_free(arrays);
    return status;
}

static alea_status freeze_refuse_path(const char *path, alea_error *error)
{
    char shown[256];
    alea__printable(shown, sizeof shown, path, strlen(path));
    return alea__fail(error, ALEA_E_USAGE, BOT_FREEZE_PATH, shown);
}

/* Writes the policy as the family's table in CSV, where it has one. */
static alea_status freeze_write_csv(const alea__pure *pure, const char *path, alea_error *error)
{
    const alea_game *game = pure->bot->game;
    char *text;
    if (!game->family->csv) return alea__fail(error, ALEA_E_REFUSED, BOT_NO_CSV, game->family->name);
    alea_status status = game->family->csv->write(game->rules, pure->policy, &text, error);
    if (status != ALEA_OK) return status;
    status = alea__write_file(path, text, strlen(text), error);
    alea__free(text);
    return status;
}

static alea_status freeze_write_h5(const alea__pure *pure, const char *path, alea_error *error)
{
    const alea_game *game = pure->bot->game;
    alea__values_file file = {.game = game->spec, .bot = pure->bot->name};
    memcpy(file.rules_sha256, game->sha256, sizeof file.rules_sha256);
    alea_status status =
        game->family->solver->pack_policy(game->rules, pure->policy, &file.policy, &file.policy_size, error);
    if (status != ALEA_OK) return status;
    status = alea__values_write(path, &file, error);
    alea__free(file.policy);
    return status;
}

/* The ending of the path decides the form, and is checked before the bot is asked. */
alea_status alea_bot_freeze(alea_bot *bot, const alea_solve_options *given, const char *path,
                            alea_error *error)
{
    const alea_solve_options options = ALEA__OPTIONS(alea_solve_options, given);
    alea__pure pure = {0};
    bool csv = alea__ends_with(path, ".csv");
    if (alea__ends_with(path, ".npy")) return freeze_write_npy(bot, &options, path, error);
    if (!csv && !alea__ends_with(path, ".h5")) return freeze_refuse_path(path, error);
    alea_status status = freeze_purify(bot, &options, &pure, error);
    if (status != ALEA_OK) return status;
    status = csv ? freeze_write_csv(&pure, path, error) : freeze_write_h5(&pure, path, error);
    alea__pure_clear(&pure);
    return status;
}
