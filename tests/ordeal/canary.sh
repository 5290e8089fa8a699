#!/usr/bin/env bash
# That the ordeal is not blind: it must find each fault that can be planted in the core, within 10,000 lives.
#   canary.sh LAB [FAULT...]   these faults, or all, with how many lives each took
# LAB is a drover-lab that was built with -DDROVER_CANARY=ON.
set -euo pipefail
lab=$1
shift
faults=$(sed -n '/^enum class Fault/,/^};/p' "$(dirname "$0")/../../core/base/planted.h" | grep -c '^    k')
faults=$((faults - 1)) # kNone is none
chosen=("$@")
[ $# -gt 0 ] || mapfile -t chosen < <(seq "$faults")
# Other lives each time, and the same on a day.
day=$(($(date +%s) / 86400))
first=${DROVER_CANARY_SEED:-$((day * 10000))}
blind=0
for fault in "${chosen[@]}"; do
    # One that ends a life by an assertion says so on the error stream.
    code=0
    out=$("$lab" ordeal "$first" --plant "$fault" --seeds 10000 --stop --jobs "$(nproc)" 2>/dev/null) || code=$?
    if [ "$code" -ne 1 ]; then  # 1: a life went wrong
        echo "fault $fault: blind, or not planted (code $code): $(head -1 <<<"$out")"
        blind=1
    else
        echo "fault $fault: found after $(grep -oE '^[0-9,]+ lives in' <<<"$out" | head -1 | cut -d' ' -f1) lives;" \
            "$(head -1 <<<"$out"); $(grep -m 1 -oE '#.*' <<<"$out" | cut -c 3-120)"
    fi
done
exit "$blind"
