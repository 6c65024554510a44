-- Coin Pig: Pig with a coin, told as a graph: what can happen in each state, and nothing else.
return {
  name = "coin-pig", family = "graph", title = "Coin Pig",
  text = [[
Two players take turns. In your turn you flip a coin, at least once and as often
as you like. Heads adds a point to the turn; tails ends it, and its points are
lost. When you hold, the points of the turn are added to your score, and the
other one is to move. Whoever first holds with the goal wins.

With heads=2 and tails=1 the coin shows heads twice as often as tails, and so
on. A state is your score, the other's and the points of your turn, such as
state=1,0,0; with a 1 behind them the coin is in the air.]],
  params = {
    { "players", default = 2, min = 2, max = 2, help = "two play" },
    { "goal", default = 2, min = 1, max = 60, help = "points to hold with" },
    { "heads", default = 1, min = 1, max = 1000, help = "weight of heads" },
    { "tails", default = 1, min = 1, max = 1000, help = "weight of tails" },
  },
  rules = function(p)
    return {
      start = function() return { 0, 0, 0 } end,
      moves = function(s)
        if s == "won" or s[4] then return nil end
        return s[3] > 0 and { "hold", "flip" } or { "flip" }
      end,
      apply = function(s, move)
        local own, other, turn = s[1], s[2], s[3]
        if move == "flip" then return { own, other, turn, 1 } end
        if own + turn >= p.goal then return "won" end
        return pass { other, own + turn, 0 }
      end,
      chances = function(s)
        if s == "won" then return nil end
        local own, other, turn = s[1], s[2], s[3]
        local heads = own + turn + 1 >= p.goal and "won" or { own, other, turn + 1 }
        return { p.heads, p.tails }, { heads, pass { other, own, 0 } }
      end,
      show = function(s) -- to the player to move, and what is to be said of the other one
        if s == "won" then return end
        return "score " .. s[1] .. ", turn total " .. s[3], "score " .. s[2]
      end,
      payoff = function() return { win = true } end, -- only who holds gets there
    }
  end,
}
