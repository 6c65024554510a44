-- A game of race with rolls of no points, forced rolls, and money without a chase.
return {
  name = "race-money", family = "race", title = "Money without a chase",
  text = [[One die of four sides.]],
  params = { { "players", default = 2, min = 1, max = 8 } },
  rules = function()
    return {
      dice = 1, sides = 4, goal = 9,
      roll = function(a)
        if a == 4 then return bust() end
        return add(a - 1, { forced = a == 1 })
      end,
      payoff = { money = { per_point = function() return 3 end } },
    }
  end,
}
