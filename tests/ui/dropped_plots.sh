#!/usr/bin/env bash
# Plots of earlier worlds that the memory for the past did not hold: a moment of such a world comes back, and the window
# says why it has no plots. Back in the present they are there.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

says_past() { value_of time.place | grep -q 'in the past'; }
says_present() { ! says_past; }
is_young() { ! is_past 100; }

mkdir -p "$folder/config/drover"
echo '{"rewind_mb": 1}' >"$folder/config/drover/settings.json"
open_window plains --clock model
eventually "more frames than the memory holds plots of" is_past 400
press r
eventually "another world" is_young
press space
has_not plots.dropped || fail "the present world has its plots"
drag_to time.strip 0.5 0.1
eventually "the past" says_past
eventually "the reason" has plots.dropped
press End
eventually "the present" says_present
eventually "plots" has_not plots.dropped
has plot.ai_time || fail "no plots in the present"
