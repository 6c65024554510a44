return {
  name = "twenty-one", family = "tabletop", title = "Twenty-One",
  text = [[
Roll a die as often as you like; its faces add up, and more than 21 is worth
nothing. Everybody has one turn. The highest total wins; of equal totals the later
player's.]],
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "limit", default = 21, min = 6, max = 60, help = "the highest total that counts" },
  },
  small = { limit = 8 },
  rules = function(p)
    return {
      player = { score = upto(p.limit) },
      turn = function() return roll(1, { sum = 0 }) end,
      moves = function(s)
        if s.dice then
          local sum = s.sum + s.dice[1]
          return sum <= p.limit and go { sum = sum } or done {}
        end
        return { { "roll", roll(1, s) }, { "stop", done { score = plus(s.sum) } } }
      end,
      rounds = 1,
      winner = most("score"),
      ties = "last",
    }
  end,
}
