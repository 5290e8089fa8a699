#include "app/lab/reproduce/samples.h"

#include <algorithm>
#include <cmath>

namespace drover::lab {

double Samples::mean() const {
    double sum = 0;
    for (const double value : values_) sum += value;
    return sum / static_cast<double>(values_.size());
}

double Samples::deviation() const {
    if (values_.size() < 2) return 0;
    const double middle = mean();
    double square = 0;
    for (const double value : values_) square += (value - middle) * (value - middle);
    return std::sqrt(square / static_cast<double>(values_.size() - 1));
}

double Samples::error() const { return deviation() / std::sqrt(static_cast<double>(values_.size())); }
double Samples::greatest() const { return *std::max_element(values_.begin(), values_.end()); }

Gap gapBetween(const Samples& theirs, const Samples& ours) {
    const double error = std::hypot(theirs.error(), ours.error());
    return {100 * (ours.mean() - theirs.mean()) / theirs.mean(), 100 * error / theirs.mean()};
}

}  // namespace drover::lab
