-- Hog, as in CS 61A's contest of summer 2018: Pig Out, Free Bacon, Swine Swap and Time Trot.
return {
  name = "hog", family = "hog", title = "Hog",
  text = [[
Two players take turns rolling as many dice as they like, 0 to 10, and add the
sum to their score.
  - Pig Out: if any die shows 1, the turn scores 1.
  - Free Bacon: rolling no dice scores one more than the last digit of the
    product of the digits of the opponent's score. (5 counts as 05.)
  - Swine Swap: after the points are added, if the ones digit of the mover's
    score is the tens digit of the opponent's, the scores are swapped.
  - Time Trot: turns are numbered from 0. Whoever rolls n % 8 dice on turn n
    takes another turn at once, but never two extra turns in a row.
When, after the swap, either player has 100 or more, the game ends, and the
higher score wins. The moves are 0 to 10: how many dice to roll.]],
  params = {
    { "goal", default = 100, min = 1, max = 500, help = "the score that ends the game" },
    { "time_trot", default = true, help = "whether there are extra turns" },
  },
  rules = function(p)
    local rules = {
      players = 2, dice = 10, sides = 6, goal = p.goal,
      roll = function(faces) -- ascending
        local sum = 0
        for _, face in ipairs(faces) do
          if face == 1 then return 1 end
          sum = sum + face
        end
        return sum
      end,
      bacon = function(own, opponent)
        return 1 + (opponent // 10 % 10) * (opponent % 10) % 10
      end,
      after = function(own, opponent)
        if own % 10 == opponent // 10 % 10 then return opponent, own end
        return own, opponent
      end,
    }
    if p.time_trot then
      rules.memory = 16 -- the turn's number modulo 8, and 8 more in an extra turn
      rules.next = function(memory, n)
        local turn, extra = memory % 8, memory >= 8
        local again = n == turn and not extra
        return (turn + 1) % 8 + (again and 8 or 0), again
      end
    end
    return rules
  end,
}
