-- Rules: zilch.playr.co.uk, "Rules of Zilch".
local function score(dice) -- the most that all of these dice score; nil if one of them scores nothing
  local count, twos, ones, sum = { 0, 0, 0, 0, 0, 0 }, 0, 0, 0
  for _, face in ipairs(dice) do count[face] = count[face] + 1 end
  for face, n in ipairs(count) do
    local single = face == 1 and 100 or face == 5 and 50 or n > 0 and n < 3 and -math.huge or 0
    sum = sum + (n < 3 and n * single or (face == 1 and 1000 or 100 * face) << n - 3)
    twos, ones = twos + (n == 2 and 1 or 0), ones + (n == 1 and 1 or 0)
  end
  local most = math.max(sum, (ones == 6 or twos == 3) and 1500 or -math.huge)
  return most > 0 and math.tointeger(most) or nil
end

return {
  name = "zilch", family = "tabletop", title = "Zilch",
  text = [[
Roll six dice. After each roll set aside dice that score, at least one; then bank
the turn's points, if they are the least that may be banked, or roll the others, all
six once all have scored. A roll without a die that scores is a zilch: the turn's
points are lost, and the third in a row may cost points. If six dice score nothing,
though, they earn 500 and are rolled again. A 1 scores 100 and a 5 scores 50; three
1s 1000, three of another face 100 times the face, and each further die of the face
doubles it; 1 to 6 and three pairs 1500. The first to bank the goal wins.]],
  words = { ["move none"] = "Zilch! The points of the turn are lost." },
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "goal", default = 10000, min = 50, max = 20000, help = "points to bank" },
    { "least", default = 300, min = 0, max = 2000, help = "points of a turn that may be banked" },
    { "penalty", default = 0, min = 0, max = 2000, help = "points that a third zilch in a row costs (500 in the source, which takes long to solve)" },
  },
  small = { goal = 250, least = 100, penalty = 50 },
  rules = function(p)
    local least = math.min(p.least, p.goal)
    return {
      player = { score = upto(p.goal, { by = 50 }), zilches = p.penalty > 0 and upto(2) or nil },
      counter = { points = upto(p.goal, { by = 50 }) },
      turn = function() return roll(6, {}) end,
      moves = function(s)
        if s.left then -- dice have been set aside; so many may be rolled
          local bank = { score = plus("points"), zilches = p.penalty > 0 and to(0) or nil }
          return {
            { "roll", roll(s.left, {}), when = below({ "score", "points" }, p.goal) },
            { "roll", roll(s.left, {}), when = below("points", least) },
            { "bank", done(bank), when = at_least("points", least) },
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
        if #list > 0 then return list end
        if #s.dice == 6 then return go({ left = 6 }, { points = plus(500) }) end
        if p.penalty == 0 then return done {} end
        return {
          { done { zilches = plus(1) }, when = at_most("zilches", 1) },
          { done { zilches = to(0), score = minus(p.penalty) } },
        }
      end,
      over = at_least("score", p.goal),
      labels = { left = "dice to roll" },
    }
  end,
}
