/* A bot in workers. On the step path each instance has its own worker, so a worker that dies identifies its bot. */
#include "worker/remote_bot.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "sandbox/bot_interface.h"
#include "sandbox/messages.h"
#include "value/solver_ops.h"
#include "worker/messages.h"

#include <string.h>

enum { START_DECISIONS = 10 }; /* a start may take as much fuel as this many decisions */

/* An answer that was announced and came before it was asked for. */
typedef struct remote_answer {
    alea__scores scores; /* of the question */
    alea__decision decision;
} remote_answer;

typedef struct remote_instance {
    const alea__remote_bot *bot;
    alea__worker *worker;
    bool restored;      /* before each question, which may take a start */
    size_t next, count; /* of `ahead` */
    remote_answer ahead[ALEA__EXPECTED];
    /* Events that a bot that receives rolls has not received yet. */
    alea__text rolls; /* packed */
    size_t told;      /* rolls of this game, with those */
    bool begun;       /* the game, since the last question */
} remote_instance;

/* ---- instances ---- */

/* Translates the status of a failed call: the worker's failure is the bot's, but this process's lack of memory is not. */
static alea_status remote_bots_fault(alea_status status)
{
    return status == ALEA_OK || status == ALEA_E_STOPPED || status == ALEA_E_MEMORY ? status : ALEA_E_BOT;
}

/* Takes a worker and starts an instance in it. Sets *again if an idle worker was found dead, so that the bot is not to blame. */
static alea_status remote_start_once(remote_instance *i, const alea__instance_id *id, bool *again,
                                     alea_error *error)
{
    alea__remote_bot *bot = (alea__remote_bot *)(uintptr_t)i->bot;
    alea__worker_pool *pool = &bot->pool;
    alea__unpacker answer;
    alea_status status = alea__worker_take(pool, NULL, NULL, &i->worker, &answer, error);
    *again = false;
    if (status != ALEA_OK) return status;
    const bool was_idle = answer.at == NULL;
    alea__text *request = &i->worker->out;
    i->worker->allowed = alea__worker_time(START_DECISIONS * pool->sandbox->base.options.fuel);
    if (id->restored) i->worker->allowed += pool->allowed; /* it may have to be compiled again */
    request->size = 0;
    alea__pack_word(request, id->seed);
    alea__pack_word(request, id->block);
    alea__pack_word(request, id->bot);
    alea__pack_word(request, id->restored);
    status = remote_bots_fault(alea__worker_call(i->worker, ALEA__START, &answer, error));
    if (status == ALEA_OK) atomic_store(&bot->base.restored_cheaply, alea__unpack_word(&answer) != 0);
    if (status == ALEA_OK && answer.bad) status = alea__worker_wrong(i->worker, &answer, error);
    if (status == ALEA_OK) return ALEA_OK;
    *again = was_idle && i->worker->process == 0 && status == ALEA_E_BOT;
    alea__worker_end(i->worker);
    return status;
}

/* Starts an instance in a worker; the death of an idle one is no bot's failure. */
static alea_status remote_start(alea_bot *base, const alea__instance_id *id, alea__instance **out,
                                alea_error *error)
{
    remote_instance *i = alea__alloc(sizeof *i);
    alea_status status;
    bool again;
    if (!i) return alea__out_of_memory(error);
    i->bot = (alea__remote_bot *)base;
    i->restored = id->restored;
    do status = remote_start_once(i, id, &again, error);
    while (again);
    if (status == ALEA_OK)
        *out = (alea__instance *)i;
    else
        alea__free(i);
    return status;
}

/* A worker that did not fail serves the next instance. */
static void remote_end(alea__instance *instance)
{
    remote_instance *i = (remote_instance *)instance;
    if (i->worker->process > 0)
        alea__worker_give_back(i->worker);
    else
        alea__worker_end(i->worker);
    alea__text_free(&i->rolls);
    alea__free(i);
}

static void remote_begin_game(alea__instance *instance, uint64_t game, unsigned seat)
{
    remote_instance *i = (remote_instance *)instance;
    (void)game, (void)seat;
    i->rolls.size = i->told = 0;
    i->begun = true;
}

