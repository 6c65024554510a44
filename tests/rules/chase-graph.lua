-- Pig-Pen for two with over_goal=hold, as a graph: the last chase, doubles that force, money.
return {
  name = "chase-graph", family = "graph", title = "Pig-Pen, as a graph",
  text = [[
The rules of rules/pig-pen.lua with over_goal=hold, stated independently of the
family race. Leaders may overtake each other without end there; here a score of
`cap` or more ends the game, which hardly ever happens.]],
  params = {
    { "players", default = 2, min = 2, max = 2 },
    { "goal", default = 12, min = 10, max = 100 },
    { "cap", default = 250, min = 150, max = 1000 },
  },
  rules = function(p)
    local goal = p.goal

    -- The turn ends with `total` banked. An end is { total, leader }, as its loser sees it.
    local function hold(total, other)
      if total >= p.cap then return pass { other, total } end
      if other <= goal or total > other then return pass { other, total, 0, 0, 1 } end
      return { total, other }
    end

    -- What a roll leads to; a state is own, other, turn, doubles so far, 1 where the dice are rolled.
    local function roll(s, a, b)
      local own, other, total = s[1], s[2], s[1] + s[3] + a + b
      if a + b == 2 then return hold(0, other) end
      if a + b == 7 then return hold(own, other) end
      if a == b and s[4] == 2 then return hold(0, other) end
      if total == goal then return hold(0, other) end
      if total > goal then return hold(total, other) end
      if a == b then return { own, other, total - own, s[4] + 1, 1 } end
      return { own, other, total - own, 0, 0 }
    end

    return {
      start = function() return { 0, 0, 0, 0, 1 } end,
      moves = function(s)
        if s[5] == 0 then return { "hold", "roll" } end
      end,
      apply = function(s, move)
        if move == "hold" then return hold(s[1] + s[3], s[2]) end
        return { s[1], s[2], s[3], 0, 1 }
      end,
      chances = function(s)
        if s[5] ~= 1 then return nil end
        local states = {}
        for a = 1, 6 do
          for b = 1, 6 do states[#states + 1] = roll(s, a, b) end
        end
        return 36, states
      end,
      payoff = function(s)
        return { win = false, money = (s[1] - s[2]) * (s[1] == 0 and 2 or 1) }
      end,
    }
  end,
}
