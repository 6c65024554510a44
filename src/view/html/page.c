#include "view/html/page.h"
#include "base/assert.h"
#include "base/file.h"
#include "view/contest_view.h"
#include "view/words.h"

#include <math.h>
#include <string.h>

void alea__page_escape(alea__text *out, const char *text)
{
    alea__text shown = {0};
    alea__add_printable(&shown, text ? text : "");
    for (const char *at = shown.data ? shown.data : ""; *at; at++) {
        switch (*at) {
        case '&': alea__text_add(out, "&amp;"); break;
        case '<': alea__text_add(out, "&lt;"); break;
        case '>': alea__text_add(out, "&gt;"); break;
        case '"': alea__text_add(out, "&quot;"); break;
        case '\'': alea__text_add(out, "&#39;"); break;
        default: alea__text_add_bytes(out, at, 1);
        }
    }
    alea__text_free_part(&shown, out);
}

void alea__page_put(alea__text *out, const char *before, const char *text, const char *after)
{
    alea__text_add(out, "%s", before);
    alea__page_escape(out, text);
    alea__text_add(out, "%s", after);
}

/* Text between backticks becomes code; a backtick without a second one is unchanged. */
void alea__page_sentences(alea__text *out, const char *text)
{
    if (!text) return;
    for (bool code = false; *text; code = !code) {
        const char *end = strchr(text, '`');
        const size_t size = end ? (size_t)(end - text) : strlen(text);
        const bool whole = code && end;
        alea__text part = {0};
        alea__text_add_bytes(&part, text, size);
        alea__page_put(out, whole ? "<code>" : code ? "`" : "", part.data, whole ? "</code>" : "");
        alea__text_free_part(&part, out);
        text += size + (end != NULL);
    }
}

static unsigned page_hex_digit(char c)
{
    ALEA_ASSERT((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10);
}

/* A hash as a Content Security Policy has it. */
static void page_add_hash(alea__text *out, const char *text)
{
    char hex[65];
    unsigned char hash[32];
    alea__sha256_hex(text, strlen(text), hex);
    for (int i = 0; i < 32; i++)
        hash[i] = (unsigned char)(page_hex_digit(hex[2 * i]) << 4 | page_hex_digit(hex[2 * i + 1]));
    alea__text_add(out, "'sha256-");
    alea__add_base64(out, hash, sizeof hash);
    alea__text_add(out, "'");
}

/* Without a script there is nothing that a browser could run or load. */
static void page_add_policy(alea__text *out, const char *style, const char *script)
{
    alea__text_add(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                        "img-src data:; style-src ");
    page_add_hash(out, style);
    alea__text_add(out, "; script-src ");
    page_add_hash(out, script);
    alea__text_add(out, "; base-uri 'none'; form-action 'none'\">\n");
}

void alea__page_begin(alea__text *out, const alea__page *p)
{
    alea__text style = {0};
    alea__text_add(&style, "%s%s", alea__page_css, p->more_style ? p->more_style : "");
    out->failed |= style.failed;
    alea__text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    if (p->script && style.data) page_add_policy(out, style.data, p->script);
    alea__text_add(out, "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>%s",
                   p->title);
    alea__page_put(out, "", p->subject, "</title>\n");
    alea__text_add(out, "<style>%s</style>\n</head>\n<body>\n<h1>%s", style.data ? style.data : "", p->title);
    alea__page_put(out, "", p->subject, "</h1>\n");
    alea__text_free(&style);
}

alea_status alea__page_end(alea__text *page, const alea__page *p, alea_status status, char **out,
                           alea_error *error)
{
    if (p->script) alea__text_add(page, "<script>%s</script>\n", p->script);
    alea__text_add(page, "</body>\n</html>\n");
    if (status == ALEA_OK) return alea__view_finish(page, out, error);
    alea__text_free(page);
    return status;
}

/* ---- colours ---- */

static double page_linear(unsigned channel)
{
    const double c = channel / 255.0;
    return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* At the luminance 0.179 both have the contrast 4.58 (WCAG 2.1, relative luminance). */
const char *alea__page_ink_on(uint32_t rgb)
{
    const double light = 0.2126 * page_linear(rgb >> 16 & 255) + 0.7152 * page_linear(rgb >> 8 & 255) +
                         0.0722 * page_linear(rgb & 255);
    ALEA_ASSERT(light >= 0 && light < 1.001);
    return light < 0.179 ? "#fff" : "#000";
}
