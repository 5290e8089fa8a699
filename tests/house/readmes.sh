#!/usr/bin/env bash
# Checks what READMEs and guides say of files: each that one names in backticks or links to is there, each source file of a folder
# whose README has a table of files is in it, and the table of includes in ARCHITECTURE.md is that of includes.sh.
# shellcheck disable=SC2016  # the backticks are Markdown's
set -euo pipefail
cd "$(dirname "$0")/../.."
wrong=0
complain() {
    echo "$1"
    wrong=1
}

all=$(find . \( -path ./build -o -path ./.git \) -prune -o -print | sed 's|^\./||')
mapfile -t pages < <(grep -E '(^|/)README\.md$|^docs/.*\.md$|SCHEDULE\.md$|^CONTRIBUTING\.md$' <<<"$all")

# What stands in backticks, outside of examples.
words_of() { sed '/^```/,/^```/d' "$1" | grep -oE '`[^` ]+`' | tr -d '\140' | sort -u; }

# A name with an ending of sources, or with a slash at its end or behind the name of a folder. A name in capitals stands
# for another.
names_of() {
    words_of "$1" | grep -E '[a-z_]\.(h|cpp|inl|sh|mjs|js|py|md)$|^[a-z_/]+/$|^(core|app|render|assets|tests|docs|cmake)/' |
        grep -vE '[A-Z]{4,}_|NAME|FAMILY|[$:({|]' || true
}

# It is in the page's folder or below it, or a path from the root. Guides are about all folders, and tests lie elsewhere.
is_there() { # PAGE NAME
    local name=${2%/} folder=
    if [[ $1 == */* ]]; then folder=${1%/*}/; fi
    [ ! -e "$folder$name" ] && [ ! -e "$name" ] || return 0
    [[ $folder != docs/ && $name != *_test.cpp ]] || folder=
    name=${name//./\\.}
    grep -qE "^$folder(.*/)?${name//\*/[^/]*}\$" <<<"$all"
}
for page in "${pages[@]}"; do
    for name in $(names_of "$page"); do
        is_there "$page" "$name" || complain "$page: found $name, allowed files and folders that are there"
    done
    for link in $(tr '\n' ' ' <"$page" | grep -oE '\]\([^)#:]+\)' | tr -d '])(' || true); do
        [ -e "$(dirname "$page")/$link" ] || complain "$page: found a link to $link, allowed files that are there"
    done
done

# By its name, its name without an ending, or a pattern.
is_in_table() { # FILE WORDS...
    local file=${1##*/} word
    for word in "${@:2}"; do
        # shellcheck disable=SC2053  # the right side is a pattern
        [[ $file != $word && ${file%.*} != ${word%.*} && ${file%.*} != $word ]] || return 0
    done
    return 1
}
for page in "${pages[@]}"; do
    mapfile -t words < <(words_of "$page")
    while IFS='|' read -r _ cell _; do
        case $cell in
            *' file '*)  # the first row of a table
                folder=$(dirname "$page")/$(grep -oE '[a-z_]+/' <<<"$cell" || true)
                for file in "$folder"*.{h,cpp,js,mjs,py}; do
                    [ ! -e "$file" ] || is_in_table "$file" "${words[@]}" ||
                        complain "$page: its table has no row for ${file##*/}"
                done
                ;;
            *)
                for name in $(grep -oE '`[a-z_]+`' <<<"$cell" | tr -d '\140' || true); do
                    compgen -G "$folder$name.*" >/dev/null || complain "$page: found a row for $name, allowed files of $folder"
                done
                ;;
        esac
    done < <(awk '/^\| file/ { is_in = 1 } !/^\|/ { is_in = 0 } is_in' "$page")
done

# The rows of includes.sh, as ARCHITECTURE.md has them: without the folder itself and the rooms of core/world.
rows() {
    local folder row
    eval "$(grep -E '^(below_world|world_rooms)=' tests/house/includes.sh)"
    while IFS=: read -r folder row; do
        [[ $folder != core/world/* ]] || continue
        eval "row=\"$row\""
        row=$(tr ' ' '\n' <<<"$row" | grep -vE "^core/world/|^$folder\$" | sed 's|.*/||' | paste -sd, | sed 's/,/, /g' || true)
        echo "$folder: ${row:-no other folder}"
    done < <(sed -nE 's/^ *([a-z_/]+)\) row="(.*)" ;;$/\1:\2/p' tests/house/includes.sh)
}
told=$(sed -nE 's/^\| `([a-z_/]+)` \| [^|]* \| (.*) \|$/\1: \2/p' docs/ARCHITECTURE.md)
if ! difference=$(diff <(rows) <(echo "$told")); then
    complain "docs/ARCHITECTURE.md: its table of includes is not that of tests/house/includes.sh (<):"
    echo "$difference"
fi
exit $wrong
