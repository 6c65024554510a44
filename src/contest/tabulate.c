/* Judges all files of a contest once each, in parallel, except those already in the store. */
#include "base/assert.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "bot/bot.h"
#include "contest/contest.h"
#include "contest/store/store.h"

#include <stdlib.h>
#include <string.h>

typedef struct tabulate_work {
    alea__contest_settings *settings;
    const alea__entry_file *file; /* by entry */
    size_t count;
    alea__store *store;
    alea__entrants *entrants;
    const alea__entry_file **first; /* by judged: the first entry with this file */
    uint32_t *entries;              /* by judged: the number of entries with this file */
    uint32_t *open;                 /* files still to be judged */
    size_t open_count;
    alea__judged *fresh; /* by those: their results, until they are folded */
    uint64_t done;       /* entries */
    bool may_wait;       /* a file for which there was no room is judged later */
    alea_status failure; /* of the store */
    alea_error why;
} tabulate_work;

/* ---- which files are the same ---- */

typedef struct keyed_entry {
    const char *key;
    uint32_t entry;
} keyed_entry;

static int tabulate_by_key(const void *a, const void *b)
{
    const keyed_entry *p = a, *q = b;
    int order = strcmp(p->key, q->key);
    return order ? order : p->entry < q->entry ? -1 : p->entry > q->entry;
}

/* Finds for each entry the first one with the same key. Files without a key equal no other. */
static alea_status tabulate_find_same(const alea__judged *judged, size_t count, uint32_t *first,
                                      alea_error *error)
{
    keyed_entry *sorted = alea__alloc_array(count, sizeof *sorted);
    if (!sorted) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < count; i++) sorted[i] = (keyed_entry){judged[i].key, i};
    qsort(sorted, count, sizeof *sorted, tabulate_by_key);
    for (size_t i = 0; i < count; i++) {
        bool same = i > 0 && *sorted[i].key && strcmp(sorted[i - 1].key, sorted[i].key) == 0;
        first[sorted[i].entry] = same ? first[sorted[i - 1].entry] : sorted[i].entry;
    }
    alea__free(sorted);
    return ALEA_OK;
}

/* Moves the first entries of equal ones together, and makes `which` the index into those. */
static void tabulate_gather(tabulate_work *w)
{
    alea__entrants *f = w->entrants;
    size_t kept = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t first = f->which[i];
        if (first < i) {
            f->which[i] = f->which[first];
            ALEA_ASSERT(f->which[i] < kept);
            alea__judged_clear(&f->judged[i]);
        } else {
            alea__judged moved = f->judged[i];
            f->judged[i] = (alea__judged){0};
            f->judged[kept] = moved;
            w->first[kept] = &w->file[i];
            f->which[i] = (uint32_t)kept++;
        }
        w->entries[f->which[i]]++;
    }
    f->judged_count = kept;
}

static alea_status tabulate_key_files(tabulate_work *w, alea_error *error)
{
    alea__entrants *f = w->entrants;
    alea_status status = ALEA_OK;
    f->judged_count = w->count;
    for (size_t i = 0; i < w->count && status == ALEA_OK; i++)
        status = alea__judge_key(w->settings, &w->file[i], &f->judged[i], error);
    if (status == ALEA_OK) status = tabulate_find_same(f->judged, f->judged_count, f->which, error);
    if (status == ALEA_OK) tabulate_gather(w);
    return status;
}

/* ---- which results the store has ---- */

/* Takes the results that the store has. A file without a key is judged already; all others are open. */
static alea_status tabulate_look_up(tabulate_work *w, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (uint32_t i = 0; i < w->entrants->judged_count && status == ALEA_OK; i++) {
        alea__judged *j = &w->entrants->judged[i];
        bool known = !*j->key;
        if (!known) status = alea__store_find(w->store, j, &known, error);
        if (known)
            w->done += w->entries[i];
        else
            w->open[w->open_count++] = i;
    }
    return status;
}

/* ---- asking ---- */

static alea_status tabulate_judge(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    const tabulate_work *w = user;
    (void)local, (void)result;
    if (alea__stopped(&w->settings->progress)) return ALEA_E_STOPPED;
    alea_status status =
        alea__judge_file(w->settings, w->first[w->open[block]], false, &w->fresh[block], error);
    const bool full = status == ALEA_E_SANDBOX || status == ALEA_E_MEMORY;
    return full && w->may_wait ? ALEA_OK : status;
}

/* A result with neither moves nor a reason was stopped, or is waiting, and is dropped. Decisions caused by the machine are
   not stored, so another run asks again. */
