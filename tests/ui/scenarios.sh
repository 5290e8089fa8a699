#!/usr/bin/env bash
# The claims of the running scenario are listed. A bad scenario gives a message with line and column while the
# world goes on; a good one opens. SIGTERM closes the window and saves the layout, with the scenario that was
# opened.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

printf '{\n  "title": "Bad",\n  "text": "x",\n  "seed": nan\n}\n' >"$folder/bad.json"
source=$(cd "$(dirname "$0")/../.." && pwd)
sed 's/"title": "[^"]*"/"title": "Mine"/' "$source/assets/scenarios/one-flock.json" >"$folder/mine.json"

screen=1920x2200x24
size=1280x2100  # high enough for the panel
open_window plains --clock model
eventually "frames" is_past 5
unfold scenario
eventually "a claim that is being judged" has_value scenario.claim.0 "running: so far *"
open_path "$folder/bad.json"
eventually "a message with line and column" has_value message "*bad.json:4:*"
at=$(frame)
eventually "the world to go on" is_past $((at + 3))
press Escape
eventually "the message to go" has_not message
open_path "$folder/mine.json"
eventually "the new world" is_titled "Mine - Drover"
kill -TERM "$window_pid"
await_end
[ "$ended" -eq 0 ] || fail "SIGTERM: ended with $ended"
grep -qF "$folder/mine.json" "$XDG_STATE_HOME/drover/layout.json" || fail "the layout does not remember the scenario"

# Settings that cannot be read give a message and are renamed and replaced.
echo 'no json' >"$XDG_CONFIG_HOME/drover/settings.json"
open_window one-flock
eventually "a word about the settings" has_value message "*settings.json*"
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "Ctrl+Q: ended with $ended"
grep -q 'no json' "$XDG_CONFIG_HOME/drover/settings.json.broken-1" || fail "the broken settings are lost"
grep -q theme "$XDG_CONFIG_HOME/drover/settings.json" || fail "no new settings"
