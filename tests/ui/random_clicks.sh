#!/usr/bin/env bash
# Random clicks, drags, wheel steps and keys; prints the seed. The program must survive them and quit.
#   random_clicks.sh PROGRAM [SECONDS] [SEED]
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$1"

seconds=${2:-15}
seed=${3:-$$}
RANDOM=$seed
actions=0
keys=(space period r n x f Home Page_Up Page_Down Escape question ctrl+z ctrl+shift+z ctrl+equal ctrl+minus bracketleft
    bracketright w a s d Tab Return BackSpace 1 e 9 minus)

open_window plains
end=$((SECONDS + seconds))
while [ $SECONDS -lt $end ]; do
    x=$((RANDOM % 1280)) y=$((RANDOM % 720))
    # Leave out what would quit.
    if [ $y -lt 30 ] && [ $x -lt 60 ]; then continue; fi
    actions=$((actions + 1))
    case $((RANDOM % 6)) in
        0 | 1) xdotool mousemove --window "$window" $x $y click 1 ;;
        2) drag_pixels $x $y $((RANDOM % 1280)) $((30 + RANDOM % 690)) ;;
        3) xdotool mousemove --window "$window" $x $y click $((4 + RANDOM % 2)) ;;
        4) xdotool mousemove --window "$window" $x $y click 3 ;;
        5) press "${keys[RANDOM % ${#keys[@]}]}" ;;
    esac
    is_running || break
done
echo "seed $seed, $actions actions in $seconds s"
if ! is_running; then
    await_end
    fail "it ended by itself with $ended"
fi
press Escape Escape
kill -TERM "$window_pid"
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
