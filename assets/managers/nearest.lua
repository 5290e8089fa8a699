-- Nearest first: the nearest herds think in every frame, as many as the budget allows. A share of it goes
-- round the others, so that none waits for ever.
local at = 0

function describe()
  return {
    title = "Nearest first",
    tip = "Near herds think in every frame; the rest takes turns.",
    parameters = {
      { name = "share", title = "For the nearest", unit = "of the budget", least = 0, greatest = 1, initial = 0.7 },
    },
  }
end

function plan(frame, tasks)
  local run, cost = tasks.run, tasks.cost
  local left = frame.budget_ms * frame.parameters.share
  local place = 0
  for _, i in ipairs(tasks:sort("distance")) do
    left = left - cost[i]
    if left < 0 then break end
    place = place + 1
    run[i] = place
  end
  left = frame.budget_ms * (1 - frame.parameters.share)
  for _ = 1, tasks.count do
    local i = at % tasks.count + 1
    left = left - cost[i]
    if left < 0 then return end
    place = place + 1
    if not run[i] then run[i] = place end
    at = i
  end
end
