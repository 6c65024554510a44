/* A run: chooses the path of its games and plays them on threads. */
#include "play/match_run.h"
#include "base/assert.h"
#include "base/blocks.h"
#include "base/crew.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "base/stopping.h"
#include "play/messages.h"
#include "play/record.h"
#include "sandbox/sandbox.h"

#include <string.h>

enum {
    MOST_BLOCKS_SIMULATED = 64, /* by vector lanes in one piece */
    LEAST_PIECES = 16,
    PIECES_A_THREAD = 8,
    PIECES = 64
};

#define DEFAULT_RECORD_GAMES UINT64_C(1000)

/* The counts of one piece of work. For policies a piece may have several blocks, because their games do not depend on each
   other. */
typedef struct run_piece {
    unsigned counted;
    unsigned replayed;     /* blocks */
    alea__counts counts[]; /* run_counts_a_piece() */
} run_piece;

typedef struct match_run match_run;
typedef alea_status run_method(const match_run *, uint64_t first, uint64_t games, run_piece *, alea_error *);

struct match_run {
    const alea__run_job *job;
    alea__match match;
    alea__learners learners;
    alea__policy_match policies; /* when all bots are */
    alea__arena *arena;          /* on the block path with WebAssembly */
    alea__remote_match
        *workers;             /* play blocks on the step path; NULL: each bot has its own process, or none */
    alea_run_options options; /* with the defaults filled in */
    bool learns;              /* some bot remembers the whole match */
    alea__run_span span;      /* of the run's games */
    bool crew;                /* played by all processes of a crew */
    run_method *play;
    uint64_t games_a_piece;
    alea__run_played *played;
};

/* ---- what was asked for -------------------------------------------------------------------------------- */

/* There must be a bot for each player, each opened for this very game. */
static alea_status run_check_bots(const alea_game *game, alea_bot *const *bots, unsigned count,
                                  alea_error *error)
{
    if (count != game->players)
        return alea__fail(error, ALEA_E_USAGE, PLAY_PLAYERS, game->spec, game->players,
                          game->players == 1 ? "" : "s", count);
    for (unsigned i = 0; i < count; i++)
        if (bots[i]->game != game)
            return alea__fail(error, ALEA_E_USAGE, PLAY_BOT_GAME, bots[i]->name, game->spec);
    return ALEA_OK;
}

/* Numbers must be within their ranges, and a number of games to record needs a file. */
static alea_status run_check_options(const alea_run_options *o, alea_error *error)
{
    alea_status status = alea__match_check(o->games, o->threads, error);
    if (status != ALEA_OK) return status;
    if ((unsigned)o->seats > ALEA_FIXED) return alea__fail(error, ALEA_E_RANGE, PLAY_SEATS_KIND);
    if ((unsigned)o->path > ALEA_PATH_STEP) return alea__fail(error, ALEA_E_RANGE, PLAY_PATH_KIND);
    if (o->record_games > 0 && !o->record) return alea__fail(error, ALEA_E_USAGE, PLAY_RECORD_FILE_MISSING);
    if (o->record_games > o->games)
        return alea__fail(error, ALEA_E_RANGE, PLAY_RECORD_RANGE, o->games, o->record_games);
    return ALEA_OK;
}

alea_status alea__run_check(const alea_game *game, alea_bot *const *bots, unsigned count,
                            alea_run_options *options, alea_error *error)
{
    if (options->games == 0) options->games = ALEA__DEFAULT_GAMES;
    if (!options->seed_given) options->seed = ALEA_DEFAULT_SEED;
    alea_status status = run_check_bots(game, bots, count, error);
    return status == ALEA_OK ? run_check_options(options, error) : status;
}

/* ---- counts of a piece ---- */

static alea_status run_by_lanes(const match_run *, uint64_t first, uint64_t games, run_piece *, alea_error *);

static size_t run_counts_a_piece(const match_run *r)
{
    return r->play == run_by_lanes ? 1 : r->games_a_piece / ALEA__BLOCK;
}

static alea__counts *run_next_counts(const match_run *r, run_piece *out)
{
    ALEA_ASSERT(out->counted < run_counts_a_piece(r));
    return &out->counts[out->counted++];
}

/* ---- four ways to play -------------------------------------------------------------------------------- */

static alea_status run_by_lanes(const match_run *r, uint64_t first, uint64_t games, run_piece *out,
                                alea_error *error)
{
    alea__tally *tally = &run_next_counts(r, out)->tally;
    r->match.game->family->simulation->simulate(&r->policies, first, games, tally);
    ALEA_ASSERT(tally->games <= games);
    if (tally->games == games) return ALEA_OK;
    *tally = (alea__tally){0}; /* lanes end their games in any order, so these are not the first ones */
    return alea__stop(error);
}

