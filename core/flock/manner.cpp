#include "core/flock/manner.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

#include "core/base/angle.h"
#include "core/base/random.h"
#include "core/flock/alone.h"

namespace drover::flock {
namespace {

// Levels with more leaves are not measured; what they would show follows from the levels above.
constexpr std::uint64_t kMostLeaves = 256;
// Herds that run: many of the whole herd, since how it turns is a matter of chance, but no more than this
// many leaves of them.
constexpr std::uint32_t kFewestHerds = 8, kMostHerds = 64, kLeavesTogether = 2048;
constexpr float kStep = 0.125f;     // second
constexpr int kSettlingSteps = 80;  // before anything is measured
constexpr int kStepsPerSample = 16;
constexpr int kFewestSamples = 5, kMostSamples = 13;

// What the herds of one level showed, as sums over herds and samples.
struct Sums {
    double speed = 0, polarisation = 0, spread_sq = 0, stray_sq = 0;
    double turn_cosine = 0;  // from each sample to the next
    double farthest_sq = 0;
    std::uint64_t looks = 0, turns = 0;
};

class Herds {
  public:
    // Herds of which each stands at `level` of the species' tree.
    Herds(const Species& kind, std::uint32_t level, std::uint32_t herds)
        : store_(Plane(1e5, Edges::kTorus), 1, LodRules{.enabled = false, .hysteresis = 0},
                 {ofDepth(kind, level)}) {
        for (std::uint32_t i = 0; i < herds; ++i) {
            const RandomBlock r = randomBlock(1, i, 0, 0, Purpose::kBirth);
            const Vec2 heading = direction(Angle{r[0]});
            store_.add(SpeciesId{0}, {{r[1], r[2]}, heading * (kind.max_speed * 0.5f), heading});
        }
        headings_.resize(herds);
    }

    Sums run(int samples) {
        for (int i = 0; i < kSettlingSteps; ++i) step();
        for (int sample = 0; sample < samples; ++sample) {
            look(sample);
            for (int i = 0; i < kStepsPerSample; ++i) step();
        }
        return sums_;
    }

  private:
    static Species ofDepth(Species kind, std::uint32_t level) {
        kind.depth = level;
        kind.max_step = std::max(kind.max_step, kStep);
        return kind;
    }

    void step() { updateFlocks(store_, 0, static_cast<std::uint32_t>(store_.size()), kStep, {}, scratch_); }

    void look(int sample) {
        for (std::uint32_t i = 0; i < store_.size(); ++i) {
            const Agent root = store_.roots().get(i);
            sums_.spread_sq += lookAt(FlockId{i}, root);
            sums_.speed += static_cast<double>(length(root.velocity));
            ++sums_.looks;
            const Vec2 heading = unit(root.velocity);
            if (sample > 0) {
                sums_.turn_cosine += static_cast<double>(dot(headings_[i], heading));
                ++sums_.turns;
            }
            headings_[i] = heading;
        }
    }

    // Returns the mean square distance of the herd's leaves from its root.
    double lookAt(FlockId herd, const Agent& root) {
        const std::uint32_t first = store_.first(herd), count = store_.count(herd);
        double spread_sq = 0, stray_sq = 0;
        Vec2 headings;
        for (std::uint32_t i = first; i < first + count; ++i) {
            const Agent leaf = store_.leaves().get(i);
            const Vec2 away = store_.plane().offset(root.place, leaf.place),
                       stray = leaf.velocity - root.velocity;
            const auto away_sq = static_cast<double>(dot(away, away));
            spread_sq += away_sq;
            sums_.farthest_sq = std::max(sums_.farthest_sq, away_sq);
            stray_sq += static_cast<double>(dot(stray, stray));
            headings += leaf.heading;
        }
        sums_.polarisation += static_cast<double>(length(headings)) / count;
        sums_.stray_sq += stray_sq / count;
        return spread_sq / count;
    }

