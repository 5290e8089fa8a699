// What a cloud of animals does to one is the mean of what each of them does.
#include "core/meeting/crowd_force.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace drover::meeting::crowd_force_test {
namespace {

// Along the way to the centre, by a sum around the one that is pushed: x / |x|^2 of an area rho d rho d angle
// is a unit vector d rho d angle.
double directMean(double distance, double sigma, double range) {
    constexpr int kRings = 400, kAngles = 256;
    const double sigma_sq = sigma * sigma;
    double sum = 0;
    for (int i = 0; i < kRings; ++i) {
        const double rho = range * (i + 0.5) / kRings;
        for (int k = 0; k < kAngles; ++k) {
            const double angle = 2 * std::numbers::pi * (k + 0.5) / kAngles;
            const double x = rho * std::cos(angle) - distance, y = rho * std::sin(angle);
            sum += std::cos(angle) * std::exp(-(x * x + y * y) / (2 * sigma_sq));
        }
    }
    return sum * range / kRings / kAngles / sigma_sq;
}

double peakOf(double sigma, double range) {
    double peak = 0;
    for (int i = 1; i <= 30; ++i) peak = std::max(peak, directMean(range * i / 12, sigma, range));
    return peak;
}

TEST(CrowdForce, IsTheMeanOverTheCloud) {
    std::mt19937 random(3);
    const auto within = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (int n = 0; n < 12; ++n) {
        const double range = within(5, 100), sigma = within(0.1, 2) * range;
        const double peak = peakOf(sigma, range);
        for (int k = 0; k < 8; ++k) {
            const double distance = within(0.01, 2.5) * range, angle = within(0, 6.28);
            const Vec2 way{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
            const Vec2 ours = forceOfCloud(way * static_cast<float>(distance), static_cast<float>(sigma),
                                           static_cast<float>(range));
            SCOPED_TRACE(testing::Message()
                         << "range " << range << ", sigma " << sigma << ", distance " << distance);
            EXPECT_NEAR(static_cast<double>(dot(ours, way)), directMean(distance, sigma, range), 0.01 * peak);
            EXPECT_NEAR(static_cast<double>(ours.x * way.y - ours.y * way.x), 0, 1e-4 * peak);
        }
    }
}

// Clouds of single animals that are drawn: what a herd of many does.
TEST(CrowdForce, IsWhatManySingleAnimalsDo) {
    std::mt19937 random(4);
    std::normal_distribution<float> normal;
    constexpr float kSigma = 7, kRange = 25;
    constexpr int kAnimals = 400'000;
    const double peak = peakOf(static_cast<double>(kSigma), static_cast<double>(kRange));
    for (const Vec2 away : {Vec2{3, 0}, Vec2{0, -12}, Vec2{15, 15}, Vec2{-30, 4}}) {
        double x = 0, y = 0;
        for (int i = 0; i < kAnimals; ++i) {
            const Vec2 force = forceOfOne(away + Vec2{normal(random), normal(random)} * kSigma, kRange);
            x += static_cast<double>(force.x) / kAnimals, y += static_cast<double>(force.y) / kAnimals;
        }
        const Vec2 ours = forceOfCloud(away, kSigma, kRange);
        EXPECT_NEAR(static_cast<double>(ours.x), x, 0.015 * peak);
        EXPECT_NEAR(static_cast<double>(ours.y), y, 0.015 * peak);
    }
}

TEST(CrowdForce, OfOneEndsAtItsRangeAndIsNothingOnTheSpot) {
    EXPECT_EQ(forceOfOne({4, 0}, 5), (Vec2{0.25f, 0}));
    EXPECT_EQ(forceOfOne({5.1f, 0}, 5), Vec2{});
    EXPECT_EQ(forceOfOne({}, 5), Vec2{});
    EXPECT_EQ(forceOfCloud({}, 3, 5), Vec2{});
    EXPECT_EQ(forceOfCloud({1000, 0}, 3, 5), Vec2{});
}

}  // namespace
}  // namespace drover::meeting::crowd_force_test