/* A failed worker does not reveal which bot is to blame; one process per bot does. */
static alea_status run_by_steps(const match_run *r, uint64_t first, uint64_t games, run_piece *out,
                                alea_error *error)
{
    alea__counts *counts = run_next_counts(r, out);
    if (r->workers) {
        if (alea__remote_match_play(r->workers, first, games, counts)) return ALEA_OK;
        out->replayed++;
    }
    return alea__match_play(&r->match, first, games, counts, error);
}

/* The sandbox cannot tell which bot failed in a block; the step path can. The last block of a run may be shorter. */
static alea_status run_by_arena(const match_run *r, uint64_t first, uint64_t games, run_piece *out,
                                alea_error *error)
{
    const uint64_t full = games / ALEA__BLOCK;
    const alea__arena_blocks blocks = {first, full > 0 ? ALEA__BLOCK : games, full > 0 ? (unsigned)full : 1};
    const uint64_t played = blocks.games * blocks.count;
    alea__tally tally[ALEA__ARENA_BLOCKS] = {0};
    alea_status status = ALEA_OK;
    const uint32_t clean = alea__arena_play(r->arena, blocks, tally);
    for (unsigned b = 0; b < blocks.count && status == ALEA_OK; b++) {
        if (clean >> b & 1) {
            run_next_counts(r, out)->tally = tally[b];
            continue;
        }
        out->replayed++;
        status = run_by_steps(r, first + b * blocks.games, blocks.games, out, error);
    }
    if (status != ALEA_OK || played == games) return status;
    return run_by_arena(r, first + played, games - played, out, error);
}

static void run_take_path(match_run *r, alea_path path, run_method *play, uint64_t blocks)
{
    ALEA_ASSERT(blocks >= 1 && blocks <= MOST_BLOCKS_SIMULATED);
    r->played->path = path;
    r->play = play;
    r->games_a_piece = blocks * ALEA__BLOCK;
}

static bool run_has_bot_of_kind(const match_run *r, const char *prefix)
{
    for (unsigned i = 0; i < r->match.game->players; i++)
        if (strncmp(alea_bot_kind(r->match.bots[i]), prefix, strlen(prefix)) == 0) return true;
    return false;
}

/* The blocks of one piece, at most `most`, for a run of this many pieces. */
static uint64_t run_blocks(const match_run *r, uint64_t pieces, uint64_t most)
{
    const uint64_t blocks = r->options.games / (ALEA__BLOCK * pieces) + 1;
    return blocks < most ? blocks : most;
}

/* Lanes are faster with long pieces, but every thread needs several; the counts are the same. */
static uint64_t run_blocks_simulated(const match_run *r)
{
    const uint64_t wanted = (uint64_t)PIECES_A_THREAD * alea__loop_threads(r->options.threads),
                   pieces = wanted < LEAST_PIECES ? LEAST_PIECES
                            : wanted < PIECES     ? wanted
                                                  : PIECES;
    return run_blocks(r, pieces, MOST_BLOCKS_SIMULATED);
}

/* The block path, or ALEA_E_REFUSED with the reason. */
static alea_status run_take_block_path(match_run *r, alea_error *error)
{
    if (r->played->all_policies) {
        const alea__family *family = r->match.game->family;
        if (!family->simulation || !family->simulation->can_simulate(&r->policies))
            return alea__fail(error, ALEA_E_REFUSED, PLAY_BLOCK_PATH_POLICIES);
        run_take_path(r, ALEA_PATH_BLOCK, run_by_lanes, run_blocks_simulated(r));
        return ALEA_OK;
    }
    if (run_has_bot_of_kind(r, "lua")) return alea__fail(error, ALEA_E_REFUSED, PLAY_BLOCK_PATH_LUA);
    const alea__arena_match match = {.game = r->match.game,
                                     .bots = r->match.bots,
                                     .games =
                                         r->options.path == ALEA_PATH_BLOCK ? UINT64_MAX : r->options.games,
                                     .seed = r->match.seed,
                                     .rotate = r->match.rotate,
                                     .progress = &r->options.progress};
    alea_status status = alea__arena_open(&match, &r->arena, error);
    if (status == ALEA_OK)
        run_take_path(r, ALEA_PATH_BLOCK, run_by_arena, run_blocks(r, PIECES, ALEA__ARENA_BLOCKS));
    return status;
}

