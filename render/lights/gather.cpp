#include "render/lights/gather.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/cores/team.h"
#include "render/lights/glyph.h"
#include "render/lights/glyph_sizes.h"

namespace drover::render {
namespace {

std::uint32_t lookWord(std::size_t look, float size) {
    const bool is_group = size > 1;
    return static_cast<std::uint32_t>(look) | (is_group ? kGroupBit : 0) |
           static_cast<std::uint32_t>(std::min(size, 255.0f) * 256) << 16;
}

std::uint32_t scaledWord(std::size_t look, float size) {
    return static_cast<std::uint32_t>(look) |
           static_cast<std::uint32_t>(std::clamp(size, 0.01f, 255.0f) * 256) << 16;
}

// Glyph sizes of groups by species. The first sixteen are computed once per frame.
struct Looks {
    explicit Looks(const world::WorldView& view) {
        for (std::size_t i = 0; i < std::min(view.species.size(), sizes.size()); ++i) {
            sizes[i] = groupSize(view.species[i].kind.agents());
        }
    }
    float groupOf(const world::WorldView& view, std::size_t species) const {
        return species < sizes.size() ? sizes[species] : groupSize(view.species[species].kind.agents());
    }

    std::array<float, 16> sizes{};
};

std::array<std::uint32_t, 2> levelsOf(const flock::Tree& tree, std::span<const flock::Node> nodes) {
    std::array<std::uint32_t, 2> levels{};
    for (std::size_t i = 0; i < nodes.size(); ++i) levels[i / 8] |= tree.level(nodes[i]) << i % 8 * 4;
    return levels;
}

bool areAlone(const flock::FlockStore& flocks, std::uint32_t first, std::uint32_t end) {
    std::uint32_t alone = 0;
    for (std::uint32_t flock = first; flock < end; ++flock) alone += flocks.isAlone(FlockId{flock}) ? 1 : 0;
    return alone == end - first;
}

// Calls `found(offset)` for every image of a flock in view.
template <class Margins, class Found>
void images(const world::WorldView& view, const Sight& sight, const Margins& margins, std::uint32_t flock,
            float reach_m, Vec2 offset, Found found) {
    const float slack_m = margins.slack_m();
    if (sight.mayRepeat(offset, reach_m + slack_m)) {
        // Near the seam the extrapolated place is tested. The wide margin would draw many flocks twice.
        const flock::AgentColumns& roots = view.flocks.roots();
        const float carry_s = margins.is_smooth ? Gather::carryOf(view, flock) : 0;
        const Vec2 carried = Vec2{roots.vx[flock], roots.vy[flock]} * carry_s;
        const float close_m = margins.glyph_m + (reach_m > 0 ? reach_m + 2 * margins.fastest * carry_s : 0);
        sight.images(offset + carried, close_m, [&](Vec2 image) { found(image - carried); });
    } else if (sight.sees(offset, reach_m + slack_m)) {
        found(offset);
    }
}

// Rows of flocks that are passed over at once.
constexpr std::uint32_t kAtATime = 256;
static_assert(Slices::kRows % kAtATime == 0);
// And where none of them is unfolded, those that are looked at together: seldom is one of them in a small
// view.
constexpr std::uint32_t kLookedAt = 64;
static_assert(kAtATime % kLookedAt == 0);

// Entries that one core writes together.
constexpr std::uint32_t kHerds = 256, kGroups = 1024;

constexpr std::size_t kTexelsPerRecord = sizeof(GlyphRecord) / sizeof(LeafBlock);

std::uint32_t sizeOf(const std::vector<Gather::Seen>& list) {
    return static_cast<std::uint32_t>(list.size());
}
std::uint32_t blocksFor(std::uint32_t leaves) { return (leaves + LeafBlock::kSlots - 1) / LeafBlock::kSlots; }

}  // namespace

float Gather::carryOf(const world::WorldView& view, std::size_t task) {
    return std::clamp(view.staleness(task), 0.0f, kMostCarry_s);
}

void Gather::forgetOtherWorld(const world::WorldView& view) {
    const bool is_other =
        &view.flocks != flocks_ || view.flocks.size() != reach_.size() || view.flocks.layout() != layout_;
    if (is_other || view.flocks.seed() != seed_ || view.frame < frame_) {
        reach_.assign(view.flocks.size(), 0.0f);
        reach_as_of_.assign(view.flocks.size(), ~std::uint64_t{0});
        is_group_.assign(view.flocks.size(), 1);
        are_alone_.assign(view.flocks.size() / kAtATime + 1, 1);
    }
    flocks_ = &view.flocks;
    seed_ = view.flocks.seed();
    layout_ = view.flocks.layout();
    frame_ = view.frame;
}

// Measures again only after an update: nothing else moves a flock's leaves. Returns whether there was one.
bool Gather::noteReach(const flock::FlockStore& flocks, std::uint32_t flock) {
    const FlockId id{flock};
    const std::uint32_t count = flocks.count(id);
    const std::uint64_t as_of = std::uint64_t{flocks.ageOf(id)} << 32 | count;
    if (as_of == reach_as_of_[flock]) return false;
    reach_as_of_[flock] = as_of;
    const std::uint32_t x = flocks.roots().x[flock], y = flocks.roots().y[flock];
    const std::uint32_t* leaf_x = flocks.leaves().x.data() + flocks.first(id);
    const std::uint32_t* leaf_y = flocks.leaves().y.data() + flocks.first(id);
    std::int32_t low = 0, high = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto dx = static_cast<std::int32_t>(leaf_x[i] - x),
                   dy = static_cast<std::int32_t>(leaf_y[i] - y);
        low = std::min({low, dx, dy}), high = std::max({high, dx, dy});
    }
    const double units = std::max(-static_cast<double>(low), static_cast<double>(high));
    reach_[flock] = static_cast<float>(units * flocks.plane().metresPerUnit());
    return true;
}

