-- Rules: Steve Jackson Games, 2010. Leaders with equal scores draw, instead of another round.
-- Dice are counted in a number with a digit for each colour: 346 is three red, four yellow, six green.
local unit = { 1, 10, 100 }
local name = { "green ", "yellow ", "red " }
local face = { { 3, 2, 1 }, { 2, 2, 2 }, { 1, 2, 3 } } -- brains, footprints, shotguns of each colour
local shown = { "brain", "footprints", "shotgun" }
local function sum(dice) return dice % 10 + dice // 10 % 10 + dice // 100 end

-- The next roll: of footprints first, else of dice from the cup, into which the brains go if it has too few.
local function draw(cup, brains, feet, shots)
  local left = 3 - sum(feet)
  if sum(cup) < left then cup, brains = cup + brains, 0 end
  return { cup = cup, brains = brains, again = feet, feet = 0, left = left, shots = shots }
end

return {
  name = "zombie-dice", family = "tabletop", title = "Zombie Dice",
  text = [[
A cup holds six green, four yellow and three red dice. Draw dice until you have
three, and roll them: brains and shotguns are set aside, footprints are rolled again
with the next draw. With three shotguns the turn scores nothing. Stop and score the
brains, or draw again; if the cup has too few dice, the brains go back into it and
stay counted. When somebody has the goal the round is played out, and the highest
score wins.]],
  words = { ["move none"] = "Three shotguns! The brains of the turn are lost." },
  params = {
    { "players", default = 2, min = 2, max = 8 },
    { "goal", default = 13, min = 1, max = 40, help = "brains that end the game" },
    { "cap", default = 26, min = 1, max = 60, help = "scores above it count as it" },
  },
  small = { goal = 1, cap = 2 },
  rules = function(p)
    local cap = math.max(p.cap, p.goal)
    return {
      player = { score = upto(cap) },
      counter = { eaten = upto(cap) },
      turn = function() return go(draw(346, 0, 0, 0)) end,
      moves = function(s)
        if not s.left then
          return {
            { "draw", go(draw(s.cup, s.brains, s.feet, s.shots)), when = below({ "score", "eaten" }, cap) },
            { "stop", done { score = plus("eaten") } },
          }
        end
        -- One die: of the footprints to roll again, one colour after the other, or from the cup.
        local list, again = {}, s.again > 0
        for c = 1, 3 do
          local n = (again and s.again or s.cup) // unit[c] % 10
          for f = 1, n > 0 and 3 or 0 do
            local to = {
              cup = s.cup - (again and 0 or unit[c]), brains = s.brains + (f == 1 and unit[c] or 0),
              feet = s.feet + (f == 2 and unit[c] or 0), shots = s.shots + (f == 3 and 1 or 0),
              again = s.again - (again and unit[c] or 0), left = s.left - (again and 0 or 1),
            }
            if to.again + to.left == 0 then to.again, to.left = nil, nil end
            list[#list + 1] = { (again and 1 or n) * face[c][f],
              to.shots == 3 and done {} or go(to, f == 1 and { eaten = plus(1) } or nil),
              name[c] .. shown[f] }
          end
          if again and n > 0 then break end
        end
        return chance(list)
      end,
      over = at_least("score", p.goal),
      ends = "round", winner = most("score"),
      labels = {
        eaten = "brains eaten", shots = "shotguns", cup = { "in the cup", "red", "yellow", "green" },
        brains = { "dice with brains", "red", "yellow", "green" }, left = "to draw",
        feet = { "footprints", "red", "yellow", "green" }, again = { "to roll again", "red", "yellow", "green" },
      },
    }
  end,
}
