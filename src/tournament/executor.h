#pragma once
/* Gets the results of units: from the journal, from other programs that use the same journal, or by computing them on
   threads. The results do not depend on the source. */
#include "tournament/journal/unit_journal.h"
#include "tournament/unit/unit.h"

typedef struct alea__executor {
    const alea__unit_context *context;
    alea__unit_journal *journal; /* may be NULL */
    unsigned threads;            /* 0: all cores */
    alea_progress progress;      /* its unit is what alea__executor_work counts */
    uint64_t done, total;        /* work, for progress; the caller sets `total` */
    uint64_t units, kept;        /* that were asked for, and those of the journal */
    unsigned part, parts;        /* parts > 0: computes only these units, then stops; see alea/tournament.h */
} alea__executor;

/* The weight of a unit in progress reports: its games, at least 1. */
uint64_t alea__executor_work(const alea__unit *);

typedef struct alea__executed {
    alea__unit_result result;
    bool refused; /* the unit has no exact result */
    bool whole;   /* always true where alea__execute succeeds */
} alea__executed;

/* Gets the results of all units, in their order. On failure, including ALEA_E_STOPPED, finished units are in the journal,
   and `out` is undefined. */
alea_status alea__execute(alea__executor *, const alea__unit *units, size_t count, alea__executed *out,
                          alea_error *);
