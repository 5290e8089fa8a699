#include "core/people/entrances.h"

#include <algorithm>

#include "core/base/random.h"

namespace drover::people {
namespace {

constexpr int kMostInFrame = 8;  // people who come in by one entrance
constexpr std::uint32_t kPlacesTried = 8;

}  // namespace

Entrances::Entrances(std::vector<Entrance> entrances, std::int64_t back_after_ns, std::uint64_t seed)
    : entrances_(std::move(entrances)),
      back_after_ns_(back_after_ns),
      seed_(seed),
      people_(entrances_.size()),
      next_(entrances_.size(), 0) {
    for (const Entrance& entrance : entrances_) next_ns_.push_back(entrance.first_ns);
}

void Entrances::add(Guest guest) {
    if (guest.entrance < size())
        people_[guest.entrance].push_back(static_cast<std::uint32_t>(guests_.size()));
    guests_.push_back(guest);
}

void Entrances::keep(std::span<const std::uint32_t> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) guests_[i] = guests_[rows[i]];
    guests_.resize(rows.size());
    for (std::vector<std::uint32_t>& people : people_) people.clear();
    for (std::uint32_t i = 0; i < guests_.size(); ++i)
        if (guests_[i].entrance < size()) people_[guests_[i].entrance].push_back(i);
    std::fill(next_.begin(), next_.end(), 0u);
}

bool Entrances::mayCome(const Crowd& crowd, std::uint32_t person, std::int64_t now_ns) const {
    if (crowd.state(person) != State::kAway) return false;
    if (!guests_[person].has_come) return true;
    return back_after_ns_ > 0 && now_ns >= crowd.since_ns(person) + back_after_ns_;
}

void Entrances::letIn(Crowd& crowd, std::int64_t now_ns) {
    taken_.clear();
    for (std::size_t i = 0; i < entrances_.size(); ++i) {
        int came = 0;
        while (next_ns_[i] <= now_ns && came < kMostInFrame && letOneIn(i, crowd, now_ns)) ++came;
    }
}

// False: no one else comes in this frame. Where all have come, time passes without a queue outside.
bool Entrances::letOneIn(std::size_t entrance, Crowd& crowd, std::int64_t now_ns) {
    const std::vector<std::uint32_t>& people = people_[entrance];
    for (std::size_t looked = 0; looked < people.size(); ++looked) {
        const std::uint32_t at = next_[entrance] % static_cast<std::uint32_t>(people.size());
        const std::uint32_t person = people[at];
        if (mayCome(crowd, person, now_ns)) {
            if (!takePlace(entrances_[entrance].area, person, crowd, now_ns)) return false;
            guests_[person].has_come = true;
            next_[entrance] = at + 1;
            next_ns_[entrance] += entrances_[entrance].between_ns;
            return true;
        }
        next_[entrance] = at + 1;
    }
    next_ns_[entrance] = std::max(next_ns_[entrance], now_ns);
    return false;
}

bool Entrances::takePlace(const ground::Box& area, std::uint32_t person, Crowd& crowd, std::int64_t now_ns) {
    const ground::Point size = area.high - area.low;
    const auto frame = static_cast<std::uint32_t>(now_ns / 1'000'000);
    for (std::uint32_t i = 0; i < kPlacesTried; ++i) {
        const RandomBlock draw = randomBlock(seed_, person, i, frame, Purpose::kPersonBirth);
        const Place place =
            crowd.building().plane.place(area.low.x + size.x * static_cast<double>(unitFloat(draw[0])),
                                         area.low.y + size.y * static_cast<double>(unitFloat(draw[1])));
        if (!crowd.isFreeNow(place, now_ns, taken_)) continue;
        crowd.admit(person, place, now_ns);
        taken_.push_back(place);
        return true;
    }
    return false;
}

std::uint32_t Entrances::waiting(std::int64_t now_ns) const {
    std::int64_t waiting = 0;
    for (std::size_t i = 0; i < entrances_.size(); ++i) {
        if (next_ns_[i] > now_ns) continue;
        const auto yet_to_come = std::ranges::count_if(
            people_[i], [&](std::uint32_t person) { return !guests_[person].has_come; });
        waiting += std::min<std::int64_t>((now_ns - next_ns_[i]) / entrances_[i].between_ns + 1, yet_to_come);
    }
    return static_cast<std::uint32_t>(waiting);
}

void Entrances::addTo(StateHash& hash) const {
    if (areNone()) return;
    for (const std::int64_t next_ns : next_ns_) hash.add(static_cast<std::uint64_t>(next_ns));
    for (const std::uint32_t next : next_) hash.add(std::uint64_t{next});
    for (const Guest guest : guests_) hash.add(std::uint64_t{guest.entrance} << 1 | guest.has_come);
}

}  // namespace drover::people
