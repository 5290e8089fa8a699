#include "app/perception/track.h"

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

std::optional<Track> recordTrack(world::World& world, const RecordRules& rules,
                                 const std::function<bool()>& goes_on) {
    Track track;
    track.frames = rules.frames;
    track.species = speciesOfAll(world.flocks());
    track.spots.reserve(track.animals() * rules.frames);
    DrawnAnimals drawn;
    for (std::uint32_t frame = 0; frame < rules.settling + rules.frames; ++frame) {
        world.step(kFrame_s);
        drawn.look(world.view(), static_cast<float>(kFrame_s), rules.is_smooth);
        if (frame >= rules.settling)
            for (const DrawnAnimal& animal : drawn.animals()) track.spots.push_back(spotOf(animal));
        if (!goes_on()) return std::nullopt;
    }
    track.hash = world.stateHash();
    return track;
}

}  // namespace drover::perception
