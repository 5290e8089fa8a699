#include "core/world/scenario/spike_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "core/base/read_number.h"
#include "core/world/scenario/spike_fields.h"

namespace drover::world {
namespace {

struct SizeUnit {
    std::string_view name;
    std::int64_t ns;
};
constexpr SizeUnit kUnits[] = {
    {"s", 1'000'000'000}, {"ms", 1'000'000}, {"us", 1'000}, {"ns", 1}};  // largest first

// Parses the text from left to right. Keeps the first error and skips everything after it.
class SpikeReader {
  public:
    explicit SpikeReader(std::string_view text) : left_(text) {}

    Result<Spike> read() {
        shape(upTo(":", "SHAPE:SIZE@FRAMES, such as step:20ms@200-400"));
        size(upTo("@", "SIZE@FRAMES, such as 20ms@200-400"));
        frames(left_.substr(0, left_.find(',')));
        left_.remove_prefix(std::min(left_.find(','), left_.size()));
        while (!error_ && !left_.empty()) {
            left_.remove_prefix(1);
            option(left_.substr(0, left_.find(',')));
            left_.remove_prefix(std::min(left_.find(','), left_.size()));
        }
        if (!error_) {
            error_ = flawOf(spike_);
            if (error_) error_->field.insert(0, "spike.");
        }
        if (error_) return std::move(*error_);
        return spike_;
    }

  private:
    void refuse(const char* field, std::string_view found, std::string allowed) {
        if (error_) return;
        error_ = InputError{.field = std::string("spike") + field,
                            .found = "'" + printable(found) + "'",
                            .allowed = std::move(allowed)};
    }

    std::string_view upTo(std::string_view mark, const char* form) {
        const std::size_t at = left_.find(mark);
        if (at == std::string_view::npos) {
            refuse("", left_, form);
            return {};
        }
        const std::string_view piece = left_.substr(0, at);
        left_.remove_prefix(at + mark.size());
        return piece;
    }

    void shape(std::string_view text) {
        for (const Choice<SpikeShape>& choice : kSpikeShapes) {
            if (text == choice.name) {
                spike_.shape = choice.value;
                return;
            }
        }
        refuse(".shape", text, namesOf<SpikeShape>());
    }

    void size(std::string_view text) {
        for (const SizeUnit& unit : kUnits) {
            if (!text.ends_with(unit.name)) continue;
            double number = 0;
            if (!readWhole(text.substr(0, text.size() - unit.name.size()), number)) continue;
            const double ns = number * static_cast<double>(unit.ns);
            if (!(ns >= 0 && ns <= static_cast<double>(kMaxSpikeNs))) break;  // also refuses NaN
            spike_.size_ns = std::llround(ns);
            return;
        }
        refuse(".size", text, "0s to 10s, in ns, us, ms or s, such as 20ms");
    }

    // FIRST, FIRST-LAST, FIRST-LAST/PERIOD or FIRST-LAST/PERIODxLENGTH, depending on the shape.
    void frames(std::string_view text) {
        const bool is_pulse = spike_.shape == SpikeShape::kPulse,
                   is_train = spike_.shape == SpikeShape::kTrain;
        const std::size_t dash = text.find('-'), slash = text.find('/');
        if (is_pulse != (dash == text.npos) || is_train != (slash != text.npos) ||
            (is_train && slash < dash)) {
            return refuse(".frames", text,
                          is_pulse   ? "FIRST, such as 100"
                          : is_train ? "FIRST-LAST/PERIOD, such as 100-500/20"
                                     : "FIRST-LAST, such as 200-400");
        }
        frame(".first_frame", text.substr(0, dash), spike_.first_frame);
        spike_.last_frame = spike_.first_frame;
        if (is_pulse) return;
        frame(".last_frame", text.substr(dash + 1, is_train ? slash - dash - 1 : text.npos),
              spike_.last_frame);
        if (!is_train) return;
        const std::string_view rhythm = text.substr(slash + 1);
        const std::size_t times = rhythm.find('x');
        frame(".period_frames", rhythm.substr(0, times), spike_.period_frames);
        if (times != rhythm.npos) frame(".length_frames", rhythm.substr(times + 1), spike_.length_frames);
    }

    void frame(const char* field, std::string_view text, std::uint32_t& number) {
        std::uint32_t found = 0;
        if (!readWhole(text, found) || found < 1 || found > kMaxSpikeFrame) {
            return refuse(field, text, fmt::format("whole numbers 1 to {}", kMaxSpikeFrame));
        }
        number = found;
    }

    void option(std::string_view text) {
        for (const Choice<SpikePlace>& choice : kSpikePlaces) {
            if (text == choice.name) {
                spike_.place = choice.value;
                return;
            }
        }
        constexpr std::string_view kSeed = "seed=";
        const bool is_noise = spike_.shape == SpikeShape::kNoise;
        const bool is_seed =
            is_noise && text.starts_with(kSeed) && readWhole(text.substr(kSeed.size()), spike_.seed);
        if (!is_seed) refuse("", text, namesOf<SpikePlace>() + (is_noise ? ", seed=N" : ""));
    }

    std::string_view left_;
    Spike spike_;
    Flaw error_;
};

std::string spelledSize(std::int64_t ns) {
    for (const SizeUnit& unit : kUnits) {
        if (ns % unit.ns == 0) return fmt::format("{}{}", ns / unit.ns, unit.name);
    }
    return {};
}

}  // namespace

Result<Spike> parseSpike(std::string_view text) { return SpikeReader(text).read(); }

std::string spelled(const Spike& spike) {
    std::string out =
        fmt::format("{}:{}@{}", nameOf(spike.shape), spelledSize(spike.size_ns), spike.first_frame);
    if (spike.shape != SpikeShape::kPulse) out += fmt::format("-{}", spike.last_frame);
    if (spike.shape == SpikeShape::kTrain) out += fmt::format("/{}", spike.period_frames);
    if (spike.shape == SpikeShape::kTrain && spike.length_frames != 1)
        out += fmt::format("x{}", spike.length_frames);
    if (spike.place == SpikePlace::kInside) out += ",inside";
    if (spike.shape == SpikeShape::kNoise && spike.seed != Spike{}.seed)
        out += fmt::format(",seed={}", spike.seed);
    return out;
}

}  // namespace drover::world
