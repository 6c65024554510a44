/* All pairs of a contest. Entries with the same table share its pairs. Each pair of tables is computed in the
   order of their hashes, so neither the order of the entries nor the contents of the store change a single
   bit. */
#include "base/assert.h"
#include "base/blocks.h"
#include "base/crew.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "contest/contest.h"
#include "contest/store/store.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS_A_BLOCK = 64 }; /* committed together: an interruption loses at most one block per thread */

typedef struct table_pair {
    uint32_t a, b;
} table_pair;

typedef struct pairs_work {
    const alea__contest_settings *settings;
    alea__store *store;
    alea_contest *contest;
    alea__table_id *table; /* sorted by hash */
    uint32_t tables;
    uint32_t *which;  /* by entry: its table */
    double *mean;     /* [a * tables + b]: mean rate of a against b; NaN if unknown */
    table_pair *open; /* a before b */
    uint64_t open_count;
    unsigned char *received; /* the tables, as all processes of a crew have them */
    alea_status failure;
    alea_error why;
} pairs_work;

/* ---- tables ---- */

static int pairs_by_hash(const void *a, const void *b)
{
    return strcmp(((const alea__table_id *)a)->sha256, ((const alea__table_id *)b)->sha256);
}

/* Lists the different tables by their hashes, and which of them each entry has. */
static alea_status pairs_list_tables(pairs_work *w, alea_error *error)
{
    const alea_contest *c = w->contest;
    uint32_t kept = 0;
    alea__table_id *own = alea__alloc_array(c->count, sizeof *own); /* by entry */
    if (!own) return alea__out_of_memory(error);
    for (unsigned i = 0; i < c->count; i++) {
        if (!c->entry[i].ok) continue;
        own[i].moves = c->entry[i].moves;
        alea__sha256_hex(own[i].moves, w->settings->cells, own[i].sha256);
        w->table[w->tables++] = own[i];
    }
    qsort(w->table, w->tables, sizeof *w->table, pairs_by_hash);
    for (uint32_t i = 0; i < w->tables; i++)
        if (kept == 0 || pairs_by_hash(&w->table[kept - 1], &w->table[i]) != 0)
            w->table[kept++] = w->table[i];
    w->tables = kept;
    for (unsigned i = 0; i < c->count; i++) {
        if (!c->entry[i].ok) continue;
        const alea__table_id *found = bsearch(&own[i], w->table, w->tables, sizeof *own, pairs_by_hash);
        ALEA_ASSERT(found != NULL);
        w->which[i] = (uint32_t)(found - w->table);
    }
    alea__free(own);
    return ALEA_OK;
}

/* ---- rates ---- */

/* The mean rates of a pair, which add up to exactly 1: the greater one is rounded once, and subtracting a
   number between 0.5 and 1 from 1 is exact (Sterbenz). */
static void pairs_set_mean(pairs_work *w, const alea__pair *p)
{
    ALEA_ASSERT(p->a < p->b && p->b < w->tables);
    ALEA_ASSERT(p->rate[0] >= 0 && p->rate[0] <= 1 && p->rate[1] >= 0 && p->rate[1] <= 1);
    double mean = 0.5 * (p->rate[0] + p->rate[1]);
    double greater = mean >= 0.5 ? mean : 1 - mean;
    w->mean[(size_t)p->a * w->tables + p->b] = mean >= 0.5 ? greater : 1 - greater;
    w->mean[(size_t)p->b * w->tables + p->a] = mean >= 0.5 ? 1 - greater : greater;
}

static void pairs_take_kept(void *user, const alea__pair *pair)
{
    pairs_work *w = user;
    w->contest->pairs_kept += isnan(w->mean[(size_t)pair->a * w->tables + pair->b]);
    pairs_set_mean(w, pair);
}

static alea_status pairs_list_open(pairs_work *w, alea_error *error)
{
    const uint64_t all = (uint64_t)w->tables * (w->tables - (w->tables > 0)) / 2;
    const uint64_t wanted = all - w->contest->pairs_kept;
    w->open = alea__alloc_array(wanted, sizeof *w->open);
    if (wanted > 0 && !w->open) return alea__out_of_memory(error);
    for (uint32_t a = 0; a < w->tables; a++)
        for (uint32_t b = a + 1; b < w->tables; b++)
            if (isnan(w->mean[(size_t)a * w->tables + b])) w->open[w->open_count++] = (table_pair){a, b};
    ALEA_ASSERT(w->open_count == wanted);
    return ALEA_OK;
}

