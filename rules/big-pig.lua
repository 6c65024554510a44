return {
  name = "big-pig", family = "tabletop", title = "Big Pig",
  text = [[
Roll two dice. A single 1 ends the turn and loses its points. Two 1s score 25, any
other double twice its sum, other rolls their sum. Hold, or roll again. The first
to hold with the goal wins.]],
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "goal", default = 100, min = 10, max = 1000, help = "points to hold with" },
  },
  small = { goal = 20 },
  rules = function(p)
    return {
      player = { score = upto(p.goal) },
      counter = { turn_total = upto(p.goal) },
      turn = function() return roll(2, {}) end,
      moves = function(s)
        if not s.dice then
          return {
            { "roll", roll(2, {}), when = below({ "score", "turn_total" }, p.goal) },
            { "hold", done { score = plus("turn_total") } },
          }
        end
        local a, b = s.dice[1], s.dice[2] -- ascending
        if a == 1 and b > 1 then return done {} end
        return go({}, { turn_total = plus(b == 1 and 25 or a == b and 2 * (a + b) or a + b) })
      end,
      over = at_least("score", p.goal),
    }
  end,
}