static alea_status run_choose_path(match_run *r, alea_error *error)
{
    if (r->options.path != ALEA_PATH_STEP) {
        alea_status status = run_take_block_path(r, error);
        if (status != ALEA_E_REFUSED || r->options.path == ALEA_PATH_BLOCK) return status;
    }
    run_take_path(r, ALEA_PATH_STEP, run_by_steps, 1);
    return ALEA_OK;
}

/* Lets workers play blocks on the step path if some bot is a program in workers: on the step path all blocks, beside an
   arena those with a failure. */
static alea_status run_open_workers(match_run *r, alea_error *error)
{
    if (r->play == run_by_lanes || r->learns) return ALEA_OK;
    alea_status status = alea__remote_match_open(&r->match, &r->workers, error);
    return status == ALEA_E_REFUSED ? ALEA_OK : status;
}

/* ---- all games ----------------------------------------------------------------------------------------- */

/* Plays one piece of the run; work of alea__blocks. */
static alea_status run_work(void *user, void *local, uint64_t index, void *result, alea_error *error)
{
    (void)local;
    const match_run *r = user;
    run_piece *out = result;
    const uint64_t done = index * r->games_a_piece, left = r->span.games - done;
    const uint64_t games = left < r->games_a_piece ? left : r->games_a_piece;
    alea_status status = r->play(r, r->span.first + done, games, out, error);
    uint64_t counted = 0;
    for (unsigned i = 0; i < out->counted; i++) counted += out->counts[i].tally.games;
    ALEA_ASSERT(status != ALEA_OK || counted == games);
    return status;
}

static void run_fold(void *user, uint64_t index, const void *result)
{
    (void)index;
    match_run *r = user;
    const run_piece *p = result;
    for (unsigned i = 0; i < p->counted; i++) alea__totals_add(&r->played->totals, &p->counts[i]);
    r->played->replayed += p->replayed;
}

static alea_status run_make_result(const alea__run_job *, const alea__run_played *, alea_run_result **out,
                                   alea_error *);

static int run_report(void *user, uint64_t done)
{
    match_run *r = user;
    uint64_t games = done * r->games_a_piece;
    alea_run_result *so_far;
    if (r->options.standings && run_make_result(r->job, r->played, &so_far, NULL) == ALEA_OK) {
        r->options.standings(r->options.standings_user, so_far);
        alea_run_result_free(so_far);
    }
    return alea__report(&r->options.progress, games < r->span.games ? games : r->span.games, r->span.games);
}

/* Plays all games in pieces on threads, and adds them up in the order of the games. */
static alea_status run_play_blocks(match_run *r, alea_error *error)
{
    const alea__blocks blocks = {
        .count = (r->span.games + r->games_a_piece - 1) / r->games_a_piece,
        .threads = r->options.threads,
        .result_size = sizeof(run_piece) + run_counts_a_piece(r) * sizeof(alea__counts),
        .user = r,
        .work = run_work,
        .fold = run_fold,
        .report = r->options.progress.report || r->options.standings ? run_report : NULL,
        .crew = r->crew,
    };
    return alea__blocks_run(&blocks, NULL, &r->played->threads, error);
}

/* Plays all games of the span. The record comes first: a full disk should show before a long run, not after it. */
static alea_status run_play_all(match_run *r, alea_error *error)
{
    alea_error stop;
    alea_status status = ALEA_OK;
    const alea_run_options *o = &r->options;
    uint64_t recorded = o->games < DEFAULT_RECORD_GAMES ? o->games : DEFAULT_RECORD_GAMES;
    if (o->record_games > 0) recorded = o->record_games;
    r->played->threads = 1;
    if (o->record) status = alea__record_write(&r->match, recorded, o->record, o->games, error);
    if (r->crew) status = alea__crew_agree(status, error);
    if (status != ALEA_OK) return status;
    status = run_play_blocks(r, &stop);
    r->played->stopped =
        status == ALEA_E_STOPPED || (r->crew && !alea__crew_leads()); /* the leader has the rest */
    if (status == ALEA_OK || status == ALEA_E_STOPPED) return ALEA_OK;
    if (error) *error = stop;
    return status;
}

