#include "core/flock/manner.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/angle.h"
#include "core/base/mutex.h"
#include "core/base/random.h"
#include "core/flock/update.h"

namespace drover::flock {
namespace {

// Levels with more leaves are not measured; what they would show follows from the levels above.
constexpr std::uint64_t kMostLeaves = 256;
// Herds that run: many of the whole herd and for long, since how it turns is a matter of chance, but no more
// than this many leaves of them.
constexpr std::uint32_t kFewestHerds = 8, kMostHerds = 96, kLeavesTogether = 3072;
constexpr float kStep = 0.125f;     // second
constexpr int kSettlingSteps = 80;  // before anything is measured
constexpr int kStepsPerSample = 16;
constexpr int kFewestSamples = 5, kMostSamples = 40;
constexpr int kLongLook = 4;    // samples
constexpr int kPushSteps = 16;  // two seconds
// With another seed turning comes out some 3 % higher or lower for herds of 32, and 10 % for herds of 256, of
// which few run.
constexpr std::uint64_t kSeed = 2;

// What the herds of one level showed, as sums over herds and samples.
struct Sums {
    double speed = 0, polarisation = 0, spread_sq = 0, stray_sq = 0;
    double farthest_sq = 0;
    std::uint64_t looks = 0;
    // 1 - the cosine of the turn, from each sample to the next and over a long look.
    struct Turns {
        double lost_cosine = 0;
        std::uint64_t seen = 0;
    } next, long_look;
};

// -ln(1 - lost) by its series, as the C library's logarithm differs from machine to machine.
double minusLog(double lost) {
    double power = 1, sum = 0;
    for (int i = 1; i <= 200; ++i) power *= lost, sum += power / i;
    return sum;
}

class Herds {
  public:
    // Herds whose leaves all stand at `level`, which begin as their manner says.
    Herds(const Species& kind, std::uint32_t level, std::uint32_t herds)
        : store_(Plane(1e5, Edges::kTorus), kSeed,
                 LodRules{.zone_width = kZone, .hysteresis = 0, .lod_test = LodTest::kRootOnly}, {kind}) {
        const double away = static_cast<double>(kZone) * (kind.depth - level + 0.5);
        const Place player = store_.plane().place(0, 0), middle = store_.plane().place(away, 0);
        for (std::uint32_t i = 0; i < herds; ++i) {
            const Vec2 heading = direction(Angle{randomBlock(1, i, 0, 0, Purpose::kBirth)[0]});
            const FlockId herd = store_.add(SpeciesId{0}, {middle, heading * kind.manner.pace, heading});
            changeLevel(store_, herd, player, scratch_);
        }
    }

