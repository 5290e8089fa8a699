#include "app/command_line/memory.h"

#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "app/command_line/exit.h"
#include "core/world/memory/memory_need.h"

namespace drover::command_line {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
// What the program takes beside the world: libraries, and the unused ends of large pages.
constexpr std::uint64_t kBeside = std::uint64_t{16} << 20;
// Stacks and files take addresses too, most of them without memory behind them.
constexpr std::uint64_t kAddressesBeside = std::uint64_t{32} << 20;

std::uint64_t lessOf(std::uint64_t limit, std::uint64_t used) { return limit > used ? limit - used : 0; }

// The number that a file begins with; none if it says "max", or if there is no such file.
std::optional<std::uint64_t> numberIn(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::uint64_t number = 0;
    if (in >> number) return number;
    return std::nullopt;
}

// The number after a word, as in meminfo and memory.stat.
std::optional<std::uint64_t> numberAfter(const std::filesystem::path& file, std::string_view wanted) {
    std::ifstream in(file);
    for (std::string word; in >> word;) {
        std::uint64_t number = 0;
        if (word == wanted && in >> number) return number;
    }
    return std::nullopt;
}

std::uint64_t leftByMachine(const std::filesystem::path& root) {
    if (const auto kib = numberAfter(root / "proc/meminfo", "MemAvailable:")) return *kib * 1024;
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

// What the two versions of control groups call their files.
struct GroupFiles {
    const char *limit, *used, *given_back;  // the last: of memory.stat, cached files that can go at once
};
constexpr GroupFiles kVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles kVersion2{"memory.max", "memory.current", "inactive_file"};

// A group may not take more than those above it: all of them count.
std::uint64_t leftByGroups(const std::filesystem::path& mount, std::filesystem::path group,
                           const GroupFiles& files) {
    std::uint64_t least = kNoLimit;
    for (bool is_top = false; !is_top; group = group.parent_path()) {
        is_top = group.empty();
        const std::filesystem::path folder = mount / group;
        const auto limit = numberIn(folder / files.limit), used = numberIn(folder / files.used);
        if (!limit || !used) continue;
        const std::uint64_t cached = numberAfter(folder / "memory.stat", files.given_back).value_or(0);
        least = std::min(least, lessOf(*limit, lessOf(*used, cached)));
    }
    return least;
}

// Lines such as "0::/user.slice/a" and, of version 1, "4:memory:/a".
std::uint64_t leftByGroups(const std::filesystem::path& root) {
    std::uint64_t least = kNoLimit;
    std::ifstream in(root / "proc/self/cgroup");
    for (std::string line; std::getline(in, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string group = line.substr(std::min(line.find_first_not_of('/', second + 1), line.size()));
        const std::filesystem::path mount = root / "sys/fs/cgroup";
        if (controllers.empty()) least = std::min(least, leftByGroups(mount, group, kVersion2));
        if (controllers == "memory")
            least = std::min(least, leftByGroups(mount / "memory", group, kVersion1));
    }
    return least;
}

// Pages in use: all of the address space, and the data alone.
std::uint64_t leftByLimits(const std::filesystem::path& root) {
    std::ifstream in(root / "proc/self/statm");
    std::uint64_t all = 0, resident = 0, shared = 0, code = 0, unused = 0, data = 0;
    in >> all >> resident >> shared >> code >> unused >> data;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
    std::uint64_t least = kNoLimit;
    const auto take = [&](auto which, std::uint64_t pages) {
        rlimit limit{};
        if (getrlimit(which, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
        least = std::min(least, lessOf(limit.rlim_cur, pages * page + kAddressesBeside));
    };
    take(RLIMIT_AS, all);
    take(RLIMIT_DATA, data);
    return least;
}

}  // namespace

std::uint64_t availableMemory(const std::filesystem::path& root) {
    return std::min(lessOf(std::min(leftByMachine(root), leftByGroups(root)), kBeside), leftByLimits(root));
}

void requireMemory(const std::string& what, const world::Scenario& scenario) {
    if (Flaw flaw = world::flawOfCounts(scenario, availableMemory())) {
        flaw->file = what;
        throw exitFor(*flaw);
    }
}

void giveLargeBlocksTheirOwnPages() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
#endif
}

void leaveAddressesToThreads() {
#ifdef __GLIBC__
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
#endif
}

void giveBackFreeMemory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace drover::command_line
