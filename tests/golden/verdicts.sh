#!/usr/bin/env bash
# The papers' verdicts: every check of every experiment of `drover-lab reproduce` under the model clock, against
# tests/golden/verdicts.txt. A verdict may get better; one that gets worse, or is not there, fails.
#   verdicts.sh DROVER_LAB [--write]
set -euo pipefail
lab=$1
golden=$(cd "$(dirname "$0")" && pwd)/verdicts.txt
out=$(mktemp -d)
trap 'rm -r "$out"' EXIT

"$lab" reproduce all --quick --clock model --quiet --out "$out"
cat "$out/verdicts.txt"
if [ "${2-}" = --write ]; then
    cp "$out/verdicts.txt" "$golden"
    exit
fi
awk -F '\t' '
    BEGIN { rank["differs"] = 1; rank["same shape"] = 2; rank["as published"] = 3 }
    NR == FNR { now[$1] = $2; next }
    rank[now[$1]] < rank[$2] {
        printf "%s: found \"%s\", allowed \"%s\" or better\n", $1, ($1 in now ? now[$1] : "no verdict"), $2 > "/dev/stderr"
        worse = 1
    }
    END { exit worse }' "$out/verdicts.txt" "$golden"