/* ---- computing them ---- */

typedef struct pairs_result {
    uint32_t count;
    alea__pair pair[PAIRS_A_BLOCK];
} pairs_result;

static alea_status pairs_start_thread(void *user, void **local, alea_error *error)
{
    const pairs_work *w = user;
    return w->settings->family->contest->pair_open(w->settings->game->rules, local, error);
}

static void pairs_end_thread(void *user, void *local)
{
    const pairs_work *w = user;
    w->settings->family->contest->pair_close(local);
}

/* Computes the pairs of a block, in a thread's own workspace. */
static alea_status pairs_block(void *user, void *workspace, uint64_t block, void *out, alea_error *error)
{
    const pairs_work *w = user;
    pairs_result *r = out;
    uint64_t first = block * PAIRS_A_BLOCK, rest = w->open_count - first;
    ALEA_ASSERT(first < w->open_count && r->count == 0);
    alea_status status = ALEA_OK;
    for (uint32_t i = 0; status == ALEA_OK && i < PAIRS_A_BLOCK && i < rest; i++) {
        if (alea__stopped(&w->settings->progress)) return ALEA_E_STOPPED;
        alea__pair *p = &r->pair[r->count++];
        *p = (alea__pair){.a = w->open[first + i].a, .b = w->open[first + i].b};
        status = w->settings->family->contest->pair(workspace, w->table[p->a].moves, w->table[p->b].moves,
                                                    p->rate, error);
    }
    return status;
}

static void pairs_fold(void *user, uint64_t block, const void *from)
{
    pairs_work *w = user;
    const pairs_result *r = from;
    (void)block;
    for (uint32_t i = 0; i < r->count; i++) pairs_set_mean(w, &r->pair[i]);
    w->contest->pairs_computed += r->count;
    ALEA_ASSERT(w->contest->pairs_computed <= w->open_count);
    if (w->failure == ALEA_OK)
        w->failure = alea__store_keep_pairs(w->store, w->table, r->pair, r->count, &w->why);
}

static int pairs_report(void *user, uint64_t blocks)
{
    const pairs_work *w = user;
    const alea_contest *c = w->contest;
    const uint64_t done = c->pairs_kept + c->pairs_computed, all = c->pairs_kept + w->open_count;
    (void)blocks;
    if (w->failure != ALEA_OK) return 1;
    return alea__report(&w->settings->progress, c->count + done, c->count + all);
}

/* Spreads the open pairs over threads. A store that cannot keep them fails the contest; a stop only marks it as stopped. */
static alea_status pairs_compute(pairs_work *w, alea_error *error)
{
    const alea__blocks blocks = {.count = (w->open_count + PAIRS_A_BLOCK - 1) / PAIRS_A_BLOCK,
                                 .threads = w->settings->threads,
                                 .result_size = sizeof(pairs_result),
                                 .user = w,
                                 .thread_start = pairs_start_thread,
                                 .thread_end = pairs_end_thread,
                                 .work = pairs_block,
                                 .fold = pairs_fold,
                                 .report = pairs_report,
                                 .crew = true};
    alea_status status = alea__blocks_run(&blocks, NULL, NULL, error);
    if (w->failure != ALEA_OK) {
        if (error) *error = w->why;
        return w->failure;
    }
    if (status != ALEA_E_STOPPED) return status;
    w->contest->stopped = true;
    return ALEA_OK;
}

/* ---- */

/* The diagonal is 0.5, and so is the rate of two entries with the same table. */
static void pairs_fill_rates(const pairs_work *w)
{
    alea_contest *c = w->contest;
    for (unsigned i = 0; i < c->count; i++)
        for (unsigned j = 0; j < c->count; j++) {
            const bool both = c->entry[i].ok && c->entry[j].ok;
            c->rate[(size_t)i * c->count + j] =
                both ? w->mean[(size_t)w->which[i] * w->tables + w->which[j]] : (double)NAN;
        }
}

