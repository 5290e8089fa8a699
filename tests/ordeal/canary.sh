#!/usr/bin/env bash
# That the ordeal is not blind: it must find each fault that can be planted in the core, within 10,000 lives.
#   canary.sh LAB all          every fault, with how many lives it took
#   canary.sh LAB [FAULT...]   these; without any, four that differ from day to day
# LAB is a drover-lab that was built with -DDROVER_CANARY=ON.
set -euo pipefail
lab=$1
shift
faults=$(sed -n '/^enum class Fault/,/^};/p' "$(dirname "$0")/../../core/base/planted.h" | grep -c '^    k')
faults=$((faults - 1)) # kNone is none
chosen=("$@")
day=$(($(date +%s) / 86400))
if [ "${1-}" = all ]; then
    mapfile -t chosen < <(seq "$faults")
elif [ $# -eq 0 ]; then
    for i in 0 1 2 3; do chosen+=($(((day * 4 + i) % faults + 1))); done
fi
# Other lives each time, and the same on a day.
first=${DROVER_CANARY_SEED:-$((day * 10000))}
blind=0
for fault in "${chosen[@]}"; do
    # One that ends a life by an assertion says so on the error stream.
    if out=$("$lab" ordeal "$first" --plant "$fault" --seeds 10000 --stop --jobs "$(nproc)" 2>/dev/null); then
        echo "fault $fault: blind: $(head -1 <<<"$out")"
        blind=1
    else
        echo "fault $fault: found after $(grep -oE '^[0-9,]+ lives in' <<<"$out" | head -1 | cut -d' ' -f1) lives;" \
            "$(head -1 <<<"$out"); $(grep -m 1 -oE '#.*' <<<"$out" | cut -c 3-120)"
    fi
done
exit "$blind"
