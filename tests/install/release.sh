#!/usr/bin/env bash
# Drover on a bare Debian: lays one down in a folder of its own, takes the last commit there, and runs what a newcomer
# runs: ./run and ./check --quick. By hand and as root: it takes as long as two builds from nothing.
#   release.sh bookworm|trixie [--keep]     --keep leaves the folder, and says where
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

release=${1-} keeps=${2-}
case "$release $keeps" in
    "bookworm " | "trixie " | "bookworm --keep" | "trixie --keep") ;;
    *)
        echo "usage: tests/install/release.sh bookworm|trixie [--keep]" >&2
        exit 64
        ;;
esac
# shellcheck source=tests/install/bare_debian.sh
. "$home/tests/install/bare_debian.sh"

lay_down
step "the last commit" git clone --quiet --no-hardlinks "file://$home" "$root/root/drover"
say "   $(git -C "$root/root/drover" log -1 --format='%h %s'), $took s"

# Without a display it runs the lab: 2,000 frames of the plains, whose last line is the hash.
step "./run --hash" inside "./run --hash"
hash=$(tail -n 1 "$log")
expected=$(sed -n 's/^plains //p' "$home/tests/golden/hashes.txt")
[ "$hash" = "$expected" ] || give_up "$release: the hash is $hash, and tests/golden/hashes.txt has $expected"
say "   hash $hash, as in tests/golden/hashes.txt, $took s"
say "   $(inside "build/release/app/lab/drover-lab --version")"

step "./check --quick" inside "./check --quick"
passed=$(grep -E '^[0-9]+% tests passed' "$log") || give_up "$release: no test was run"
say "   $passed, in $(sed -n 's/^Total Test time (real) = *//p' "$log"); with the build $took s"
if grep -E '\*\*\*Skipped|\(Skipped\)' "$log" >&2; then give_up "$release: tests were skipped"; fi

say "-- $release: all passed, $SECONDS s"
