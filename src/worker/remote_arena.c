/* The block path in workers: each holds the bots of a match and the referee, and plays whole blocks. If a worker
   dies, its block is not clean, and the step path plays it again, with each bot in a process of its own. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "play/match.h"
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
    size_t programs; /* start of the files in the first message */
} remote_arena;

static void remote_arena_free(alea__arena *base)
{
    remote_arena *a = (remote_arena *)base;
    alea__worker_pool_close(&a->pool);
    alea__free(a);
}

/* ---- a block ---- */

/* Reads which blocks were clean, and their tallies. Returns false if the answer is invalid. */
static bool remote_arena_read(const remote_arena *a, alea__arena_blocks blocks, alea__unpacker *answer,
                              uint32_t *clean, alea__tally counted[])
{
    uint64_t word[TALLY_WORDS];
    const uint64_t bits = alea__unpack_word(answer);
    *clean = (uint32_t)bits;
    if (bits >> blocks.count) return false;
    for (unsigned b = 0; b < blocks.count; b++) {
        for (unsigned i = 0; i < TALLY_WORDS; i++) word[i] = alea__unpack_word(answer);
        memcpy(&counted[b], word, sizeof counted[b]);
        if (answer->bad) return false;
        if ((bits >> b & 1) && !alea__tally_is_possible(&counted[b], a->players, blocks.games)) return false;
    }
    return true;
}

/* Sends the blocks to an idle worker or to a new one. Whatever fails there, none of them is clean. */
static uint32_t remote_arena_play(alea__arena *base, alea__arena_blocks blocks, alea__tally tally[])
{
    remote_arena *a = (remote_arena *)base;
    alea__worker *w;
    alea__unpacker answer;
    uint32_t clean;
    alea__tally counted[ALEA__ARENA_BLOCKS];
    if (alea__worker_take(&a->pool, a->progress, NULL, &w, &answer, NULL) != ALEA_OK) return 0;
    w->allowed = alea__worker_time(10 * a->pool.sandbox->base.options.fuel);
    w->out.size = 0;
    alea__pack_word(&w->out, blocks.first);
    alea__pack_word(&w->out, blocks.games);
    alea__pack_word(&w->out, blocks.count);
    if (alea__worker_call(w, ALEA__PLAY, &answer, NULL) != ALEA_OK ||
        !remote_arena_read(a, blocks, &answer, &clean, counted)) {
        alea__worker_end(w);
        return 0;
    }
    alea__worker_give_back(w);
    for (unsigned b = 0; b < blocks.count; b++)
        if (clean >> b & 1) alea__tally_add(&tally[b], &counted[b]);
    return clean;
}

static const alea__arena_ops remote_arena_ops = {remote_arena_free, remote_arena_play};

/* ---- opening ---- */

/* Whether the bot can play in an arena. */
static alea_status remote_arena_check(const alea_bot *bot, alea_error *error)
{
    const alea__remote_bot *remote = alea__as_remote_bot(bot);
    const char *name = bot->name ? bot->name : "a bot";
    if (!remote)
        return bot->policy ? ALEA_OK : alea__fail(error, ALEA_E_REFUSED, WORKER_ARENA_OTHER_KIND, name);
    if (bot->ops->receive) return alea__fail(error, ALEA_E_REFUSED, WORKER_ARENA_ROLLS, name);
    if (alea__bot_is_restored(bot)) return alea__fail(error, ALEA_E_REFUSED, WORKER_ARENA_RESTORED, name);
    if (!remote->wasi || remote->size < ALEA__MOST_WASI_BYTES) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, WORKER_ARENA_WASI, name);
}

/* The sandbox of the bots, and the first message to its workers, which has each file once. */
static alea_status remote_arena_pack(remote_arena *a, const alea__arena_match *m, alea__text *out,
                                     alea__worker_sandbox **sandbox, alea_error *error)
{
    alea__match_files files;
    const alea__match match = {.game = m->game, .bots = m->bots};
    unsigned char *packed;
    size_t size;
    alea_status status = ALEA_OK;
    for (unsigned i = 0; i < m->game->players && status == ALEA_OK; i++)
        status = remote_arena_check(m->bots[i], error);
    if (status == ALEA_OK) status = alea__match_files_find(&match, &files, sandbox, error);
    if (status == ALEA_OK) status = alea__arena_pack(m, &packed, &size, error);
    if (status != ALEA_OK) return status;
    alea__pack_word(out, alea__remote_question(m->game));
    alea__pack_word(out, m->games);
    alea__pack_bytes(out, packed, size);
    alea__pack_word(out, m->seed);
    a->programs = out->size;
    alea__match_files_pack(&files, &a->pool, out);
    alea__pack_word(out, m->game->players);
    for (unsigned i = 0; i < m->game->players; i++) alea__pack_word(out, files.index[i]);
    alea__free(packed);
    return ALEA_OK;
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

/* Compiled code is stored for the files and their seats alone: it is the same for other rules, policies, seeds and numbers of games. */
static void remote_arena_name_job(remote_arena *a)
{
    alea__text *first = &a->pool.first;
    ALEA_ASSERT(a->programs > 0 && a->programs < first->size);
    alea__sha256_hex(first->data + a->programs, first->size - a->programs, a->pool.job);
}

alea_status alea__remote_arena_open(const alea__arena_match *match, alea__arena **out, alea_error *error)
{
    alea__worker_sandbox *sandbox;
    alea__text first = {0};
    remote_arena *a = alea__alloc(sizeof *a);
    if (!a) return alea__out_of_memory(error);
    *a = (remote_arena){
        .base = {&remote_arena_ops}, .progress = match->progress, .players = match->game->players};
    alea_status status = remote_arena_pack(a, match, &first, &sandbox, error);
    if (status == ALEA_OK)
        status = alea__worker_pool_open(&a->pool, sandbox, ALEA__OPEN_ARENA, &first, error);
    if (status == ALEA_OK) {
        remote_arena_name_job(a);
        status = remote_arena_try(a, error);
    }
    if (status == ALEA_OK)
        *out = &a->base;
    else
        remote_arena_free(&a->base);
    return status;
}
