#include "app/lab/ordeal/workers.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <vector>

#include "app/lab/ordeal/apart.h"
#include "core/base/outside_text.h"

namespace drover::lab::ordeal {
namespace {

struct Job {
    Apart apart;
    std::uint64_t seed = 0;
};

// What is worked out once in a process, for all worlds in which herds meet: before there are others.
void makeSharedTables() {
    world::Scenario scenario;
    scenario.species.resize(1);
    scenario.species[0].name = "a", scenario.species[0].kind.depth = 0;
    scenario.relations = {{"a", "a"}};
    static_cast<void>(world::World(scenario));
}

void print(std::uint64_t seed, const Outcome& outcome, bool prints_all) {
    if (!outcome.failure.empty())
        fmt::print("drover-lab ordeal {}  # {}\n", seed, shown(outcome.failure));
    else if (prints_all)
        fmt::print("{} {:016x} {} frames{}\n", seed, outcome.hash, outcome.frames,
                   outcome.is_refused ? ", refused" : "");
    std::fflush(stdout);
}

}  // namespace

Lived liveMany(const Wanted& wanted) {
    makeSharedTables();
    const auto start = std::chrono::steady_clock::now();
    Lived lived;
    const auto passed_s = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    std::vector<Job> jobs(wanted.jobs);
    std::uint64_t begun = 0, under_way = 0;
    const auto beginNext = [&](Job& job) {
        const bool is_over = begun == wanted.seeds || (wanted.seconds > 0 && passed_s() >= wanted.seconds) ||
                             (wanted.stops_at_failure && lived.failures > 0);
        if (is_over) return;
        job.seed = wanted.first_seed + begun++;
        job.apart.begin(lifeOf(job.seed));
        ++under_way;
    };
    for (Job& job : jobs) beginNext(job);
    while (under_way > 0) {
        int status = 0;
        const pid_t process = ::waitpid(-1, &status, 0);
        if (process < 0 && errno != EINTR) break;
        const auto job =
            std::ranges::find_if(jobs, [&](const Job& one) { return one.apart.process() == process; });
        if (job == jobs.end()) continue;
        --under_way, ++lived.lives;
        const Outcome outcome = job->apart.end(status);
        lived.failures += !outcome.failure.empty();
        print(job->seed, outcome, wanted.prints_all);
        beginNext(*job);
    }
    for (const Job& job : jobs) lived.coverage.add(job.apart.coverage());
    lived.wall_s = passed_s();
    rusage used = {};
    ::getrusage(RUSAGE_CHILDREN, &used);
    for (const timeval time : {used.ru_utime, used.ru_stime})
        lived.processor_s += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    return lived;
}

}  // namespace drover::lab::ordeal
