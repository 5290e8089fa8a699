#!/usr/bin/env bash
# What a lecturer does: a spike, back to before it, how the same spike goes under another manager, and both
# courses at hand; frames one by one; the recording of it all, replayed by drover-lab.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

# "50 of 160" in the time line: where the world is, and where the line ends.
moment() { value_of time.strip | cut -d' ' -f1; }
last() { value_of time.strip | cut -d' ' -f3; }
is_back() { [ "$(moment)" -lt "$1" ]; }
is_there() { [ "$(moment)" -eq "$1" ]; }
has_forked() { [ "$(last)" -lt "$1" ] || has time.line.0; }
says_past() { value_of time.place | grep -q 'in the past'; }
says_present() { ! says_past; }

size=1280x1300 open_window plains --clock model --record "$folder/class.drover"
eventually "some frames" is_past 40
click spike.inject
eventually "the spike" is_past 80
press space

drag_to time.strip 0.9 0.3
eventually "the past" says_past
end=$(last)
eventually "before the spike" is_back 60
eventually "to be there" is_steady time.strip
at=$(moment)
press comma
eventually "a frame back" is_there $((at - 1))
press period
eventually "a frame on" is_there "$at"

# The mouse in a plot shows that frame's tasks; the world stays where it is.
click plot.all
move_to plot.ai_time 0.5
eventually "a preview" has_value frame.strip preview
has_value frame.summary "Preview of frame *" || fail "the strip says $(value_of frame.summary)"
is_there "$at" || fail "the world went to $(moment)"
move_to status
eventually "the present strip" has_value frame.summary "Frame *"

# Play what was: the line does not grow, and another drag goes back again.
press space
eventually "the past goes on" is_past $((at + 5))
press space
[ "$(last)" -eq "$end" ] || fail "the line grew from $end to $(last) while the past was played"

# Something else than what was: a fork. The line that was left is at hand.
drag_to load.budget_ms 0.5 0.25
eventually "a fork" has time.line.0
eventually "the present of the fork" says_present
# Two managers from the same moment.
unfold beside
click beside.begin
eventually "a second world" has beside.end
eventually "its measures" has "beside.Quality, near.right"
has "beside.Shown off by, far.right" || fail "no fidelity in the table"
# One camera, unless the right side has its own.
zoom() { value_of "$1" | cut -d' ' -f1; }
is_apart() { [ "$(zoom world.view)" != "$(zoom world.right)" ]; }
is_apart && fail "two views without being asked"
move_to world.right
xdotool click 4
sleep 1
is_apart && fail "the wheel on the right moved one side alone"
click beside.camera
eventually "a view of its own" has_value beside.camera on
move_to world.right
xdotool click 4
eventually "another scale on the right" is_apart
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
for line in class class-2; do [ -s "$folder/$line.drover" ] || fail "no recording $line.drover"; done
