return {
  name = "great-rolled-ones", family = "tabletop", title = "Great Rolled Ones",
  text = [[
Roll five dice. Ones are set aside, every other die scores a point. Hold, or roll
the dice that are not set aside. Three ones in a turn lose its points. With
ending=first the first to hold with the goal wins; with ending=round everybody has
the same number of turns, and the highest score wins.]],
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "goal", default = 50, min = 5, max = 200, help = "points that end the game" },
    { "ending", default = "round", one_of = { "round", "first" }, help = "whether the round is played out" },
  },
  small = { goal = 8 },
  rules = function(p)
    local first = p.ending == "first"
    local limit = first and p.goal or 2 * p.goal
    return {
      player = { score = upto(limit) },
      counter = { turn_total = upto(limit) },
      turn = function() return roll(5, { ones = 0 }) end,
      moves = function(s)
        if not s.dice then
          return {
            { "roll", roll(5 - s.ones, { ones = s.ones }), when = below({ "score", "turn_total" }, limit) },
            { "hold", done { score = plus("turn_total") } },
          }
        end
        local ones = s.ones
        for _, face in ipairs(s.dice) do ones = ones + (face == 1 and 1 or 0) end
        if ones >= 3 then return done {} end
        return go({ ones = ones }, { turn_total = plus(5 - ones) })
      end,
      over = at_least("score", p.goal),
      ends = first and "at once" or "round",
      winner = first and "mover" or most("score"),
    }
  end,
}
