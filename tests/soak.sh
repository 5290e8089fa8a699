#!/usr/bin/env bash
# Lab and window for hours, under spikes, with managers and scenarios in turn. The lab's runs must have the same hash and
# write files of the same size each time, and their recordings replay; neither may take more and more memory. One line
# at the end, with the growth after the first round; ends with 1 if it is over 1 % or if anything else failed.
#     tests/soak.sh DROVER LAB HOURS          HOURS may be a fraction
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/ui/window.sh" "$1"
lab=$(realpath "$2")
seconds=$(awk -v h="$3" 'BEGIN { print int(h * 3600) }')
assets=$(cd "$(dirname "$0")/.." && pwd)/assets/scenarios

scenarios=(seam plains sets pursuit one-flock)
managers=(elastic modes process load_balancing priority fixed budget_allocator)

# Every 400 frames another manager, and a spike between.
log=$folder/log.jsonl
for ((at = 200, next = 0; at < 12000; at += 400, ++next)); do
    echo "{\"frame\": $at, \"command\": \"spike\", \"with\": {\"shape\": \"step\", \"size_ms\": 15, \"first_frame\": $at, \"last_frame\": $((at + 100))}}"
    echo "{\"frame\": $((at + 200)), \"command\": \"manager\", \"with\": {\"manager\": \"${managers[next % ${#managers[@]}]}\"}}"
done >"$log"

growth() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a > 0 ? 100 * (b - a) / a : 0 }'; }
is_over() { awk -v a="$1" 'BEGIN { exit !(a > 1) }'; }
memory_of() { awk -v name="$2" '$1 == name ":" { print $2 }' "/proc/$1/status" 2>/dev/null || true; }

declare -A known  # what the first run of each scenario came to
lab_runs=0 lab_first=0 lab_last=0
lab_round() {
    local scenario pid now peak most=0 found
    for scenario in "${scenarios[@]}"; do
        "$lab" run "$scenario" --frames 12000 --clock model --quiet --hash --replay "$log" --csv "$folder/soak.csv" \
            --record "$folder/soak.drover" >"$folder/hash" 2>>"$errors" &
        pid=$! peak=0
        while now=$(memory_of "$pid" VmHWM) && [ -n "$now" ]; do
            peak=$now
            sleep 0.1
        done
        wait "$pid" || fail "lab, $scenario: status $?"
        "$lab" replay "$folder/soak.drover" --check --quiet >"$folder/check" || fail "lab, $scenario: its recording differs"
        found="$(cat "$folder/hash") $(wc -c <"$folder/soak.csv") $(wc -c <"$folder/soak.drover")"
        [ "${known[$scenario]:-$found}" = "$found" ] || fail "lab, $scenario: $found, before ${known[$scenario]}"
        known[$scenario]=$found
        [ "$peak" -le "$most" ] || most=$peak
        lab_runs=$((lab_runs + 1))
    done
    [ "$lab_first" -gt 0 ] || lab_first=$most
    lab_last=$most
}

window_rounds=0 window_frames=0 window_first=0 window_last=0
window_round() {
    local scenario at i
    for scenario in "${scenarios[@]}"; do
        open_path "$assets/$scenario.json"
        eventually "$scenario to begin" is_under 300
        for i in {1..6}; do
            at=$(frame)
            press x
            press m
            eventually "frames" is_past $((at + 60))
        done
        window_frames=$((window_frames + $(frame)))
    done
    window_rounds=$((window_rounds + 1))
    window_last=$(memory_of "$window_pid" VmRSS)
    # The first two rounds fill what is kept of the past.
    [ $window_rounds -ne 2 ] || window_first=$window_last
}
is_under() {
    local now
    now=$(frame)
    [ -n "$now" ] && [ "$now" -lt "$1" ]
}

screen=1920x2200x24
size=1280x2100 # high enough for the panel
export XDG_CONFIG_HOME=$folder/config
mkdir -p "$folder/config/drover"
echo '{"rewind_mb": 16}' >"$folder/config/drover/settings.json"
open_window one-flock --clock model
unfold scenario
while [ $SECONDS -lt "$seconds" ] || [ $window_rounds -lt 3 ]; do
    lab_round
    window_round
    [ -z "${DROVER_SOAK_TALKS-}" ] || echo "$SECONDS s: lab $lab_last KiB, window $window_last KiB"
done
kill -TERM "$window_pid"
await_end
[ "$ended" -eq 0 ] || fail "the window ended with $ended"
lab_growth=$(growth "$lab_first" "$lab_last") window_growth=$(growth "$window_first" "$window_last")
echo "soak: $SECONDS s; lab $lab_runs runs, the same hashes and sizes, $lab_first KiB and $lab_growth %; window $window_frames frames in" \
    "$window_rounds rounds, $window_first KiB and $window_growth %"
if is_over "$lab_growth" || is_over "$window_growth"; then fail "memory grows"; fi
