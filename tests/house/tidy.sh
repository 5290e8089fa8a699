#!/usr/bin/env bash
# clang-tidy with the checks of .clang-tidy over each file alone, as a compiler sees it without its neighbours: so each
# file also includes what it needs.
#   tidy.sh [FILES...]     all files of core, render and app, or those whose paths contain one of these words
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=build/alone
cmake --preset dev -B "$folder" -DCMAKE_UNITY_BUILD=OFF -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang \
    -DDROVER_TESTS=OFF >build/alone.log
cmake --build "$folder" --target drover_commit -- --quiet  # which writes a header
words=$(printf '%s\n' "${@:-.}")
mapfile -t files < <(find core render app -name '*.cpp' ! -name '*_browser.cpp' ! -path 'app/web/*' | grep -F -e "$words" |
    LC_ALL=C sort)
[ "${#files[@]}" -gt 0 ] || { echo "found no file whose path contains: $*" >&2; exit 64; }
# Exit code 1: something was found, or a file does not compile alone. What a header brings along may be used.
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 4 clang-tidy-19 -p "$folder" --quiet --header-filter= 2>"$folder/said" |
    grep -E ': (error|warning):' | grep -v 'no header providing' | LC_ALL=C sort -u >"$folder/found" || [ "${PIPESTATUS[1]}" -eq 0 ] ||
    { tail -n 5 "$folder/said" >&2; cat "$folder/found"; exit 1; }
echo "clang-tidy finds nothing in ${#files[@]} files"
