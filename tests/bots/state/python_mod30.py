"""Good and pure: rolls while the total modulo 30 is below 25, and checks the sum of this turn's rolls against the scores.

Built by componentize-py from wit/game-state."""

from wit_world import exports


class Strategy(exports.Strategy):
    def should_roll(self, state) -> bool:
        turn = 0
        for seat, (first, second) in reversed(state.turn_history):
            if seat != state.current_player_index or first + second == 7:
                break
            turn += first + second
            if turn >= state.current_total_score - state.current_banked_score:
                break
        assert turn == state.current_total_score - state.current_banked_score
        assert state.all_players_banked_scores[state.current_player_index] == state.current_banked_score
        leader = max(state.all_players_banked_scores)
        if leader > 100:
            return state.current_total_score <= leader
        return state.current_total_score < 100 and state.current_total_score % 30 < 25
