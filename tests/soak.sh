#!/usr/bin/env bash
# Lab and window for hours, side by side: does memory grow, do hashes or file sizes change? The lab runs scenarios and
# managers in turn, each the same each time. The window opens a scenario, exchanges managers, adds a spike and restarts,
# and comes back to the plains in every round. Prints a line a round, and one at the end; fails where a hash or a size
# differs or memory has grown: the heap in use by more than 1 %, or what is resident by more than 5 %. The latter goes
# up and down by some percent, as free memory between blocks stays or is given back. What the window remembers (its
# record and the copies of the world) does not count. From the third round on, the mean of the first third of the rounds
# is held against the mean of the last third.
#     tests/soak.sh DROVER LAB [HOURS]
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/ui/window.sh" "$1"

lab=$(realpath "$2")
hours=${3:-1}
end=$((SECONDS + $(awk -v h="$hours" 'BEGIN { print int(h * 3600) }')))
scenarios=(plains open-country all-minds nested sets)
managers=(elastic modes process load_balancing priority fixed budget_allocator edf mk_firm harmonic predictive
    tiers feedback)
began=$SECONDS

kib() { awk -v name="$2:" '$1 == name { print $2 }' "/proc/$1/status" 2>/dev/null || true; }
growth() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", 100 * (b - a) / a }'; } # in percent
mean() { printf '%s\n' "$@" | awk '{ sum += $1 } END { printf "%.0f", sum / NR }'; }
is_more() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'; }

# One run of the lab. Writes its hash, the size of its file, and the most memory that it had, in KiB.
run_once() { # SCENARIO MANAGER
    local peak
    peak=$(python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[2:], check=True, stdout=open(sys.argv[1], "w"))
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$folder/lab.hash" \
        "$lab" run "$1" --manager "$2" --clock model --frames 30000 --quiet --hash --csv "$folder/lab.csv" \
        --spike "train:8ms@100-15000/200") || return 1
    echo "$(tail -n 1 "$folder/lab.hash") $(stat -c %s "$folder/lab.csv") $peak"
}

# Until the end; one line a run in `lab.log`, what differs in `lab.failed`.
run_lab() {
    local i=0 what hash size peak
    declare -A first first_peak
    while [ $SECONDS -lt $end ]; do
        what="${scenarios[i % 5]} ${managers[i / 5 % 13]}"
        # shellcheck disable=SC2086  # two words
        read -r hash size peak < <(run_once $what) || {
            echo "$what: the run failed" >>"$folder/lab.failed"
            return
        }
        echo "$what" >>"$folder/lab.log"
        i=$((i + 1))
        if [ -z "${first[$what]-}" ]; then
            first[$what]="$hash $size" first_peak[$what]=$peak
            continue
        fi
        [ "${first[$what]}" = "$hash $size" ] || echo "$what: ${first[$what]}, then $hash $size" >>"$folder/lab.failed"
        growth "${first_peak[$what]}" "$peak" >>"$folder/lab.again"
        echo >>"$folder/lab.again"
    done
}

is_path() { has_value files.path "$1" && is_typed_into files.path; }
open_scenario() {
    press ctrl+o
    eventually "the dialog" is_typed_into files.path
    press ctrl+a BackSpace
    eventually "an empty path" is_path ""
    xdotool type --delay 30 -- "$1"
    eventually "the path" is_path "$1"
    press Return
    eventually "the dialog to close" has_not files
    eventually "its world" is_titled "$(sed -n 's/^ *"title": "\(.*\)",$/\1/p' "$1" | head -n 1) - Drover"
}
exchange_manager() {
    local before
    before=$(value_of load.manager)
    press m
    eventually "another manager" is_other load.manager "$before"
}
# The window says how much memory it remembers: "3 moments kept, 0.87 of 1 MiB; recorded 0.25 MiB".
remembered_kib() {
    value_of time.memory | sed -E 's/.* kept, ([0-9.]+) of .* recorded ([0-9.]+) MiB/\1 \2/' |
        awk '{ printf "%d", ($1 + $2) * 1024 }'
}
# The software renderer keeps the picture that it is drawing on the heap, some MiB, and frees it then: the least of
# several counts is without it.
heap_kib() {
    for _ in {1..25}; do
        rm -f "$folder/heap"
        kill -USR2 "$window_pid"
        eventually "the heap's count" [ -s "$folder/heap" ]
        cat "$folder/heap"
    done | sort -n | awk 'NR == 1 { printf "%d", $1 / 1024 }'
}
more_frames() { # until so many more are seen
    local from
    from=$(frame)
    eventually "frames" is_past $((${from:-0} + $1))
}

