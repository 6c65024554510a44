-- Two-Dice Pig: a single 1 costs the turn, two of them everything.
return {
  name = "two-dice-pig", family = "race", title = "Two-Dice Pig",
  text = [[
Pig with two dice. Roll as often as you like, but at least once a turn. The sum
of the dice is added to the turn total, unless there is a 1 among them: a
single 1 ends the turn and loses its points, and a double 1 ends it and takes
the whole score too. When you hold, the turn total is banked. Whoever first
banks a score of 100 or more wins at once.

With double_one=bust a double 1 is no worse than a single one. With
forced_doubles=true whoever rolls any other double must roll again.]],
  params = {
    { "players", default = 2, min = 2, max = 8, help = "how many play" },
    { "goal", default = 100, min = 1, max = 10000, help = "points to bank" },
    { "double_one", default = "wipe", one_of = { "wipe", "bust" },
      help = "what a double 1 costs: the whole score, or only the turn" },
    { "forced_doubles", default = false, help = "must one roll again after any other double?" },
  },
  rules = function(p)
    return {
      dice = 2, sides = 6, goal = p.goal,
      first_roll = "forced", ending = "bank",
      roll = function(a, b)
        if a == 1 and b == 1 and p.double_one == "wipe" then return wipe() end
        if a == 1 or b == 1 then return bust() end
        return add(a + b, { forced = p.forced_doubles and a == b })
      end,
    }
  end,
}
