-- A coin, then a die of six or of three sides, as the player wants: chances of different sizes in one game.
return {
  name = "mixed-dice", family = "graph", title = "Mixed dice",
  text = [[Flip a coin, choose a die; the loser pays what the die shows.]],
  params = { { "players", default = 2, min = 2, max = 2 } },
  rules = function()
    return {
      start = function() return 0 end,
      moves = function(s)
        if s == 1 or s == 2 then return { "large", "small" }, { 10 * s + 6, 10 * s + 3 } end
      end,
      apply = function(s, a) return 100 * s + a end,
      chances = function(s)
        if s == 0 then return 2, { 1, pass(2) } end
        if s > 10 and s < 100 then return s % 10 end
      end,
      payoff = function(s) return { win = s % 100 > 2, money = s % 100 > 2 and s % 100 or -(s % 100) } end,
    }
  end,
}
