#!/usr/bin/env bash
# A display that goes away while the window is open: the program ends as at a signal, with status 69 and one sentence of
# its own, and what happened until then is whole.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"
lab=$2

ends_well() { # SENTENCE FILE
    kill -KILL "$server_pid"
    wait "$server_pid" 2>/dev/null || true
    server_pid=
    rm "$folder/display" # for the next one
    await_end
    [ "$ended" -eq 69 ] || fail "status $ended: $(cat "$errors")"
    [ "$(grep -c '^drover: ' "$errors")" -eq 1 ] || fail "not one sentence: $(cat "$errors")"
    grep -qxF "drover: the display is gone; $1" "$errors" || fail "$(cat "$errors")"
    "$lab" replay --check "$2" >/dev/null || fail "$2 is not whole"
    [ -s "$XDG_CONFIG_HOME/drover/settings.json" ] || fail "no settings"
}
has_rows() { [ "$(wc -l <"$folder/rows.csv")" -gt 3 ]; }

open_window one-flock --record "$folder/a.drover" --csv "$folder/rows.csv"
eventually "rows" has_rows
ends_well "the recording $folder/a.drover is complete" "$folder/a.drover"
[ -z "$(tail -c 1 "$folder/rows.csv")" ] || fail "half a row"
awk -F, 'NR == 1 {n = NF} NF != n {exit 1}' "$folder/rows.csv" || fail "a row of another length"

rm -rf "$XDG_CONFIG_HOME"
open_window one-flock --csv "$folder/rows.csv"
eventually "rows" has_rows
kept=$XDG_STATE_HOME/drover/unsaved-1.drover
ends_well "the session is in $kept, among the recent files" "$kept"
grep -qF "$kept" "$XDG_STATE_HOME/drover/layout.json" || fail "it is not among the recent files"
