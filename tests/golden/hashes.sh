#!/usr/bin/env bash
# The same bits from any compiler, at any optimisation, under any sanitizer: every shipped scenario's state after 2,000
# frames, and for every load manager the file of a run that follows a log of commands, against tests/golden/hashes.txt.
#   hashes.sh GOLDEN_STATES [--write]
# A change of a line is a deliberate commit that says why.
set -euo pipefail
program=$1
here=$(cd "$(dirname "$0")" && pwd)
golden=$here/hashes.txt
declare -A frames=([million]=20)  # of those that take long

lines=$(mktemp -d)
trap 'rm -rf "$lines"' EXIT

# On one thread and on two.
state() {
    "$program" state "$1" "${frames[$1]:-2000}" >"$lines/$1"
}
# A file's checksum, twice the same.
file() {
    local first second
    first=$("$program" file "$1" 400 | sha256sum)
    second=$("$program" file "$1" 400 | sha256sum)
    [ "$first" = "$second" ] || first="two runs differ"
    printf 'csv/%s %s\n' "$1" "${first%  -}" >"$lines/csv.$1"
}

# On either side of the size from which `elastic` asks another index who is due.
tasks() {
    local sum
    sum=$("$program" tasks "$2" "$1" | sha256sum)
    printf 'tasks/%s/%s %s\n' "$2" "$1" "${sum%  -}" >"$lines/tasks.$2.$1"
}

# All at once; a line that is missing in the end differs, too.
for path in "$here"/../../assets/scenarios/*.json; do
    name=$(basename "$path" .json)
    [ "$name" = scenario.schema ] || state "$name" &
done
for manager in elastic fixed load_balancing priority process unmanaged; do file "$manager" & done
for manager in elastic fixed load_balancing priority process unmanaged elastic,process elastic,priority; do
    tasks "$manager" 65000 &
    tasks "$manager" 66000 &
done
wait
now=$(cat "$lines"/* | LC_ALL=C sort)
if [ "${2-}" = --write ]; then
    printf '%s\n' "$now" >"$golden"
elif ! diff <(printf '%s\n' "$now") "$golden"; then
    echo "the lines on the left are not those of $golden" >&2
    exit 1
else
    echo "$(wc -l <"$golden") states and files, the same bits"
fi
