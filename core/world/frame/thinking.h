// How much each mind thinks in an update, under the managers whose offers are heeded (MODEL (5.d)). A thought
// that does not fit the offered time is cut, and the next update goes on with it. The world asks for each
// task that runs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/large_pages.h"
#include "core/base/state_hash.h"

namespace drover::world {

struct Thought {
    double leaves = 1;  // that finish a thought
    double spent = 1;   // in thoughts: the parts that were begun and those that were finished
};

class Thinking {
  public:
    static constexpr std::size_t kBytesPerTask = 2 * sizeof(float);

    // From here on thoughts are cut, or not. Those that were begun before are forgotten.
    void begin(bool are_cut, std::uint32_t tasks) {
        begun_.assign(are_cut ? tasks : 0, 0.0f);
        shares_.assign(are_cut ? tasks : 0, 1.0f);
    }
    // The mind of this task has begun a part of its first thought, another one in each row: those who are
    // offered the same would all think in the same frame, for ever.
    void stagger(std::uint32_t row) {
        constexpr double kGolden = 0.6180339887498949;
        begun_[row] = static_cast<float>(row * kGolden - std::floor(row * kGolden));
    }
    bool areCut() const { return !begun_.empty(); }

    // By task: the share of its leaves that thought in its last update, and of a single mind the share of its
    // last updates with a thought; empty: no thought is cut. It follows from what the rest of the world does,
    // so no hash has it.
    std::span<const float> shares() const { return shares_; }

    // `affordable`: how many leaves' thoughts the offered time is enough for.
    Thought think(std::uint32_t row, double leaves, double affordable) {
        const Thought thought = cut(row, leaves, affordable);
        constexpr float kUpdates = 32;
        const auto share = static_cast<float>(thought.leaves / leaves);
        shares_[row] += (share - shares_[row]) / (leaves == 1 ? kUpdates : 1);
        return thought;
    }

    void addTo(StateHash& hash) const { addTo(hash, 0, begun_.size()); }
    void addTo(StateHash& hash, std::size_t first, std::size_t end) const {
        for (std::size_t row = first; row < std::min(end, begun_.size()); ++row) hash.add(begun_[row]);
    }

  private:
    Thought cut(std::uint32_t row, double leaves, double affordable) {
        const double begun = static_cast<double>(begun_[row]);
        if (!(begun + affordable < leaves)) {
            begun_[row] = 0;
            return {leaves, leaves - begun};
        }
        if (affordable <= 0) return {0, 0};
        const double finished = std::floor(begun + affordable);
        begun_[row] = static_cast<float>(begun + affordable - finished);
        return {finished, affordable};
    }

    // By task: the part of the next leaf's thought that is done; empty: none is cut.
    LargeVector<float> begun_;
    LargeVector<float> shares_;
};

}  // namespace drover::world
