#include "render/living/gather_scene.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "core/people/crowd.h"
#include "render/lights/gather.h"

namespace drover::render {
namespace {

constexpr float kTintAlpha = 0.72f;
constexpr float kTop_m = 9, kBottom_m = 2.2f;  // of a tree, for the X-ray
constexpr std::size_t kMostNodes = 8'192;      // of a herd whose tree is drawn
constexpr float kLongestFrame_s = 1;
constexpr std::uint32_t kRowsAtOnce = 64;
constexpr float kMarkShare = 0.75f;  // of where the farthest animals stand: the ring round a herd

std::uint32_t mixedBits(std::uint32_t a, std::uint32_t b) {
    std::uint32_t h = a * 2654435761u ^ b * 2246822519u;
    h ^= h >> 15;
    return h * 2654435761u;
}

float heightOfLevel(std::uint32_t level, std::uint32_t depth) {
    const float down =
        depth == 0 ? 0 : static_cast<float>(std::min(level, depth)) / static_cast<float>(depth);
    return kTop_m + (kBottom_m - kTop_m) * down;
}

}  // namespace

Detail detailOf(Body body, float pixels_per_metre) {
    constexpr float kFull_px = 34, kSome_px = 9;  // an animal's length, from which it has that detail
    const float size_m = std::max(lengthOf(body), heightOf(body) / 2);  // an upright body is short
    const float length_px = size_m * pixels_per_metre;
    if (length_px > kFull_px) return Detail::kFull;
    return length_px > kSome_px ? Detail::kSome : Detail::kDot;
}

struct SceneGather::Frame {
    const world::WorldView& view;
    const DrawSettings& settings;
    const Sight& sight;
    const Light& light;
    Scene& out;
    Paint paint;
    float tint = 0;            // share of the colouring over the coats
    std::size_t followed = 0;  // animals