/* The bot learns of it with the next question. One roll too many is enough for it to fail. */
static void remote_receive(alea__instance *instance, const alea__event *roll)
{
    remote_instance *i = (remote_instance *)instance;
    ALEA_ASSERT(roll->seat <= 0xFFFF && roll->faces[0] <= 0xFFFF && roll->faces[1] <= 0xFFFF);
    if (roll->kind != ALEA__ROLLED || i->told > ALEA__MOST_ROLLS) return;
    i->told++;
    alea__pack_word(&i->rolls, roll->seat | (uint64_t)roll->faces[0] << 16 | (uint64_t)roll->faces[1] << 32);
}

/* ---- asking ---- */

static void remote_scores(const alea_game *game, const alea_state *state, alea__scores *out)
{
    const alea__family *family = game->family;
    (family->contest ? family->contest->scores : family->roll_or_hold->scores)(game->rules, state, out);
}

/* Whether two questions are the same. */
static bool remote_same_scores(const alea__scores *a, const alea__scores *b)
{
    return a->own == b->own && a->count == b->count && a->seat == b->seat && a->banked == b->banked &&
           memcmp(a->other, b->other, a->count * sizeof *a->other) == 0;
}

static void remote_pack_question(alea__text *out, const alea__scores *scores)
{
    alea__pack_word(out, scores->own);
    alea__pack_word(out, scores->count);
    for (uint32_t i = 0; i < scores->count; i++) alea__pack_word(out, scores->other[i]);
}

/* Packs the rolls after the scores of a question to a bot that receives them. */
static void remote_pack_rolls(remote_instance *i, alea__text *out, const alea__scores *scores)
{
    alea__pack_word(out, scores->seat);
    alea__pack_word(out, scores->banked);
    alea__pack_word(out, i->begun);
    alea__pack_word(out, i->rolls.size / sizeof(uint64_t));
    alea__text_add_bytes(out, i->rolls.data, i->rolls.size);
    i->begun = false;
    i->rolls.size = 0;
}

/* Turns an answer into a move. Only the family knows what a number means. */
static void remote_take_move(const alea_game *game, uint64_t said, alea__decision *out)
{
    const alea__family *family = game->family;
    if (!family->contest) {
        out->move = family->roll_or_hold->move(said != 0);
        return;
    }
    out->move = family->contest->move(game->rules, (uint32_t)said, out->text, sizeof out->text);
    if (out->move == ALEA__NO_MOVE) out->failure = ALEA_ILLEGAL;
}

/* Reads one answer; false if it makes no sense. */
static bool remote_unpack_decision(const remote_instance *i, alea__unpacker *answer, alea__decision *out)
{
    *out = (alea__decision){0};
    const uint64_t said = alea__unpack_word(answer), failure = alea__unpack_word(answer);
    const uint64_t most = i->bot->base.game->family->contest ? UINT32_MAX : 1;
    out->fuel = alea__unpack_word(answer);
    if (answer->bad || failure > ALEA_ILLEGAL || failure == ALEA_ILLEGAL || said > most) return false;
    if (failure == ALEA_NO_FAILURE) {
        remote_take_move(i->bot->base.game, said, out);
        return true;
    }
    out->failure = (alea_failure)failure;
    alea__unpack_printable(answer, out->text, sizeof out->text);
    return !answer->bad;
}

/* The decision after the worker failed: the bot's failure, unless the caller wants to stop or memory ran out. */
static void remote_set_failed(alea_status status, const alea_error *error, alea__decision *out)
{
    *out = (alea__decision){
        .failure = ALEA_TRAP, .stopped = status == ALEA_E_STOPPED, .exhausted = status == ALEA_E_MEMORY};
    alea__printable(out->text, sizeof out->text, error->message, strlen(error->message));
}

/* Writes the message of all questions. Only one of a bot that receives rolls, since they come in between. */
static void remote_pack_questions(remote_instance *i)
{
    alea__text *out = &i->worker->out;
    const bool told = i->bot->base.ops->receive != NULL;
    ALEA_ASSERT(i->count == 1 || !told);
    out->size = 0;
    alea__pack_word(out, i->count);
    for (size_t n = 0; n < i->count; n++) {
        remote_pack_question(out, &i->ahead[n].scores);
        if (told) remote_pack_rolls(i, out, &i->ahead[n].scores);
    }
}

