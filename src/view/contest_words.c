/* Words that the ways of showing a contest share. */
#include "base/assert.h"
#include "view/contest_view.h"
#include "view/words.h"

#include <stdio.h>
#include <string.h>

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
    if (!blank) alea__text_add(out, " (");
    alea__add_printable(out, file);
    if (!blank) alea__text_add(out, ")");
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
