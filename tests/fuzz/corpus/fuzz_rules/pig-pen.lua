-- Pig-Pen: two dice, money, and a last chase after whoever passed the goal.
return {
  name = "pig-pen", family = "race", title = "Pig-Pen",
  text = [[
Players take turns rolling two dice, at least once a turn. Every roll adds its
sum to the turn, with these exceptions, in this order:
  - double 1 ends the turn and takes the whole score;
  - a sum of 7 ends the turn and loses its points;
  - the third double in a row within a turn ends it and takes the whole score;
  - a score, turn included, of exactly 100 ends the turn and takes it all.
Whoever rolls any other double must roll again. When you hold, the points of
the turn are banked.

Once a player holds with more than 100, each of the others has one more turn,
in order. Whoever ends it with strictly more than the leader leads in turn, and
everybody else has another turn. The game ends when play comes back to the
leader, who wins. Each of the others pays the winner a dollar for every point
between them, and a player with nothing pays double.

A player above 100 may roll on. With over_goal=hold the turn ends by itself, as
if held, as soon as the score passes 100, even after a double.]],
  params = {
    { "players", default = 2, min = 2, max = 8, help = "how many play" },
    { "goal", default = 100, min = 10, max = 1000, help = "the score to pass" },
    { "over_goal", default = "roll-on", one_of = { "roll-on", "hold" },
      help = "what a player above the goal does: roll on at will, or hold at once" },
  },
  rules = function(p)
    return {
      dice = 2, sides = 6, goal = p.goal,
      first_roll = "forced", ending = "chase", over_goal = p.over_goal,
      roll = function(a, b, doubles) -- doubles: in a row, so far this turn
        if a == 1 and b == 1 then return wipe() end
        if a + b == 7 then return bust() end
        if a ~= b then return add(a + b) end
        if doubles == 2 then return wipe() end
        return add(a + b, { forced = true, memory = doubles + 1 })
      end,
      landing = function(score)
        if score == p.goal then return wipe() end
      end,
      payoff = { money = { per_point = function(score) return score == 0 and 2 or 1 end } },
    }
  end,
}
