/* Tables as text: a solved game, a position, a proof that was checked. */
#include "view/exact_view.h"
#include "view/json/views.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/words.h"

#include <inttypes.h>

/* ---- a solved game ---- */

static void add_first_hold(alea__text *out, const alea_table *table, bool ascii)
{
    uint64_t hold = alea__first_hold(table);
    if (hold == 0) return;
    bool alone = alea_game_players(alea_table_game(table)) == 1;
    alea__text_add(out, "At %s it first holds at %" PRIu64 ".\n", alone ? "0" : ascii ? "0-0" : "0–0", hold);
}

static void add_model(alea__text *out, alea_table_facts facts)
{
    alea__text_add(out, ": a sampled model, ");
    alea__add_number(out, facts.samples);
    alea__text_add(out, " random %s for each position, seed %" PRIu64, facts.samples == 1 ? "roll" : "rolls",
                   facts.seed);
}

static alea_status model_text(const alea_table *table, const alea_view_work *work,
                              const alea_view_options *options, char **out, alea_error *error)
{
    alea_table_facts facts = alea_table_about(table);
    alea__text text = {0};
    alea__table t = {0};
    alea__add_played(&text, facts.game, facts.objective);
    add_model(&text, facts);
    alea__text_add(&text, "\n\n");
    alea__value_columns(&t, "the model", facts.objective);
    alea__claim_cells(&t, "claims", facts.start);
    if (work->earned) alea__value_cells(&t, "earns", *work->earned);
    alea__table_finish(&t, options, &text);
    alea__text_add(&text, "\nIt claims what its own rolls made it believe, which proves nothing%s.\n",
                   work->earned ? "; what playing by it earns is exact" : "");
    alea__add_size(&text, facts, work);
    return alea__view_finish(&text, out, error);
}

static alea_status solution_text(const alea_table *table, const alea_view_work *work,
                                 const alea_view_options *options, char **out, alea_error *error)
{
    alea_table_facts facts = alea_table_about(table);
    bool alone = alea_game_players(alea_table_game(table)) == 1;
    alea__text text = {0};
    alea__table t = {0};
    alea__add_played(&text, facts.game, facts.objective);
    alea__text_add(&text, "\n\n");
    alea__value_columns(&t, "best play", facts.objective);
    alea__value_cells(&t, alone ? "alone" : "moving first", facts.start);
    if (!alone) alea__value_cells(&t, "moving second", facts.second);
    alea__table_finish(&t, options, &text);
    alea__text_add(&text, "\n");
    add_first_hold(&text, table, options->ascii);
    alea__add_size(&text, facts, work);
    return alea__view_finish(&text, out, error);
}

/* ---- a position ---- */

static void add_best(alea__text *out, const alea_answer *answer)
{
    if (answer->count < 2) return;
    alea__text_add(out, "\nBest: %s", answer->move[answer->best].name);
    alea__text_add(out, answer->tied ? ", though another move may be as good.\n" : ".\n");
}

static alea_status answer_text(const alea_table *table, const alea_state *state, const alea_answer *answer,
                               const alea_view_options *options, char **out, alea_error *error)
{
    char words[ALEA__STATE_WORDS];
    alea_game_describe(alea_table_game(table), state, words, sizeof words);
    alea_table_facts facts = alea_table_about(table);
    alea__text text = {0};
    alea__table t = {0};
    alea__add_played(&text, facts.game, facts.objective);
    if (facts.against) {
        alea__text_add(&text, " against ");
        alea__add_printable(&text, facts.against);
    }
    if (facts.samples > 0) add_model(&text, facts);
    alea__text_add(&text, ": %s\n\n", words);
    alea__value_columns(&t, "move", facts.objective);
    void (*cells)(alea__table *, const char *, alea_interval) =
        facts.samples > 0 ? alea__claim_cells : alea__value_cells;
    for (unsigned i = 0; i < answer->count; i++) cells(&t, answer->move[i].name, answer->move[i].value);
    if (answer->count == 0) cells(&t, "the dice", answer->value);
    alea__table_finish(&t, options, &text);
    add_best(&text, answer);
    return alea__view_finish(&text, out, error);
}

/* ---- a table that was checked ---- */

static alea_status verdict_text(const alea_table *table, const alea_verdict *verdict,
                                const alea_view_work *work, char **out, alea_error *error)
{
    char number[ALEA__NUMBER];
    alea_table_facts facts = alea_table_about(table);
    alea__text text = {0};
    alea__add_printable(&text, work->file ? work->file : "The table");
    alea__text_add(&text, verdict->holds ? ": the proof holds.\n  " : ": the proof does not hold.\n  ");
    if (!verdict->holds) alea__add_printable(&text, verdict->reason);
    if (!verdict->holds) alea__text_add(&text, "\n  ");
    alea__add_played(&text, facts.game, facts.objective);
    if (facts.against) {
        alea__text_add(&text, " against ");
        alea__add_printable(&text, facts.against);
    }
    if (facts.samples > 0) { /* its bounds are no bounds */
        alea__text_add(&text, "\n");
        return alea__view_finish(&text, out, error);
    }
    alea_interval v = facts.start;
    alea__text_add(&text, ": %s", alea__bound_text(number, v.lower, v.upper, ALEA__AT_LEAST));
    alea__text_add(&text, " to %s\n  ", alea__bound_text(number, v.lower, v.upper, ALEA__AT_MOST));
    alea__add_number(&text, verdict->checked);
    alea__text_add(&text, " positions worked out again by one step of the game, in whole numbers.");
    alea__add_seconds(&text, work->seconds);
    alea__text_add(&text, "\n");
    return alea__view_finish(&text, out, error);
}

/* ---- what alea/view.h promises ---- */

alea_status alea_view_solution(const alea_table *table, const alea_view_work *work,
                               const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__solution_json(table, work, out, error);
    return alea_table_about(table).samples > 0 ? model_text(table, work, &options, out, error)
                                               : solution_text(table, work, &options, out, error);
}

alea_status alea_view_answer(const alea_table *table, const alea_state *state, const alea_answer *answer,
                             const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    return options.json ? alea__answer_json(table, state, answer, out, error)
                        : answer_text(table, state, answer, &options, out, error);
}

alea_status alea_view_verdict(const alea_table *table, const alea_verdict *verdict,
                              const alea_view_work *work, const alea_view_options *given, char **out,
                              alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    return options.json ? alea__verdict_json(table, verdict, work, out, error)
                        : verdict_text(table, verdict, work, out, error);
}
