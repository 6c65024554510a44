"""Solves the game on paper, without Time Trot: every turn adds to the sum of the scores, so the largest sums come first."""

from array import array

PLAYER_NAME = "Bellman"
GOAL = 100
MOST = 7


def chances():
    """For 1 to 7 dice: pairs of points and how likely they are."""
    table, sums = [None], {0: 1.0}
    for dice in range(1, MOST + 1):
        following = {}
        for total, chance in sums.items():
            for face in range(2, 7):
                following[total + face] = following.get(total + face, 0.0) + chance / 6
        sums = following
        table.append([(1, 1 - (5 / 6) ** dice), *((p, c) for p, c in sums.items() if c > 1e-4)])
    return table


CHANCES = chances()


def after(own, other, points, wins):
    """How likely the mover is to win when these points are added."""
    own += points
    if own % 10 == other // 10:
        own, other = other, own
    if own >= GOAL or other >= GOAL:
        return 1.0 if own > other else 0.0
    return 1.0 - wins[other * GOAL + own]


def best(own, other, wins):
    options = [after(own, other, 1 + other // 10 * (other % 10) % 10, wins)]
    reach = [after(own, other, points, wins) for points in range(6 * MOST + 1)]
    for dice in range(1, MOST + 1):
        options.append(sum(chance * reach[points] for points, chance in CHANCES[dice]))
    dice = max(range(len(options)), key=lambda n: round(options[n], 6))
    return options[dice], dice


def solve():
    wins, plan = array("d", [0.0]) * (GOAL * GOAL), bytearray(GOAL * GOAL)
    for place in sorted(range(GOAL * GOAL), key=lambda place: -(place // GOAL + place % GOAL)):
        wins[place], plan[place] = best(place // GOAL, place % GOAL, wins)
    return plan


PLAN = solve()


def final_strategy(score, opponent_score):
    return PLAN[GOAL * score + opponent_score]
