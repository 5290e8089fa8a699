#include "core/people/way_field.h"

#include <algorithm>
#include <cassert>

#include "core/people/step.h"

namespace drover::people {

using ground::Box, ground::Point;

namespace {

constexpr double kSlowWithin_m = 0.3;  // of a wall: the wave's speed is the distance / 0.3,
constexpr double kSlowestPace = 0.1;   // at least this
constexpr float kBucket = 0.5f;        // of a cell
// On ridges the two sides cancel each other. Flatter than this, in cells a cell, is a ridge or the goal.
constexpr float kRidge = 0.4f;
constexpr float kAgreed = 0.3f;  // directions of four cells that add up to less lead apart

std::uint32_t cellsIn(double metres, double cell_m) {
    return static_cast<std::uint32_t>(std::max(1.0, std::ceil(metres / cell_m - 1e-6)));
}

}  // namespace

WayField::WayField(std::shared_ptr<const Walls> walls, const Box& area, double cell_m,
                   std::span<const Box> goals, std::span<const Gate> gates)
    : walls_(std::move(walls)),
      corner_(area.low),
      cell_m_(cell_m),
      columns_(cellsIn(area.high.x - area.low.x, cell_m)),
      rows_(cellsIn(area.high.y - area.low.y, cell_m)),
      left_m_(std::size_t{columns_} * rows_, kUnknown),
      marks_(left_m_.size(), 0),
      speed_(left_m_.size(), kNotLooked),
      gates_(gates.begin(), gates.end()),
      queue_(gates.empty() ? 0 : left_m_.size(), kNoQueue),
      areas_(2 * gates.size()) {
    for (const Gate& gate : gates_) markGate(gate);
    for (const Box& goal : goals) putGoal(goal);
}

void WayField::putGoal(const Box& goal) {
    const std::uint32_t low = cellAt(goal.low), high = cellAt(goal.high);
    bool has_cell = false;
    for (std::uint32_t y = low / columns_; y <= high / columns_; ++y)
        for (std::uint32_t x = low % columns_; x <= high % columns_; ++x) {
            const std::uint32_t cell = y * columns_ + x;
            if (goal.has(middleOf(cell))) has_cell = true, put(cell, 0);
        }
    if (!has_cell) put(cellAt((goal.low + goal.high) * 0.5), 0);  // smaller than a cell
}

// Only cells around a gate can have a way through it.
void WayField::markGate(const Gate& gate) {
    const Point margin{2 * cell_m_, 2 * cell_m_};
    const Point low{std::min(gate.a.x, gate.b.x), std::min(gate.a.y, gate.b.y)};
    const Point high{std::max(gate.a.x, gate.b.x), std::max(gate.a.y, gate.b.y)};
    const std::uint32_t first = cellAt(low - margin), last = cellAt(high + margin);
    for (std::uint32_t y = first / columns_; y <= last / columns_; ++y)
        for (std::uint32_t x = first % columns_; x <= last % columns_; ++x)
            marks_[y * columns_ + x] |= kNearGate;
}

std::uint32_t WayField::cellAt(Point place) const {
    const auto at = [&](double from, std::uint32_t cells) {
        return static_cast<std::uint32_t>(std::clamp(from / cell_m_, 0.0, cells - 1.0));
    };
    return at(place.y - corner_.y, rows_) * columns_ + at(place.x - corner_.x, columns_);
}

Point WayField::middleOf(std::uint32_t cell) const {
    return corner_ + Point{cell % columns_ + 0.5, cell / columns_ + 0.5} * cell_m_;
}

// Whether a cell has part of a gap between two surfaces that no body fits through.
bool WayField::isTooNarrow(std::uint32_t cell) const {
    constexpr int kSamples = 5;  // each way
    constexpr double kBodies_m = 2 * static_cast<double>(kBody_m);
    const Point corner = middleOf(cell) - Point{0.5, 0.5} * cell_m_;
    for (int i = 0; i < kSamples * kSamples; ++i) {
        const Point share{(i % kSamples + 0.5) / kSamples, (i / kSamples + 0.5) / kSamples};
        const Point at = corner + share * cell_m_;
        ground::Nearest nearest{.distance = kBodies_m};
        walls_->visitNear(at, [&](const ground::Nearest& near) {
            if (near.distance < nearest.distance) nearest = near;
        });
        if (nearest.distance <= 0 || nearest.distance >= kBodies_m) continue;
        const Point away = nearest.away * kBodies_m;
        if (nearest.distance + kBodies_m * walls_->freeShare(at, away, 0) < kBodies_m) return true;
    }
    return false;
}

// A wall between the middles of two cells is in one of them, however thin it is.
std::uint8_t WayField::speedOf(std::uint32_t cell) {
    std::uint8_t& speed = speed_[cell];
    if (speed != kNotLooked) return speed;
    const double distance = walls_->distance(middleOf(cell));
    const double near_m = static_cast<double>(kBody_m) + 0.6 * cell_m_;
    const bool is_wall = distance < cell_m_ / 2 || (distance < near_m && isTooNarrow(cell));
    if (is_wall) return speed = kWall;
    return speed = static_cast<std::uint8_t>(std::clamp(distance / kSlowWithin_m, kSlowestPace, 1.0) * kFull);
}

void WayField::put(std::uint32_t cell, float left_m) {
    if (isSettled(cell) || speedOf(cell) == kWall || left_m >= left_m_[cell]) return;
    left_m_[cell] = left_m;
    const auto bucket = static_cast<std::uint64_t>(left_m / (kBucket * static_cast<float>(cell_m_)));
    assert(bucket < bucket_ + kBuckets);
    buckets_[std::max(bucket, bucket_) % kBuckets].push_back(cell);
    ++waiting_;
}

bool WayField::advance(std::uint32_t steps) {
    while (waiting_ > 0 && steps > 0) {
        std::vector<std::uint32_t>& bucket = buckets_[bucket_ % kBuckets];
        if (next_in_ == bucket.size()) {
            bucket.clear(), next_in_ = 0, ++bucket_;
            continue;
        }
        const std::uint32_t cell = bucket[next_in_++];
        --waiting_, --steps, ++steps_;
        if (!isSettled(cell)) settle(cell);
    }
    if (!isDone()) return false;
    for (std::vector<std::uint32_t>& bucket : buckets_) bucket = {};  // a copy of the field needs none
    next_in_ = 0;
    return true;
}

void WayField::settle(std::uint32_t cell) {
    if (!gates_.empty()) countArea(queue_[cell] = queueFrom(cell), left_m_[cell]);
    marks_[cell] |= kSettled;
    ++settled_;
    const std::uint32_t x = cell % columns_, y = cell / columns_;
    if (x > 0) look(cell - 1);
    if (x + 1 < columns_) look(cell + 1);
    if (y > 0) look(cell - columns_);
    if (y + 1 < rows_) look(cell + columns_);
}

void WayField::countArea(QueueId queue, float left_m) {
    if (queue == kNoQueue) return;
    Areas& areas = areas_[queue];
    const auto bin = static_cast<std::size_t>(static_cast<double>(left_m) / kAreaBin_m);
    if (areas.cells.empty()) areas.first = bin;
    const std::size_t at = std::max(bin, areas.first) - areas.first;
    if (areas.cells.size() <= at) areas.cells.resize(at + 1, 0);
    ++areas.cells[at];
}

double WayField::areaBetween(QueueId queue, double from_m, double until_m) const {
    const Areas& areas = areas_[queue];
    double cells = 0;
    const auto from = static_cast<std::size_t>(std::max(from_m, 0.0) / kAreaBin_m);
    for (std::size_t at = std::max(from, areas.first) - areas.first; at < areas.cells.size(); ++at) {
        const auto bin = static_cast<double>(areas.first + at);
        const double low = std::max(bin, from_m / kAreaBin_m), high = std::min(bin + 1, until_m / kAreaBin_m);
        if (high <= low) break;
        cells += areas.cells[at] * (high - low);
    }
    return cells * cell_m_ * cell_m_;
}

// That of the lowest neighbour, unless the way there leads through a gate.
QueueId WayField::queueFrom(std::uint32_t cell) const {
    const std::uint32_t next = lowestBeside(cell);
    if (next == cell || (marks_[cell] & kNearGate) == 0) return queue_[next];
    const Point here = middleOf(cell), there = middleOf(next);
    for (std::size_t i = 0; i < gates_.size(); ++i) {
        const Gate& gate = gates_[i];
        if (gate.isLeft(here) == gate.isLeft(there)) continue;
        const Point from_middle = (here + there) * 0.5 - gate.middle();
        if (length(from_middle) > gate.width_m() / 2 + cell_m_) continue;
        return static_cast<QueueId>(2 * i + (gate.isLeft(here) ? 0 : 1));
    }
    return queue_[next];
}

// The shorter of the ways left at two neighbours that face each other.
float WayField::least(std::uint32_t cell, std::uint32_t step, bool has_before, bool has_behind) const {
    const float before = has_before ? leftOf(cell - step) : kUnknown;
    return has_behind ? std::min(before, leftOf(cell + step)) : before;
}

// One of its neighbours was settled: the wave may come from there.
void WayField::look(std::uint32_t cell) {
    if (isSettled(cell) || speedOf(cell) == kWall) return;
    const std::uint32_t x = cell % columns_, y = cell / columns_;
    const float across = least(cell, 1, x > 0, x + 1 < columns_);
    const float up = least(cell, columns_, y > 0, y + 1 < rows_);
    const float step = static_cast<float>(cell_m_) * kFull / static_cast<float>(speed_[cell]);
    const float low = std::min(across, up), high = std::max(across, up), apart = high - low;
    put(cell, apart >= step ? low + step : 0.5f * (low + high + std::sqrt(2 * step * step - apart * apart)));
}

// The way down from the middle of a cell, from settled cells alone.
Vec2 WayField::downhill(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t cell = y * columns_ + x;
    const float here = leftOf(cell);
    if (here == kUnknown) return {};
    const float left = x > 0 ? leftOf(cell - 1) : kUnknown;
    const float right = x + 1 < columns_ ? leftOf(cell + 1) : kUnknown;
    const float below = y > 0 ? leftOf(cell - columns_) : kUnknown;
    const float above = y + 1 < rows_ ? leftOf(cell + columns_) : kUnknown;
    const auto slope = [&](float before, float behind) {
        if (before == kUnknown) return behind == kUnknown ? 0 : behind - here;
        return behind == kUnknown ? here - before : (behind - before) / 2;
    };
    const Vec2 uphill{slope(left, right), slope(below, above)};
    if (length(uphill) >= kRidge * static_cast<float>(cell_m_)) return unit(uphill) * -1.0f;
    // The lowest neighbour; of equal ones the first.
    float lowest = here;
    Vec2 way{};
    const auto look = [&](float there, Vec2 towards) {
        if (there < lowest) lowest = there, way = towards;
    };
    look(left, {-1, 0}), look(right, {1, 0}), look(below, {0, -1}), look(above, {0, 1});
    return way;
}

// The cell of the place, or beside a wall and in a corner that the wave did not reach a settled one around
// it. If there is none, its own.
std::uint32_t WayField::settledAt(Point place) const {
    const std::uint32_t cell = cellAt(place);
    if (isSettled(cell) || (speed_[cell] != kWall && !isDone())) return cell;
    const std::uint32_t x = cell % columns_, y = cell / columns_;
    std::uint32_t best = cell;
    for (std::uint32_t v = y - (y > 0); v <= std::min(y + 1, rows_ - 1); ++v)
        for (std::uint32_t u = x - (x > 0); u <= std::min(x + 1, columns_ - 1); ++u)
            if (leftOf(v * columns_ + u) < leftOf(best)) best = v * columns_ + u;
    return best;
}

std::uint32_t WayField::lowestBeside(std::uint32_t cell) const {
    const std::uint32_t x = cell % columns_, y = cell / columns_;
    std::uint32_t lowest = cell;
    const auto look = [&](bool is_inside, std::uint32_t there) {
        if (is_inside && leftOf(there) < leftOf(lowest)) lowest = there;
    };
    look(x > 0, cell - 1), look(x + 1 < columns_, cell + 1);
    look(y > 0, cell - columns_), look(y + 1 < rows_, cell + columns_);
    return lowest;
}

Vec2 WayField::stepsOnward(Point place) const {
    constexpr int kSteps = 3;
    std::uint32_t cell = settledAt(place);
    for (int step = 0; step < kSteps; ++step) cell = lowestBeside(cell);
    const Point to = middleOf(cell) - place;
    const Vec2 way{static_cast<float>(to.x), static_cast<float>(to.y)};
    return isNothing(way) ? way : unit(way);
}

float WayField::left(Point place) const {
    const std::uint32_t cell = settledAt(place);
    if (!isSettled(cell)) return kUnknown;
    const Vec2 down = downhill(cell % columns_, cell / columns_);
    const Point to_middle = middleOf(cell) - place;
    return left_m_[cell] + down.x * static_cast<float>(to_middle.x) +
           down.y * static_cast<float>(to_middle.y);
}

void WayField::Compass::moveTo(double column, double row) {
    if (column == column_ && row == row_) return;
    column_ = column, row_ = row;
    for (int k = 0; k < 4; ++k) {
        const double u = column + (k & 1), v = row + (k >> 1);
        const bool is_inside = u >= 0 && v >= 0 && u < field_.columns_ && v < field_.rows_;
        downhill_[k] = is_inside
                           ? field_.downhill(static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v))
                           : Vec2{};
    }
}

// Between the middles of four cells.
Vec2 WayField::Compass::at(Point place) {
    const double x = (place.x - field_.corner_.x) / field_.cell_m_ - 0.5;
    const double y = (place.y - field_.corner_.y) / field_.cell_m_ - 0.5;
    moveTo(std::floor(x), std::floor(y));
    const auto right = static_cast<float>(x - column_), up = static_cast<float>(y - row_);
    const Vec2 below = downhill_[0] * (1 - right) + downhill_[1] * right;
    const Vec2 above = downhill_[2] * (1 - right) + downhill_[3] * right;
    const Vec2 sum = below * (1 - up) + above * up;
    if (length(sum) >= kAgreed) return unit(sum);
    const std::uint32_t cell = field_.settledAt(place);
    return field_.downhill(cell % field_.columns_, cell / field_.columns_);
}

std::size_t WayField::bytes() const {
    std::size_t bytes = left_m_.size() * (sizeof(float) + 2) + queue_.size() * sizeof(QueueId);
    for (const auto& bucket : buckets_) bytes += bucket.capacity() * sizeof(std::uint32_t);
    return bytes;
}

}  // namespace drover::people