static void tabulate_fold(void *user, uint64_t block, const void *result)
{
    tabulate_work *w = user;
    const uint32_t at = w->open[block];
    alea__judged *j = &w->entrants->judged[at];
    (void)result;
    if (!w->fresh[block].moves && !w->fresh[block].reason) return;
    ALEA_ASSERT(!w->fresh[block].moves != !w->fresh[block].reason && !j->moves && !j->reason);
    alea__judged_clear(j); /* it has the key, and a name from the text */
    *j = w->fresh[block];
    w->fresh[block] = (alea__judged){0};
    w->entrants->asked += j->asked;
    w->done += w->entries[at];
    const bool lasts = !j->reason || !strstr(j->reason, ALEA__MACHINE_DEPENDENT);
    if (lasts && w->failure == ALEA_OK) w->failure = alea__store_keep(w->store, j, &w->why);
}

static int tabulate_report(void *user, uint64_t blocks)
{
    const tabulate_work *w = user;
    const uint64_t n = w->count;
    (void)blocks;
    if (w->failure != ALEA_OK) return 1;
    return alea__report(&w->settings->progress, w->done, n + n * (n - 1) / 2);
}

/* Judges the open files, spread over this many threads. A store that cannot keep them fails the contest. */
static alea_status tabulate_ask(tabulate_work *w, unsigned threads, alea_error *error)
{
    const alea__blocks blocks = {.count = w->open_count,
                                 .threads = threads,
                                 .user = w,
                                 .work = tabulate_judge,
                                 .fold = tabulate_fold,
                                 .report = tabulate_report};
    w->fresh = alea__alloc_array(w->open_count, sizeof *w->fresh);
    if (w->open_count > 0 && !w->fresh) return alea__out_of_memory(error);
    alea_status status = alea__blocks_run(&blocks, NULL, NULL, error);
    for (size_t i = 0; i < w->open_count; i++) alea__judged_clear(&w->fresh[i]);
    alea__free(w->fresh);
    if (w->failure != ALEA_OK) {
        if (error) *error = w->why;
        return w->failure;
    }
    return status;
}

/* Leaves open those that have no result yet. */
static void tabulate_keep_waiting(tabulate_work *w)
{
    size_t left = 0;
    for (size_t i = 0; i < w->open_count; i++) {
        const alea__judged *j = &w->entrants->judged[w->open[i]];
        if (!j->moves && !j->reason) w->open[left++] = w->open[i];
    }
    w->open_count = left;
}

/* Judges the open files. If memory is too small for one per thread, those that could not start are judged one at a time at
   the end. A stop only marks the contest. */
static alea_status tabulate_ask_all(tabulate_work *w, alea_error *error)
{
    w->may_wait = true;
    alea_status status = tabulate_ask(w, w->settings->threads, error);
    if (status == ALEA_OK) {
        tabulate_keep_waiting(w);
        w->may_wait = false;
        if (w->open_count > 0) status = tabulate_ask(w, 1, error);
    }
    ALEA_ASSERT(status != ALEA_OK || w->done == w->count);
    if (status != ALEA_E_STOPPED) return status;
    w->entrants->stopped = true;
    return ALEA_OK;
}

/* ---- */

static bool tabulate_has_python(const tabulate_work *w)
{
    for (size_t i = 0; i < w->count; i++)
        if (alea__language_of(w->file[i].path) == ALEA__PYTHON) return true;
    return false;
}

static alea_status tabulate_allocate(tabulate_work *w, alea_error *error)
{
    const size_t count = w->count;
    w->entrants->judged = alea__alloc_array(count, sizeof *w->entrants->judged);
    w->entrants->which = alea__alloc_array(count, sizeof *w->entrants->which);
    w->first = alea__alloc_array(count, sizeof *w->first);
    w->entries = alea__alloc_array(count, sizeof *w->entries);
    w->open = alea__alloc_array(count, sizeof *w->open);
    bool enough = w->entrants->judged && w->entrants->which && w->first && w->entries && w->open;
    return enough ? ALEA_OK : alea__out_of_memory(error);
}

alea_status alea__tabulate(alea__contest_settings *settings, const alea__entry_file *file, size_t count,
                           alea__store *store, alea__entrants *out, alea_error *error)
{
    *out = (alea__entrants){0};
    tabulate_work w = {.settings = settings, .file = file, .count = count, .store = store, .entrants = out};
    alea_status status = tabulate_allocate(&w, error);
    if (status == ALEA_OK && store && tabulate_has_python(&w))
        status = alea__contest_settings_hash_python(settings, error);
    if (status == ALEA_OK) status = tabulate_key_files(&w, error);
    if (status == ALEA_OK) status = tabulate_look_up(&w, error);
    if (status == ALEA_OK) status = tabulate_ask_all(&w, error);
    alea__free(w.first);
    alea__free(w.entries);
    alea__free(w.open);
    if (status != ALEA_OK) alea__entrants_clear(out);
    return status;
}

void alea__entrants_clear(alea__entrants *f)
{
    for (size_t i = 0; f->judged && i < f->judged_count; i++) alea__judged_clear(&f->judged[i]);
    alea__free(f->judged);
    alea__free(f->which);
    *f = (alea__entrants){0};
}
