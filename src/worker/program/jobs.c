#include "worker/program/jobs.h"
#include "base/assert.h"
#include "sandbox/python.h"
#include "sandbox/unzip.h"
#include "sandbox/wasm_bot.h"
#include "value/solver_ops.h"
#include "worker/messages.h"
#include "worker/program/confine.h"
#include "worker/program/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- games as a worker sees them ---- */

/* A worker does not know the game. It receives scores and passes them on; the library interprets the answers. So the state
   of this game is the question itself. */
_Static_assert(sizeof(alea__scores) <= sizeof(alea_state), "a state holds a question");

static void question_scores(const alea__rules *rules, const alea_state *state, alea__scores *out)
{
    (void)rules;
    memcpy(out, state, sizeof *out);
}

static uint32_t question_bool(bool answer)
{
    return answer;
}

static uint32_t question_number(const alea__rules *rules, uint32_t answer, char *why, size_t size)
{
    (void)rules, (void)why, (void)size;
    return answer;
}

static uint32_t question_two_dice(const alea__rules *rules)
{
    (void)rules;
    return 2;
}

static uint32_t question_other_dice(const alea__rules *rules)
{
    (void)rules;
    return 0;
}

static const alea__roll_or_hold_ops question_roll_or_hold = {question_scores, question_bool,
                                                             question_other_dice};
static const alea__roll_or_hold_ops question_dice = {question_scores, question_bool, question_two_dice};
static const alea__contest_ops question_contest = {.scores = question_scores, .move = question_number};
static const alea__family list_questions = {.name = "lists", .roll_or_hold = &question_roll_or_hold};
static const alea__family dice_questions = {.name = "dice", .roll_or_hold = &question_dice};
static const alea__family pair_questions = {.name = "pairs", .contest = &question_contest};

/* By alea__question. */
static const alea_game question_game[] = {
    [ALEA__ASKS_PAIRS] = {.family = &pair_questions, .players = ALEA_MAX_SEATS},
    [ALEA__ASKS_LISTS] = {.family = &list_questions, .players = ALEA_MAX_SEATS},
    [ALEA__ASKS_TWO_DICE] = {.family = &dice_questions, .players = ALEA_MAX_SEATS},
};

/* The game that the message names. */
static const alea_game *job_unpack_game(worker_job *j)
{
    const uint64_t question = alea__unpack_word(&j->request);
    ALEA_ASSERT(question < sizeof question_game / sizeof *question_game);
    return &question_game[question];
}

/* ---- compiled code ---- */

/* Asks the library for compiled code. Returns false if there is none. */
static bool job_find_compiled(void *user, const char key[65], unsigned char **data, size_t *size)
{
    worker_job *j = user;
    alea__text found = {0};
    uint32_t kind;
    j->out.size = 0;
    alea__pack_bytes(&j->out, key, 64);
    alea__job_send(j, ALEA__FIND);
    if (!alea__channel_receive(&j->channel, &kind, &found, ALEA__MOST_REQUEST)) _exit(EXIT_SUCCESS);
    *data = (unsigned char *)found.data;
    *size = found.size;
    if (kind == ALEA__FOUND && found.size > 0) return true;
    alea__text_free(&found);
    return false;
}

static void job_keep_compiled(void *user, const char key[65], const void *data, size_t size)
{
    worker_job *j = user;
    j->out.size = 0;
    alea__pack_bytes(&j->out, key, 64);
    alea__pack_bytes(&j->out, data, size);
    alea__job_send(j, ALEA__KEEP);
}

/* ---- bots ---- */

/* Opens the file, and answers with its description and imports. */
static void job_open_bot(worker_job *j)
{
    alea_error error = {0};
    const char *const *imports = NULL;
    size_t count = 0;
    const alea_game *game = job_unpack_game(j);
    alea_status status = alea__job_open_file(j, game, 0, &error);
    alea__job_answer(j, status, &error);
    if (status != ALEA_OK) return;
    const char *what = j->bot[0]->ops->what(j->bot[0], &imports);
    while (imports && imports[count]) count++;
    alea__pack_word(&j->out, strcmp(alea_bot_kind(j->bot[0]), "wasm") != 0);
    alea__pack_word(&j->out, j->bot[0]->ops->receive != NULL);
    alea__pack_word(&j->out, j->bot[0]->purity == ALEA_DECLARED_PURE);
    alea__pack_text(&j->out, what);
    alea__pack_word(&j->out, count);
    for (size_t i = 0; i < count; i++) alea__pack_text(&j->out, imports[i]);
}

/* Ends the instance that there is, and starts another one. */
static void job_start(worker_job *j)
{
    alea_error error = {0};
    alea__instance_id id = {.seed = alea__unpack_word(&j->request)};
    id.block = alea__unpack_word(&j->request);
    id.bot = (uint32_t)alea__unpack_word(&j->request);
    id.restored = alea__unpack_word(&j->request) != 0;
    ALEA_ASSERT(j->bot[0] && !j->request.bad);
    if (j->instance) j->bot[0]->ops->end(j->instance);
    j->instance = NULL;
    alea_status status = j->bot[0]->ops->start(j->bot[0], &id, &j->instance, &error);
    if (status == ALEA_OK) j->bot[0]->ops->begin_game(j->instance, 0, 0);
    alea__job_answer(j, status, &error);
    alea__pack_word(&j->out, atomic_load(&j->bot[0]->restored_cheaply));
}

