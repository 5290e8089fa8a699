#!/usr/bin/env bash
# Checks that a run under the real clock, with dragged budgets, exchanged managers, spikes and restarts, is the same
# bits when another build replays it on another number of threads.
#   replays.sh RECORDER REPLAYER SEEDS FRAMES      both are golden_recorded, of the same build or of two
set -euo pipefail
recorder=$1 replayer=$2 seeds=$3 frames=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

differing=0
bytes=0
for seed in $(seq 1 "$seeds"); do
    file=$folder/$seed.drover
    recorded=$("$recorder" record "$seed" "$frames" "$file")
    replayed=$("$replayer" replay "$seed" "$file") || replayed=none
    bytes=$((bytes + $(stat -c %s "$file")))
    rm "$file"
    [ "$recorded" = "$replayed" ] && continue
    differing=$((differing + 1))
    echo "seed $seed: recorded $recorded, replayed $replayed"
done
echo "$seeds runs of $frames frames, $((bytes / seeds / frames)) bytes a frame: $differing hashes differ"
[ "$differing" -eq 0 ]
