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

# On one thread and on two.
states() {
    local path name
    for path in "$here"/../../assets/scenarios/*.json; do
        name=$(basename "$path" .json)
        [ "$name" = scenario.schema ] || "$program" state "$name" "${frames[$name]:-2000}"
    done
}
# A file's checksum, twice the same.
files() {
    local manager first second
    for manager in elastic process load_balancing priority fixed unmanaged; do
        first=$("$program" file "$manager" 400 | sha256sum)
        second=$("$program" file "$manager" 400 | sha256sum)
        [ "$first" = "$second" ] || echo "two runs under $manager differ"
        printf 'csv/%s %s\n' "$manager" "${first%% *}"
    done
}

now=$(states && files)
if [ "${2-}" = --write ]; then
    printf '%s\n' "$now" >"$golden"
elif ! diff <(printf '%s\n' "$now") "$golden"; then
    echo "the lines on the left are not those of $golden" >&2
    exit 1
else
    echo "$(wc -l <"$golden") states and files, the same bits"
fi
