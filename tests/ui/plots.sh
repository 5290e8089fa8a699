#!/usr/bin/env bash
# The plots: their titles say what the status line says, a change is marked, buttons choose a stretch of time,
# and the menu exports a drawing and a picture at a chosen size.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

open_window plains --clock model
eventually "some frames" is_past 60
click transport.pause
eventually "the world to stand" has_value status "*paused*"
eventually "the plots to stand" is_steady plot.ai_time.title
status=$(value_of status)
title=$(value_of plot.ai_time.title)
case $status in
*"AI $title "*) ;;
*) fail "the plot says '$title', the status line '$status'" ;;
esac

detail=$(value_of plot.detail.title)
[[ $status == *"${detail#* for } in "* && $status == *" ${detail% for *} "* ]] ||
    fail "the plot says '$detail', the status line '$status'"

# A change is marked where it was made.
click transport.pause
type_into load.budget_ms 3
is_marked() { grep -F '"name": "plot.ai_time.mark.' "$map" | grep -qE '"value": "budget( 3.00 ms)?"'; }
eventually "the new budget at its frame" is_marked

click plot.last_2min
eventually "two minutes" has_value plot.last_2min on
click plot.last_20s
eventually "twenty seconds" has_value plot.last_20s on
# The menu exports at the size that is chosen there: export FORMAT, SIZE. A click on the menu opens the list.
plots=$folder/state/drover/plots
is_saved() { find "$plots" -name "ai_time_*.$1" -size +2k 2>/dev/null | grep -q .; }
export_as() {
    click plot.ai_time.menu
    click plot.ai_time.menu.export
    click "plot.ai_time.menu.$2"
    eventually "the size" has_value "plot.ai_time.menu.$2" on
    click "plot.ai_time.menu.$1"
    eventually "a name for the file" has_value files.path "$plots/ai_time_*.$1"
    click files.take
    eventually "the file" is_saved "$1"
}
export_as svg size_1600x900
svg=$(find "$plots" -name 'ai_time_*.svg')
grep -q 'viewBox="0 0 1600 900"' "$svg" || fail "the drawing has another size"
if command -v xmllint >/dev/null; then xmllint --noout "$svg" || fail "no XML: $svg"; fi
export_as png size_3840x2160
# Width and height stand in a PNG's bytes 16 to 23.
size=$(od -An -tu1 -j16 -N8 "$(find "$plots" -name 'ai_time_*.png')" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }')
[ "$size" = 3840x2160 ] || fail "the picture is $size"

press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
