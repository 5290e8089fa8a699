// What a world is said to need, held against what its run takes; and runs under limits, none of which may be
// killed. DROVER_WORLDS says how many random worlds.
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "lab_process.h"

#include "core/load/manager.h"

namespace drover::lab::memory_figures_test {
namespace {

namespace fs = std::filesystem;

// A control group of one's own, where this system lets one make it.
class Group {
  public:
    Group() {
        const std::string name = fmt::format("drover-test-{}", getpid());
        for (const auto& [mount, limit] : {std::pair{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"},
                                           {"/sys/fs/cgroup", "memory.max"}}) {
            std::error_code failure;
            const fs::path folder = fs::path(mount) / name;
            if (!fs::create_directory(folder, failure)) continue;
            folder_ = folder, limit_ = folder / limit;
            if (fs::exists(limit_)) return;
            fs::remove(folder_, failure);
            folder_.clear();
        }
    }
    ~Group() {
        std::error_code failure;
        if (isThere()) fs::remove(folder_, failure);
    }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    bool isThere() const { return !folder_.empty(); }
    void limit(double bytes) const { std::ofstream(limit_) << static_cast<std::uint64_t>(bytes); }
    // Of the process that calls it.
    void enter() const {
        const int file = ::open((folder_ / "cgroup.procs").c_str(), O_WRONLY);
        if (file < 0 || ::write(file, "0", 1) != 1) _exit(126);
        ::close(file);
    }

  private:
    fs::path folder_, limit_;
};

class MemoryFigures : public Lab {
  protected:
    void SetUp() override {
        if (!kHasLimits) GTEST_SKIP() << "no limit on the address space under a sanitizer";
        base_bytes = static_cast<double>(run("run one-flock", {}).peak_kib) * 1024.0;
    }
    struct Limits {
        double address_space = 0, group = 0;  // bytes; 0: none
    };
    Ended run(const std::string& command, const Limits& limits, int frames = 12) {
        if (limits.group > 0) group.limit(limits.group);
        const auto limit = [&] {
            if (limits.group > 0) group.enter();
            const auto most = static_cast<rlim_t>(limits.address_space);
            const rlimit room{most, most};
            if (most > 0 && setrlimit(RLIMIT_AS, &room) != 0) _exit(126);
        };
        return waitFor(
            startLine(fmt::format("{} {} --quiet --frames {}", DROVER_LAB, command, frames), limit));
    }
    std::string world() {
        const auto between = [&](double a, double b) {
            return std::exp2(std::uniform_real_distribution(a, b)(random));
        };
        const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
        const bool is_unfolded = below(4) == 0;
        const unsigned branching = 2 + below(3), depth = 1 + below(branching == 2 ? 5 : 3);
        // The last one is a user's own: what its script takes is its own affair.
        const double flocks = is_unfolded ? between(13, 16) : between(17, 18.5);
        return fmt::format(
            R"({{"title": "t", "text": "t", "seed": {}, "world": {{"world_size": {:.0f}}},
            "player": {{"x": 300, "y": 300}},
            "lod": {{"enabled": {}, "zone_width": {:.0f}, "max_leaves": {:.0f}, "reinit": "{}"}},
            "load": {{"manager": "{}", "budget": {{"policy": "fixed", "fixed_ms": {:.0f}}}}},
            "species": [{{"name": "a", "flocks": {:.0f}, "branching": {}, "depth": {}}}]}})",
            below(1000), between(10, 16), !is_unfolded, between(3, 7), between(17, 20),
            below(6) == 0 ? "retained" : "conserving",
            load::kManagers[below(static_cast<unsigned>(load::kManagers.size()) - 1)].name, between(6, 9.9),
            flocks, branching, depth);
    }
    struct Figure {
        double bytes = 0;
        bool is_most = false;  // the manager chooses the levels, so it may take less
    };
    // What the refusal says under a limit that nothing fits in.
    Figure figureOf(const std::string& file) {
        const Ended refused = run("run " + file, {.address_space = 40 * kMiB, .group = 0});
        EXPECT_EQ(refused.code, 71) << refused.err;
        for (const std::string words : {"need about ", "need up to "}) {
            const std::size_t at = refused.err.find(words);
            if (at == std::string::npos) continue;
            return {std::atof(refused.err.c_str() + at + words.size()) * kMiB, words == "need up to "};
        }
        ADD_FAILURE() << refused.err;
        return {};
    }
    int count() const {
        const char* const wanted = std::getenv("DROVER_WORLDS");
        return wanted != nullptr ? std::atoi(wanted) : 2;
    }

    Group group;
    double base_bytes = 0;  // of a run of a very small world
    std::mt19937_64 random{22};
};

TEST_F(MemoryFigures, ComeTrueAndNoLimitKills) {
    std::vector<double> ratios, most_ratios;
    std::map<int, int> ends;
    for (int i = 0; i < count(); ++i) {
        const std::string text = world(), file_name = file("world.json", text);
        const Figure figure = figureOf(file_name);
        // Where the figure is the most that a world may take: with time for all.
        const Ended free =
            figure.is_most ? run("run --budget-ms 1000 " + file_name, {}, 150) : run("run " + file_name, {});
        ASSERT_EQ(free.code, 0) << free.err;
        // The gate keeps 16 MiB for what the figure misses.
        const double taken = static_cast<double>(free.peak_kib) * 1024 - base_bytes;
        const double ratio = figure.bytes / taken;
        EXPECT_GT(figure.bytes + 16 * kMiB, taken) << text;
        // In small worlds the memory of the program itself blurs the ratio.
        if (figure.bytes > 32 * kMiB) (figure.is_most ? most_ratios : ratios).push_back(ratio);
        if (std::getenv("DROVER_WORLDS") != nullptr)
            fmt::print("{:.3f} of {:.0f} MiB: {}\n", ratio, figure.bytes / kMiB, text);
        for (const double share : {0.5, 0.9, 1.0, 1.1, 1.6}) {
            // 70 MiB are for what is beside the world; the group counts less of that.
            const double most = figure.bytes * share;
            for (const Limits& limits : {Limits{most + 70 * kMiB, 0}, Limits{0, most + 16 * kMiB},
                                         Limits{most + 70 * kMiB, most + 16 * kMiB}}) {
                if (limits.group > 0 && !group.isThere()) continue;
                const Ended ended = run("run " + file_name, limits);
                ++ends[ended.code];
                EXPECT_TRUE(ended.code == 0 || ended.code == 71)
                    << ended.code << " at " << share << ": " << ended.err << text;
            }
        }
    }
    ASSERT_FALSE(ratios.empty());
    std::ranges::sort(ratios);
    EXPECT_GT(ratios.front(), 0.85);
    EXPECT_LT(ratios.back(), 1.15);
    for (const double ratio : most_ratios) EXPECT_GT(ratio, 0.85);
    std::string counts;
    for (const auto& [code, times] : ends) counts += fmt::format(", {} with {}", times, code);
    fmt::print("{} worlds: figure over peak {:.2f} to {:.2f}, median {:.2f}; runs under limits{}\n",
               ratios.size(), ratios.front(), ratios.back(), ratios[ratios.size() / 2], counts);
}

}  // namespace
}  // namespace drover::lab::memory_figures_test
