#!/usr/bin/env bash
# Everything in the panels and menus can be reached and changed without a mouse: Tab goes to the panels and F10 to the
# menus, arrows walk, Enter takes hold of what has the focus, Esc lets go.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

screen=1920x1700x24
size=1400x1600 open_window plains --clock model
eventually "some frames" is_past 5

# Everything that could be clicked in the left column and is on screen.
wanted() {
    grep -v '"value": "disabled"' "$map" | sed -nE 's/.*"name": "(load|spike|panel|scenario|animals)(\.[^"]*)", "kind": "(button|number|choice|toggle|tab|option)".*/\1\2/p' |
        grep -vE 'panel\.(time|frame)|load\.manager\..*' | sort -u
}
# One step, once the list says where it led. At an end it leads nowhere.
go_on() {
    local before tries
    before=$(value_of focus || true)
    press "$1"
    for tries in {1..12}; do
        ! has focus || [ "$(value_of focus)" = "$before" ] || return 0
        sleep 0.05
    done
}
reached=$folder/reached
press Page_Up # zooms; does not walk
has_not focus || fail "the keyboard is in the panels without Tab"
wanted >"$folder/wanted"
press Tab
eventually "the keyboard to be in the panels" has focus
value_of focus >"$reached"
for _ in {1..70}; do
    go_on Down
    value_of focus >>"$reached"
    [ "$(tail -n 1 "$reached")" != "$(tail -n 2 "$reached" | head -n 1)" ] || break # the end
done
missing=$(comm -23 "$folder/wanted" <(sort -u "$reached"))
# A choice beside another control is one step to the right.
[ -z "$missing" ] || fail "not reached with the arrow key: $missing"

# A value is changed, and the player stays where he is meanwhile.
go_to() {
    local tries
    for tries in {1..120}; do
        ! has_value focus "$1" || return 0
        go_on "$2"
    done
    echo "$tries steps were not enough"
    return 1
}
go_to load.budget_ms Up || fail "the way back up"
budget=$(value_of load.budget_ms)
press Return
sleep 0.2
press Right
sleep 0.2
press Right
eventually "another budget" is_other load.budget_ms "$budget"
press Return
go_to load.manager Up || fail "the way to the managers"
manager=$(value_of load.manager)
press Return
sleep 0.3
press Down
sleep 0.2
press Down
sleep 0.2
press Return
eventually "another manager" is_other load.manager "$manager"
go_to spike.inject Down || fail "the way to the spike"
press space
is_spiking() { grep -q '"value": "[^"]*outside[^"]* frames left' "$map"; }
eventually "the spike" is_spiking
has_value transport.pause off || fail "the space key paused the world, too"
eventually "frames after the space key" is_past $(($(frame) + 5)) # it is released by then
press Escape
eventually "the keyboard to be in the world again" has_not focus
press space
eventually "the pause" has_value transport.pause on

for menu in file edit view; do
    press F10
    eventually "the menu $menu" has_value "menu.$menu" open
done
eventually "its entries" has menu.trails
trails=$(value_of menu.trails)
go_to menu.trails Down || fail "the way to an entry"
press Return
eventually "the entry to be chosen" has_not menu.trails
for menu in file edit view panels file; do
    press F10
    eventually "the menu $menu again" has_value "menu.$menu" open
    [ $menu = view ] || continue
    eventually "its entries again" has menu.trails
    is_other menu.trails "$trails" || fail "the entry was not chosen"
done
press Escape
eventually "no menu" has_value menu.file ""
press space
eventually "the end of the pause" has_value transport.pause off
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
