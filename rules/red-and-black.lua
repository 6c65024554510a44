-- Red and black: how to reach a sum in a game that is against you. L. E. Dubins and L. J. Savage, How to Gamble If You Must:
-- Inequalities for Stochastic Processes, 1965, show that nothing beats bold play: stake all, or as much as is missing.
return {
  name = "red-and-black", family = "graph", title = "Red and Black",
  text = [[
You have some money and need more: the goal. As long as you have neither nothing
nor the goal you stake a whole number, at most what you have and at most what
you are short of. With luck you win as much as you staked, otherwise you lose
it. The game is to reach the goal.

Luck has the odds win : lose, by default those of red at a roulette table with
two zeros, 18 : 20. A state is what you have, such as state=90; with the stake
behind it, state=90,10, the ball is rolling.]],
  params = {
    { "players", default = 1, min = 1, max = 1, help = "one plays alone" },
    { "goal", default = 100, min = 2, max = 500, help = "what is wanted" },
    { "fortune", default = 90, min = 1, max = 499, help = "what you have at first" },
    { "win", default = 18, min = 1, max = 1000000, help = "weight of luck" },
    { "lose", default = 20, min = 1, max = 1000000, help = "weight of bad luck" },
  },
  rules = function(p)
    assert(p.fortune < p.goal, "the fortune must be less than the goal")
    return {
      start = function() return p.fortune end,
      moves = function(s)
        if type(s) == "table" or s == 0 or s == p.goal then return nil end
        local names = {}
        for stake = 1, math.min(s, p.goal - s) do names[stake] = tostring(stake) end
        return names
      end,
      apply = function(s, _, stake) return { s, stake } end,
      chances = function(s)
        if type(s) ~= "table" then return nil end
        return { p.win, p.lose }, { s[1] + s[2], s[1] - s[2] }
      end,
      show = function(s)
        if type(s) == "table" then return "money " .. s[1] .. ", stake " .. s[2] end
        return "money " .. s
      end,
      payoff = function(s) return { win = s == p.goal } end,
    }
  end,
}
