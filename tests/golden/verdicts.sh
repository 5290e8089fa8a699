#!/usr/bin/env bash
# The papers' verdicts: every experiment of `drover-lab reproduce` under the model clock, against tests/golden/verdicts.txt.
# A verdict may get better; one that gets worse, or is not there, fails.
#   verdicts.sh DROVER_LAB [--write]
set -euo pipefail
lab=$1
golden=$(cd "$(dirname "$0")" && pwd)/verdicts.txt
out=$(mktemp -d)
trap 'rm -r "$out"' EXIT

"$lab" reproduce all --quick --clock model --quiet --out "$out"
if [ "${2-}" = --write ]; then
    sed 's/: differs: .*/: differs/' "$out/verdicts.txt" >"$golden"
    exit
fi
# Line by line: the name, then how good its verdict is.
rank() {
    case $1 in
        "as published") echo 3 ;;
        "same shape") echo 2 ;;
        differs*) echo 1 ;;
        *) echo 0 ;;
    esac
}
worse=0
while IFS= read -r line; do
    name=${line%%: *}
    before=${line#*: }
    now=$(sed -n "s/^$name: //p" "$out/verdicts.txt")
    printf '%-16s %s\n' "$name" "$now"
    if [ "$(rank "$now")" -lt "$(rank "$before")" ]; then
        echo "$name: found '${now:-no verdict}', allowed '$before' or better" >&2
        worse=1
    fi
done <"$golden"
exit "$worse"
