#!/usr/bin/env bash
# Checks that any compiler, optimisation or sanitizer gives the same bits: the state of every shipped scenario
# after 300 and after 2,000 frames, and for every load manager the CSV file of a run with a command log. Compares
# with tests/golden/hashes.txt.
#   hashes.sh GOLDEN_STATES [--early] [--no-tasks]
#       compares all. A slow build leaves out the later states with the first option, the large tables of tasks
#       with the second.
#   hashes.sh GOLDEN_STATES --write
# Only a deliberate commit that gives the reason may change a line of that file.
set -euo pipefail
program=$1
shift
states=2 has_tasks=1 left_out=() writes=""  # states: of each scenario; left_out: patterns of lines
for option; do
    case $option in
        --early) states=1 left_out+=(-e '^[^/]* ') ;;
        --no-tasks) has_tasks="" left_out+=(-e '^tasks/') ;;
        --write) writes=1 ;;
        *)
            echo "hashes.sh: there is no option $option" >&2
            exit 64
            ;;
    esac
done
here=$(cd "$(dirname "$0")" && pwd)
golden=$here/hashes.txt
declare -A few_frames=([million]="5 20" [stadium]="60 300")  # of the slow ones

lines=$(mktemp -d)
trap 'rm -rf "$lines"' EXIT

# The states of one scenario; the program checks one thread against two.
state() {
    local frames
    read -ra frames <<<"${few_frames[$1]:-300 2000}"
    "$program" state "$1" "${frames[@]:0:$states}" >"$lines/$1"
}
# The checksum of a manager's file, from two runs that must agree.
file() {
    local first second
    first=$("$program" file "$1" 400 | sha256sum)
    second=$("$program" file "$1" 400 | sha256sum)
    [ "$first" = "$second" ] || first="two runs differ"
    printf 'csv/%s %s\n' "$1" "${first%  -}" >"$lines/csv.$1"
}

# A checksum per table size. `elastic` uses a different index of due tasks from 65,536 tasks on, and the sizes
# lie on both sides of that.
tasks() {
    local sum
    sum=$("$program" tasks "$2" "$1" | sha256sum)
    printf 'tasks/%s/%s %s\n' "$2" "$1" "${sum%  -}" >"$lines/tasks.$2.$1"
}

# Runs as many at once as there are processors. A line that is missing at the end also counts as a difference.
most=$(nproc)
turn() { while [ "$(jobs -rp | wc -l)" -ge "$most" ]; do wait -n || true; done; }
for path in "$here"/../../assets/scenarios/*.json; do
    name=$(basename "$path" .json)
    [ "$name" = scenario.schema ] || { turn; state "$name" & }
done
mapfile -t managers < <("$program" managers)
for manager in "${managers[@]}"; do turn; file "$manager" & done
if [ -n "$has_tasks" ]; then
    for manager in "${managers[@]}" elastic,process elastic,priority; do
        turn; tasks "$manager" 65000 &
        turn; tasks "$manager" 66000 &
    done
fi
wait
now=$(cat "$lines"/* | LC_ALL=C sort)
wanted() { if [ "${#left_out[@]}" -gt 0 ]; then grep -v "${left_out[@]}" "$golden"; else cat "$golden"; fi; }
if [ -n "$writes" ]; then
    [ "${#left_out[@]}" -eq 0 ] || { echo "hashes.sh: --write leaves nothing out" >&2; exit 64; }
    printf '%s\n' "$now" >"$golden"
elif ! diff <(printf '%s\n' "$now") <(wanted); then
    echo "the lines on the left are not those of $golden" >&2
    exit 1
else
    echo "$(wc -l <<<"$now") states and files, the same bits"
fi
