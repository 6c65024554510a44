local single = { [1] = 100, [5] = 50 }
local kinds = { nil, nil, nil, 1000, 2000, 3000 } -- four, five, six equal dice

-- The most that all of these dice score together; nil if one of them scores nothing.
local function score(dice, p)
  local count, pairs_of, triples, ones = { 0, 0, 0, 0, 0, 0 }, 0, 0, 0
  for _, face in ipairs(dice) do count[face] = count[face] + 1 end
  local sum = 0
  for face = 1, 6 do
    local n, best = count[face], count[face] == 0 and 0 or nil
    if single[face] then best = n * single[face] end
    for k = 3, n do
      local kind = k > 3 and kinds[k] or face == 1 and 1000 or 100 * face
      if k == n or single[face] then best = math.max(best or 0, kind + (n - k) * (single[face] or 0)) end
    end
    sum = sum and best and sum + best
    ones, triples = ones + (n == 1 and 1 or 0), triples + (n == 3 and 1 or 0)
    pairs_of = pairs_of + (n == 2 and 1 or n == 4 and p.four_and_pair and 2 or 0)
  end
  local six = ones == 6 and 1500 or pairs_of == 3 and 1500 or triples == 2 and 2500
  return six and math.max(six, sum or 0) or sum
end

return {
  name = "farkle", family = "tabletop", title = "Farkle",
  text = [[
Roll six dice. After each roll set aside dice that score, at least one; then bank
the turn's points or roll the others, all six once all have scored. A roll
without a die that scores is a Farkle: the turn's points are lost. A 1 scores 100
and a 5 scores 50; three 1s 1000, three of another face 100 times the face; four
equal dice 1000, five 2000, six 3000; 1 to 6 1500, three pairs 1500, two triples
2500. Dice score together only within one roll. The first to bank the goal wins.]],
  words = { ["move none"] = "Farkle! The points of the turn are lost." },
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "goal", default = 10000, min = 50, max = 20000, help = "points to bank" },
    { "opening", default = 0, min = 0, max = 2000, help = "points of the turn that begins a score" },
    { "penalty", default = 0, min = 0, max = 2000, help = "points that a third Farkle in a row costs" },
    { "four_and_pair", default = false, help = "whether four equal dice and a pair count as three pairs" },
  },
  small = { goal = 500 },
  rules = function(p)
    return {
      player = {
        score = upto(p.goal, { by = 50 }),
        opened = p.opening > 0 and flag() or nil,
        farkles = p.penalty > 0 and upto(2) or nil,
      },
      counter = { points = upto(math.max(p.goal, p.opening), { by = 50 }) },
      turn = function() return roll(6, {}) end,
      moves = function(s)
        if s.left then -- dice have been set aside; so many may be rolled
          local bank = { score = plus("points") }
          if p.opening > 0 then bank.opened = to(true) end
          if p.penalty > 0 then bank.farkles = to(0) end
          return {
            { "roll", roll(s.left, {}), when = below({ "score", "points" }, p.goal) },
            { "bank", done(bank), when = p.opening > 0 and has("opened") or nil },
            { "bank", done(bank), when = at_least("points", math.min(p.opening, p.goal)) },
          }
        end
        local list = {}
        for _, part in ipairs(parts(s.dice)) do
          local points = #part.taken > 0 and score(part.taken, p)
          if points then
            list[#list + 1] = { "take " .. part.name,
              go({ left = #part.rest > 0 and #part.rest or 6 }, { points = plus(points) }) }
          end
        end
        if #list > 0 then return list end
        if p.penalty == 0 then return done {} end
        return {
          { done { farkles = plus(1) }, when = at_most("farkles", 1) },
          { done { farkles = to(0), score = minus(p.penalty) } },
        }
      end,
      over = at_least("score", p.goal), labels = { left = "dice to roll" },
    }
  end,
}
