local upper = { "ones", "twos", "threes", "fours", "fives", "sixes" }
local lower = { "pair", "two pairs", "three of a kind", "four of a kind", "small straight", "large straight",
  "full house", "chance", "yatzy" }
local boxes = table.move(lower, 1, #lower, #upper + 1, table.move(upper, 1, #upper, 1, {}))

local function score(dice) -- the points in each box
  local count, sum, points = { 0, 0, 0, 0, 0, 0 }, 0, {}
  for _, face in ipairs(dice) do count[face], sum = count[face] + 1, sum + face end
  for _, box in ipairs(boxes) do points[box] = 0 end
  local pairs_of, triple, single = {}, nil, 0
  for face, n in ipairs(count) do
    points[upper[face]] = n * face
    if n >= 2 then points.pair, pairs_of[#pairs_of + 1] = 2 * face, face end
    if n >= 3 then points["three of a kind"], triple = 3 * face, n == 3 end
    if n >= 4 then points["four of a kind"] = 4 * face end
    if n == 5 then points.yatzy = 50 end
    single = single + (n == 1 and 1 or 0)
  end
  if #pairs_of == 2 then points["two pairs"] = 2 * (pairs_of[1] + pairs_of[2]) end
  if #pairs_of == 2 and triple then points["full house"] = sum end
  if single == 5 and count[6] == 0 then points["small straight"] = 15 end
  if single == 5 and count[1] == 0 then points["large straight"] = 20 end
  points.chance = sum
  return points
end

return {
  name = "yatzy", family = "tabletop", title = "Yatzy",
  text = [[
The Scandinavian game with a sheet of 15 boxes. In each turn roll five dice, and
roll any of them again up to twice. Then fill one open box. Ones to sixes score the
dice of that face, and 50 more in the end if they are 63 or more together. A pair
(the highest), two pairs of different faces, three and four of a kind score their
dice, a small straight (1 to 5) 15, a large one (2 to 6) 20, a full house and chance
all dice, a Yatzy (five of a kind) 50.]],
  params = {
    { "players", default = 1, min = 1, max = 6, help = "who fill sheets and compare their totals" },
    { "turns", default = 15, min = 1, max = 15, help = "of each player, for a shorter game" },
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
      rounds = p.turns < 15 and p.turns or nil, over = lacks("sheet", boxes),
      final = { { total = plus(50), when = at_least("upper", 63) } }, labels = { rolls = "rolls left" },
    }
  end,
}
