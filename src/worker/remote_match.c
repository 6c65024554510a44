/* The step path in workers: each holds the game, all bots of a match and the plain referee, and plays whole blocks. If
   a worker fails, its block is played again with each bot in a process of its own, so that the guilty one shows. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "play/match_replay.h"
#include "value/solver_ops.h"
#include "worker/messages.h"
#include "worker/remote_bot.h"

#include <stdatomic.h>
#include <string.h>

enum {
    TALLY_WORDS = sizeof(alea__tally) / sizeof(uint64_t),
    /* After this many failures the bots are assumed to cause them, and immediately get separate processes. */
    MOST_FAILED = 2,
    MOST_MOVES = 1 << 26, /* bytes of an answer with the moves of a block */
    /* Limit in decisions between two signs of life, when all bots start and one decides. */
    SILENT_DECISIONS = 10 * ALEA_MAX_SEATS + 1
};

typedef struct remote_match {
    alea__remote_match base;
    alea__worker_pool pool;
    const alea_progress *progress; /* may be NULL */
    unsigned players;
    atomic_uint failed; /* blocks */
} remote_match;

static void remote_match_free(alea__remote_match *base)
{
    remote_match *m = (remote_match *)base;
    alea__worker_pool_close(&m->pool);
    alea__free(m);
}

/* ---- a block ---- */

/* Reads how often bots failed; false if that cannot be. */
static bool remote_unpack_failures(const remote_match *m, alea__unpacker *answer, uint64_t first,
                                   const alea__counts *counts, alea__failures *out)
{
    for (unsigned bot = 0; bot < m->players; bot++) {
        uint64_t failed = 0;
        for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++) {
            const uint64_t count = out->count[bot][kind] = alea__unpack_word(answer);
            if (count > counts->tally.games) return false;
            failed += count;
        }
        out->first_game[bot] = alea__unpack_word(answer);
        alea__unpack_printable(answer, out->text[bot], sizeof out->text[bot]);
        if (out->count[bot][ALEA_NO_FAILURE] > 0 || failed > counts->tally.games) return false;
        if (failed == 0 && (out->first_game[bot] > 0 || out->text[bot][0])) return false;
        if (failed > 0 && out->first_game[bot] - first >= counts->tally.games) return false;
    }
    return !answer->bad;
}

/* Reads the answer to PLAY_STEPS; false if it makes no sense. */
static bool remote_unpack_counts(const remote_match *m, alea__unpacker *answer, uint64_t first,
                                 uint64_t games, alea__counts *out)
{
    uint64_t word[TALLY_WORDS];
    for (unsigned i = 0; i < TALLY_WORDS; i++) word[i] = alea__unpack_word(answer);
    memcpy(&out->tally, word, sizeof out->tally);
    return !answer->bad && alea__tally_is_possible(&out->tally, m->players, games) &&
           remote_unpack_failures(m, answer, first, out, &out->failures);
}

/* Reads the programs' moves, which follow the counts. They are checked when the games are replayed. */
static bool remote_unpack_moves(const remote_match *m, alea__unpacker *answer, alea__match_moves *out)
{
    size_t size;
    for (unsigned bot = 0; bot < m->players; bot++) {
        out->counts.decisions[bot] = alea__unpack_word(answer);
        out->counts.fuel[bot] = alea__unpack_word(answer);
        out->start_fails[bot] = alea__unpack_word(answer);
        alea__unpack_printable(answer, out->why[bot], sizeof out->why[bot]);
    }
    const unsigned char *steps = alea__unpack_bytes(answer, &size);
    if (answer->bad) return false;
    alea__text_add_bytes(&out->steps, steps, size);
    return !out->steps.failed;
}

/* Lets a worker play the block; `moves` is NULL if only the counts are needed. Ends a worker that fails. */
static alea_status remote_match_call(remote_match *m, const alea__remote_span *span, alea__counts *out,
                                     alea__match_moves *moves)
{
    alea__worker *w;
    alea__unpacker answer;
    alea_status status = alea__worker_take(&m->pool, m->progress, NULL, &w, &answer, NULL);
    if (status != ALEA_OK) return status;
    const uint64_t fuel = m->pool.sandbox->base.options.fuel;
    w->allowed = alea__worker_time(fuel > UINT64_MAX / SILENT_DECISIONS ? fuel : SILENT_DECISIONS * fuel);
    w->out.size = 0;
    alea__pack_word(&w->out, span->first);
    alea__pack_word(&w->out, span->games);
    alea__pack_word(&w->out, span->turned);
    alea__pack_word(&w->out, moves != NULL);
    status = alea__worker_call(w, ALEA__PLAY_STEPS, &answer, NULL);
    if (status == ALEA_OK && !remote_unpack_counts(m, &answer, span->first, span->games, out))
        status = ALEA_E_BOT;
    if (status == ALEA_OK && moves && !remote_unpack_moves(m, &answer, moves)) status = ALEA_E_BOT;
    if (status == ALEA_OK)
        alea__worker_give_back(w);
    else
        alea__worker_end(w);
    return status;
}

