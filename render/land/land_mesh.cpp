#include "render/land/land_mesh.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "render/land/triangles.h"

namespace drover::render {
namespace {

using ground::Surface;

constexpr float kWater_m = 0.005f, kShoreHigh_m = 0.004f, kWallHigh_m = 2.4f, kPostHigh_m = 1.4f;
constexpr double kPostApart_m = 4, kRail_m = 0.07, kShore_m = 3.5;

glm::vec3 raised(ground::Point at, float high) {
    return {static_cast<float>(at.x), static_cast<float>(at.y), high};
}

class LandMaker {
  public:
    std::vector<LandVertex> take() { return std::move(vertices_); }

    void add(const ground::Shape& shape) {
        surface_ = static_cast<float>(shape.surface);
        if (shape.surface == Surface::kFence) {
            for (std::size_t i = 0; i + 1 < shape.corners.size(); ++i)
                fence(shape.corners[i], shape.corners[i + 1]);
            if (shape.isPolygon()) fence(shape.corners.back(), shape.corners.front());
            return;
        }
        const std::vector<ground::Point> outline = outlineOf(shape);
        if (shape.surface == Surface::kWater) {
            shore(outline);
            return top(outline, kWater_m);
        }
        if (shape.surface == Surface::kWall || shape.isLine()) return block(outline, kWallHigh_m);
        hill(outline);
    }

  private:
    static std::vector<ground::Point> arc(ground::Point middle, double radius, double from, double to,
                                          int corners) {
        std::vector<ground::Point> points;
        for (int i = 0; i < corners; ++i) {
            const double angle = from + (to - from) * i / corners;
            points.push_back(middle + ground::Point{std::cos(angle), std::sin(angle)} * radius);
        }
        return points;
    }

    static std::vector<ground::Point> outlineOf(const ground::Shape& shape) {
        constexpr double kPi = std::numbers::pi;
        if (shape.isPolygon()) return shape.corners;
        if (shape.isDisc()) return arc(shape.corners[0], shape.radius, 0, 2 * kPi, 40);
        const ground::Point way = shape.corners[1] - shape.corners[0];
        const double across = std::atan2(way.y, way.x) - kPi / 2;
        std::vector<ground::Point> outline = arc(shape.corners[1], shape.radius, across, across + kPi, 8);
        const std::vector<ground::Point> back =
            arc(shape.corners[0], shape.radius, across + kPi, across + 2 * kPi, 8);
        outline.insert(outline.end(), back.begin(), back.end());
        return outline;
    }

    void triangle(glm::vec3 a, glm::vec3 b, glm::vec3 c) {
        glm::vec3 normal = glm::cross(b - a, c - a);
        if (glm::length(normal) < 1e-9f) return;
        normal = glm::normalize(normal);
        // Nothing is seen from below.
        if (normal.z < 0) normal = -normal;
        for (const glm::vec3 corner : {a, b, c}) vertices_.push_back({corner, normal, surface_});
    }

    void top(std::span<const ground::Point> outline, float high) {
        const ground::Point origin = outline[0];
        std::vector<ground::Point> near;
        for (const ground::Point corner : outline) near.push_back(corner - origin);
        const std::vector<std::uint16_t> corners = trianglesOf(near);
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
            triangle(raised(outline[corners[i]], high), raised(outline[corners[i + 1]], high),
                     raised(outline[corners[i + 2]], high));
    }

    // A strip of wet sand round water, which fades outwards.
    void shore(std::span<const ground::Point> outline) {
        const std::size_t corners = outline.size();
        double area = 0;
        for (std::size_t i = 0; i < corners; ++i) {
            const ground::Point a = outline[i] - outline[0], b = outline[(i + 1) % corners] - outline[0];
            area += a.x * b.y - a.y * b.x;
        }
        const auto outwards = [&](std::size_t from) {
            const ground::Point way = outline[(from + 1) % corners] - outline[from];
            const double length = std::max(ground::length(way), 1e-9), side = area > 0 ? 1 : -1;
            return ground::Point{way.y * side / length, -way.x * side / length};
        };
        const auto outer = [&](std::size_t i) {
            const ground::Point sum = outwards((i + corners - 1) % corners) + outwards(i);
            return outline[i] + sum * (kShore_m / std::max(dot(sum, sum) / 2, 0.5));
        };
        const auto put = [&](ground::Point at, float share) {
            vertices_.push_back({raised(at, kShoreHigh_m), {share, 0, 1}, kShoreSurface});
        };
        for (std::size_t i = 0; i < corners; ++i) {
            const std::size_t next = (i + 1) % corners;
            put(outline[i], 1), put(outline[next], 1), put(outer(next), 0);
            put(outline[i], 1), put(outer(next), 0), put(outer(i), 0);
        }
    }

