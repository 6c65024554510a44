-- Rules: GREED_RULES.txt of the Ruby Koans.
local function count_of(dice)
  local count = { 0, 0, 0, 0, 0, 0 }
  for _, face in ipairs(dice) do count[face] = count[face] + 1 end
  return count
end

return {
  name = "greed", family = "tabletop", title = "Greed",
  text = [[
Roll five dice. Three 1s score 1000, three of another face 100 times the face, any
other 1 scores 100 and any other 5 scores 50. Bank the turn's points, or roll the
dice that did not score, all five if all did. A roll that scores nothing loses the
turn's points. The turn that begins a score must have the opening. When somebody
banks the goal, each of the others has one last turn; the highest score wins.]],
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "goal", default = 3000, min = 50, max = 10000, help = "points that end the game" },
    { "opening", default = 300, min = 0, max = 2000, help = "points of the turn that begins a score" },
    { "cap", default = 6000, min = 50, max = 20000, help = "scores above it count as it" },
  },
  small = { goal = 300, opening = 100, cap = 500 },
  rules = function(p)
    local cap = math.max(p.cap, p.goal, p.opening)
    return {
      player = { score = upto(cap, { by = 50 }) },
      counter = { points = upto(cap, { by = 50 }) },
      turn = function() return roll(5, {}) end,
      moves = function(s)
        if s.left then -- so many dice may be rolled
          return {
            { "roll", roll(s.left, {}), when = below({ "score", "points" }, cap) },
            { "bank", done { score = plus("points") }, when = above("score", 0) },
            { "bank", done { score = plus("points") }, when = at_least("points", p.opening) },
          }
        end
        local points, left = 0, 0
        for face, n in ipairs(count_of(s.dice)) do
          local rest = n % 3
          if n >= 3 then points = points + (face == 1 and 1000 or 100 * face) end
          points = points + (face == 1 and 100 * rest or face == 5 and 50 * rest or 0)
          left = left + (face ~= 1 and face ~= 5 and rest or 0)
        end
        if points == 0 then return done {} end
        return go({ left = left > 0 and left or 5 }, { points = plus(points) })
      end,
      over = at_least("score", p.goal),
      ends = "last turns", winner = most("score"),
    }
  end,
}
