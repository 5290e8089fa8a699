#include "core/people/seats.h"

#include <algorithm>
#include <cmath>

#include "core/people/gate_flow.h"
#include "core/people/step.h"

namespace drover::people {

using ground::Point;

namespace {

constexpr double kWindow_m = 10;   // a flood stays within this of its point
constexpr double kBeyond_m = 0.5;  // how far it goes on outside the band of seats

struct Try {
    double wider_m, apart_m;
};
constexpr double kComfortable_m = static_cast<double>(kDiameter_m) + 0.005;
constexpr double kTight_m = 2 * static_cast<double>(kBody_m) + 0.005;
constexpr Try kTries[] = {
    {0.3, kComfortable_m}, {0.8, kComfortable_m}, {0.8, kTight_m}, {1.6, kTight_m}, {3.0, kTight_m}};

}  // namespace

bool Seats::isFree(const SeatSearch& search, Point at, double apart_m) const {
    const auto isNear = [&](Point other) { return length(other - at) < apart_m; };
    if (search.way.walls().distance(at) < static_cast<double>(kBody_m) + 0.001) return false;
    if (std::any_of(seats_.begin(), seats_.end(), [&](const Seat& seat) { return isNear(seat.place); }))
        return false;
    if (std::any_of(search.taken.begin(), search.taken.end(), isNear)) return false;
    const Place place = search.plane.place(at.x, at.y);
    const auto apart = static_cast<float>(apart_m - 2 * static_cast<double>(kBody_m));
    bool is_free = true;
    search.near.visitNear(place, [&](const NearPeople::Person& other) {
        const Vec2 offset = search.plane.offset(place, other.place);
        is_free = is_free && gapToLine(offset, search.plane.offset(other.place, other.end)) >= apart;
    });
    return is_free;
}

void Seats::flood(const SeatSearch& search, const FoldedPoint& point, Band band, double apart_m) {
    const WayField& way = search.way;
    const std::uint32_t columns = way.columns(), start = way.cellAt(point.place);
    const auto window = static_cast<std::uint32_t>(kWindow_m / way.cell_m());
    const std::uint32_t x0 = start % columns - std::min(start % columns, window);
    const std::uint32_t y0 = start / columns - std::min(start / columns, window);
    const std::uint32_t across = std::min(2 * window + 1, columns - x0),
                        up = std::min(2 * window + 1, way.rows() - y0);
    is_seen_.assign(std::size_t{across} * up, 0);
    cells_.clear(), seats_.clear();
    const auto look = [&](std::uint32_t x, std::uint32_t y) {
        if (x < x0 || y < y0 || x >= x0 + across || y >= y0 + up || !way.isSettled(y * columns + x)) return;
        std::uint8_t& seen = is_seen_[std::size_t{y - y0} * across + (x - x0)];
        if (seen == 0) seen = 1, cells_.push_back(y * columns + x);
    };
    look(start % columns, start / columns);
    for (std::size_t next = 0; next < cells_.size() && seats_.size() < point.count; ++next) {
        const std::uint32_t cell = cells_[next], x = cell % columns, y = cell / columns;
        const Point at = way.middleOf(cell);
        const double left_m =
            search.queues.leftToGate(point.goal, point.queue, static_cast<double>(way.leftOf(cell)));
        const bool is_in_band = left_m >= band.low_m && left_m <= band.high_m;
        if (is_in_band && way.queueOf(cell) == point.queue && isFree(search, at, apart_m))
            seats_.push_back({at, way.leftOf(cell)});
        if (next > 0 && (left_m < band.low_m - kBeyond_m || left_m > band.high_m + kBeyond_m)) continue;
        look(x + 1, y), look(x - 1, y), look(x, y + 1), look(x, y - 1);
    }
}

std::span<const Point> Seats::find(const SeatSearch& search, const FoldedPoint& point) {
    const double half_m2 = 0.5 * point.count / kQueueDensity;
    const double area_m2 = point.queue == kNoQueue ? 0 : search.queues.areaOf(point.queue, point.left_m);
    Band queued{point.left_m - 1, point.left_m + 1};
    if (point.queue != kNoQueue)
        queued = {search.queues.lengthOf(point.queue, std::max(0.0, area_m2 - half_m2)),
                  search.queues.lengthOf(point.queue, area_m2 + half_m2)};
    places_.clear();
    for (const Try& one : kTries) {
        flood(search, point, {queued.low_m - one.wider_m, queued.high_m + one.wider_m}, one.apart_m);
        if (seats_.size() >= point.count) break;
    }
    if (seats_.size() < point.count) return {};
    std::sort(seats_.begin(), seats_.end(), [](const Seat& a, const Seat& b) {
        return a.left_m != b.left_m     ? a.left_m < b.left_m
               : a.place.y != b.place.y ? a.place.y < b.place.y
                                        : a.place.x < b.place.x;
    });
    for (const Seat& seat : seats_) places_.push_back(seat.place);
    return places_;
}

}  // namespace drover::people
