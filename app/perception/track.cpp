#include "app/perception/track.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/perception/design.h"
#include "app/perception/drawn_animals.h"
#include "core/base/angle.h"
#include "core/flock/store.h"
#include "core/world/world_view.h"

namespace drover::perception {
namespace {

Track::Spot spotOf(const DrawnAnimal& animal) {
    const double turns = static_cast<double>(animal.heading) / (2 * std::numbers::pi);
    const auto upper = [](std::uint32_t units) { return static_cast<std::uint16_t>(units >> 16); };
    return {upper(animal.place.x), upper(animal.place.y),
            static_cast<std::uint16_t>(std::llround(turns * 65536) & 0xffff)};
}

std::vector<std::uint8_t> speciesOfAll(const flock::FlockStore& flocks) {
    std::vector<std::uint8_t> species;
    for (std::uint32_t flock = 0; flock < flocks.size(); ++flock)
        species.insert(species.end(), flocks.treeOf(FlockId{flock}).mostLeaves(),
                       static_cast<std::uint8_t>(row(flocks.speciesIdOf(FlockId{flock}))));
    return species;
}

}  // namespace

Vec2 Track::Spot::facing() const { return direction(Angle{std::uint32_t{heading} << 16}); }

std::uint32_t Track::frameAt(double played_s) const {
    const auto after = std::ranges::upper_bound(since_s, played_s) - since_s.begin();
    return static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(after, 1) - 1);
}

// Near ones count more, and those beside the way less.
float Track::wayToMost(const Plane& plane, Place from) const {
    constexpr int kWays = 24;
    constexpr float kReach_m = 200, kLeastAlong = 0.8f, kTurn = 2 * std::numbers::pi_v<float> / kWays;
    std::array<float, kWays> weight{};
    for (const Spot& spot : at(frames / 2)) {
        const Vec2 way = plane.offset(from, spot.place());
        const float far = length(way);
        if (far > kReach_m || far < 1) continue;
        for (int i = 0; i < kWays; ++i) {
            const float angle = static_cast<float>(i) * kTurn;
            const float along = (way.x * std::cos(angle) + way.y * std::sin(angle)) / far;
            weight[static_cast<std::size_t>(i)] += std::max(along - kLeastAlong, 0.0f) * (1 - far / kReach_m);
        }
    }
    return static_cast<float>(std::ranges::max_element(weight) - weight.begin()) * kTurn;
}

std::optional<Track> recordTrack(world::World& world, const RecordRules& rules,
                                 const std::function<bool(double)>& goes_on) {
    // Half a frame less: sums of sixtieths are not exact.
    constexpr double kAlmost_s = kFrame_s / 2;
    const double settling_s = rules.settling * kFrame_s, kept_s = rules.frames * kFrame_s;
    Track track;
    track.species = speciesOfAll(world.flocks());
    track.spots.reserve(track.animals() * rules.frames);
    DrawnAnimals drawn;
    double frame_s = kFrame_s;
    for (double passed_s = 0; track.end_s < kept_s - kAlmost_s;) {
        world.step(frame_s);
        drawn.look(world.view(), static_cast<float>(frame_s), rules.is_smooth);
        if (rules.is_late) frame_s = std::max(kFrame_s, static_cast<double>(world.record().ai_ns) * 1e-9);
        if (passed_s < settling_s - kAlmost_s) {
            passed_s += frame_s;
        } else {
            for (const DrawnAnimal& animal : drawn.animals()) track.spots.push_back(spotOf(animal));
            track.since_s.push_back(track.end_s);
            track.end_s += frame_s;
        }
        if (!goes_on(std::min((passed_s + track.end_s) / (settling_s + kept_s), 1.0))) return std::nullopt;
    }
    track.frames = static_cast<std::uint32_t>(track.since_s.size());
    track.hash = world.stateHash();
    return track;
}

}  // namespace drover::perception
