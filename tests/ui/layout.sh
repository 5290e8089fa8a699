#!/usr/bin/env bash
# The window reopens as it was left: its size, the hidden and folded panels, the plots.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

hide() {
    choose menu.panels "menu.panel.$1"
    eventually "the menu to close" has_not "menu.panel.$1"
}
is_folded() { has "panel.$1.tab" && ! has_value "panel.$1.tab" open; }

size= # empty: the window opens with its saved size
open_window plains --clock model
eventually "all of it" has panel.spikes.tab
has plot.ai_time || fail "no plots at first"
has_value panel.load.tab open || fail "the load is folded at first"
hide spikes
eventually "the spikes to go" has_not panel.spikes.tab
hide plots
eventually "the plots to go" has_not plot.ai_time
press Escape
click panel.load.tab 0.3
eventually "the load to fold" is_folded load
xdotool windowsize "$window" 1100 800
eventually "another size" is_fitting 1100 800
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"

open_window plains --clock model
eventually "the size that it had" is_fitting 1100 800
eventually "the folded load" is_folded load
has_not panel.spikes.tab || fail "the spikes are back"
has_not plot.ai_time || fail "the plots are back"
has panel.lod.tab || has panel.scenario.tab || fail "nothing but what was hidden should be missing"
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
