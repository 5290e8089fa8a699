#!/usr/bin/env bash
# That real events arrive: a mouse, keys, another size, the clipboard, a signal. What a window makes of events is tested
# without a display (window_test.h). A display may lose what it is sent while the window is busy, so all is sent again
# until it is seen.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

command -v xclip >/dev/null || {
    echo "xclip is not installed"
    exit 77
}
# again WHAT IS_SEEN... -- SEND...: sends until it is seen.
again() {
    local what=$1 is_seen=() tries end=$((SECONDS + limit_s))
    shift
    while [ "$1" != -- ]; do is_seen+=("$1") && shift; done
    shift
    while [ $SECONDS -lt $end ]; do
        "$@"
        for tries in {1..40}; do
            ! "${is_seen[@]}" || return 0
            sleep 0.05
        done
        echo "sent again after $tries looks: $what"
    done
    fail "sent for $limit_s s: $what"
}
choose_copy() {
    has_value menu.file open || click menu.file
    ! has menu.copy_command || click menu.copy_command
}
has_copied() { xclip -selection clipboard -o 2>/dev/null | grep -q '^drover .*\.drover'; }

size='' open_window plains --sight above --clock model --record "$folder/smoke.drover"
show_plots() { has plot.ai_time || press p; }
again "a key" has plot.ai_time -- show_plots
again "a click" has_value plot.last_2min on -- click plot.last_2min
again "a drag" is_about load.budget_ms 1 0.25 -- drag_to load.budget_ms 0.634 0.434
again "another key" has_value world.legend Species -- press 2
again "a key that is held with another one" has files.path -- press ctrl+o
again "text" has_value files.path "*abc*" -- xdotool type --delay 30 abc
again "the key that closes" has_not files.path -- press Escape
again "another size" is_fitting 1000 800 -- xdotool windowsize "$window" 1000 800
again "the clipboard" has_copied -- choose_copy
again "what was said" has toast -- choose_copy
kill -TERM "$window_pid"
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
[ -s "$folder/smoke.drover" ] || fail "no recording"
grep -q '"width": 1000' "$XDG_STATE_HOME/drover/layout.json" || fail "the layout does not remember the size"
