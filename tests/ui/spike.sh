#!/usr/bin/env bash
# Adds a spike by its button and by its key: frames take longer, and U_total, the share that the tasks use,
# falls.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

open_window plains --clock model --csv "$folder/frames.csv"
eventually "some frames before" is_past 60
click spike.inject
eventually "the spike in the list" has spike.list.1
eventually "most of it" is_past 160
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"

# Before: frames 30 to 60. During: the frames that take at least twice as long as usual.
paste -d, <(column "$folder/frames.csv" frame) <(column "$folder/frames.csv" tf_ms) <(column "$folder/frames.csv" u_total) |
    awk -F, '$1 >= 30 && $1 <= 60 { before += $3; n++; usual += $2 }
             $1 > 60 && $2 > 1.5 * usual / n { during += $3; m++ }
             END { if (n < 20 || m < 20) { print "frames before, during:", n, m; exit 1 }
                   print "U_total", before / n, "before,", during / m, "during"
                   exit !(during / m < 0.8 * before / n) }' || fail "U_total does not fall"
