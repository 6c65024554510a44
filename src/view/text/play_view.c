/* The text for people who play: dice, the facts about each seat, and the values of moves. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/text_table.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { DIE_COLUMNS = 9, DIE_FACES = 6, DIE_LINES = 5 };

alea_status alea_view_paragraphs(const char *words, const alea_view_options *given, char **out,
                                 alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    alea__text text = {0};
    alea__text_add(&text, "%s", "");
    alea__add_wrapped(&text, words, 0, options.width);
    return alea__view_finish(&text, out, error);
}

/* ---- dice ---- */

/* Pips of each face, three lines of three places; opposite sides sum to seven. */
static const char *const pips[DIE_FACES] = {"    #    ", "#       #", "#   #   #",
                                            "# #   # #", "# # # # #", "# ## ## #"};

/* One of the DIE_LINES lines of a die, without an end of line. `face` is 1 to DIE_FACES. */
static void play_add_die_line(alea__text *out, uint32_t face, unsigned line, bool ascii)
{
    ALEA_ASSERT(face >= 1 && face <= DIE_FACES && line < DIE_LINES);
    if (line == 0 || line == DIE_LINES - 1) {
        alea__text_add(out, ascii ? "+-------+" : line == 0 ? "┌───────┐" : "└───────┘");
        return;
    }
    alea__text_add(out, ascii ? "|" : "│");
    for (unsigned place = 0; place < 3; place++) {
        bool pip = pips[face - 1][(line - 1) * 3 + place] == '#';
        alea__text_add(out, " %s", !pip ? " " : ascii ? "o" : "●");
    }
    alea__text_add(out, ascii ? " |" : " │");
}

static bool play_can_be_drawn(const uint32_t *faces, unsigned count, const alea_view_options *options)
{
    for (unsigned i = 0; i < count; i++)
        if (faces[i] < 1 || faces[i] > DIE_FACES) return false;
    return count > 0 && count * (DIE_COLUMNS + 1) <= options->width;
}

/* Draws the dice side by side if they fit and have at most six sides; else writes their numbers. */
alea_status alea_view_dice(const uint32_t *faces, unsigned count, const alea_view_options *given, char **out,
                           alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    alea__text text = {0};
    if (!play_can_be_drawn(faces, count, &options)) {
        for (unsigned i = 0; i < count; i++) alea__text_add(&text, i ? " %" PRIu32 : "%" PRIu32, faces[i]);
        alea__text_add(&text, "\n");
        return alea__view_finish(&text, out, error);
    }
    for (unsigned line = 0; line < DIE_LINES; line++) {
        for (unsigned i = 0; i < count; i++) {
            alea__text_add(&text, i ? " " : "");
            play_add_die_line(&text, faces[i], line, options.ascii);
        }
        alea__text_add(&text, "\n");
    }
    return alea__view_finish(&text, out, error);
}

/* ---- scores of all players ---- */

/* All facts of a seat on one filled line; the text is empty for a game without facts. */
alea_status alea_view_facts(const alea_game *game, const alea_state *state, unsigned seat, const char *name,
                            const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    alea__text line = {0}, text = {0};
    alea_fact fact;
    bool any = alea_game_fact(game, state, seat, 0, &fact);
    if (any) alea__add_printable(&line, name);
    for (size_t i = 0; any && alea_game_fact(game, state, seat, i, &fact); i++)
        alea__text_add(&line, "%s %s %s", i ? "," : ":", fact.label, fact.value);
    alea__text_add(&text, "%s", "");
    if (any && !line.failed) alea__add_wrapped(&text, line.data, 0, options.width);
    alea__text_free_part(&line, &text);
    return alea__view_finish(&text, out, error);
}

/* ---- values of moves ---- */

static double play_middle(alea_interval v)
{
    return (v.lower + v.upper) / 2;
}

static void play_value_cell(alea__table *t, double value, alea_objective objective)
{
    if (objective == ALEA_WIN)
        alea__table_number(t, "%.2f %%", 100 * value);
    else
        alea__table_number(t, "%.3f", value);
}

/* Moves from the best to the worst; the one that the answer calls best is first, and ties keep their order. */
static unsigned play_next_best(const alea_answer *answer, const bool *shown, bool least)
{
    unsigned next = answer->count;
    for (unsigned i = 0; i < answer->count; i++) {
        if (shown[i]) continue;
        double gain = next < answer->count
                          ? play_middle(answer->move[i].value) - play_middle(answer->move[next].value)
                          : 0;
        if (next == answer->count || (least ? -gain : gain) > 0) next = i;
    }
    ALEA_ASSERT(next < answer->count);
    return next;
}

enum { MOVES_SHOWN = 12, GROUP_COLUMNS = 36 };

/* Where the last word of a name begins, if it is a number; else its end. */
static size_t play_number_of(const char *name)
{
    const char *last = strrchr(name, ' ');
    return last && last[1] && !last[1 + strspn(last + 1, "0123456789")] ? (size_t)(last + 1 - name)
                                                                        : strlen(name);
}

