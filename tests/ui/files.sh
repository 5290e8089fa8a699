#!/usr/bin/env bash
# Files by the keyboard alone: save under another name, asked before something is overwritten, and open it again
# with completion, arrows and the way up. Commands are saved and opened too.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

exports=$folder/state/drover/exports
mkdir -p "$folder/class/old"

# Frames may be slow: each key waits for what it does.
types() { xdotool type --delay 30 -- "$1"; }
is_path() { has_value files.path "$1" && is_typed_into files.path; }
erase_path() {
    press ctrl+a BackSpace
    eventually "an empty path" is_path ""
}

export HOME=$folder
home="~" # as one types it
mkfifo "$folder/class/pipe.json"
open_window plains --clock model --csv "$folder/class/rows.csv"
eventually "some frames" is_past 60

# The name that is offered is a free one in the folder of exports.
press ctrl+s
eventually "the dialog with a name" is_path "$exports/plains-1.drover"
erase_path
types "$folder/class/first"
eventually "the name" is_path "$folder/class/first"
press Return
eventually "the file with its ending" test -s "$folder/class/first.drover"
eventually "the answer" has message.close
press Escape
eventually "the answer to close" has_not message.close

# Asks to save under the name of the file that is there.
save_as_the_first() {
    press ctrl+s
    eventually "the dialog" is_path "$exports/plains-1.drover"
    erase_path
    types "$home/class/first.drover"
    eventually "the name" is_path "$home/class/first.drover"
    press Return
    eventually "the question" has_value files.note "*is there already*"
}

# Nothing is overwritten without a second Enter.
size_before=$(stat -c %s "$folder/class/first.drover")
eventually "more frames" is_past 200
save_as_the_first
[ "$(stat -c %s "$folder/class/first.drover")" -eq "$size_before" ] || fail "it was overwritten unasked"
press Escape
eventually "the dialog to close" has_not files
save_as_the_first
press Return
eventually "the answer" has message.close
[ "$(stat -c %s "$folder/class/first.drover")" -gt "$size_before" ] || fail "it was not overwritten"
press Escape
eventually "the answer to close" has_not message.close

# The commands of this world, which is not there yet.
type_into load.budget_ms 2
choose menu.file menu.save_commands
eventually "the dialog" is_path "$exports/plains-1.jsonl"
press Return
eventually "the commands" test -s "$exports/plains-1.jsonl"
eventually "the answer" has message.close
press Escape
eventually "the answer to close" has_not message.close
grep -q '"command": *"budget"' "$exports/plains-1.jsonl" || fail "the commands lack the budget"

# Open: the way up, a name completed, an entry by the arrows.
press ctrl+o
eventually "the last folder" is_path "$exports/"
press BackSpace
eventually "the folder above" is_path "$folder/state/drover/"
erase_path
types "$home/cl"
press Tab
eventually "the folder completed" is_path "$home/class/"
eventually "its files" has "files.entry.first.drover"
press Down Down
eventually "the file pointed at" has_value "files.entry.first.drover" pointed
press Return
eventually "the dialog to close" has_not files
says_past() { value_of time.place | grep -q 'in the past'; }
eventually "the recorded past" says_past

# Commands are given to the scenario from its beginning.
press ctrl+o
eventually "the last folder" is_path "$folder/class/"
erase_path
types "$exports/plains-1.jsonl"
eventually "the name" is_path "$exports/plains-1.jsonl"
press Return
eventually "the dialog to close" has_not files
is_young() { [ "$(frame)" -lt 150 ]; }
eventually "the world to begin" is_young
eventually "the budget of the commands" is_about load.budget_ms 2 0.001

# A file that the program is writing stays as it is, also after a second Enter.
choose menu.file menu.save_measures
eventually "the dialog" is_typed_into files.path
erase_path
types "$folder/class/rows.csv"
eventually "the name" is_path "$folder/class/rows.csv"
press Return
eventually "the question" has_value files.note "*is there already*"
press Return
eventually "the refusal" has message.close
press Escape
eventually "the answer to close" has_not message.close
rows=$(wc -l <"$folder/class/rows.csv")
grows() { [ "$(wc -l <"$folder/class/rows.csv")" -gt "$rows" ]; }
eventually "more rows in the same file" grows

# A pipe is no file to open: the window would wait for it.
press ctrl+o
eventually "the dialog" is_typed_into files.path
erase_path
types "$folder/class/pipe.json"
eventually "the pipe" is_path "$folder/class/pipe.json"
press Return
eventually "the refusal" has message.close
press Escape
eventually "the answer to close" has_not message.close

press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
