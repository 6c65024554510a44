#ifndef ALEA_VIEW_REVIEW_VIEW_H
#define ALEA_VIEW_REVIEW_VIEW_H
/* Reviews: the ways of showing them (text/review_view.c, text/notebook_view.c, json/review_json.c, html/review_page.c), and what they share. */
#include "base/text.h"
#include "view/number.h"
#include <alea/view.h>

enum { ALEA__WORST = 3, ALEA__SENTENCES = 1200 };

/* Whose mistakes are told of a review, as bits; 0: everybody's. */
static inline unsigned alea__seats_told(const alea_view_reviewed *given, size_t index)
{
    return given->seats ? given->seats[index] : 0;
}

#endif
