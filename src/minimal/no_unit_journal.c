/* Replaces tournament/journal. Tournaments without a journal use NULL and never call it. */
#include "base/assert.h"
#include "base/error.h"
#include "minimal/messages.h"
#include "tournament/journal/unit_journal.h"

alea_status alea__unit_journal_open(const char *path, const alea_progress *progress, alea__unit_journal **out,
                                    alea_error *error)
{
    (void)path, (void)progress, (void)out;
    return alea__fail(error, ALEA_E_REFUSED, MINIMAL_NO_JOURNAL);
}

void alea__unit_journal_close(alea__unit_journal *journal)
{
    (void)journal;
}

alea_status alea__unit_journal_find(alea__unit_journal *journal, alea__journal_unit *unit, bool *found,
                                    alea_error *error)
{
    (void)journal, (void)unit, (void)error;
    ALEA_ASSERT(false);
    *found = false;
    return ALEA_OK;
}

alea_status alea__unit_journal_keep(alea__unit_journal *journal, const alea__journal_unit *units,
                                    size_t count, alea_error *error)
{
    (void)journal, (void)units, (void)count, (void)error;
    ALEA_ASSERT(false);
    return ALEA_OK;
}

bool alea__unit_journal_claim(alea__unit_journal *journal, const unsigned char key[ALEA__UNIT_KEY])
{
    (void)journal, (void)key;
    return true;
}

void alea__unit_journal_release(alea__unit_journal *journal, const unsigned char key[ALEA__UNIT_KEY])
{
    (void)journal, (void)key;
}
