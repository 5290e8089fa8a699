#include "core/minds/people.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <utility>

#include "core/cores/ranges.h"
#include "core/meeting/surroundings.h"
#include "core/people/standing.h"

namespace drover::minds {
namespace {

using load::ExecutionPart;
using people::State;

constexpr std::array<PartInfo, 1> kPeopleParts = {{
    {ExecutionPart::kAction, "walk", "looks for a step that is safe, and takes it"},
}};
constexpr std::array<Sort, 1> kPeopleSorts = {
    {{"person", "person", people::kFastest, people::kDiameter_m / 2}}};
constexpr std::array<std::string_view, 4> kPeopleStates = {"walk", "wait", "folded", "away"};

// A person commits a step for as long as the last one was, and a frame: it may come so much later before it
// has to stand.
constexpr std::int64_t kSpare_ns = 17'000'000, kLeastHorizon_ns = 34'000'000, kMostHorizon_ns = 690'000'000;

// A longer frame is divided into parts, with a step in each.
constexpr std::int64_t kPart_ns = 125'000'000;

// What an update costs by the model, beside what every task costs: a thought, and each 17 ms of its step. Of
// one that does not think: to see that it is on its way, or how far it can go on.
constexpr double kDecision_us = 0.5, kSubstep_us = 0.25, kOnItsWay_us = 0.02, kGoesOn_us = 0.4;

std::int64_t horizonOf(std::int64_t elapsed_ns) {
    return std::clamp(elapsed_ns + kSpare_ns, kLeastHorizon_ns, kMostHorizon_ns);
}

const PeopleSettings& settingsOf(const Birth& birth) {
    static const PeopleSettings kNone;
    return birth.people != nullptr ? *birth.people : kNone;
}

std::shared_ptr<const people::Building> buildingOf(const Birth& birth) {
    auto building = std::make_shared<people::Building>();
    building->plane = birth.plane;
    building->shapes.assign(birth.shapes.begin(), birth.shapes.end());
    const PeopleSettings& settings = settingsOf(birth);
    building->area = settings.areaIn(birth.plane);
    building->cell_m = settings.cell_m;
    building->gait = people::gaitOf(settings.walk);
    building->gates = settings.gates;
    building->goals = settings.goals;
    for (people::Goal& goal : building->goals)
        if (goal.isEndless()) goal.direction = unit(goal.direction);
    for (const PeopleRoute& route : settings.routes) {
        people::Route& goals = building->routes.emplace_back();
        for (const RouteStep& step : route.steps) goals.push_back(static_cast<std::uint16_t>(step.goal));
    }
    if (building->goals.empty()) building->goals = {{{}, {1, 0}}};
    if (building->routes.empty()) building->routes = {{0}};
    return building;
}

std::vector<PeopleGroup> groupsOf(const Birth& birth) {
    if (!settingsOf(birth).groups.empty()) return settingsOf(birth).groups;
    const double middle = birth.plane.worldSize() / 2, half = std::min(middle, 20.0);
    return {{.area = {{middle - half, middle - half}, {middle + half, middle + half}}}};
}

people::Group groupAs(const PeopleGroup& group, std::uint32_t people) {
    return {.area = group.area, .people = people, .walks = group.walks};
}

std::vector<people::Entrance> entrancesOf(const std::vector<PeopleEntrance>& entries) {
    std::vector<people::Entrance> entrances;
    for (const PeopleEntrance& entry : entries)
        entrances.push_back(
            {entry.area, std::llrint(entry.from_s * 1e9), std::llrint(1e9 / entry.per_second)});
    return entrances;
}

// All that is known of one who may come back.
struct Kept {
    people::Person person;
    people::Entrances::Guest guest;
};

void findAllWays(people::Crowd& crowd) {
    while (!crowd.advanceWays(1u << 20)) {
    }
}

people::Crowd emptyCrowd(const Birth& birth) {
    people::Crowd crowd(buildingOf(birth));
    findAllWays(crowd);
    return crowd;
}

}  // namespace

const Kind kPeople = {
    .name = "people",
    .many = "people",
    .sorts = kPeopleSorts,
    .parts = kPeopleParts,
    .states = kPeopleStates,
    .most = 200'000,
    .birth = Purpose::kPersonBirth,
    .make = [](const Birth& birth) -> std::unique_ptr<Animals> { return std::make_unique<People>(birth); },
};

People::People(const Birth& birth)
    : Animals(birth.plane, static_cast<float>(birth.plane.worldSize()),
              0),  // the crowd has a grid of its own
      seed_(birth.seed),
      back_after_ns_(std::llrint(settingsOf(birth).back_after_s * 1e9)),
      unfold_within_m_(settingsOf(birth).unfold_within_m),
      fold_beyond_m_(settingsOf(birth).fold_beyond_m),
      has_groups_(!settingsOf(birth).groups.empty()),
      groups_(groupsOf(birth)),
      come_by_(settingsOf(birth).entrances),
      crowd_(emptyCrowd(birth)),
      entrances_(entrancesOf(come_by_), back_after_ns_, seed_) {
    measured_of_ = {settingsOf(birth).measuredIn(birth.plane), settingsOf(birth).measured.gate};
    std::uint64_t outside = 0;
    for (const PeopleEntrance& entrance : come_by_) outside += entrance.people;
    const auto expected = static_cast<std::uint32_t>(std::min<std::uint64_t>(outside, birth.of_each_sort));
    double shares = 0, before = 0;
    for (const PeopleGroup& group : groups_) shares += group.share;
    std::vector<people::Group> groups;
    std::uint32_t first = 0;
    for (std::uint32_t g = 0; g < groups_.size(); ++g) {
        before += groups_[g].share;
        const auto end =
            static_cast<std::uint32_t>(std::lround((birth.of_each_sort - expected) * before / shares));
        groups.push_back(groupAs(groups_[g], end - first));
        group_end_.push_back(first = end);
    }
    people::standIn(crowd_, groups, seed_);
    for (std::uint32_t g = 0, i = 0; g < groups.size(); ++g) {
        std::uint32_t away = 0;
        for (; i < group_end_[g]; ++i) {
            away += crowd_.state(i) == State::kAway;
            addPerson({});
        }
        if (away > 0) (people::hasFloor(crowd_, groups[g].area) ? without_room_ : in_shapes_) += away;
    }
    expect(expected);
}

// Adds people who wait outside, and come in by the entrances.
void People::expect(std::uint32_t people) {
    for (std::size_t entrance = 0; entrance < come_by_.size(); ++entrance) {
        const std::uint32_t here = std::min(come_by_[entrance].people, people);
        for (std::uint32_t k = 0; k < here; ++k) addOutside(static_cast<std::uint16_t>(entrance), k);
        people -= here;
    }
}

// `number`: which one of those who come in there.
void People::addOutside(std::uint16_t entrance, std::uint32_t number) {
    constexpr std::uint32_t kBehindGroups = 0x8000'0000;  // of the numbers that chance goes by
    const people::Manner manner = people::mannerOf(come_by_[entrance].walks, crowd_.building().gait, seed_,
                                                   kBehindGroups + entrance, number);
    crowd_.addAway(manner.route, manner.speed, around_.now_ns);
    addPerson({entrance, false});
}

// The crowd has one more.
void People::addPerson(people::Entrances::Guest guest) {
    addPlace(crowd_.placeAt(size(), around_.now_ns));
    heading_.push_back({1, 0});
    entrances_.add(guest);
}

void People::landChanged(const Birth& birth) {
    if (birth.people->goals.empty()) return;  // there are no people, and none can come
    crowd_.setShapes(birth.shapes);
    crowd_.setGates(birth.people->gates);
    if (!birth.are_ways_searched) findAllWays(crowd_);
}

void People::beginFrame(Place player, cores::Team* team) {
    due_.clear();  // a frame that failed may have left some
    levels_ = {player, unfold_within_m_, fold_beyond_m_};
    parts_ = std::max<std::int64_t>((around_.now_ns - before_ns_ + kPart_ns - 1) / kPart_ns, 1);
    beginPart(1, team);
    entrances_.letIn(crowd_, momentOf(1));
    letBackIn();
}

void People::beginPart(std::int64_t part, cores::Team* team) {
    crowd_.beginFrame(momentOf(part), team, fold_beyond_m_ > 0 ? &levels_ : nullptr);
}

// A long frame is longer than a step. Those who were not chosen in it go on as they went.
void People::addThoseWhoGoOn() {
    is_chosen_.assign(size(), false);
    for (const people::Due& due : due_) is_chosen_[due.person] = true;
    for (std::uint32_t i = 0; i < size(); ++i)
        if (!is_chosen_[i]) update(i, 0, false);
}

// In a long frame people walk its parts together. If one of them walked alone, others could already have
// passed the same moments.
void People::walkParts(cores::Team* team) {
    if (parts_ == 1) return;
    addThoseWhoGoOn();
    shunOthers();
    for (std::int64_t part = 1; part <= parts_; ++part) {
        if (part > 1) beginPart(part, team);
        crowd_.decide(due_, momentOf(part), team);
    }
    due_.clear();
}

void People::endFrame(cores::Team* team) {
    walkParts(team);
    constexpr std::uint32_t kRows = 4096;
    constexpr float kWaits = 0.1f;  // metre per second
    const ground::Box& area = measured_of_.area;
    std::atomic<std::uint32_t> inside = 0, queued = 0, in_area = 0;  // sums of whole numbers have no order
    cores::eachRange(team, size(), kRows, [&](const cores::Range& range) {
        struct {
            std::uint32_t inside = 0, queued = 0, in_area = 0;
        } here;
        for (std::uint32_t i = range.first; i < range.end; ++i) {
            places[i] = crowd_.placeAt(i, around_.now_ns);
            const Vec2 velocity = crowd_.velocityOf(i);
            if (dot(velocity, velocity) > 0.01f) heading_[i] = unit(velocity);
            if (isAway(i)) continue;
            const Vec2 now = velocityOf(i);
            const double x = plane_.xMetres(places[i]), y = plane_.yMetres(places[i]);
            ++here.inside;
            here.queued += crowd_.state(i) == State::kWalks && dot(now, now) < kWaits * kWaits;
            here.in_area += x >= area.low.x && x <= area.high.x && y >= area.low.y && y <= area.high.y;
        }
        inside += here.inside, queued += here.queued, in_area += here.in_area;
    });
    points_.resize(size());
    for (const people::FoldedPoint& point : crowd_.points())
        for (const std::uint32_t i : point.members()) points_[i] = plane_.place(point.place.x, point.place.y);
    for (const people::FoldedPoint& point : crowd_.points()) queued += point.stands ? point.count : 0;
    const ground::Point size = area.high - area.low;
    measures_.inside = inside, measures_.queued = queued;
    measures_.density = in_area / (size.x * size.y);
    countGates();
    before_ns_ = around_.now_ns;
}

// How many people pass in a second: since the last frame that ended a second ago or earlier.
void People::countGates() {
    constexpr std::int64_t kTenth_ns = 100'000'000, kBack = 10;
    std::uint32_t people = 0;
    const auto gates = static_cast<std::int32_t>(crowd_.building().gates.size());
    for (std::int32_t gate = 0; gate < gates; ++gate)
        if (measured_of_.gate < 0 || measured_of_.gate == gate)
            people += crowd_.passed(static_cast<std::uint32_t>(gate));
    const std::int64_t now = around_.now_ns / kTenth_ns;
    for (tenth_ = std::max(tenth_, now - kTenths); tenth_ < now; ++tenth_)
        passed_by_tenth_[static_cast<std::size_t>((tenth_ + 1) % kTenths)] = passed_;
    passed_ = {around_.now_ns, people};
    const Passed before =
        now < kBack ? Passed{} : passed_by_tenth_[static_cast<std::size_t>((now - kBack) % kTenths)];
    const double seconds = std::max(static_cast<double>(around_.now_ns - before.at_ns) * 1e-9, 1.0);
    measures_.passed = people;
    measures_.flow = (static_cast<double>(people) - static_cast<double>(before.people)) / seconds;
}

// At the end of its line it stands.
Vec2 People::velocityOf(std::uint32_t i) const {
    return around_.now_ns < crowd_.goesUntil_ns(i) ? crowd_.velocityOf(i) : Vec2{};
}

std::optional<Place> People::pointOf(std::uint32_t i) const {
    if (crowd_.state(i) != State::kFolded || i >= points_.size()) return std::nullopt;
    return points_[i];
}

// One that thinks commits a step for as long as it had to wait for this thought. One that does not think goes
// on with that step, and when it is over as it went.
void People::update(std::uint32_t i, std::int64_t, bool thinks) {
    if (rests(i) || (!thinks && isOnItsWay(i))) return;
    due_.push_back({.person = i, .horizon_ns = horizonOf(i), .thinks = thinks});
}

void People::runPart(std::size_t, std::uint32_t i, std::int64_t elapsed_ns) { update(i, elapsed_ns); }

// People who were born later belong to the groups by turns.
const PeopleGroup& People::groupOf(std::uint32_t i) const {
    const auto group = std::upper_bound(group_end_.begin(), group_end_.end(), i) - group_end_.begin();
    return groups_[static_cast<std::size_t>(group) % groups_.size()];
}

// Looking for a free place takes long, so few are tried in a frame.
void People::letBackIn() {
    if (back_after_ns_ == 0) return;
    constexpr int kTries = 2;
    constexpr std::uint32_t kLooks = 4096;
    int tries = 0;
    for (std::uint32_t look = 0; look < std::min(size(), kLooks) && tries < kTries; ++look) {
        const std::uint32_t i = next_back_++ % size();
        if (!isAway(i) || entrances_.guest(i).entrance != people::Entrances::kNone) continue;
        if (momentOf(1) < crowd_.since_ns(i) + back_after_ns_) continue;
        ++tries;
        const RandomBlock draw = randomBlock(
            seed_, i, 0, static_cast<std::uint32_t>(around_.now_ns / 1'000'000), Purpose::kPersonBirth);
        const ground::Box& area = groupOf(i).area;
        const ground::Point size = area.high - area.low;
        const Place place = plane_.place(area.low.x + size.x * static_cast<double>(unitFloat(draw[0])),
                                         area.low.y + size.y * static_cast<double>(unitFloat(draw[1])));
        if (crowd_.isFree(place, momentOf(1))) crowd_.admit(i, place, momentOf(1));
    }
}

void People::moveNoted(cores::Team* team) {
    if (due_.empty() || parts_ > 1) return;
    shunOthers();
    crowd_.decide(due_, around_.now_ns, team);
    due_.clear();
}

std::int64_t People::horizonOf(std::uint32_t i) const {
    return minds::horizonOf((around_.now_ns - std::max(crowd_.thought_ns(i), parts_ > 1 ? before_ns_ : 0)) /
                            parts_);
}

double People::work_us(std::uint32_t i) const {
    if (rests(i)) return kOnItsWay_us;
    const double substeps = std::min(static_cast<double>(horizonOf(i)) * 1e-9 / people::kSubstep_s,
                                     static_cast<double>(people::kMostSubsteps));
    return (kDecision_us + kSubstep_us * substeps) * static_cast<double>(parts_);
}

double People::thought_us(std::uint32_t i) const {
    if (rests(i)) return 0;
    return work_us(i) - (isOnItsWay(i) ? kOnItsWay_us : kGoesOn_us);
}

// People who shun others want to get away from each one that is near, the more the nearer it is.
void People::shunOthers() {
    const bool do_mind = around_.others != nullptr && !around_.others->areEmpty() &&
                         around_.others->relations().minds(around_.first_look);
    if (!do_mind) return;
    for (people::Due& due : due_)
        if (due.thinks && crowd_.state(due.person) == State::kWalks) due.away = awayFromOthers(due.person);
}

Vec2 People::awayFromOthers(std::uint32_t i) {
    constexpr float kFlight = 3;  // as many times as they want to get on to their goal
    const Place here = crowd_.placeAt(i, around_.now_ns);
    around_.others->findOthers({.row = around_.first_row + i,
                                .look = around_.first_look,
                                .place = here,
                                .since_ns = around_.now_ns,
                                .until_ns = around_.now_ns},
                               others_);
    Vec2 away{};
    for (const std::uint32_t row : others_.rows) {
        const meeting::Relation& relation = around_.others->relationTo(around_.first_look, row);
        const Vec2 offset = around_.others->offsetAt(here, around_.others->discOf(row), around_.now_ns);
        const float distance = std::max(length(offset), 0.01f);
        if (relation.deed == meeting::Deed::kIgnore || distance >= relation.range_m) continue;
        const float wish = relation.deed == meeting::Deed::kFlee ? kFlight : 1;
        away += offset * (-wish * relation.weight * (1 - distance / relation.range_m) / distance);
    }
    return away;
}

std::size_t People::stateOf(std::uint32_t i) const {
    if (isAway(i)) return 3;
    if (crowd_.state(i) == State::kFolded) return 2;
    constexpr float kWaits = 0.1f;  // metre per second
    const Vec2 velocity = velocityOf(i);
    return dot(velocity, velocity) < kWaits * kWaits ? 1 : 0;
}

std::vector<Reading> People::tellOf(std::uint32_t i) const {
    std::vector<Reading> lines;
    lines.push_back({"speed_wanted", "Likes to walk", fmt::format("{:.2f} m/s", crowd_.speedOf(i)),
                     "How fast it walks where nothing is in its way."});
    if (isAway(i)) return lines;
    const float left_m = crowd_.wayLeft(i);
    lines.push_back({"way_left", "Way to its goal",
                     std::isfinite(left_m) ? fmt::format("{:.1f} m", left_m) : "not known yet",
                     "Along the distance field to its goal, round all walls."});
    return lines;
}

std::vector<Reading> People::tellOfAll() const {
    std::vector<Reading> lines;
    if (in_shapes_ > 0)
        lines.push_back({"people_in_shapes", "In walls", fmt::format("{}", in_shapes_),
                         "People who are not there because the area of their group lies in walls or other "
                         "shapes."});
    if (without_room_ > 0)
        lines.push_back({"people_without_room", "Found no room", fmt::format("{}", without_room_),
                         "People who are not there because the area of their group is full."});
    if (const std::uint32_t people = crowd_.withoutWay(); people > 0)
        lines.push_back(
            {"people_without_way", "Have no way", fmt::format("{}", people),
             "People for whom no way leads to their goal: a door may be closed, or too narrow for "
             "the cells."});
    const bool is_measured = crowd_.building().gait.walk == people::Walk::kMeasured;
    const Reading others[] = {
        {"people_walk", "They walk", is_measured ? "as measured" : "as Weidmann says",
         "The numbers by which they walk and keep their distance: \"walk\" of the scenario's people. As "
         "measured: as in experiments with people, with more flow through doors."},
        {"people_arrived", "Have left", fmt::format("{} of {}", crowd_.arrived(), crowd_.size()),
         "People who came to the last goal of their route."},
        {"people_outside", "Wait outside", fmt::format("{}", entrances_.waiting(around_.now_ns)),
         "People whose turn to come in has come, and for whom there is no room yet."},
        {"people_folded", "Folded", fmt::format("{} points", crowd_.points().size()),
         "Points that stand for up to eight people each, far from the player."},
        {"cells_left", "Cells to search", fmt::format("{}", crowd_.cellsLeft()),
         "Of the fields that tell people their way, until all ways are known again."}};
    lines.insert(lines.end(), std::begin(others), std::end(others));
    return lines;
}

std::any People::get(std::uint32_t i) const { return Kept{crowd_.get(i), entrances_.guest(i)}; }

void People::comeBack(const std::any& animal) {
    const Kept& kept = std::any_cast<const Kept&>(animal);
    crowd_.comeBack(kept.person, around_.now_ns);
    addPerson(kept.guest);
}

void People::placeNew(const ground::Box& area, std::uint32_t route, std::uint32_t people) {
    placing_ = {area, people::kByTheirWalk, people};
    placing_.walks.route = route;
}

// In a free place of its group, or away if there is none. Where all come in by entrances it is outside.
void People::addNew(std::size_t, Place) {
    const std::uint32_t i = size();
    if (placing_.people > 0 && crowd_.size() == i)
        people::standIn(crowd_, {placing_.area, placing_.people, placing_.walks},
                        static_cast<std::uint32_t>(groups_.size()) + i, seed_, around_.now_ns);
    if (crowd_.size() > i) return addPerson({});
    if (!has_groups_ && !come_by_.empty())
        return addOutside(static_cast<std::uint16_t>(i % come_by_.size()), i);
    const auto number = static_cast<std::uint32_t>(groups_.size()) + i;
    people::standIn(crowd_, groupAs(groups_[i % groups_.size()], 1), number, seed_, around_.now_ns);
    addPerson({});
}

void People::keep(std::span<const std::uint32_t> rows) {
    std::vector<std::uint32_t> leaving;
    for (std::uint32_t i = 0, next = 0; i < size(); ++i) {
        if (next < rows.size() && rows[next] == i) {
            heading_[next++] = heading_[i];
        } else {
            leaving.push_back(i);
        }
    }
    heading_.resize(rows.size());
    crowd_.remove(leaving);
    entrances_.keep(rows);
    due_.clear();
    clearPlaces();
    for (std::uint32_t i = 0; i < crowd_.size(); ++i) addPlace(crowd_.placeAt(i, crowd_.since_ns(i)));
}

void People::addTo(StateHash& hash) const {
    crowd_.addTo(hash);
    entrances_.addTo(hash);
    hash.add(std::uint64_t{next_back_});
}

}  // namespace drover::minds
