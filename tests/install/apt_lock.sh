#!/usr/bin/env bash
# Beside another apt, `run` and `check` wait for each of its locks, say at once for what, and go on when they are
# free. Here apt-get is a stand-in that takes locks of its own, by fcntl as apt does.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
command -v python3 >/dev/null || exit 77
place=$(mktemp -d)
holder=
trap '[ -z "$holder" ] || kill "$holder" 2>/dev/null || true; rm -rf "$place"' EXIT
fail() {
    echo "apt_lock.sh: $*" >&2
    cat "$place/said" >&2
    exit 1
}

mkdir "$place/bin"
cat >"$place/bin/apt-get" <<'FAKE'
#!/usr/bin/env python3
import fcntl, os, sys
folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
locks = {"update": ["lists"], "install": ["frontend", "archives"]}[sys.argv[1]]
if os.environ.get("DEBIAN_FRONTEND") != "noninteractive":
    sys.exit("E: it would ask")
if "no-such-package" in sys.argv:
    sys.exit("E: Unable to locate package no-such-package")
files = {name: open(f"{folder}/{name}", "w") for name in locks}
for name in locks:
    try:
        fcntl.lockf(files[name], fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.stderr.write(f"E: Could not get lock {folder}/{name}. It is held by process 1234 (other)\n")
        sys.exit(100)
print("\n".join(sys.argv[1:]))
open(f"{folder}/done", "a").write(" ".join(sys.argv[1:]) + "\n")
FAKE
cat >"$place/bin/sudo" <<'FAKE'
#!/bin/sh
exec "$@"
FAKE
printf '#!/bin/sh\necho not-installed\n' >"$place/bin/dpkg-query"
chmod +x "$place"/bin/*

hold() { # LOCK: until release
    rm -f "$place/$1.held"
    python3 -c '
import fcntl, sys, time
file = open(sys.argv[1], "w")
fcntl.lockf(file, fcntl.LOCK_EX)
open(sys.argv[1] + ".held", "w")
time.sleep(600)' "$place/$1" &
    holder=$!
    until_there "$place/$1.held"
}
release() {
    kill "$holder"
    wait "$holder" 2>/dev/null || true
    holder=
}
until_there() { while [ ! -e "$1" ]; do sleep 0.1; done; }
until_said() {
    while ! grep -q "$1" "$place/said"; do
        kill -0 "$asker" 2>/dev/null || fail "it ended before it said '$1'"
        sleep 0.1
    done
}
install() { # PATIENCE PACKAGE...
    (
        PATH="$place/bin:$PATH"
        # shellcheck source=cmake/packages.sh
        . "$home/cmake/packages.sh"
        # shellcheck disable=SC2034  # read there
        apt_patience_s=$1
        shift
        need_packages "$@"
    ) >"$place/out" 2>"$place/said"
}

for lock in lists frontend archives; do
    : >"$place/said"
    rm -f "$place/done"
    hold "$lock"
    install 300 one two &
    asker=$!
    until_said "^Waiting up to 300 s for apt's lock: Could not get lock $place/$lock. It is held by process 1234 (other)$"
    if grep -q install "$place/done" 2>/dev/null; then fail "$lock: it did not wait"; fi
    sleep 2 # it tries again, and says nothing again
    release
    wait "$asker" || fail "$lock: it did not go on"
    [ "$(grep -c Waiting "$place/said")" -eq 1 ] || fail "$lock: said more than once"
    grep -qx "install -y -qq --no-install-recommends one two" "$place/done" || fail "$lock: nothing was installed"
    [ ! -s "$place/out" ] || fail "$lock: it printed what apt prints"
done

hold lists
if install 1 one; then fail "it went on without the lock"; fi
grep -q "^Another program still holds apt's lock after 1 s: Could not get lock $place/lists" "$place/said" ||
    fail "it does not say why it ended"
release

if install 300 no-such-package; then fail "an error is no success"; fi
grep -q "Unable to locate package" "$place/said" || fail "an error is hidden"
if grep -q Waiting "$place/said"; then fail "an error is not waited for"; fi
