#ifndef ALEA_TOURNAMENT_EXECUTOR_H
#define ALEA_TOURNAMENT_EXECUTOR_H
/* Gets the results of units: from the journal, from other programs that work with the same journal, or by computing them on
   threads. The results are the same, whoever computed them. */
#include "tournament/journal/unit_journal.h"
#include "tournament/unit/unit.h"

typedef struct alea__executor {
    const alea__unit_context *context;
    alea__unit_journal *journal; /* may be NULL */
    unsigned threads;            /* 0: all cores */
    alea_progress progress;      /* its unit is what alea__executor_work counts */
    uint64_t done, total;        /* work, for progress; the caller sets `total` */
    uint64_t units, kept;        /* that were asked for, and those of the journal */
} alea__executor;

/* What a unit counts for in progress: its games, and at least 1. */
uint64_t alea__executor_work(const alea__unit *);

typedef struct alea__executed {
    alea__unit_result result;
    bool refused; /* the unit has no exact result */
    bool whole;   /* always true where alea__execute succeeds */
} alea__executed;

/* Gets the results of all units, in their order. On failure, ALEA_E_STOPPED included, what was finished is in the journal, and `out`
   is undefined. */
alea_status alea__execute(alea__executor *, const alea__unit *units, size_t count, alea__executed *out,
                          alea_error *);
#endif
