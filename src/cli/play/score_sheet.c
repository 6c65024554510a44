/* A player's score sheet, and the list of moves if there are many; see table_game.h. */
#include "base/assert.h"
#include "cli/play/table_game.h"

#include <string.h>

/* Fills in what the seat has attempted in this session. Returns the number of rows, 0 if the game has no sheet. */
static size_t score_sheet_fill(const table_game *t, unsigned seat, alea_sheet_mark mark[PLAY_MOST_ROWS])
{
    size_t count, rows = 0;
    alea_sheet_row row;
    const alea_event *event = alea_session_events(t->session, &count);
    memset(mark, 0, PLAY_MOST_ROWS * sizeof *mark);
    while (rows < PLAY_MOST_ROWS && alea_game_sheet_row(t->game, rows, &row)) rows++;
    for (size_t i = 0; i < count && rows > 0; i++) {
        int64_t points = 0;
        if (event[i].seat != (int)seat || event[i].kind == ALEA_FORFEITED) continue;
        const int at = alea_game_sheet_attempt(t->game, &event[i].before, event[i].what, &points);
        ALEA_ASSERT(at < (int)rows);
        if (at >= 0) mark[at] = (alea_sheet_mark){true, points};
    }
    return rows;
}

bool play_has_sheet(const table_game *t)
{
    alea_sheet_row row;
    return alea_game_sheet_row(t->game, 0, &row);
}

void play_show_sheet(table_game *t, unsigned seat)
{
    alea_sheet_mark mark[PLAY_MOST_ROWS];
    cmd_view v = {.how = console_view(t->console)};
    if (score_sheet_fill(t, seat, mark) == 0) return;
    console_show_view(t->console, alea_view_sheet(t->game, mark, &v.how, &v.text, &v.error), &v);
}

void play_show_moves(table_game *t, const uint32_t *move, unsigned count, bool remarks)
{
    cmd_view v = {.how = console_view(t->console)};
    const alea_move_list list = {alea_session_state(t->session), move, count, remarks};
    console_show_view(t->console, alea_view_moves(t->game, &list, &v.how, &v.text, &v.error), &v);
}