void Gather::choose(const world::WorldView& view, const Sight& sight, float margin_m, const SliceLook& look,
                    std::size_t most_texels, bool all_due) {
    forgetOtherWorld(view);
    float fastest = 0;
    for (const world::SpeciesEntry& entry : view.species) fastest = std::max(fastest, entry.kind.max_speed);
    for (const ValuePtr<minds::Animals>& animals : view.population.others)
        for (const minds::Sort& sort : animals->kind().sorts)
            fastest = std::max(fastest, animals->size() > 0 ? sort.fastest : 0);
    const auto rows = static_cast<std::uint32_t>(view.flocks.size());
    const float shift_m = rows > Slices::kRows ? Slices::most_shift_m(sight) : 0;
    const Margins margins{margin_m + shift_m, fastest, look.is_smooth};
    slices_.beginFrame(view, sight, look, fastest, shift_m, all_due);
    agents_.clear();
    for (const world::SpeciesEntry& entry : view.species) agents_.push_back(entry.kind.agents());
    found_.resize(cores::rangesOf(rows, kRange) + 1);
    cores::eachRange(view.team, rows, kRange,
                     [&](const cores::Range& range) { findHerds(view, sight, margins, range); });
    joinHerds(view.flocks, most_texels);
    cores::eachRange(view.team, rows, kRange, [&](const cores::Range& range) {
        found_[range.index].groups.clear(), found_[range.index].animals = 0;
        if (isLookedAt(sliceOf(range))) findGroups(view, sight, margins, range);
    });
    findSingles(view, sight, margins);
    joinGroups(view.team);
}

// In this frame.
bool Gather::isLookedAt(std::uint32_t slice) const { return slices_.isDue(slice) || is_stale_[slice] != 0; }

