/* Tables as text: a solved game, a position, a checked proof. */
#include "view/exact_view.h"
#include "base/memory.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/words.h"

/* ---- a solved game ---- */

static void exact_add_model(alea__text *out, alea_table_facts facts)
{
    char number[ALEA__NUMBER];
    alea__text_add(out, VIEW_SAMPLED, alea__count_text(number, (int64_t)facts.samples),
                   facts.samples == 1 ? "roll" : "rolls", facts.seed);
}

/* The row of a seat from 2 on. */
static void exact_add_seat(alea__table *t, unsigned seat, alea_interval value)
{
    static const char *const place[] = {"moving third", "moving fourth",  "moving fifth",
                                        "moving sixth", "moving seventh", "moving eighth"};
    _Static_assert(sizeof place / sizeof *place == ALEA_MAX_SEATS - 2, "a name for each seat");
    alea__value_cells(t, place[seat - 2], value);
}

/* What is proved of an equilibrium. */
static void exact_add_equilibrium(alea__text *out, double epsilon, size_t width)
{
    alea__text sentence = {0};
    alea__text_add(&sentence, VIEW_EQUILIBRIUM, epsilon);
    alea__add_wrapped(out, sentence.data ? sentence.data : "", 0, width);
    alea__text_free_part(&sentence, out);
}

/* For a sampled model shows its claim, without bounds, and the value of its policy, if known. */
alea_status alea_view_solution(const alea_table *table, const alea_view_work *work,
                               const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__solution_json(table, work, out, error);
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    const bool alone = alea_game_players(alea_table_game(table)) == 1, sampled = facts.samples > 0;
    uint64_t hold = 0;
    if (!sampled && alea__first_hold(table, &hold, error) != ALEA_OK) return ALEA_E_MEMORY;
    alea__text text = {0};
    alea__table t = {0};
    alea__add_played(&text, facts.game, facts.objective);
    if (sampled) exact_add_model(&text, facts);
    alea__text_add(&text, "\n\n");
    alea__value_columns(&t, sampled ? "the model" : "best play", facts.objective);
    if (sampled) {
        alea__claim_cells(&t, "claims", facts.start);
        if (work->earned) alea__value_cells(&t, "earns", *work->earned);
    } else {
        alea__value_cells(&t, alone ? "alone" : "moving first", facts.start);
        if (!alone) alea__value_cells(&t, "moving second", facts.second);
        for (unsigned seat = 2; seat < facts.seats; seat++) exact_add_seat(&t, seat, facts.seat[seat]);
    }
    alea__table_finish(&t, &options, &text);
    alea__text_add(&text, "\n");
    if (sampled) alea__text_add(&text, VIEW_CLAIM, work->earned ? VIEW_EARNED : "");
    if (facts.seats > 0) exact_add_equilibrium(&text, facts.epsilon, options.width);
    if (hold > 0) alea__text_add(&text, VIEW_FIRST_HOLD, alone ? "0" : options.ascii ? "0-0" : "0–0", hold);
    alea__add_size(&text, facts, work);
    return alea__view_finish(&text, out, error);
}

/* ---- a position ---- */

/* The best moves come first: at most `top` of them are brought to the front of `order`, which starts as 0, 1, … */
static unsigned exact_order_moves(const alea_answer *answer, unsigned top, unsigned *order)
{
    for (unsigned i = 0; i < answer->count; i++) order[i] = i;
    if (top == 0 || answer->count == 0) return answer->count;
    order[0] = answer->best;
    order[answer->best] = 0;
    for (unsigned rank = 1; rank < top && rank < answer->count; rank++) {
        unsigned next = rank;
        for (unsigned i = rank + 1; i < answer->count; i++) {
            const double less = alea__move_cost(answer, order[next]) - alea__move_cost(answer, order[i]);
            if (less > 0 || (less == 0 && order[i] < order[next])) next = i;
        }
        const unsigned swapped = order[rank];
        order[rank] = order[next];
        order[next] = swapped;
    }
    return top < answer->count ? top : answer->count;
}