    float carryOf(std::size_t task) const { return settings.is_smooth ? Gather::carryOf(view, task) : 0; }
    std::uint32_t tintOf(std::size_t task, std::size_t look) const {
        if (!(tint > 0)) return 0;
        const auto alpha = static_cast<std::uint32_t>(kTintAlpha * tint * 255);
        return (paint.ofTask(task, look) & 0xFFFFFF) | alpha << 24;
    }
    bool isSeen(Vec2 at_m, float reach_m) const {
        return sight.sees(at_m, reach_m) && sight.farOf(at_m) < out.far_m + reach_m;
    }
    Detail detailOf(Body body, Vec2 at_m) const {
        return render::detailOf(body,
                                out.larger * light.pixels_per_radian / std::max(sight.farOf(at_m), 1.0f));
    }
    Batch& batch(std::size_t look, Detail detail, bool is_herd) const {
        return out.batches[(look * kDetails + static_cast<std::size_t>(detail)) * 2 + (is_herd ? 1 : 0)];
    }
};

void SceneGather::beginWorld(const world::WorldView& view) {
    const float larger = view.people() == nullptr ? kLargerThanLife : 1;
    if (larger != std::exchange(larger_, larger)) kinds_.clear();  // herds stand closer
    const bool is_other = &view.flocks != flocks_ || view.flocks.seed() != seed_ ||
                          view.flocks.layout() != layout_ || view.simul_ns < now_ns_;
    if (!is_other) return;
    tracks_.forget();
    player_ = {.heading = {1, 0}};
    flocks_ = &view.flocks, seed_ = view.flocks.seed(), layout_ = view.flocks.layout();
    now_ns_ = view.simul_ns;
    player_at_ = view.player;
    followed_m_ = kFollowed_m;
}

void SceneGather::knowKinds(const world::WorldView& view) {
    std::size_t looks = view.species.size();
    for (const ValuePtr<minds::Animals>& animals : view.population.others)
        looks += animals->kind().sorts.size();
    kinds_.resize(looks);
    for (std::size_t i = 0; i < view.species.size(); ++i) {
        Kind& kind = kinds_[i];
        const flock::Species& species = view.flocks.allSpecies()[i];
        kind.body = bodyOf(view.species[i].name, i);
        if (!kind.arrangement || !kind.arrangement->isFor(species, view.lod()))
            kind.arrangement =
                std::make_shared<Arrangement>(species, view.lod(), 0.9f * larger_ * lengthOf(kind.body));
    }
    std::size_t look = view.species.size();
    for (const ValuePtr<minds::Animals>& animals : view.population.others) {
        for (const minds::Sort& sort : animals->kind().sorts) {
            kinds_[look] = {animals->areFires() ? Body::kFire : bodyOf(sort.name, look), nullptr};
            ++look;
        }
    }
}

void SceneGather::gather(const world::WorldView& view, const Sight& sight, const Light& light,
                         const DrawSettings& settings, Scene& out) {
    const Plane& plane = view.plane();
    beginWorld(view);
    knowKinds(view);
    const Vec2 moved_m = plane.offset(focus_, sight.centre);
    const float passed_s = std::min(world::WorldView::seconds(view.simul_ns - now_ns_), kLongestFrame_s);
    focus_ = sight.centre, now_ns_ = view.simul_ns;

    out.focus_m = {plane.xMetres(focus_), plane.yMetres(focus_)};
    out.world_size_m = plane.worldSize();
    out.larger = larger_;
    out.is_round = plane.edges() == Edges::kTorus;
    out.far_m = std::min(light.dissolve.end_m(light.pixels_per_radian), light.sight_m);
    gatherShapes(view, out);
    out.points.clear(), out.branches.clear(), out.marks.clear();
    out.batches.resize(kinds_.size() * kDetails * 2);
    for (std::size_t i = 0; i < out.batches.size(); ++i) {
        Batch& batch = out.batches[i];
        batch.look = i / (2 * kDetails), batch.detail = static_cast<Detail>(i / 2 % kDetails);
        batch.body = kinds_[batch.look].body;
        batch.arrangement = i % 2 == 1 ? kinds_[batch.look].arrangement : nullptr;
        batch.instances.clear();
    }

    // Coats show the species; of people the colour says where they go.
    const bool is_coloured = settings.colour_by != ColourBy::kSpecies || view.people() != nullptr;
    Frame frame{.view = view,
                .settings = settings,
                .sight = sight,
                .light = light,
                .out = out,
                .paint = Paint(view, settings),
                .tint = is_coloured ? std::max(settings.tint, light.dark * light.dissolve.rest()) : 0};
    tracks_.beginFrame(passed_s, moved_m);
    addFlocks(frame);
    addSingles(frame);
    tracks_.endFrame();
    if (out.marks.empty()) markLight(frame);
    addPlayer(frame, passed_s);
    // So that the next frame follows about as many as it can.
    if (frame.followed > kMostFollowed) followed_m_ *= 0.9f;
    if (frame.followed < kMostFollowed / 2) followed_m_ = std::min(followed_m_ * 1.02f, kFollowed_m);
    out.animals = 0;
    for (const Batch& batch : out.batches) out.animals += batch.animals();
}

// What stands in the way; a closed gate too.
void SceneGather::gatherShapes(const world::WorldView& view, Scene& out) {
    constexpr double kGate_m = 0.06;
    const people::Crowd* const people = view.people();
    std::uint64_t closed = 0;
    const std::size_t gates = people != nullptr ? people->building().gates.size() : 0;
    for (std::uint32_t i = 0; i < gates; ++i) closed |= std::uint64_t{!people->isOpen(i)} << i;
    const auto shapes = static_cast<std::size_t>(std::popcount(closed)) + view.shapes.size();
    if (closed == closed_gates_ && out.shapes.size() == shapes &&
        std::ranges::equal(std::span(out.shapes).first(view.shapes.size()), view.shapes))
        return;
    closed_gates_ = closed;
    out.shapes.assign(view.shapes.begin(), view.shapes.end());
    for (std::uint32_t i = 0; i < gates; ++i) {
        const people::Gate& gate = people->building().gates[i];
        if (!people->isOpen(i)) out.shapes.push_back({ground::Surface::kFence, {gate.a, gate.b}, kGate_m});
    }
}

// Most rows of a large world are out of sight: whole numbers are compared, many rows at a time.
void SceneGather::addFlocks(Frame& frame) {
    const world::WorldView& view = frame.view;
    const flock::AgentColumns& roots = view.flocks.roots();
    const auto rows = static_cast<std::uint32_t>(view.flocks.size());
    // A box round what is near enough and in the picture.
    constexpr float kReach_m = 400;
    const Vec2 eye{frame.sight.eye.x, frame.sight.eye.y},
        middle = frame.sight.middle_m, half = frame.sight.half_m + Vec2{kReach_m, kReach_m};
    const float far = frame.out.far_m + kReach_m;
    const Vec2 low{std::max(middle.x - half.x, eye.x - far), std::max(middle.y - half.y, eye.y - far)},
        high{std::min(middle.x + half.x, eye.x + far), std::min(middle.y + half.y, eye.y + far)};
    if (high.x < low.x || high.y < low.y) return;
    const double units = view.plane().unitsPerMetre();
    const auto wide = [&](float metres) {
        const double in_units = static_cast<double>(metres) * units;
        return in_units < 0x1p32 ? static_cast<std::uint32_t>(in_units) : ~0u;
    };
    const Place corner = view.plane().moved(focus_, low);
    const std::uint32_t left = corner.x, lower = corner.y, width = wide(high.x - low.x),
                        height = wide(high.y - low.y);
    const std::uint32_t *const x = roots.x.data(), *const y = roots.y.data();
    for (std::uint32_t first = 0; first < rows; first += kRowsAtOnce) {
        const std::uint32_t end = std::min(first + kRowsAtOnce, rows);
        std::uint32_t near = 0;
        for (std::uint32_t i = first; i < end; ++i)
            near |= static_cast<std::uint32_t>(x[i] - left <= width) &
                    static_cast<std::uint32_t>(y[i] - lower <= height);
        if (near == 0) continue;
        for (std::uint32_t i = first; i < end; ++i)
            if (x[i] - left <= width && y[i] - lower <= height)
                addFlock(frame, i, view.plane().offset(focus_, Place{x[i], y[i]}));
    }
}

void SceneGather::addFlock(Frame& frame, std::uint32_t flock, Vec2 at_m) {
    const world::WorldView& view = frame.view;
    const std::size_t look = row(view.flocks.speciesIdOf(FlockId{flock}));
    const bool is_alone = view.flocks.isAlone(FlockId{flock});
    const Vec2 velocity = view.velocityOf(flock);
    const Vec2 carried = at_m + velocity * frame.carryOf(flock);
    const float reach_m = kinds_[look].arrangement->reach_m() + kEdge_m + (is_alone ? 0 : 40);
    const bool is_selected = frame.settings.selected_task == flock;
    if (!frame.isSeen(carried, reach_m)) return;
    const std::uint32_t tint = frame.tintOf(flock, look);
    if (dot(carried, carried) < followed_m_ * followed_m_ || !is_alone)
        followFlock(frame, flock, at_m, tint);
    else
        addFarHerd(frame, flock, carried, tint);
    const bool has_tree = is_selected || (frame.settings.shows_trees && !is_alone);
    if (const float share = has_tree ? 1 : frame.settings.xray; share > 0)
        addPoints(frame, flock, at_m, share);
    if (is_selected)
        frame.out.marks.push_back({carried, kMarkShare * kinds_[look].arrangement->reach_m() + 3,
                                   larger_ * heightOf(kinds_[look].body),
                                   packed(frame.settings.theme->selection)});
}

void SceneGather::addFarHerd(Frame& frame, std::uint32_t flock, Vec2 at_m, std::uint32_t tint) {
    const world::WorldView& view = frame.view;
    const std::size_t look = row(view.flocks.speciesIdOf(FlockId{flock}));
    const Kind& kind = kinds_[look];
    const flock::AgentColumns& roots = view.flocks.roots();
    frame.batch(look, frame.detailOf(kind.body, at_m), true)
        .instances.push_back({.at_m = at_m,
                              .heading = {roots.hx[flock], roots.hy[flock]},
                              .point_m = at_m,
                              .speed = length(view.velocityOf(flock)),
                              .tint = tint,
                              .invented = 1,
                              .variant = kind.arrangement->variantOf(flock),
                              .task = flock});
}

// Fills targets_ with what the world has of a herd's animals. Returns a number that is another one whenever
// its leaves are others.
std::uint64_t SceneGather::targetsOf(const Frame& frame, std::uint32_t flock, Vec2 at_m) {
    const flock::FlockStore& flocks = frame.view.flocks;
    const FlockId id{flock};
    const Arrangement& arrangement = *kinds_[row(flocks.speciesIdOf(id))].arrangement;
    const std::uint32_t variant = arrangement.variantOf(flock);
    const float carry_s = frame.carryOf(flock);
    std::uint64_t layout = 1;
    targets_.clear();
    const auto add = [&](flock::Node node, const flock::Agent& agent, Vec2 agent_m) {
        const Vec2 at = agent_m + agent.velocity * carry_s;
        const Arrangement::Around around = arrangement.around(variant, node);
        layout = (layout ^ node) * 0x100000001B3u;
        for (std::uint32_t i = 0; i < around.count; ++i) {
            const bool is_invented = around.count > 1;
            const Vec2 way =
                is_invented ? arrangement.offset(variant, around.first + i) - around.middle : Vec2{};
            targets_.push_back({at + way, agent.velocity, agent.heading, at, is_invented});
        }
    };
    const flock::Agent root = flocks.roots().get(flock);
    if (flocks.isAlone(id)) {
        add(flock::kRoot, root, at_m);
        return layout;
    }
    const std::span<const flock::Node> nodes = flocks.nodes(id);
    const std::uint32_t first = flocks.first(id);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const flock::Agent leaf = flocks.leaves().get(first + i);
        add(nodes[i], leaf, at_m + flocks.plane().offset(root.place, leaf.place));
    }
    return layout;
}

