// What the managers that choose by expected costs have learnt of them. QueueManager and PlannedManager keep
// one.
#pragma once

#include <algorithm>
#include <cstdint>

namespace drover::load {

// How far expected costs can be trusted. One dear frame may make many costs look higher than they are; each
// is believed until its task runs again, and that does not fit because of it. So expected costs count for
// less while tasks turn out cheaper. Where they are about right they count in full.
class Trust {
  public:
    double value() const { return trust_; }  // of an expected cost, the share that counts

    // Of the tasks of a frame.
    void follow(std::int64_t cost_ns, std::int64_t expected_ns) {
        if (expected_ns <= 0) return;
        const double share = static_cast<double>(cost_ns) / static_cast<double>(expected_ns);
        const double present = share < kAboutRight ? std::max(share, kLeast) : 1;
        trust_ = std::min(present, (trust_ + present) / 2);
        if (trust_ > kAboutRight) trust_ = 1;
    }

  private:
    static constexpr double kLeast = 1.0 / 4096, kAboutRight = 0.95;

    double trust_ = 1;
};

}  // namespace drover::load
