#!/usr/bin/env bash
# Every shipped scenario's state after 2,000 frames against tests/golden/hashes.txt: the same bits from any compiler, at
# any optimisation, under any sanitizer.   hashes.sh DROVER_LAB [--write]
# A change of a hash is a deliberate commit that says why.
set -euo pipefail
lab=$1
golden=$(dirname "$0")/hashes.txt
now=$("$lab" scenarios --names | while read -r name; do
    printf '%s %s\n' "$name" "$("$lab" run "$name" --frames 2000 --quiet --hash)"
done)
if [ "${2-}" = --write ]; then
    printf '%s\n' "$now" >"$golden"
elif ! diff <(printf '%s\n' "$now") "$golden"; then
    echo "the hashes on the left are not those of $golden" >&2
    exit 1
else
    echo "$(wc -l <"$golden") scenarios, the same bits"
fi