root=$(cd "$(dirname "$0")/.." && pwd)
: >"$folder/lab.log"
: >"$folder/lab.again"
: >"$folder/lab.failed"
run_lab &
lab_loop=$!
# The smallest limit for copies of the world leaves the rest to be seen.
mkdir -p "$folder/config/drover"
echo '{"rewind_mb": 1}' >"$folder/config/drover/settings.json"
# Several threads of a software renderer take more memory where the machine is busy.
export LP_NUM_THREADS=0
cc -std=c11 -shared -fPIC -pthread -o "$folder/heap_in_use.so" "$root/tests/heap_in_use.c"
printf '#!/bin/sh\nLD_PRELOAD="%s" DROVER_HEAP_IN_USE="%s" exec "%s" "$@"\n' \
    "$folder/heap_in_use.so" "$folder/heap" "$(realpath "$program")" >"$folder/drover"
chmod +x "$folder/drover"
program=$folder/drover
open_window plains --clock model
round=0 frames=0 heap=() resident=()
while [ $SECONDS -lt $end ] && kill -0 $lab_loop 2>/dev/null; do
    for name in "${scenarios[@]:1}" plains; do
        open_scenario "$root/assets/scenarios/$name.json"
        eventually "$name" is_past 60
        for _ in 1 2 3; do
            exchange_manager
            more_frames 60
        done
        press x
        more_frames 60
        frames=$((frames + $(frame)))
    done
    press r
    eventually "frames of the plains" is_past 300
    remembered=$(remembered_kib)
    heap+=($(($(heap_kib) - remembered)))
    resident+=($(($(kib "$window_pid" RssAnon) - remembered)))
    round=$((round + 1))
    echo "round $round after $((SECONDS - began)) s: window ${heap[-1]} KiB in use, ${resident[-1]} resident," \
        "beside $remembered; $(wc -l <"$folder/lab.log") lab runs"
done
wait $lab_loop 2>/dev/null || true
kill -TERM "$window_pid"
await_end
[ "$ended" -eq 0 ] || fail "the window ended with $ended"
[ ! -s "$folder/lab.failed" ] || fail "$(cat "$folder/lab.failed")"
[ -s "$folder/lab.again" ] || fail "too short: the lab ran nothing twice"
third=$(((round - 2) / 3))
[ $third -ge 3 ] || fail "too short: the window was not seen eleven times"
lab_more=$(awk '{ sum += $1 } END { printf("%.2f", sum / (NR + (NR == 0))) }' "$folder/lab.again") # a run varies by 1 %
# In the first two rounds what the window remembers fills up to its limit.
heap_more=$(growth "$(mean "${heap[@]:2:third}")" "$(mean "${heap[@]: -third}")")
resident_more=$(growth "$(mean "${resident[@]:2:third}")" "$(mean "${resident[@]: -third}")")
echo "$((SECONDS - began)) s: $(wc -l <"$folder/lab.log") lab runs, $(wc -l <"$folder/lab.again") of them again:" \
    "the same hashes and sizes, $lab_more % more memory; window: $frames frames, $round rounds," \
    "$heap_more % more in use, $resident_more % more resident"
! is_more "$lab_more" 1 || fail "the lab grows"
! is_more "$heap_more" 1 || fail "the window grows"
! is_more "$resident_more" 5 || fail "the window takes more and more memory that it does not use"
