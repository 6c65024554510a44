/* Checks a bot by asking it. Each pass asks a fresh instance in the same states. Two passes differ in one
   thing only, which shows what the bot's answers depend on. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "base/stopping.h"
#include "base/text.h"
#include "bot/freeze.h"
#include "bot/messages.h"
#include "bot/played.h"

#include <stdio.h>
#include <string.h>

enum {
    STATES_LISTED = 1 << 22, /* a larger game is represented by its first states */
    STATES_ASKED = 1 << 16,
    STATES_PROBED = 64,
    STATES_PLAYED = 1 << 12,   /* for a bot that receives every roll */
    STATES_RESTORED = 1 << 13, /* for a bot that is costly to restore */
    FAILURES_ALLOWED = 16      /* in one pass, which then ends */
};

/* A check takes a few seconds at most. A pass is planned to take this much fuel, and is cut off at twice as
   much. */
#define FUEL_OF_A_PASS UINT64_C(1000000000)

/* An answer that is not a move; moves are smaller numbers. */
enum { UNASKED = 0xffffff, FAILED = 0xfffff0 /* + the failure */ };

/* The states that a bot is asked in, in the family's order. */
typedef struct survey {
    alea_bot *bot;
    const alea_check_options *options;
    alea_state *state;
    size_t count;
    bool sampled;
    uint64_t done, total; /* decisions in earlier passes, and in all; 0: unknown */
    uint64_t fuel;        /* planned for a pass */
    alea__played played;  /* for a bot that receives every roll: the games of the states */
} survey;

/* Asking in all of them once. */
typedef struct check_pass {
    uint64_t seed;
    const uint32_t *order; /* NULL: the natural order */
    size_t count;          /* of its questions; fewer than there are states are spread over them */
    bool restored;         /* the bot is restored before each question, whether or not it is pure */
    uint32_t *answer;      /* by state */
    uint64_t asked, fuel, nanoseconds;
    bool cut; /* it used too much fuel */
    unsigned failures;
    alea_failure failure; /* the first one */
    char text[256];
    size_t failed_at; /* its state; the survey's count if the bot did not start */
} check_pass;

/* ---- one pass ------------------------------------------------------------------------------------------ */

static void check_note_failure(check_pass *p, alea_failure failure, const char *text, size_t at)
{
    ALEA_ASSERT(failure > ALEA_NO_FAILURE && failure < ALEA_FAILURE_KINDS);
    if (p->failures++ > 0) return;
    p->failure = failure;
    p->failed_at = at;
    alea__printable(p->text, sizeof p->text, text, strlen(text));
}

/* Makes a fresh instance. *out is NULL with ALEA_OK if the bot does not start. */
static alea_status check_start_instance(const survey *s, check_pass *p, alea__instance **out,
                                        alea_error *error)
{
    alea_error local = {.status = ALEA_OK};
    const alea__instance_id id = {.seed = p->seed, .restored = p->restored || alea__bot_is_restored(s->bot)};
    *out = NULL;
    alea_status status = s->bot->ops->start(s->bot, &id, out, &local);
    if (status == ALEA_E_BOT) {
        check_note_failure(p, ALEA_TRAP, local.message, s->count);
        *out = NULL;
        return ALEA_OK;
    }
    if (status != ALEA_OK) {
        if (error) *error = local;
        return status;
    }
    const alea_game *game = s->bot->game;
    int seat = game->family->play->to_move(game->rules, &s->state[0]);
    s->bot->ops->begin_game(*out, 0, seat > 0 ? (unsigned)seat : 0);
    return ALEA_OK;
}

static size_t check_place(const survey *s, const check_pass *p, size_t i)
{
    ALEA_ASSERT(i < p->count && p->count <= s->count);
    return p->order ? p->order[i] : (size_t)((uint64_t)i * s->count / p->count);
}

/* Announces the next `count` questions of the pass, from the `first` on. */
static void check_announce(const survey *s, const check_pass *p, alea__instance *instance, size_t first,
                           size_t count)
{
    alea_state state[ALEA__EXPECTED];
    if (!s->bot->ops->expect) return;
    for (size_t i = 0; i < count; i++) state[i] = s->state[check_place(s, p, first + i)];
    alea__bot_expect(s->bot, instance, state, count);
}

