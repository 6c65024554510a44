/* Reasons in words. */
#include "review/reviewer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A number that rounds to zero is shown without a sign. */
static double explain_tidy(double value, double step)
{
    return fabs(value) < step / 2 ? 0 : value;
}

const char *alea_review_format_value(alea_objective objective, double value, bool sign, char out[32])
{
    double shown = objective == ALEA_WIN ? explain_tidy(100 * value, 0.1) : explain_tidy(value, 0.01);
    const char *front = shown < 0 ? "-" : sign && shown > 0 ? "+" : "";
    shown = fabs(shown);
    switch (objective) {
    case ALEA_WIN: snprintf(out, 32, "%s%.1f %%", front, shown); break;
    case ALEA_MONEY: snprintf(out, 32, "%s$%.2f", front, shown); break;
    case ALEA_SCORE: snprintf(out, 32, "%s%.2f points", front, shown); break;
    case ALEA_TURNS: snprintf(out, 32, "%s%.2f turns", front, shown); break;
    }
    return out;
}

static const char *explain_value(const alea_review *r, double value, char out[32])
{
    return alea_review_format_value(r->objective, value, false, out);
}

/* Text in the caller's memory: what does not fit is cut. */
typedef struct explain_buffer {
    char *out;
    size_t size, used;
} explain_buffer;

__attribute__((format(printf, 2, 3))) static void explain_add(explain_buffer *b, const char *format, ...)
{
    va_list arguments;
    if (b->used + 1 >= b->size) return;
    va_start(arguments, format);
    int length = vsnprintf(b->out + b->used, b->size - b->used, format, arguments);
    va_end(arguments);
    if (length > 0) b->used += (size_t)length;
}

/* " `roll` loses the turn's 1 in 50.0 %, …: it is worth 100.0 % after 50.0 % of all rolls and 42.9 % after the others." Nothing
   where there is nothing to say. */
static void explain_add_reason(const alea_review *r, const alea_reason *reason, explain_buffer *out)
{
    char better[32], worse[32];
    bool splits = reason->rolls && reason->better > 0 && reason->worse > 0;
    if (!reason->prospect[0] && !splits) return;
    explain_add(out, " `%s`", reason->name);
    if (reason->prospect[0]) explain_add(out, " %s", reason->prospect);
    if (splits)
        explain_add(out, ": it is worth %s after %.1f %% of all rolls and %s after the others",
                    explain_value(r, reason->better_value, better), 100 * reason->better,
                    explain_value(r, reason->worse_value, worse));
    explain_add(out, ".");
}

void alea_review_explanation(const alea_review *r, size_t event, const alea_reason why[2], char *out,
                             size_t size)
{
    explain_buffer text = {out, size, 0};
    char best[32], chosen[32];
    (void)event;
    if (size > 0) *out = 0;
    explain_add(&text, "`%s` is worth %s, `%s` %s.", why[0].name, explain_value(r, why[0].value, best),
                why[1].name, explain_value(r, why[1].value, chosen));
    explain_add_reason(r, &why[0], &text);
    explain_add_reason(r, &why[1], &text);
}
