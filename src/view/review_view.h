#pragma once
/* The views of reviews (text/review_view.c, text/notebook_view.c, json/review_json.c, html/review_page.c), and their shared
   functions. */
#include "base/text.h"
#include "view/number.h"
#include <alea/view.h>

enum { ALEA__WORST = 3, ALEA__SENTENCES = 1200 };

/* The seats whose mistakes are shown, one bit each; 0: all. */
static inline unsigned alea__seats_told(const alea_view_reviewed *given, size_t index)
{
    return given->seats ? given->seats[index] : 0;
}

/* Adds a position in words: "Ann: score 22, turn total 10; Bob: score 41." Adds nothing if the game has no facts. */
void alea__add_review_position(alea__text *, const alea_review *, const alea_review_event *);
