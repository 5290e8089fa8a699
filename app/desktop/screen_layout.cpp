#include "app/desktop/screen_layout.h"

#include <algorithm>
#include <cmath>

namespace drover::desktop {
namespace {

// At scale 1.
constexpr float kMargin = 8;
constexpr float kMenuHeight = 30, kReadingsWidth = 400, kReadingsHeight = 52;
constexpr float kLegendWidth = 300, kLegendHeight = 27;
constexpr float kControlsWidth = 276, kControlsHeight = 60;
constexpr float kTimeHeight = 30, kOtherLine = 7;
constexpr float kBarsHeight = 32, kFrameHeight = 34, kWideFrameHeight = 84, kLeastFrameWidth = 300;
// The plots' share of the window's height; a very high one has room for two rows of plots.
constexpr float kPlotsShare = 0.155f, kTwoRowsShare = 0.23f, kTwoRowsHeight = 1800, kPresentedShare = 0.25f;
constexpr float kLeastPlotsWidth = 150, kLeastPlotsHeight = 96, kMostPlotsHeight = 230;
constexpr float kDrawerWidth = 320, kLessonWidth = 420, kCodeWidth = 470, kLeastDrawerWidth = 220;
constexpr float kLeastWorld = 240;
constexpr float kInspectorWidth = 300, kLeastInspectorHeight = 120;

// Lays out from the edges inward; each step takes what the ones before it have left.
class Arrangement {
  public:
    Arrangement(ImVec2 window, const ScreenWishes& wishes)
        : wishes_(wishes), s_(wishes.scale), m_(kMargin * wishes.scale), window_(window) {
        left_ = top_ = m_;
        right_ = window.x - m_, bottom_ = window.y - m_;
    }

    ScreenLayout made() {
        out_.world = {{0, 0}, window_};
        if (right_ - left_ < 40 * s_ || bottom_ - top_ < 40 * s_) return out_;
        if (!wishes_.is_presented) time();
        // In a narrow window the drawer is below the menu, not beside it.
        const bool is_narrow = drawerWidth() + wishes_.menu_width + m_ > right_ - left_;
        if (!is_narrow) drawer();
        menuAndReadings();
        if (is_narrow) drawer();
        controls();
        plots();
        frame();
        corner();
        inspector();
        world();
        out_.free = {{left_, top_}, {std::max(right_ - left_, 0.0f), std::max(bottom_ - top_, 0.0f)}};
        return out_;
    }

  private:
    float px(float pixels) const { return pixels * s_; }

    // The drawer, the inspector, plots and strips push it, unless too little would be left.
    void world() {
        float right = window_.x, bottom = window_.y;
        for (const ScreenRect& panel : {out_.drawer, out_.inspector})
            if (!panel.isEmpty()) right = std::min(right, panel.at.x - m_);
        if (!out_.plots.isEmpty() || !out_.frame.isEmpty()) bottom = bottom_;
        if (right < px(kLeastWorld)) right = window_.x;
        if (bottom < px(kLeastWorld)) bottom = window_.y;
        out_.world = {{0, 0}, {right, bottom}};
    }

    void time() {
        const float height = px(kTimeHeight + kOtherLine * static_cast<float>(wishes_.other_lines));
        out_.time = {{left_, bottom_ - height}, {right_ - left_, height}};
        bottom_ -= height + m_;
    }

    float drawerWidth() const {
        if (!wishes_.has_drawer) return 0;
        const float suggested = wishes_.is_lesson  ? kLessonWidth
                                : wishes_.has_code ? kCodeWidth
                                                   : kDrawerWidth;
        const float dragged = std::max(wishes_.drawer_width, kLeastDrawerWidth);
        return std::min(px(wishes_.drawer_width > 0 ? dragged : suggested), right_ - left_);
    }

    void drawer() {
        const float width = drawerWidth();
        const ScreenRect rect{{right_ - width, top_}, {width, bottom_ - top_}};
        if (rect.isEmpty() || rect.size.y < px(60)) return;
        out_.drawer = rect;
        right_ -= width + m_;
    }

