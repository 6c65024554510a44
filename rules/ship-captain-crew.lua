return {
  name = "ship-captain-crew", family = "tabletop", title = "Ship, Captain and Crew",
  text = [[
Roll five dice up to three times. First you need a 6, the ship; then a 5, the
captain; then a 4, the crew, in this order; they are set aside when they appear, also
several in one roll. The other two dice are the cargo: keep it, or roll both again.
You score the cargo, or nothing without ship, captain and crew.]],
  params = {
    { "players", default = 1, min = 1, max = 8 },
    { "rolls", default = 3, min = 1, max = 6, help = "how often the dice may be rolled" },
  },
  small = { rolls = 2 },
  rules = function(p)
    return {
      turn = function() return roll(5, { found = 0, rolls = p.rolls - 1 }) end,
      moves = function(s)
        local found, left, cargo = s.found, s.dice, 0
        for _, wanted in ipairs { 6, 5, 4 } do
          local rest, here = {}, false
          for _, face in ipairs(left) do
            if face == wanted and not here then here = true else rest[#rest + 1] = face end
          end
          if 6 - found == wanted and here then found, left = found + 1, rest end
        end
        for _, face in ipairs(left) do cargo = cargo + face end
        if found < 3 then
          return s.rolls > 0 and roll(5 - found, { found = found, rolls = s.rolls - 1 }) or done {}
        end
        local keep = done { total = plus(cargo) }
        if s.rolls == 0 then return keep end
        return { { "keep " .. cargo, keep }, { "roll", roll(2, { found = 3, rolls = s.rolls - 1 }) } }
      end,
      rounds = 1,
    }
  end,
}
