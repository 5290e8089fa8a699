#!/usr/bin/env bash
# Drags the budget from 4 ms to about 1 ms: the AI time of the frames follows, and undo restores the budget.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

open_window plains --clock model --csv "$folder/frames.csv"
eventually "the budget of the scenario" is_about load.budget_ms 4 0.01
# The slider is logarithmic, 0.05 to 50: 4 ms is at 0.634 of its width, 1 ms at 0.434.
drag_to load.budget_ms 0.634 0.434
eventually "a budget near 1 ms" is_about load.budget_ms 1 0.25
eventually "the drag to be carried out to its end" is_steady load.budget_ms
budget=$(number_of load.budget_ms)

is_status_near() { awk -v b="$budget" -v s="$(value_of status)" 'BEGIN { split(s, p, "AI "); split(p[2], q, " "); exit !(q[1] > 0 && q[1] < b * 1.3) }'; }
eventually "the AI time to follow" is_status_near

press ctrl+z
eventually "undo" is_about load.budget_ms 4 0.01
press ctrl+shift+z
eventually "redo" is_about load.budget_ms "$budget" 0.001

press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
column "$folder/frames.csv" td_ms | awk -v b="$budget" '
    $1 >= 3.99 { before++ } $1 < b * 1.01 { after++ } END { exit !(before > 5 && after > 2) }' || fail "the budgets in the CSV"
paste -d, <(column "$folder/frames.csv" td_ms) <(column "$folder/frames.csv" c_total_ms) | awk -F, -v b="$budget" '
    $1 < b * 1.01 { n++; sum += $2 } END { exit !(n > 2 && sum / n < b * 1.3) }' || fail "C_total in the CSV does not follow"