bool Gather::hasRoomFor(const flock::FlockStore& flocks, FlockId flock, std::size_t most_texels) const {
    const std::uint32_t count = flocks.count(flock);
    return (herds_.size() + 1) * kTexelsPerRecord <= most_texels &&
           blocks_ + blocksFor(count) <= most_texels &&
           std::size_t{flocks.first(flock)} + count <= most_texels;
}

// Lists the expanded flocks in view, and notes which have folded. Skips many rows at once where none is or
// was expanded.
void Gather::findHerds(const world::WorldView& view, const Sight& sight, const Margins& margins,
                       const cores::Range& range) {
    const flock::FlockStore& flocks = view.flocks;
    Found& found = found_[range.index];
    found.herds.clear(), found.changed.clear(), found.is_stale = false;
    for (std::uint32_t first = range.first; first < range.end; first += kAtATime) {
        const std::uint32_t end = std::min(first + kAtATime, range.end);
        const bool are_alone = areAlone(flocks, first, end);
        const bool were_alone = std::exchange(are_alone_[first / kAtATime], are_alone) != 0;
        if (are_alone && were_alone) continue;
        for (std::uint32_t flock = first; flock < end; ++flock) {
            if (flocks.isAlone(FlockId{flock})) {
                found.is_stale = found.is_stale || is_group_[flock] == 0;
                is_group_[flock] = 1;
                continue;
            }
            if (noteReach(flocks, flock)) found.changed.push_back(flock);
            const Vec2 offset = sight.offset({flocks.roots().x[flock], flocks.roots().y[flock]});
            images(view, sight, margins, flock, reach_[flock], offset,
                   [&](Vec2 image) { found.herds.push_back({flock, image}); });
        }
    }
}

// Herds for which there is room are drawn leaf by leaf. Notes which have unfolded.
void Gather::joinHerds(const flock::FlockStore& flocks, std::size_t most_texels) {
    herds_.clear(), changed_.clear(), first_block_.clear();
    leaves_ = blocks_ = 0;
    herd_animals_ = 0;
    is_stale_.assign(slices_.count(), 0);
    for (std::uint32_t i = 0; i + 1 < found_.size(); ++i) {
        const Found& found = found_[i];
        changed_.insert(changed_.end(), found.changed.begin(), found.changed.end());
        bool is_stale = found.is_stale;
        for (std::size_t seen = 0; seen < found.herds.size(); ++seen) {
            const std::uint32_t flock = found.herds[seen].task;
            const bool is_group = !hasRoomFor(flocks, FlockId{flock}, most_texels);
            if (seen == 0 || found.herds[seen - 1].task != flock) {
                is_stale = is_stale || (is_group_[flock] != 0) != is_group;
                is_group_[flock] = is_group;
            }
            if (is_group) continue;
            if (herds_.size() % kHerds == 0) first_block_.push_back(blocks_);
            herds_.push_back(found.herds[seen]);
            herd_animals_ += agents_[row(flocks.speciesIdOf(FlockId{flock}))];
            leaves_ += flocks.count(FlockId{flock}), blocks_ += blocksFor(flocks.count(FlockId{flock}));
        }
        if (is_stale) is_stale_[i * kRange / Slices::kRows] = 1;
    }
}

