#include "core/people/columns.h"

namespace drover::people {
namespace {

constexpr float kFarthest_m = 1e9f;

}  // namespace

void Columns::add(Place place, std::uint16_t of_route, float of_speed, std::int64_t now_ns) {
    state.push_back(State::kWalks);
    start.push_back(place), end.push_back(place);
    since_ns.push_back(now_ns), until_ns.push_back(now_ns);
    route.push_back(of_route), leg.push_back(0);
    speed.push_back(of_speed);
    seen_in.push_back(kNoQueue), waits_in.push_back(kNoQueue), has_passed.push_back(kNoQueue);
    thought_ns.push_back(now_ns), least_left_m.push_back(kFarthest_m);
    stays_since_ns.push_back(now_ns), presses_until_ns.push_back(now_ns);
    life.push_back(0);
    ++stirs;
}

void Columns::remove(std::span<const std::uint32_t> rows) {
    const auto close = [&](auto& column) {
        std::size_t to = 0, next = 0;
        for (std::size_t from = 0; from < column.size(); ++from) {
            if (next < rows.size() && rows[next] == from) {
                ++next;
            } else {
                column[to++] = column[from];
            }
        }
        column.resize(to);
    };
    close(state), close(start), close(end), close(since_ns), close(until_ns);
    close(route), close(leg), close(speed), close(seen_in), close(waits_in), close(has_passed);
    close(thought_ns), close(least_left_m), close(stays_since_ns), close(presses_until_ns), close(life);
    ++stirs;
}

void Columns::put(std::uint32_t row, Place place, std::int64_t now_ns) {
    start[row] = end[row] = place;
    since_ns[row] = until_ns[row] = now_ns;
    thought_ns[row] = now_ns, least_left_m[row] = kFarthest_m;
    stays_since_ns[row] = presses_until_ns[row] = now_ns;
}

void Columns::walk(const Plane& plane, std::uint32_t row, Place to, std::int64_t now_ns, std::int64_t until) {
    start[row] = placeAt(plane, row, now_ns), end[row] = to;
    since_ns[row] = now_ns, until_ns[row] = until;
}

Place Columns::placeAt(const Plane& plane, std::uint32_t row, std::int64_t now_ns) const {
    const std::int64_t whole_ns = until_ns[row] - since_ns[row], gone_ns = now_ns - since_ns[row];
    if (gone_ns >= whole_ns) return gone_ns < 0 ? start[row] : end[row];
    if (gone_ns <= 0) return start[row];
    const Place from = start[row], to = end[row];
    const auto along = [&](std::uint32_t a, std::uint32_t b) {
        return std::int64_t{static_cast<std::int32_t>(b - a)} * gone_ns / whole_ns;
    };
    return plane.stepped(from, along(from.x, to.x), along(from.y, to.y));
}

Vec2 Columns::velocityOf(const Plane& plane, std::uint32_t row) const {
    const std::int64_t whole_ns = until_ns[row] - since_ns[row];
    if (whole_ns <= 0) return {};
    return plane.offset(start[row], end[row]) *
           (1 / static_cast<float>(static_cast<double>(whole_ns) * 1e-9));
}

void Columns::addTo(StateHash& hash) const {
    const auto word = [](Place place) { return std::uint64_t{place.x} << 32 | place.y; };
    for (std::uint32_t i = 0; i < size(); ++i) {
        hash.add(word(start[i])), hash.add(word(end[i]));
        hash.add(static_cast<std::uint64_t>(since_ns[i])), hash.add(static_cast<std::uint64_t>(until_ns[i]));
        hash.add(std::uint64_t{route[i]} << 32 | std::uint64_t{leg[i]} << 8 |
                 static_cast<std::uint64_t>(state[i]));
        hash.add(std::uint64_t{seen_in[i]} << 16 | waits_in[i]);
        hash.add(static_cast<std::uint64_t>(thought_ns[i])), hash.add(least_left_m[i]);
        hash.add(static_cast<std::uint64_t>(stays_since_ns[i])),
            hash.add(static_cast<std::uint64_t>(presses_until_ns[i]));
        hash.add(speed[i]);
    }
}

}  // namespace drover::people
