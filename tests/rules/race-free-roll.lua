-- A game of race in which the first roll of a turn is free: small faces cost the whole score, or with a chase the turn.
return {
  name = "race-free-roll", family = "race", title = "Free first roll",
  text = [[One die; a player may pass without a roll.]],
  params = { { "players", default = 2, min = 1, max = 8 }, { "chase", default = false } },
  rules = function(p)
    return {
      dice = 1, sides = 6, goal = p.chase and 15 or 20, first_roll = "free", ending = p.chase and "chase" or nil,
      roll = function(a)
        if p.chase then return a == 1 and bust() or add(a) end
        return a < 3 and wipe() or add(a)
      end,
    }
  end,
}
