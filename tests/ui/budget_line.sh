#!/usr/bin/env bash
# Drags the budget's line in the plot: the slider and the frames follow, and one undo restores the budget.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

open_window plains --clock model
eventually "the budget of the scenario" is_about load.budget_ms 4 0.01
eventually "the plot to be live" has plot.ai_time.budget_line
eventually "some frames to be plotted" is_past 30
read -r x y <<<"$(point plot.ai_time.budget_line 0.5 0.5)"
read -r _ top <<<"$(point plot.ai_time 0.5 0.05)"
drag_pixels "$x" "$y" "$x" "$top"
is_larger() { awk -v b="$(number_of load.budget_ms)" 'BEGIN { exit !(b > 4.2) }'; }
eventually "a larger budget" is_larger
eventually "the drag to be carried out to its end" is_steady load.budget_ms
press ctrl+z
eventually "undo in one step" is_about load.budget_ms 4 0.01
