#!/usr/bin/env bash
# Takes along what the File menu offers: the recording, the measures, a picture; and a film of numbered pictures.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

exports=$folder/state/drover/exports

# take ENTRY FILE: asks for it in the menu, takes the name that is offered, sees the answer and the file, and
# closes the answer.
take() {
    choose menu.file "$1"
    eventually "the name $2" has_value files.path "$exports/$2"
    click files.take
    await_file "$2"
}
await_file() {
    eventually "the file $1" test -s "$exports/$1"
    eventually "the answer" has message.close
    press Escape
    eventually "the answer to close" has_not message.close
}

# A new folder, named from where one stands.
program=$(realpath "$program")
cd "$folder"
open_window --clock model --film film/ --compare elastic,process --view 1000,1000,800 plains
eventually "some frames" is_past 30
take menu.save_recording plains-1.drover
take menu.save_measures plains-1.csv
take menu.save_picture plains-1.png
take menu.save_window plains-2.png
choose menu.file menu.copy_command
await_file plains-2.drover
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"

# Width and height stand in a PNG's bytes 16 to 23.
pixels=$(od -An -tu1 -j16 -N8 "$exports/plains-1.png" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }')
[ "$pixels" = 3840x2160 ] || fail "the picture is $pixels"
rows=$(wc -l <"$exports/plains-1.csv")
[ "$rows" -gt 30 ] || fail "the measures have $rows lines"
pictures=$(find "$folder/film" -name 'frame-*.png' | wc -l)
[ "$pictures" -gt 30 ] || fail "the film has $pictures pictures"

# The recording opens in a window, and plays; a film in one file, whose frames have the window's size.
open_window "$exports/plains-1.drover" --theme light --film "$folder/film.y4m"
eventually "the recording to play" is_past 10
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
film=$folder/film.y4m
[ "$(head -n 1 "$film")" = "YUV4MPEG2 W1280 H720 F60:1 Ip A1:1 C444" ] || fail "the film begins otherwise"
bytes=$(($(stat -c %s "$film") - $(head -n 1 "$film" | wc -c)))
each=$((6 + 3 * 1280 * 720))
if [ $((bytes % each)) -ne 0 ] || [ $((bytes / each)) -le 10 ]; then fail "the film has $bytes bytes, $each a frame"; fi
