# A bare Debian in a folder of its own, for the scripts that try Drover there; they source this with $release and
# $keeps set, and `home`, the checkout. Exit code 69: none can be laid here, as when this is not root.
# shellcheck shell=bash
# shellcheck disable=SC2154  # set by those who source this

. "$home/cmake/packages.sh"
give_up() {
    say "$*"
    exit "${code:-1}"
}

[ "$(id -u)" -eq 0 ] || code=69 give_up "This must run as root: debootstrap and chroot need it."
command -v debootstrap >/dev/null || code=69 give_up "debootstrap is missing:  apt-get install debootstrap"

folder=$(mktemp -d "${TMPDIR:-/tmp}/drover-$release-XXXXXX")
root=$folder/root
log=$folder/log
child=
# Nothing of it is mounted where this script runs, so that this removes what the script made and no more.
clean_up() {
    local code=$?
    if [ -n "$child" ]; then
        kill -KILL "$child" 2>/dev/null || true
        wait "$child" 2>/dev/null || true
    fi
    if [ "$keeps" = --keep ]; then
        say "$folder stays: chroot $root"
    else
        rm -rf --one-file-system "$folder"
    fi
    exit "$code"
}
trap clean_up EXIT

# What was downloaded is kept, each release's in a folder of its own, so that the next run downloads less.
packages=$kept/packages/$release
mkdir -p "$root" "$packages"

# apart COMMAND...: with mounts and processes of its own, which are gone when it ends, however it ends.
apart() {
    unshare --mount --pid --fork --kill-child --propagation private "$@" &
    child=$!
    local code=0
    wait "$child" || code=$?
    child=
    return "$code"
}
# inside COMMAND: by bash in the bare Debian's checkout. Of this machine's settings it has a proxy's, and how many compile
# at once where that is set.
inside() {
    # shellcheck disable=SC2016  # expanded by the shell within
    apart bash -euc '
        root=$1 packages=$2 command=$3
        mount -t proc proc "$root/proc"
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
        mount -t tmpfs tmpfs "$root/dev/shm"
        mount --bind "$packages" "$root/var/cache/apt/archives"
        settings=(HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin)
        for name in http_proxy https_proxy CMAKE_BUILD_PARALLEL_LEVEL; do
            [ -z "${!name-}" ] || settings+=("$name=${!name}")
        done
        exec env -i "${settings[@]}" chroot "$root" bash -c "cd /root/drover; $command"
    ' bash "$root" "$packages" "$1"
}

# step WHAT COMMAND...: its output goes to the log, and is shown where it fails. Sets `took`.
took=0
step() {
    local what=$1 began=$SECONDS
    shift
    say "-- $what"
    if ! "$@" >"$log" 2>&1; then
        tail -n 80 "$log" >&2
        give_up "$release: failed after $((SECONDS - began)) s: $what"
    fi
    took=$((SECONDS - began))
}

# Where this machine's apt gets Debian from; without such a place debootstrap has its own.
mirror() {
    command -v apt-get >/dev/null || return 0
    # shellcheck disable=SC2016  # apt's own names
    apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 'Origin: Debian' 'Label: Debian' 2>/dev/null | head -n 1
}

# lay_down: the bare system.
lay_down() {
    local place file
    place=$(mirror)
    code=69 step "a bare $release" apart debootstrap --variant=minbase --cache-dir="$packages" "$release" "$root" ${place:+"$place"}
    for file in /etc/resolv.conf /etc/hosts; do [ ! -e "$file" ] || cp -L "$file" "$root/etc/"; done
    say "   Debian $(cat "$root/etc/debian_version"), $took s"
}