/* Reports the rolls since the last question to the bot. */
static void job_tell_rolls(worker_job *j, alea__scores *scores)
{
    const alea__bot_ops *ops = j->bot[0]->ops;
    scores->seat = (uint32_t)alea__unpack_word(&j->request);
    scores->banked = (uint32_t)alea__unpack_word(&j->request);
    if (alea__unpack_word(&j->request)) ops->begin_game(j->instance, 0, scores->seat);
    for (uint64_t rolls = alea__unpack_word(&j->request); rolls > 0; rolls--) {
        const uint64_t roll = alea__unpack_word(&j->request);
        ops->receive(j->instance, &(alea__event){.kind = ALEA__ROLLED,
                                                 .seat = roll & 0xFFFF,
                                                 .count = 2,
                                                 .faces = {roll >> 16 & 0xFFFF, roll >> 32 & 0xFFFF}});
        ALEA_ASSERT(!j->request.bad);
    }
}

/* Asks one question of the message, and packs the answer. Returns false if the bot failed. */
static bool job_ask_one(worker_job *j)
{
    alea_state state = {{0}};
    alea__decision decision = {.failure = ALEA_NO_FAILURE};
    alea__scores scores = {.own = (uint32_t)alea__unpack_word(&j->request)};
    scores.count = (uint32_t)alea__unpack_word(&j->request);
    ALEA_ASSERT(scores.count <= ALEA_MAX_SEATS);
    for (uint32_t i = 0; i < scores.count; i++) scores.other[i] = (uint32_t)alea__unpack_word(&j->request);
    if (j->bot[0]->ops->receive) job_tell_rolls(j, &scores);
    memcpy(&state, &scores, sizeof scores);
    j->bot[0]->ops->decide(j->instance, &state, &decision);
    /* The one number that cannot be passed on as a move. */
    if (decision.failure == ALEA_ILLEGAL) {
        decision.failure = ALEA_NO_FAILURE;
        decision.move = ALEA__NO_MOVE;
    }
    if (decision.exhausted) { /* the library does not believe a worker that denies the bot's failure */
        decision.failure = ALEA_TRAP;
        snprintf(decision.text, sizeof decision.text, WORKER_MEMORY);
    }
    alea__pack_word(&j->out, decision.failure ? 0 : decision.move);
    alea__pack_word(&j->out, decision.failure);
    alea__pack_word(&j->out, decision.fuel);
    if (decision.failure) alea__pack_text(&j->out, decision.text);
    return decision.failure == ALEA_NO_FAILURE;
}

/* Asks until the bot fails. The number of answers goes in front of them. */
static void job_ask(worker_job *j)
{
    const uint64_t questions = alea__unpack_word(&j->request);
    uint64_t answers = 0;
    ALEA_ASSERT(j->instance && questions >= 1);
    alea__job_answer(j, ALEA_OK, NULL);
    const size_t place = j->out.size;
    alea__pack_word(&j->out, 0);
    for (bool more = true; more && answers < questions; answers++) more = job_ask_one(j);
    if (!j->out.failed) memcpy(j->out.data + place, &answers, sizeof answers);
}

/* ---- blocks ---- */

/* Opens all files, and composes their bots with the referee. */
static void job_open_arena(worker_job *j, const alea_progress *progress)
{
    alea_error error = {0};
    alea_bot *bots[ALEA_MAX_SEATS] = {NULL};
    const alea_game *game = job_unpack_game(j);
    alea__arena_parts parts = {.bots = bots, .progress = progress};
    parts.games = alea__unpack_word(&j->request);
    parts.packed = alea__unpack_bytes(&j->request, &parts.size);
    parts.seed = alea__unpack_word(&j->request);
    alea_status status = alea__job_open_files(j, game, &error);
    if (status == ALEA_OK) {
        parts.players = (unsigned)alea__unpack_word(&j->request);
        ALEA_ASSERT(parts.players <= ALEA_MAX_SEATS);
        for (unsigned i = 0; i < parts.players; i++) {
            const uint64_t file = alea__unpack_word(&j->request);
            if (file > 0) bots[i] = j->bot[file - 1];
        }
        status = alea__arena_open_parts(&parts, &j->arena, &error);
    }
    alea__job_answer(j, status, &error);
}

