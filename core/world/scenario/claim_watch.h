// Judges claims while a world runs: it is given the record of each frame and keeps sums, no history. The
// window shows its verdicts, drover-lab and the tests ask for them at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/record/frame_record.h"
#include "core/world/scenario/claim.h"

namespace drover::world {

enum class Verdict : std::uint8_t {
    kWaiting,  // its frames are still to come
    kRunning,  // some of its frames are still to come
    kHeld,
    kBroken,
};

struct ClaimState {
    Verdict verdict = Verdict::kWaiting;
    // So far. Nothing if the frames had nothing to measure: no task in that band, for example.
    std::optional<double> found;
    std::optional<double> asked;  // what `found` has to be at least or at most
};

// One measurement that grows by a frame at a time.
class Gauge {
  public:
    explicit Gauge(const Measurement& measurement);

    void observe(const record::FrameRecord& record);
    void beginAnew() { sums_ = {}; }
    std::optional<double> value() const;

  private:
    struct Sums {
        double values = 0, weights = 0, least = 0, most = 0, last = 0;
        std::uint64_t frames = 0, frames_above = 0;
    };

    Measurement measurement_;
    std::size_t column_;
    std::optional<std::size_t> weight_column_;  // what the column's values are means over
    Sums sums_;
};

class ClaimWatch {
  public:
    // The claims must have no flaw, see flawOf().
    explicit ClaimWatch(std::vector<Claim> claims);

    void observe(const record::FrameRecord& record);
    void beginAnew();

    const std::vector<Claim>& claims() const { return claims_; }
    // A claim can be settled before its last frame: a maximum that is too large stays too large.
    ClaimState stateOf(std::size_t claim) const;

  private:
    std::vector<Claim> claims_;
    std::vector<Gauge> seen_, references_;  // one of each for every claim
    std::uint64_t frame_ = 0;               // the last one observed
};

}  // namespace drover::world
