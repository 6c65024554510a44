return {
  name = "hog-solo", family = "tabletop", title = "Hog Solitaire",
  text = [[
In each turn say how many dice to roll. They score their sum; with a 1 among them
the turn scores nothing. Reach the goal in as few turns as possible; of several
players the first to reach it wins.]],
  params = {
    { "players", default = 1, min = 1, max = 8 },
    { "dice", default = 10, min = 1, max = 11, help = "the most dice in a turn" },
    { "goal", default = 100, min = 1, max = 1000, help = "points to reach" },
  },
  small = { goal = 15, dice = 4 },
  rules = function(p)
    return {
      player = { score = upto(p.goal) },
      turn = function() return go {} end,
      moves = function(s)
        if s.dice then
          local sum = 0
          for _, face in ipairs(s.dice) do
            if face == 1 then return done {} end
            sum = sum + face
          end
          return done { score = plus(sum) }
        end
        local list = {}
        for n = 1, p.dice do list[n] = { "roll " .. n, roll(n, {}) } end
        return list
      end,
      over = at_least("score", p.goal),
    }
  end,
}