/* The same, unless the bots are taken to make workers fail. */
static bool remote_match_try(remote_match *m, const alea__remote_span *span, alea__counts *out,
                             alea__match_moves *moves)
{
    if (atomic_load(&m->failed) >= MOST_FAILED) return false;
    const alea_status status = remote_match_call(m, span, out, moves);
    if (status != ALEA_OK && status != ALEA_E_STOPPED) atomic_fetch_add(&m->failed, 1);
    return status == ALEA_OK;
}

static bool remote_match_play(alea__remote_match *base, uint64_t first, uint64_t games, alea__counts *counts)
{
    alea__counts found = {.tally = {0}};
    const alea__remote_span span = {first, games, 0};
    if (!remote_match_try((remote_match *)base, &span, &found, NULL)) return false;
    *counts = found;
    return true;
}

static bool remote_match_record(alea__remote_match *base, const alea__remote_span *span,
                                alea__match_moves *out)
{
    return remote_match_try((remote_match *)base, span, &out->counts, out);
}

static const alea__remote_match_ops remote_match_ops = {remote_match_free, remote_match_play,
                                                        remote_match_record};

/* ---- opening ---- */

/* Packs bot `number`, whose file has the number `index`. */
static alea_status remote_match_pack_bot(const alea__match *match, unsigned number, uint64_t index,
                                         alea__text *out, alea_error *error)
{
    const alea_game *game = match->game;
    const alea_bot *bot = match->bots[number];
    if (index > 0) {
        alea__pack_word(out, ALEA__SENT_WASM);
        alea__pack_word(out, index - 1);
        return ALEA_OK;
    }
    if (bot->ops->source) {
        alea__bot_source source;
        bot->ops->source(bot, &source);
        alea__pack_word(out, ALEA__SENT_LUA);
        alea__pack_text(out, source.text.file);
        alea__pack_bytes(out, source.text.data, source.text.size);
        alea__pack_word(out, source.fuel);
        alea__pack_word(out, source.memory);
        alea__pack_word(out, alea__match_restores(match, bot));
        return ALEA_OK;
    }
    if (!bot->policy || !game->family->solver)
        return alea__fail(error, ALEA_E_REFUSED, WORKER_MATCH_OTHER_KIND, bot->name ? bot->name : "a bot");
    unsigned char *data;
    size_t size;
    alea_status status = game->family->solver->pack_policy(game->rules, bot->policy, &data, &size, error);
    if (status != ALEA_OK) return status;
    alea__pack_word(out, ALEA__SENT_POLICY);
    alea__pack_bytes(out, data, size);
    alea__free(data);
    return ALEA_OK;
}

/* The sandbox of the bots, and the first message to its workers, which has each file once. */
static alea_status remote_match_pack(remote_match *r, const alea__match *m, alea__text *out,
                                     alea__worker_sandbox **sandbox, alea_error *error)
{
    alea__match_files files;
    const alea_game *game = m->game;
    alea_status status = alea__match_files_find(m, &files, sandbox, error);
    if (status != ALEA_OK) return status;
    alea__pack_text(out, game->spec);
    alea__pack_word(out, game->source != NULL);
    alea__pack_bytes(out, game->source, game->source_size);
    alea__pack_word(out, m->seed);
    alea__pack_word(out, m->rotate);
    alea__match_files_pack(&files, &r->pool, out);
    alea__pack_word(out, game->players);
    for (unsigned i = 0; i < game->players && status == ALEA_OK; i++)
        status = remote_match_pack_bot(m, i, files.index[i], out, error);
    return status;
}

/* Workers are made when the first blocks are played. */
alea_status alea__remote_match_open_workers(const alea__match *match, alea__remote_match **out,
                                            alea_error *error)
{
    alea__worker_sandbox *sandbox;
    alea__text first = {0};
    remote_match *m = alea__alloc(sizeof *m);
    if (!m) return alea__out_of_memory(error);
    m->base.ops = &remote_match_ops;
    m->progress = match->progress;
    m->players = match->game->players;
    alea_status status = remote_match_pack(m, match, &first, &sandbox, error);
    if (status == ALEA_OK)
        status = alea__worker_pool_open(&m->pool, sandbox, ALEA__OPEN_MATCH, &first, error);
    else
        alea__text_free(&first);
    ALEA_ASSERT(first.data == NULL);
    m->pool.most_answer = MOST_MOVES;
    if (status == ALEA_OK)
        *out = &m->base;
    else
        remote_match_free(&m->base);
    return status;
}
