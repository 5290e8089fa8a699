#!/usr/bin/env bash
# Runs a program on a private display that ends with the program.
#   with_display.sh PROGRAM [ARGUMENT...]
set -euo pipefail
folder=$(mktemp -d)
Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp -noreset 3>"$folder/display" >"$folder/log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 200); do
    [[ -s $folder/display ]] && break
    kill -0 "$server" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.05
done
DISPLAY=":$(cat "$folder/display")" SDL_VIDEODRIVER=x11 LIBGL_ALWAYS_SOFTWARE=1 "$@"
