/* The findings of `alea bot check`, and the line of progress. */
#include "view/json/views.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/text/progress_line.h"
#include "view/words.h"

#include <stdio.h>

enum { EXPLAINED_AT = 23 };

static void report_add_imports(alea__sheet *s, const alea_bot_report *r)
{
    alea__text words = {0};
    for (size_t i = 0; r->imports && r->imports[i]; i++) {
        alea__text_add(&words, "%s", i > 0 ? ", " : "");
        alea__add_printable(&words, r->imports[i]);
    }
    if (words.size == 0) alea__text_add(&words, "nothing");
    alea__sheet_take(s, "imports", &words);
}

static void report_add_states(alea__sheet *s, const alea_bot_report *r)
{
    char number[ALEA__NUMBER];
    alea__text words = {0};
    alea__text_add(&words, "%s", alea__count_text(number, (int64_t)r->states));
    alea__text_add(&words, !r->answers_all ? ", and it failed in the last one"
                           : r->sampled    ? ", a sample"
                                           : ", all of them");
    alea__sheet_take(s, "states asked", &words);
}

static void report_add_answers(alea__sheet *s, const alea_bot_report *r)
{
    alea__text words = {0};
    alea__text_add(&words, r->answers_all ? "yes" : "no: ");
    if (!r->answers_all) {
        alea__text_add(&words, "%s at ", alea_failure_name(r->failure));
        alea__add_printable(&words, r->example);
        alea__text_add(&words, ": ");
        alea__add_printable(&words, r->failure_text);
    }
    alea__sheet_take(s, "answers everywhere", &words);
}

/* `example` belongs to the first question with the unusual answer. */
static void report_add_questions(alea__sheet *s, const alea_bot_report *r)
{
    const struct {
        const char *name;
        bool answer, unusual;
    } questions[] = {{"deterministic", r->deterministic, false},
                     {"depends on the past", r->depends_on_past, true},
                     {"depends on the seed", r->depends_on_seed, true}};
    bool has_example = r->answers_all && r->example[0];
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        alea__text words = {0};
        alea__text_add(&words, questions[i].answer ? "yes" : "no");
        if (has_example && questions[i].answer == questions[i].unusual) {
            alea__text_add(&words, ", such as at ");
            alea__add_printable(&words, r->example);
            has_example = false;
        }
        alea__sheet_take(s, questions[i].name, &words);
    }
}

/* Whether the bot is pure, and how that is known. */
static void report_add_purity(alea__sheet *s, const alea_bot_report *r)
{
    static const char *const words[] = {
        [ALEA_PURITY_UNKNOWN] = "not tested",
        [ALEA_IMPURE] = "no",
        [ALEA_TESTED_PURE] = ("tested: it answers every question alike, at its "
                              "start and after the others"),
        [ALEA_DECLARED_PURE] = "declared: it is restored before each question"};
    char number[ALEA__NUMBER];
    alea__text text = {0};
    if (r->purity == ALEA_TESTED_PURE && r->pure_states > 0)
        alea__text_add(&text, VIEW_PURE_IN_SAMPLE, alea__count_text(number, (int64_t)r->pure_states));
    else
        alea__text_add(&text, "%s", words[r->purity]);
    alea__sheet_take(s, "pure", &text);
}

static void report_add_cost(alea__sheet *s, const alea_bot_report *r, bool ascii)
{
    char number[ALEA__NUMBER];
    alea__text words = {0};
    if (r->nanoseconds > 0) alea__text_add(&words, "%.3g %s", r->nanoseconds / 1000, ascii ? "us" : "µs");
    if (r->fuel > 0)
        alea__text_add(&words, "%s%s fuel", words.size ? ", " : "",
                       alea__count_text(number, (int64_t)(r->fuel + 0.5)));
    if (words.size == 0) alea__text_add(&words, "not measured");
    alea__sheet_take(s, "a decision takes", &words);
}

/* A line for each question that the check asked; one example belongs to the first unusual answer. */
alea_status alea_view_report(const char *bot, const char *game, const alea_bot_report *r,
                             const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__report_json(bot, game, r, out, error);
    alea__sheet s = {.column = EXPLAINED_AT, .width = options.width};
    alea__add_printable(&s.text, bot);
    alea__text_add(&s.text, "\n");
    alea__sheet_tell(&s, "what", r->what ? r->what : r->kind);
    alea__sheet_tell(&s, "kind", r->kind);
    alea__sheet_tell(&s, "game", game);
    report_add_imports(&s, r);
    report_add_states(&s, r);
    report_add_answers(&s, r);
    report_add_questions(&s, r);
    report_add_purity(&s, r);
    report_add_cost(&s, r, options.ascii);
    return alea__view_finish(&s.text, out, error);
}

/* Writes the line that alea__progress_line makes, cut to `size`. */
void alea_view_progress(uint64_t done, uint64_t total, double seconds, const char *unit,
                        const alea_view_options *given, char *out, size_t size)
{
    char line[ALEA__PROGRESS_LINE];
    alea_view_options options = alea__view_options(given);
    alea__progress_line(line, &(alea__progress_state){.done = done,
                                                      .total = total,
                                                      .seconds = seconds,
                                                      .unit = unit,
                                                      .width = options.width,
                                                      .ascii = options.ascii});
    if (size > 0) snprintf(out, size, "%s", line);
}
