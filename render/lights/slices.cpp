#include "render/lights/slices.h"

namespace drover::render {

void Slices::beginFrame(const world::WorldView& view, const Sight& sight, const SliceLook& look,
                        float fastest, float most_shift_m, bool all_due) {
    const Seen seen{sight.middle_m, sight.half_m,       sight.pixels_per_metre, look,
                    &view.flocks,   view.flocks.seed(), view.flocks.layout()};
    shift_m_ = view.plane().offset(anchor_, sight.centre);
    const bool has_moved_on = !(length(shift_m_) < most_shift_m);
    const auto rows = static_cast<std::uint32_t>(view.flocks.size());
    const bool is_other = has_moved_on || !(seen == seen_) || rows != rows_ || view.simul_ns < now_ns_;
    seen_ = seen, rows_ = rows, now_ns_ = view.simul_ns;
    if (is_other || all_due) anchor_ = sight.centre, shift_m_ = {};
    if (is_other || all_due) made_ns_.assign((rows + kRows - 1) / kRows, kNever);
    turn_ = made_ns_.empty() ? 0 : (turn_ + 1) % count();
    const double seconds =
        static_cast<double>(kMost_px) / (1e-6 + static_cast<double>(fastest * sight.pixels_per_metre));
    most_age_ns_ = static_cast<std::int64_t>(std::min(seconds, 3600.0) * 1e9);
}

bool Slices::isDue(std::uint32_t slice) const {
    return slice == turn_ || made_ns_[slice] == kNever || now_ns_ - made_ns_[slice] > most_age_ns_;
}

}  // namespace drover::render
