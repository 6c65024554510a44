-- Hog with Picky Piggy and More Boar: bacon from a decimal expansion, and extra turns that the scores give.
return {
  name = "hog-piggy", family = "hog", title = "Hog with Picky Piggy",
  text = [[
Two players take turns rolling as many dice as they like, 0 to 10.
  - Pig Out: if any die shows 1, the turn scores 1, else the sum of the dice.
  - Picky Piggy: rolling no dice scores the n-th digit after the point of 1/7,
    0.142857142857..., n being the opponent's score; for n = 0 it is 7.
  - More Boar: if, with the points added, the mover's tens digit is smaller
    than the opponent's, and its ones digit smaller than the opponent's, the
    mover takes another turn at once.
When either player has 100 or more, the game ends, and the higher score wins.
The moves are 0 to 10: how many dice to roll.]],
  params = {
    { "goal", default = 100, min = 1, max = 500, help = "the score that ends the game" },
    { "more_boar", default = true, help = "whether the scores give extra turns" },
  },
  rules = function(p)
    local seventh = { 1, 4, 2, 8, 5, 7 }
    return {
      players = 2, dice = 10, sides = 6, goal = p.goal,
      roll = function(faces)
        local sum = 0
        for _, face in ipairs(faces) do sum = sum + face end
        return faces[1] == 1 and 1 or sum -- ascending
      end,
      bacon = function(own, opponent)
        return opponent == 0 and 7 or seventh[(opponent - 1) % 6 + 1]
      end,
      again = p.more_boar and function(own, opponent)
        return own // 10 % 10 < opponent // 10 % 10 and own % 10 < opponent % 10
      end or nil,
    }
  end,
}