/* The moves with what each costs, and how many more there are. */
static alea_status exact_add_moves(alea__text *text, const alea_table_facts *facts, const alea_answer *answer,
                                   const alea_view_asked *asked, const alea_view_options *options)
{
    alea__table t = {0};
    unsigned *order = alea__alloc_array(answer->count + 1, sizeof *order);
    if (!order) return ALEA_E_MEMORY;
    const unsigned shown = exact_order_moves(answer, asked->top, order);
    void (*cells)(alea__table *, const char *, alea_interval) =
        facts->samples > 0 ? alea__claim_cells : alea__value_cells;
    alea__value_columns(&t, "move", facts->objective);
    if (answer->count > 1) alea__table_columns(&t, "cost");
    for (unsigned i = 0; i < shown; i++) {
        const alea_move_value *move = &answer->move[order[i]];
        cells(&t, move->name, move->value);
        if (answer->count > 1) alea__table_number(&t, "%.6f", alea__move_cost(answer, order[i]));
    }
    if (answer->count == 0)
        cells(&t, asked->note && *asked->note ? VIEW_OVER : VIEW_ROLL_TO_COME, answer->value);
    alea__table_finish(&t, options, text);
    if (shown < answer->count) alea__text_add(text, VIEW_MORE_MOVES, answer->count - shown);
    alea__free(order);
    return ALEA_OK;
}

static void exact_add_played(alea__text *out, const alea_table_facts *facts)
{
    alea__add_played(out, facts->game, facts->objective);
    if (!facts->against) return;
    alea__text_add(out, " against ");
    alea__add_printable(out, facts->against);
}

/* The position in the syntax of `alea ask`, then its moves; a single row if dice come next. */
alea_status alea_view_asked_answer(const alea_table *table, const alea_state *state,
                                   const alea_answer *answer, const alea_view_asked *asked,
                                   const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__answer_json(table, state, answer, asked, out, error);
    char words[ALEA__STATE_WORDS];
    alea_game_position(alea_table_game(table), state, words, sizeof words);
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    alea__text text = {0};
    exact_add_played(&text, &facts);
    if (facts.samples > 0) exact_add_model(&text, facts);
    alea__text_add(&text, ": %s\n\n", words);
    if (exact_add_moves(&text, &facts, answer, asked, &options) != ALEA_OK) text.failed = true;
    if (answer->count > 1)
        alea__text_add(&text, VIEW_BEST_MOVE, answer->move[answer->best].name, answer->tied ? VIEW_TIED : "");
    if (asked->note && *asked->note) {
        alea__text note = {0};
        alea__text_add(&text, "\n");
        alea__text_add(&note, VIEW_UNREACHED, asked->note);
        if (note.data) alea__add_wrapped(&text, note.data, 0, options.width);
        alea__text_free(&note);
    }
    return alea__view_finish(&text, out, error);
}

alea_status alea_view_answer(const alea_table *table, const alea_state *state, const alea_answer *answer,
                             const alea_view_options *given, char **out, alea_error *error)
{
    return alea_view_asked_answer(table, state, answer, &(alea_view_asked){0}, given, out, error);
}

/* ---- a table that was checked ---- */

/* Says first whether the proof holds; a sampled model has no bounds to show. */
alea_status alea_view_verdict(const alea_table *table, const alea_verdict *verdict,
                              const alea_view_work *work, const alea_view_options *given, char **out,
                              alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__verdict_json(table, verdict, work, out, error);
    char number[ALEA__NUMBER];
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    alea__text text = {0};
    alea__add_printable(&text, work->file ? work->file : "The table");
    alea__text_add(&text, verdict->holds ? VIEW_PROOF_HOLDS : VIEW_PROOF_FAILS);
    if (!verdict->holds) alea__add_printable(&text, verdict->reason);
    if (!verdict->holds) alea__text_add(&text, "\n  ");
    exact_add_played(&text, &facts);
    if (facts.samples > 0) { /* its bounds are no bounds */
        alea__text_add(&text, "\n");
        return alea__view_finish(&text, out, error);
    }
    alea_interval v = facts.start;
    alea__text_add(&text, ": %s", alea__bound_text(number, v.lower, v.upper, ALEA__AT_LEAST));
    alea__text_add(&text, " to %s\n  ", alea__bound_text(number, v.lower, v.upper, ALEA__AT_MOST));
    alea__add_number(&text, verdict->checked);
    alea__text_add(&text, VIEW_RECOMPUTED);
    alea__add_seconds(&text, work->seconds);
    alea__text_add(&text, "\n");
    return alea__view_finish(&text, out, error);
}
