#!/usr/bin/env bash
# Draws the small pictures of the shipped scenarios anew:  assets/thumbnails/draw.sh DROVER
# DROVER is the window program. Needs a display, or xvfb-run, and ImageMagick.
set -euo pipefail
drover=$(realpath "${1:?usage: draw.sh DROVER}")
cd "$(dirname "$0")"
large=$(mktemp --suffix .png)
trap 'rm -f "$large"' EXIT

# What each shows best: how much of the world's height, in percent, and how large its animals are drawn.
look() {
    case $1 in
        million) echo 12 1.5 ;;
        osborne-figure3) echo 40 2 ;;
        one-flock | pursuit | open-country) echo 50 4 ;;
        membrane) echo 75 4 ;;
        wildlife | seam) echo 60 4 ;;
        plains) echo 84 3 ;;
        hunt) echo 60 3 ;;
        bottleneck | fire-drill | corridor | station | fire) echo 70 3 ;;
        *) echo 100 4 ;;
    esac
}

# After how many frames: some begin with next to no one in them.
frames() {
    case $1 in
        corridor) echo 3000 ;;
        station) echo 1500 ;;
        *) echo 240 ;;
    esac
}

for scenario in ../scenarios/*.json; do
    name=$(basename "$scenario" .json)
    [ "$name" != scenario.schema ] || continue
    read -r percent scale <<<"$(look "$name")"
    "$drover" "$name" --clock model --frames "$(frames "$name")" --size 2560x1440 --scale "$scale" --theme dark --picture "$large"
    side=$((1440 * percent / 100))
    convert "$large" -gravity center -crop "${side}x$side+0+0" +repage -resize 192x192 -strip -colors 128 \
        "png8:$name.png"
done
