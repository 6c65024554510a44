-- A game of race with a memory of large numbers, landings that cost the turn, a chase, and money by the loser's score.
return {
  name = "race-chase-memory", family = "race", title = "Chase with a memory",
  text = [[Two dice of three sides.]],
  params = { { "players", default = 2, min = 1, max = 8 } },
  rules = function()
    return {
      dice = 2, sides = 3, goal = 12, ending = "chase", over_goal = "hold",
      roll = function(a, b, m)
        if m == 700 then return bust() end
        return add(a, { memory = b == 2 and 700 or m + 1 })
      end,
      landing = function(s) if s % 5 == 4 then return bust() end end,
      payoff = { money = { per_point = function(s) return s end } },
    }
  end,
}
