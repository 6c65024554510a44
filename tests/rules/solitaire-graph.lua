-- Pig Solitaire as a graph: rules/pig-solitaire.lua, stated independently of the family race.
return {
  name = "solitaire-graph", family = "graph", title = "Pig Solitaire, as a graph",
  text = [[Pig for one: the goal within so many turns, or with turns=0 in the fewest.]],
  params = {
    { "players", default = 1, min = 1, max = 1 },
    { "goal", default = 100, min = 1, max = 200 },
    { "turns", default = 0, min = 0, max = 20 },
  },
  rules = function(p)
    -- score, turn, turns left, 1 where the die is rolled
    local function next_turn(score, left)
      if p.turns > 0 and left == 1 then return "late" end
      return pass { score, 0, left - (p.turns > 0 and 1 or 0), 1 }
    end
    return {
      turns = p.turns == 0,
      start = function() return { 0, 0, p.turns, 1 } end,
      moves = function(s)
        if type(s) == "table" and s[4] == 0 then return { "hold", "roll" } end
      end,
      apply = function(s, move)
        if move == "roll" then return { s[1], s[2], s[3], 1 } end
        return next_turn(s[1] + s[2], s[3])
      end,
      chances = function(s)
        if type(s) ~= "table" then return nil end
        local states = { next_turn(s[1], s[3]) }
        for face = 2, 6 do
          states[face] = s[1] + s[2] + face >= p.goal and "done" or { s[1], s[2] + face, s[3], 0 }
        end
        return 6, states
      end,
      payoff = function(s)
        if p.turns == 0 then return {} end
        return { win = s == "done" }
      end,
    }
  end,
}
