#!/usr/bin/env bash
# Checks which folders each folder may include. Includes go downward only, so that the core builds without a
# window and a view cannot change a world.
set -euo pipefail
cd "$(dirname "$0")/../.."

allowed() {
    case $1 in
        core/base) echo core/base ;;
        core/flock) echo core/flock core/base ;;
        core/load) echo core/load core/base ;;
        core/record) echo core/record core/base ;;
        core/minds) echo core/minds core/load core/base ;;
        core/world) echo core/world core/record core/minds core/load core/flock core/base ;;
        core/replay) echo core/replay core/world core/record core/load core/base ;;
        render) echo render core/world core/base ;;
        app/svg) echo app/svg core/base ;;
        app/command_line) echo app/command_line core/world core/load core/flock core/base ;;
        app/lessons) echo app/lessons app/command_line app/svg core/world core/record core/base ;;
        app/lab) echo app/lab app/lessons app/command_line app/svg core/replay core/world core/record core/minds core/load core/flock core/base ;;
        app/desktop) echo app/desktop app/lessons app/command_line app/svg render core/replay core/world core/record core/load core/flock core/base ;;
        *) echo "includes.sh: no row for $1" >&2; return 1 ;;
    esac
}

wrong=0
while IFS=: read -r file line text; do
    folder=$(cut -d/ -f1-2 <<<"$file")
    [[ $file == render/* ]] && folder=render
    target=${text#*\"}
    target=${target%%\"*}
    [[ $target == */* ]] || continue # generated, or beside the file
    target_folder=$(cut -d/ -f1-2 <<<"$target")
    [[ $target == render/* ]] && target_folder=render
    row=$(allowed "$folder")
    if [[ " $row " != *" $target_folder "* ]]; then
        echo "$file:$line: $folder may not include $target (only $row)"
        wrong=1
    fi
done < <(grep -rnE '^ *# *include *"' core render app --include='*.h' --include='*.cpp' || true)

if grep -rnE '^ *# *include *[<"](SDL|imgui|glad|GL/|glm/)' core; then
    echo "core knows no window"
    wrong=1
fi
exit $wrong
