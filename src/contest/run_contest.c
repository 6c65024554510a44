/* A contest from paths to places. */
#include "base/assert.h"
#include "base/crew.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "contest/intake.h"
#include "contest/messages.h"
#include "contest/store/store.h"

#include <math.h>

/* An alea_contest with the data it points to. */
typedef struct contest_holder {
    alea_contest contest;
    const alea_submissions *submissions;
    alea_submissions *own;  /* the same, if this contest read them */
    alea__entry_file *file; /* by entry */
    unsigned *submission;   /* likewise */
    alea__entrants entrants;
    alea__owned owned; /* all arrays and texts */
} contest_holder;

/* Makes room for as many entries as there may be. */
static alea_status contest_allocate(contest_holder *h, alea_error *error)
{
    alea_contest *c = &h->contest;
    for (unsigned i = 0; i < h->submissions->count; i++)
        c->count += h->submissions->submission[i].status == ALEA_SUBMISSION_COUNTS;
    c->entry = alea__own(&h->owned, alea__alloc_array(c->count, sizeof *c->entry));
    c->ranking = alea__own(&h->owned, alea__alloc_array(c->count, sizeof *c->ranking));
    c->rate = alea__own(&h->owned, alea__alloc_array((size_t)c->count * c->count, sizeof *c->rate));
    h->file = alea__own(&h->owned, alea__alloc_array(c->count, sizeof *h->file));
    c->submission = h->submission = alea__own(&h->owned, alea__alloc_array(c->count, sizeof *h->submission));
    return h->owned.failed ? alea__out_of_memory(error) : ALEA_OK;
}

/* Each submission that counts is an entry; both are in the same order. A file that several students handed in together is one,
   and its first submission has the data. */
static void contest_take_submissions(contest_holder *h)
{
    unsigned entry = 0;
    const alea__candidate *from = NULL;
    bool taken = false;
    for (unsigned i = 0; i < h->submissions->count; i++) {
        const alea_submission *s = &h->submissions->submission[i];
        const alea__candidate *own = alea__submission_source(h->submissions, i);
        if (!s->shared) from = own;
        taken = taken && s->shared;
        if (s->status != ALEA_SUBMISSION_COUNTS || taken) continue;
        taken = true;
        ALEA_ASSERT(from);
        h->submission[entry] = i;
        h->file[entry++] =
            (alea__entry_file){.path = s->file,
                               .data = from->data,
                               .size = from->size,
                               .refusal = own->refusal ? own->refusal : from->refusal,
                               .refusal_kind = own->refusal ? own->refusal_kind : from->refusal_kind,
                               .staff = s->staff};
    }
    ALEA_ASSERT(entry <= h->contest.count);
    h->contest.count = entry;
}

/* Names the entries and copies their results; marks those left out by a stop. */
static alea_status contest_fill_entries(contest_holder *h, alea_error *error)
{
    alea_contest *c = &h->contest;
    for (unsigned i = 0; i < c->count; i++) {
        ALEA_ASSERT(h->entrants.which[i] < h->entrants.judged_count);
        const alea__judged *j = &h->entrants.judged[h->entrants.which[i]];
        ALEA_ASSERT(!(j->moves && j->reason));
        const char *name = alea__own(&h->owned, alea__entry_name(j, &h->file[i]));
        if (!name) return alea__out_of_memory(error);
        c->entry[i] = (alea_contest_entry){.name = name,
                                           .file = h->file[i].path,
                                           .ok = j->moves != NULL,
                                           .moves = j->moves,
                                           .printed = j->printed ? j->printed : "",
                                           .mean_rate = (double)NAN};
        if (alea__language_of(h->file[i].path) == ALEA__PYTHON) c->python = ALEA_CONTEST_PYTHON;
        if (j->moves) continue;
        c->entry[i].reason = j->reason ? j->reason : CONTEST_NOT_ASKED;
        c->entry[i].what = j->reason ? j->failure_kind : "stopped";
    }
    c->tabulated = h->entrants.asked;
    c->stopped = h->entrants.stopped;
    return ALEA_OK;
}

/* Judges the submissions, computes all pairs, and ranks. */
static alea_status contest_compete(contest_holder *h, alea__contest_settings *settings, alea__store *store,
                                   alea_error *error)
{
    alea_status status = contest_allocate(h, error);
    if (status == ALEA_OK) contest_take_submissions(h);
    /* The leader of a crew judges; the others get the tables in alea__pairs. */
    if (status == ALEA_OK && alea__crew_leads())
        status = alea__tabulate(settings, h->file, h->contest.count, store, &h->entrants, error);
    if (status == ALEA_OK && alea__crew_leads()) status = contest_fill_entries(h, error);
    status = alea__crew_agree(status, error);
    if (status == ALEA_OK) status = alea__pairs(settings, store, &h->contest, error);
    if (status == ALEA_OK && !h->contest.stopped) alea__rank(&h->contest);
    return status;
}

/* Runs once the files are found, so that a contest without entries makes no database. */
static alea_status contest_run(contest_holder *h, alea__contest_settings *settings, alea_error *error)
{
    alea__store *store = NULL;
    h->contest.side = settings->side;
    h->contest.most = settings->most;
    h->contest.submissions = h->submissions;
    h->contest.left_out = h->submissions->left_out;
    h->contest.game = alea__own(&h->owned, alea__copy_text(settings->game->spec));
    if (!h->contest.game) return alea__out_of_memory(error);
    alea_status status = ALEA_OK;
    if (settings->database && alea__crew_leads())
        status = alea__store_open(settings->database, settings, &store, error);
    status = alea__crew_agree(status, error);
    if (status == ALEA_OK) status = contest_compete(h, settings, store, error);
    alea__store_close(store);
    return status;
}

/* Reads the submissions unless they are given, judges those that count, and ranks them by their pairs. */
alea_status alea_contest_run(const alea_game *game, const char *const *paths, size_t count,
                             alea_sandbox *sandbox, const alea_contest_options *options, alea_contest **out,
                             alea_error *error)
{
    alea__contest_settings settings;
    alea_status status = alea__contest_settings_make(game, sandbox, options, &settings, error);
    if (status != ALEA_OK) return status;
    contest_holder *h = alea__alloc(sizeof *h);
    if (!h) return alea__out_of_memory(error);
    h->submissions = ALEA__OPTIONS(alea_contest_options, options).submissions;
    h->contest.tie_break = ALEA__OPTIONS(alea_contest_options, options).tie_break;
    h->contest.seed = settings.seed;
    h->contest.salt = ALEA__OPTIONS(alea_contest_options, options).salt;
    if (!h->submissions) status = alea_submissions_read(game, paths, count, sandbox, NULL, &h->own, error);
    if (!h->submissions) h->submissions = h->own;
    if (status == ALEA_OK) status = contest_run(h, &settings, error);
    if (status != ALEA_OK)
        alea_contest_free(&h->contest);
    else
        *out = &h->contest;
    return status;
}

/* Also frees a contest that is only half made. */
void alea_contest_free(alea_contest *contest)
{
    if (!contest) return;
    contest_holder *h = (contest_holder *)contest;
    alea__owned_free(&h->owned);
    alea__entrants_clear(&h->entrants);
    alea_submissions_free(h->own);
    alea__free(h);
}
