#!/usr/bin/env bash
# Brings a hundred herds by a click, takes them away, and undoes it; then selects an animal of the wildlife by
# clicking it in the world.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

screen=1920x2300x24
size=1400x2200 open_window all-minds --clock model
eventually "the herds of the scenario" has_value animals.goats.count 60
click animals.goats.add
eventually "a hundred more" has_value animals.goats.count 160
eventually "them in the world" has_value status "*in 160 flocks*"
press ctrl+z
eventually "undo" has_value animals.goats.count 60
press ctrl+shift+z
eventually "redo" has_value animals.goats.count 160
click animals.goats.take
eventually "a hundred fewer" has_value animals.goats.count 60
click animals.wildlife.add
eventually "more wildlife" has_value animals.wildlife.count "4 x 125"
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"

open_window wildlife --clock model
for _ in {1..22}; do press Page_Up; done # so near that neither the player nor another animal is under the mouse
press space
eventually "the pause" has_value transport.pause on
press i
eventually "the nearest animal" has inspect.mind
name=$(value_of inspect.mind)
# The view follows the animal, so that it comes to the middle; there it is let go and clicked.
is_picked() {
    press Escape
    eventually "nothing to be selected" has_not inspect.mind
    click world.view
    sleep 0.5
    ! has_value inspect.mind "$name" || return 0
    press i
    eventually "the nearest animal again" has inspect.mind
    has_value inspect.follow on || click inspect.follow 0.1
    eventually "the view to follow" has_value inspect.follow on
    sleep 2
    return 1
}
eventually "the animal to be picked with the mouse" is_picked
has inspect.state || fail "no state is shown"
has inspect.energy || fail "no energy is shown"
has inspect.t || fail "no period is shown"
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
