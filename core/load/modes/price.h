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

#include "core/load/queue/compression.h"

namespace drover::load {

// Where a task stands among the bins: its class above, the bin of its give below.
class PriceCell {
  public:
    // Eight bins an octave: neighbours' periods differ by less than a twentieth.
    static constexpr std::uint32_t kBinBits = 11, kBins = 1u << kBinBits;
    static constexpr int kDropped = 31 - static_cast<int>(kBinBits);

    PriceCell() = default;
    PriceCell(std::uint32_t in_class, double give) : PriceCell(in_class, binOf(give)) {}
    PriceCell(std::uint32_t in_class, std::uint32_t bin) : code_(in_class << kBinBits | bin) {}

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

// What tasks of one class use, by bin: from the first bin that has any on.
struct PriceBins {
    struct Bin {
        std::int64_t cost_ns = 0, count = 0;
    };
    std::uint32_t first = 0;
    std::vector<Bin> bins;
    std::array<std::uint64_t, PriceCell::kBins / 64> used{};  // a bit a bin: most are empty

    bool has(std::uint32_t bin) const { return bin - first < bins.size(); }
    Bin& operator[](std::uint32_t bin) { return bins[bin - first]; }
    // Makes room for a bin, with some to spare on its side. Returns how many come before the first there was.
    std::uint32_t widen(std::uint32_t bin);

    // Calls visit(bin) for each that is used, in order.
    template <class Visit>
    void forEachUsed(Visit visit) const {
        for (std::uint32_t word = 0; word < used.size(); ++word)
            for (std::uint64_t bits = used[word]; bits != 0; bits &= bits - 1)
                visit(word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
};

// Tasks that came into bins and went, as one core saw them. The order is of no account.
class PriceChanges {
  public:
    void clear() { classes_.clear(); }
    void add(PriceCell cell, std::int64_t cost_ns) { put(cell, cost_ns, 1); }
    void remove(PriceCell cell, std::int64_t cost_ns) { put(cell, -cost_ns, -1); }

  private:
    friend class Price;
    void put(PriceCell cell, std::int64_t cost_ns, std::int64_t count);

    struct Class {
        PriceBins::Bin free;  // bin 0: tasks of no cost, far below all others
        PriceBins bins;
    };
    std::vector<Class> classes_;
};

class Price {
  public:
    void clear();
    // The class of tasks between these bounds. Very many different bounds share classes whose bounds are
    // nearly theirs.
    std::uint32_t classOf(std::int64_t nominal_ns, std::int64_t maximum_ns);
    void add(PriceCell cell, std::int64_t cost_ns) { put(cell, {cost_ns, 1}); }
    // Takes the changes over: there are none then.
    void take(PriceChanges& changes);

    // Finds the price at which all tasks use `desired`. A period below the frame time costs no more than one
    // of a frame: the task runs once in each.
    CompressionResult solve(double desired, std::int64_t frame_time_ns);
    // The square root of the price, in the unit of a period over the square root of a give. After solve().
    double root() const { return root_; }
    double use() const { return use_; }               // of all tasks at that price
    double useOfAll() const { return use_of_all_; }   // if no period is stretched
    double firstRoot() const { return first_root_; }  // above it some period is stretched

    std::int64_t periodOf(PriceCell cell) const {
        const Class& in = classes_[cell.inClass()];
        return in.period_ns[cell.bin() - in.sums.first];
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
        PriceBins sums;
        std::vector<std::int64_t> period_ns;  // of the same bins; right in those that are used
        std::vector<double> root_give;

        // Of the bins that have tasks, in order: their roots of give, and sums over those before, one more
        // than bins: of the costs, and of the costs over root_give.
        std::size_t used = 0;
        std::vector<double> used_root_give, cost_before, share_before;
    };

    void put(PriceCell cell, const PriceBins::Bin& more);
    static void widen(Class& in, std::uint32_t bin);
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
};

}  // namespace drover::load
