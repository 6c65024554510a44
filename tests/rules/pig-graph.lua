-- Pig once more, as a graph: the same rules as rules/pig.lua, stated independently of the family race.
return {
  name = "pig-graph", family = "graph", title = "Pig, as a graph",
  text = [[
Two players take turns. In a turn the die is rolled at least once; 2 to 6 are
added to the turn, a 1 ends it and loses its points. Holding banks the turn.
The first to have the goal wins; whoever has it, turn included, need not roll.]],
  params = {
    { "players", default = 2, min = 2, max = 2 },
    { "goal", default = 100, min = 1, max = 100 },
  },
  rules = function(p)
    -- A state is one number: own score, other's score, points of the turn, and 1 once it is decided that the die is rolled.
    -- There are a million of them. So the functions call nothing but pass, and the lists say where moves and rolls lead.
    local n, won, choice = p.goal, -1, { "hold", "roll" }
    local a, b, c = 2 * n * n, 2 * n, 2 -- state = own * a + other * b + turn * c + rolls
    return {
      start = function() return 1 end,
      moves = function(s)
        if s % 2 == 1 then return nil end -- rolls, and the end
        local own, other, turn = s // a, s // b % n, s // c % n
        return choice, { pass(other * a + (own + turn) * b + 1), s + 1 }
      end,
      chances = function(s)
        if s == won then return nil end
        local own, other, turn = s // a, s // b % n, s // c % n
        local now, lost = own + turn, pass(other * a + own * b + 1)
        if now + 6 < n then return 6, { lost, s + 3, s + 5, s + 7, s + 9, s + 11 } end
        local next = { lost }
        for face = 2, 6 do next[face] = now + face < n and s - 1 + face * c or won end
        return 6, next
      end,
      payoff = function() return { win = true } end,
    }
  end,
}
