#!/usr/bin/env bash
# Runs clang's libFuzzer on every reader, under the address and undefined behaviour sanitizers:
#     tests/fuzz/run.sh HOURS [READER...]
# HOURS may be a fraction, and is for all readers together; 1000000x: a million inputs for each reader. The inputs that
# reach new code are kept in build/fuzz/corpus and are the beginning of the next run; what fails is left in build/fuzz.
# Ends with 1 if anything failed.
set -euo pipefail
home=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=cmake/packages.sh
. "$home/cmake/packages.sh"
cd "$home"

hours=${1:?usage: run.sh HOURS [READER...]}
shift
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=(scenario commands lesson answers schedule recording replay spike axis settings)
need_packages "${build_packages[@]}" "${test_packages[@]}"

folder=$home/build/fuzz
mkdir -p "$folder"
# shellcheck disable=SC2034  # build reads it
targets=("${readers[@]/#/fuzz_}")
build "$folder" -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_CXX_FLAGS="-O1 -g1 -fsanitize=fuzzer-no-link" \
    -DDROVER_SANITIZE=address,undefined,float-cast-overflow -DDROVER_TESTS=ON -DDROVER_FUZZ=ON

case $hours in
    *x) limit=-runs=${hours%x} ;;
    *)
        seconds=$(awk -v h="$hours" -v n=${#readers[@]} 'BEGIN { s = int(h * 3600 / n); print s < 1 ? 1 : s }')
        limit=-max_total_time=$seconds
        ;;
esac
failed=0
for reader in "${readers[@]}"; do
    corpus=$folder/corpus/$reader
    mkdir -p "$corpus"
    case $reader in
        scenario) seeds=assets/scenarios ;;
        lesson) seeds=assets/lessons ;;
        *) seeds=tests/fuzz/corpus ;;
    esac
    if ! "$folder/tests/fuzz/fuzz_$reader" "$limit" -rss_limit_mb=512 -timeout=25 -print_final_stats=1 \
        -dict=tests/fuzz/words.dict -artifact_prefix="$folder/$reader-" "$corpus" "$seeds" >"$folder/$reader.log" 2>&1; then
        failed=1
        echo "$reader: FAILED, see $folder/$reader.log"
    fi
    awk -v reader="$reader" '/number_of_executed_units/ { runs = $2 } /peak_rss_mb/ { peak = $2 }
        END { print reader ": " runs + 0 " inputs, at most " peak + 0 " MiB" }' "$folder/$reader.log"
done
exit $failed