/* Sets up the match, and the match of policies, which is complete only when all bots are policies. */
static void run_open(match_run *r, const alea__run_job *job, alea__run_played *played)
{
    const alea_game *game = job->game;
    const alea_run_options *options = &job->options;
    const bool rotate = options->seats == ALEA_ROTATE;
    *r = (match_run){.job = job, .options = *options, .span = job->span, .crew = job->crew, .played = played};
    const alea_progress *progress = &r->options.progress;
    r->match = (alea__match){
        .game = game, .bots = job->bots, .seed = options->seed, .rotate = rotate, .progress = progress};
    r->learns = alea__find_learner(game, job->bots) != NULL;
    if (r->learns) {
        r->match.learners = &r->learners;
        r->options.threads = 1;
    }
    r->policies = (alea__policy_match){
        .rules = game->rules, .seed = options->seed, .rotate = rotate, .progress = progress};
    *played = (alea__run_played){.all_policies = true, .single_games = true};
    for (unsigned i = 0; i < game->players; i++) {
        r->policies.policy[i] = job->bots[i]->policy;
        if (job->bots[i]->policy) continue;
        played->all_policies = false;
        if (!alea__bot_is_restored(job->bots[i])) played->single_games = false;
    }
}

alea_status alea__run_play(const alea__run_job *job, alea__run_played *out, alea_error *error)
{
    ALEA_ASSERT(job->span.first % ALEA__BLOCK == 0);
    match_run *r = alea__alloc(sizeof *r);
    if (!r) return alea__out_of_memory(error);
    run_open(r, job, out);
    alea_status status = ALEA_OK;
    if (r->learns && job->crew && alea__crew_size() > 1)
        status =
            alea__fail(error, ALEA_E_REFUSED, PLAY_LEARNS, alea__find_learner(job->game, job->bots)->name);
    if (status == ALEA_OK) status = run_choose_path(r, error);
    if (status == ALEA_OK) status = run_open_workers(r, error);
    if (status == ALEA_OK) status = run_play_all(r, error);
    ALEA_ASSERT(status != ALEA_OK || out->stopped || out->totals.tally.games == job->span.games);
    alea__remote_match_free(r->workers);
    alea__arena_free(r->arena);
    alea__learners_end(&r->learners, r->match.bots);
    alea__free(r);
    return status;
}

/* ---- the result ---------------------------------------------------------------------------------------- */

/* Payments between players must cancel; another sum is an error of the rules. */
alea_status alea__run_stand(const alea__run_played *played, alea_run_result *result, alea_error *error)
{
    result->threads = played->threads;
    result->path = played->path;
    result->stopped = played->stopped;
    result->blocks_replayed = played->replayed;
    alea__totals_stand(&played->totals, played->single_games, result);
    if (result->money_sum == 0) return ALEA_OK;
    return alea__fail(error, ALEA_E_STATE, PLAY_PAYMENTS, result->game, result->money_sum);
}

/* Describes the run in the result. Its names belong to the game and the bots. */
static void run_describe(const alea__run_job *job, alea_run_result *result)
{
    const alea_game *game = job->game;
    *result = (alea_run_result){
        .game = game->spec,
        .asked = job->options.games,
        .seed = job->options.seed,
        .seats = job->options.seats,
        .has_money = game->family->rules->has_objective(game->rules, ALEA_MONEY),
        .has_score = alea__game_is_scored(game),
        .players = game->players,
        .objective = alea_game_objective(game),
    };
    for (unsigned i = 0; i < game->players; i++) {
        result->standing[i].bot = job->bots[i]->name;
        result->standing[i].title = alea_bot_title(job->bots[i]);
        result->standing[i].kind = alea_bot_kind(job->bots[i]);
    }
}

/* Makes the result, which the caller frees. */
static alea_status run_make_result(const alea__run_job *job, const alea__run_played *played,
                                   alea_run_result **out, alea_error *error)
{
    alea_run_result *result = alea__alloc(sizeof *result);
    if (!result) return alea__out_of_memory(error);
    run_describe(job, result);
    alea_status status = alea__run_stand(played, result, error);
    if (status == ALEA_OK)
        *out = result;
    else
        alea__free(result);
    return status;
}

alea_status alea_run_match(const alea_game *game, alea_bot *const *bots, unsigned count,
                           const alea_run_options *given, alea_run_result **out, alea_error *error)
{
    alea__run_job job = {game, bots, ALEA__OPTIONS(alea_run_options, given), {0}, true};
    alea_status status = alea__run_check(game, bots, count, &job.options, error);
    if (status != ALEA_OK) return status;
    job.span.games = job.options.games;
    alea__run_played *played = alea__alloc(sizeof *played); /* some kilobytes */
    if (!played) return alea__out_of_memory(error);
    status = alea__run_play(&job, played, error);
    if (status == ALEA_OK) status = run_make_result(&job, played, out, error);
    alea__free(played);
    return status;
}

void alea_run_result_free(alea_run_result *result)
{
    alea__free(result);
}
