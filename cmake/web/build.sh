#!/usr/bin/env bash
# Builds targets of the preset "web" with Debian 13's emscripten: build.sh drover_page golden_states ...
# On Debian 12, whose emscripten is too old, root gets a bare Debian 13, laid once in the cache. Exit code 69: this
# system cannot.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$home/cmake/packages.sh"
cd "$home" && mkdir -p build
root=$kept/debian13

# What is not released yet has no number.
debian=$(. /etc/os-release 2>/dev/null && [ "${ID-}" = debian ] && echo "${VERSION_ID:-99}") || debian=0

# Runs a command there, with this folder at the same place.
in_debian13() {
    local inside=(env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 chroot "$root" "$@")
    local propagation=private  # a root that is no mount of its own has none to change
    unshare --mount true 2>/dev/null || propagation=unchanged
    # shellcheck disable=SC2016  # the inner shell expands it
    unshare --mount --propagation "$propagation" bash -euc 'root=$1 home=$2 cache=$3; shift 3
        mkdir -p "$root$home" "$root/root/.cache/ccache"
        mount --bind "$home" "$root$home"
        [ -z "$cache" ] || mount --bind "$cache" "$root/root/.cache/ccache"
        mount --rbind /dev "$root/dev"
        mount -t proc proc "$root/proc"
        exec "$@"' - "$root" "$home" "$cache" "${inside[@]}"
}

lay_debian13() {
    [ ! -e "$root.whole" ] || return 0
    need_packages mmdebstrap
    say "Laying a bare Debian 13 in $root, once; with emscripten it takes 3 GB"
    rm -rf "$root" && mkdir -p "$kept"
    mmdebstrap --quiet --variant=minbase --include=ca-certificates trixie "$root" || {
        say "A Debian 13 cannot be laid here"
        exit 69
    }
    touch "$root.whole"
}

# The sources of Lua, SDL2 and Dear ImGui, as Debian has them; apt needs to be asked for sources apart.
fetch_parts() {
    [ ! -e "$parts/fetched" ] || return 0
    say "Fetching the sources of Lua, SDL2 and Dear ImGui"
    rm -rf "$parts"
    local asked=$parts/apt/asked file
    mkdir -p "$asked" "$parts/apt/lists/partial" "$parts/apt/archives/partial"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        [ ! -f "$file" ] || sed 's/^deb /deb-src /; s/^Types:.*/Types: deb-src/' "$file" >"$asked/${file##*/}"
    done
    local apart=(-o "Dir::Etc::SourceList=$asked/sources.list" -o "Dir::Etc::SourceParts=$asked"
        -o "Dir::State::Lists=$parts/apt/lists" -o "Dir::Cache=$parts/apt" -o APT::Sandbox::User=root)
    (cd "$parts" && apt-get -qq "${apart[@]}" update &&
        apt-get -qq "${apart[@]}" source lua5.4 imgui libsdl2) >"$parts/fetch.log" 2>&1 || {
        cat "$parts/fetch.log" >&2
        return 1
    }
    touch "$parts/fetched"
}

# For the page, and only what a canvas needs.
build_sdl() {
    [[ ! -e $parts/sdl/lib/libSDL2.a && " $* " == *" drover_page "* ]] || return 0
    say "Building SDL2"
    local without=() part
    for part in AUDIO JOYSTICK HAPTIC HIDAPI SENSOR POWER RENDER TEST; do without+=("-DSDL_$part=OFF"); done
    (emcmake cmake -S "$parts"/libsdl2-* -B "$parts/sdl-build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DSDL_SHARED=OFF -DSDL_STATIC=ON "${without[@]}" -DCMAKE_INSTALL_PREFIX="$parts/sdl" &&
        cmake --build "$parts/sdl-build" --target install) >"$parts/sdl.log" 2>&1 || {
        tail -n 30 "$parts/sdl.log" >&2
        return 1
    }
}

if [ "$debian" -lt 12 ] || { [ "$debian" -eq 12 ] && [ "$(id -u)" -ne 0 ]; }; then
    say "The page is built with Debian 13's emscripten and sources: it needs Debian 13 or later, or Debian 12 as root, which
gets a bare Debian 13 in $kept."
    exit 69
fi
if [ "$debian" -eq 12 ]; then
    lay_debian13
    cache=""
    if command -v ccache >/dev/null; then cache=$(ccache -k cache_dir) && mkdir -p "$cache"; fi
    in_debian13 bash "$home/cmake/web/build.sh" "$@"
    exit
fi
need_packages emscripten cmake ninja-build git dpkg-dev ccache libfmt-dev nlohmann-json3-dev libcli11-dev libhwy-dev \
    libglm-dev libstb-dev fonts-inter fonts-dejavu-core
export EM_COMPILER_WRAPPER=/usr/bin/ccache CCACHE_BASEDIR=$home CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=time_macros
parts=$kept/web-parts
fetch_parts
mkdir -p "$parts/sdl/include/SDL2"  # CMake looks for it, even where nothing is built with it
build_sdl "$@"
if [ ! -e build/web/build.ninja ]; then
    say "Configuring build/web"
    cmake --preset web -DDROVER_PARTS="$parts" >build/web.log 2>&1 || {
        cat build/web.log >&2
        exit 1
    }
fi
say "Building build/web"
cmake --build build/web --target "$@" -- --quiet