void SceneGather::followFlock(Frame& frame, std::uint32_t flock, Vec2 at_m, std::uint32_t tint) {
    const std::size_t look = row(frame.view.flocks.speciesIdOf(FlockId{flock}));
    const std::uint64_t layout = targetsOf(frame, flock, at_m);
    frame.followed += targets_.size();
    addShown(frame, flock, look, tint,
             tracks_.follow(flock, layout, stepsPerMetre(kinds_[look].body) / larger_, targets_));
}

void SceneGather::addShown(Frame& frame, std::uint32_t task, std::size_t look, std::uint32_t tint,
                           std::span<const Shown> shown) {
    const Body body = kinds_[look].body;
    for (std::uint32_t i = 0; i < shown.size(); ++i) {
        const Shown& one = shown[i];
        if (!frame.isSeen(one.at_m, kEdge_m)) continue;
        frame.batch(look, frame.detailOf(body, one.at_m), false)
            .instances.push_back({.at_m = one.at_m,
                                  .heading = one.heading,
                                  .point_m = one.point_m,
                                  .stride = one.stride,
                                  .speed = one.speed,
                                  .tint = tint,
                                  .invented = one.is_invented ? 1.0f : 0.0f,
                                  .variant = mixedBits(task, i),
                                  .task = task});
    }
}