/* Whether move `k` equals move `i`. For estimates, `cost` must be equal as well; otherwise it is NULL. */
static bool play_is_as_good(const alea_answer *answer, unsigned k, unsigned i, const alea_review_cost *cost)
{
    const double little = 1e-9;
    if (fabs(play_middle(answer->move[k].value) - play_middle(answer->move[i].value)) > little) return false;
    return !cost || fabs(cost[k].amount - cost[i].amount) + fabs(cost[k].error - cost[i].error) <= little;
}

/* Adds a name to a row that begins with the name `first`; of one that differs in its last number only the number. Returns false if
   the row has no room. */
static bool play_add_name(alea__text *row, const char *first, const char *name)
{
    const size_t front = play_number_of(first);
    const bool alike =
        name[0] && play_number_of(name) == front && name[front] && strncmp(name, first, front) == 0;
    if (row->data && alea__columns(row->data) + strlen(name) > GROUP_COLUMNS) return false;
    alea__text_add(row, ", %s", alike ? name + front : name);
    return true;
}

/* Adds a row with move `i` and all moves that are as good, as "Four of a kind 1, 2, 3". Marks them as shown and returns how many
   they are. */
static unsigned play_add_group(alea__table *t, const alea_answer *answer, unsigned i, bool *shown,
                               const alea_review_cost *cost)
{
    alea__text row = {0};
    unsigned count = 1, unnamed = 0;
    const char *first = answer->move[i].name;
    alea__text_add(&row, "%s", first);
    shown[i] = true;
    for (unsigned k = 0; k < answer->count; k++) {
        if (shown[k] || !play_is_as_good(answer, k, i, cost)) continue;
        shown[k] = true;
        count++;
        if (!play_add_name(&row, first, answer->move[k].name)) unnamed++;
    }
    if (unnamed > 0) alea__text_add(&row, " and %u more", unnamed);
    alea__table_name(t, row.data ? row.data : first);
    alea__text_free_part(&row, &t->cells);
    return count;
}

/* Adds at most MOVES_SHOWN rows of equal moves, best first: values and costs; of estimates, whose costs are `cost`, their standard
   errors too. Where memory runs out, the text fails. */
static void play_add_moves(alea__text *out, const alea_answer *answer, const alea_review_cost *cost,
                           alea_objective objective, bool least, const alea_view_options *options)
{
    static const char *const titles[] = {
        [ALEA_WIN] = "wins", [ALEA_MONEY] = "dollars", [ALEA_SCORE] = "points", [ALEA_TURNS] = "turns"};
    const char *const error = options->ascii ? "+/-" : "±";
    const unsigned count = answer->count;
    alea__table t = {0};
    bool *shown = alea__alloc_array(count + 1, sizeof *shown);
    ALEA_ASSERT(count == 0 || answer->best < count);
    alea__table_column(&t, ALEA__LEFT, "move");
    alea__table_column(&t, ALEA__RIGHT,
                       objective == ALEA_TURNS && !cost ? "turns to come" : titles[objective]);
    if (cost) alea__table_column(&t, ALEA__RIGHT, error);
    alea__table_column(&t, ALEA__RIGHT, "costs");
    if (cost) alea__table_column(&t, ALEA__RIGHT, error);
    unsigned listed = 0;
    for (unsigned row = 0; shown && listed < count && row < MOVES_SHOWN; row++) {
        const unsigned i = row == 0 ? answer->best : play_next_best(answer, shown, least);
        const double value = play_middle(answer->move[i].value);
        listed += play_add_group(&t, answer, i, shown, cost);
        play_value_cell(&t, value, objective);
        if (cost) play_value_cell(&t, cost[i].value_error, objective);
        play_value_cell(&t,
                        cost ? cost[i].amount : fabs(value - play_middle(answer->move[answer->best].value)),
                        objective);
        if (cost) play_value_cell(&t, cost[i].error, objective);
    }
    out->failed |= !shown;
    alea__free(shown);
    alea__table_finish(&t, options, out);
    if (count > listed) alea__text_add(out, VIEW_MORE_MOVES, count - listed);
}

/* The answer shows which end is the best, because no objective determines it in every game. */
alea_status alea_view_hint(const alea_answer *answer, alea_objective objective,
                           const alea_view_options *given, char **out, alea_error *error)
{
    const alea_view_options options = alea__view_options(given);
    alea__text text = {0};
    bool least = false;
    for (unsigned i = 0; i < answer->count; i++)
        least |= play_middle(answer->move[i].value) > play_middle(answer->move[answer->best].value) + 1e-9;
    play_add_moves(&text, answer, NULL, objective, least, &options);
    return alea__view_finish(&text, out, error);
}

alea_status alea_view_estimated_hint(const alea_review_answer *all, const alea_review_values *values,
                                     const alea_view_options *given, char **out, alea_error *error)
{
    const alea_view_options options = alea__view_options(given);
    alea__text text = {0}, words = {0};
    char rollouts[ALEA__NUMBER];
    play_add_moves(&text, &all->answer, all->cost, values->objective, values->sign < 0, &options);
    alea__text_add(&words, VIEW_ESTIMATED_HINT, alea__count_text(rollouts, (int64_t)values->rollouts),
                   values->policy, options.ascii ? "+/-" : "±");
    if (words.data) alea__add_wrapped(&text, words.data, 2, options.width);
    alea__text_free_part(&words, &text);
    return alea__view_finish(&text, out, error);
}
