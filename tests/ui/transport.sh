#!/usr/bin/env bash
# Pause, single frame, restart, change of manager and undo, by buttons and by keys. Keys do nothing else while
# the user types into a field.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

is_frame() { [ "$(frame)" = "$1" ]; }
is_paused() { has_value status "*paused*"; }
is_going() { ! is_paused; }
is_before() { ! is_past "$1"; }
# A manager in the open list that is not the present one.
other_option() { grep -o '"name": "load\.manager\.[^"]*"' "$map" | sed 's/"name": "//; s/"$//' | grep -vF "load.manager.$manager" | tail -n 1; }
has_option() { [ -n "$(other_option)" ]; }
is_wider() { [ "$(rect_of panel.load.tab | cut -d' ' -f3)" -gt "$width" ]; }

open_window plains --clock model
eventually "frames" is_past 10
click transport.pause
eventually "a pause" is_paused
before=$(frame)
click transport.step
eventually "one frame" is_frame $((before + 1))
press period
eventually "one more" is_frame $((before + 2))
press space
eventually "to go on" is_going
eventually "frames again" is_past $((before + 10))

manager=$(value_of load.manager)
click load.manager
eventually "the list of managers" has_option
option=$(other_option)
click "$option"
eventually "another manager" is_other load.manager "$manager"
click transport.undo
eventually "undo" has_value load.manager "$manager"

# While typing, the keys r, n and space are text.
long_before=$(frame)
type_into load.budget_ms "r n"
eventually "the field to say why" has load.budget_ms.error
[ "$(frame)" -ge "$long_before" ] || fail "a key acted while a text field had the focus"

# The field keeps the keyboard for one frame after it loses the focus.
restarts() { press r && is_before "$long_before"; }
eventually "a restart" restarts
width=$(rect_of panel.load.tab | cut -d' ' -f3)
press ctrl+equal
eventually "larger text" is_wider
