/* Writing games down while the step path plays them. */
#include "play/record.h"
#include "base/error.h"
#include "base/file.h"
#include "play/messages.h"
#include "play/record_lines.h"

#include <stdio.h>

typedef struct recorder {
    alea__match match; /* with the recorder as its observer */
    FILE *stream;
    alea__text line; /* the one being written */
    bool failed;     /* writing failed, for a reason that the draft has; nothing more is written */
} recorder;

/* Writes the pending part of the line. */
static void recorder_flush(recorder *r)
{
    if (!r->failed && !r->line.failed)
        r->failed = fwrite(r->line.data, 1, r->line.size, r->stream) != r->line.size;
    r->line.size = 0;
}

static void recorder_write_heading(recorder *r)
{
    const alea__match *m = &r->match;
    alea__heading heading = {.game = m->game, .seed = m->seed, .run = true, .rotates = m->rotate};
    for (unsigned i = 0; i < m->game->players; i++) {
        heading.player[i] = m->bots[i]->name;
        heading.bot[i] = m->bots[i];
    }
    alea__line_heading(&r->line, &heading);
    recorder_flush(r);
}

/* ---- the observer --------------------------------------------------------------------------------------- */

static void recorder_begin(void *user, uint64_t game, const unsigned *bot_in_seat)
{
    recorder *r = user;
    alea__line_begin(&r->line, game, bot_in_seat, r->match.game->players);
    recorder_flush(r);
}

static void recorder_rolled(void *user, const uint32_t *faces, unsigned count)
{
    recorder *r = user;
    alea__line_roll(&r->line, faces, count);
    recorder_flush(r);
}

static void recorder_moved(void *user, unsigned seat, uint32_t move)
{
    recorder *r = user;
    alea__line_move(&r->line, r->match.game, seat, move);
    recorder_flush(r);
}

static void recorder_forfeited(void *user, unsigned seat, alea_failure failure, const char *text)
{
    recorder *r = user;
    alea__line_forfeit(&r->line, seat, failure, text);
    recorder_flush(r);
}

static void recorder_ended(void *user, const alea_outcome *outcome)
{
    recorder *r = user;
    alea__line_end(&r->line, outcome, r->match.game->players);
    recorder_flush(r);
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

/* Ends early when writing has failed; committing the draft then returns the reason. */
static alea_status recorder_write_games(recorder *r, uint64_t games, uint64_t total, alea_error *error)
{
    const alea_progress *progress = r->match.progress;
    alea_status status = ALEA_OK;
    recorder_write_heading(r);
    for (uint64_t first = 0; first < games && status == ALEA_OK && !r->failed; first += ALEA__BLOCK) {
        const uint64_t left = games - first;
        alea__counts unused = {0};
        status = alea__match_play(&r->match, first, left < ALEA__BLOCK ? left : ALEA__BLOCK, &unused, error);
        if (status == ALEA_OK && r->line.failed) status = alea__out_of_memory(error);

        if (status == ALEA_OK && progress && progress->report &&
            progress->report(progress->user, 0, total) != 0)
            status = ALEA_E_STOPPED;
        if (status == ALEA_E_STOPPED) status = alea__fail(error, status, PLAY_STOPPED_RECORDING);
    }
    return status;
}

alea_status alea__record_write(const alea__match *match, uint64_t games, const char *path, uint64_t total,
                               alea_error *error)
{
    alea__draft *draft;
    alea_status status = alea__draft_open(path, &draft, error);
    if (status != ALEA_OK) return status;
    recorder r = {.match = *match, .stream = alea__draft_stream(draft)};
    const alea__observer observer = {.user = &r,
                                     .begin = recorder_begin,
                                     .rolled = recorder_rolled,
                                     .moved = recorder_moved,
                                     .forfeited = recorder_forfeited,
                                     .end = recorder_ended};
    alea__learners learners = {{NULL}};
    r.match.observer = &observer;
    if (match->learners) r.match.learners = &learners; /* the match itself begins afresh */

    status = recorder_write_games(&r, games, total, error);
    alea__learners_end(&learners, match->bots);
    alea__text_free(&r.line);
    if (status == ALEA_OK) return alea__draft_commit(draft, error);
    alea__draft_drop(draft);
    return status;
}
