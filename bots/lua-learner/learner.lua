-- Learns games of two players in which one rolls or holds, by tabular Q-learning (Watkins and Dayan 1992):
-- for each position, how often rolling and how often holding wins. Try it:
--   alea learn 'piglet(goal=10)' learner.lua --games 200000
-- It sees nothing but the position, so what it learns has exact results.

local known = {}    -- [position] = { hold, roll, times held, times rolled }
local seat          -- of this game
local last, action  -- its last decision: the row of `known`, and 1 (hold) or 2 (roll)
local EXPLORE = 0.2 -- how often it tries a move at random

local function row(view)
  local position = (view.own * 1000 + view.others[1]) * 1000 + view.turn
  local found = known[position]
  if not found then
    found = { 0.5, 0.5, 0, 0 }
    known[position] = found
  end
  return found
end

-- What the last decision was worth turns out one decision later, or when the game ends. Later lessons count less.
local function learn(worth)
  local times = last[action + 2] + 1
  last[action + 2] = times
  last[action] = last[action] + (worth - last[action]) / (1 + times / 3)
end

local function decide(view, frozen)
  local now = row(view)
  local best = now[2] >= now[1] and 2 or 1
  if not frozen then
    if last then learn(now[best]) end
    last, action = now, random() < EXPLORE and random(2) or best
    best = action
  end
  return best == 2 and "roll" or "hold"
end

return {
  name = "learner",
  memory = "match",
  game_start = function(game) seat, last = game.seat, nil end,
  decide = decide,
  game_end = function(result)
    if last then learn(result.winner == seat and 1 or 0) end
  end,
  save = function() return known end,
  load = function(saved) known = saved end,
}
