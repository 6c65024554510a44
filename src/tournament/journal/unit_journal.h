#pragma once
/* A tournament's journal: one SQLite file that keeps the result of each unit under its key, the hash of everything that the result
   depends on. It only grows; whatever is read from it is checked. One journal may serve many tournaments and games.

   Every function that keeps something commits it: a program that is killed loses only the units it was computing. Use a journal from
   one thread at a time.

   *Several programs* may work with one journal at a time. Each claims a unit before it computes it, by a lock on one byte of the
   file PATH-units, whose offset is the unit's key. The system ends such a lock with its program, so that a killed one leaves no
   claims, and no clock is needed. Programs on different machines share the work only if their file system shares locks. */
#include "tournament/unit/unit.h"

typedef struct alea__unit_journal alea__unit_journal;

/* Opens or creates the file. ALEA_E_FILE if it is damaged, of a newer alea, a folder or another kind of file;
   ALEA_E_REFUSED if another program keeps writing to it; ALEA_E_WRITE if it cannot be created or written. A refused file is
   unchanged. `progress`, which may be NULL, must outlive the journal: its `stopped` ends long work. */
alea_status alea__unit_journal_open(const char *path, const alea_progress *progress, alea__unit_journal **out,
                                    alea_error *);
void alea__unit_journal_close(alea__unit_journal *); /* gives up all claims; accepts NULL */

typedef struct alea__journal_unit {
    unsigned char key[ALEA__UNIT_KEY];
    alea__unit_size size;
    alea__unit_result result;
} alea__journal_unit;

/* Finds the result of the unit with this key and size. Fails with ALEA_E_FILE if the stored result is impossible for a unit
   of this size. */
alea_status alea__unit_journal_find(alea__unit_journal *, alea__journal_unit *, bool *found, alea_error *);
/* Keeps results, all at once; those that are there already stay. */
alea_status alea__unit_journal_keep(alea__unit_journal *, const alea__journal_unit *, size_t count,
                                    alea_error *);

/* Claims a unit. Returns false if another program has it. Search for claimed units again, because another program may just
   have finished them. */
bool alea__unit_journal_claim(alea__unit_journal *, const unsigned char key[ALEA__UNIT_KEY]);
void alea__unit_journal_release(alea__unit_journal *, const unsigned char key[ALEA__UNIT_KEY]);