    // A side faces away from `middle`.
    void side(ground::Point a, float a_high, ground::Point b, float b_high, ground::Point c, float c_high,
              ground::Point d, float d_high, ground::Point middle) {
        const glm::vec3 p = raised(a, a_high), q = raised(b, b_high), r = raised(c, c_high),
                        s = raised(d, d_high);
        glm::vec3 normal = glm::cross(q - p, s - p);
        if (glm::length(normal) < 1e-9f) return;
        normal = glm::normalize(normal);
        if (glm::dot(normal, (p + q) * 0.5f - raised(middle, 0)) < 0) normal = -normal;
        for (const glm::vec3 corner : {p, q, r, p, r, s}) vertices_.push_back({corner, normal, surface_});
    }

    static ground::Point middleOf(std::span<const ground::Point> outline) {
        ground::Point sum{};
        for (const ground::Point corner : outline) sum = sum + corner;
        return sum * (1.0 / static_cast<double>(outline.size()));
    }

    void block(const std::vector<ground::Point>& outline, float high) {
        const ground::Point middle = middleOf(outline);
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const ground::Point a = outline[i], b = outline[(i + 1) % outline.size()];
            side(a, 0, b, 0, b, high, a, high, middle);
        }
        top(outline, high);
    }

    // Steep below and round above, with edges.
    void hill(const std::vector<ground::Point>& outline) {
        struct Step {
            double in;
            float up;
        };
        constexpr Step kSteps[] = {{1, 0}, {0.93, 0.42f}, {0.74, 0.78f}, {0.42, 0.96f}, {0, 1}};
        const ground::Point middle = middleOf(outline);
        double reach = 0;
        for (const ground::Point corner : outline) reach = std::max(reach, ground::length(corner - middle));
        const auto high = static_cast<float>(std::clamp(reach * 0.28, 1.2, 16.0));
        const auto corner = [&](std::size_t i, std::size_t step) {
            const double rough =
                step == 0 || step == 4 ? 0 : 0.07 * std::sin(static_cast<double>(i * 7 + step * 3));
            return middle + (outline[i] - middle) * (kSteps[step].in * (1 + rough));
        };
        const auto height = [&](std::size_t i, std::size_t step) {
            const float rough = step == 0 ? 0 : 0.08f * std::sin(static_cast<float>(i * 5 + step * 11));
            return high * kSteps[step].up * (1 + (step == 4 ? 0 : rough));
        };
        for (std::size_t step = 0; step + 1 < std::size(kSteps); ++step) {
            for (std::size_t i = 0; i < outline.size(); ++i) {
                const std::size_t next = (i + 1) % outline.size();
                triangle(raised(corner(i, step), height(i, step)),
                         raised(corner(next, step), height(next, step)),
                         raised(corner(next, step + 1), height(next, step + 1)));
                triangle(raised(corner(i, step), height(i, step)),
                         raised(corner(next, step + 1), height(next, step + 1)),
                         raised(corner(i, step + 1), height(i, step + 1)));
            }
        }
    }

    void bar(ground::Point from, ground::Point to, double half, float low, float high) {
        const ground::Point way = to - from;
        const double length = ground::length(way);
        if (length <= 0) return;
        const ground::Point along = way * (half / length), across{-along.y, along.x};
        const std::vector<ground::Point> outline = {from - along - across, to + along - across,
                                                    to + along + across, from - along + across};
        const ground::Point middle = middleOf(outline);
        for (std::size_t i = 0; i < 4; ++i) {
            const ground::Point a = outline[i], b = outline[(i + 1) % 4];
            side(a, low, b, low, b, high, a, high, middle);
        }
        top(outline, high);
    }

    void fence(ground::Point from, ground::Point to) {
        const ground::Point way = to - from;
        const double length = ground::length(way);
        const int posts = std::max(1, static_cast<int>(length / kPostApart_m));
        for (int i = 0; i <= posts; ++i) {
            const ground::Point at = from + way * (static_cast<double>(i) / posts);
            bar(at - ground::Point{0.001, 0}, at + ground::Point{0.001, 0}, 0.11, 0, kPostHigh_m);
        }
        bar(from, to, kRail_m, 0.5f, 0.62f);
        bar(from, to, kRail_m, 1.1f, 1.22f);
    }

    float surface_ = 0;
    std::vector<LandVertex> vertices_;
};

}  // namespace

std::vector<LandVertex> landMesh(std::span<const ground::Shape> shapes) {
    LandMaker maker;
    for (const ground::Shape& shape : shapes) maker.add(shape);
    return maker.take();
}

}  // namespace drover::render
