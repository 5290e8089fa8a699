#!/usr/bin/env bash
# A monkey at the window: clicks, drags, the wheel, keys, numbers and words typed anywhere, other sizes. Where it closes
# the window, a new one opens. The program must survive all of it, answer to the end, and quit. The seed says what the
# monkey does; the times are those of the machine.
#   monkey.sh PROGRAM [EVENTS] [SEED]
# For a long run take the program of the asan preset, so that what goes wrong in silence is seen.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$(realpath "$1")"
cd "$folder" # what it saves goes there

events=${2:-2000}
seed=${3:-$$}
RANDOM=$seed
keys=(space period comma r n x f t i m b Home End Page_Up Page_Down Escape question ctrl+z ctrl+shift+z ctrl+equal
    ctrl+minus ctrl+0 ctrl+s ctrl+a bracketleft bracketright w a s d Tab shift+Tab Return BackSpace Delete Left Right Up
    Down 1 2 3 4 5 9 minus equal F1 F5 F11)
words=("1 2 period 5" "minus 1" "9 9 9 9 9 9 9 9 9 9" "n a n" "0" "1 e 9" "slash t m p" "p l a i n s" "quotedbl backslash percent s")
sizes=("1280 720" "1280 720" "1920 1080" "900 600" "400 300" "1600 1200")
width=1280 height=720

somewhere() { batch+=(mousemove --window "$window" "$((RANDOM % width))" "$((RANDOM % height))"); }
# Adds the next event to `batch`, as words for xdotool.
act() {
    local key
    case $((RANDOM % 40)) in
        [0-9] | 1[0-3]) somewhere && batch+=(click 1) ;;
        14 | 15) somewhere && batch+=(click 1 click 1) ;;
        1[6-9] | 2[0-2])
            somewhere && batch+=(mousedown 1)
            somewhere && batch+=(sleep 0.02)
            somewhere && batch+=(mouseup 1)
            ;;
        2[3-5]) somewhere && batch+=(click "$((4 + RANDOM % 2))") ;;
        26) somewhere && batch+=(click 3) ;;
        27 | 28)
            somewhere && batch+=(keydown ctrl click 1 keyup ctrl)
            for key in ${words[RANDOM % ${#words[@]}]} Return; do batch+=(key "$key"); done
            ;;
        29)
            [ $((RANDOM % 10)) -eq 0 ] || return 0
            read -r width height <<<"${sizes[RANDOM % ${#sizes[@]}]}"
            batch+=(windowsize "$window" "$width" "$height")
            ;;
        *) batch+=(key "${keys[RANDOM % ${#keys[@]}]}") ;;
    esac
}
# Some frames are waited for, so that a slow window sees the events apart. A paused world may leave the list as it was.
let_it_see() {
    local tries
    for tries in {1..10}; do
        ! [ "$map" -nt "$folder/mark" ] || return 0
        sleep 0.05
    done
}
memory() { awk '/VmRSS/ { print int($2 / 1024) }' "/proc/$window_pid/status" 2>/dev/null || echo 0; }
new_window() {
    width=1280 height=720
    open_window plains --clock model
}

new_window
closed=0 done=0 most=0 began=$SECONDS
while [ $done -lt "$events" ]; do
    batch=()
    for _ in {1..20}; do act; done
    touch "$folder/mark"
    xdotool "${batch[@]}" 2>/dev/null || true  # the window may be gone
    done=$((done + 20))
    if ! is_running; then
        await_end
        [ "$ended" -eq 0 ] || fail "seed $seed, after $done events: it ended by itself with $ended"
        closed=$((closed + 1))
        new_window
    fi
    let_it_see
    now=$(memory)
    [ "$now" -le "$most" ] || most=$now
    [ $((done % 10000)) -ne 0 ] || echo "$done events in $((SECONDS - began)) s, $now MiB"
done
echo "seed $seed, $done events in $((SECONDS - began)) s, closed $closed times, $(memory) MiB at the end, $most at most"
kill -TERM "$window_pid"
await_end
[ "$ended" -eq 0 ] || fail "seed $seed: ended with $ended"
