#!/usr/bin/env bash
# Another program drops files on the running window, through a real X server: a scenario whose name needs escapes
# opens, and what is no file gets a message. What a drop does otherwise is in open_test.cpp.
#   drop.sh PROGRAM DROP_SOURCE
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$1"
drop_source=$2

# drop WHAT: drops it in the middle of the world.
drop() {
    local x y
    read -r x y <<<"$(point world.view)"
    timeout "$limit_s" "$drop_source" "$window" "$x" "$y" "$1" || fail "the window does not take $1"
}

source=$(cd "$(dirname "$0")/../.." && pwd)
sed 's/"title": "[^"]*"/"title": "Mine"/' "$source/assets/scenarios/one-flock.json" >"$folder/größe 100%.json"

open_window plains
eventually "frames" is_past 5
drop "$folder/größe 100%.json"
eventually "the dropped world" is_titled "Mine - Drover"
drop "https://example.org/world.json"
eventually "a message" has_value message "*not a file*"
is_titled "Mine - Drover" || fail "the world is another one"
kill -TERM "$window_pid"
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
