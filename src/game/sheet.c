/* Score sheets and lists of moves, in the families that have them. */
#include "base/assert.h"
#include "game/family.h"

bool alea_game_sheet_row(const alea_game *game, size_t index, alea_sheet_row *out)
{
    const alea__sheet_ops *sheet = game->family->sheet;
    return sheet && sheet->row(game->rules, index, out);
}

int alea_game_sheet_attempt(const alea_game *game, const alea_state *before, uint32_t move_or_outcome,
                            int64_t *points)
{
    const alea__sheet_ops *sheet = game->family->sheet;
    alea_state after = *before;
    if (!sheet || alea_game_apply(game, &after, move_or_outcome, NULL) != ALEA_OK) return -1;
    return sheet->attempted(game->rules, before, &after, points);
}

unsigned alea_game_shortlist(const alea_game *game, const alea_state *state, uint32_t *move, unsigned most)
{
    const alea__sheet_ops *sheet = game->family->sheet;
    if (!sheet || alea_game_to_move(game, state) < 0) return 0;
    const unsigned count = sheet->shortlist(game->rules, state, move, most);
    ALEA_ASSERT(count <= most);
    return count;
}

void alea_game_move_remark(const alea_game *game, const alea_state *state, uint32_t move, char *out,
                           size_t size)
{
    const alea__sheet_ops *sheet = game->family->sheet;
    if (size == 0) return;
    *out = 0;
    if (sheet && alea_game_to_move(game, state) >= 0) sheet->remark(game->rules, state, move, out, size);
}
