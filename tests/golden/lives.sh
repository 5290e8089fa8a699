#!/usr/bin/env bash
# Checks that lives of the ordeal end in the same bits in two builds.
#   lives.sh GOLDEN_LIVES OTHER_GOLDEN_LIVES FIRST STEP COUNT
set -euo pipefail
one=$1 other=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$one" "$@" >"$folder/one" &
"$other" "$@" >"$folder/other"
wait $!
diff "$folder/one" "$folder/other" || { echo "the lives on the left are those of $one" >&2; exit 1; }
echo "$3 lives, the same bits"
