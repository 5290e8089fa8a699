#include "core/world/scenario/claim_watch.h"

#include <algorithm>
#include <utility>

#include "core/record/columns.h"

namespace drover::world {
namespace {

// What a claim is judged by when its frames are over; nothing to measure is not what was claimed.
Verdict judged(const Claim& claim, const ClaimState& state) {
    if (!state.found || !state.asked) return Verdict::kBroken;
    const bool is_held =
        claim.is == Bound::kAtLeast ? *state.found >= *state.asked : *state.found <= *state.asked;
    return is_held ? Verdict::kHeld : Verdict::kBroken;
}

// True if no later frame can change the verdict: a maximum only grows, a minimum only falls.
bool isSettled(const Claim& claim, Verdict verdict) {
    const Statistic statistic = claim.seen.statistic;
    if (statistic != Statistic::kMost && statistic != Statistic::kLeast) return false;
    const bool grows = statistic == Statistic::kMost;
    const bool stays_at_least = grows == (claim.is == Bound::kAtLeast);
    return verdict == (stays_at_least ? Verdict::kHeld : Verdict::kBroken);
}

}  // namespace

Gauge::Gauge(const Measurement& measurement)
    : measurement_(measurement),
      column_(record::findColumn(measurement.measure).value()),
      weight_column_(record::weightOf(column_)) {}

void Gauge::observe(const record::FrameRecord& record) {
    if (record.frame < measurement_.first_frame || record.frame > measurement_.last_frame) return;
    const double weight = weight_column_ ? record::keptValue(record::kColumns[*weight_column_], record) : 1;
    if (weight <= 0) return;
    const double value = record::shownValue(record::kColumns[column_], record);
    sums_.least = sums_.frames == 0 ? value : std::min(sums_.least, value);
    sums_.most = sums_.frames == 0 ? value : std::max(sums_.most, value);
    sums_.last = value;
    sums_.values += value * weight;
    sums_.weights += weight;
    sums_.frames_above += value > measurement_.level;
    ++sums_.frames;
}

std::optional<double> Gauge::value() const {
    if (sums_.frames == 0) return std::nullopt;
    switch (measurement_.statistic) {
        case Statistic::kMean: return sums_.values / sums_.weights;
        case Statistic::kLeast: return sums_.least;
        case Statistic::kMost: return sums_.most;
        case Statistic::kLast: return sums_.last;
        case Statistic::kShareAbove: break;
    }
    return static_cast<double>(sums_.frames_above) / static_cast<double>(sums_.frames);
}

ClaimWatch::ClaimWatch(std::vector<Claim> claims) : claims_(std::move(claims)) {
    for (const Claim& claim : claims_) {
        seen_.emplace_back(claim.seen);
        references_.emplace_back(claim.isRelative() ? claim.reference() : claim.seen);
    }
}

void ClaimWatch::observe(const record::FrameRecord& record) {
    frame_ = record.frame;
    for (Gauge& gauge : seen_) gauge.observe(record);
    for (Gauge& gauge : references_) gauge.observe(record);
}

void ClaimWatch::beginAnew() {
    frame_ = 0;
    for (Gauge& gauge : seen_) gauge.beginAnew();
    for (Gauge& gauge : references_) gauge.beginAnew();
}

ClaimState ClaimWatch::stateOf(std::size_t i) const {
    const Claim& claim = claims_[i];
    ClaimState state{.found = seen_[i].value(), .asked = claim.value};
    if (claim.isRelative()) {
        state.asked = references_[i].value();
        if (state.asked) *state.asked *= claim.value;
    }
    if (frame_ >= claim.lastFrame()) {
        state.verdict = judged(claim, state);
    } else if (frame_ >= claim.seen.first_frame) {
        const bool is_asked_final = !claim.isRelative() || frame_ >= claim.reference().last_frame;
        const Verdict now = judged(claim, state);
        state.verdict = is_asked_final && state.found && isSettled(claim, now) ? now : Verdict::kRunning;
    }
    return state;
}

}  // namespace drover::world
