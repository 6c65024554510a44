#pragma once
/* Reasons why a journal is damaged, and problems with claims; other sentences are in database/messages.h. */
#define JOURNAL_WRONG_UNIT "the result of a unit is wrong"
#define JOURNAL_CLAIMS \
    "the file of claims cannot be opened: %s. It may be removed when no program uses the journal."
#define JOURNAL_CLAIMS_OTHER \
    "%s-units is needed for claims, but it is another file. Move it away, or give the journal another name."
