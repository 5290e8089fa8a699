#!/usr/bin/env bash
# Another program drops files on the running window. A scenario opens and is remembered. For anything else a
# message gives the reason, and the running world goes on.
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
# is_refused WHAT PATTERN: a message matches, the title stays, and the world goes on.
is_refused() {
    local at
    drop "$1"
    eventually "a message like $2" has_value message "$2"
    at=$(frame)
    eventually "the world to go on after $1" is_past $((at + 3))
    is_titled "$title - Drover" || fail "$1: the world is another one"
    press Escape
    eventually "the message to go" has_not message
}
scenario() { sed 's/"title": "[^"]*"/"title": "'"$1"'"/' "$source/assets/scenarios/one-flock.json"; }

source=$(cd "$(dirname "$0")/../.." && pwd)
scenario Mine >"$folder/mine.json"
scenario Yours >"$folder/größe 100%.json"
printf '{\n  "title": "Bad",\n  "text": "x",\n  "seed": nan\n}\n' >"$folder/bad.json"
head -c 4000 "$program" >"$folder/garbage.json"

open_window plains
eventually "frames" is_past 5
title=Mine
drop "$folder/mine.json"
eventually "the dropped world" is_titled "Mine - Drover"

is_refused "$folder/bad.json" "*bad.json:4:*"
is_refused "$folder/garbage.json" "*garbage.json*"
is_refused "$folder/no-such.json" "*no-such.json*"
is_refused "$folder" "*$folder*"
is_refused "https://example.org/world.json" "*not a file*"

title=Yours
drop "$folder/bad.json"
eventually "a message" has message
drop "$folder/größe 100%.json"
eventually "the second world, with a name that needs escapes" is_titled "Yours - Drover"
eventually "the old message to go" has_not message

press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
for name in mine.json "größe 100%.json"; do
    grep -qF "$folder/$name" "$XDG_STATE_HOME/drover/layout.json" || fail "$name is not remembered"
done
