#!/usr/bin/env bash
# Checks which folders each folder may include. Includes go downward only, so that the core builds without a
# window and a view cannot change a world.
set -euo pipefail
cd "$(dirname "$0")/../.."

below_world="core/record core/people core/minds core/load core/flock core/meeting core/ground core/cores core/base"
world_rooms="core/world/scenario core/world/commands core/world/animals core/world/frame core/world/memory core/world/files"

allowed() {
    case $1 in
        core/base) row="core/base" ;;
        core/cores) row="core/cores core/base" ;;
        core/ground) row="core/ground core/base" ;;
        core/meeting) row="core/meeting core/cores core/base" ;;
        core/flock) row="core/flock core/meeting core/ground core/cores core/base" ;;
        core/load) row="core/load core/cores core/base" ;;
        core/people) row="core/people core/ground core/cores core/base" ;;
        core/record) row="core/record core/base" ;;
        core/minds) row="core/minds core/people core/meeting core/ground core/load core/cores core/base" ;;
        core/world/scenario) row="core/world/scenario $below_world" ;;
        core/world/commands) row="core/world/commands core/world/scenario $below_world" ;;
        core/world/animals) row="core/world/animals core/world/commands core/world/scenario $below_world" ;;
        core/world/frame) row="core/world/frame core/world/animals core/world/commands core/world/scenario $below_world" ;;
        core/world/memory) row="core/world/memory core/world/frame core/world/animals core/world/commands core/world/scenario $below_world" ;;
        core/world/files) row="core/world/files core/world/memory core/world/commands core/world/scenario $below_world" ;;
        core/world) row="core/world $world_rooms $below_world" ;;
        core/replay) row="core/replay core/cores core/world $world_rooms core/record core/load core/base" ;;
        render) row="render core/world $world_rooms core/people core/ground core/cores core/base" ;;
        app/chart) row="app/chart core/base" ;;
        app/command_line) row="app/command_line core/world $world_rooms core/load core/flock core/cores core/base" ;;
        app/lessons) row="app/lessons app/command_line app/chart core/world $world_rooms core/record core/base" ;;
        app/perception) row="app/perception app/command_line app/chart core/world $world_rooms core/load core/flock core/cores core/base" ;;
        app/lab) row="app/lab app/perception app/lessons app/command_line app/chart core/replay core/world $world_rooms core/record core/people core/minds core/load core/flock core/ground core/cores core/base" ;;
        app/web) row="app/web app/desktop app/command_line" ;;
        app/desktop) row="app/desktop app/perception app/lessons app/command_line app/chart render core/replay core/world $world_rooms core/record core/load core/flock core/people core/ground core/cores core/base" ;;
        *)
            echo "includes.sh: no row for $1" >&2
            return 1
            ;;
    esac
}

# Sets `folder` to the first two parts of a path, or three in core/world; all of render is one folder.
find_folder() {
    folder=${1%%/*}
    [ "$folder" = render ] && return
    local rest=${1#*/}
    folder=$folder/${rest%%/*}
    rest=${rest#*/}
    if [[ $folder == core/world && $rest == */* ]]; then folder=$folder/${rest%%/*}; fi
}

wrong=0
while IFS=: read -r file line text; do
    find_folder "$file"
    from=$folder
    target=${text#*\"}
    target=${target%%\"*}
    [[ $target == */* ]] || continue # generated, or beside the file
    find_folder "$target"
    allowed "$from"
    if [[ " $row " != *" $folder "* ]]; then
        echo "$file:$line: $from may not include $target (only $row)"
        wrong=1
    fi
done < <(grep -rnE '^ *# *include *"' core render app --include='*.h' --include='*.cpp' || true)

if grep -rnE '^ *# *include *[<"](SDL|imgui|glad|GL/|glm/)' core; then
    echo "core knows no window"
    wrong=1
fi
exit $wrong
