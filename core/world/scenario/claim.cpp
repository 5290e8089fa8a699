#include "core/world/scenario/claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/record/columns.h"
#include "core/world/scenario/claim_fields.h"

namespace drover::world {
namespace {

std::vector<std::string> columnNames() {
    std::vector<std::string> names;
    for (const record::Column& column : record::kColumns) names.push_back(record::nameOf(column));
    return names;
}

Flaw flawOf(const Measurement& m, const std::string& prefix) {
    if (!record::findColumn(m.measure)) {
        const std::vector<std::string> names = columnNames();
        const std::string near = nearestName(m.measure, names);
        return flawAt(prefix + "measure", "\"" + printable(m.measure) + "\"",
                      near.empty() ? fmt::format("{}", fmt::join(names, ", "))
                                   : "'" + near + "', which is the nearest name");
    }
    if (m.last_frame < m.first_frame) {
        return flawAt(prefix + "last_frame", std::to_string(m.last_frame),
                      fmt::format("{} (first_frame) or later", m.first_frame));
    }
    return std::nullopt;
}

const char* unitOf(const Measurement& m) {
    const std::optional<std::size_t> column = record::findColumn(m.measure);
    if (!column || m.statistic == Statistic::kShareAbove) return "";
    switch (record::kColumns[*column].measure->unit) {
        case record::Unit::kMilliseconds: return " ms";
        case record::Unit::kPerSecond: return " a second";
        case record::Unit::kBytes: return " bytes";
        case record::Unit::kNumber:
        case record::Unit::kShare: break;
    }
    return "";
}

// To five digits, and whole numbers whole: 419.36, 65536, 1048576.
std::string rounded(double number) {
    return std::abs(number) >= 1e4 ? fmt::format("{:.0f}", number) : fmt::format("{:.5g}", number);
}

std::string statisticOf(const Measurement& m) {
    switch (m.statistic) {
        case Statistic::kMean: return "mean of " + m.measure;
        case Statistic::kLeast: return "least " + m.measure;
        case Statistic::kMost: return "most " + m.measure;
        case Statistic::kLast: return "last " + m.measure;
        case Statistic::kShareAbove: break;
    }
    Measurement value = m;
    value.statistic = Statistic::kLast;
    return fmt::format("share of frames with {} above {}", m.measure, spelled(value, m.level));
}

std::string framesOf(const Measurement& m) {
    return m.first_frame == m.last_frame ? fmt::format("in frame {}", m.first_frame)
                                         : fmt::format("in frames {} to {}", m.first_frame, m.last_frame);
}

}  // namespace

Measurement Claim::reference() const {
    Measurement m = times;
    if (m.first_frame == 0) m.first_frame = seen.first_frame;
    if (m.last_frame == 0) m.last_frame = seen.last_frame;
    return m;
}

std::uint32_t Claim::lastFrame() const {
    return isRelative() ? std::max(seen.last_frame, reference().last_frame) : seen.last_frame;
}

std::uint32_t lastFrameOf(const std::vector<Claim>& claims) {
    std::uint32_t last = 0;
    for (const Claim& claim : claims) last = std::max(last, claim.lastFrame());
    return last;
}

Flaw flawOf(const Claim& claim) {
    if (Flaw flaw = flawOf(claim.seen, "")) return flaw;
    return claim.isRelative() ? flawOf(claim.reference(), "times.") : std::nullopt;
}

std::string spelled(const Measurement& measurement, double number) {
    return rounded(number) + unitOf(measurement);
}

std::string conditionOf(const Claim& claim) {
    const char* bound = claim.is == Bound::kAtLeast ? "at least" : "at most";
    std::string out = fmt::format("{} {}: {} ", statisticOf(claim.seen), framesOf(claim.seen), bound);
    if (!claim.isRelative()) return out + spelled(claim.seen, claim.value);
    const Measurement other = claim.reference();
    out += fmt::format("{} times the {}", rounded(claim.value), statisticOf(other));
    const bool is_same_frames =
        other.first_frame == claim.seen.first_frame && other.last_frame == claim.seen.last_frame;
    return is_same_frames ? out : out + " " + framesOf(other);
}

}  // namespace drover::world
