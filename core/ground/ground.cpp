// The grid of a Ground, and what is near a place. march.cpp has the ways.
#include "core/ground/ground.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace drover::ground {
namespace {

constexpr double kCell = 64;  // metre; wider in a large world
constexpr std::uint32_t kMostColumns = 512;
constexpr std::uint64_t kMostListed = 1 << 20;  // with more, cells are made wider

double widthOf(const Plane& plane) {
    return plane.worldSize() * (plane.edges() == Edges::kTorus ? 1 : Plane::kOpenSpan);
}

}  // namespace

// Columns and rows of cells, the last ones included.
struct Ground::Cells {
    std::uint32_t left = 0, right = 0, lower = 0, upper = 0;

    std::uint64_t count() const { return std::uint64_t{right - left + 1} * (upper - lower + 1); }
    template <class Do>
    void each(std::uint32_t columns, Do do_it) const {
        for (std::uint32_t y = lower; y <= upper; ++y)
            for (std::uint32_t x = left; x <= right; ++x) do_it(std::size_t{y} * columns + x);
    }
};

Ground::Ground(const Plane& plane, std::span<const Shape> shapes) : plane_(plane) {
    for (const Shape& shape : shapes) {
        solids_.emplace_back(shape);
        addImages(static_cast<std::uint32_t>(solids_.size() - 1));
    }
    listImages();
    has_room_ = hasRoom();
}

// Whether any of many places is free. If none is, a search for one is left out: it would take long each time.
bool Ground::hasRoom() const {
    constexpr int kASide = 32;
    if (isEmpty()) return true;
    const double step = plane_.worldSize() / kASide;
    for (int i = 0; i < kASide * kASide; ++i) {
        const Place place = plane_.place((i % kASide + 0.5) * step, (i / kASide + 0.5) * step);
        if (nearest(place).distance >= kGap) return true;
    }
    return false;
}

// Adds the images that are within kFar of the world.
void Ground::addImages(std::uint32_t solid) {
    const Box& box = solids_[solid].box;
    if (plane_.edges() == Edges::kOpen) return images_.push_back({solid, {}, box});
    const double size = plane_.worldSize();
    const auto firstRound = [&](double end) { return std::ceil((-kFar - end) / size); };
    const auto lastRound = [&](double begin) { return std::floor((size + kFar - begin) / size); };
    for (double y = firstRound(box.high.y); y <= lastRound(box.low.y); ++y) {
        for (double x = firstRound(box.high.x); x <= lastRound(box.low.x); ++x) {
            const Point shift{x * size, y * size};
            images_.push_back({solid, shift, {box.low + shift, box.high + shift}});
        }
    }
}

Ground::Cells Ground::cellsNear(const Image& image) const {
    const double width = widthOf(plane_), cell = width / columns_;
    const double corner = plane_.edges() == Edges::kTorus ? 0 : (plane_.worldSize() - width) / 2;
    const double reach = kFar + kGap;
    const auto column = [&](double metre) {
        return static_cast<std::uint32_t>(std::clamp((metre - corner) / cell, 0.0, columns_ - 1.0));
    };
    return {column(image.box.low.x - reach), column(image.box.high.x + reach),
            column(image.box.low.y - reach), column(image.box.high.y + reach)};
}

void Ground::listImages() {
    if (isEmpty()) return;
    const auto listed = [&] {
        std::uint64_t sum = 0;
        for (const Image& image : images_) sum += cellsNear(image).count();
        return sum;
    };
    columns_ = static_cast<std::uint32_t>(std::clamp(widthOf(plane_) / kCell, 1.0, double{kMostColumns}));
    while (columns_ > 1 && listed() > kMostListed) columns_ /= 2;

    first_in_.assign(std::size_t{columns_} * columns_ + 1, 0);
    for (const Image& image : images_)
        cellsNear(image).each(columns_, [&](std::size_t cell) { ++first_in_[cell + 1]; });
    std::partial_sum(first_in_.begin(), first_in_.end(), first_in_.begin());
    lists_.resize(first_in_.back());
    std::vector<std::uint32_t> next(first_in_.begin(), first_in_.end() - 1);
    for (std::uint32_t i = 0; i < images_.size(); ++i)
        cellsNear(images_[i]).each(columns_, [&](std::size_t cell) { lists_[next[cell]++] = i; });
}

std::uint32_t Ground::columnOf(std::uint32_t coordinate) const {
    if (plane_.edges() == Edges::kTorus)
        return static_cast<std::uint32_t>(std::uint64_t{coordinate} * columns_ >> 32);
    return static_cast<std::uint32_t>(
        (std::uint64_t{coordinate} - std::uint64_t{Plane::kFenceLow}) * columns_ >> 31);
}

std::span<const std::uint32_t> Ground::listAt(Place place) const {
    if (isEmpty()) return {};
    const std::size_t cell = std::size_t{columnOf(place.y)} * columns_ + columnOf(place.x);
    assert(cell + 1 < first_in_.size());
    return std::span(lists_).subspan(first_in_[cell], first_in_[cell + 1] - first_in_[cell]);
}

Nearest Ground::nearest(Place place) const {
    Nearest best{kFar, {}};
    const std::span<const std::uint32_t> list = listAt(place);
    if (list.empty()) return best;
    const Point from = metres(place);
    for (const std::uint32_t i : list) {
        const Image& image = images_[i];
        const double reach = std::max(best.distance, 0.0);
        if (image.box.squaredFrom(from) > reach * reach) continue;
        const Nearest here = nearestOf(solids_[image.solid], from - image.shift);
        if (here.distance < best.distance) best = here;
    }
    return best;
}

bool Ground::meets(Place place, Ray& ray, Contact& contact) const {
    bool does = false;
    for (const std::uint32_t i : listAt(place)) {
        const Image& image = images_[i];
        const double reach = ray.length + kGap;
        if (image.box.squaredFrom(ray.from) > reach * reach) continue;
        Ray shifted{ray.from - image.shift, ray.ahead, ray.length};
        if (!ground::meets(solids_[image.solid], kGap, shifted, contact)) continue;
        ray.length = shifted.length;
        does = true;
    }
    return does;
}

Vec2 Ground::away(Place place) const {
    const Point away = nearest(place).away;
    return {static_cast<float>(away.x), static_cast<float>(away.y)};
}

Vec2 Ground::push(Place place, float weight, float reach_m) const {
    const Nearest near = nearest(place);
    const double reach = std::min(static_cast<double>(reach_m), kFar);
    if (near.distance >= reach) return {};
    const double share = std::min(1 - near.distance / reach, 1.0);
    const Point force = near.away * (share * static_cast<double>(weight));
    return {static_cast<float>(force.x), static_cast<float>(force.y)};
}

std::size_t Ground::bytes() const {
    std::size_t bytes = solids_.capacity() * sizeof(Solid) + images_.capacity() * sizeof(Image) +
                        (first_in_.capacity() + lists_.capacity()) * sizeof(std::uint32_t);
    for (const Solid& solid : solids_)
        bytes += solid.corners.capacity() * sizeof(Point) + solid.runs.capacity() * sizeof(Run);
    return bytes;
}

}  // namespace drover::ground