static alea_status pairs_make_means(pairs_work *w, alea_error *error)
{
    const size_t all = (size_t)w->tables * w->tables;
    w->mean = alea__alloc_array(all, sizeof *w->mean);
    if (all > 0 && !w->mean) return alea__out_of_memory(error);
    for (size_t i = 0; i < all; i++) w->mean[i] = i % (w->tables + (size_t)1) == 0 ? 0.5 : (double)NAN;
    return ALEA_OK;
}

/* Gives the other processes of a crew the leader's tables, and the known results of their pairs. */
static alea_status pairs_share(pairs_work *w, alea_error *error)
{
    alea_status status = ALEA_OK;
    const size_t cells = w->settings->cells;
    if (alea__crew_size() == 1) return ALEA_OK;
    alea__crew_share(&w->tables, sizeof w->tables);
    alea__crew_share(&w->contest->stopped, sizeof w->contest->stopped);
    alea__crew_share(&w->contest->pairs_kept, sizeof w->contest->pairs_kept);
    w->received = alea__alloc_array((size_t)w->tables + 1, cells);
    if (!w->received) status = alea__out_of_memory(error);
    if (!alea__crew_leads() && status == ALEA_OK) {
        alea__free(w->table);
        alea__free(w->mean);
        w->table = alea__alloc_array((size_t)w->tables + 1, sizeof *w->table);
        w->mean = NULL;
        status = w->table ? pairs_make_means(w, error) : alea__out_of_memory(error);
    }
    if (status != ALEA_OK) return status; /* and the others wait: this process ends, and with it the job */
    for (uint32_t i = 0; i < w->tables; i++) {
        unsigned char *moves = w->received + i * cells;
        if (alea__crew_leads()) memcpy(moves, w->table[i].moves, cells);
        alea__crew_share(moves, cells);
        alea__crew_share(w->table[i].sha256, sizeof w->table[i].sha256);
        w->table[i].moves = moves;
    }
    alea__crew_share(w->mean, (size_t)w->tables * w->tables * sizeof *w->mean);
    return ALEA_OK;
}

/* All steps from the tables to the rates; the processes of a crew share the computation. */
static alea_status pairs_run(pairs_work *w, alea_error *error)
{
    const alea__pair_taker taker = {pairs_take_kept, w};
    alea_status status = pairs_list_tables(w, error);
    if (status == ALEA_OK) status = pairs_make_means(w, error);
    if (status == ALEA_OK) status = alea__store_number(w->store, w->table, w->tables, error);
    if (status == ALEA_OK) status = alea__store_pairs(w->store, w->table, w->tables, &taker, error);
    status = alea__crew_agree(status, error);
    if (status == ALEA_OK) status = pairs_share(w, error);
    if (status == ALEA_OK) status = pairs_list_open(w, error);
    if (status == ALEA_OK && !w->contest->stopped) status = pairs_compute(w, error);
    if (status == ALEA_OK) pairs_fill_rates(w);
    return status;
}

alea_status alea__pairs(const alea__contest_settings *settings, alea__store *store, alea_contest *contest,
                        alea_error *error)
{
    pairs_work w = {.settings = settings,
                    .store = store,
                    .contest = contest,
                    .table = alea__alloc_array(contest->count, sizeof *w.table),
                    .which = alea__alloc_array(contest->count, sizeof *w.which)};
    /* The family's bound, plus the rounding of halving and of subtracting from 1. */
    contest->error_bound = settings->family->contest->pair_error(settings->game->rules) + 2 * DBL_EPSILON;
    uint64_t ok = 0;
    for (unsigned i = 0; i < contest->count; i++) ok += contest->entry[i].ok;
    contest->pairs = ok > 0 ? ok * (ok - 1) / 2 : 0;
    alea_status status = w.table && w.which ? pairs_run(&w, error) : alea__out_of_memory(error);
    alea__free(w.table);
    alea__free(w.which);
    alea__free(w.mean);
    alea__free(w.open);
    alea__free(w.received);
    return status;
}
