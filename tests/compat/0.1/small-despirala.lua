-- A small game of the family: three dice, four combinations, among them one with letters that differ in number.
return {
  name = "small-despirala", family = "despirala", title = "Small Despirala",
  text = [[Three dice of four sides, two goods a turn.]],
  params = {
    { "players", default = 1, min = 1, max = 8 },
    { "misere", default = false },
    { "reroll", default = true },
    { "gain", default = 2, min = 0, max = 20 },
    { "good_points", default = 1, min = 0, max = 100 },
  },
  rules = function(p)
    return {
      players = p.players, dice = 3, sides = 4, gain = p.gain, reroll = p.reroll,
      objective = p.misere and "least" or "most", good_points = p.good_points,
      combinations = {
        { name = "Collect", collect = 2 },
        { name = "Pair and one", pattern = "XXY", points = "sum" },
        { name = "Two of a kind", pattern = "XX", points = 5 },
        { name = "Run", pattern = "234", points = 12 },
      },
    }
  end,
}