// The points that stand for several animals, and the tree down to them.
void SceneGather::addPoints(Frame& frame, std::uint32_t flock, Vec2 at_m, float share) {
    const flock::FlockStore& flocks = frame.view.flocks;
    const FlockId id{flock};
    const flock::Tree& tree = flocks.treeOf(id);
    const flock::Agent root = flocks.roots().get(flock);
    const float carry_s = frame.carryOf(flock);
    const std::uint32_t colour = packed(frame.settings.theme->species[row(flocks.speciesIdOf(id)) % 8]);
    const auto whole = static_cast<float>(tree.mostLeaves());
    if (flocks.isAlone(id)) {
        frame.out.points.push_back(
            {at_m + root.velocity * carry_s, heightOfLevel(0, tree.depth), whole, colour, share});
        return;
    }
    if (tree.nodes() > kMostNodes) return;
    nodes_.assign(tree.nodes(), {});
    const std::span<const flock::Node> nodes = flocks.nodes(id);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const flock::Agent leaf = flocks.leaves().get(flocks.first(id) + i);
        const Vec2 at = at_m + flocks.plane().offset(root.place, leaf.place) + leaf.velocity * carry_s;
        const std::uint32_t level = tree.level(nodes[i]);
        const float animals = whole / std::pow(static_cast<float>(tree.branching), static_cast<float>(level));
        if (animals > 1)
            frame.out.points.push_back({at, heightOfLevel(level, tree.depth), animals, colour, share});
        for (flock::Node node = nodes[i];; node = tree.parent(node)) {
            nodes_[node].sum += at * animals, nodes_[node].animals += animals;
            if (node == flock::kRoot) break;
        }
    }
    const auto place = [&](flock::Node node) { return nodes_[node].sum * (1 / nodes_[node].animals); };
    for (flock::Node node = 1; node < tree.nodes(); ++node) {
        if (nodes_[node].animals == 0) continue;
        const std::uint32_t level = tree.level(node);
        frame.out.branches.push_back({place(tree.parent(node)), place(node),
                                      heightOfLevel(level - 1, tree.depth), heightOfLevel(level, tree.depth),
                                      share});
    }
}

// The points that stand for several people.
void SceneGather::addQueues(Frame& frame) {
    constexpr float kHeight_m = 2.5f;
    const people::Crowd* const people = frame.view.people();
    if (people == nullptr) return;
    const std::uint32_t colour = packed(frame.settings.theme->player);
    for (const people::FoldedPoint& point : people->points()) {
        const Place place = frame.view.plane().place(point.place.x, point.place.y);
        const Vec2 at_m = frame.view.plane().offset(focus_, place);
        if (frame.isSeen(at_m, kEdge_m))
            frame.out.points.push_back(
                {at_m, kHeight_m, static_cast<float>(point.count), colour, frame.settings.xray});
    }
}

