#!/usr/bin/env bash
# Begins two different sweeps into one file at the same time, COUNT times: one is refused, and the file has all rows of the
# other one.
#     tests/two_sweeps.sh LAB [COUNT]
set -euo pipefail

lab=$(realpath "$1")
count=${2:-100}
folder=$(mktemp -d /tmp/drover-two-sweeps-XXXXXX)
trap 'rm -rf "$folder"' EXIT
fail() {
    echo "two_sweeps.sh: $*" >&2
    cat "$folder"/errors-* >&2
    exit 1
}
sweep() { # THINK_US TO
    "$lab" sweep seam --frames 2 --clock model --vary budget-ms=1,2 --think-us "$1" --quiet --out "$2" 2>"$folder/errors-$1"
}
sweep 1 "$folder/whole-1"
sweep 2 "$folder/whole-2"

refused_early=0 refused_late=0
for ((i = 1; i <= count; ++i)); do
    rm -f "$folder/rows"
    ended_1=0 ended_2=0
    sweep 1 "$folder/rows" &
    first=$!
    sweep 2 "$folder/rows" || ended_2=$?
    wait "$first" || ended_1=$?
    case $ended_1,$ended_2 in
        0,74 | 74,0) refused_early=$((refused_early + 1)) ;; # the other one was writing
        0,65 | 65,0) refused_late=$((refused_late + 1)) ;;   # the other one had finished
        *) fail "trial $i: they ended with $ended_1 and $ended_2" ;;
    esac
    [ "$ended_1" -eq 0 ] && winner=1 || winner=2
    cmp "$folder/rows" "$folder/whole-$winner" || fail "trial $i: the rows are not those of sweep $winner"
done
echo "$count times two sweeps: nothing lost; $refused_early refused while the other wrote, $refused_late after it"
