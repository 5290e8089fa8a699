// The grid of a Ground, and what is near a place. march.cpp has the ways.
#include "core/ground/ground.h"

#include <algorithm>
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

double turnOf(const Shape& shape) {
    double area = 0;
    for (std::size_t i = 0; i < shape.corners.size(); ++i)
        area += cross(shape.corners[i] - shape.corners[0],
                      shape.corners[(i + 1) % shape.corners.size()] - shape.corners[0]);
    return area >= 0 ? 1 : -1;
}

double squaredDistance(Point low, Point high, Point from) {
    const Point out{std::max({low.x - from.x, from.x - high.x, 0.0}),
                    std::max({low.y - from.y, from.y - high.y, 0.0})};
    return dot(out, out);
}

}  // namespace

// Columns and rows of cells, the last ones included.
struct Ground::Box {
    std::uint32_t left = 0, right = 0, lower = 0, upper = 0;

    std::uint64_t cells() const { return std::uint64_t{right - left + 1} * (upper - lower + 1); }
    template <class Do>
    void each(std::uint32_t columns, Do do_it) const {
        for (std::uint32_t y = lower; y <= upper; ++y)
            for (std::uint32_t x = left; x <= right; ++x) do_it(std::size_t{y} * columns + x);
    }
};

Ground::Ground(const Plane& plane, std::span<const Shape> shapes) : plane_(plane) {
    for (std::uint32_t i = 0; i < shapes.size(); ++i) {
        const Shape& shape = shapes[i];
        outlines_.push_back({static_cast<std::uint32_t>(corners_.size()),
                             static_cast<std::uint32_t>(shape.corners.size()), shape.radius, turnOf(shape)});
        corners_.insert(corners_.end(), shape.corners.begin(), shape.corners.end());
        addImages(i, shape);
    }
    listImages();
}

// Those that are within kFar of the world.
void Ground::addImages(std::uint32_t shape, const Shape& of) {
    Point low = of.corners[0], high = low;
    for (const Point corner : of.corners) {
        low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
        high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
    }
    const Point around{of.radius, of.radius};
    low = low - around, high = high + around;
    if (plane_.edges() == Edges::kOpen) return images_.push_back({shape, {}, low, high});
    const double size = plane_.worldSize();
    const auto firstRound = [&](double end) { return std::ceil((-kFar - end) / size); };
    const auto lastRound = [&](double begin) { return std::floor((size + kFar - begin) / size); };
    for (double y = firstRound(high.y); y <= lastRound(low.y); ++y) {
        for (double x = firstRound(high.x); x <= lastRound(low.x); ++x) {
            const Point shift{x * size, y * size};
            images_.push_back({shape, shift, low + shift, high + shift});
        }
    }
}

Ground::Box Ground::cellsNear(const Image& image) const {
    const double width = widthOf(plane_), cell = width / columns_;
    const double corner = plane_.edges() == Edges::kTorus ? 0 : (plane_.worldSize() - width) / 2;
    const double reach = kFar + kGap;
    const auto column = [&](double metre) {
        return static_cast<std::uint32_t>(std::clamp((metre - corner) / cell, 0.0, columns_ - 1.0));
    };
    return {column(image.low.x - reach), column(image.high.x + reach), column(image.low.y - reach),
            column(image.high.y + reach)};
}

void Ground::listImages() {
    if (isEmpty()) return;
    const auto listed = [&] {
        std::uint64_t sum = 0;
        for (const Image& image : images_) sum += cellsNear(image).cells();
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
    return std::span(lists_).subspan(first_in_[cell], first_in_[cell + 1] - first_in_[cell]);
}

Solid Ground::solidOf(const Image& image) const {
    const Outline& outline = outlines_[image.shape];
    return {std::span(corners_).subspan(outline.first, outline.count), outline.radius, outline.turn};
}

Nearest Ground::nearest(Place place) const {
    Nearest best{kFar, {}};
    const std::span<const std::uint32_t> list = listAt(place);
    if (list.empty()) return best;
    const Point from = metres(place);
    for (const std::uint32_t i : list) {
        const Image& image = images_[i];
        const double reach = std::max(best.distance, 0.0);
        if (squaredDistance(image.low, image.high, from) > reach * reach) continue;
        const Nearest here = nearestOf(solidOf(image), from - image.shift);
        if (here.distance < best.distance) best = here;
    }
    return best;
}

bool Ground::meets(Place place, Ray& ray, Contact& contact) const {
    bool does = false;
    for (const std::uint32_t i : listAt(place)) {
        const Image& image = images_[i];
        const double reach = ray.length + kGap;
        if (squaredDistance(image.low, image.high, ray.from) > reach * reach) continue;
        Ray shifted{ray.from - image.shift, ray.ahead, ray.length};
        if (!ground::meets(solidOf(image), kGap, shifted, contact)) continue;
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
    return corners_.capacity() * sizeof(Point) + outlines_.capacity() * sizeof(Outline) +
           images_.capacity() * sizeof(Image) +
           (first_in_.capacity() + lists_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace drover::ground
