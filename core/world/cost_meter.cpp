#include "core/world/cost_meter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drover::world {
namespace {

// No time in a frame is longer: sums of what a recording or a cost model says stay far from overflow, and
// exact as doubles.
std::int64_t within(std::int64_t ns) { return std::clamp(ns, -Reading::kLongest_ns, Reading::kLongest_ns); }
std::int64_t within(double ns) {
    constexpr auto kLongest = static_cast<double>(Reading::kLongest_ns);
    return static_cast<std::int64_t>(std::clamp(ns, -kLongest, kLongest));
}
std::int64_t asRead(std::int64_t ns) { return std::clamp<std::int64_t>(ns, 0, Reading::kLongest_ns); }

}  // namespace

void CostMeter::readAs(Outside& outside, bool is_again) {
    if (!is_again) outside.readings.clear();
    if (is_again) is_clock_known_ = false;  // the time until the next own reading is not this world's
    outside_ = &outside;
    is_again_ = is_again;
    next_reading_ = 0;
    beginTimes();
}

// Only differences count: every frame's times begin near zero.
void CostMeter::beginTimes() {
    for (std::int64_t* const ns : {&since_ns_, &stretch_begin_ns_, &mark_ns_}) *ns = within(*ns - passed_ns_);
    for (std::int64_t* const ns : {&stretch_told_ns_, &told_ns_, &mark_told_ns_, &model_ns_})
        *ns = within(*ns - last_ns_);
    passed_ns_ = last_ns_ = 0;
}

// The one place where anything comes in from outside.
const Reading& CostMeter::read(Reading::Kind kind) {
    static constexpr Reading kNothing;
    if (is_again_) {
        has_strayed_ |=
            next_reading_ == outside_->readings.size() || outside_->readings[next_reading_].kind != kind;
        if (has_strayed_) return kNothing;
    } else {
        outside_->readings.push_back(readNow(kind));
    }
    const Reading& reading = is_again_ ? outside_->readings[next_reading_++] : outside_->readings.back();
    passed_ns_ = within(passed_ns_ + reading.passed_ns);
    return reading;
}

Reading CostMeter::readNow(Reading::Kind kind) {
    Reading reading{.kind = kind};
    const std::int64_t now_ns = real_->now();
    if (is_clock_known_) reading.passed_ns = asRead(now_ns - real_read_ns_);
    real_read_ns_ = now_ns;
    is_clock_known_ = true;
    if (kind == Reading::Kind::kPassed) return reading;
    reading.away_ns = asRead(jobs_->away_ns());
    if (kind == Reading::Kind::kEnd) {
        for (const WorkKind work : {WorkKind::kAlone, WorkKind::kOther})
            reading.busy_ns[row(work)] = asRead(jobs_->busy_ns(work));
        reading.longest_ns = asRead(jobs_->longest_ns());
        return reading;
    }
    reading.pending_ns = asRead(jobs_->pending_ns());
    if (kind == Reading::Kind::kBatch) reading.tasks = tasks_since_mark_;
    return reading;
}

std::int64_t CostMeter::sinceLast() {
    if (isModel()) return 0;
    read(Reading::Kind::kPassed);
    return passed_ns_ - std::exchange(since_ns_, passed_ns_);
}

void CostMeter::beginFrame() {
    own_ns_ = extra_ns_ = expected_ns_ = {};
    charges_.clear();
    costs_.clear();
    ai_ns_ = 0;
    mark_away_ns_ = 0;
    mark_batches_ = 0;
    told_ns_ = stretch_told_ns_ = last_ns_;  // what came before belongs to the last frame
}

void CostMeter::expectRuns(std::size_t tasks) {
    costs_.reserve(tasks);
    if (!isModel()) charges_.reserve(tasks);
}

std::int64_t CostMeter::charge(WorkKind kind, bool moves_flock, const TaskCost& cost) {
    is_task_open_ = true;
    if (isModel()) {
        model_ns_ = within(model_ns_ + cost.own_ns + cost.extra_ns);
        return cost.own_ns;
    }
    const std::int64_t own_ns = moves_flock ? cost.own_ns : 0;
    const std::int64_t work_ns = within(static_cast<double>(own_ns) * speed_[row(kind)].value);
    const std::int64_t expected_ns = work_ns + cost.extra_ns;
    const auto add = [&](auto& sums, std::int64_t ns) { sums[row(kind)] = within(sums[row(kind)] + ns); };
    add(own_ns_, own_ns);
    add(extra_ns_, cost.extra_ns);
    add(expected_ns_, expected_ns);
    charges_.push_back({expected_ns, kind});
    return expected_ns;
}

std::int64_t CostMeter::now() {
    if (isModel()) {
        if (is_task_open_) costs_.push_back(model_ns_ - last_ns_);
        last_ns_ = model_ns_;
    } else if (is_task_open_) {
        closeTask();
    } else {
        pause();
    }
    is_task_open_ = false;
    return last_ns_;
}

void CostMeter::closeTask() {
    is_stretch_open_ = true;
    ++tasks_since_mark_;
    const double expected_ns = static_cast<double>(charges_.back().expected_ns) + choosing_ns_.value;
    mark_expected_ns_ = within(mark_expected_ns_ + within(expected_ns));
    told_ns_ = within(told_ns_ + within(expected_ns * charged_.value));
    if (isBatchDue()) readAtBatch();
    last_ns_ = std::max(last_ns_, told_ns_);
}