void SceneGather::addSingles(Frame& frame) {
    if (frame.settings.xray > 0) addQueues(frame);
    std::uint32_t task = frame.view.population.firstOther();
    for (const ValuePtr<minds::Animals>& animals : frame.view.population.others)
        for (std::uint32_t i = 0; i < animals->size(); ++i) addSingle(frame, task++, *animals, i);
}

namespace {

// So that people in a crowd can be told apart. Red is the lowest byte.
std::uint32_t clothesOf(std::uint32_t task) {
    constexpr std::array<std::uint32_t, 8> kClothes = {0xB2604A3Du, 0xB23E5A8Cu, 0xB25C8A6Fu, 0xB2A0896Bu,
                                                       0xB28C5A50u, 0xB2456E96u, 0xB2B4B0A6u, 0xB2584E78u};
    return kClothes[(task * 2'654'435'761u) >> 29];
}

}  // namespace

void SceneGather::addSingle(Frame& frame, std::uint32_t task, const minds::Animals& animals,
                            std::uint32_t i) {
    if (animals.isAway(i)) return;
    const Vec2 velocity = animals.velocityOf(i);
    const Vec2 at_m = frame.view.plane().offset(focus_, animals.places[i]) + velocity * frame.carryOf(task);
    if (!frame.isSeen(at_m, kEdge_m)) return;
    const std::optional<Place> point = animals.pointOf(i);
    const Vec2 point_m = point ? frame.view.plane().offset(focus_, *point) : at_m;
    const std::size_t look = frame.view.lookOf(task);
    const Body body = kinds_[look].body;
    const std::uint32_t tint =
        body == Body::kWalker && frame.tint < 0.5f ? clothesOf(task) : frame.tintOf(task, look);
    if (frame.settings.selected_task == task)
        frame.out.marks.push_back({at_m, larger_ * lengthOf(body) * 0.8f, larger_ * heightOf(body),
                                   packed(frame.settings.theme->selection)});
    if (dot(at_m, at_m) < followed_m_ * followed_m_) {
        targets_.assign(1, {at_m, velocity, animals.headingOf(i), point_m, point.has_value()});
        ++frame.followed;
        addShown(frame, task, look, tint, tracks_.follow(task, 0, stepsPerMetre(body) / larger_, targets_));
        return;
    }
    const Shown far{.at_m = at_m,
                    .heading = animals.headingOf(i),
                    .point_m = point_m,
                    .speed = length(velocity),
                    .is_invented = point.has_value()};
    addShown(frame, task, look, tint, {&far, 1});
}

// What is selected may be a light.
void SceneGather::markLight(Frame& frame) {
    const auto selected = frame.settings.selected_task;
    if (!selected || *selected >= frame.view.tasks.size() || frame.view.isAway(*selected)) return;
    const Vec2 at_m = frame.view.plane().offset(focus_, frame.view.placeOf(*selected)) +
                      frame.view.velocityOf(*selected) * frame.carryOf(*selected);
    if (frame.sight.sees(at_m, kEdge_m))
        frame.out.marks.push_back({at_m, 0, 1, packed(frame.settings.theme->selection)});
}

void SceneGather::addPlayer(Frame& frame, float passed_s) {
    constexpr float kTurns_per_s = 7;
    const Plane& plane = frame.view.plane();
    const Vec2 moved_m = plane.offset(player_at_, frame.view.player);
    const float far = length(moved_m);
    player_at_ = frame.view.player;
    if (passed_s > 0) {
        const float eased = 1 - std::exp(-kTurns_per_s * passed_s), speed = std::min(far / passed_s, 12.0f);
        player_.speed += (speed - player_.speed) * eased;
        if (far > 0.001f) {
            const Vec2 turned = player_.heading + (unit(moved_m) - player_.heading) * eased;
            if (length(turned) > 0.05f) player_.heading = unit(turned);
        }
        player_.stride += std::min(far, 0.5f) * stepsPerMetre(Body::kPerson) / larger_;
        player_.stride -= std::floor(player_.stride);
    }
    frame.out.player = {.at_m = plane.offset(focus_, frame.view.player),
                        .heading = player_.heading,
                        .stride = player_.stride,
                        .speed = player_.speed};
}

}  // namespace drover::render