    FlockStore store_;
    RunScratch scratch_;
    std::vector<Vec2> headings_;
    Sums sums_;
};

// -ln(cosine) by its series, as the C library's logarithm differs from machine to machine. A mean cosine
// below a twentieth says no more than that.
double decayOf(double cosine) {
    const double lost = 1 - std::max(cosine, 0.05);
    double power = 1, sum = 0;
    for (int i = 1; i <= 200; ++i) power *= lost, sum += power / i;
    return sum;
}

float rootOf(double sum, std::uint64_t looks) {
    return static_cast<float>(std::sqrt(sum / static_cast<double>(looks)));
}

Manner measure(const Species& species) {
    // The herds begin close together and all one way. Each level begins as the one above it ended.
    Species kind = species;
    Manner& manner = kind.manner;
    manner = {.pace = species.max_speed / 2};
    manner.stray[0] = 0.05f * species.max_speed;
    std::uint64_t leaves = 1;
    for (std::uint32_t level = 1; level <= species.depth; ++level) {
        leaves *= species.branching;
        // As crowded as the level above: as many times the area as there are leaves.
        const float wider = std::sqrt(static_cast<float>(species.branching));
        manner.spread[level] = level == 1 ? 1 : manner.spread[level - 1] * wider;
        manner.stray[level] = manner.stray[level - 1];
        if (level > 1 && leaves > kMostLeaves) continue;
        const bool is_whole = level == species.depth || leaves * species.branching > kMostLeaves;
        const auto herds = static_cast<std::uint32_t>(
            std::clamp<std::uint64_t>(kLeavesTogether / leaves, kFewestHerds, kMostHerds));
        const Sums sums =
            Herds(kind, level, is_whole ? herds : kFewestHerds).run(is_whole ? kMostSamples : kFewestSamples);
        const auto looks = static_cast<double>(sums.looks);
        manner.spread[level] = rootOf(sums.spread_sq, sums.looks);
        manner.stray[level] = rootOf(sums.stray_sq, sums.looks);
        manner.pace = static_cast<float>(sums.speed / looks);
        manner.polarisation = static_cast<float>(sums.polarisation / looks);
        manner.turning = static_cast<float>(decayOf(sums.turn_cosine / static_cast<double>(sums.turns)) /
                                            (double{kStep} * kStepsPerSample));
        manner.farthest = rootOf(sums.farthest_sq, 1);
    }
    manner.stray[0] = 0;
    return manner;
}

// What was measured last, since many worlds are begun with the same species.
class Memory {
  public:
    Manner of(const Species& species) {
        const std::lock_guard lock(mutex_);
        const auto known = std::ranges::find(known_, species, &Known::species);
        if (known != known_.end()) return known->manner;
        if (known_.size() == kMost) known_.erase(known_.begin());
        known_.push_back({species, measure(species)});
        return known_.back().manner;
    }

  private:
    static constexpr std::size_t kMost = 64;
    struct Known {
        Species species;
        Manner manner;
    };
    std::mutex mutex_;
    std::vector<Known> known_;
};

}  // namespace

Manner measureManner(const Species& species) {
    static Memory memory;
    if (species.depth == 0 || species.integration == Integration::kPaper) return {};
    Species kind = species;
    kind.manner = {};
    return memory.of(kind);
}

std::string flawOf(const Species& species) {
    const Manner& manner = species.manner;
    if (manner.pace == 0) return {};
    if (manner.pace < 0.02f * species.max_speed)
        return "they hardly move: their forces nearly cancel, so their herds stand still";
    constexpr float kLost = 6;  // times the spread: no animal of a settled herd goes so far from its centre
    if (manner.farthest > kLost * manner.spread[species.depth]) {
        return "they scatter: their herds come apart, as alignment, cohesion and neighbourhood are too weak "
               "for "
               "their separation and wander";
    }
    if (manner.polarisation < 0.7f)
        return "they mill about: their herds stay together but do not head one way, as alignment is too weak";
    return {};
}

}  // namespace drover::flock
