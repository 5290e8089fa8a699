// What an experiment measured several times, and how far two such measures are apart. The experiments about
// herds use it, where each seed shows something else.
#pragma once

#include <vector>

namespace drover::lab {

// The same measure taken several times: one number a seed, unless said otherwise.
class Samples {
  public:
    void add(double value) { values_.push_back(value); }
    bool areNone() const { return values_.empty(); }
    double mean() const;
    double deviation() const;  // standard deviation
    double error() const;      // of the mean
    double greatest() const;

  private:
    std::vector<double> values_;
};

// How far `ours` is off `theirs`, in percent of theirs.
struct Gap {
    double percent = 0, error = 0;
};
Gap gapBetween(const Samples& theirs, const Samples& ours);

}  // namespace drover::lab
