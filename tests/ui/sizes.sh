#!/usr/bin/env bash
# Ten window sizes, from tiny to larger than the display: drawing goes on, nothing leaves the window, and it
# quits.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

within() {
    sed -nE 's/.*"name": "([^"]*)".*"rect": \[([-0-9]+), ([-0-9]+), ([-0-9]+), ([-0-9]+)\].*/\1 \2 \3 \4 \5/p' "$map" |
        awk -v w="$1" -v h="$2" '$2 < 0 || $3 < 0 || $2 + $4 > w || $3 + $5 > h { print; bad = 1 } END { exit bad }'
}

open_window plains --clock model
for size in 1280x720 640x480 320x200 1920x1080 800x1200 2560x400 400x900 1000x1000 5000x300 1280x720; do
    width=${size%x*}
    height=${size#*x}
    xdotool windowsize "$window" "$width" "$height"
    eventually "$size" is_fitting "$width" "$height"
    eventually "everything within $size" within "$width" "$height"
done
at=$(frame)
eventually "it to go on" is_past $((at + 3))
xdotool windowminimize "$window" 2>/dev/null || true
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
