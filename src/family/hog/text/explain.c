/* The reason for a number of dice: its expected points. */
#include "base/text.h"
#include "family/hog/hog.h"

#include <stdio.h>

void hog_explain(const alea__rules *rules, const alea_state *state, uint32_t dice, char *out, size_t size)
{
    const hog_game *game = hog_game_of(rules);
    hog_state s = hog_state_of(state);
    out[0] = 0;
    if (s.phase != HOG_DECIDE || dice > game->rules.dice) return;
    unsigned bonus = (unsigned)hog_bonus(&game->rules, s.memory, dice);
    char more[40] = "";
    if (bonus > 0) snprintf(more, sizeof more, " and a bonus of %u", bonus);
    if (dice > 0) {
        const hog_odds *odds = hog_odds_at(game, s.score[s.mover], s.score[1 - s.mover], dice);
        double none = 1; /* the chance that no die shows a 1 */
        for (uint32_t d = 0; d < dice; d++) none *= 1 - 1.0 / hog_set_of(&game->rules, &s)->sides;
        alea__print(out, size, "shows a 1 in %.1f %% and gives %.3g points%s on average", 100 * (1 - none),
                    hog_mean_points(odds), more);
    } else {
        unsigned points = (unsigned)hog_bacon(&game->rules, s.score[s.mover], s.score[1 - s.mover]);
        snprintf(out, size, "gives %u point%s%s for certain", points, points == 1 ? "" : "s", more);
    }
}
