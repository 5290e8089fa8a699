#!/usr/bin/env bash
# The manager that chooses the levels of detail: M takes it, a ring shows up to where herds are unfolded and moves as the
# budget is dragged, the inspector says the mode of a herd, and another manager brings the zones back.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

size=1400x1200 open_window plains --clock model
eventually "the manager of the scenario" has_value load.manager "Elastic tasks"
press m
eventually "the next manager" has_value load.manager Modes
eventually "the ring of the unfolded herds" has_value world.front "unfolded up to*"
front() { value_of world.front | sed -E 's/unfolded up to ([0-9]+) m/\1/'; }
before=$(front)
for section in spikes scenario; do
    if has_value "panel.$section.tab" open; then click "panel.$section.tab" 0.3; fi
    eventually "$section to fold" has_value "panel.$section.tab" folded
done
unfold lod
eventually "word that the zones are not looked at" has lod.unseen
# The slider is logarithmic, 0.05 to 50: 4 ms is at 0.634 of its width, about 16 ms at 0.835.
drag_to load.budget_ms 0.634 0.835
is_farther() { [ "$(front)" -gt $((before * 2)) ]; }
eventually "the ring to move outwards from $before m" is_farther

click frame.strip 0.02
eventually "the mode of the herd that was clicked" has_value inspect.mode "level * of 5, every * ms"
press m
eventually "another manager" has_value load.manager "Process manager"
eventually "the zones" has_not world.front
has_not lod.unseen || fail "the zones are said not to be looked at"
has_not inspect.mode || fail "a herd has a mode still"
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
