#!/usr/bin/env bash
# Every step of every shipped lesson by mouse and keys, to its end; a picture of each result goes to the folder.
# Takes the time that the lessons take, so it is run by hand:
#
#     tests/ui/all_lessons.sh DROVER DROVER_LAB FOLDER [OPTIONS OF DROVER...]
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"
# shellcheck source=tests/ui/lesson_steps.sh
. "$(dirname "$0")/lesson_steps.sh"
lab=$2
pictures=$3
shift 3
mkdir -p "$pictures"
limit_s=300

take_picture() { # NAME
    local exports=$folder/state/drover/exports
    choose menu.file menu.save_window
    eventually "the answer" has message.close
    press Escape
    eventually "the answer to close" has_not message.close
    mv "$exports"/*.png "$pictures/$1.png"
}
drive() { # LESSON
    local step=1
    eventually "the list" has "lesson.list.$1"
    click "lesson.list.$1"
    while :; do
        eventually "question $step of $1" has_value lesson.step "$step of *"
        eventually "what is asked" has lesson.question
        predict
        eventually "the start" is_ready
        click lesson.run
        eventually "what happened" has lesson.verdict
        echo "$1 $step: $(value_of lesson.verdict) $(value_of lesson.hash) $(hash_of "$1" "$step")"
        take_picture "$1-$step"
        ! has_value lesson.next disabled || break
        click lesson.next
        step=$((step + 1))
    done
    click lesson.leave
}

screen=2000x1400x24
size=1280x720 open_window "$@"
unfold lessons
for name in $("$lab" lesson --names); do drive "$name"; done
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