    // Side by side if there is room, else below each other.
    void menuAndReadings() {
        const float menu = wishes_.is_presented ? 0 : std::min(wishes_.menu_width, window_.x - 2 * m_);
        if (bottom_ - top_ < px(kMenuHeight)) return;
        if (menu > 0) out_.menu = {{left_, top_}, {menu, px(kMenuHeight)}};
        float below = top_ + (menu > 0 ? px(kMenuHeight) + m_ : 0);
        const float width = std::min(px(kReadingsWidth), right_ - left_), least = left_ + menu + m_;
        const bool is_beside = least + width <= right_;
        const float pushed = wishes_.has_inspector ? px(kInspectorWidth) + m_ : 0;
        const float middle = (right_ + m_ - pushed) / 2;
        const float x = std::min(std::max(middle - width / 2, least), right_ - width);
        if (width > px(180) && (is_beside || below + px(kReadingsHeight) < bottom_)) {
            out_.readings = {{is_beside ? x : left_, is_beside ? top_ : below}, {width, px(kReadingsHeight)}};
            if (!is_beside) below += px(kReadingsHeight) + m_;
        }
        top_ = std::max(below, out_.readings.end().y + m_);
        if (wishes_.is_presented) below = top_;
        if (bottom_ - below < px(180)) return;
        const bool has_readings = is_beside && !out_.readings.isEmpty() && !wishes_.is_presented;
        const float room = has_readings ? out_.readings.at.x - m_ - left_ : right_ - left_;
        out_.legend = {{left_, below},
                       {std::min(std::max(px(kLegendWidth), wishes_.legend_width), room), px(kLegendHeight)}};
        top_ = std::max(top_, out_.legend.end().y + m_);
    }

    void controls() {
        if (wishes_.is_presented) return;
        const float width = std::min(px(kControlsWidth), right_ - left_), height = px(kControlsHeight);
        if (bottom_ - top_ < height || width < px(120)) return;
        out_.controls = {{left_, bottom_ - height}, {width, height}};
        // What comes beside it, if there is room; else over it.
        if (right_ - left_ - width - m_ >= px(kLeastPlotsWidth))
            left_ += width + m_;
        else
            bottom_ -= height + m_;
    }

    void plots() {
        if (!wishes_.has_plots) return;
        const float share = window_.y < kTwoRowsHeight ? kPlotsShare : kTwoRowsShare;
        const float height = wishes_.is_presented
                                 ? window_.y * kPresentedShare
                                 : std::clamp(window_.y * share, px(kLeastPlotsHeight), px(kMostPlotsHeight));
        if (right_ - left_ < px(kLeastPlotsWidth) || bottom_ - top_ < height) return;
        out_.plots = {{left_, bottom_ - height}, {right_ - left_, height}};
        bottom_ -= height + m_;
    }

    void frame() {
        if (!wishes_.has_frame) return;
        const float height = px(wishes_.is_frame_wide ? kWideFrameHeight : kFrameHeight);
        const float width = std::min(right_ - left_, std::max(px(kLeastFrameWidth), window_.x * 0.5f));
        if (bottom_ - top_ < height || width < px(kLeastPlotsWidth)) return;
        if (bottom_ - top_ > height + px(kBarsHeight) + m_) {
            out_.bars = {{left_, bottom_ - px(kBarsHeight)}, {width, px(kBarsHeight)}};
            bottom_ -= px(kBarsHeight) + m_;
        }
        out_.frame = {{left_, bottom_ - height}, {width, height}};
        bottom_ -= px(kFrameHeight) + m_;  // what is over it stays where it is while it is wide
    }

    void corner() {
        if (!wishes_.has_corner) return;
        const float width = std::clamp(window_.x * 0.1f, px(128), px(300)),
                    height = std::round(width * 0.66f);
        const bool is_narrow = right_ - width < out_.readings.end().x + m_;
        const float y = is_narrow ? top_ : m_;
        if (bottom_ - y < height + px(20) || right_ - left_ < width) return;
        out_.corner = {{right_ - width, y}, {width, height}};
    }

    void inspector() {
        if (!wishes_.has_inspector) return;
        const float y = out_.corner.isEmpty() ? top_ : out_.corner.end().y + m_;
        const float width = std::min(px(kInspectorWidth), right_ - m_);
        if (bottom_ - y < px(kLeastInspectorHeight)) return;
        out_.inspector = {{right_ - width, y}, {width, bottom_ - y}};
        right_ -= width + m_;
    }

    const ScreenWishes& wishes_;
    float s_, m_;
    ImVec2 window_;
    float left_ = 0, top_ = 0, right_ = 0, bottom_ = 0;  // of what is still free
    ScreenLayout out_;
};

}  // namespace

ScreenLayout layOutScreen(ImVec2 window, const ScreenWishes& wishes) {
    return Arrangement(window, wishes).made();
}

}  // namespace drover::desktop
