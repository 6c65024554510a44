#include "tournament/executor.h"
#include "base/assert.h"
#include "base/blocks.h"
#include "base/crew.h"
#include "base/error.h"
#include "base/memory.h"
#include "tournament/unit/messages.h"

#include <string.h>
#include <time.h>

enum {
    UNITS_AT_ONCE = 8192, /* claimed and computed together, at most */
    UNITS_EACH = 32,      /* of them for each process */
    WAIT = 20             /* milliseconds, for units that others compute */
};

typedef enum unit_state { UNIT_OPEN, UNIT_CLAIMED, UNIT_DONE } unit_state;

/* All units of one call. */
typedef struct execution {
    alea__executor *executor;
    const alea__unit *units;
    size_t count, left;
    alea__journal_unit *kept; /* keys, and room for results */
    unsigned char *state;     /* unit_state of each unit */
    alea__executed *out;
    size_t claimed[UNITS_AT_ONCE]; /* units being computed */
    size_t claims;
    alea_status status; /* the first failure of the journal */
    alea_error *error;
} execution;

uint64_t alea__executor_work(const alea__unit *unit)
{
    return unit->games > 0 ? unit->games : 1;
}

static void execution_finish(execution *e, size_t unit)
{
    ALEA_ASSERT(e->state[unit] != UNIT_DONE);
    e->state[unit] = UNIT_DONE;
    e->left--;
    e->executor->done += alea__executor_work(&e->units[unit]);
}

/* ---- the journal -------------------------------------------------------------------------------------------- */

/* Takes the unit's result from the journal, if it is there. */
static alea_status execution_find(execution *e, size_t unit)
{
    bool found = false;
    if (!e->executor->journal) return ALEA_OK;
    alea_status status = alea__unit_journal_find(e->executor->journal, &e->kept[unit], &found, e->error);
    if (status != ALEA_OK || !found) return status;
    e->out[unit] = (alea__executed){.result = e->kept[unit].result, .whole = true};
    e->executor->kept++;
    execution_finish(e, unit);
    return ALEA_OK;
}

static bool execution_is_part(const execution *e, size_t unit)
{
    const unsigned parts = e->executor->parts;
    return parts == 0 || unit % parts + 1 == e->executor->part;
}

/* Claims open units, as many as are computed at the same time. A unit that another program has just finished is taken from
   the journal. */
static alea_status execution_claim(execution *e)
{
    alea__unit_journal *journal = e->executor->journal;
    alea_status status = ALEA_OK;
    const size_t wanted = (size_t)UNITS_EACH * alea__crew_size();
    const size_t most = wanted < UNITS_AT_ONCE ? wanted : UNITS_AT_ONCE;
    e->claims = 0;
    for (size_t i = 0; i < e->count && e->claims < most && status == ALEA_OK; i++) {
        if (e->state[i] != UNIT_OPEN || !execution_is_part(e, i)) continue;
        if (journal && !alea__unit_journal_claim(journal, e->kept[i].key)) continue;
        status = execution_find(e, i);
        if (e->state[i] == UNIT_OPEN) {
            e->state[i] = UNIT_CLAIMED;
            e->claimed[e->claims++] = i;
        } else if (journal) {
            alea__unit_journal_release(journal, e->kept[i].key);
        }
    }
    return status;
}

/* ---- computing ---------------------------------------------------------------------------------------------- */

/* Computes one claimed unit; work of alea__blocks. */
static alea_status execution_work(void *user, void *local, uint64_t index, void *result, alea_error *error)
{
    (void)local;
    const execution *e = user;
    alea__executed *out = result;
    const alea__unit *unit = &e->units[e->claimed[index]];
    alea_status status = alea__unit_compute(e->executor->context, unit, &out->result, error);
    out->refused = status == ALEA_E_REFUSED && unit->games == 0;
    if (out->refused) status = ALEA_OK;
    out->whole = status == ALEA_OK;
    return status;
}

/* Stores the result immediately and releases the claim. */
static void execution_fold(void *user, uint64_t index, const void *result)
{
    execution *e = user;
    const size_t unit = e->claimed[index];
    alea__unit_journal *journal = e->executor->journal;
    e->out[unit] = *(const alea__executed *)result;
    if (!e->out[unit].whole) return; /* stopped in the middle */
    if (journal && e->status == ALEA_OK && !e->out[unit].refused) {
        e->kept[unit].result = e->out[unit].result;
        e->status = alea__unit_journal_keep(journal, &e->kept[unit], 1, e->error);
    }
    if (journal) alea__unit_journal_release(journal, e->kept[unit].key);
    execution_finish(e, unit);
}