void Gather::findGroups(const world::WorldView& view, const Sight& sight, const Margins& margins,
                        const cores::Range& range) {
    const flock::FlockStore& flocks = view.flocks;
    const std::uint32_t* x = flocks.roots().x.data();
    const std::uint32_t* y = flocks.roots().y.data();
    Found& found = found_[range.index];
    std::vector<Seen>& groups = found.groups;
    const std::span<const SpeciesId> species = flocks.speciesColumn();
    const Sight::Unseen across = sight.unseen(sight.half_m.x, margins.slack_m()),
                        along = sight.unseen(sight.half_m.y, margins.slack_m());
    const auto is_unseen = [&](std::uint32_t flock) {
        return (across.has(sight.middle.x, x[flock]) ? 1 : 0) | (along.has(sight.middle.y, y[flock]) ? 1 : 0);
    };
    for (std::uint32_t begin = range.first; begin < range.end; begin += kLookedAt) {
        const std::uint32_t end = std::min(begin + kLookedAt, range.end);
        const bool are_alone = are_alone_[begin / kAtATime] != 0;
        std::uint32_t seen = 0;
        for (std::uint32_t flock = begin; flock < end; ++flock) seen += is_unseen(flock) == 0;
        if (seen == 0 && are_alone) continue;
        for (std::uint32_t flock = begin; flock < end; ++flock) {
            const bool is_alone = are_alone || flocks.isAlone(FlockId{flock});
            if (is_alone && is_unseen(flock) != 0) continue;
            if (is_group_[flock] == 0) continue;
            images(view, sight, margins, flock, is_alone ? 0 : reach_[flock],
                   sight.offset({x[flock], y[flock]}), [&](Vec2 image) {
                       groups.push_back({flock, image});
                       found.animals += agents_[row(species[flock])];
                   });
        }
    }
}

void Gather::findSingles(const world::WorldView& view, const Sight& sight, const Margins& margins) {
    std::vector<Seen>& groups = found_.back().groups;
    groups.clear();
    for (std::size_t task = view.firstOther(); task < view.tasks.size(); ++task) {
        if (view.isAway(task)) continue;
        const Vec2 carried = view.velocityOf(task) * (margins.is_smooth ? carryOf(view, task) : 0);
        sight.images(sight.offset(view.placeOf(task)) + carried, margins.glyph_m, [&](Vec2 image) {
            groups.push_back({static_cast<std::uint32_t>(task), image - carried});
        });
    }
}

// The slices that were looked at; the single animals are a slice of their own.
void Gather::joinGroups(cores::Team* team) {
    std::size_t all = 0;
    for (Found& found : found_) found.first = all, all += found.groups.size();
    const auto firstOf = [&](std::uint32_t slice) {
        const std::size_t range = std::size_t{slice} * (Slices::kRows / kRange);
        return found_[std::min(range, found_.size() - 1)].first;
    };
    parts_.clear();
    for (std::uint32_t slice = 0; slice < slices_.count(); ++slice) {
        if (!isLookedAt(slice)) continue;
        slices_.made(slice);
        parts_.push_back({slice, firstOf(slice), firstOf(slice + 1) - firstOf(slice)});
    }
    parts_.push_back({slices_.count(), found_.back().first, found_.back().groups.size()});
    groups_.resize(all);
    cores::each(team, static_cast<std::uint32_t>(found_.size()), [&](std::uint32_t i, unsigned) {
        std::ranges::copy(found_[i].groups, groups_.begin() + static_cast<std::ptrdiff_t>(found_[i].first));
    });
    found_.back().animals = found_.back().groups.size();
    count_.resize(sliceCount()), animals_.resize(sliceCount());
    for (const Part& part : parts_) count_[part.slice] = part.count, animals_[part.slice] = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
        const std::size_t slice = std::min(i * kRange / Slices::kRows, std::size_t{slices_.count()});
        const bool is_single = i + 1 == found_.size();
        if (is_single || isLookedAt(static_cast<std::uint32_t>(slice)))
            animals_[is_single ? slices_.count() : slice] += found_[i].animals;
    }
    groups_in_view_ = 0, group_animals_ = 0;
    for (const std::size_t count : count_) groups_in_view_ += count;
    for (const std::uint64_t animals : animals_) group_animals_ += animals;
}

namespace {

struct RecordWriter {
    RecordWriter(const world::WorldView& of, const DrawSettings& choices, const Paint& colours,
                 const GlyphSizes& measured = {})
        : view(of), settings(choices), paint(colours), sizes(measured), looks(of) {}

