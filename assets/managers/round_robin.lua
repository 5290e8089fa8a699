-- Round robin: one herd after the other, in a circle, as many in a frame as the budget allows. All wait
-- equally long, wherever they are.
local at = 0 -- the last herd that thought

function describe()
  return { title = "Round robin", tip = "One after the other. Near and far wait equally long." }
end

function plan(frame, tasks)
  local left = frame.budget_ms
  for place = 1, tasks.count do
    local i = at % tasks.count + 1
    if place > 1 and tasks.cost[i] > left then return end
    left = left - tasks.cost[i]
    tasks.run[i] = place
    at = i
  end
end
