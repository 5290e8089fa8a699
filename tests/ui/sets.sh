#!/usr/bin/env bash
# The sets of minds under the process manager: an animal is chosen in the frame strip, the inspector says what each of its
# sets did, the Load panel changes a priority, and undo brings it back.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

size=1400x1580 open_window sets --clock model
eventually "the legend of the sets" has frame.sets
press space
eventually "the pause" has_value transport.pause on
click frame.strip 0.02
eventually "the sets of the task that was clicked" has inspect.set.move
has_value inspect.set.move "1 of 1 atoms: ran to its end" || has_value inspect.set.move "not due" ||
    fail "the action says $(value_of inspect.set.move)"
has_value inspect.set.separation.how "unsuspendable, priority 60, every run" ||
    fail "separation is $(value_of inspect.set.separation.how)"
click load.sets
eventually "the sets in the Load panel" has_value load.sets open
eventually "a method" has_value load.set.separation.method unsuspendable
drag_to load.set.separation.priority 0.5 0.9
is_higher() { [ "$(number_of load.set.separation.priority)" -gt 60 ]; }
eventually "a higher priority" is_higher
# The number still follows the mouse for a frame or two.
says_so() { has_value inspect.set.separation.how "unsuspendable, priority $(value_of load.set.separation.priority), *"; }
eventually "the inspector to say so" says_so
press ctrl+z
eventually "undo" has_value load.set.separation.priority 60
eventually "undo in the inspector" has_value inspect.set.separation.how "unsuspendable, priority 60, *"
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
