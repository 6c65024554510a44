/* Shared by both kinds of match in workers: the files of their bots, and the check of counts. */
#include "base/assert.h"
#include "base/error.h"
#include "play/match.h"
#include "worker/messages.h"
#include "worker/remote_bot.h"

#include <string.h>

/* The number of the file with the same bytes, whose bots play the same, or `files`. */
static uint64_t files_find_same(const alea__match_files *f, const alea__remote_bot *bot, bool restored)
{
    uint64_t same = 0;
    while (same < f->files &&
           (f->file[same]->size != bot->size || memcmp(f->file[same]->data, bot->data, bot->size) != 0 ||
            f->restored[same] != restored))
        same++;
    return same;
}

alea_status alea__match_files_find(const alea__match *match, alea__match_files *out,
                                   alea__worker_sandbox **sandbox, alea_error *error)
{
    const unsigned players = match->game->players;
    *out = (alea__match_files){.files = 0};
    *sandbox = NULL;
    for (unsigned i = 0; i < players; i++) {
        const alea__remote_bot *bot = alea__as_remote_bot(match->bots[i]);
        const bool restored = alea__match_restores(match, match->bots[i]);
        if (!bot) continue;
        if (*sandbox && *sandbox != bot->pool.sandbox)
            return alea__fail(error, ALEA_E_REFUSED, WORKER_OTHER_SANDBOX,
                              match->bots[i]->name ? match->bots[i]->name : "a bot");
        *sandbox = bot->pool.sandbox;
        const uint64_t same = files_find_same(out, bot, restored);
        out->restored[same] = restored;
        if (same == out->files) out->file[out->files++] = bot;
        out->index[i] = 1 + same;
    }
    ALEA_ASSERT(out->files <= players && (out->files == 0) == (*sandbox == NULL));
    return ALEA_OK;
}

void alea__match_files_pack(const alea__match_files *f, alea__worker_pool *pool, alea__text *out)
{
    ALEA_ASSERT(f->files >= 1 && f->files <= ALEA_MAX_SEATS);
    alea__pack_word(out, f->files);
    for (uint64_t n = 0; n < f->files; n++) {
        pool->parts[n] = &((alea__remote_bot *)(uintptr_t)f->file[n])->pool;
        alea__pack_text(out, f->file[n]->file);
        alea__pack_bytes(out, f->file[n]->data, f->file[n]->size);
        alea__pack_word(out, f->restored[n]);
    }
}

/* Money must cancel, wins must not exceed the games, and a bot that does not play counts nothing. */
bool alea__tally_is_possible(const alea__tally *t, unsigned players, uint64_t games)
{
    uint64_t wins = 0, money = 0;
    for (unsigned bot = 0; bot < ALEA__TALLY_SEATS; bot++)
        for (unsigned seat = 0; seat < ALEA__TALLY_SEATS; seat++) {
            const bool plays = bot < players && seat < players;
            if (t->wins[bot][seat] > games) return false;
            if (!plays && (t->wins[bot][seat] || t->money[bot][seat])) return false;
            wins += t->wins[bot][seat];
            money += (uint64_t)t->money[bot][seat];
        }
    return t->games == games && t->unfinished <= games && wins <= games && money == 0;
}