static int execution_report(void *user, uint64_t done)
{
    (void)done;
    const execution *e = user;
    const alea_progress *progress = &e->executor->progress;
    if (e->status != ALEA_OK) return 1;
    return progress->report && progress->report(progress->user, e->executor->done, e->executor->total);
}

/* Computes the claimed units. */
static alea_status execution_compute(execution *e)
{
    const alea__blocks blocks = {
        .count = e->claims,
        .threads = e->executor->threads,
        .result_size = sizeof(alea__executed),
        .user = e,
        .work = execution_work,
        .fold = execution_fold,
        .report = execution_report,
        .crew = true,
    };
    alea_error stop;
    alea_status status = alea__blocks_run(&blocks, NULL, NULL, &stop);
    e->status = alea__crew_agree(e->status, e->error);
    if (e->status != ALEA_OK) return e->status;
    if (status == ALEA_E_STOPPED) return alea__fail(e->error, status, TOURNAMENT_STOPPED);
    if (status != ALEA_OK && e->error) *e->error = stop;
    return status;
}

/* ---- all of it ---------------------------------------------------------------------------------------------- */

static bool execution_is_stopped(const execution *e)
{
    const alea_progress *progress = &e->executor->progress;
    if (progress->stopped && progress->stopped(progress->user)) return true;
    return progress->report && progress->report(progress->user, e->executor->done, e->executor->total);
}

/* Waits for units that others compute, and looks whether they have come. If their program ends without a result, they can be
   claimed. A part does not wait: it stops. */
static alea_status execution_wait(execution *e)
{
    alea_status status = ALEA_OK;
    const struct timespec pause = {.tv_nsec = WAIT * 1000000L};
    if (e->executor->parts > 0 || execution_is_stopped(e))
        return alea__fail(e->error, ALEA_E_STOPPED, TOURNAMENT_STOPPED);
    nanosleep(&pause, NULL);
    for (size_t i = 0; i < e->count && status == ALEA_OK; i++)
        if (e->state[i] == UNIT_OPEN) status = execution_find(e, i);
    return status;
}

/* Gives the other processes of a crew the leader's view of the work. */
static alea_status execution_agree(execution *e, alea_status status)
{
    status = alea__crew_agree(status, e->error);
    alea__crew_share(&e->left, sizeof e->left);
    alea__crew_share(&e->claims, sizeof e->claims);
    alea__crew_share(e->claimed, e->claims * sizeof *e->claimed);
    alea__crew_share(e->state, e->count);
    return status;
}

/* Until all units are done: looks in the journal, claims, computes, or waits for others. */
static alea_status execution_run(execution *e)
{
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < e->count && status == ALEA_OK; i++) {
        const alea__unit_context *c = e->executor->context;
        alea__unit_key(c, &e->units[i], e->kept[i].key);
        e->kept[i].size =
            alea__unit_size_of(&e->units[i], c->lineups[e->units[i].lineup].method, c->game->players);
        e->kept[i].size.money = c->money;
        if (alea__crew_leads()) status = execution_find(e, i);
    }
    status = execution_agree(e, status);
    while (status == ALEA_OK && e->left > 0) {
        if (alea__crew_leads()) status = execution_claim(e);
        status = execution_agree(e, status);
        if (status != ALEA_OK || e->left == 0) break;
        if (e->claims > 0)
            status = execution_compute(e);
        else if (alea__crew_leads())
            status = execution_wait(e);
        status = execution_agree(e, status);
    }
    alea__crew_share(e->out, e->count * sizeof *e->out);
    return status;
}

alea_status alea__execute(alea__executor *executor, const alea__unit *units, size_t count,
                          alea__executed *out, alea_error *error)
{
    execution *e = alea__alloc(sizeof *e);
    alea_status status = e ? ALEA_OK : alea__out_of_memory(error);
    if (e) {
        *e = (execution){.executor = executor,
                         .units = units,
                         .count = count,
                         .left = count,
                         .kept = alea__alloc_array(count, sizeof *e->kept),
                         .state = alea__alloc(count),
                         .out = out,
                         .error = error};
        executor->units += count;
        status = e->kept && e->state ? execution_run(e) : alea__out_of_memory(error);
        alea__free(e->kept);
        alea__free(e->state);
    }
    alea__free(e);
    return status;
}
