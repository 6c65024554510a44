/* Python strategies as bots: asked three times, and played as a table. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "sandbox/messages.h"
#include "sandbox/python.h"
#include "value/solver_ops.h"

#include <stdio.h>
#include <string.h>

enum { LARGEST_FILE = 64 << 20, NAME_SHOWN = 100 };

static void tabulated_drop_moves(alea__tabulated *t)
{
    alea__free(t->moves);
    t->moves = NULL;
}

/* Reports the first place where two tables differ. */
static void tabulated_set_moves_differ(alea__tabulated *first, const alea__tabulated *second, uint32_t side)
{
    uint32_t place = 0;
    while (first->moves[place] == second->moves[place]) place++;
    ALEA_ASSERT(place < side * side);
    snprintf(first->failure_kind, sizeof first->failure_kind, "impure");
    snprintf(first->text, sizeof first->text, SANDBOX_PYTHON_MOVES_DIFFER, place / side, place % side,
             first->moves[place], second->moves[place]);
    tabulated_drop_moves(first);
}

/* Reports that the name changed, because such an entry could not be found in a ranking. */
static void tabulated_set_names_differ(alea__tabulated *first, const alea__tabulated *second)
{
    char name[2][NAME_SHOWN];
    alea__printable(name[0], NAME_SHOWN, first->name, strlen(first->name));
    alea__printable(name[1], NAME_SHOWN, second->name, strlen(second->name));
    snprintf(first->failure_kind, sizeof first->failure_kind, "impure");
    snprintf(first->text, sizeof first->text, SANDBOX_PYTHON_NAMES_DIFFER, name[0], name[1]);
    tabulated_drop_moves(first);
}

/* Compares the first table with a later one; a failure of either counts. */
static void tabulated_compare(alea__tabulated *first, const alea__tabulated *again, uint32_t side)
{
    ALEA_ASSERT(first->moves != NULL);
    if (!again->moves) {
        tabulated_drop_moves(first);
        memcpy(first->failure_kind, again->failure_kind, sizeof first->failure_kind);
        memcpy(first->text, again->text, sizeof first->text);
    } else if (memcmp(first->moves, again->moves, (size_t)side * side) != 0)
        tabulated_set_moves_differ(first, again, side);
    else if (first->name && again->name && strcmp(first->name, again->name) != 0)
        tabulated_set_names_differ(first, again);
}

/* Asks for the `time`-th time: in its own order, with its own random numbers and clock. */
static alea_status python_ask(alea_sandbox *sandbox, const alea__python_job *job, uint32_t time,
                              alea__tabulated *out, alea_error *error)
{
    alea__python_job asked = *job;
    asked.order = time;
    asked.seed = job->seed + 1 + time * UINT64_C(1000000007); /* a second and a bit apart */
    return alea__python_tabulate(sandbox, &asked, out, error);
}

alea_status alea__python_judge(alea_sandbox *sandbox, const alea__python_job *job, alea__tabulated *out,
                               alea_error *error)
{
    return sandbox->judge_python(sandbox, job, out, error);
}

alea_status alea__python_judge_here(alea_sandbox *sandbox, const alea__python_job *job, alea__tabulated *out,
                                    alea_error *error)
{
    alea__tabulated again;
    alea_status status = python_ask(sandbox, job, 0, out, error);
    for (uint32_t time = 1; time < ALEA__PYTHON_TIMES && status == ALEA_OK && out->moves; time++) {
        status = python_ask(sandbox, job, time, &again, error);
        if (status != ALEA_OK) break;
        out->fuel += again.fuel;
        tabulated_compare(out, &again, job->side);
        alea__tabulated_clear(&again);
    }
    if (status != ALEA_OK) alea__tabulated_clear(out);
    return status;
}

alea_status alea__python_bot_open(alea_sandbox *sandbox, const alea_game *game, const char *path,
                                  alea_bot **out, alea_error *error)
{
    alea__python_job job = {0};
    alea__tabulated table;
    alea__policy *policy;
    unsigned char *source;
    ALEA_ASSERT(game->family->contest);
    game->family->contest->domain(game->rules, &job.side, &job.most);
    job.helpers = alea__contest_has_helpers(game->family->contest, game->rules);
    alea_status status = alea__read_file(path, LARGEST_FILE, &source, &job.size, error);
    if (status != ALEA_OK) return status;
    job.source = source;
    status = alea__python_judge(sandbox, &job, &table, error);
    if (status != ALEA_OK) {
        alea__free(source);
        return status;
    }
    if (table.moves)
        status = game->family->contest->cells->freeze(game->rules, table.moves, &policy, error);
    else
        status = alea__fail_at(error, ALEA_E_BOT, path, 0, "%s.", table.text);
    if (status == ALEA_OK) status = alea__policy_bot_new(game, policy, true, out, error);
    /* It plays by the table, which another version of Python may fill otherwise. */
    if (status == ALEA_OK) alea__bot_identify(*out, table.moves, (size_t)job.side * job.side);
    alea__tabulated_clear(&table);
    alea__free(source);
    return status;
}
