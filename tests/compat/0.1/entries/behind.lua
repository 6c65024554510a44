-- More dice for whoever is behind, and none near the goal.
local function decide(view)
  if view.own >= view.goal - 2 then return 0 end
  return view.opponent > view.own + 5 and 6 or 3
end

return { name = "Behind", decide = decide }
