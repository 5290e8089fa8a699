#include "app/lab/reproduce/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace drover::lab {
namespace {

std::string joined(std::span<const double> values, int decimals) {
    std::string out;
    for (const double value : values)
        out += (out.empty() ? "" : " / ") + fmt::format("{:.{}f}", value, decimals);
    return out;
}

Check judged(Check check, bool is_same, const Shape& shape) {
    check.verdict = is_same ? Verdict::kAsPublished : shape.holds ? Verdict::kSameShape : Verdict::kDiffers;
    if (check.verdict == Verdict::kDiffers) check.why = shape.why;
    return check;
}

}  // namespace

double percentOff(double theirs, double ours) { return 100 * (ours - theirs) / theirs; }

bool rises(std::span<const double> values) {
    return std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
}
bool falls(std::span<const double> values) {
    return std::adjacent_find(values.begin(), values.end(), std::less_equal<>()) == values.end();
}

Check numbers(const std::string& what, std::span<const double> theirs, std::span<const double> ours,
              int decimals, double share, const Shape& shape) {
    double worst = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i)
        worst = std::max(worst, std::abs(percentOff(theirs[i], ours[i])) / 100);
    const bool is_same = worst <= share;
    Check check{
        what, joined(theirs, decimals), joined(ours, decimals),
        fmt::format("{:g} % each (worst {:.1f} %); shape: {}", share * 100, worst * 100, shape.words)};
    return judged(std::move(check), is_same, shape);
}

Check exactly(const std::string& what, const std::string& theirs, const std::string& ours,
              const std::string& why) {
    return judged({what, theirs, ours, "equal to the last digit"}, theirs == ours, {false, "", why});
}

Check shapeOnly(const std::string& what, const std::string& theirs, const std::string& ours,
                const Shape& shape) {
    return judged({what, theirs, ours, shape.words}, false, shape);
}

Check bound(const std::string& what, const std::string& theirs, const std::string& ours,
            const std::string& words, bool is_kept, const Shape& shape) {
    return judged({what, theirs, ours, words + (shape.words.empty() ? "" : "; shape: " + shape.words)},
                  is_kept, shape);
}

}  // namespace drover::lab
