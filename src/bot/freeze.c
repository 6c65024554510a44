/* Freezing a bot. A program that is declared pure is restored before each question, which makes it a function, so that it is asked
   once in every position. Any other program is asked twice. The second time, instances with another seed are asked in a scattered
   order, so that answers that depend on the past or on chance are likely to differ. Where that is cheap, the program is restored
   before each question the first time; if its answers agree, it is tested pure, and is restored from then on.

   Positions that a program cannot tell apart are asked as one (freezing_scores). */
#include "bot/freeze.h"
#include "base/assert.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "base/stopping.h"
#include "base/text.h"
#include "bot/answers.h"
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

#define TESTED_FUEL      4e9 /* expected of all answers, when only the purity is asked for; some seconds */
#define TESTED_MOST_FUEL UINT64_C(40000000000) /* limit if they take more than expected */

/* Asking in all positions once. */
typedef struct freeze_pass {
    alea_bot *bot;
    const alea__freezing_ops *asked;
    const alea_progress *progress; /* its functions may be NULL */
    uint64_t count;
    uint64_t most_fuel;
    _Atomic(uint64_t) *fuel; /* that all answers took so far */
    unsigned char *moves;    /* [state] */
    bool restored;           /* before each question */
    bool scattered;          /* the order of the questions */
    bool twice;              /* there is a second pass */
    bool again;              /* it is the second pass: answers are compared with `moves` */
    unsigned bits;           /* of numbers up to `count` */
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

/* The i-th state to ask. A number that is not a state is permuted again until it is one (cycle walking; Black, Rogaway:
   Ciphers with Arbitrary Finite Domains, CT-RSA 2002), so every state is asked exactly once. */
static uint64_t freeze_state_at(const freeze_pass *p, uint64_t i)
{
    ALEA_ASSERT(i < p->count && p->count <= UINT64_C(1) << p->bits);
    if (!p->scattered) return i;
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

/* The reason why a bot that answered differently the second time has no exact results: ALEA_E_BOT, which freeze_settle replaces
   once it is known that no earlier block fails. */
static alea_status freeze_contradicted(const freeze_pass *p, const alea_state *state, uint32_t before,
                                       uint32_t now, alea_error *error)
{
    const alea_game *game = p->bot->game;
    char where[200];
    freeze_describe(p, state, where, sizeof where);
    return alea__fail(error, ALEA_E_BOT, BOT_FREEZE_CONTRADICTS, p->bot->name, where,
                      game->family->play->move_name(game->rules, before),
                      game->family->play->move_name(game->rules, now));
}

/* Notes a contradiction that is the first failure. */
static alea_status freeze_settle(alea_bot *bot, alea_status status, alea_error *error)
{
    if (status != ALEA_E_BOT) return status;
    atomic_store(&bot->contradicted, true);
    if (error) error->status = ALEA_E_REFUSED;
    return ALEA_E_REFUSED;
}

/* Notes that all answers of the bot take more than this. */
static void freeze_note_cost(alea_bot *bot, uint64_t fuel)
{
    uint64_t known = atomic_load(&bot->costs_more_than);
    while (known < fuel && !atomic_compare_exchange_weak(&bot->costs_more_than, &known, fuel)) {
    }
}

/* Refuses a bot that is known to cost more than this, whether or not its answers are known. */
static alea_status freeze_check_cost(const alea_bot *bot, uint64_t most_fuel, alea_error *error)
{
    if (atomic_load(&bot->costs_more_than) < most_fuel) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, BOT_FREEZE_FUEL, bot->name, most_fuel);
}

/* Asks in one position. The first pass keeps the answer, the second compares it; a failure, another answer and too much fuel in all
   are errors. */
static alea_status freeze_ask(const freeze_pass *p, alea__instance *instance, uint64_t at, alea_error *error)
{
    alea_state state;
    alea__decision decision = {.failure = ALEA_NO_FAILURE};
    const alea_game *game = p->bot->game;
    p->asked->state(game->rules, at, &state);
    p->bot->ops->decide(instance, &state, &decision);
    if (decision.exhausted) return alea__out_of_memory(error);
    if (decision.stopped) return ALEA_E_STOPPED;
    if (decision.failure) return freeze_failed(p, &state, &decision, error);
    uint32_t answer = decision.move;
    if (p->asked->by_place) /* it is legal */
        for (answer = 0; game->family->play->move(game->rules, &state, answer) != decision.move;) answer++;
    if (p->again && answer != p->moves[at]) {
        const uint32_t before =
            p->asked->by_place ? game->family->play->move(game->rules, &state, p->moves[at]) : p->moves[at];
        return freeze_contradicted(p, &state, before, decision.move, error);
    }
    ALEA_ASSERT(answer < 256); /* in families that freeze */
    p->moves[at] = (unsigned char)answer;
    if (atomic_fetch_add(p->fuel, decision.fuel) + decision.fuel > p->most_fuel)
        freeze_note_cost(p->bot, p->most_fuel);
    return freeze_check_cost(p->bot, p->most_fuel, error);
}

/* Announces the questions from `first` until the next announcement; `state` has room for them. */
static void freeze_announce(const freeze_pass *p, alea__instance *instance, uint64_t first, uint64_t end,
                            alea_state *state)
{
    const uint32_t most = alea__bot_expects(p->bot);
    size_t count = 0;
    for (uint64_t i = first; i < end && count < most; i++)
        p->asked->state(p->bot->game->rules, freeze_state_at(p, i), &state[count++]);
    alea__bot_expect(p->bot, instance, state, count);
}

/* Asks from `first` to the end of the block or the first failure. */
static alea_status freeze_ask_block(const freeze_pass *p, alea__instance *instance, uint64_t first,
                                    alea_error *error)
{
    uint64_t end = first + STATES_A_BLOCK < p->count ? first + STATES_A_BLOCK : p->count;
    const uint32_t look = alea__bot_expects(p->bot);
    alea_state *announced = p->bot->ops->expect ? alea__alloc_bare(look, sizeof *announced) : NULL;
    alea_status status = announced || !p->bot->ops->expect ? ALEA_OK : alea__out_of_memory(error);
    for (uint64_t i = first; i < end && status == ALEA_OK; i++) {
        if (i % STATES_A_LOOK == 0 && alea__stopped(p->progress)) status = ALEA_E_STOPPED;
        if (status == ALEA_OK && announced && i % look == 0) freeze_announce(p, instance, i, end, announced);
        if (status == ALEA_OK) status = freeze_ask(p, instance, freeze_state_at(p, i), error);
    }
    alea__free(announced);
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
    const alea__instance_id id = {
        .seed = p->again ? UINT64_C(0x9e3779b97f4a7c15) : 1, .block = block, .restored = p->restored};
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
    return alea__report(p->progress, asked + (p->again ? p->count : 0), (p->twice ? 2 : 1) * p->count);
}

static alea_status freeze_run_pass(freeze_pass *p, unsigned threads, alea_error *error)
{
    const alea__blocks blocks = {.count = (p->count + STATES_A_BLOCK - 1) / STATES_A_BLOCK,
                                 .threads = threads,
                                 .user = p,
                                 .work = freeze_block,
                                 .report = freeze_report};
    const alea_status status = freeze_settle(p->bot, alea__blocks_run(&blocks, NULL, NULL, error), error);
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

/* Whether the program can be restored before each question at the cost of a few more. Starts an instance to find out. */
static alea_status freeze_find_cost(const freeze_pass *p, bool *cheap, alea_error *error)
{
    alea__instance *instance;
    freeze_pass restored = *p;
    restored.restored = true;
    *cheap = false;
    if (!p->bot->ops->restores || !p->bot->ops->scores_only) return ALEA_OK;
    alea_status status = freeze_start_instance(&restored, 0, &instance, error);
    if (status != ALEA_OK) return status;
    p->bot->ops->end(instance);
    *cheap = atomic_load(&p->bot->restored_cheaply);
    return ALEA_OK;
}

/* Estimates the fuel of an answer of the restored program from two questions. */
static alea_status freeze_find_restored_cost(const freeze_pass *p, double *fuel, alea_error *error)
{
    alea__instance *instance;
    unsigned char moves[2];
    _Atomic(uint64_t) counted = 0;
    freeze_pass two = *p;
    two.restored = true;
    two.moves = moves;
    two.fuel = &counted;
    two.most_fuel = UINT64_MAX;
    alea_status status = freeze_start_instance(&two, 0, &instance, error);
    if (status != ALEA_OK) return status;
    p->bot->ops->begin_game(instance, 0, freeze_seat(p, 0));
    for (uint64_t at = 0; at < 2 && status == ALEA_OK; at++) status = freeze_ask(&two, instance, at, error);
    p->bot->ops->end(instance);
    *fuel = (double)atomic_load(&counted);
    return status;
}

/* Asks the first questions of the second pass both ways, before all are asked: most programs that remember something contradict
   themselves there. Only that is reported; other failures are left to the passes. */
static alea_status freeze_try(const freeze_pass *p, alea_error *error)
{
    freeze_pass tried = *p;
    alea_error why = {0};
    _Atomic(uint64_t) uncounted = 0;
    tried.fuel = &uncounted;
    tried.scattered = tried.restored = true;
    alea_status status = freeze_block(&tried, NULL, 0, NULL, &why);
    tried.restored = false;
    tried.again = true;
    if (status == ALEA_OK) status = freeze_block(&tried, NULL, 0, NULL, &why);
    if (status != ALEA_E_BOT) return ALEA_OK;
    if (error) *error = why;
    return freeze_settle(p->bot, status, error);
}

/* Asks in one pass or two, and determines the program's purity. */
static alea_status freeze_ask_all(freeze_pass *p, unsigned threads, alea_purity *purity, alea_error *error)
{
    const bool declared = p->bot->purity == ALEA_DECLARED_PURE;
    bool cheap = false;
    alea_status status = declared ? ALEA_OK : freeze_find_cost(p, &cheap, error);
    *purity = declared ? ALEA_DECLARED_PURE : cheap ? ALEA_TESTED_PURE : ALEA_PURITY_UNKNOWN;
    p->restored = declared || cheap;
    p->twice = !declared;
    if (status == ALEA_OK && cheap && p->count > STATES_A_BLOCK) status = freeze_try(p, error);
    if (status == ALEA_OK) status = freeze_run_pass(p, threads, error);
    if (status != ALEA_OK || declared) return status;
    p->restored = false;
    p->again = p->scattered = true;
    return freeze_run_pass(p, threads, error);
}

/* Chooses how the program is asked. A program that sees only scores is asked fewer questions if the family supports it. */
static const alea__freezing_ops *freeze_find_ops(const alea_bot *bot)
{
    const alea__family *family = bot->game->family;
    return bot->ops->scores_only && family->freezing_scores ? family->freezing_scores : family->freezing;
}

/* Gets the answers of the program, in every position: those that are kept, or by asking. */
static alea_status freeze_get_answers(freeze_pass *p, unsigned threads, alea_error *error)
{
    alea__asked asked;
    _Atomic(uint64_t) fuel = 0;
    alea_bot *bot = p->bot;
    alea_status status = ALEA_OK;
    if (!alea__answers_find(bot, p->count, p->moves, &asked)) {
        p->fuel = &fuel;
        status = freeze_ask_all(p, threads, &asked.purity, error);
        p->fuel = NULL;
        asked.fuel = fuel;
        if (status == ALEA_OK) alea__answers_keep(bot, p->count, p->moves, &asked);
    }
    if (status == ALEA_OK && asked.fuel > 0) freeze_note_cost(bot, asked.fuel - 1);
    if (status == ALEA_OK) status = freeze_check_cost(bot, p->most_fuel, error);
    if (status == ALEA_OK && bot->purity < asked.purity) bot->purity = asked.purity;
    if (atomic_load(&bot->contradicted)) bot->purity = ALEA_IMPURE;
    return status;
}

static uint64_t freeze_most_fuel(const alea_solve_options *options)
{
    return options->fuel ? options->fuel : UINT64_MAX;
}

/* Gets the answers of a program. The caller frees p->moves, on failure too. */
static alea_status freeze_open_pass(alea_bot *bot, const alea_solve_options *options, freeze_pass *p,
                                    alea_error *error)
{
    const alea__freezing_ops *asked = freeze_find_ops(bot);
    const uint64_t count = asked->count(bot->game->rules);
    *p = (freeze_pass){.bot = bot,
                       .asked = asked,
                       .progress = &options->progress,
                       .count = count,
                       .most_fuel = freeze_most_fuel(options),
                       .bits = 1};
    alea_status status = freeze_check_count(p, options, error);
    if (status != ALEA_OK) return status;
    while (UINT64_C(1) << p->bits < count) p->bits++;
    p->moves = alea__alloc(count);
    if (!p->moves) return alea__out_of_memory(error);
    return freeze_get_answers(p, options->threads, error);
}

/* Makes a policy of the answers of a program. */
static alea_status freeze_program(alea_bot *bot, const alea_solve_options *options, alea__policy **out,
                                  alea_error *error)
{
    freeze_pass p;
    const alea__family *family = bot->game->family;
    if (!family->freezing) return alea__fail(error, ALEA_E_REFUSED, BOT_FREEZE_NO_PROGRAMS, family->name);
    if (bot->ops->receive) return alea__fail(error, ALEA_E_REFUSED, BOT_FREEZE_ROLLS, bot->name);
    alea_status status = freeze_open_pass(bot, options, &p, error);
    if (status == ALEA_OK) status = p.asked->freeze(bot->game->rules, p.moves, out, error);
    alea__free(p.moves);
    return status;
}

/* A program that fails somewhere is neither pure nor impure. */
alea_status alea__test_purity(alea_bot *bot, double fuel, const alea_progress *progress, alea_error *error)
{
    const alea_solve_options options = {.fuel = TESTED_MOST_FUEL, .progress = *progress};
    const alea_game *game = bot->game;
    const alea__freezing_ops *asked = freeze_find_ops(bot);
    freeze_pass p;
    alea_error why = {0};
    if (bot->policy || bot->purity != ALEA_PURITY_UNKNOWN || game->players > 2) return ALEA_OK;
    if (!asked || asked != game->family->freezing_scores || bot->ops->receive) return ALEA_OK;
    if (2 * fuel * (double)asked->count(game->rules) > TESTED_FUEL) return ALEA_OK;
    bool cheap;
    p = (freeze_pass){.bot = bot, .asked = asked};
    alea_status status = freeze_find_cost(&p, &cheap, &why);
    if (status == ALEA_OK && cheap) status = freeze_find_restored_cost(&p, &fuel, &why);
    if (status == ALEA_OK && cheap && fuel * (double)asked->count(game->rules) <= (double)TESTED_MOST_FUEL) {
        status = freeze_open_pass(bot, &options, &p, &why);
        alea__free(p.moves);
    }
    if (status == ALEA_E_REFUSED && bot->purity != ALEA_IMPURE) return ALEA_OK;
    if (status != ALEA_OK && error) *error = why;
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

/* A pure program is frozen once. Two threads may both do it; then the first one's policy stays. */
static alea_status freeze_purify_program(alea_bot *bot, const alea_solve_options *options, alea__pure *out,
                                         alea_error *error)
{
    alea__policy *frozen = bot->frozen, *made = NULL;
    alea_status status = freeze_check_cost(bot, freeze_most_fuel(options), error);
    if (status == ALEA_OK && !frozen) status = freeze_program(bot, options, &made, error);
    if (status != ALEA_OK) return status;
    if (made && !alea__bot_is_restored(bot)) {
        *out = (alea__pure){bot, made, made};
        return ALEA_OK;
    }
    if (made && !atomic_compare_exchange_strong(&bot->frozen, &frozen, made))
        bot->game->family->policy->free(made);
    *out = (alea__pure){bot, bot->frozen, NULL};
    ALEA_ASSERT(out->policy);
    return ALEA_OK;
}

alea_status alea__purify(alea_bot *bot, const alea_solve_options *options, alea__pure *out, alea_error *error)
{
    const alea__family *family = bot->game->family;
    alea_status status = alea__require_solver(bot->game, error);
    if (status != ALEA_OK) return status;
    if (!bot->policy) return freeze_purify_program(bot, options, out, error);
    const char *why = family->solver->inexact(bot->game->rules, bot->policy);
    if (why) return alea__fail(error, ALEA_E_REFUSED, BOT_INEXACT, bot->name, why);
    *out = (alea__pure){bot, bot->policy, NULL};
    return ALEA_OK;
}

void alea__pure_clear(alea__pure *pure)
{
    if (pure->own) pure->bot->game->family->policy->free(pure->own);
    *pure = (alea__pure){0};
}

/* ---- to a file ---- */

/* Whether a policy draws a random number in any state that `alea bot check` would ask. */
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

/* Makes a policy of the bot; fails before any work for a bot that plays at random. */
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

/* Writes the policy as the family's table in CSV, if it has one. */
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
