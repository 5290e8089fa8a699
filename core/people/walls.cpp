#include "core/people/walls.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace drover::people {

using ground::Box, ground::Contact, ground::Nearest, ground::Point, ground::Ray;

namespace {

constexpr double kCell = 2;         // metre; wider where the shapes are far apart
constexpr double kMostCells = 1e6;  // of the grid
constexpr double kRounding = 1e-4;  // metre; more than a place of the largest world is rounded by

Box joined(const Box& a, const Box& b) {
    return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
            {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
}

}  // namespace

Walls::Walls(const Plane& plane, std::span<const ground::Shape> shapes) : plane_(plane) {
    for (const ground::Shape& shape : shapes) {
        solids_.emplace_back(shape);
        addImages(static_cast<std::uint32_t>(solids_.size() - 1));
    }
    listImages();
}

void Walls::addImages(std::uint32_t solid) {
    const Box& box = solids_[solid].box;
    if (plane_.edges() == Edges::kOpen) return images_.push_back({solid, {}, box});
    const double size = plane_.worldSize(), reach = kReach + kRounding;
    const auto firstRound = [&](double end) { return std::ceil((-reach - end) / size); };
    const auto lastRound = [&](double begin) { return std::floor((size + reach - begin) / size); };
    for (double y = firstRound(box.high.y); y <= lastRound(box.low.y); ++y) {
        for (double x = firstRound(box.high.x); x <= lastRound(box.low.x); ++x) {
            const Point shift{x * size, y * size};
            images_.push_back({solid, shift, {box.low + shift, box.high + shift}});
        }
    }
}

void Walls::listImages() {
    if (images_.empty()) return;
    area_ = images_.front().box;
    for (const Image& image : images_) area_ = joined(area_, image.box);
    const Point margin{kReach, kReach};
    area_ = {area_.low - margin, area_.high + margin};
    const Point size = area_.high - area_.low;
    cell_m_ = std::max(kCell, std::sqrt(size.x * size.y / kMostCells));
    columns_ = static_cast<std::uint32_t>(size.x / cell_m_) + 1;
    rows_ = static_cast<std::uint32_t>(size.y / cell_m_) + 1;

    const double reach = kReach + cell_m_ * std::sqrt(0.5) + kRounding;  // from the middle of a cell
    const auto eachNear = [&](auto&& list) {
        for (std::uint32_t i = 0; i < images_.size(); ++i) {
            const Box& box = images_[i].box;
            const auto at = [&](double from, double low) {
                return static_cast<std::uint32_t>(std::max((from - low) / cell_m_, 0.0));
            };
            const std::uint32_t right = std::min(at(box.high.x + reach, area_.low.x), columns_ - 1);
            const std::uint32_t upper = std::min(at(box.high.y + reach, area_.low.y), rows_ - 1);
            for (std::uint32_t y = at(box.low.y - reach, area_.low.y); y <= upper; ++y)
                for (std::uint32_t x = at(box.low.x - reach, area_.low.x); x <= right; ++x) {
                    const Point middle = area_.low + Point{x + 0.5, y + 0.5} * cell_m_ - images_[i].shift;
                    if (nearestOf(solids_[images_[i].solid], middle).distance <= reach)
                        list(std::size_t{y} * columns_ + x, i);
                }
        }
    };
    first_in_.assign(std::size_t{columns_} * rows_ + 1, 0);
    eachNear([&](std::size_t cell, std::uint32_t) { ++first_in_[cell + 1]; });
    std::partial_sum(first_in_.begin(), first_in_.end(), first_in_.begin());
    lists_.resize(first_in_.back());
    std::vector<std::uint32_t> next(first_in_.begin(), first_in_.end() - 1);
    eachNear([&](std::size_t cell, std::uint32_t image) { lists_[next[cell]++] = image; });
}

// Nothing is near a place outside the grid.
std::span<const std::uint32_t> Walls::listAt(Point place) const {
    const Point from = place - area_.low;
    if (from.x < 0 || from.y < 0) return {};
    const double x = from.x / cell_m_, y = from.y / cell_m_;
    if (x >= columns_ || y >= rows_) return {};
    const std::size_t cell = static_cast<std::size_t>(y) * columns_ + static_cast<std::size_t>(x);
    return std::span(lists_).subspan(first_in_[cell], first_in_[cell + 1] - first_in_[cell]);
}

double Walls::distance(Point from) const {
    double least = kReach;
    visitNear(from, [&](const Nearest& near) { least = std::min(least, near.distance); });
    return least;
}

double Walls::freeShare(Point from, Point way, double clearance) const {
    const double whole = length(way);
    if (whole <= 0) return 1;
    Ray ray{from, way * (1 / whole), whole};
    Contact contact;
    for (const std::uint32_t i : listAt(from)) {
        const Image& image = images_[i];
        const double reach = ray.length + clearance;
        if (image.box.squaredFrom(from) > reach * reach) continue;
        Ray shifted{from - image.shift, ray.ahead, ray.length};
        if (meets(solids_[image.solid], clearance, shifted, contact)) ray.length = shifted.length;
    }
    return ray.length / whole;
}

}  // namespace drover::people
