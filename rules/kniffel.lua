local upper = { "ones", "twos", "threes", "fours", "fives", "sixes" }
local lower = { "three of a kind", "four of a kind", "full house", "small straight", "large straight",
  "kniffel", "chance" }
local boxes = table.move(lower, 1, #lower, #upper + 1, table.move(upper, 1, #upper, 1, {}))

local function score(dice) -- the points in each box
  local count, sum, most, run, longest, seen = { 0, 0, 0, 0, 0, 0 }, 0, 0, 0, 0, {}
  for _, face in ipairs(dice) do count[face], sum = count[face] + 1, sum + face end
  for face = 1, 6 do
    most, run = math.max(most, count[face]), count[face] > 0 and run + 1 or 0
    longest, seen[count[face]] = math.max(longest, run), true
  end
  local points = {
    ["three of a kind"] = most >= 3 and sum or 0, ["four of a kind"] = most >= 4 and sum or 0,
    ["full house"] = seen[3] and seen[2] and 25 or 0, kniffel = most == 5 and 50 or 0, chance = sum,
    ["small straight"] = longest >= 4 and 30 or 0, ["large straight"] = longest == 5 and 40 or 0,
  }
  for face, box in ipairs(upper) do points[box] = face * count[face] end
  return points
end

return {
  name = "kniffel", family = "tabletop", title = "Kniffel",
  text = [[
The German Yahtzee, without jokers. In each of 13 turns roll five dice, and roll any
of them again up to twice. Then fill one open box. Ones to sixes score the dice of
that face, and 35 more in the end if they are 63 or more together. Three and four
of a kind and chance score all dice, a full house 25, a small straight (four in a
row) 30, a large one 40, a Kniffel (five of a kind) 50.]],
  params = {
    { "players", default = 1, min = 1, max = 6, help = "who fill sheets and compare their totals" },
    { "turns", default = 13, min = 1, max = 13, help = "of each player, for a shorter game" },
  },
  small = { turns = 1 },
  rules = function(p)
    return {
      player = { sheet = sheet(boxes), upper = upto(63) },
      turn = function() return roll(5, { rolls = 2 }) end,
      moves = function(s)
        local points, list = score(s.dice), {}
        for i, box in ipairs(boxes) do
          local effects = { sheet = fill(box, points[box]), upper = i <= #upper and plus(points[box]) or nil }
          list[i] = { box, done(effects), when = has("sheet", box) }
        end
        for _, part in ipairs(s.rolls > 0 and parts(s.dice) or {}) do
          local step = roll(#part.rest, { dice = part.taken, rolls = s.rolls - 1 })
          if #part.rest > 0 then list[#list + 1] = { "keep " .. part.name, step } end
        end
        return list
      end,
      rounds = p.turns < 13 and p.turns or nil, over = lacks("sheet", boxes),
      final = { { total = plus(35), when = at_least("upper", 63) } }, labels = { rolls = "rolls left" },
    }
  end,
}
