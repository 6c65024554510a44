local upper = { "ones", "twos", "threes", "fours", "fives", "sixes" }
local lower = { "three of a kind", "four of a kind", "full house", "small straight", "large straight",
  "yahtzee", "chance" }
local full = { ["full house"] = 25, ["small straight"] = 30, ["large straight"] = 40 }
local is_upper = { ones = true, twos = true, threes = true, fours = true, fives = true, sixes = true }
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
    ["full house"] = seen[3] and seen[2] and 25 or 0, yahtzee = most == 5 and 50 or 0, chance = sum,
    ["small straight"] = longest >= 4 and 30 or 0, ["large straight"] = longest == 5 and 40 or 0,
  }
  for face, box in ipairs(upper) do points[box] = face * count[face] end
  return points
end
return {
  name = "yahtzee", family = "tabletop", title = "Yahtzee",
  text = [[
In each of 13 turns roll five dice, and roll any of them again up to twice. Then fill one open box. Ones
to sixes score the dice of that face, and 35 more in the end if they are 63 or more together. Three and
four of a kind and chance score all dice, a full house 25, a small straight (four in a row) 30, a large
one 40, a Yahtzee (five of a kind) 50. With bonus=true a Yahtzee earns 100 more if the Yahtzee box holds
50.

A Yahtzee rolled when the Yahtzee box is filled is a joker. joker=forced: it fills the upper box of its
face if open; else an open lower box, with its full points; else any open box, with 0. joker=free: it
fills any open box; a lower one has its full points only if the upper box of the face is filled.
joker=none: it is like any other roll.]],
  params = {
    { "players", default = 1, min = 1, max = 6, help = "who fill sheets and compare their totals" },
    { "joker", default = "forced", one_of = { "forced", "free", "none" }, help = "where more Yahtzees go" },
    { "bonus", default = true, help = "whether a further Yahtzee earns 100" },
    { "turns", default = 13, min = 1, max = 13, help = "of each player, for a shorter game" },
  },
  small = { turns = 2 },
  rules = function(p)
    return {
      player = { sheet = sheet(boxes), upper = upto(63), fifty = p.bonus and flag() or nil },
      turn = function() return roll(5, { rolls = 2 }) end,
      moves = function(s)
        local points, list = score(s.dice), {}
        local yahtzee = points.yahtzee > 0 and upper[s.dice[1]] -- the upper box of its face
        local function enter(box, n, condition)
          local open = { has("sheet", box), condition }
          local effects = { sheet = fill(box, n), upper = is_upper[box] and plus(n) or nil }
          if yahtzee and box == "yahtzee" and p.bonus then effects.fifty = to(true) end
          local more = { total = plus(100), sheet = effects.sheet, upper = effects.upper }
          if yahtzee and p.bonus then list[#list + 1] = { box, done(more), when = { has("fifty"), open } } end
          list[#list + 1] = { box, done(effects), when = open }
        end
        for i, box in ipairs(boxes) do
          if not yahtzee or box == "yahtzee" or p.joker == "none" then
            enter(box, points[box])
          else -- a joker, once the box "yahtzee" is filled
            enter(box, points[box], box ~= yahtzee and has("sheet", "yahtzee") or nil)
            if i <= #upper then
              enter(box, points[box], p.joker == "forced" and lacks("sheet", yahtzee, lower) or nil)
            else
              enter(box, full[box] or points[box], lacks("sheet", yahtzee))
              if p.joker == "free" then enter(box, points[box]) end
            end
          end
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
