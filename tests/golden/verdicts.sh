#!/usr/bin/env bash
# Compares the verdict of every check of `drover-lab reproduce`, under the model clock, with
# tests/golden/verdicts.txt. A verdict may get better; a worse or missing verdict fails.
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
