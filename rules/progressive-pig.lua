return {
  name = "progressive-pig", family = "tabletop", title = "Progressive Pig",
  text = [[
Roll a die as often as you like; its faces add up. A 1 ends the turn, which then
scores only 1. Hold to score the turn's points. The first with the goal wins.]],
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "goal", default = 100, min = 1, max = 1000, help = "points to win" },
  },
  small = { goal = 15 },
  rules = function(p)
    return {
      player = { score = upto(p.goal) },
      counter = { turn_total = upto(p.goal) },
      turn = function() return roll(1, {}) end,
      moves = function(s)
        if not s.dice then
          return {
            { "roll", roll(1, {}), when = below({ "score", "turn_total" }, p.goal) },
            { "hold", done { score = plus("turn_total") } },
          }
        end
        if s.dice[1] == 1 then return done { score = plus(1) } end
        return go({}, { turn_total = plus(s.dice[1]) })
      end,
      over = at_least("score", p.goal),
    }
  end,
}