    GlyphRecord ofFlock(const Gather::Seen& seen, bool is_group) const {
        const std::size_t species = row(view.flocks.speciesIdOf(FlockId{seen.task}));
        const flock::Agent root = view.flocks.roots().get(seen.task);
        GlyphRecord record{.root_x = root.place.x, .root_y = root.place.y};
        record.velocity = root.velocity, record.heading = root.heading;
        record.look = lookWord(lookOf(species), is_group ? looks.groupOf(view, species) : 1);
        return finished(record, seen, lookOf(species));
    }
    GlyphRecord ofSingle(const Gather::Seen& seen) const {
        const auto [animals, other, i] = view.at(seen.task);
        GlyphRecord record{.root_x = animals.places[i].x, .root_y = animals.places[i].y};
        record.velocity = animals.velocityOf(i), record.heading = animals.headingOf(i);
        const std::size_t look = lookOf(view.lookOf(seen.task));
        const float half_m = animals.kind().sorts[animals.sortOf(i)].half_m;
        record.look = half_m > 0 ? scaledWord(look, trueToScale(sizes, half_m)) : lookWord(look, 1);
        return finished(record, seen, look);
    }
    GlyphRecord finished(GlyphRecord record, const Gather::Seen& seen, std::size_t look) const {
        record.x_m = seen.offset_m.x, record.y_m = seen.offset_m.y;
        record.carry_s = settings.is_smooth ? Gather::carryOf(view, seen.task) : 0;
        record.since_s = view.sinceUpdate(seen.task);
        record.colour = paint.ofTask(seen.task, look);
        record.look |= paint.formOf(seen.task) << kFormBit;
        return record;
    }

    const world::WorldView& view;
    const DrawSettings& settings;
    const Paint& paint;
    const GlyphSizes sizes;
    const Looks looks;
};

}  // namespace

void Gather::writeHerds(const world::WorldView& view, const DrawSettings& settings, const Paint& paint,
                        GlyphRecord* out) const {
    const RecordWriter writer(view, settings, paint);
    cores::eachRange(view.team, sizeOf(herds_), kHerds, [&](const cores::Range& range) {
        for (std::uint32_t i = range.first; i < range.end; ++i) out[i] = writer.ofFlock(herds_[i], false);
    });
}

void Gather::writeGroups(const world::WorldView& view, const DrawSettings& settings, const Paint& paint,
                         const GlyphSizes& sizes, GlyphRecord* out) const {
    const RecordWriter writer(view, settings, paint, sizes);
    cores::eachRange(view.team, sizeOf(groups_), kGroups, [&](const cores::Range& range) {
        for (std::uint32_t i = range.first; i < range.end; ++i) {
            const Seen seen{groups_[i].task, groups_[i].offset_m + shift_m()};
            const bool is_flock = seen.task < view.flocks.size();
            out[i] = is_flock ? writer.ofFlock(seen, true) : writer.ofSingle(seen);
        }
    });
}

void Gather::writeBlocks(const world::WorldView& view, bool by_depth, LeafBlock* out) const {
    const flock::FlockStore& flocks = view.flocks;
    cores::eachRange(view.team, sizeOf(herds_), kHerds, [&](const cores::Range& range) {
        LeafBlock* next = out + first_block_[range.index];
        for (std::uint32_t record = range.first; record < range.end; ++record) {
            const FlockId id{herds_[record].task};
            const std::uint32_t first = flocks.first(id), count = flocks.count(id);
            for (std::uint32_t begin = 0; begin < count; begin += LeafBlock::kSlots) {
                const std::uint32_t slots = std::min(count - begin, LeafBlock::kSlots);
                LeafBlock block{.record = record | (slots - 1) << LeafBlock::kRestBit,
                                .first = first + begin};
                if (by_depth)
                    block.levels = levelsOf(flocks.treeOf(id), flocks.nodes(id).subspan(begin, slots));
                *next++ = block;
            }
        }
    });
}

}  // namespace drover::render