/* Asks in state `at`, first sends its game to a bot that follows games, and notes the answer, its fuel and, if it failed, why. Fails only if the machine does. */
static alea_status check_ask(const survey *s, check_pass *p, alea__instance *instance, size_t at,
                             alea_error *error)
{
    alea__decision decision = {.failure = ALEA_NO_FAILURE};
    if (s->bot->ops->receive)
        alea__bot_begin(s->bot, instance, (unsigned)alea_game_to_move(s->bot->game, &s->state[at]),
                        alea__played_events(&s->played, at));
    s->bot->ops->decide(instance, &s->state[at], &decision);
    if (decision.exhausted) return alea__out_of_memory(error);
    if (decision.stopped) return alea__fail(error, ALEA_E_STOPPED, BOT_CHECK_STOPPED);
    ALEA_ASSERT(decision.failure || decision.move < FAILED);
    p->answer[at] = decision.failure ? (uint32_t)FAILED + (uint32_t)decision.failure : decision.move;
    p->fuel += decision.fuel;
    p->asked++;
    if (decision.failure) check_note_failure(p, decision.failure, decision.text, at);
    return ALEA_OK;
}

static uint64_t check_now(const survey *s)
{
    alea_sandbox *sandbox = s->bot->sandbox;
    if (!s->options->clock) return 0;
    return s->options->clock() + (sandbox ? alea_sandbox_spent(sandbox) : 0);
}

