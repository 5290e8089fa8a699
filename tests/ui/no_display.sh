#!/usr/bin/env bash
# Without a display, with a dead one, or with a too old OpenGL, the program ends at once with status 69 and
# one sentence that says what to do.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

refuses() { # WHAT EXPECTED COMMAND...
    local what=$1 expected=$2 code=0
    shift 2
    timeout 300 env "$@" "$program" --frames 2 >"$folder/out" 2>"$folder/sentence" || code=$?
    [ "$code" -eq 69 ] || fail "$what: status $code"
    grep -q "$expected" "$folder/sentence" || fail "$what: $(cat "$folder/sentence")"
    [ "$(wc -l <"$folder/sentence")" -eq 1 ] || fail "$what: more than one line"
}
refuses "no display" drover-lab -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER
refuses "empty names" drover-lab -u SDL_VIDEODRIVER DISPLAY= WAYLAND_DISPLAY=
refuses "a dead display" drover-lab -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER DISPLAY=:4999

# Before it looks for a display: a film must not write over what is there. All files stay as they are.
keeps() { # SENTENCE ARGUMENTS...
    local expected=$1 code=0
    shift
    before=$(find "$folder/kept" -type f -exec md5sum {} +)
    env -u DISPLAY -u WAYLAND_DISPLAY "$program" "$@" >/dev/null 2>"$folder/sentence" || code=$?
    if [ "$code" -ne 64 ] && [ "$code" -ne 73 ]; then fail "$*: status $code"; fi
    grep -q "$expected" "$folder/sentence" || fail "$*: $(cat "$folder/sentence")"
    [ "$before" = "$(find "$folder/kept" -type f -exec md5sum {} +)" ] || fail "$*: a file has changed"
}
mkdir -p "$folder/kept/pictures"
echo '{"title": "A", "species": [{"name": "a"}]}' >"$folder/kept/own.json"
echo mine >"$folder/kept/pictures/mine.txt"
ln -s own.json "$folder/kept/link.y4m"
keeps "there are files in it" --film "$folder/kept/pictures"
keeps "is a file, allowed is a new or empty folder" --film "$folder/kept/own.json"
keeps "allowed a folder or FILE.y4m" --film "$folder/kept/film.mp4"
keeps "there is no folder" --film "$folder/none/film"
keeps "the same file" --film "$folder/kept/a.y4m" --csv "$folder/kept/a.y4m"
keeps "the same file" "$folder/kept/own.json" --film "$folder/kept/link.y4m"

start_display
refuses "an old OpenGL" "3.3" MESA_GL_VERSION_OVERRIDE=2.1
