#!/usr/bin/env bash
# Ten window sizes, from tiny to larger than the display: drawing goes on, nothing leaves the window, and it
# quits. In a low window the plots stay, and the strip of tasks where a world has sets. A ring's label that would lie under the legend stands beside it.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

within() {
    sed -nE 's/.*"name": "([^"]*)".*"rect": \[([-0-9]+), ([-0-9]+), ([-0-9]+), ([-0-9]+)\].*/\1 \2 \3 \4 \5/p' "$map" |
        awk -v w="$1" -v h="$2" '$2 < 0 || $3 < 0 || $2 + $4 > w || $3 + $5 > h { print; bad = 1 } END { exit bad }'
}

# The world, dragged so that the label of a ring would lie in the middle of the legend.
drag_label_to_legend() {
    local x y to_x to_y
    read -r x y <<<"$(point world.near)"
    read -r to_x to_y <<<"$(point world.legend)"
    drag_pixels "$x" $((y + 60)) "$to_x" $((to_y + 60))
}
stands_beside_legend() {
    local x y w h legend_x legend_y legend_w legend_h
    read -r x y w h <<<"$(rect_of world.near)"
    read -r legend_x legend_y legend_w legend_h <<<"$(rect_of world.legend)"
    [ -n "$h" ] && [ "$y" -gt "$legend_y" ] && [ "$y" -lt $((legend_y + legend_h)) ] &&
        [ "$x" -gt $((legend_x + legend_w)) ] && [ "$x" -lt $((legend_x + legend_w + 20)) ]
}

open_window plains --clock model
press space
move_to world.view
xdotool click --repeat 6 --delay 60 4
eventually "the ring" has world.near
drag_label_to_legend
eventually "the label beside the legend" stands_beside_legend
press space
for size in 1280x720 640x480 320x200 1920x1080 800x1200 2560x400 400x900 1000x1000 5000x300 1280x720; do
    width=${size%x*}
    height=${size#*x}
    xdotool windowsize "$window" "$width" "$height"
    eventually "$size" is_fitting "$width" "$height"
    eventually "everything within $size" within "$width" "$height"
    press Tab # to the next part, if there is one
    [ "$size" != 640x480 ] || eventually "the plots in a low window" has plot.ai_time
done
at=$(frame)
eventually "it to go on" is_past $((at + 3))
xdotool windowminimize "$window" 2>/dev/null || true
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"

has_strip() {
    local x y w h
    read -r x y w h <<<"$(rect_of frame.strip)"
    [ -n "$h" ] && [ "$h" -ge 18 ]
}
size=640x480 open_window sets --clock model
eventually "the strip of tasks in a low window" has_strip
press ctrl+q
await_end
