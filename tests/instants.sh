#!/usr/bin/env bash
# Ends runs at random instants: by TERM, INT and HUP, at a limit of the size of files (XFSZ), on a full disk (as root,
# else it is left out), and by KILL. Tables have whole rows, traces are whole where the run ends by itself, and what
# KILL leaves can be replayed and lacks less than a second. COUNT instants of each; one line for each at the end.
#     tests/instants.sh LAB [COUNT] [SEED] [TERM|INT|HUP|XFSZ|disk|KILL ...]
set -euo pipefail
set -m  # in the background SIGINT would be ignored

lab=$(realpath "$1")
count=${2:-30}
seed=${3:-$$}
ends=("${@:4}")
[ ${#ends[@]} -gt 0 ] || ends=(TERM INT HUP XFSZ disk KILL)
RANDOM=$seed
folder=$(mktemp -d /tmp/drover-instants-XXXXXX)
disk=$folder/disk
finish() {
    umount "$disk" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
mkfifo "$folder/nothing"
exec 9<>"$folder/nothing"
pause() { IFS= read -rt "$1" -u 9 || true; } # seconds; needs no process

fail() {
    echo "instants.sh, seed $seed: $*" >&2
    cp -r "$folder/run" "/tmp/drover-instants-failed-$$" 2>/dev/null || true
    exit 1
}

# Whole rows: each ends with a newline and has as many commas, or quotes, as the first.
is_whole() {
    [ -s "$1" ] || return 0
    [ -z "$(tail -c 1 "$1")" ] && LC_ALL=C awk -v mark="$2" '{ n = gsub(mark, "") } NR == 1 { all = n } n != all { exit 1 }' "$1"
}
lines_of() { if [ -e "$1" ]; then wc -l <"$1"; else echo 0; fi; }
look() {
    is_whole "$at/rows.csv" , || fail "$1: half a row in rows.csv"
    is_whole "$at/where.csv" , || fail "$1: half a row in where.csv"
    is_whole "$at/lines.json" '"' || fail "$1: half a line in lines.json"
    rows=$((rows + $(lines_of "$at/rows.csv")))
}
# In a process of its own: it becomes the lab.
begin() {
    exec "$lab" run "$folder/few.json" --quiet --frames 100000000 --csv "$at/rows.csv" --json-lines "$at/lines.json" \
        --trajectories "$at/where.csv" "$@" 2>"$folder/errors"
}
# Up to so many milliseconds, mostly from the first row on.
wait_some() {
    # Before it is the lab, the shell in it may swallow the signal.
    while [ -e "/proc/$pid/exe" ] && ! [ "/proc/$pid/exe" -ef "$lab" ]; do pause 0.001; done
    # Where this script was started with SIGINT ignored, the lab ignores it until it catches it.
    if [ $((RANDOM % 8)) -ne 0 ] || [ "$2" = INT ]; then
        while ! [ -s "$at/rows.csv" ] && kill -0 "$pid" 2>/dev/null; do pause 0.002; done
    fi
    printf -v instant '0.%03d' $((RANDOM % $1))
    pause "$instant"
}
await() {
    ended=0
    wait "$pid" 2>/dev/null || ended=$?
}

by_signal() { # NAME STATUS
    local i
    at=$folder/run rows=0
    for ((i = 0; i < count; ++i)); do
        rm -rf "${at:?}"/*
        begin --trace "$at/trace.json" &
        pid=$!
        wait_some 60 "$1"
        kill -"$1" "$pid"
        await
        [ "$ended" -eq "$2" ] || fail "$1 after $instant s: status $ended: $(cat "$folder/errors")"
        look "$1 after $instant s"
        # A signal that comes before it is caught leaves what has been written: nothing. On a machine so busy that a
        # frame takes long the program ends within one, and the trace is cut behind an event.
        [ ! -s "$at/trace.json" ] || [ "$(tail -n 1 "$at/trace.json")" = "]" ] || grep -q 'stopped within a frame' "$folder/errors" ||
            fail "$1 after $instant s: half a trace"
    done
    echo "$1: $count instants, $rows rows, none of them half"
}
by_size() {
    local i limit
    at=$folder/run rows=0
    for ((i = 0; i < count; ++i)); do
        limit=$((1 + RANDOM % 300))
        rm -rf "${at:?}"/*
        (ulimit -f $limit && begin) && fail "XFSZ at $limit KiB: ended well"
        grep -q 'File too large' "$folder/errors" || fail "XFSZ at $limit KiB: $(cat "$folder/errors")"
        look "XFSZ at $limit KiB"
    done
    echo "XFSZ: $count sizes, $rows rows, none of them half"
}
by_full_disk() {
    local i size
    mkdir -p "$disk"
    if ! mount -t tmpfs -o size=64k tmpfs "$disk" 2>/dev/null; then
        echo "full disk: left out, only root can mount one"
        return
    fi
    at=$disk/run rows=0
    mkdir "$at"
    for ((i = 0; i < count; ++i)); do
        size=$((4 * (2 + RANDOM % 100)))
        rm -rf "${at:?}"/*
        mount -o remount,size=${size}k "$disk"
        (begin) && fail "a disk of $size KiB: ended well"
        grep -q 'No space left' "$folder/errors" || fail "a disk of $size KiB: $(cat "$folder/errors")"
        look "a disk of $size KiB"
    done
    umount "$disk"
    echo "full disk: $count sizes, $rows rows, none of them half"
}
# The system itself may be killed within a write: what stands behind the last newline.
drop_part() {
    [ ! -s "$1" ] || [ -z "$(tail -c 1 "$1")" ] || { parts=$((parts + 1)) && sed -i '$d' "$1"; }
}
# Each run that was killed has a recording that lacks at most a second of the world, by the rows that it wrote: 60
# frames, and what one frame adds.
by_kill() {
    local i frames had file most=0 empty=0
    parts=0
    at=$folder/run rows=0
    for ((i = 0; i < count; ++i)); do
        rm -rf "${at:?}"/*
        begin --record "$at/run.drover" &
        pid=$!
        wait_some $((RANDOM % 10 == 0 ? 999 : 60)) KILL
        kill -KILL "$pid"
        await
        [ "$ended" -eq 137 ] || fail "KILL after $instant s: status $ended: $(cat "$folder/errors")"
        for file in "$at"/rows.csv "$at"/where.csv "$at"/lines.json; do drop_part "$file"; done
        look "KILL after $instant s"
        had=$(lines_of "$at/rows.csv")
        frames=0
        if [ -s "$at/run.drover" ]; then
            "$lab" replay "$at/run.drover" --quiet --csv "$folder/again.csv" || fail "KILL after $instant s: cannot be replayed"
            frames=$(($(wc -l <"$folder/again.csv") - 1))
        else
            empty=$((empty + 1))
        fi
        [ "$had" -le $((frames + 62)) ] || fail "KILL after $instant s: $had rows, but $frames frames are recorded"
        [ "$frames" -le "$most" ] || most=$frames
    done
    echo "KILL: $count instants, $rows rows, $parts unfinished at the end; recordings of up to $most frames, $empty before the first"
}

mkdir "$folder/run"
# A world that begins at once.
echo '{"title": "A few", "text": "Twelve that follow each other.", "species": [], "pursuit": {"agents": 12}}' >"$folder/few.json"
for end in "${ends[@]}"; do
    case $end in
        TERM) by_signal TERM 143 ;;
        INT) by_signal INT 130 ;;
        HUP) by_signal HUP 129 ;;
        XFSZ) by_size ;;
        disk) by_full_disk ;;
        KILL) by_kill ;;
        *) fail "$end: allowed TERM INT HUP XFSZ disk KILL" ;;
    esac
done
echo "seed $seed, $SECONDS s"
