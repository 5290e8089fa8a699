#!/usr/bin/env bash
# The packages on a bare Debian: makes them there, or takes those of a folder, checks them with lintian, installs the
# .deb files on a second bare system, runs lab and window, and purges them: no file may be left. Also runs the archive
# from a folder of its own. By hand and as root.
#   package.sh bookworm|trixie [FOLDER]
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

release=${1-} made=${2-}
keeps=
case $release in
    bookworm | trixie) ;;
    *)
        echo "usage: tests/install/package.sh bookworm|trixie [FOLDER]" >&2
        exit 64
        ;;
esac
[ -z "$made" ] || made=$(cd "$made" && pwd)
# shellcheck source=tests/install/bare_debian.sh
. "$home/tests/install/bare_debian.sh"

lay_down
mkdir -p "$root/root/drover"
if [ -z "$made" ]; then
    rmdir "$root/root/drover"
    step "the last commit" git clone --quiet --no-hardlinks "file://$home" "$root/root/drover"
    step "./run --package" inside "./run --package"
    made=$folder/made
    cp -r "$root/root/drover/build/packages" "$made"
    say "   $(cd "$made" && echo *), $took s"
    rm -rf --one-file-system "$root"
    mkdir -p "$root"
    lay_down
    mkdir -p "$root/root/drover"
fi
cp "$made"/*.deb "$made"/*.tar.zst "$root/root/drover/"

# What the programs themselves need comes with them; these are what this script runs, and what a purge keeps.
step "tools" inside "apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq lintian appstream desktop-file-utils zstd xvfb xauth man-db"
# This tag repeats what appstreamcli says. The script runs appstreamcli itself, below.
step "lintian" inside "lintian --fail-on error,warning --suppress-tags appstream-metadata-validation-failed *.deb"
say "   lintian finds no error and no warning"
# Caches that every installation writes are no files of ours.
files() { inside "find / -xdev \\( -path /proc -o -path /root -o -path /tmp -o -path /var/cache -o -path /var/log -o -path /var/lib/dpkg \
    -o -path /var/lib/apt -o -path /etc -o -path /dev \\) -prune -o -type f -print" | sort >"$1"; }
step "what they depend on" inside "
    for package in *.deb; do dpkg-deb -f \$package Depends Recommends; done | sed 's/.*: //; s/([^)]*)//g; s/,/\n/g' |
        sed 's/|.*//; s/ //g' | grep -v '^drover' | sort -u | xargs apt-get install -y -qq"
files "$folder/before"
step "install" inside "apt-get install -y -qq ./drover_*.deb ./drover-lab_*.deb ./libdrover-dev_*.deb"
hash=$(sed -n 's/^plains //p' "$home/tests/golden/hashes.txt")
step "the lab" inside "drover-lab run --hash --quiet"
[ "$(tail -n 1 "$log")" = "$hash" ] || give_up "$release: the hash is $(tail -n 1 "$log"), not $hash"
step "the window" inside "xvfb-run -a drover plains --clock model --frames 60 --screenshot /tmp/window.png && test -s /tmp/window.png"
step "the manuals" inside "man --warnings drover drover-lab | grep -q SUBCOMMANDS"
# The project has no homepage; the appstreamcli of Debian 13 warns of that.
case $release in
    bookworm) without_homepage= ;;
    trixie) without_homepage=--override=url-homepage-missing=info ;;
esac
step "metainfo and desktop entry" inside "appstreamcli validate --no-net $without_homepage /usr/share/metainfo/org.drover.Drover.metainfo.xml
    desktop-file-validate /usr/share/applications/drover.desktop"
step "purge" inside "apt-get purge -y -qq drover drover-lab libdrover-dev"
files "$folder/after"
if left=$(comm -13 "$folder/before" "$folder/after" | grep -i drover); then give_up "$release: left behind: $left"; fi
say "   no file of drover is left"
step "the archive" inside "mkdir /tmp/any && tar -C /tmp/any --strip-components 1 -xf *.tar.zst && /tmp/any/bin/drover-lab run --hash --quiet"
[ "$(tail -n 1 "$log")" = "$hash" ] || give_up "$release: the archive's hash is $(tail -n 1 "$log"), not $hash"
say "-- $release: all passed, $SECONDS s"