// The machine decides how work is divided into batches. A frame that is stepped again reads after as many
// tasks as it did the first time.
bool CostMeter::isBatchDue() const {
    if (is_again_) {
        if (next_reading_ == outside_->readings.size()) return false;
        const Reading& next = outside_->readings[next_reading_];
        return next.kind == Reading::Kind::kBatch && next.tasks == tasks_since_mark_;
    }
    const bool is_batch_sent = jobs_->batchesSent() != mark_batches_;
    return is_batch_sent || mark_expected_ns_ > 2 * FlockJobs::kBatch_ns ||
           tasks_since_mark_ >= Reading::kMostTasks;
}

// What has passed on all cores, and what is pending.
void CostMeter::readAtBatch() {
    const Reading& reading = read(Reading::Kind::kBatch);
    const std::int64_t now_ns = passed_ns_;
    const std::int64_t away_ns = reading.away_ns - mark_away_ns_;
    choosing_ns_.see(static_cast<double>(now_ns - mark_ns_ - away_ns) / tasks_since_mark_, 0, 2000);
    told_ns_ = within(stretch_told_ns_ + cores() * (now_ns - stretch_begin_ns_) + reading.pending_ns);
    if (mark_expected_ns_ > 0) {
        const auto told_ns = static_cast<double>(told_ns_ - mark_told_ns_);
        charged_.see(told_ns / static_cast<double>(mark_expected_ns_), 0.1, 10);
    }
    mark_ns_ = now_ns;
    mark_away_ns_ = reading.away_ns;
    mark_batches_ = jobs_->batchesSent();
    mark_told_ns_ = told_ns_;
    mark_expected_ns_ = 0;
    tasks_since_mark_ = 0;
}

// The manager reads the clock and no task ran: before the first of them, or between two stretches of them.
// The time since the last batch went out belongs to the tasks as far as choosing them takes it, and to the
// manager beyond that.
void CostMeter::pause() {
    const Reading& reading = read(Reading::Kind::kPause);
    const std::int64_t now_ns = passed_ns_;
    const std::int64_t since_ns = now_ns - mark_ns_;
    if (is_stretch_open_) {
        const double chosen_ns =
            choosing_ns_.value * tasks_since_mark_ + static_cast<double>(reading.away_ns - mark_away_ns_);
        const std::int64_t own_ns = std::max<std::int64_t>(since_ns - within(chosen_ns), 0);
        const std::int64_t stretch_ns = now_ns - stretch_begin_ns_ - own_ns;
        ai_ns_ = within(ai_ns_ + stretch_ns);
        stretch_told_ns_ = within(stretch_told_ns_ + cores() * stretch_ns + own_ns);
        told_ns_ = within(stretch_told_ns_ + reading.pending_ns);
        last_ns_ = within(last_ns_ + own_ns);
    } else {
        for (std::int64_t* const ns : {&told_ns_, &last_ns_, &stretch_told_ns_}) *ns = within(*ns + since_ns);
    }
    is_stretch_open_ = false;
    stretch_begin_ns_ = mark_ns_ = now_ns;
    mark_told_ns_ = told_ns_;
    mark_away_ns_ = reading.away_ns;
    mark_batches_ = jobs_->batchesSent();
    mark_expected_ns_ = 0;
    tasks_since_mark_ = 0;
}

// The caller has just waited for the work that was still under way: that time belongs to the tasks, too.
void CostMeter::endFrame() {
    if (isModel()) {
        for (const std::int64_t cost_ns : costs_) ai_ns_ = within(ai_ns_ + cost_ns);
        return;
    }
    const Reading& reading = read(Reading::Kind::kEnd);
    longest_ns_ = reading.longest_ns;
    if (charges_.empty()) return;
    ai_ns_ = within(ai_ns_ + passed_ns_ - stretch_begin_ns_);
    shareOut(reading);
    learnSpeed(reading);
}

// The processor time of the frame: that of the work by its kind, and the rest of it evenly.
void CostMeter::shareOut(const Reading& reading) {
    std::array<double, kWorkKinds> times{};
    std::int64_t choosing_ns = std::max<std::int64_t>(ai_ns_ - reading.away_ns, 0);
    for (std::size_t k = 0; k < kWorkKinds; ++k) {
        const std::int64_t busy_ns = reading.busy_ns[k];
        if (expected_ns_[k] > 0) {
            times[k] = static_cast<double>(busy_ns) / static_cast<double>(expected_ns_[k]);
        } else {
            choosing_ns = within(choosing_ns + busy_ns);
        }
    }
    const double each_ns = static_cast<double>(choosing_ns) / static_cast<double>(charges_.size());
    double sum_ns = 0;
    std::int64_t shared_ns = 0;
    for (const Charge& charge : charges_) {
        sum_ns += each_ns + static_cast<double>(charge.expected_ns) * times[row(charge.kind)];
        const std::int64_t until_ns = std::llrint(sum_ns);
        costs_.push_back(until_ns - shared_ns);
        shared_ns = until_ns;
    }
}

void CostMeter::learnSpeed(const Reading& reading) {
    for (std::size_t k = 0; k < kWorkKinds; ++k) {
        if (own_ns_[k] < FlockJobs::kBatch_ns) continue;
        const std::int64_t busy_ns = reading.busy_ns[k] - extra_ns_[k];
        speed_[k].see(static_cast<double>(busy_ns) / static_cast<double>(own_ns_[k]), 0.01, 100);
    }
}

}  // namespace drover::world
