local points = { ["dot up"] = 0, ["dot down"] = 0, trotter = 5, razorback = 5, snouter = 10, jowler = 15 }

return {
  name = "pass-the-pigs", family = "tabletop", title = "Pass the Pigs",
  text = [[
Roll two pigs. A trotter or a razorback scores 5, a snouter 10, a jowler 15, two
of the same four times as much; a pig on its side scores nothing. Two pigs on the
same side score 1; on different sides they are out, and the turn's points are
lost. Hold, or roll again. The first to bank the goal wins.]],
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "goal", default = 100, min = 5, max = 1000, help = "points to bank" },
  },
  small = { goal = 20 },
  rules = function(p)
    return {
      player = { score = upto(p.goal) },
      counter = { points = upto(p.goal) },
      dice = die { { "dot up", 1796 }, { "dot down", 2063 }, { "trotter", 551 }, { "razorback", 1354 },
        { "snouter", 184 }, { "jowler", 29 } }, -- as often as Kern (2006) counted them
      turn = function() return roll(2, {}) end,
      moves = function(s)
        if not s.dice then
          return { { "roll", roll(2, {}), when = below({ "score", "points" }, p.goal) },
            { "hold", done { score = plus("points") } } }
        end
        local a, b = s.dice[1], s.dice[2]
        local sum = points[a] + points[b]
        if a ~= b and sum == 0 then return done {} end
        return go({}, { points = plus(a ~= b and sum or math.max(2 * sum, 1)) })
      end,
      over = at_least("score", p.goal),
    }
  end,
}
