-- Pig Solitaire: one player, the goal, and a number of turns to reach it.
return {
  name = "pig-solitaire", family = "race", title = "Pig Solitaire",
  text = [[
Pig for one. A turn is that of Pig: roll as often as you like, but at least
once; 2 to 6 are added to the turn total, a 1 ends the turn and loses its
points, and holding banks them. You win when you bank a score of 100 or more
within the given number of turns. With turns=0 there is no limit, and the game
is to need as few turns as possible.]],
  params = {
    { "players", default = 1, min = 1, max = 1, help = "one plays alone" },
    { "goal", default = 100, min = 1, max = 10000, help = "points to bank" },
    { "turns", default = 10, min = 0, max = 10000, help = "turns that there are; 0: no limit" },
  },
  rules = function(p)
    return {
      dice = 1, sides = 6, goal = p.goal, turns = p.turns,
      first_roll = "forced", ending = "bank",
      roll = function(face)
        if face == 1 then return bust() end
        return add(face)
      end,
    }
  end,
}
