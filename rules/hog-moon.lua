-- Hog under the Harvest Moon: an extra rule that depends on the number of the turn, and a swap by primes.
return {
  name = "hog-moon", family = "hog", title = "Hog under the Harvest Moon",
  text = [[
Two players take turns rolling as many dice as they like, 0 to 10.
  - Pig Out: if any die shows 1, the turn scores 1, else the sum of the dice.
  - Free Bacon: rolling no dice scores 1 plus the larger digit of the
    opponent's score.
  - Hogtimus Prime: a sum of the dice that is a prime counts as the next prime.
  - Harvest Moon: turns are numbered from 1 over the whole game, and every
    fifth turn scores 5 points more.
  - Swine Swap: after the points are added, if the mover's score is twice the
    opponent's or half of it, and not 0, the scores are swapped.
When, after the swap, either player has 100 or more, the game ends, and the
higher score wins. The moves are 0 to 10: how many dice to roll.]],
  params = {
    { "goal", default = 100, min = 1, max = 500, help = "the score that ends the game" },
    { "moon", default = 5, min = 1, max = 50, help = "one turn in so many scores more" },
  },
  rules = function(p)
    local function is_prime(n)
      for d = 2, n - 1 do
        if n % d == 0 then return false end
      end
      return n > 1
    end
    return {
      players = 2, dice = 10, sides = 6, goal = p.goal,
      roll = function(faces)
        local sum = 0
        for _, face in ipairs(faces) do sum = sum + face end
        if faces[1] == 1 then return 1 end -- ascending
        if not is_prime(sum) then return sum end
        repeat sum = sum + 1 until is_prime(sum)
        return sum
      end,
      bacon = function(own, opponent)
        return 1 + math.max(opponent // 10 % 10, opponent % 10)
      end,
      after = function(own, opponent)
        if opponent > 0 and (own == 2 * opponent or opponent == 2 * own) then return opponent, own end
        return own, opponent
      end,
      memory = p.moon, -- turns since the last harvest moon
      next = function(memory) return (memory + 1) % p.moon end,
      bonus = function(memory) return memory == p.moon - 1 and 5 or 0 end,
    }
  end,
}
