-- tests/rules/small-despirala.lua as a graph: every die and every good one by one, stated independently of the family despirala.
local targets = { -- combination, dice wanted of each face, points; or the face that is collected
  { 1, collect = 2 },
  { 2, { 2, 1, 0, 0 }, 4 }, { 2, { 2, 0, 1, 0 }, 5 }, { 2, { 2, 0, 0, 1 }, 6 },
  { 2, { 1, 2, 0, 0 }, 5 }, { 2, { 0, 2, 1, 0 }, 7 }, { 2, { 0, 2, 0, 1 }, 8 },
  { 2, { 1, 0, 2, 0 }, 7 }, { 2, { 0, 1, 2, 0 }, 8 }, { 2, { 0, 0, 2, 1 }, 10 },
  { 2, { 1, 0, 0, 2 }, 9 }, { 2, { 0, 1, 0, 2 }, 10 }, { 2, { 0, 0, 1, 2 }, 11 },
  { 3, { 2, 0, 0, 0 }, 5 }, { 3, { 0, 2, 0, 0 }, 5 }, { 3, { 0, 0, 2, 0 }, 5 }, { 3, { 0, 0, 0, 2 }, 5 },
  { 4, { 0, 1, 1, 1 }, 12 },
}

return {
  name = "small-despirala-graph", family = "graph", title = "Small Despirala, as a graph",
  text = [[Three dice of four sides. The score counts from 100 down with misere=true.]],
  params = {
    { "players", default = 1, min = 1, max = 1 },
    { "misere", default = false },
    { "reroll", default = true },
    { "gain", default = 2, min = 0, max = 20 },
    { "good_points", default = 1, min = 0, max = 100 },
  },
  rules = function(p)
    -- score, goods, attempted as bits, what is done (-1 roll, 0 choose, else a target), to be rolled (1), dice by face
    local function begin(score, goods, used)
      if used == 15 then return { score + p.good_points * goods, -2 } end
      return { score, goods, used, -1, 1, 0, 0, 0, 0 }
    end
    local function finish(s, points) return begin(s[1] + points, s[2], s[3] | 1 << targets[s[4]][1] - 1) end
    local function keep(s)
      local t, kept, left = targets[s[4]], {}, 0
      for face = 1, 4 do
        local most = t.collect and (t.collect == face and 3 or 0) or (t[2] and t[2][face] or 0)
        kept[face] = math.min(s[5 + face], most)
        left = left + kept[face]
      end
      return kept, left
    end
    local function pay(s)
      local kept = keep(s)
      return { s[1], s[2] - 1, s[3], s[4], 1, table.unpack(kept) }
    end
    local function settle(s)
      local t, kept, count = targets[s[4]], keep(s)
      if t.collect then
        if s[2] > 0 and count < 3 then return s end
        return finish(s, t.collect * count)
      end
      local missing = false
      for face = 1, 4 do missing = missing or kept[face] < t[2][face] end
      if not missing then return finish(s, t[3]) end
      if s[2] > 0 then return pay(s) end
      return finish(s, 0)
    end
    return {
      start = function() return begin(0, 0, 0) end,
      moves = function(s)
        if s[2] == -2 or s[5] == 1 then return nil end
        if s[4] > 0 then return { "stop", "go-on" } end
        local list = {}
        for i, t in ipairs(targets) do
          if s[3] >> t[1] - 1 & 1 == 0 then list[#list + 1] = "target-" .. i end
        end
        if p.reroll and s[2] > 0 then list[#list + 1] = "reroll" end
        return list
      end,
      apply = function(s, move)
        if move == "stop" then return finish(s, targets[s[4]].collect * s[5 + targets[s[4]].collect]) end
        if move == "go-on" then return pay(s) end
        if move == "reroll" then return { s[1], s[2] - 1, s[3], 0, 1, 0, 0, 0, 0 } end
        return settle { s[1], s[2], s[3], tonumber(move:sub(8)), 0, s[6], s[7], s[8], s[9] }
      end,
      chances = function(s)
        if s[2] == -2 or s[5] ~= 1 then return nil end
        local lying, states, outcomes = s[6] + s[7] + s[8] + s[9], {}, 1
        for _ = lying + 1, 3 do outcomes = outcomes * 4 end
        for outcome = 0, outcomes - 1 do
          local dice, rest = { s[6], s[7], s[8], s[9] }, outcome
          for _ = lying + 1, 3 do
            dice[rest % 4 + 1] = dice[rest % 4 + 1] + 1
            rest = rest // 4
          end
          local goods = s[2] + (s[4] == -1 and p.gain or 0)
          local after = { s[1], goods, s[3], math.max(s[4], 0), 0, table.unpack(dice) }
          states[outcome + 1] = s[4] > 0 and settle(after) or after
        end
        return outcomes, states
      end,
      payoff = function(s) return { score = p.misere and 100 - s[1] or s[1] } end,
    }
  end,
}
