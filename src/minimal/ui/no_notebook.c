/* Replaces notebook: no notebook can be opened, so functions that take one are never called. */
#include "base/error.h"
#include "minimal/messages.h"
#include <alea/notebook.h>

static alea_status no_notebook(alea_error *error)
{
    return alea__fail(error, ALEA_E_REFUSED, MINIMAL_NO_NOTEBOOK);
}

alea_status alea_notebook_open(const char *path, alea_notebook **out, alea_error *error)
{
    (void)path, (void)out;
    return no_notebook(error);
}

void alea_notebook_free(alea_notebook *notebook)
{
    (void)notebook;
}

alea_status alea_notebook_add(alea_notebook *notebook, alea_reviewer *reviewer, const alea_review *review,
                              unsigned cards, int64_t now, bool *added, alea_error *error)
{
    (void)notebook, (void)reviewer, (void)review, (void)cards, (void)now, (void)added;
    return no_notebook(error);
}

alea_status alea_notebook_read(alea_notebook *notebook, const alea_notebook_filter *part, unsigned batch,
                               int64_t now, alea_notebook_history **out, alea_error *error)
{
    (void)notebook, (void)part, (void)batch, (void)now, (void)out;
    return no_notebook(error);
}

void alea_notebook_history_free(alea_notebook_history *history)
{
    (void)history;
}

alea_status alea_notebook_export(alea_notebook *notebook, const alea_notebook_filter *part, char **out,
                                 alea_error *error)
{
    (void)notebook, (void)part, (void)out;
    return no_notebook(error);
}

alea_status alea_notebook_delete(alea_notebook *notebook, const alea_notebook_filter *part, uint64_t *games,
                                 alea_error *error)
{
    (void)notebook, (void)part, (void)games;
    return no_notebook(error);
}

alea_status alea_notebook_due(alea_notebook *notebook, const alea_notebook_filter *part, int64_t now,
                              size_t most, alea_card **out, size_t *count, alea_error *error)
{
    (void)notebook, (void)part, (void)now, (void)most, (void)out, (void)count;
    return no_notebook(error);
}

void alea_notebook_cards_free(alea_card *cards, size_t count)
{
    (void)cards, (void)count;
}

alea_status alea_notebook_answer(alea_notebook *notebook, int64_t card, bool right, int64_t now, int64_t *due,
                                 alea_error *error)
{
    (void)notebook, (void)card, (void)right, (void)now, (void)due;
    return no_notebook(error);
}
