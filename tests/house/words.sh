#!/usr/bin/env bash
# That what people did not understand at the window does not come back: these texts are gone from all that it shows.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

gone=(
    "Count each frame as the model says"
    "Stay with the real clock"
    "leaves for"
    "flock {}"
    "not whole"
    "A click shows all of them"
    "opens a tab"
    "\"moment {"
    "This lateness is called"
    "Whole thoughts,"
    "Shown off by"
    "1.2 x budget"
    "none there"
    "drawn, not simulated"
    "\"AI time"
    "\"More\""
)
found=0
for text in "${gone[@]}"; do
    if git grep -n --fixed-strings -e "$text" -- 'app/desktop/*.cpp' 'app/desktop/*.h' 'render/*.cpp'; then found=1; fi
done
[ "$found" -eq 0 ] || {
    echo "words.sh: people did not understand these texts"
    exit 1
}
