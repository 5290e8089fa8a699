-- Earliest deadline first: each herd should have thought again `nominal` milliseconds after its last thought.
-- Whose deadline is nearest thinks first. While there is time for all, nothing comes late. Once there is not,
-- every deadline is missed, near and far alike: it does not know what matters.
function describe()
  return { title = "Earliest deadline first", tip = "Whose deadline is nearest thinks first." }
end

function plan(frame, tasks)
  local run, last, nominal = tasks.run, tasks.last, tasks.nominal
  for i = 1, tasks.count do
    local left = nominal[i] - last[i]              -- until its deadline
    if left < frame.time_ms then run[i] = left end  -- it must think now, or it comes late
  end
end
