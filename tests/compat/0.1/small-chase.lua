-- A chase for money that is soon over: most rolls lose the turn.
return {
  name = "small-chase", family = "race", title = "Small chase",
  text = [[A 5 adds its points, a 6 adds one and must be rolled on; a 1 takes the whole score, all others lose the turn.]],
  params = { { "players", default = 2, min = 2, max = 8 }, { "goal", default = 5, min = 2, max = 100 } },
  rules = function(p)
    return {
      dice = 1, sides = 6, goal = p.goal, ending = "chase", over_goal = "hold",
      roll = function(a)
        if a == 1 then return wipe() end
        if a < 5 then return bust() end
        return a == 5 and add(5) or add(1, { forced = true })
      end,
      payoff = { money = { per_point = function(s) return s == 0 and 2 or 1 end } },
    }
  end,
}
