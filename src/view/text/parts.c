#include "view/text/parts.h"
#include "base/assert.h"
#include "base/text.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/words.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_DECIMALS = 15 };

void alea__add_played(alea__text *out, const char *game, alea_objective objective)
{
    alea__add_printable(out, game);
    alea__text_add(out, ", %s", alea__played_for(objective));
}

void alea__value_columns(alea__table *t, const char *title, alea_objective objective)
{
    static const char *const units[] = {
        [ALEA_WIN] = "wins", [ALEA_MONEY] = "$", [ALEA_SCORE] = "points", [ALEA_TURNS] = "turns"};
    ALEA_ASSERT(objective <= ALEA_TURNS);
    alea__table_column(t, ALEA__LEFT, title);
    alea__table_column(t, ALEA__RIGHT, units[objective]);
    alea__table_columns(t, "at least|at most");
}

void alea__value_cells(alea__table *t, const char *label, alea_interval value)
{
    char number[ALEA__NUMBER];
    alea__table_text(t, label);
    alea__table_text(t, alea__certain_text(number, value.lower, value.upper, MOST_DECIMALS));
    alea__table_text(t, alea__bound_text(number, value.lower, value.upper, ALEA__AT_LEAST));
    alea__table_text(t, alea__bound_text(number, value.lower, value.upper, ALEA__AT_MOST));
}

void alea__claim_cells(alea__table *t, const char *label, alea_interval value)
{
    char number[ALEA__NUMBER];
    alea__print(number, sizeof number, "%.6f", value.lower / 2 + value.upper / 2);
    alea__table_text(t, label);
    alea__table_text(t, number);
    alea__table_text(t, "");
    alea__table_text(t, "");
}

void alea__add_number(alea__text *out, uint64_t count)
{
    char number[ALEA__NUMBER];
    alea__text_add(out, "%s", alea__count_text(number, (int64_t)count));
}

void alea__add_seconds(alea__text *out, double seconds)
{
    char number[ALEA__NUMBER];
    if (seconds > 0) alea__text_add(out, " %s.", alea__duration_text(number, seconds));
}

const char *alea__plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

void alea__add_file(alea__text *out, const char *what, const char *file)
{
    if (!file) return;
    alea__text_add(out, VIEW_FILE, what);
    alea__add_printable(out, file);
    alea__text_add(out, ".");
}

void alea__add_size(alea__text *out, alea_table_facts facts, const alea_view_work *work)
{
    alea__add_number(out, facts.states);
    alea__text_add(out, " positions");
    if (facts.stored < facts.states) { /* nothing to add if every position is stored */
        char number[ALEA__NUMBER];
        alea__text_add(out, VIEW_TURN_STARTS, alea__count_text(number, (int64_t)facts.stored));
    }
    alea__text_add(out, ".");
    alea__add_seconds(out, work->seconds);
    alea__add_file(out, "table", work->file);
    alea__text_add(out, "\n");
}

void alea__sheet_tell(alea__sheet *s, const char *name, const char *fact)
{
    alea__text shown = {0};
    alea__add_printable(&shown, fact);
    s->text.failed |= shown.failed;
    if (!s->text.failed) alea__add_entry(&s->text, name, shown.data, s->column, s->width);
    alea__text_free(&shown);
}

void alea__sheet_take(alea__sheet *s, const char *name, alea__text *words)
{
    s->text.failed |= words->failed;
    alea__sheet_tell(s, name, words->data ? words->data : "");
    alea__text_free(words);
}

void alea__add_lines(alea__text *out, const char *text)
{
    for (size_t size; *text; text += size + (text[size] == '\n')) {
        alea__text line = {0};
        size = strcspn(text, "\n");
        alea__text_add_bytes(&line, text, size);
        alea__text_add(out, "  ");
        if (line.data) alea__add_printable(out, line.data);
        alea__text_add(out, "\n");
        alea__text_free_part(&line, out);
    }
}

void alea__add_roll(alea__text *out, const alea_game *game, const alea_state *before, uint32_t outcome,
                    const char *between)
{
    uint32_t face[16], named;
    const char *name;
    for (size_t i = 0; (name = alea_game_chance_name(game, before, i, &named)) != NULL; i++)
        if (named == outcome) {
            alea__add_printable(out, name);
            return;
        }
    const unsigned count = alea_game_chance_faces(game, before, outcome, face);
    for (unsigned i = 0; i < count; i++) alea__text_add(out, "%s%" PRIu32, i ? between : "", face[i]);
}

void alea__add_bar(alea__text *out, double length, bool ascii)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    unsigned parts = (unsigned)(length * 8 + 0.5);
    for (; parts >= 8; parts -= 8) alea__text_add(out, ascii ? "#" : "█");
    if (ascii)
        alea__text_add(out, parts >= 4 ? "#" : "");
    else
        alea__text_add(out, "%s", eighths[parts]);
}
