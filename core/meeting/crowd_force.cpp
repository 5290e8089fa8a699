#include "core/meeting/crowd_force.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/exact_math.h"

namespace drover::meeting {
namespace {

// By distance and sigma, both over the range.
constexpr std::size_t kDistances = 65, kSigmas = 41;
constexpr float kFarthest = 4, kLeastSigma = 0.05f, kMostSigma = 2.05f;

using Table = std::array<std::array<float, kDistances>, kSigmas>;

// I1(x) exp(-x): Abramowitz and Stegun 9.8.3 and 9.8.4.
double scaledBessel(double x) {
    if (x < 3.75) {
        const double y = x / 3.75 * (x / 3.75);
        const double sum =
            0.5 +
            y * (0.87890594 +
                 y * (0.51498869 + y * (0.15084934 + y * (0.02658733 + y * (0.00301532 + y * 0.00032411)))));
        return exactExp(-x) * x * sum;
    }
    const double y = 3.75 / x;
    double sum = 0.02282967 + y * (-0.02895312 + y * (0.01787654 - y * 0.00420059));
    sum = 0.39894228 + y * (-0.03988024 + y * (-0.00362018 + y * (0.00163801 + y * (-0.01031555 + y * sum))));
    return sum / std::sqrt(x);
}

// The integral over rho from 0 to 1 by Simpson's rule.
double integral(double distance, double sigma) {
    constexpr int kSteps = 400;
    const double sigma_sq = sigma * sigma;
    double sum = 0;
    for (int i = 0; i <= kSteps; ++i) {
        const double rho = static_cast<double>(i) / kSteps, off = rho - distance;
        const double value =
            exactExp(-off * off / (2 * sigma_sq)) * scaledBessel(rho * distance / sigma_sq) / sigma_sq;
        sum += value * (i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2);
    }
    return sum / (3 * kSteps);
}

Table made() {
    Table table;
    for (std::size_t s = 0; s < kSigmas; ++s) {
        const double sigma =
            static_cast<double>(kLeastSigma) +
            static_cast<double>(kMostSigma - kLeastSigma) * static_cast<double>(s) / (kSigmas - 1);
        for (std::size_t d = 0; d < kDistances; ++d)
            table[s][d] = static_cast<float>(
                integral(static_cast<double>(kFarthest) * static_cast<double>(d) / (kDistances - 1), sigma));
        table[s][0] = 0;
    }
    return table;
}

const Table& cloudTable() {
    static const Table table = made();
    return table;
}

}  // namespace

void makeCloudTable() { cloudTable(); }

// Sums by lane, which are added up in the end, so that the compiler may take several at a time and the bits
// are the same however many.
Vec2 forceOfOnes(const CrowdRows& rows, std::uint32_t first, std::uint32_t end, Vec2 at, float range_m) {
    constexpr std::uint32_t kLanes = CrowdRows::kLanes;
    std::array<float, kLanes> sum_x{}, sum_y{};
    const float range_sq = range_m * range_m;
    const float *x = rows.x.data(), *y = rows.y.data(), *animals = rows.animals.data();
    for (std::uint32_t i = first; i < end; i += kLanes) {
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            const float away_x = at.x - x[i + lane], away_y = at.y - y[i + lane];
            const float squared = away_x * away_x + away_y * away_y;
            const float within = squared <= range_sq ? animals[i + lane] : 0.0f;
            const float share = within / std::max(squared, kNothing);
            sum_x[lane] += away_x * share, sum_y[lane] += away_y * share;
        }
    }
    Vec2 sum;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) sum += Vec2{sum_x[lane], sum_y[lane]};
    return sum;
}

Vec2 forceOfCloud(Vec2 away, float sigma_m, float range_m) {
    const Table& table = cloudTable();
    const float distance = length(away);
    if (distance <= kNothing) return {};
    const float at_d = distance / range_m * ((kDistances - 1) / kFarthest);
    if (at_d >= kDistances - 1) return {};
    const float sigma = std::clamp(sigma_m / range_m, kLeastSigma, kMostSigma * 0.9999f);
    const float at_s = (sigma - kLeastSigma) * ((kSigmas - 1) / (kMostSigma - kLeastSigma));
    const auto d = static_cast<std::size_t>(at_d), s = static_cast<std::size_t>(at_s);
    const float rest_d = at_d - static_cast<float>(d), rest_s = at_s - static_cast<float>(s);
    const auto row = [&](std::size_t sigmas) {
        return table[sigmas][d] * (1 - rest_d) + table[sigmas][d + 1] * rest_d;
    };
    const float g = row(s) * (1 - rest_s) + row(s + 1) * rest_s;
    return away * (g / (range_m * distance));
}

}  // namespace drover::meeting
