#pragma once
/* Shared by all HTML pages: the frame, the style (page.css), and the only function that adds text from outside. A page
   needs no other file. One with a script lists the hashes of its style and script (Content Security Policy Level 3, section
   2.3.1), so that a browser runs no other script and loads nothing. */
#include "base/text.h"
#include <alea/status.h>

#include <stdint.h>

typedef struct alea__page {
    const char *title;      /* the page's title, and what its heading begins with */
    const char *subject;    /* follows in both; NULL: none */
    const char *more_style; /* in addition to page.css; NULL: none */
    const char *script;     /* NULL: none */
} alea__page;

/* All before the page's text, and all after it; the end hands the page over, or frees it when something failed. */
void alea__page_begin(alea__text *, const alea__page *);
alea_status alea__page_end(alea__text *, const alea__page *, alea_status, char **out, alea_error *);

/* Text from outside: printable, and no markup; NULL is empty. */
void alea__page_escape(alea__text *, const char *text);
/* The same between markup. */
void alea__page_put(alea__text *, const char *before, const char *text, const char *after);

/* Sentences that have `words` between backticks, as in a terminal: these become code. */
void alea__page_sentences(alea__text *, const char *text);

/* White or black, whichever is easier to read on a colour. */
const char *alea__page_ink_on(uint32_t rgb);

/* cmake/embed.cmake: page.css and contest.js, each with a zero byte at its end. */
extern const char alea__page_css[], alea__contest_js[];
