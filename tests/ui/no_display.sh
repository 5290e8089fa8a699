#!/usr/bin/env bash
# Without a display, with a dead one, or with a too old OpenGL, the program ends at once with status 69 and
# one sentence that says what to do.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

refuses() { # WHAT EXPECTED COMMAND...
    local what=$1 expected=$2 code=0
    shift 2
    timeout 30 env "$@" "$program" --frames 2 >"$folder/out" 2>"$folder/sentence" || code=$?
    [ "$code" -eq 69 ] || fail "$what: status $code"
    grep -q "$expected" "$folder/sentence" || fail "$what: $(cat "$folder/sentence")"
    [ "$(wc -l <"$folder/sentence")" -eq 1 ] || fail "$what: more than one line"
}
refuses "no display" drover-lab -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER
refuses "empty names" drover-lab -u SDL_VIDEODRIVER DISPLAY= WAYLAND_DISPLAY=
refuses "a dead display" drover-lab -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER DISPLAY=:4999
start_display
refuses "an old OpenGL" "3.3" MESA_GL_VERSION_OVERRIDE=2.1
