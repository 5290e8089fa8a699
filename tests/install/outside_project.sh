#!/usr/bin/env bash
# An outside project in an empty folder finds the installed package, compiles against it and runs.
# outside_project.sh BUILD_FOLDER SOURCE_FOLDER CXX GENERATOR
set -euo pipefail
build=$1 source=$2 compiler=$3 generator=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/prefix" >"$folder/install.log"
cp "$source"/tests/install/consumer/* "$folder"
# Built with what built Drover: where CMake is left to choose, it takes make, which need not be installed.
cmake -S "$folder" -B "$folder/build" -G "$generator" -DCMAKE_PREFIX_PATH="$folder/prefix" -DCMAKE_CXX_COMPILER="$compiler"
cmake --build "$folder/build"
"$folder/build/consumer"
# The installed program finds its scenarios beside itself.
"$folder/prefix/bin/drover-lab" run seam --frames 10
