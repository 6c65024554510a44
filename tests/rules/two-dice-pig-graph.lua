-- Two-Dice Pig as a graph: rules/two-dice-pig.lua, stated independently of the family race.
return {
  name = "two-dice-pig-graph", family = "graph", title = "Two-Dice Pig, as a graph",
  text = [[Two dice; a single 1 costs the turn, a double 1 the whole score.]],
  params = {
    { "players", default = 2, min = 2, max = 2 },
    { "goal", default = 20, min = 1, max = 100 },
  },
  rules = function(p)
    return {
      start = function() return { 0, 0, 0, 1 } end, -- own, other, turn, 1 where the dice are rolled
      moves = function(s)
        if s ~= "won" and s[4] == 0 then return { "hold", "roll" } end
      end,
      apply = function(s, move)
        if move == "roll" then return { s[1], s[2], s[3], 1 } end
        return pass { s[2], s[1] + s[3], 0, 1 }
      end,
      chances = function(s)
        if s == "won" then return nil end
        local own, other, turn = s[1], s[2], s[3]
        local weights, states = { 1, 10 }, { pass { other, 0, 0, 1 }, pass { other, own, 0, 1 } }
        for sum = 4, 12 do
          weights[sum - 1] = math.min(sum - 3, 13 - sum) -- ways to make it without a 1
          states[sum - 1] = own + turn + sum >= p.goal and "won" or { own, other, turn + sum, 0 }
        end
        return weights, states
      end,
      payoff = function() return { win = true } end,
    }
  end,
}
