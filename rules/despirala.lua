-- Despirala, as its engine on GitHub has it: 14 combinations of six dice, bought with goods.
local function combinations()
  local list = {}
  for face = 1, 6 do list[face] = { name = "Collect", collect = face } end
  for _, one in ipairs {
    -- Letters are faces that the player chooses, digits are themselves.
    { name = "Three pairs", pattern = "XXYYZZ", points = "sum" },
    { name = "Two triples", pattern = "XXXYYY", points = "sum" },
    { name = "Four of a kind", pattern = "XXXX", points = 40 },
    { name = "Kamerun", pattern = "455666", points = 45 },
    { name = "Straight", pattern = "123456", points = 50 },
    { name = "Six of a kind", pattern = "XXXXXX", points = 60 },
    { name = "General", pattern = "666666", points = 70 },
    { name = "Despirala", pattern = "111116", points = 80 },
  } do list[#list + 1] = one end
  return list
end

return {
  name = "despirala", family = "despirala", title = "Despirala",
  text = [[
In each turn you roll six dice for free and then gain five goods. You may reroll
all six for a good, as often as you like, until you choose a combination that you
have not attempted before, and with it the faces that it is to be made of.
  - Collect 1, …, Collect 6: the dice that show the face are kept; as long as you
    have goods you may pay one and roll the others again, or stop. It scores the
    face for each die kept.
  - Any other: the dice that fit are kept, and the others rolled again for a good
    each time, until the combination is complete and scores, or you are out of
    goods and it scores nothing.
Three pairs XXYYZZ and Two triples XXXYYY score the sum of their dice, Four of a
kind 40, Kamerun 455666 45, Straight 123456 50, Six of a kind 60, General 666666
70, Despirala 111116 80. After the last turn each good that is left scores 1, and
the highest score wins. With misere=true the lowest is wanted, and all six dice
may not be rerolled.

The moves are called "Reroll", "Collect 3", "Two triples 3 5", "Straight" and so
on; in the middle of a collect "Continue collecting" and "Stop collecting".]],
  params = {
    { "players", default = 1, min = 1, max = 8, help = "who take turns and compare their scores" },
    { "misere", default = false, help = "whether the fewest points are wanted, without rerolls of all dice" },
  },
  rules = function(p)
    return {
      players = p.players, dice = 6, sides = 6,
      gain = 5,                                 -- goods in every turn
      reroll = not p.misere,                    -- all dice, for a good
      objective = p.misere and "least" or "most",
      good_points = 1,                          -- for each good that is left in the end
      combinations = combinations(),
    }
  end,
}
