#!/usr/bin/env bash
# What a newcomer and a lecturer do in the first minutes: the two things that the line over the world says, the
# colourings, a presentation with a clicker, the other clock, the keyboard alone.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

# A window that has just opened may not have its size yet.
takes_offer() {
    has_not notice.model_clock || click notice.model_clock
    sleep 0.5
    has_value load.clock model
}
is_spiking() { grep -q '"value": "[^"]*outside[^"]* frames left' "$map"; }

open_window plains --clock model
eventually "the line that says what to try" has_value notice hint
has_value world.legend Lateness || fail "the world does not open coloured by lateness"
has world.close_up || fail "nothing is seen from near by"
press x
eventually "the spike" is_spiking
drag_to load.budget_ms 0.5 0.3
eventually "the line to go away" has_not notice

# Colours by keys and by buttons; the corner shows the other scale.
press 2
eventually "colours by key" has_value world.legend Species
click world.colour.since_update
eventually "colours by button" has_value world.legend "Last thought"
press 1
eventually "the first again" has_value world.legend Lateness
click world.close_up
eventually "a map in place of the close-up" has world.minimap
press Home
eventually "the close-up again" has world.close_up

# The budget and the manager by keys alone, and undone.
before=$(value_of load.budget_ms)
press plus
eventually "more budget" is_other load.budget_ms "$before"
press ctrl+z
eventually "the budget as it was" has_value load.budget_ms "$before"
manager=$(value_of load.manager)
press m
eventually "the next manager" is_other load.manager "$manager"
press ctrl+z
eventually "the manager as it was" has_value load.manager "$manager"

# A presentation: one sentence, and the keys of a clicker.
press F5
eventually "a sentence" has_value presentation.sentence "AI * of * ms.   Near: *.   Far: *."
has_not panel.load.tab || fail "a presentation shows panels"
press Next
eventually "the spike's banner" has_value presentation.spike "Spike: each frame takes * ms longer"
press Prior
press Escape
eventually "the panels again" has panel.load.tab
has_value time.place "*in the past*" || fail "the key for again did not go back"
press End
eventually "the present" has_value time.now disabled

# It has no panels and no menus that Tab and F10 could go to.
press F5
eventually "the sentence again" has presentation.sentence
press Tab
press F10
press Escape
eventually "the panels once more" has panel.load.tab
has_value menu.file "" || fail "a menu opened behind the presentation"

# Esc closes a menu. A message lets neither keys nor clicks through.
click menu.view
eventually "the menu" has menu.trees
press Escape
eventually "the menu to close" has_not menu.trees
press ctrl+s
eventually "the dialog with a name" is_typed_into files.path
press Return
eventually "a message" has message.close
press m
press r
xdotool mousemove --window "$window" 150 90 click 1
sleep 0.5
has_value load.manager "$manager" || fail "a key went through the message"
has message.close || fail "a click beside the message closed it"
press Escape
eventually "the message to close" has_not message.close

# The borders of the panels move, and come back by a double click.
width=$(rect_of panel.load.tab | cut -d' ' -f3)
is_wider() { [ "$(rect_of panel.load.tab | cut -d' ' -f3)" -gt $((width + 40)) ]; }
is_as_before() { [ "$(rect_of panel.load.tab | cut -d' ' -f3)" -eq "$width" ]; }
# On a slow machine the border may still follow the mouse; then the double click misses it and is repeated.
comes_back() {
    local tries
    move_to border.left
    xdotool click --repeat 2 --delay 60 1
    for tries in {1..60}; do
        ! is_as_before || return 0
        sleep 0.05
    done
    echo "double-clicked again after $tries looks"
    return 1
}
read -r x y <<<"$(point border.left)"
xdotool mousemove --window "$window" "$x" "$y" mousedown 1
xdotool mousemove --window "$window" $((x + 30)) "$y"
sleep 0.2
xdotool mousemove --window "$window" $((x + 90)) "$y"
eventually "a wider column" is_wider
xdotool mouseup 1
eventually "the width as it was" comes_back
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"

# A machine that shows few frames under the real clock: the window offers the way out. On a faster one there is
# nothing to offer, and the panel has the switch.
open_window plains --base-load-ms 30
eventually "the offer" has notice.model_clock
eventually "the model clock" takes_offer
eventually "no offer any more" has_not notice.model_clock
press F5
eventually "near herds on time" has_value presentation.sentence "*Near: on time.*"
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