/* Asks all `count` questions of `ahead`, whose scores are set. Sets `count` to the number of answers, at least one. If
   there are fewer than questions, the bot failed in the last one. */
static void remote_ask(remote_instance *i)
{
    alea__worker *w = i->worker;
    alea__unpacker answer;
    alea_error error = {0};
    alea_status status = ALEA_OK;
    uint64_t answers = 0;
    const uint64_t decisions = i->count * (i->restored ? 1 + START_DECISIONS : 1);
    w->allowed = alea__worker_time(i->bot->pool.sandbox->base.options.fuel * decisions);
    remote_pack_questions(i);
    i->next = 0;
    if (i->rolls.failed)
        status = alea__out_of_memory(&error);
    else if (w->process == 0)
        status = alea__fail(&error, ALEA_E_BOT, "%s", WORKER_EXITED);
    else
        status = alea__worker_call(w, ALEA__ASK, &answer, &error);
    if (status == ALEA_OK) {
        answers = alea__unpack_word(&answer);
        bool right = !answer.bad && answers >= 1 && answers <= i->count;
        for (uint64_t n = 0; n < answers && right; n++)
            right = remote_unpack_decision(i, &answer, &i->ahead[n].decision);
        if (right && answers < i->count) right = i->ahead[answers - 1].decision.failure != ALEA_NO_FAILURE;
        if (!right) status = alea__worker_wrong(w, &answer, &error);
    }
    i->count = status == ALEA_OK ? (size_t)answers : 1;
    if (status != ALEA_OK) remote_set_failed(status, &error, &i->ahead[0].decision);
}

static void remote_expect(alea__instance *instance, const alea_state *state, size_t count)
{
    remote_instance *i = (remote_instance *)instance;
    ALEA_ASSERT(count >= 1 && count <= ALEA__EXPECTED);
    for (size_t n = 0; n < count; n++) remote_scores(i->bot->base.game, &state[n], &i->ahead[n].scores);
    i->count = count;
    remote_ask(i);
}

/* Answers from the announced questions, or asks. */
static void remote_decide(alea__instance *instance, const alea_state *state, alea__decision *out)
{
    remote_instance *i = (remote_instance *)instance;
    alea__scores scores;
    remote_scores(i->bot->base.game, state, &scores);
    if (i->next == i->count) {
        i->count = 1;
        i->ahead[0].scores = scores;
        remote_ask(i);
    }
    ALEA_ASSERT(remote_same_scores(&scores, &i->ahead[i->next].scores));
    *out = i->ahead[i->next++].decision;
}

/* ---- the bot ---- */

static void remote_free(alea_bot *base)
{
    alea__remote_bot *bot = (alea__remote_bot *)base;
    alea__worker_pool_close(&bot->pool);
    alea__owned_free(&bot->owned);
    alea__free(base->name);
    alea__free(bot);
}

static const char *remote_what(const alea_bot *base, const char *const **imports)
{
    const alea__remote_bot *bot = (const alea__remote_bot *)base;
    *imports = (const char *const *)bot->imports;
    return bot->what;
}

#define REMOTE_BOT_OPS(word, told, announced, tell) \
    {.kind = (word),                                \
     .scores_only = !(told),                        \
     .free = remote_free,                           \
     .start = remote_start,                         \
     .end = remote_end,                             \
     .begin_game = remote_begin_game,               \
     .decide = remote_decide,                       \
     .what = remote_what,                           \
     .expect = (announced),                         \
     .restores = true,                              \
     .receive = (tell)}
/* [whether it imports WASI][whether it receives the rolls] */
static const alea__bot_ops remote_bot_ops[2][2] = {
    {REMOTE_BOT_OPS("wasm", false, remote_expect, NULL), REMOTE_BOT_OPS("wasm", true, NULL, remote_receive)},
    {REMOTE_BOT_OPS("wasm+wasi", false, remote_expect, NULL),
     REMOTE_BOT_OPS("wasm+wasi", true, NULL, remote_receive)}};

const alea__remote_bot *alea__as_remote_bot(const alea_bot *bot)
{
    for (int i = 0; i < 4; i++)
        if (bot->ops == &remote_bot_ops[i / 2][i % 2]) return (const alea__remote_bot *)bot;
    return NULL;
}

