# shellcheck shell=bash
# Runs a real window on a private display and drives it with xdotool, using the list that --ui-map writes. The
# scripts of this folder source it. No test waits a fixed time; each wait ends when something is seen, or fails
# after a generous limit.
#
#     . "$(dirname "$0")/window.sh" PROGRAM
#     open_window plains --clock model
#     drag_to load.budget_ms 0.5 0.2
set -euo pipefail

program=$1
shift
limit_s=${DROVER_UI_LIMIT_S:-90} # generous, for slow machines; a failing test takes this long
folder=$(mktemp -d /tmp/drover-ui-XXXXXX)
map=$folder/map.json
errors=$folder/stderr
window_pid=
window=
server_pid=

finish() {
    local code=$?
    if [ "$code" -ne 0 ] && [ -s "$errors" ]; then sed 's/^/stderr: /' "$errors" >&2; fi
    [ -z "$window_pid" ] || kill -KILL "$window_pid" 2>/dev/null || true
    [ -z "$server_pid" ] || kill "$server_pid" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$folder"
    exit "$code"
}
trap finish EXIT

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Skip the test, with the reason, if a tool is missing.
for tool in Xvfb xdotool; do
    command -v "$tool" >/dev/null || {
        echo "$tool is not installed"
        exit 77
    }
done

# eventually WHAT COMMAND...: repeats the command until it succeeds.
eventually() {
    local what=$1 end=$((SECONDS + limit_s))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || fail "waited $limit_s s for: $what"
        sleep 0.05
    done
}

is_running() { kill -0 "$window_pid" 2>/dev/null; }

start_display() {
    [ -z "$server_pid" ] || return 0
    local number=$folder/display
    mkfifo "$number"
    exec 8<>"$number"
    Xvfb -displayfd 8 -screen 0 "${screen:-1920x1600x24}" -nolisten tcp >"$folder/xvfb" 2>&1 &
    server_pid=$!
    local display
    IFS= read -r -t "$limit_s" display <&8 || fail "Xvfb does not start"
    export DISPLAY=:$display LIBGL_ALWAYS_SOFTWARE=1
    unset WAYLAND_DISPLAY SDL_VIDEODRIVER
    # For a sanitizer build: display drivers leak memory and are unloaded before the leaks are counted.
    export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
    export XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state
}

# open_window ARGUMENTS...: starts the program and waits for its first frame. With an empty $size the window
# has its saved size.
open_window() {
    local sized=()
    [ -z "${size-1280x720}" ] || sized=(--size "${size-1280x720}")
    start_display
    rm -f "$map"
    "$program" --ui-map "$map" "${sized[@]}" --scale 1 "$@" 2>"$errors" &
    window_pid=$!
    eventually "a first frame" has_drawn
    window=$(xdotool search --onlyvisible --name Drover | tail -n 1)
}
has_drawn() {
    is_running || fail "the program ended before its first frame"
    [ -n "$(rect_of world.view)" ] || [ -n "$(rect_of status)" ]
}

# Waits for the program to end; its exit status is then in $ended.
await_end() {
    local end=$((SECONDS + limit_s))
    while is_running; do
        [ $SECONDS -lt $end ] || fail "the window does not close"
        sleep 0.05
    done
    ended=0
    wait "$window_pid" || ended=$?
    window_pid=
    export ended
}

# The list has one entry per line.
entry_of() { grep -F "\"name\": \"$1\"," "$map" 2>/dev/null | head -n 1; }
rect_of() { entry_of "$1" | sed -E 's/.*"rect": \[([-0-9]+), ([-0-9]+), ([-0-9]+), ([-0-9]+)\].*/\1 \2 \3 \4/'; }
value_of() { entry_of "$1" | sed -E 's/.*"value": "(.*)"\},?$/\1/'; }
has() { [ -n "$(entry_of "$1")" ]; }
has_not() { ! has "$1"; }
has_value() { # NAME PATTERN
    # shellcheck disable=SC2053  # a pattern it is
    [[ $(value_of "$1") == $2 ]]
}
# Whether the window has this size. The status line is in its lower right corner.
is_fitting() {
    local x y w h
    has world.view || return 1
    read -r x y w h <<<"$(rect_of world.view)"
    [ $((x + w)) -eq "$1" ] && [ $((y + h)) -le "$2" ]  # panels push it
}
is_other() { [ "$(value_of "$1")" != "$2" ]; }
is_typed_into() { entry_of "$1" | grep -q '"kind": "text"'; }
press() { xdotool key --delay 30 "$@"; }

# point NAME [SHARE_X SHARE_Y]: a pixel inside the item, by default its middle.
point() {
    local x y w h
    eventually "$1 to be on screen" has "$1"
    read -r x y w h <<<"$(rect_of "$1")"
    awk -v x="$x" -v y="$y" -v w="$w" -v h="$h" -v sx="${2:-0.5}" -v sy="${3:-0.5}" \
        'BEGIN { printf "%d %d\n", x + w * sx, y + h * sy }'
}
move_to() {
    local x y
    read -r x y <<<"$(point "$@")"
    xdotool mousemove --window "$window" "$x" "$y"
}
click() {
    move_to "$@"
    xdotool click 1
}
# drag_to NAME SHARE_X TO_SHARE_X [TO_SHARE_Y]: drags inside the item in small steps, like a hand.
drag_to() {
    local x y to_x to_y i
    read -r x y <<<"$(point "$1" "$2")"
    read -r to_x to_y <<<"$(point "$1" "$3" "${4:-0.5}")"
    drag_pixels "$x" "$y" "$to_x" "$to_y"
}
drag_pixels() {
    local i
    xdotool mousemove --window "$window" "$1" "$2" mousedown 1
    for i in 1 2 3 4 5 6 7 8; do
        xdotool mousemove --window "$window" $(($1 + ($3 - $1) * i / 8)) $(($2 + ($4 - $2) * i / 8))
        sleep 0.03
    done
    xdotool mouseup 1
}
frame() { value_of status | sed -E 's/.*frame ([0-9,]+).*/\1/; s/,//g'; }
is_past() {
    local now
    now=$(frame)
    [ -n "$now" ] && [ "$now" -gt "$1" ]
}
is_titled() { [ "$(xdotool getwindowname "$window")" = "$1" ]; }

# The number at the start of a value.
number_of() { value_of "$1" | sed -E 's/^([-+0-9.eE]+).*/\1/'; }
is_about() { # NAME NUMBER TOLERANCE
    local found
    found=$(number_of "$1")
    [ -n "$found" ] && awk -v a="$found" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(d <= t && d >= -t) }'
}
