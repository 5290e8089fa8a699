#include "core/world/frame/round_clock.h"

#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/cores/ranges.h"

namespace drover::world {
namespace {

// No time in a frame is longer: sums of what a recording or a cost model says stay far from overflow, and
// exact as doubles.
std::int64_t cut(std::int64_t ns) { return std::clamp(ns, -Reading::kLongest_ns, Reading::kLongest_ns); }
std::int64_t asRead(std::int64_t ns) { return std::clamp<std::int64_t>(ns, 0, Reading::kLongest_ns); }
void add(std::int64_t& sum, std::int64_t ns) { sum = cut(sum + ns); }

constexpr std::uint32_t kEnoughToLearn = 64;
constexpr double kForgetDearest = 0.9;  // in a frame

}  // namespace

std::int64_t RoundClock::within(double ns) {
    constexpr auto kLongest = static_cast<double>(Reading::kLongest_ns);
    return static_cast<std::int64_t>(std::clamp(ns, -kLongest, kLongest));
}

void RoundClock::readAs(Outside& outside, bool is_again) {
    if (!is_again) outside.readings.clear();
    if (is_again) is_clock_known_ = false;  // the time until the next own reading is not this world's
    outside_ = &outside;
    is_again_ = is_again;
    next_reading_ = 0;
    told_ns_ = 0;  // only differences count
}

// The one place where anything comes in from outside.
const Reading& RoundClock::read(Reading::Kind kind, const Moved& moved) {
    static constexpr Reading kNothing;
    const std::uint32_t tasks = kind == Reading::Kind::kRound ? tasks_ : 0;
    if (is_again_) {
        const bool is_there = next_reading_ < outside_->readings.size();
        const Reading& next = is_there ? outside_->readings[next_reading_++] : kNothing;
        has_strayed_ |= !is_there || next.kind != kind || next.tasks != tasks;
        if (has_strayed_) return kNothing;
    } else {
        const std::int64_t now_ns = real_->now();
        Reading reading{.kind = kind,
                        .tasks = tasks,
                        .moving_ns = asRead(moved.passed_ns),
                        .levels_ns = asRead(moved.levels_ns)};
        if (is_clock_known_) reading.passed_ns = asRead(now_ns - std::exchange(real_read_ns_, now_ns));
        for (std::size_t k = 0; k < kWorkKinds; ++k) reading.busy_ns[k] = asRead(moved.busy_ns[k]);
        real_read_ns_ = now_ns;
        is_clock_known_ = true;
        outside_->readings.push_back(reading);
    }
    const Reading& reading = is_again_ ? outside_->readings[next_reading_ - 1] : outside_->readings.back();
    add(since_ns_, reading.passed_ns);
    return reading;
}

std::int64_t RoundClock::sinceLast() {
    if (isModel()) return 0;
    read(Reading::Kind::kPassed);
    return std::exchange(since_ns_, 0);
}

// Between the frames' tasks it is the manager that reads, for what its plan takes.
std::int64_t RoundClock::now() {
    if (isModel()) return told_ns_;
    if (!is_in_frame_) {
        add(told_ns_, read(Reading::Kind::kPassed).passed_ns);
    } else if (!is_first_) {
        const double ahead_ns = static_cast<double>(moving_ns_ + round_ns_) * excess_;
        told_ns_ = std::max(told_ns_, within(static_cast<double>(known_ns_) + ahead_ns));
    }
    return told_ns_;
}

void RoundClock::beginFrame(std::int64_t budget_ns) {
    is_in_frame_ = true;
    budget_ns_ = budget_ns;
    begin_ns_ = told_ns_;
    ai_ns_ = spent_ns_ = foreseen_ns_ = rounds_ns_ = even_ns_ = 0;
    is_first_ = true;
    usual_excess_ = excess_ = std::max(excess_, 1.0);
    busy_ns_ = {};
    charged_ = {};
    moving_ns_ = 0, moving_tasks_ = 0;
    dearest_ns_ *= kForgetDearest;
    each_ns_ = within(choosing_ns_.value + pace_[row(WorkKind::kTelling)].value * Round::kTelling_ns);
    beginRound();
}

// The first round takes a sixteenth of the budget, each other up to twice as much as the one before, but no
// more than a quarter of what is left: so the frame learns what its tasks cost before most of it is spent.
void RoundClock::beginRound() {
    const std::int64_t left_ns = std::max<std::int64_t>(budget_ns_ - spent_ns_, 0);
    const std::int64_t most_ns = left_ns > 0 ? left_ns / 4 : budget_ns_ / 4;
    full_ns_ = foreseen_ns_ == 0 ? budget_ns_ / 16 : std::min(2 * full_ns_, most_ns);
    full_ns_ = std::max(full_ns_, kLeastRound_ns * cores());
    // At least two for each core, so that none waits for the others.
    const double fit = dearest_ns_ > 0 ? static_cast<double>(left_ns) / dearest_ns_ - moving_tasks_
                                       : static_cast<double>(Reading::kMostTasks);
    most_tasks_ =
        static_cast<std::uint32_t>(std::clamp(fit, 2.0 * cores(), static_cast<double>(Reading::kMostTasks)));
    assert(full_ns_ > 0 && most_tasks_ > 0);
    tasks_ = 0;
    round_ns_ = 0;
    known_ns_ = cut(begin_ns_ + spent_ns_ + within(closing_ns_ * cores()));
}

// Until now the manager found out who is due.
void RoundClock::beginTasks() {
    is_first_ = false;
    if (isModel()) return;
    take({});
    beginRound();
}

RoundClock::Expected RoundClock::expectedOf(WorkKind kind, bool is_round_work, const TaskCost& cost) const {
    if (isModel()) return {cost, cost.own_ns, cost.own_ns + cost.extra_ns};
    Expected task{.work = {is_round_work ? cost.own_ns : 0, cost.extra_ns}};
    task.work_ns =
        within(static_cast<double>(task.work.own_ns) * pace_[row(kind)].value) + task.work.extra_ns;
    task.run_ns = task.work_ns + each_ns_;
    return task;
}

// A round ends before its sums could overflow.
void RoundClock::charge(std::int64_t run_ns) {
    if (is_first_) beginTasks();
    ++tasks_;
    add(isModel() ? told_ns_ : round_ns_, run_ns);
}

void RoundClock::charge(std::uint32_t tasks, std::int64_t run_ns) {
    if (is_first_) beginTasks();
    tasks_ = tasks, round_ns_ = run_ns;
}

bool RoundClock::isRoundFull() const {
    return tasks_ >= Reading::kMostTasks || (!isModel() && round_ns_ >= enough_ns());
}

// The caller was busy choosing this round, and finishing the one before.
void RoundClock::moved(const Moved& moved) {
    if (!isModel()) {
        const Reading& reading = take(moved);
        seeDearest(reading);
        add(foreseen_ns_, round_ns_);
        add(rounds_ns_, reading.passed_ns);
        moving_ns_ = cores() > 1 ? round_ns_ : 0;
        // Little was measured at first, and it weighs little: until then it is taken to be as in the last
        // frame, unless that was quick.
        const double prior_ns = static_cast<double>(std::max(budget_ns_ / 32, kLeastRound_ns));
        const double as_measured = static_cast<double>(rounds_ns_) * cores() + prior_ns * usual_excess_;
        const double as_foreseen =
            static_cast<double>(std::max<std::int64_t>(foreseen_ns_ - moving_ns_, 0)) + prior_ns;
        excess_ = std::clamp(as_measured / as_foreseen, 0.1, 100.0);
        const std::int64_t choosing_ns = reading.passed_ns - reading.moving_ns;
        if (tasks_ >= kEnoughToLearn) choosing_ns_.see(static_cast<double>(choosing_ns) / tasks_, 0, 1e6);
    }
    beginRound();
}

// Sees what the tasks of the round took that is complete. One dear round is hardly believed, and in a short
// one the tasks are not what takes the time.
void RoundClock::seeDearest(const Reading& reading) {
    const std::uint32_t complete = cores() > 1 ? std::exchange(moving_tasks_, tasks_) : tasks_;
    const std::int64_t busy_ns =
        std::accumulate(reading.busy_ns.begin(), reading.busy_ns.end(), std::int64_t{0});
    if (complete == 0 || busy_ns < Round::kPiece_ns) return;
    const double each_ns = static_cast<double>(busy_ns) / complete;
    dearest_ns_ = dearest_ns_ > 0 ? std::max(dearest_ns_, std::min(each_ns, 2 * dearest_ns_)) : each_ns;
}

// What each reading tells.
const Reading& RoundClock::take(const Moved& moved) {
    const Reading& reading = read(Reading::Kind::kRound, moved);
    add(ai_ns_, reading.passed_ns);
    spent_ns_ = within(static_cast<double>(ai_ns_) * cores());
    told_ns_ = std::max(told_ns_, cut(begin_ns_ + spent_ns_));
    add(even_ns_, std::max<std::int64_t>(reading.passed_ns - reading.moving_ns, 0) + reading.levels_ns);
    for (std::size_t k = 0; k < kWorkKinds; ++k) add(busy_ns_[k], reading.busy_ns[k]);
    charged_.add(moved.charged);
    return reading;
}

// What the manager does after the last task is foreseen in the next frame.
void RoundClock::endFrame(const Moved& moved, std::span<Ran> runs, cores::Team* team) {
    is_in_frame_ = false;
    if (isModel()) {
        for (const Ran& run : runs) add(ai_ns_, run.cost_ns);
        return;
    }
    const Reading& reading = take(moved);
    const double choosing_ns = choosing_ns_.value * tasks_;
    const auto passed_ns = static_cast<double>(reading.passed_ns - reading.moving_ns);
    constexpr double kForget = 0.98;
    const double most_ns = static_cast<double>(budget_ns_) / (16.0 * cores());
    closing_ns_ = std::max(kForget * closing_ns_, std::clamp(passed_ns - choosing_ns, 0.0, most_ns));
    for (std::size_t k = 0; k < kWorkKinds; ++k) {
        if (busy_ns_[k] < Round::kPiece_ns || charged_.own_ns[k] <= 0) continue;
        const auto own_ns = static_cast<double>(charged_.own_ns[k]);
        pace_[k].see(static_cast<double>(busy_ns_[k] - charged_.extra_ns[k]) / own_ns, 0.01, 100);
    }
    shareOut(runs, team);
}

// That of the work by its kind, and what choosing took evenly.
void RoundClock::shareOut(std::span<Ran> runs, cores::Team* team) {
    if (runs.empty()) return;
    std::array<double, kWorkKinds> times{};
    std::int64_t others_ns = even_ns_;
    for (std::size_t k = 0; k < kWorkKinds; ++k) {
        if (charged_.expected_ns[k] > 0) {
            times[k] = static_cast<double>(busy_ns_[k]) / static_cast<double>(charged_.expected_ns[k]);
        } else {
            add(others_ns, busy_ns_[k]);
        }
    }
    const double each_ns = static_cast<double>(others_ns) / static_cast<double>(runs.size());
    const auto shareOf = [&](const Ran& run) {
        return each_ns + static_cast<double>(run.cost_ns) * times[row(run.kind)];
    };
    constexpr std::uint32_t kRange = 4'096;
    const auto count = static_cast<std::uint32_t>(runs.size());
    before_.assign(cores::rangesOf(count, kRange), 0.0);
    cores::eachRange(team, count, kRange, [&](const cores::Range& range) {
        for (std::uint32_t i = range.first; i < range.end; ++i) before_[range.index] += shareOf(runs[i]);
    });
    std::exclusive_scan(before_.begin(), before_.end(), before_.begin(), 0.0);
    cores::eachRange(team, count, kRange, [&](const cores::Range& range) {
        double sum_ns = before_[range.index];
        std::int64_t shared_ns = std::llrint(sum_ns);
        for (std::uint32_t i = range.first; i < range.end; ++i) {
            sum_ns += shareOf(runs[i]);
            const std::int64_t until_ns = i + 1 == range.end && range.index + 1 < before_.size()
                                              ? std::llrint(before_[range.index + 1])
                                              : std::llrint(sum_ns);
            runs[i].cost_ns = until_ns - std::exchange(shared_ns, until_ns);
        }
    });
}

}  // namespace drover::world
