#!/usr/bin/env bash
# How soon the lab answers SIGTERM in worlds as large and crowded as a scenario may ask for: one herd of a million that
# all see each other, a million herds, sweeps, comparisons, experiments, claims, lessons, grades; at random instants.
# Prints the times; fails if one is not stopped at all, has another status, or leaves half a row. Times depend on the
# machine: look at them on an idle one.
#     tests/stops.sh LAB [COUNT] [SEED]
set -euo pipefail
set -m

lab=$(realpath "$1")
count=${2:-20}
RANDOM=${3:-$$}
folder=$(mktemp -d /tmp/drover-stops-XXXXXX)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/nothing"
exec 9<>"$folder/nothing"
pause() { IFS= read -rt "$1" -u 9 || true; }
now_ms() { echo $((${EPOCHREALTIME/[.,]/} / 1000)); }
fail() {
    echo "stops.sh: $*" >&2
    exit 1
}

extreme() { # a scenario
    local flocks=1 branching=4 depth=10 neighbourhood=1000 size=4000
    local managers=(elastic modes process load_balancing priority fixed budget_allocator unmanaged edf mk_firm
        harmonic predictive tiers feedback)
    case $((RANDOM % 5)) in
        0) ;; # a million in one herd
        1) flocks=1000000 branching=2 depth=$((1 + RANDOM % 5)) size=90000 ;;
        2) flocks=$((1 + RANDOM % 64)) depth=$((6 + RANDOM % 3)) ;;
        3) flocks=$((1000 + RANDOM)) depth=$((1 + RANDOM % 3)) neighbourhood=$((RANDOM % 1000 + 1)) ;;
        4) flocks=$((RANDOM * 30 + 1)) depth=0 ;;
    esac
    printf '{"title": "x", "text": "x", "world": {"world_size": %d}, "lod": {"enabled": %s, "max_leaves": 1048576},
        "load": {"manager": "%s", "budget": {"policy": "fixed", "fixed_ms": %d}},
        "species": [{"name": "a", "flocks": %d, "branching": %d, "depth": %d, "neighbourhood": %d}]}\n' \
        $size "$([ $((RANDOM % 2)) -eq 0 ] && echo false || echo true)" "${managers[RANDOM % 14]}" $((RANDOM % 1000)) \
        $flocks $branching $depth $neighbourhood
}
papers=(tan-table2 wright-table2 wright-figure2 managers one-loop)

for ((i = 0; i < count; ++i)); do
    rm -f "$folder"/*.csv
    extreme >"$folder/world.json"
    case $((RANDOM % 14)) in
        0) what=(compare "$folder/world.json" --frames 100000 --csv "$folder/rows.csv") ;;
        1) what=(sweep "$folder/world.json" --frames 100000 --vary "budget-ms=1,2,4" --jobs 2 --out "$folder/rows.csv") ;;
        2) what=(reproduce "${papers[RANDOM % 5]}" --out "$folder/papers") ;;
        3) what=(scenarios --claims) ;;
        4) what=(lesson --check) ;;
        5) what=(lesson herd --worksheet "$folder/sheet.html") ;;
        6) what=(grade elastic --against none) ;;
        7) what=(bench kernel) ;;
        *) what=(run "$folder/world.json" --frames 100000000 --csv "$folder/rows.csv") ;;
    esac
    quiet=--quiet
    case ${what[0]} in lesson | bench) quiet='' ;; esac
    # shellcheck disable=SC2086
    "$lab" "${what[@]}" $quiet 2>"$folder/errors" >/dev/null &
    pid=$!
    while [ -e "/proc/$pid/exe" ] && ! [ "/proc/$pid/exe" -ef "$lab" ]; do pause 0.001; done
    printf -v instant '%d.%03d' $((RANDOM % 4)) $((RANDOM % 1000))
    pause "$instant"
    began=$(now_ms)
    kill -TERM "$pid" 2>/dev/null || true
    ended=0
    wait "$pid" 2>/dev/null || ended=$?
    echo "$(($(now_ms) - began)) ${what[*]:0:2} $(tr -d '\n' <"$folder/world.json")" >>"$folder/times"
    # 0 and 65: it was over before, or refused.
    case $ended in 0 | 65 | 143) ;; *) fail "${what[*]}: status $ended: $(cat "$folder/errors")" ;; esac
    [ ! -s "$folder/rows.csv" ] || [ -z "$(tail -c 1 "$folder/rows.csv")" ] || fail "${what[*]}: half a row"
done
sort -n "$folder/times" | awk -v n="$count" '{ t[NR] = $1; line = $0 } $1 > 1000 { ++late }
    END { printf "%d stops: median %d ms, 99 %% within %d, the longest %d; %d over a second\n  %s\n", NR, t[int((NR + 1) / 2)], t[int(NR * 0.99) + (NR < 100)], t[NR], late, line }'
