#!/usr/bin/env bash
# Checks what `cmake --install` installs: files are where desktops expect them, and the installed program
# finds its own assets and leaves its working folder empty.
#   installed.sh BUILD_FOLDER
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "the installed one"

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

sed -i 's/"title": "[^"]*"/"title": "Installed"/' "$prefix/share/drover/scenarios/plains.json"
mkdir "$folder/empty"
cd "$folder/empty"
program=$prefix/bin/drover
open_window plains
eventually "its own scenario" is_titled "Installed - Drover"
eventually "frames" is_past 5
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
[ -z "$(ls -A)" ] || fail "it left in the working folder: $(ls -A)"

# The error names a missing asset.
mv "$prefix/share/drover/shaders/animal.vert" "$folder"
"$program" --frames 2 2>"$errors" && fail "it runs without its shader"
grep -q 'share/drover/shaders/animal.vert' "$errors" || fail "the missing shader is not named: $(cat "$errors")"
