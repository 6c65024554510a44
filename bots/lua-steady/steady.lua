-- The steady player: a fixed amount a turn, a little less with much to lose.

local ENOUGH = 28     -- points that a turn should bring from 0 …
local MUCH_TO_LOSE = 8 -- … and one less for every 8 points already banked
local REACH = 20      -- a leader further away is not worth the points in hand

local function chase(view)
  local behind = view.leader - view.total
  return behind >= 0 and behind <= REACH -- a tie does not overtake
end

local function race(view)
  local enough = ENOUGH - view.own // MUCH_TO_LOSE
  return view.total < view.goal and view.turn < enough
end

return {
  name = "steady",
  decide = function(view)
    local roll
    if view.leader then roll = chase(view) else roll = race(view) end
    return roll and "roll" or "hold"
  end,
}