alea__question alea__remote_question(const alea_game *game)
{
    ALEA_ASSERT(alea__bot_interface_of(game));
    if (!alea__bot_interface_of(game)->lists) return ALEA__ASKS_PAIRS;
    return game->family->roll_or_hold->dice(game->rules) == 2 ? ALEA__ASKS_TWO_DICE : ALEA__ASKS_LISTS;
}

/* ---- opening ---- */

/* Reads what the worker found out about the file. Returns false if it is invalid or memory runs out. */
static bool remote_describe(alea__remote_bot *bot, alea__unpacker *answer)
{
    bot->wasi = alea__unpack_word(answer) != 0;
    const bool told = alea__unpack_word(answer) != 0;
    if (told && alea__remote_question(bot->base.game) != ALEA__ASKS_TWO_DICE) return false;
    if (alea__unpack_word(answer) != 0) bot->base.purity = ALEA_DECLARED_PURE;
    bot->what = alea__own(&bot->owned, alea__unpack_text(answer, ALEA__MOST_WHAT));
    const uint64_t imports = alea__unpack_word(answer);
    if (answer->bad || !bot->what || imports > ALEA__MOST_IMPORTS) return false;
    bot->imports = alea__own(&bot->owned, alea__alloc_array(imports + 1, sizeof *bot->imports));
    answer->no_memory = !bot->imports;
    for (uint64_t n = 0; bot->imports && n < imports; n++) {
        bot->imports[n] = alea__own(&bot->owned, alea__unpack_text(answer, ALEA__MOST_WHAT));
        if (!bot->imports[n]) return false;
    }
    bot->base.ops = &remote_bot_ops[bot->wasi][told];
    return bot->imports && !answer->bad;
}

/* Copies the file and opens it in a first worker. */
static alea_status remote_fill(alea__remote_bot *bot, alea__worker_sandbox *sandbox,
                               const alea__bot_text *text, alea_error *error)
{
    alea__worker *worker;
    alea__unpacker answer;
    alea__text first = {0};
    alea_error why = {0};
    bot->file = alea__own(&bot->owned, alea__copy_text(text->file));
    bot->data = alea__own(&bot->owned, alea__alloc_bare(text->size ? text->size : 1, 1));
    if (!bot->file || !bot->data) return alea__out_of_memory(error);
    memcpy(bot->data, text->data, text->size);
    bot->size = text->size;
    alea__pack_word(&first, alea__remote_question(bot->base.game));
    alea__pack_text(&first, text->file);
    alea__pack_bytes(&first, text->data, text->size);
    alea_status status = alea__worker_pool_open(&bot->pool, sandbox, ALEA__OPEN_BOT, &first, error);
    if (status != ALEA_OK) return status;
    /* Compiled code is stored for the bytes alone: it is the same for other games and names. */
    alea__sha256_hex(text->data, text->size, bot->pool.job);
    status = alea__worker_take(&bot->pool, NULL, text->file, &worker, &answer, error);
    if (status != ALEA_OK) return status;
    if (remote_describe(bot, &answer)) {
        alea__worker_give_back(worker);
        return ALEA_OK;
    }
    status = alea__worker_wrong(worker, &answer, &why);
    alea__worker_end(worker);
    if (status == ALEA_E_MEMORY) return alea__out_of_memory(error);
    return alea__fail_at(error, status, text->file, 0, "%s.", why.message);
}

alea_status alea__remote_bot_open(alea__worker_sandbox *sandbox, const alea_game *game,
                                  const alea__bot_text *text, alea_bot **out, alea_error *error)
{
    if (!alea__bot_interface_of(game))
        return alea__fail(error, ALEA_E_REFUSED, SANDBOX_GAME, text->file, game->name);
    alea_status status = alea__worker_sandbox_check(sandbox, text->file, error);
    if (status != ALEA_OK) return status;
    alea__remote_bot *bot = alea__alloc(sizeof *bot);
    if (!bot) return alea__out_of_memory(error);
    bot->base = (alea_bot){.ops = &remote_bot_ops[0][0], .game = game};
    alea__bot_identify(&bot->base, text->data, text->size);
    status = remote_fill(bot, sandbox, text, error);
    if (status == ALEA_OK)
        *out = &bot->base;
    else
        remote_free(&bot->base);
    return status;
}