/* Plays blocks, and answers which were clean, and their tallies. */
static void job_play(worker_job *j)
{
    alea__tally tally[ALEA__ARENA_BLOCKS] = {0};
    uint64_t word[TALLY_WORDS];
    alea__arena_blocks blocks = {.first = alea__unpack_word(&j->request),
                                 .games = alea__unpack_word(&j->request)};
    blocks.count = (unsigned)alea__unpack_word(&j->request);
    ALEA_ASSERT(j->arena && !j->request.bad);
    alea__job_begin_blocks(j);
    const uint32_t clean = alea__arena_play(j->arena, blocks, tally);
    alea__job_answer(j, ALEA_OK, NULL);
    alea__pack_word(&j->out, clean);
    for (unsigned b = 0; b < blocks.count; b++) {
        memcpy(word, &tally[b], sizeof word);
        for (int i = 0; i < TALLY_WORDS; i++) alea__pack_word(&j->out, word[i]);
    }
}

/* ---- Python ---- */

/* Asks the strategy three times, and answers its table or why it has none. */
static void job_judge(worker_job *j)
{
    alea_error error = {0};
    alea__tabulated table;
    alea__python_job job = {.side = (uint32_t)alea__unpack_word(&j->request)};
    job.most = (uint32_t)alea__unpack_word(&j->request);
    job.fuel = alea__unpack_word(&j->request);
    job.helpers = alea__unpack_word(&j->request) != 0;
    job.seed = alea__unpack_word(&j->request);
    job.source = alea__unpack_bytes(&j->request, &job.size);
    ALEA_ASSERT(!j->request.bad);
    alea_status status = alea__python_judge_here(&j->sandbox->base, &job, &table, &error);
    alea__job_answer(j, status, &error);
    if (status != ALEA_OK) return;
    alea__pack_word(&j->out, table.fuel);
    alea__pack_bytes(&j->out, table.moves, table.moves ? (size_t)job.side * job.side : 0);
    alea__pack_text(&j->out, table.name);
    alea__pack_text(&j->out, table.printed);
    alea__pack_word(&j->out, table.lines);
    alea__pack_text(&j->out, table.failure_kind);
    alea__pack_text(&j->out, table.text);
}

/* ---- archives ---- */

/* Reads the archive, and answers its files. */
static void job_unzip(worker_job *j)
{
    alea_error error = {0};
    alea__unzipped found;
    alea__unzip_job job = {.largest = alea__unpack_word(&j->request)};
    job.data = alea__unpack_bytes(&j->request, &job.size);
    ALEA_ASSERT(!j->request.bad);
    alea_status status = alea__unzip_here(&j->sandbox->base, &job, &found, &error);
    alea__job_answer(j, status, &error);
    if (status != ALEA_OK) return;
    alea__pack_word(&j->out, found.count);
    for (size_t i = 0; i < found.count; i++) {
        const alea__member *m = &found.member[i];
        alea__pack_text(&j->out, m->name);
        alea__pack_word(&j->out, m->kind);
        alea__pack_word(&j->out, m->utc);
        alea__pack_word(&j->out, (uint64_t)m->time);
        alea__pack_word(&j->out, m->size);
        alea__pack_bytes(&j->out, m->data, m->data ? m->size : 0);
    }
    alea__unzipped_clear(&found);
}

/* ---- the worker ---- */

/* The memory that the programs of a first message may have together. */
static uint64_t job_memory(const worker_job *j, uint32_t kind)
{
    const uint64_t memory = j->sandbox->base.options.memory;
    const unsigned programs = kind == ALEA__OPEN_ARENA || kind == ALEA__OPEN_MATCH ? ALEA_MAX_SEATS : 1;
    return memory > UINT64_MAX / programs ? UINT64_MAX : programs * memory;
}

/* Handles a message, and writes the answer to `out`. Any other message is a bug in alea. */
static void job_do(worker_job *j, uint32_t kind, const alea_progress *progress)
{
    switch (kind) {
    case ALEA__OPEN_BOT: job_open_bot(j); break;
    case ALEA__START: job_start(j); break;
    case ALEA__ASK: job_ask(j); break;
    case ALEA__OPEN_ARENA: job_open_arena(j, progress); break;
    case ALEA__PLAY: job_play(j); break;
    case ALEA__OPEN_MATCH: alea__job_open_match(j, progress); break;
    case ALEA__PLAY_STEPS: alea__job_play_steps(j); break;
    case ALEA__JUDGE: job_judge(j); break;
    case ALEA__UNZIP: job_unzip(j); break;
    default: _exit(EXIT_FAILURE);
    }
}

/* The first message is only read, not looked at, before the worker gives up its rights. */
_Noreturn void alea__worker_work(int socket, alea__wasm_sandbox *sandbox)
{
    static worker_job job; /* the worker's one job: too large for a stack */
    const alea__cache_remote remote = {&job, job_find_compiled, job_keep_compiled};
    const alea_progress progress = {.stopped = alea__job_is_alive, .user = &job};
    uint32_t kind;
    job.sandbox = sandbox;
    job.channel.fd = socket;
    sandbox->engine->cache.remote = &remote;
    alea__job_receive(&job, &kind);
    if (!alea__confine(job_memory(&job, kind))) _exit(EXIT_FAILURE);
    for (;;) {
        job_do(&job, kind, &progress);
        alea__job_send(&job, ALEA__DONE);
        alea__job_receive(&job, &kind);
    }
}
