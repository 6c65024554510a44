-- Hog with Feral Hogs: a term whose extra rule looks at the player's own previous turn.
return {
  name = "hog-feral", family = "hog", title = "Hog with Feral Hogs",
  text = [[
Two players take turns rolling as many dice as they like, 0 to 10.
  - Pig Out: if any die shows 1, the turn scores 1, else the sum of the dice.
  - Free Bacon: rolling no dice scores 10, less the ones digit of the
    opponent's score, plus its tens digit.
  - Feral Hogs: whoever rolls a number of dice that differs by exactly 2 from
    the last time it was their turn scores 3 more. (Before the first time, the
    number was 0.)
  - Swine Swap: after the points are added, if the mover's ones digit and the
    absolute difference of the opponent's two digits are the same, the scores
    are swapped.
When, after the swap, either player has 100 or more, the game ends, and the
higher score wins. The moves are 0 to 10: how many dice to roll.]],
  params = {
    { "goal", default = 100, min = 1, max = 300, help = "the score that ends the game" },
    { "feral", default = 3, min = 0, max = 100, help = "points of Feral Hogs" },
  },
  rules = function(p)
    local choices = 11 -- numbers of dice
    return {
      players = 2, dice = 10, sides = 6, goal = p.goal,
      roll = function(faces)
        local sum = 0
        for _, face in ipairs(faces) do sum = sum + face end
        return faces[1] == 1 and 1 or sum -- ascending
      end,
      bacon = function(own, opponent)
        return 10 - opponent % 10 + opponent // 10 % 10
      end,
      after = function(own, opponent)
        if own % 10 == math.abs(opponent // 10 % 10 - opponent % 10) then return opponent, own end
        return own, opponent
      end,
      -- What is remembered is the mover's previous number, and choices times the opponent's.
      memory = choices * choices,
      bonus = function(memory, n)
        return math.abs(memory % choices - n) == 2 and p.feral or 0
      end,
      next = function(memory, n) -- the opponent moves next, and is told its own previous number first
        return memory // choices + choices * n
      end,
    }
  end,
}
