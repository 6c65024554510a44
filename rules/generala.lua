-- Rules: en.wikipedia.org/wiki/Generala, with straights that do not go from 6 to 1.
local numbers = { "ones", "twos", "threes", "fours", "fives", "sixes" }
local combinations = { "straight", "full house", "four of a kind", "generala", "double generala" }
local boxes = table.move(numbers, 1, #numbers, 1, {})
table.move(combinations, 1, #combinations, #boxes + 1, boxes)

local function score(dice, first) -- the points in each box; more for what the first roll has
  local count, most, has_two, singles, more = { 0, 0, 0, 0, 0, 0 }, 0, false, 0, first and 5 or 0
  for _, face in ipairs(dice) do count[face] = count[face] + 1 end
  for face = 1, 6 do
    most, has_two = math.max(most, count[face]), has_two or count[face] == 2
    singles = singles + (count[face] == 1 and 1 or 0)
  end
  local points = {
    straight = singles == 5 and count[1] + count[6] == 1 and 20 + more or 0,
    ["full house"] = most == 3 and has_two and 30 + more or 0,
    ["four of a kind"] = most >= 4 and 40 + (most == 4 and more or 0) or 0,
    generala = most == 5 and 50 or 0, ["double generala"] = most == 5 and 100 or 0,
  }
  for face, box in ipairs(numbers) do points[box] = face * count[face] end
  return points
end

return {
  name = "generala", family = "tabletop", title = "Generala",
  text = [[
The Latin American game with a sheet of 11 boxes. In each turn roll five dice, and
roll any of them again up to twice. Then fill one open box. Ones to sixes score the
dice of that face, a straight (1 to 5 or 2 to 6) 20, a full house 30, four of a kind
40, a Generala (five of a kind) 50, and a second one, once the Generala has scored,
100. The first roll scores 5 more for a straight, a full house and four of a kind.
Where others let a Generala of the first roll win at once, here it scores as any.]],
  params = {
    { "players", default = 1, min = 1, max = 6, help = "who fill sheets and compare their totals" },
    { "turns", default = 11, min = 1, max = 11, help = "of each player, for a shorter game" },
  },
  small = { turns = 1 },
  rules = function(p)
    return {
      player = { sheet = sheet(boxes), scored = flag() },
      turn = function() return roll(5, { rolls = 2 }) end,
      moves = function(s)
        local points, list = score(s.dice, s.rolls == 2), {}
        for _, box in ipairs(boxes) do
          local effects = { sheet = fill(box, points[box]) }
          if box == "generala" and points[box] > 0 then effects.scored = to(true) end
          if box == "double generala" and points[box] > 0 then
            list[#list + 1] = { box, done(effects), when = { has("sheet", box), has("scored") } }
            effects = { sheet = fill(box, 0) }
          end
          list[#list + 1] = { box, done(effects), when = has("sheet", box) }
        end
        for _, part in ipairs(s.rolls > 0 and parts(s.dice) or {}) do
          local step = roll(#part.rest, { dice = part.taken, rolls = s.rolls - 1 })
          if #part.rest > 0 then list[#list + 1] = { "keep " .. part.name, step } end
        end
        return list
      end,
      rounds = p.turns < 11 and p.turns or nil, over = lacks("sheet", boxes),
      labels = { rolls = "rolls left" },
    }
  end,
}