    // How herds answer a push (MODEL (11.c)): slowed down for four seconds, in the second half of which less
    // is added to what the first half did; and turned for two.
    void measureResponse(const Species& kind, Manner& manner) {
        const float force = 0.1f * kind.max_force;
        for (int i = 0; i < kSettlingSteps; ++i) step();
        const Herds settled = *this;
        const auto mass = static_cast<double>(kind.mass), newton = static_cast<double>(force);
        const double before = meanSpeed();
        pushed({-force, 0}, kPushSteps);
        const double between = meanSpeed();
        pushed({-force, 0}, kPushSteps);
        const double first = before - between, second = between - meanSpeed();
        const double rest = std::clamp(first > 0 ? second / first : 0, 0.05, 0.95);
        constexpr double kTime = kPushSteps * static_cast<double>(kStep);
        const double response = kTime / minusLog(1 - rest);
        manner.response = static_cast<float>(response);
        manner.along = inBounds(first * mass / (newton * response * (1 - rest)));
        *this = settled;
        manner.across = inBounds(turnUnder(force) / kTime * mass * before / newton);
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
    static constexpr float kZone = 1000;

    // No herd changes its level.
    void step() {
        for (std::uint32_t i = 0; i < store_.size(); ++i) moveFlock(store_, FlockId{i}, kStep, scratch_);
    }

    // The same while each animal is pushed: along its herd's way and to the left of it, newton.
    void pushed(Vec2 force, int steps) {
        for (int step = 0; step < steps; ++step) {
            for (std::uint32_t i = 0; i < store_.size(); ++i) {
                const Vec2 ahead = unit(store_.roots().get(i).velocity);
                scratch_.around.push = ahead * force.x + Vec2{-ahead.y, ahead.x} * force.y;
                moveFlock(store_, FlockId{i}, kStep, scratch_);
            }
        }
        scratch_.around.push = {};
    }
    double meanSpeed() const {
        double sum = 0;
        for (std::uint32_t i = 0; i < store_.size(); ++i)
            sum += static_cast<double>(length(store_.roots().get(i).velocity));
        return sum / static_cast<double>(store_.size());
    }

    void look(int sample) {
        for (std::uint32_t i = 0; i < store_.size(); ++i) {
            const Agent root = store_.roots().get(i);
            sums_.spread_sq += lookAt(FlockId{i}, root);
            sums_.speed += static_cast<double>(length(root.velocity));
            ++sums_.looks;
            headings_.push_back(unit(root.velocity));
            if (sample >= 1) turned(sums_.next, 1);
            if (sample >= kLongLook) turned(sums_.long_look, kLongLook);
        }
    }

    // Animals without any force answer none: that is no number.
    static float inBounds(double gain) { return gain > 0 ? static_cast<float>(std::min(gain, 2.0)) : 0; }

    // How far herds turn to the left while they are pushed there, in radians: its sine in each step.
    double turnUnder(float force) {
        double turned = 0;
        std::vector<Vec2> before(store_.size());
        for (int step = 0; step < kPushSteps; ++step) {
            for (std::uint32_t i = 0; i < store_.size(); ++i)
                before[i] = unit(store_.roots().get(i).velocity);
            pushed({0, force}, 1);
            for (std::uint32_t i = 0; i < store_.size(); ++i) {
                const Vec2 after = unit(store_.roots().get(i).velocity);
                turned += static_cast<double>(before[i].x * after.y - before[i].y * after.x);
            }
        }
        return turned / static_cast<double>(store_.size());
    }

    // The last heading against that of the same herd some samples ago.
    void turned(Sums::Turns& turns, std::size_t samples) {
        const Vec2 change = headings_.back() - headings_[headings_.size() - 1 - samples * store_.size()];
        turns.lost_cosine += static_cast<double>(dot(change, change)) / 2;
        ++turns.seen;
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
    UpdateScratch scratch_;
    std::vector<Vec2> headings_;  // of all herds, sample by sample
    Sums sums_;
};

// -ln(cosine) a second. A mean cosine below a twentieth says no more than that.
double decayOf(const Sums::Turns& turns, int samples) {
    const double lost = std::min(turns.lost_cosine / static_cast<double>(turns.seen), 0.95);
    return minusLog(lost) / (static_cast<double>(kStep) * kStepsPerSample * samples);
}

// A heading is no random walk: in the first seconds it trembles and comes back, or it goes on turning. So
// what a root alone is to do is what a herd does over a long look. Where a herd turns so often that this says
// little, the short look counts.
double turningOf(const Sums& sums) {
    const double short_look = decayOf(sums.next, 1), long_look = decayOf(sums.long_look, kLongLook);
    const double lost = sums.long_look.lost_cosine / static_cast<double>(sums.long_look.seen);
    return lost > 0.5 && long_look >= short_look / 2 ? short_look : long_look;
}

float rootOf(double sum, std::uint64_t looks) {
    return static_cast<float>(std::sqrt(sum / static_cast<double>(looks)));
}

// The deepest level that is measured.
std::uint32_t deepestOf(const Species& species) {
    std::uint32_t level = 1;
    for (std::uint64_t leaves = species.branching; level < species.depth; ++level) {
        leaves *= species.branching;
        if (leaves > kMostLeaves) break;
    }
    return level;
}

// As crowded as at that level: as many times the area as there are leaves.
void spreadAsAt(std::uint32_t level, const Species& species, Manner& manner) {
    const float wider = std::sqrt(static_cast<float>(species.branching));
    for (std::uint32_t deeper = level + 1; deeper <= species.depth; ++deeper) {
        manner.spread[deeper] = manner.spread[deeper - 1] * wider;
        manner.stray[deeper] = manner.stray[deeper - 1];
    }
}

void measureWhole(const Species& kind, std::uint32_t herds, int samples, Manner& manner) {
    const Sums sums = Herds(kind, kind.depth, herds).run(samples);
    const auto looks = static_cast<double>(sums.looks);
    manner.pace = static_cast<float>(sums.speed / looks);
    manner.turning = static_cast<float>(turningOf(sums));
    manner.polarisation = static_cast<float>(sums.polarisation / looks);
    manner.farthest = rootOf(sums.farthest_sq, 1);
    manner.spread[kind.depth] = rootOf(sums.spread_sq, sums.looks);
    manner.stray[kind.depth] = rootOf(sums.stray_sq, sums.looks);
}

std::uint32_t herdsOf(const Species& kind) {
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(kLeavesTogether / kind.agents(), kFewestHerds, kMostHerds));
}

Manner measure(const Species& species) {
    Species kind = species;
    kind.max_step = std::max(kind.max_step, kStep);
    Manner& manner = kind.manner;
    // Whole herds of two animals begin close together and nearly all one way; larger ones as crowded as the
    // ones before them were in the end.
    manner.pace = species.max_speed / 2;
    manner.spread[1] = 1;
    manner.stray[1] = 0.05f * species.max_speed;
    const std::uint32_t deepest = deepestOf(species);
    for (kind.depth = 1; kind.depth < deepest; ++kind.depth) {
        measureWhole(kind, kFewestHerds, kFewestSamples, manner);
        spreadAsAt(kind.depth, species, manner);
    }
    measureWhole(kind, herdsOf(kind), kMostSamples, manner);
    spreadAsAt(kind.depth, species, manner);
    for (std::uint32_t level = 1; level < deepest; ++level) {
        const Sums sums = Herds(kind, level, kFewestHerds).run(kFewestSamples);
        manner.spread[level] = rootOf(sums.spread_sq, sums.looks);
        manner.stray[level] = rootOf(sums.stray_sq, sums.looks);
    }
    return manner;
}

void measureResponse(const Species& species, Manner& manner) {
    Species kind = species;
    kind.max_step = std::max(kind.max_step, kStep);
    kind.manner = manner;
    kind.depth = deepestOf(species);
    Herds(kind, kind.depth, herdsOf(kind)).measureResponse(kind, manner);
}

Manner withoutResponse(Manner manner) {
    manner.response = 0, manner.along = 1, manner.across = 1;
    return manner;
}

// What was measured last, since many worlds are begun with the same species.
class Memory {
  public:
    Manner of(const Species& species, bool with_response) {
        const std::lock_guard lock(mutex_);
        auto known = std::ranges::find(known_, species, &Known::species);
        if (known == known_.end()) {
            if (known_.size() == kMost) known_.erase(known_.begin());
            known_.push_back({species, measure(species)});
            known = known_.end() - 1;
        }
        if (!with_response) return withoutResponse(known->manner);
        if (known->manner.response == 0) measureResponse(species, known->manner);
        return known->manner;
    }

  private:
    static constexpr std::size_t kMost = 64;
    struct Known {
        Species species;
        Manner manner;
    };
    Mutex mutex_;
    std::vector<Known> known_;
};

}  // namespace

bool hasManner(const Species& species) {
    return species.depth > 0 && species.integration != Integration::kPaper;
}

Manner measureManner(const Species& species, bool with_response) {
    static Memory memory;
    if (!hasManner(species)) return {};
    Species kind = species;
    kind.manner = {};
    kind.way.clear();
    return memory.of(kind, with_response);
}

std::string flawOf(const Species& species) {
    const Manner& manner = species.manner;
    if (manner.pace == 0) return {};
    if (manner.pace < 0.03f * species.max_speed)
        return "they hardly move: their forces nearly cancel, so their herds stand still";
    constexpr float kLost = 6;  // times the spread: no animal of a settled herd goes so far from its centre
    if (manner.farthest > kLost * manner.spread[deepestOf(species)]) {
        return "they scatter: their herds come apart, as alignment, cohesion and neighbourhood are too weak "
               "for "
               "their separation and wander";
    }
    if (manner.polarisation < 0.7f)
        return "they mill about: their herds stay together but do not head one way, as alignment is too weak";
    return {};
}

}  // namespace drover::flock
