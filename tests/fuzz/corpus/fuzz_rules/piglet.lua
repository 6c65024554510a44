-- Piglet: Pig with a coin, small enough to be solved by hand.
return {
  name = "piglet", family = "race", title = "Piglet",
  text = [[
Pig with a coin. Flip it as often as you like, but at least once a turn: heads
adds a point to the turn, tails ends it and its points are lost. When you hold,
the points are banked. Whoever first banks 2 points wins at once.]],
  params = {
    { "players", default = 2, min = 2, max = 8, help = "how many play" },
    { "goal", default = 2, min = 1, max = 1000, help = "points to bank" },
  },
  rules = function(p)
    return {
      dice = 1, sides = 2, goal = p.goal,
      first_roll = "forced", ending = "bank",
      roll = function(face)
        if face == 1 then return bust() end -- 1 is tails, 2 is heads
        return add(1)
      end,
    }
  end,
}
