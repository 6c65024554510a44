-- Rules: reference.com, "What are the rules for playing the 10,000 dice game?"; the dice that
-- another player leaves are not rolled.
local function score(dice) -- the most that all of these dice score; nil if one of them scores nothing
  local count, twos, ones, sum = { 0, 0, 0, 0, 0, 0 }, 0, 0, 0
  for _, face in ipairs(dice) do count[face] = count[face] + 1 end
  for face, n in ipairs(count) do
    local single = face == 1 and 100 or face == 5 and 50 or n > 0 and n < 3 and -math.huge or 0
    sum = sum + (n < 3 and n * single or (face == 1 and 1000 or 100 * face) << n - 3)
    twos, ones = twos + (n == 2 and 1 or 0), ones + (n == 1 and 1 or 0)
  end
  local six = ones == 6 and 1500 or twos == 3 and 750 or -math.huge
  local most = math.max(sum, six)
  return most > 0 and math.tointeger(most) or nil
end

return {
  name = "ten-thousand", family = "tabletop", title = "10,000",
  text = [[
Roll six dice. After each roll set aside dice that score, at least one; then bank
the turn's points or roll the others, all six once all have scored. A roll without
a die that scores loses the turn's points. A 1 scores 100 and a 5 scores 50; three
1s 1000, three of another face 100 times the face, and each further die of the face
doubles it; 1 to 6 1500, three pairs 750. The turn that begins a score must have the
opening. When somebody banks the goal, each of the others has one last turn; the
highest score wins.]],
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "goal", default = 10000, min = 50, max = 20000, help = "points that end the game" },
    { "opening", default = 1000, min = 0, max = 2000, help = "points of the turn that begins a score" },
    { "cap", default = 12000, min = 50, max = 25000, help = "scores above it count as it" },
  },
  small = { goal = 400, opening = 200, cap = 500 },
  rules = function(p)
    local cap = math.max(p.cap, p.goal, p.opening)
    return {
      player = { score = upto(cap, { by = 50 }) },
      counter = { points = upto(cap, { by = 50 }) },
      turn = function() return roll(6, {}) end,
      moves = function(s)
        if s.left then -- so many dice may be rolled
          return {
            { "roll", roll(s.left, {}), when = below({ "score", "points" }, cap) },
            { "bank", done { score = plus("points") }, when = above("score", 0) },
            { "bank", done { score = plus("points") }, when = at_least("points", p.opening) },
          }
        end
        local list = {}
        for _, part in ipairs(parts(s.dice)) do
          local points = #part.taken > 0 and score(part.taken)
          if points then
            list[#list + 1] = { "take " .. part.name,
              go({ left = #part.rest > 0 and #part.rest or 6 }, { points = plus(points) }) }
          end
        end
        return #list > 0 and list or done {}
      end,
      over = at_least("score", p.goal),
      ends = "last turns", winner = most("score"),
      labels = { left = "dice to roll" },
    }
  end,
}
