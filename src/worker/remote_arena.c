/* The block path in workers: each holds the bots of a match and the referee, and plays whole blocks. If a worker
   dies, its block is not clean, and the step path plays it again, with each bot in a process of its own. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "sandbox/bot_interface.h"
#include "sandbox/sandbox.h"
#include "worker/messages.h"
#include "worker/remote_bot.h"

#include <string.h>

enum { TALLY_WORDS = sizeof(alea__tally) / sizeof(uint64_t) };

typedef struct remote_arena {
    alea__arena base;
    alea__worker_pool pool;
    const alea_progress *progress; /* may be NULL */
    unsigned players;
} remote_arena;

static void remote_arena_free(alea__arena *base)
{
    remote_arena *a = (remote_arena *)base;
    alea__worker_pool_close(&a->pool);
    alea__free(a);
}

/* ---- a block ---- */

/* Whether counts can be those of so many games: a worker may say anything. Money must cancel, wins must not exceed the
   games. */
static bool remote_tally_is_possible(const remote_arena *a, const alea__tally *t, uint64_t games)
{
    uint64_t wins = 0, money = 0;
    for (unsigned bot = 0; bot < ALEA__TALLY_SEATS; bot++)
        for (unsigned seat = 0; seat < ALEA__TALLY_SEATS; seat++) {
            const bool plays = bot < a->players && seat < a->players;
            if (t->wins[bot][seat] > games) return false;
            if (!plays && (t->wins[bot][seat] || t->money[bot][seat])) return false;
            wins += t->wins[bot][seat];
            money += (uint64_t)t->money[bot][seat];
        }
    return t->games == games && t->unfinished <= games && wins <= games && money == 0;
}

/* Sends the block to an idle worker or to a new one. Whatever fails there, the block is then not clean. */
static bool remote_arena_play(alea__arena *base, uint64_t first, uint64_t games, alea__tally *tally)
{
    remote_arena *a = (remote_arena *)base;
    alea__worker *w;
    alea__unpacker answer;
    uint64_t word[TALLY_WORDS];
    alea__tally counted;
    if (alea__worker_take(&a->pool, a->progress, NULL, &w, &answer, NULL) != ALEA_OK) return false;
    w->allowed = alea__worker_time(10 * a->pool.sandbox->base.options.fuel);
    w->out.size = 0;
    alea__pack_word(&w->out, first);
    alea__pack_word(&w->out, games);
    if (alea__worker_call(w, ALEA__PLAY, &answer, NULL) != ALEA_OK) {
        alea__worker_end(w);
        return false;
    }
    const bool clean = alea__unpack_word(&answer) == 1;
    for (unsigned i = 0; i < TALLY_WORDS; i++) word[i] = alea__unpack_word(&answer);
    memcpy(&counted, word, sizeof counted);
    if (answer.bad || (clean && !remote_tally_is_possible(a, &counted, games))) {
        alea__worker_end(w);
        return false;
    }
    alea__worker_give_back(w);
    if (clean) alea__tally_add(tally, &counted);
    return clean;
}

static const alea__arena_ops remote_arena_ops = {remote_arena_free, remote_arena_play};

/* ---- opening ---- */

/* Whether the bot can be sent to a worker; all that are WebAssembly must be of one sandbox, which *sandbox becomes. */
static alea_status remote_arena_check(const alea_bot *bot, alea__worker_sandbox **sandbox, alea_error *error)
{
    const alea__remote_bot *remote = alea__as_remote_bot(bot);
    const char *name = bot->name ? bot->name : "a bot";
    if (!remote)
        return bot->policy ? ALEA_OK : alea__fail(error, ALEA_E_REFUSED, WORKER_ARENA_OTHER_KIND, name);
    if (remote->wasi) return alea__fail(error, ALEA_E_REFUSED, WORKER_ARENA_WASI, name);
    if (*sandbox && *sandbox != remote->pool.sandbox)
        return alea__fail(error, ALEA_E_REFUSED, WORKER_ARENA_OTHER_SANDBOX, name);
    *sandbox = remote->pool.sandbox;
    return ALEA_OK;
}

/* Packs the match, and each file once. */
static void remote_arena_pack(remote_arena *a, const alea__arena_match *m, const unsigned char *packed,
                              size_t size, alea__text *out)
{
    const alea__remote_bot *file[ALEA_MAX_SEATS];
    uint64_t index[ALEA_MAX_SEATS] = {0};
    uint64_t files = 0;
    for (unsigned i = 0; i < m->game->players; i++) {
        const alea__remote_bot *bot = alea__as_remote_bot(m->bots[i]);
        uint64_t same = 0;
        if (!bot) continue;
        while (same < files &&
               (file[same]->size != bot->size || memcmp(file[same]->data, bot->data, bot->size) != 0))
            same++;
        if (same == files) {
            a->pool.parts[files] = &((alea__remote_bot *)(uintptr_t)bot)->pool;
            file[files++] = bot;
        }
        index[i] = 1 + same;
    }
    ALEA_ASSERT(files >= 1 && files <= m->game->players);
    alea__pack_word(out, alea__bot_interface_of(m->game)->lists);
    alea__pack_bytes(out, packed, size);
    alea__pack_word(out, files);
    for (uint64_t n = 0; n < files; n++) {
        alea__pack_text(out, file[n]->file);
        alea__pack_bytes(out, file[n]->data, file[n]->size);
    }
    alea__pack_word(out, m->game->players);
    for (unsigned i = 0; i < m->game->players; i++) alea__pack_word(out, index[i]);
}

/* Makes the first worker. If it dies, or finds that the bots cannot play together, there is no block path. */
static alea_status remote_arena_try(remote_arena *a, alea_error *error)
{
    alea__worker *worker;
    alea__unpacker answer;
    alea_error why = {0};
    alea_status status = alea__worker_take(&a->pool, a->progress, NULL, &worker, &answer, &why);
    if (status == ALEA_OK) alea__worker_give_back(worker);
    if (status == ALEA_E_BOT) return alea__fail(error, ALEA_E_REFUSED, WORKER_ARENA_FAILED, why.message);
    if (status != ALEA_OK && error) *error = why;
    return status;
}

alea_status alea__remote_arena_open(const alea__arena_match *match, alea__arena **out, alea_error *error)
{
    alea__worker_sandbox *sandbox = NULL;
    alea__text first = {0};
    unsigned char *packed;
    size_t size;
    alea_status status = ALEA_OK;
    for (unsigned i = 0; i < match->game->players && status == ALEA_OK; i++)
        status = remote_arena_check(match->bots[i], &sandbox, error);
    if (status == ALEA_OK) status = alea__arena_pack(match, &packed, &size, error);
    if (status != ALEA_OK) return status;
    remote_arena *a = alea__alloc(sizeof *a);
    if (a) {
        *a = (remote_arena){
            .base = {&remote_arena_ops}, .progress = match->progress, .players = match->game->players};
        remote_arena_pack(a, match, packed, size, &first);
        status = alea__worker_pool_open(&a->pool, sandbox, ALEA__OPEN_ARENA, &first, error);
    } else {
        status = alea__out_of_memory(error);
    }
    alea__free(packed);
    if (status == ALEA_OK) status = remote_arena_try(a, error);
    if (status == ALEA_OK)
        *out = &a->base;
    else if (a)
        remote_arena_free(&a->base);
    return status;
}
