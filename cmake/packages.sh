# shellcheck shell=bash
# The packages that `run` and `check` install; both source this file. Debian names, with other systems' names
# below.

# shellcheck disable=SC2034  # used by those who source this
build_packages=(g++ cmake ninja-build ccache mold git pkg-config libfmt-dev nlohmann-json3-dev libcli11-dev libbenchmark-dev libhwy-dev
    liblua5.4-dev libsdl2-dev libglm-dev libimgui-dev libstb-dev libgl-dev python3-glad libgl1-mesa-dri fonts-inter fonts-dejavu-core)
# shellcheck disable=SC2034
test_packages=(libgtest-dev clang libclang-rt-dev clang-format-19 shellcheck xvfb xdotool xclip libx11-dev libegl1)
# shellcheck disable=SC2034
web_packages=(nodejs)  # runs what cmake/web/build.sh builds, which installs what it needs itself
# shellcheck disable=SC2034
full_packages=(nodejs chromium clang-tidy-19 debootstrap mmdebstrap)

# What does not belong to one checkout and takes long to make: a bare Debian, its packages, SDL2 for the browser.
# shellcheck disable=SC2034
kept=${XDG_CACHE_HOME:-${HOME-}/.cache}/drover

say() { printf '%s\n' "$*" >&2; }

other_systems() {
    cat >&2 <<'LIST'
This system has no apt. Drover needs a C++20 compiler, CMake 3.25 or later, Ninja, pkg-config, fmt, nlohmann-json, CLI11,
Google Benchmark, Highway, Lua 5.4, and for the window SDL2, GLM, Dear ImGui (with its SDL2 and OpenGL 3 backends), stb and
glad 2; the tests need GoogleTest, clang++, shellcheck, Xvfb, xdotool, xclip, libEGL and libX11 too. By package manager:
  dnf      gcc-c++ cmake ninja-build git fmt-devel json-devel cli11-devel google-benchmark-devel highway-devel lua-devel SDL2-devel glm-devel imgui-devel stb-devel gtest-devel clang ShellCheck
  pacman   gcc cmake ninja git fmt nlohmann-json cli11 benchmark highway lua sdl2 glm imgui stb glad gtest clang shellcheck
  zypper   gcc-c++ cmake ninja git fmt-devel nlohmann_json-devel cli11-devel benchmark-devel libhwy-devel lua54-devel SDL2-devel glm-devel gtest clang ShellCheck
  apk      g++ cmake ninja-build git fmt-dev nlohmann-json cli11 benchmark-dev highway-dev lua5.4-dev sdl2-dev glm-dev gtest-dev clang shellcheck
  brew     cmake ninja git fmt nlohmann-json cli11 google-benchmark highway lua sdl2 glm googletest llvm shellcheck
Going on with what is installed.
LIST
}

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Installs the named packages that are missing, and prints their names.
need_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        other_systems
        return 0
    fi
    local missing=() package
    for package in "$@"; do is_installed "$package" || missing+=("$package"); done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "Missing: ${missing[*]}"
            say "Install them as root, then run this again:  apt-get install ${missing[*]}"
            return 1
        fi
        as_root=(sudo)
    fi
    say "Installing with ${as_root[*]:+sudo }apt-get: ${missing[*]}"
    apt_get update -qq && apt_get install -y -qq --no-install-recommends "${missing[@]}"
}

# How long apt's locks are waited for. A new system runs its own updates in its first minutes.
apt_patience_s=300

# Runs apt-get with the caller's as_root. It has locks for lists, downloads and packages, and waits itself only
# for the last; so whichever another program holds, this tries again until it is free.
apt_get() {
    local begin=$SECONDS said='' trouble lock
    until trouble=$("${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get "$@" 2>&1 >/dev/null); do
        lock=$(grep -m 1 -E '(Could not get|Unable to acquire|Unable to lock|was locked|is locked)' <<<"$trouble") || {
            say "$trouble"
            return 1
        }
        if [ $((SECONDS - begin)) -ge "$apt_patience_s" ]; then
            say "Another program still holds apt's lock after $apt_patience_s s: ${lock#*: }"
            return 1
        fi
        [ "$lock" = "$said" ] || say "Waiting up to $apt_patience_s s for apt's lock: ${lock#*: }"
        said=$lock
        sleep 1
    done
    [ -z "$trouble" ] || say "$trouble"
}

targets=()
# build FOLDER [CMAKE ARGUMENTS]: configures if needed, then builds what changed, with a progress line on a
# terminal. With ccache, files that another checkout compiled are not compiled again. Set targets=(...) to
# build only those.
build() {
    local folder=$1 launcher=() wanted=(all)
    [ ${#targets[@]} -eq 0 ] || wanted=("${targets[@]}")
    shift
    if command -v ccache >/dev/null; then
        export CCACHE_BASEDIR=${home:?} CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=time_macros
        launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    fi
    # What a preset says may be another thing than when the folder was configured.
    if [ ! -e "$folder/build.ninja" ] || [ "$home/CMakePresets.json" -nt "$folder/build.ninja" ]; then
        say "Configuring ${folder#"$home"/}"
        cmake -S "$home" -B "$folder" -G Ninja "${launcher[@]}" "$@" >"$folder.log" 2>&1 || {
            cat "$folder.log" >&2
            say "Configuring failed: is a package missing?"
            return 1
        }
        say "Building ${folder#"$home"/}"
    fi
    if [ -t 1 ]; then
        NINJA_STATUS='[%f/%t, %es] ' cmake --build "$folder" --target "${wanted[@]}"
    else
        cmake --build "$folder" --target "${wanted[@]}" -- --quiet
    fi
}
