-- Elastic tasks, after Tan and Wong, 2008, Figures 2 and 3. Each herd likes to think once in `nominal`
-- milliseconds. If there is not enough time, all give way like springs: far herds more than near ones, and
-- none beyond its `maximum`. What is left of a frame goes to those that will soon be due.
function describe()
  return { title = "Elastic, in Lua", tip = "The springs of Tan and Wong, to read and to change." }
end

function plan(frame, tasks)
  local count, cost, nominal, maximum = tasks.count, tasks.cost, tasks.nominal, tasks.maximum
  local elasticity, period = tasks.elasticity, tasks.period
  local desired = frame.budget_ms / frame.time_ms   -- the part of all time that herds may use

  local use, give, most, is_rigid = {}, {}, {}, {}  -- what each would use; how far it gives way, and at most
  for i = 1, count do
    use[i] = cost[i] / nominal[i]
    give[i] = elasticity[i]
    most[i] = use[i] - cost[i] / maximum[i]
    is_rigid[i] = give[i] <= 0 or most[i] <= 0
  end

  -- How far the springs must give (lambda). A spring at its end gives no more, so the others give more.
  local lambda
  repeat
    local excess, softness, has_ended = -desired, 0, false
    for i = 1, count do
      excess = excess + use[i]
      if is_rigid[i] == "ended" then excess = excess - most[i]
      elseif not is_rigid[i] then softness = softness + give[i] end
    end
    lambda = (excess > 0 and softness > 0) and excess / softness or 0
    for i = 1, count do
      if not is_rigid[i] and lambda * give[i] >= most[i] then is_rigid[i], has_ended = "ended", true end
    end
  until not has_ended

  local left, last, is_early = frame.budget_ms, tasks.last, {}
  for i = 1, count do
    local given = is_rigid[i] == "ended" and most[i] or is_rigid[i] and 0 or lambda * give[i]
    local stretched = given > 0 and nominal[i] * use[i] / (use[i] - given) or nominal[i]
    period[i] = stretched
    if last[i] >= stretched then left = left - cost[i] else is_early[i] = last[i] >= nominal[i] end
  end
  if lambda == 0 then return end

  -- Those that would like to think by now do so while the budget lasts, those first that are due soonest.
  local order = tasks:sort("due")
  for k = 1, count do
    local i = order[k]
    if is_early[i] and cost[i] <= left then period[i], left = last[i], left - cost[i] end
  end
end
