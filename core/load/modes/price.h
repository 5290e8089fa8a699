// The price of time (MODEL 8). That a task has a period T weighs w T, and it uses C/T of the time. The sum of
// both, w T + price C/T, is least at T = sqrt(price C/w), between T0 and Tmax; C/w is named the task's give.
// The price is the one at which all tasks together use Ud. Tasks with the same bounds are a class; within it
// they are summed up in bins of their give, so the price is found without looking at any task. mode_index.cpp
// keeps it.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "core/load/elastic/springs.h"

namespace drover::load {

// Where a task stands among the bins: its class above, the bin of its give below.
class PriceCell {
  public:
    // Eight bins an octave: neighbours' periods differ by less than a twentieth.
    static constexpr std::uint32_t kBinBits = 11, kBins = 1u << kBinBits;
    static constexpr int kDropped = 31 - static_cast<int>(kBinBits);

    PriceCell() = default;
    PriceCell(std::uint32_t in_class, double give) : code_(in_class << kBinBits | binOf(give)) {}

    std::uint32_t inClass() const { return code_ >> kBinBits; }
    std::uint32_t bin() const { return code_ & (kBins - 1); }
    friend bool operator==(const PriceCell&, const PriceCell&) = default;

    static std::uint32_t binOf(double give) {
        constexpr auto kMost = static_cast<double>(std::numeric_limits<float>::max());
        const auto value = static_cast<float>(give < kMost ? give : kMost);
        return std::bit_cast<std::uint32_t>(value) >> kDropped;
    }
    // In the middle of the bin.
    static double giveOf(std::uint32_t bin) {
        return static_cast<double>(std::bit_cast<float>(bin << kDropped | 1u << (kDropped - 1)));
    }

  private:
    std::uint32_t code_ = 0;
};

class Price {
  public:
    void clear();
    // The class of tasks between these bounds. Very many different bounds share classes whose bounds are
    // nearly theirs.
    std::uint32_t classOf(std::int64_t nominal_ns, std::int64_t maximum_ns);
    void add(PriceCell cell, std::int64_t cost_ns) { put(cell, cost_ns, 1); }
    void grow(PriceCell cell, std::int64_t more_ns) { put(cell, more_ns, 0); }
    void remove(PriceCell cell, std::int64_t cost_ns) { put(cell, -cost_ns, -1); }

    // Finds the price at which all tasks use `desired`. A period below the frame time costs no more than one
    // of a frame: the task runs once in each.
    CompressionResult solve(double desired, std::int64_t frame_time_ns);
    // The square root of the price, in the unit of a period over the square root of a give. After solve().
    double root() const { return root_; }
    double use() const { return use_; }                          // of all tasks at that price
    double useOfAll() const { return use_of_all_; }              // if no period is stretched
    double firstRoot() const { return first_root_; }             // above which somebody does
    std::int64_t stretched_ns() const { return stretched_ns_; }  // sum of T - T0

    std::int64_t periodOf(PriceCell cell) const {
        const Class& in = classes_[cell.inClass()];
        return in.period_ns[cell.bin() - in.first];
    }
    // The same if this were the root of the price: no longer if it is less. Good while others add and remove.
    std::int64_t periodAt(double root, PriceCell cell) const {
        const double root_of_give = std::sqrt(PriceCell::giveOf(cell.bin()));
        return static_cast<std::int64_t>(periodAt(root, cell.inClass(), root_of_give));
    }
    // Of any give, as a price with this root would have it.
    double periodAt(double root, std::uint32_t in_class, double root_of_give) const {
        return periodOf(classes_[in_class], root * root_of_give);
    }

  private:
    struct Class {
        std::int64_t nominal_ns = 1, maximum_ns = 1;
        double least_ns = 1, most_ns = 1;  // T0 and Tmax, or the frame time if that is longer
        std::uint32_t first = 0;           // bin of the first entry of each list
        std::vector<std::int64_t> cost_ns, count;
        std::vector<std::int64_t> period_ns;  // right in bins that have tasks
        std::vector<double> root_give;
        std::array<std::uint64_t, PriceCell::kBins / 64> has_tasks{};  // a bit a bin: most are empty

        // Of the bins that have tasks, in order: their roots of give, and sums over those before, one more
        // than bins: of the costs, and of the costs over root_give.
        std::size_t used = 0;
        std::vector<double> used_root_give, cost_before, share_before;
    };

    // Calls visit(i) for each bin that has tasks, in order; i counts from the first of the lists.
    template <class Visit>
    static void forEachUsed(const Class& in, Visit visit);

    void put(PriceCell cell, std::int64_t cost_ns, std::int64_t count);
    void widen(Class& in, std::uint32_t bin);
    static double periodOf(const Class& in, double wanted_ns);
    std::int64_t roundedPeriod(const Class& in, double root_of_give) const {
        return static_cast<std::int64_t>(periodOf(in, root_ * root_of_give) + 0.5);
    }
    void sumUp();
    double useAt(double root) const;
    void writePeriods();

    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> class_of_;
    std::vector<Class> classes_;
    std::int64_t frame_time_ns_ = 0;
    double root_ = 0, first_root_ = 0, use_ = 0, use_of_all_ = 0;
    std::int64_t stretched_ns_ = 0;
};

}  // namespace drover::load
