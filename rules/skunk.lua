return {
  name = "skunk", family = "tabletop", title = "Skunk",
  text = [[
Roll two dice. A 1, a skunk, ends the turn and loses its points; two 1s lose the
whole score as well. Any other roll scores the sum of the dice. Hold, or roll
again. When somebody holds with the goal or more, each of the others has one last
turn; the highest score wins, and of equal scores the first.]],
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "goal", default = 100, min = 10, max = 500, help = "points to hold with" },
    { "cap", default = 160, min = 10, max = 1000, help = "scores above it count as it" },
  },
  small = { goal = 10, cap = 18 },
  rules = function(p)
    local cap = math.max(p.cap, p.goal)
    return {
      player = { score = upto(cap) },
      counter = { turn_total = upto(cap) },
      turn = function() return roll(2, {}) end,
      moves = function(s)
        if not s.dice then
          return {
            { "roll", roll(2, {}), when = below({ "score", "turn_total" }, cap) },
            { "hold", done { score = plus("turn_total") } },
          }
        end
        local a, b = s.dice[1], s.dice[2] -- ascending
        if b == 1 then return done { score = to(0) } end
        if a == 1 then return done {} end
        return go({}, { turn_total = plus(a + b) })
      end,
      over = at_least("score", p.goal),
      ends = "last turns", winner = most("score"), ties = "first",
    }
  end,
}
