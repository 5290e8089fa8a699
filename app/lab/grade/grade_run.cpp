#include "app/lab/grade/grade_run.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "app/command_line/output.h"
#include "app/lab/world_run.h"

namespace drover::lab {
namespace {

bool hasStopped(const WorkloadGrade& grade) {
    return std::ranges::any_of(grade.faults,
                               [](const Fault& fault) { return fault.kind == FaultKind::kStopped; });
}

// Each world runs on one thread, so that a class keeps all cores busy.
class GradeRuns {
  public:
    GradeRuns(const std::vector<Candidate>& candidates, const std::vector<GradedWorkload>& workloads,
              Progress& progress, const command_line::InterruptWatch& watch)
        : candidates_(candidates),
          workloads_(workloads),
          progress_(progress),
          watch_(watch),
          done_(candidates.size() * workloads.size()) {}

    void runAll(unsigned threads) {
        std::vector<std::thread> others;
        try {
            while (others.size() + 1 < std::min<std::size_t>(threads, done_.size()))
                others.emplace_back([this] { work(); });
        } catch (const std::system_error&) {
            // Fewer threads do the same.
        }
        work();
        for (std::thread& other : others) other.join();
        if (failure_) std::rethrow_exception(failure_);
    }

    std::vector<Grade> grades() {
        std::vector<Grade> out;
        for (std::size_t c = 0; c < candidates_.size(); ++c) {
            Grade grade{candidates_[c], {}};
            if (grade.candidate.choice) {
                for (std::size_t w = 0; w < workloads_.size(); ++w)
                    if (auto& done = done_[c * workloads_.size() + w])
                        grade.workloads.push_back(std::move(*done));
                if (grade.workloads.size() < workloads_.size()) continue;
            }
            out.push_back(std::move(grade));
        }
        return out;
    }

  private:
    bool isOver() const { return watch_.hasCome() || has_failed_; }

    void work() {
        for (std::size_t job = next_++; job < done_.size() && !isOver(); job = next_++) {
            try {
                const Candidate& candidate = candidates_[job / workloads_.size()];
                if (candidate.choice)
                    done_[job] = runOne(*candidate.choice, workloads_[job % workloads_.size()]);
                const std::lock_guard lock(mutex_);
                progress_.show(++finished_);
            } catch (...) {
                const std::lock_guard lock(mutex_);
                if (!failure_) failure_ = std::current_exception();
                has_failed_ = true;
            }
        }
    }

    std::optional<WorkloadGrade> runOne(const command_line::ManagerChoice& choice,
                                        const GradedWorkload& workload) const {
        world::Scenario scenario = workload.scenario;
        command_line::setManager(scenario.load, choice);
        world::World world(scenario);
        FaultWatch faults;
        RunLoop loop{.frames = kGradedFrames};
        loop.commands = [&](std::uint64_t frame, std::vector<world::Command>& commands) {
            world::addBefore(workload.commands, frame, commands);
        };
        loop.after_frame = [&](const world::World& w, const Given&) { faults.follow(w); };
        loop.is_stopped = [this] { return isOver(); };
        const RunResult result = runWorld(world, loop);
        if (!result.is_finished) return std::nullopt;
        WorkloadGrade grade{measuresOf(result, scenario, faults.longestWait()), 0, faults.faults()};
        if (!hasStopped(grade)) grade.score = scoreOf(grade.measures);
        return grade;
    }

    const std::vector<Candidate>& candidates_;
    const std::vector<GradedWorkload>& workloads_;
    Progress& progress_;
    const command_line::InterruptWatch& watch_;
    std::vector<std::optional<WorkloadGrade>> done_;  // by candidate and workload
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> has_failed_ = false;
    std::mutex mutex_;  // of what follows
    std::uint64_t finished_ = 0;
    std::exception_ptr failure_;
};

}  // namespace

bool Grade::isStopped() const { return workloads.empty() || std::ranges::any_of(workloads, hasStopped); }

double Grade::score() const {
    double sum = 0;
    for (const WorkloadGrade& grade : workloads) sum += grade.score;
    return workloads.empty() ? 0 : sum / static_cast<double>(workloads.size());
}

std::vector<Grade::Kind> Grade::kinds() const {
    std::vector<Kind> out;
    for (std::size_t k = 0; k < kFaultKinds; ++k) {
        Kind kind{static_cast<FaultKind>(k)};
        for (const WorkloadGrade& grade : workloads)
            for (const Fault& fault : grade.faults)
                if (fault.kind == kind.kind) kind.count += fault.count;
        if (kind.count > 0) out.push_back(kind);
    }
    return out;
}

std::vector<Grade> gradeAll(const std::vector<Candidate>& candidates,
                            const std::vector<GradedWorkload>& workloads, unsigned threads,
                            Progress& progress, const command_line::InterruptWatch& watch) {
    GradeRuns runs(candidates, workloads, progress, watch);
    runs.runAll(threads);
    progress.clear();
    return runs.grades();
}

}  // namespace drover::lab
