#!/usr/bin/env bash
# Checks what `cmake --install` installs: files are where desktops expect them, and the installed program finds
# its own assets and leaves its working folder empty. Its window is drawn nowhere.
#   installed.sh BUILD_FOLDER
set -euo pipefail

folder=$(mktemp -d /tmp/drover-installed-XXXXXX)
trap 'rm -rf "$folder"' EXIT
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

prefix=$folder/usr
cmake --install "$1" --prefix "$prefix" >"$folder/install.log" || fail "$(cat "$folder/install.log")"
for file in bin/drover bin/drover-lab share/applications/drover.desktop share/icons/hicolor/scalable/apps/drover.svg \
    share/icons/hicolor/64x64/apps/drover.png share/drover/desktop/icons/64.png share/icons/hicolor/512x512/apps/drover.png share/drover/shaders/animal.vert \
    share/drover/scenarios/plains.json; do
    [ -s "$prefix/$file" ] || fail "$file is not installed"
done
if command -v desktop-file-validate >/dev/null; then
    complaints=$(desktop-file-validate "$prefix/share/applications/drover.desktop") || true
    [ -z "$complaints" ] || fail "$complaints"
fi

unset DISPLAY WAYLAND_DISPLAY
export SDL_VIDEODRIVER=offscreen LIBGL_ALWAYS_SOFTWARE=1
export XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state
export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS} # of display drivers
mkdir "$folder/empty"
cd "$folder/empty"
"$prefix/bin/drover" plains --frames 5 || fail "ended with $?"
[ -z "$(ls -A)" ] || fail "it left in the working folder: $(ls -A)"

# The files that it reads are its own, and the error names the one that is at fault.
is_named() {
    local code=0
    "$prefix/bin/drover" plains --frames 2 2>"$folder/errors" || code=$?
    [ "$code" -ne 0 ] || fail "it runs although $1 is of no use"
    grep -qF "$prefix/share/drover/$1" "$folder/errors" || fail "$1 is not named: $(cat "$folder/errors")"
}
mv "$prefix/share/drover/shaders/animal.vert" "$folder"
is_named shaders/animal.vert
echo '{' >"$prefix/share/drover/scenarios/plains.json"
is_named scenarios/plains.json