/* Asks in all states, with a fresh instance after each failure, until there were too many failures or it took too much fuel. */
static alea_status check_ask_all(const survey *s, check_pass *p, alea__instance **instance, alea_error *error)
{
    size_t announced = 0; /* questions up to this one */
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < p->count && *instance; i++) {
        unsigned failures = p->failures;
        if (i % ALEA__EXPECTED == 0) status = alea__tell(&s->options->progress, s->done + i, s->total, error);
        if (status != ALEA_OK) return status;
        if (i == announced) {
            size_t count = p->count - i < ALEA__EXPECTED ? p->count - i : ALEA__EXPECTED;
            check_announce(s, p, *instance, i, count);
            announced += count;
        }
        status = check_ask(s, p, *instance, check_place(s, p, i), error);
        if (status != ALEA_OK) return status;
        p->cut = p->fuel > 2 * s->fuel && i + 1 < p->count;
        if (p->failures == FAILURES_ALLOWED || p->cut) break;
        if (p->failures == failures) continue;
        s->bot->ops->end(*instance);
        announced = i + 1; /* the new instance has to receive it again */
        status = check_start_instance(s, p, instance, error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

static alea_status check_run_pass(const survey *s, check_pass *p, alea_error *error)
{
    for (size_t i = 0; i < s->count; i++) p->answer[i] = UNASKED;
    alea__instance *instance = NULL;
    alea_status status = check_start_instance(s, p, &instance, error);
    if (status != ALEA_OK) return status;
    uint64_t began = check_now(s);
    status = check_ask_all(s, p, &instance, error);
    p->nanoseconds = check_now(s) - began;
    if (instance) s->bot->ops->end(instance);
    return status;
}

/* ---- which states -------------------------------------------------------------------------------------- */

/* Chooses one state from each of `count` equal strata of the family's list, by the seed. */
static alea_status check_choose_states(survey *s, uint64_t listed, size_t count, uint64_t seed,
                                       alea_error *error)
{
    const alea_game *game = s->bot->game;
    alea__stream stream;
    ALEA_ASSERT(count > 0 && count <= listed);
    alea__stream_start(&stream, seed, 0, ALEA__DICE, 0);
    alea__free(s->state);
    s->state = alea__alloc_array(count, sizeof *s->state);
    if (!s->state) return alea__out_of_memory(error);
    for (size_t i = 0; i < count; i++) {
        uint64_t low = i * listed / count, high = (i + 1) * listed / count;
        bool sampled;
        game->family->text->sample_state(game->rules, low + alea__next_word(&stream) % (high - low),
                                         &s->state[i], &sampled);
    }
    s->count = count;
    return ALEA_OK;
}

/* Chooses states from random games: the same ones as before, and more if more are needed. */
static alea_status check_play_states(survey *s, size_t count, uint64_t seed, alea_error *error)
{
    alea__free(s->state);
    s->state = NULL;
    alea__played_free(&s->played);
    alea_status status = alea__played_make(s->bot->game, count, seed, &s->played, error);
    s->state = s->played.state;
    s->played.state = NULL;
    s->count = count;
    return status;
}

/* Lowers *states to the number that a pass can afford, estimated from a few states. */
static alea_status check_afford(const survey *s, uint64_t seed, uint64_t *states, alea_error *error)
{
    uint32_t answer[STATES_PROBED];
    check_pass probe = {.seed = seed, .count = s->count, .answer = answer};
    ALEA_ASSERT(s->count <= STATES_PROBED);
    alea_status status = check_run_pass(s, &probe, error);
    if (status != ALEA_OK || probe.fuel == 0) return status;
    uint64_t affordable = s->fuel / (probe.fuel / probe.asked + 1) + 1;
    if (affordable < *states) *states = affordable;
    return ALEA_OK;
}

/* Decides in how many states of played games a bot is asked that follows games. */
static alea_status check_plan_games(survey *s, uint64_t seed, alea_error *error)
{
    uint64_t states = STATES_PLAYED;
    s->sampled = true;
    alea_status status = check_play_states(s, STATES_PROBED, seed, error);
    if (status == ALEA_OK) status = check_afford(s, seed, &states, error);
    return status == ALEA_OK ? check_play_states(s, states, seed, error) : status;
}

/* Decides which states are asked: all of them if a pass can afford that, else a sample as large as it can afford. */
static alea_status check_plan(survey *s, uint64_t seed, alea_error *error)
{
    const alea_game *game = s->bot->game;
    uint64_t listed = 0;
    alea_state state;
    if (s->bot->ops->receive) return check_plan_games(s, seed, error);
    while (listed < STATES_LISTED &&
           game->family->text->sample_state(game->rules, listed, &state, &s->sampled))
        listed++;
    if (listed == 0) return alea__fail(error, ALEA_E_REFUSED, BOT_CHECK_NOTHING);
    uint64_t states = listed < STATES_ASKED ? listed : STATES_ASKED;
    alea_status status =
        check_choose_states(s, listed, listed < STATES_PROBED ? listed : STATES_PROBED, seed, error);
    if (status == ALEA_OK) status = check_afford(s, seed, &states, error);
    if (status == ALEA_OK) status = check_choose_states(s, listed, states, seed, error);
    if (states < listed) s->sampled = true;
    return status;
}

/* ---- the passes, and what they show -------------------------------------------------------------------- */

typedef enum pass_kind {
    FIRST,
    AGAIN,
    OTHER_SEED,
    SHUFFLED,
    PASSES,
    RESTORED = PASSES,
    ALL_PASSES
} pass_kind;

/* The report and the data it points to, in one block. */
typedef struct report_holder {
    alea_bot_report report;
    char what[512];
    const char **imports;
} report_holder;

static void check_shuffle(uint32_t *order, size_t count, uint64_t seed)
{
    alea__stream stream;
    alea__stream_start(&stream, seed, 0, ALEA__DICE, 1);
    for (size_t i = 0; i < count; i++) order[i] = (uint32_t)i;
    for (size_t i = count; i > 1; i--) {
        size_t j = alea__next_word(&stream) % i;
        uint32_t swapped = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swapped;
    }
}

static const char *check_answer_name(const alea_game *game, uint32_t answer)
{
    ALEA_ASSERT(answer != UNASKED);
    return answer >= FAILED ? alea_failure_name((alea_failure)(answer - FAILED))
                            : game->family->play->move_name(game->rules, answer);
}

static void check_show_state(const survey *s, size_t at, char *out, size_t size)
{
    const alea_game *game = s->bot->game;
    if (at < s->count)
        game->family->text->describe(game->rules, &s->state[at], out, size);
    else
        snprintf(out, size, "its start");
}

static void check_report_failure(const survey *s, const check_pass *p, alea_bot_report *report)
{
    if (p->failures == 0 || report->failure) return;
    report->answers_all = false;
    report->failure = p->failure;
    memcpy(report->failure_text, p->text, sizeof p->text);
    check_show_state(s, p->failed_at, report->example, sizeof report->example);
}

/* Whether the first pass and another one answered some state differently; the first such state found becomes the report's
   example. States that one of them did not come to do not count. */
static bool check_differs(const survey *s, const check_pass p[ALL_PASSES], pass_kind other, const char *when,
                          alea_bot_report *report)
{
    const uint32_t *first = p[FIRST].answer, *again = p[other].answer;
    char state[160];
    size_t at = 0;
    while (at < s->count && (first[at] == again[at] || first[at] == UNASKED || again[at] == UNASKED)) at++;
    if (at == s->count) return false;
    if (*report->example) return true;
    check_show_state(s, at, state, sizeof state);
    snprintf(report->example, sizeof report->example, "%s: %s, and %s %s", state,
             check_answer_name(s->bot->game, first[at]), check_answer_name(s->bot->game, again[at]), when);
    return true;
}

/* Draws the conclusions from the passes. A bot that depends on its seed also counts as depending on its past. */
static void check_conclude(const survey *s, const check_pass p[ALL_PASSES], alea_bot_report *report)
{
    const check_pass *first = &p[FIRST];
    report->kind = alea_bot_kind(s->bot);
    report->states = first->asked;
    report->sampled = s->sampled || first->cut;
    report->answers_all = true;
    for (int i = 0; i < PASSES; i++) check_report_failure(s, &p[i], report);
    report->deterministic = !check_differs(s, p, AGAIN, "when asked again", report);
    report->depends_on_seed = check_differs(s, p, OTHER_SEED, "with another seed", report);
    report->depends_on_past =
        check_differs(s, p, SHUFFLED, "in another order", report) || report->depends_on_seed;
    if (first->asked == 0) return;
    report->nanoseconds = (double)first->nanoseconds / (double)first->asked;
    report->fuel = (double)first->fuel / (double)first->asked;
}

/* Adds the progress of the purity test to that of the passes. */
static int check_report_purity(void *user, uint64_t done, uint64_t total)
{
    const survey *s = user;
    return alea__report(&s->options->progress, s->total + done, s->total + total);
}

static bool check_is_stopped(void *user)
{
    return alea__stopped(&((const survey *)user)->options->progress);
}

/* Tests whether a bot is pure that sees more than scores, such as one in Lua. It is asked from its start in a sample of states that
   the first pass asked after others. Only the report uses the result; the bot still plays without being restored. */
static alea_status check_restored(const survey *s, check_pass p[ALL_PASSES], alea_bot_report *report,
                                  alea_error *error)
{
    const alea_bot *bot = s->bot;
    const bool known = report->purity != ALEA_PURITY_UNKNOWN || bot->policy || !report->answers_all;
    if (known || !bot->ops->restores || bot->ops->scores_only || bot->ops->receive) return ALEA_OK;
    survey more = *s;
    more.done = s->total;
    more.total = s->total + p[RESTORED].count;
    alea_status status = check_run_pass(&more, &p[RESTORED], error);
    if (status != ALEA_OK) return status;
    check_report_failure(s, &p[RESTORED], report);
    report->depends_on_past = check_differs(s, p, RESTORED, "as the first question", report);
    report->purity = report->depends_on_past ? ALEA_IMPURE : ALEA_TESTED_PURE;
    report->pure_states = p[RESTORED].asked;
    return ALEA_OK;
}

/* Adds the bot's purity to the report, after a test if the passes showed no dependence. */
static alea_status check_find_purity(const survey *s, check_pass p[ALL_PASSES], alea_bot_report *report,
                                     alea_error *error)
{
    alea_error why = {0};
    const alea_progress progress = {
        .report = check_report_purity, .stopped = check_is_stopped, .user = (void *)(uintptr_t)s};
    alea_bot *bot = s->bot;
    const bool differs = report->depends_on_past || !report->deterministic;
    if (differs && !bot->policy && bot->purity == ALEA_PURITY_UNKNOWN) bot->purity = ALEA_IMPURE;
    alea_status status =
        report->answers_all ? alea__test_purity(bot, report->fuel, &progress, &why) : ALEA_OK;
    if (status == ALEA_E_REFUSED) {
        report->depends_on_past = true;
        alea__printable(report->example, sizeof report->example, why.message, strlen(why.message));
        status = ALEA_OK;
    }
    report->purity = bot->purity;
    if (status == ALEA_OK) return check_restored(s, p, report, error);
    if (error) *error = why;
    return status;
}

/* Copies the bot's description of its file into the report. */
static alea_status check_describe(const alea_bot *bot, report_holder *h, alea_error *error)
{
    const char *const *imports = NULL;
    const char *what = bot->ops->what ? bot->ops->what(bot, &imports) : "A bot.";
    size_t count = 0;
    while (imports && imports[count]) count++;
    h->imports = alea__alloc_array(count + 1, sizeof *h->imports);
    if (!h->imports) return alea__out_of_memory(error);
    for (size_t i = 0; i < count; i++)
        if (!(h->imports[i] = alea__copy_text(imports[i]))) return alea__out_of_memory(error);
    alea__printable(h->what, sizeof h->what, what, strlen(what));
    h->report.what = h->what;
    h->report.imports = h->imports;
    return ALEA_OK;
}

/* Chooses the states, runs all passes over them and draws the conclusions. */
static alea_status check_survey(survey *s, alea_bot_report *report, alea_error *error)
{
    const uint64_t seed = s->options->seed, other_seed = seed ^ UINT64_C(0x9e3779b97f4a7c15);
    alea_status status = check_plan(s, seed, error);
    if (status != ALEA_OK) return status;
    uint32_t *answers = alea__alloc_array(s->count, (ALL_PASSES + 1) * sizeof *answers);
    if (!answers) return alea__out_of_memory(error);
    uint32_t *order = answers + ALL_PASSES * s->count;
    check_shuffle(order, s->count, seed);
    s->total = PASSES * s->count;
    check_pass p[ALL_PASSES] = {[FIRST] = {.seed = seed},
                                [AGAIN] = {.seed = seed},
                                [OTHER_SEED] = {.seed = other_seed},
                                [SHUFFLED] = {.seed = seed, .order = order},
                                [RESTORED] = {.seed = seed, .restored = true}};
    for (int i = 0; i < ALL_PASSES; i++) {
        p[i].answer = answers + (size_t)i * s->count;
        p[i].count = i == RESTORED && s->count > STATES_RESTORED ? STATES_RESTORED : s->count;
    }
    for (int i = 0; i < PASSES && status == ALEA_OK; i++) {
        s->done = (size_t)i * s->count;
        status = check_run_pass(s, &p[i], error);
    }
    if (status == ALEA_OK) check_conclude(s, p, report);
    if (status == ALEA_OK) status = check_find_purity(s, p, report, error);
    alea__free(answers);
    return status;
}

/* Asks the bot in every pass, and reports what its answers depend on. */
alea_status alea_bot_check(alea_bot *bot, const alea_check_options *given, alea_bot_report **out,
                           alea_error *error)
{
    const alea_check_options options = ALEA__OPTIONS(alea_check_options, given);
    if (!bot->game->family->text->sample_state)
        return alea__fail(error, ALEA_E_REFUSED, BOT_NO_CHECK, bot->game->family->name);
    report_holder *h = alea__alloc(sizeof *h);
    if (!h) return alea__out_of_memory(error);
    survey s = {.bot = bot, .options = &options, .fuel = FUEL_OF_A_PASS};
    alea_status status = check_describe(bot, h, error);
    if (status == ALEA_OK) status = check_survey(&s, &h->report, error);
    alea__free(s.state);
    alea__played_free(&s.played);
    if (status != ALEA_OK)
        alea_bot_report_free(&h->report);
    else
        *out = &h->report;
    return status;
}

void alea_bot_report_free(alea_bot_report *report)
{
    if (!report) return;
    report_holder *h = (report_holder *)report;
    for (size_t i = 0; h->imports && h->imports[i]; i++) alea__free((void *)(uintptr_t)h->imports[i]);
    alea__free(h->imports);
    alea__free(h);
}
