return {
  name = "shut-the-box", family = "tabletop", title = "Shut the Box",
  text = [[
The tiles 1 to 9 are open. Roll two dice and shut open tiles that add up to the
roll. With dice=choice you may roll one die once 7, 8 and 9 are shut. The game ends
when you cannot shut any, or when all are shut. With aim=points you score the sum
of the tiles that are shut, of 45; with aim=all you win if all are shut.]],
  params = {
    { "tiles", default = 9, min = 2, max = 12, help = "the highest tile" },
    { "dice", default = "choice", one_of = { "choice", "two" }, help = "one die in the end, or always two" },
    { "aim", default = "points", one_of = { "points", "all" }, help = "what you play for" },
  },
  small = { tiles = 4 },
  rules = function(p)
    local all, number = {}, {}
    for tile = 1, p.tiles do
      all[tile] = tostring(tile)
      number[all[tile]] = tile
    end
    local high = table.move(all, 7, p.tiles, 1, {})
    return {
      players = 1,
      counter = { open = set(all) },
      common = p.aim == "all" and { shut = flag() } or nil,
      turn = function() return go {} end,
      moves = function(s)
        if not s.dice then
          if p.dice == "two" then return roll(2, {}) end
          local few = #high > 0 and lacks("open", high) or nil
          local two, one = roll(2, {}), roll(1, {})
          return { { "two dice", two, when = few }, { "one die", one, when = few }, two }
        end
        local sum, list = s.dice[1] + (s.dice[2] or 0), {}
        for n = 1, 4 do -- five tiles are more than 12
          for _, part in ipairs(parts(all, n)) do
            local shut = 0
            for _, tile in ipairs(part.taken) do shut = shut + number[tile] end
            if shut == sum then
              local points, name = p.aim == "points" and plus(sum) or nil, "shut " .. part.name
              list[#list + 1] = { name, done(points and { total = points } or { shut = to(true) }),
                when = { has("open", part.taken), #part.rest > 0 and lacks("open", part.rest) or nil } }
              list[#list + 1] = { name, go({}, { open = without(part.taken), total = points }),
                when = has("open", part.taken) }
            end
          end
        end
        list[#list + 1] = done {}
        return list
      end,
      rounds = 1,
      win = p.aim == "all" and has("shut") or nil,
      labels = { open = "open tiles" },
    }
  end,
}
