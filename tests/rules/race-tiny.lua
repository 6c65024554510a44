-- A small game of race with all that race has: busts, wipes, forced rolls, a memory, a landing, money, and a chase unless told.
return {
  name = "race-tiny", family = "race", title = "Tiny race",
  text = [[One die.]],
  params = {
    { "players", default = 2, min = 1, max = 8 },
    { "ending", default = "chase", one_of = { "chase", "bank" } },
  },
  rules = function(p)
    return {
      dice = 1, sides = 6, goal = 7, ending = p.ending, first_roll = "forced",
      roll = function(a, memory)
        if a == 1 then return bust() end
        if a == 2 then return wipe() end
        if a == 3 and memory == 0 then return add(1, { forced = true, memory = 1 }) end
        return add(math.max(a - 3, 1))
      end,
      landing = function(score)
        if score == 5 then return bust() end
      end,
      payoff = { money = { per_point = function(score) return score == 0 and 2 or 1 end } },
    }
  end,
}
