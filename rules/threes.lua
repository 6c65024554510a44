return {
  name = "threes", family = "tabletop", title = "Threes",
  text = [[
Roll five dice. After each roll set aside at least one die and roll the others,
until none are left. A 3 counts nothing, any other die its face. The lowest total is
the best.]],
  params = {
    { "players", default = 1, min = 1, max = 8 },
    { "dice", default = 5, min = 1, max = 8, help = "how many dice" },
  },
  small = { dice = 2 },
  rules = function(p)
    return {
      turn = function() return roll(p.dice, {}) end,
      moves = function(s)
        local list = {}
        for _, part in ipairs(parts(s.dice)) do
          local sum = 0
          for _, face in ipairs(part.taken) do sum = sum + (face == 3 and 0 or face) end
          local points = { total = plus(sum) }
          if #part.taken > 0 then
            list[#list + 1] = { "set aside " .. part.name,
              #part.rest > 0 and roll(#part.rest, {}, points) or done(points) }
          end
        end
        return list
      end,
      rounds = 1,
      winner = p.players > 1 and least("total") or nil,
      objective = p.players == 1 and "least" or nil,
    }
  end,
}
