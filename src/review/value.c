/* The result of a finished game for each seat; and the end of a list of moves. */
#include "base/memory.h"
#include "review/reviewer.h"

void alea__result_of(const alea_game *game, alea_objective objective, const alea_state *state,
                     alea__seat_values *out)
{
    alea_outcome outcome;
    game->family->play->outcome(game->rules, state, &outcome);
    *out = (alea__seat_values){.known = true};
    for (unsigned seat = 0; seat < game->players; seat++) switch (objective) {
        case ALEA_WIN: out->seat[seat] = outcome.winner == (int)seat; break;
        case ALEA_MONEY: out->seat[seat] = (double)outcome.money[seat]; break;
        case ALEA_SCORE: out->seat[seat] = (double)outcome.score[seat]; break;
        case ALEA_TURNS: out->seat[seat] = outcome.turns; break;
        }
}

void alea__options_free(alea__options *options)
{
    alea__free(options->option);
    *options = (alea__options){0};
}
