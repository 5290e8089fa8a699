// How long the dates of the sparse index hold. A date is the earliest moment at which its task can be due
// while lambda does not fall below a floor. The lower the floor, the more often a date is a false alarm; the
// higher, the sooner all dates must be set again. This keeps the cost of the one close to the cost of the
// other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace drover::load {

class DateFloor {
  public:
    struct Rows {
        std::uint32_t first = 0, end = 0;
    };

    // Dates are to be set for this lambda: the present floor or, while it is on its way down, the next one.
    double forDates() const { return next_; }
    void countFalseAlarms(std::uint64_t rows) { false_alarms_ += rows; }

    // All dates are about to be set.
    void start(double lambda) {
        least_lambda_ = lambda;
        put(caution_);
        floor_ = next_;
    }

    // The rows whose dates must be set again in this frame. When lambda comes near the floor, the floor is
    // lowered in time, some rows in each frame; when lambda is below it already, all rows at once. When false
    // alarms have cost as much as setting all dates, the floor is raised to just below the least lambda
    // since.
    Rows follow(double lambda, std::uint32_t rows) {
        constexpr std::uint32_t kFrames = 32;
        least_lambda_ = std::min(least_lambda_, lambda);
        if (lambda < floor_) {
            if (lambda < next_) {
                least_lambda_ = lambda;
                put(caution_ * 4);  // all at once is too dear to come to it in small steps
            }
            return lower(rows, rows);
        }
        if (next_ < floor_) return lower((rows + kFrames - 1) / kFrames, rows);
        if (lambda < floor_ * (1 + caution_ / 2)) {
            least_lambda_ = lambda;
            put(caution_ * 2);
        } else if (false_alarms_ > rows / 4) {
            put(caution_ / 2);
            floor_ = next_ = std::max(next_, floor_);  // never down: that needs new dates
        }
        return {};
    }

  private:
    static constexpr double kLeastCaution = 1.0 / 2048, kMostCaution = 0.125;

    void put(double caution) {
        caution_ = std::clamp(caution, kLeastCaution, kMostCaution);
        next_ = least_lambda_ * (1 - caution_);
        least_lambda_ = std::numeric_limits<double>::infinity();
        false_alarms_ = 0;
        lowered_ = 0;
    }
    Rows lower(std::uint32_t most, std::uint32_t rows) {
        const Rows range = {lowered_, lowered_ + std::min(most, rows - lowered_)};
        lowered_ = range.end;
        if (lowered_ == rows) floor_ = next_;
        return range;
    }

    double floor_ = 0;                // no date was set for a larger lambda
    double next_ = 0;                 // below the floor while that is on its way down
    std::uint32_t lowered_ = 0;       // rows that have their dates for the next floor
    double least_lambda_ = 0;         // since the floor was last put anywhere
    double caution_ = 1.0 / 512;      // how far below that it is put, relatively
    std::uint64_t false_alarms_ = 0;  // since then
};

}  // namespace drover::load
