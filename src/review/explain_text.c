/* Explains decisions and results in words. */
#include "base/assert.h"
#include "base/text.h"
#include "review/messages.h"
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
    case ALEA_WIN: alea__print(out, 32, "%s%.1f %%", front, shown); break;
    case ALEA_MONEY: alea__print(out, 32, "%s$%.2f", front, shown); break;
    case ALEA_SCORE: alea__print(out, 32, "%s%.2f points", front, shown); break;
    case ALEA_TURNS: alea__print(out, 32, "%s%.2f turns", front, shown); break;
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
    int length = alea__format(b->out + b->used, b->size - b->used, format, arguments);
    va_end(arguments);
    if (length > 0) b->used += (size_t)length;
}

/* Adds a reason, such as " `roll` loses the turn's 17 in 1 of 6 rolls; the others gain 4 on average." or, without a
   description, " `Straight`: after 50.0 % of all rolls it is better than `Kamerun` (445.2 points), after the others
   it is not (442.9 points)." Adds nothing if there is no reason. `other` names the other move. */
static void explain_add_reason(const alea_review *r, const alea_reason *reason, const char *other,
                               explain_buffer *out)
{
    char better[32], worse[32];
    const bool splits = !reason->prospect[0] && reason->rolls && reason->better > 0 && reason->worse > 0;
    if (!reason->prospect[0] && !splits) return;
    explain_add(out, " `%s`", reason->name);
    if (reason->prospect[0]) explain_add(out, " %s", reason->prospect);
    if (splits)
        explain_add(
            out, ": after %.1f %% of all rolls it is better than `%s` (%s), after the others it is not (%s)",
            100 * reason->better, other, explain_value(r, reason->better_value, better),
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
    explain_add(&text,
                r->objective == ALEA_SCORE ? "`%s` leads to %s on average, `%s` to %s."
                                           : "`%s` is worth %s, `%s` %s.",
                why[0].name, explain_value(r, why[0].value, best), why[1].name,
                explain_value(r, why[1].value, chosen));
    explain_add_reason(r, &why[0], why[1].name, &text);
    explain_add_reason(r, &why[1], why[0].name, &text);
}

void alea_review_summary(const alea_review *r, unsigned seat, const char *name, char *out, size_t size)
{
    static const char *const starts[] = {[ALEA_WIN] = "began with a chance of %s to win",
                                         [ALEA_MONEY] = "could expect %s at the beginning",
                                         [ALEA_SCORE] = "could expect %s at the beginning",
                                         [ALEA_TURNS] = "could expect %s at the beginning"};
    char start[32], luck[32], own[32], others[32], result[32], begun[80];
    const alea_review_seat *s = &r->seat[seat];
    explain_buffer text = {out, size, 0};
    ALEA_ASSERT(seat < r->players && r->objective <= ALEA_TURNS);
    if (size > 0) *out = 0;
    explain_value(r, s->start, start);
    snprintf(begun, sizeof begun, "%.*s%s%s", (int)strcspn(starts[r->objective], "%"), starts[r->objective],
             start, strchr(starts[r->objective], '%') + 2);
    explain_add(&text, "%s %s. The dice changed that by %s, own mistakes by %s", name, begun,
                alea_review_format_value(r->objective, r->sign * s->luck, true, luck),
                alea_review_format_value(r->objective, -r->sign * s->mistakes, true, own));
    if (r->players > 1)
        explain_add(&text, ", the others' mistakes by %s",
                    alea_review_format_value(r->objective, r->sign * s->opponents_mistakes, true, others));
    explain_add(&text, ": %s %s.", r->finished ? "the result is" : "it is now",
                explain_value(r, s->result, result));
    if (r->estimated)
        explain_add(&text, " (Estimated: standard errors are %s of the luck and %s of the mistakes.)",
                    explain_value(r, s->luck_error, luck), explain_value(r, s->mistakes_error, own));
    if (r->objective == ALEA_WIN && fabs(s->luck) > 1) explain_add(&text, REVIEW_MORE_THAN_ALL);
}
