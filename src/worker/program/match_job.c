/* A match on the step path inside a worker: the plain referee asks all bots, which are in this process, and whole blocks
   are played for one message. */
#include "base/assert.h"
#include "base/memory.h"
#include "value/solver_ops.h"
#include "worker/program/job.h"

#include <string.h>

enum { LONGEST_NAME = 1 << 16, LONGEST_SPEC = 1 << 20 };

/* ---- opening ---- */

/* Opens the game: from the catalogue, or from the text of its rule file. */
static alea_status match_job_open_game(worker_job *j, alea_error *error)
{
    alea__rule_file file = {.limits = NULL};
    char *spec = alea__unpack_text(&j->request, LONGEST_SPEC);
    const bool given = alea__unpack_word(&j->request) != 0;
    file.text = alea__unpack_bytes(&j->request, &file.size);
    ALEA_ASSERT(spec && !j->request.bad);
    alea_status status = given ? alea__game_open_file(spec, &file, alea__families, &j->game, error)
                               : alea_game_open(spec, &j->game, error);
    alea__free(spec);
    return status;
}

static alea_status match_job_open_policy(worker_job *j, alea_bot **out, alea_error *error)
{
    size_t size;
    alea__policy *policy;
    const unsigned char *data = alea__unpack_bytes(&j->request, &size);
    alea_status status = j->game->family->solver->unpack_policy(j->game->rules, data, size, &policy, error);
    return status == ALEA_OK ? alea__policy_bot_new(j->game, policy, true, out, error) : status;
}

static alea_status match_job_open_lua(worker_job *j, alea_bot **out, alea_error *error)
{
    alea__bot_text text = {.data = NULL};
    char *file = alea__unpack_text(&j->request, LONGEST_NAME);
    text.file = file;
    text.data = alea__unpack_bytes(&j->request, &text.size);
    alea_sandbox_options limits = {.fuel = alea__unpack_word(&j->request)};
    limits.memory = alea__unpack_word(&j->request);
    alea_status status = alea__lua_bot_read(j->game, &text, &limits, out, error);
    alea__free(file);
    return status;
}

/* Opens bot `index` of the match. */
static alea_status match_job_open_bot(worker_job *j, unsigned index, alea_error *error)
{
    switch (alea__unpack_word(&j->request)) {
    case ALEA__SENT_POLICY: return match_job_open_policy(j, &j->plays[index], error);
    case ALEA__SENT_LUA: return match_job_open_lua(j, &j->plays[index], error);
    default: break;
    }
    const uint64_t file = alea__unpack_word(&j->request);
    ALEA_ASSERT(file < ALEA_MAX_SEATS && j->bot[file]);
    j->plays[index] = j->bot[file];
    return ALEA_OK;
}

static void match_job_moved(void *job, unsigned seat, uint32_t move)
{
    (void)seat, (void)move;
    alea__job_is_alive(job);
}

static void match_job_forfeited(void *job, unsigned seat, alea_failure failure, const char *text)
{
    (void)seat, (void)failure, (void)text;
    alea__job_is_alive(job);
}

/* Opens the game and all bots. */
void alea__job_open_match(worker_job *j, const alea_progress *progress)
{
    alea_error error = {0};
    j->observer = (alea__observer){.user = j, .moved = match_job_moved, .forfeited = match_job_forfeited};
    j->match = (alea__match){.bots = j->plays, .progress = progress, .observer = &j->observer};
    alea_status status = match_job_open_game(j, &error);
    j->match.game = j->game;
    j->match.seed = alea__unpack_word(&j->request);
    j->match.rotate = alea__unpack_word(&j->request) != 0;
    if (status == ALEA_OK) status = alea__job_open_files(j, j->game, &error);
    const uint64_t bots = status == ALEA_OK ? alea__unpack_word(&j->request) : 0;
    ALEA_ASSERT(status != ALEA_OK || bots == j->game->players);
    for (unsigned i = 0; i < bots && status == ALEA_OK; i++) status = match_job_open_bot(j, i, &error);
    alea__job_answer(j, status, &error);
}

/* ---- playing ---- */

static void match_job_pack_failures(worker_job *j, const alea__failures *f)
{
    for (unsigned bot = 0; bot < j->game->players; bot++) {
        for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
            alea__pack_word(&j->out, f->count[bot][kind]);
        alea__pack_word(&j->out, f->first_game[bot]);
        alea__pack_text(&j->out, f->text[bot]);
    }
}

/* Plays a block, and answers what was counted. */
void alea__job_play_steps(worker_job *j)
{
    static alea__counts counts; /* some kilobytes */
    uint64_t word[TALLY_WORDS];
    alea_error error = {0};
    const uint64_t first = alea__unpack_word(&j->request), games = alea__unpack_word(&j->request);
    ALEA_ASSERT(j->game && !j->request.bad);
    clock_gettime(CLOCK_MONOTONIC, &j->said);
    memset(&counts, 0, sizeof counts);
    alea_status status = alea__match_play(&j->match, first, games, &counts, &error);
    alea__job_answer(j, status, &error);
    if (status != ALEA_OK) return;
    memcpy(word, &counts.tally, sizeof word);
    for (int i = 0; i < TALLY_WORDS; i++) alea__pack_word(&j->out, word[i]);
    match_job_pack_failures(j, &counts.failures);
}
