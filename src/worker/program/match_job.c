/* A match on the step path inside a worker: the plain referee asks all bots, which are in this process, and whole blocks
   are played for one message. */
#include "base/assert.h"
#include "base/memory.h"
#include "play/common_dice.h"
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

/* Opens a bot from its text in Lua. */
static alea_status match_job_open_lua(worker_job *j, alea_bot **out, alea_error *error)
{
    alea__bot_text text = {.data = NULL};
    char *file = alea__unpack_text(&j->request, LONGEST_NAME);
    text.file = file;
    text.data = alea__unpack_bytes(&j->request, &text.size);
    alea_sandbox_options limits = {.fuel = alea__unpack_word(&j->request)};
    limits.memory = alea__unpack_word(&j->request);
    const bool restored = alea__unpack_word(&j->request) != 0;
    alea_status status = alea__lua_bot_read(j->game, &text, &limits, out, error);
    if (status == ALEA_OK && restored) (*out)->purity = ALEA_DECLARED_PURE;
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

static void match_job_begin_game(void *job, uint64_t game, const unsigned *bot_in_seat)
{
    worker_job *j = job;
    (void)game;
    memcpy(j->bot_in_seat, bot_in_seat, j->game->players * sizeof *bot_in_seat);
}

/* Whether the moves of the bot in the seat are recorded; the library asks all bots itself except WebAssembly. */
static bool match_job_records(const worker_job *j, unsigned seat)
{
    if (!j->records) return false;
    for (unsigned file = 0; file < ALEA_MAX_SEATS; file++)
        if (j->turned[j->bot_in_seat[seat]] == j->bot[file]) return true;
    return false;
}

static void match_job_moved(void *job, unsigned seat, uint32_t move)
{
    worker_job *j = job;
    if (match_job_records(j, seat)) {
        alea__add_move(&j->moves.steps, move);
        j->recorded[j->bot_in_seat[seat]]++;
    }
    alea__job_is_alive(job);
}

/* A failure without a decision comes from a bot that cannot start or is no longer asked; it needs no record. */
static void match_job_forfeited(void *job, unsigned seat, alea_failure failure, const char *text)
{
    worker_job *j = job;
    const unsigned bot = j->bot_in_seat[seat];
    if (match_job_records(j, seat)) {
        if (j->counts.decisions[bot] > j->recorded[bot]) {
            alea__add_failure(&j->moves.steps, failure, text);
            j->recorded[bot]++;
        } else if (failure != ALEA_SKIPPED) {
            j->moves.start_fails[bot] = j->recorded[bot];
            memcpy(j->moves.why[bot], text, strlen(text) + 1);
        }
    }
    alea__job_is_alive(job);
}

/* Opens the game and all bots. */
void alea__job_open_match(worker_job *j, const alea_progress *progress)
{
    alea_error error = {0};
    j->observer = (alea__observer){
        .user = j, .begin = match_job_begin_game, .moved = match_job_moved, .forfeited = match_job_forfeited};
    j->match = (alea__match){.bots = j->turned, .progress = progress, .observer = &j->observer};
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

static void match_job_pack_moves(worker_job *j)
{
    for (unsigned bot = 0; bot < j->game->players; bot++) {
        alea__pack_word(&j->out, j->counts.decisions[bot]);
        alea__pack_word(&j->out, j->counts.fuel[bot]);
        alea__pack_word(&j->out, j->moves.start_fails[bot]);
        alea__pack_text(&j->out, j->moves.why[bot]);
    }
    alea__pack_bytes(&j->out, j->moves.steps.data, j->moves.steps.size);
    j->out.failed = j->out.failed || j->moves.steps.failed;
}

/* Forgets the block before. */
static void match_job_begin_block(worker_job *j, unsigned turned)
{
    memset(&j->counts, 0, sizeof j->counts);
    memset(j->recorded, 0, sizeof j->recorded);
    memset(j->moves.why, 0, sizeof j->moves.why);
    j->moves.steps.size = 0;
    for (unsigned bot = 0; bot < ALEA_MAX_SEATS; bot++) j->moves.start_fails[bot] = ALEA__STARTS;
    alea__common_dice_seats(j->plays, j->game->players, turned, j->turned);
}

/* Plays a block, and answers with the counts and, if the library asks for them, the programs' moves. */
void alea__job_play_steps(worker_job *j)
{
    uint64_t word[TALLY_WORDS];
    alea_error error = {0};
    const uint64_t first = alea__unpack_word(&j->request), games = alea__unpack_word(&j->request),
                   turned = alea__unpack_word(&j->request);
    j->records = alea__unpack_word(&j->request) != 0;
    ALEA_ASSERT(j->game && !j->request.bad && turned < j->game->players);
    alea__job_begin_blocks(j);
    match_job_begin_block(j, (unsigned)turned);
    alea_status status = alea__match_play(&j->match, first, games, &j->counts, &error);
    alea__job_answer(j, status, &error);
    if (status != ALEA_OK) return;
    memcpy(word, &j->counts.tally, sizeof word);
    for (int i = 0; i < TALLY_WORDS; i++) alea__pack_word(&j->out, word[i]);
    match_job_pack_failures(j, &j->counts.failures);
    if (j->records) match_job_pack_moves(j);
}
