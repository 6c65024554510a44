/* Words that the ways of showing a contest share. */
#include "base/assert.h"
#include "base/memory.h"
#include "view/contest_view.h"
#include "view/words.h"

#include <stdio.h>
#include <string.h>

/* The authors of the entry; NULL if they are unknown, or if other entries of the same name have the same authors. The
   caller frees it. */
static char *entry_authors(const alea_contest *c, unsigned index)
{
    alea__text own = {0};
    if (!c->submissions || !c->submission) return NULL;
    alea__add_authors(&own, c, c->submission[index]);
    bool alone = own.data && *own.data && !own.failed;
    for (unsigned i = 0; i < c->count && alone; i++) {
        alea__text other = {0};
        if (i == index || strcmp(c->entry[i].name, c->entry[index].name) != 0) continue;
        alea__add_authors(&other, c, c->submission[i]);
        alone = !other.failed && (!other.data || strcmp(own.data, other.data) != 0);
        alea__text_free(&other);
    }
    if (!alone) alea__text_free(&own);
    return own.data;
}

void alea__add_entry_name(alea__text *out, const alea_contest *c, unsigned index, const char *file)
{
    ALEA_ASSERT(index < c->count);
    const alea_contest_entry *e = &c->entry[index];
    const bool blank = e->name[strspn(e->name, " ")] == 0; /* it would show nothing */
    bool alone = !blank;
    for (unsigned i = 0; i < c->count; i++)
        if (i != index && strcmp(c->entry[i].name, e->name) == 0) alone = false;
    if (!blank) alea__add_printable(out, e->name);
    if (alone) return;
    char *authors = c->entry[index].file ? entry_authors(c, index) : NULL;
    if (!blank) alea__text_add(out, " (");
    alea__add_printable(out, authors ? authors : file);
    if (!blank) alea__text_add(out, ")");
    alea__free(authors);
}

const char *alea__award_name(alea_award award)
{
    switch (award) {
    case ALEA_NO_AWARD: break;
    case ALEA_FIRST: return "first";
    case ALEA_SECOND: return "second";
    case ALEA_THIRD: return "third";
    }
    return NULL;
}

char *alea__always_name(char out[32], unsigned dice)
{
    snprintf(out, 32, "always(%u)", dice);
    return out;
}
