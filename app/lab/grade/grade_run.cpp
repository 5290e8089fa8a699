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

constexpr const char* kUnlimited = "unmanaged";  // all herds think in every frame

bool hasStopped(const WorkloadGrade& grade) {
    return std::ranges::any_of(grade.faults,
                               [](const Fault& fault) { return fault.kind == FaultKind::kStopped; });
}

// What even unlimited time leaves of the error is no fault of a manager.
void score(WorkloadGrade& grade, const WorkloadGrade& unlimited) {
    grade.measures.off_m = std::max(grade.measures.off_m - unlimited.measures.off_m, 0.0);
    grade.score = hasStopped(grade) ? 0 : scoreOf(grade.measures);
}

// Each world runs on one thread, so that a class keeps all cores busy. The first candidate is the unlimited
// one.
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
            for (std::size_t w = 0; w < workloads_.size() && grade.candidate.choice; ++w)
                if (auto& done = done_[c * workloads_.size() + w]) grade.workloads.push_back(*done);
            if (grade.candidate.choice && grade.workloads.size() < workloads_.size()) continue;
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
                    done_[job] = runOne(*candidate.choice, job < workloads_.size(),
                                        workloads_[job % workloads_.size()]);
                const std::lock_guard lock(mutex_);
                progress_.show(++finished_);
            } catch (...) {
                const std::lock_guard lock(mutex_);
                if (!failure_) failure_ = std::current_exception();
                has_failed_ = true;
            }
        }
    }

    std::optional<WorkloadGrade> runOne(const command_line::ManagerChoice& choice, bool is_unlimited,
                                        const GradedWorkload& workload) const {
        world::Scenario scenario = workload.scenario;
        command_line::setManager(scenario.load, choice);
        if (is_unlimited) scenario.load.base_load_ms = 0;  // so that its frames are no longer
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
        return WorkloadGrade{measuresOf(result, scenario, faults.longestWait()), 0, faults.faults()};
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
    if (std::ranges::none_of(candidates, [](const Candidate& one) { return one.choice.has_value(); })) {
        std::vector<Grade> flawed;
        for (const Candidate& candidate : candidates) flawed.push_back({candidate, {}});
        return flawed;
    }
    std::vector<Candidate> all = {{.name = kUnlimited, .choice = {{kUnlimited, {}}}, .flaw = {}}};
    all.insert(all.end(), candidates.begin(), candidates.end());
    GradeRuns runs(all, workloads, progress, watch);
    runs.runAll(threads);
    progress.clear();
    std::vector<Grade> grades = runs.grades();
    if (grades.empty() || grades.front().candidate.name != kUnlimited) return {};
    const std::vector<WorkloadGrade> unlimited = std::move(grades.front().workloads);
    grades.erase(grades.begin());
    for (Grade& grade : grades)
        for (std::size_t w = 0; w < grade.workloads.size(); ++w) score(grade.workloads[w], unlimited[w]);
    return grades;
}

}  // namespace drover::lab
