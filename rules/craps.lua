return {
  name = "craps", family = "tabletop", title = "Craps",
  text = [[
Bet on the pass line or against it, and roll two dice. 7 and 11 win for the pass
line, 2, 3 and 12 lose; any other sum is the point, and the dice are rolled until it
comes again, which wins, or a 7, which loses. A bet against it wins when the pass
line loses, except with a 12, when neither wins.]],
  params = { { "players", default = 1, min = 1, max = 1 } },
  rules = function()
    return {
      common = { won = flag() },
      turn = function() return go { bet = "none" } end,
      moves = function(s)
        if s.bet == "none" then
          return { { "pass line", roll(2, { bet = "pass" }) }, { "against", roll(2, { bet = "against" }) } }
        end
        local sum, point = s.dice[1] + s.dice[2], s.point
        local wins, loses = sum == 7 or sum == 11, sum == 2 or sum == 3 or sum == 12
        if point then wins, loses = sum == point, sum == 7 end
        if not wins and not loses then return roll(2, { bet = s.bet, point = point or sum }) end
        local mine = s.bet == "pass" and wins or s.bet == "against" and loses and (point or sum ~= 12)
        return done(mine and { won = to(true) } or {})
      end,
      rounds = 1,
      win = has("won"),
    }
  end,
}
