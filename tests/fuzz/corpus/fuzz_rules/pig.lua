-- Pig: one die; a 1 costs the turn; the first to bank the goal wins.
return {
  name = "pig", family = "race", title = "Pig",
  text = [[
Players take turns. In a turn you roll the die as often as you like, but at
least once. A 2 to 6 adds its value to the turn total; a 1 ends the turn, and
its points are lost. When you hold, the turn total is added to your score and
the turn ends. Whoever first banks a score of 100 or more wins at once.

With several dice, any 1 among them loses the turn, and otherwise their sum
is added.]],
  params = {
    { "players", default = 2, min = 2, max = 8, help = "how many play" },
    { "goal", default = 100, min = 1, max = 10000, help = "points to bank" },
    { "dice", default = 1, min = 1, max = 6, help = "dice in a roll" },
    { "sides", default = 6, min = 2, max = 1000, help = "sides of a die" },
  },
  rules = function(p)
    return {
      dice = p.dice, sides = p.sides, goal = p.goal,
      first_roll = "forced", ending = "bank",
      roll = function(...)
        local faces, sum = { ... }, 0
        for i = 1, p.dice do
          if faces[i] == 1 then return bust() end
          sum = sum + faces[i]
        end
        return add(sum)
      end,
    }
  end,
}
