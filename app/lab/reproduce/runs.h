// The runs of an experiment that do not depend on each other, on several cores at once. people_runs.cpp,
// managers.cpp and one_loop.cpp use it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/lab/progress.h"
#include "app/lab/reproduce/experiment.h"
#include "core/cores/team.h"

namespace drover::lab {

// What run(i) gives for each i below `count`, in their order. Where real time is measured, each run has the
// machine for itself.
template <class Run>
auto allRuns(const Session& session, std::uint32_t count, bool measures_time, Run run) {
    std::vector<decltype(run(std::uint32_t{}))> out(count);
    const std::unique_ptr<cores::Team> team = cores::makeTeam(measures_time ? 1 : cores::coresToUse());
    Progress progress("runs", count, session.shows_progress);
    std::atomic<std::uint64_t> done = 0;
    cores::each(team.get(), count, [&](std::uint32_t i, unsigned core) {
        session.goOn();
        out[i] = run(i);
        const std::uint64_t so_far = ++done;
        if (core == 0) progress.show(so_far);
    });
    return out;
}

}  // namespace drover::lab
