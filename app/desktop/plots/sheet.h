// What the picture of a plot is drawn on: an SVG drawing, or a draw list that becomes a PNG. plot_picture.cpp
// draws.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>

#include "app/desktop/plots/canvas.h"
#include "app/svg/drawing.h"

namespace drover::desktop {

enum class Anchor { kLeft, kMiddle, kRight };

class Sheet {
  public:
    virtual ~Sheet() = default;

    virtual void rect(const Rect& rect, ImU32 colour) = 0;
    virtual void line(ImVec2 from, ImVec2 to, ImU32 colour, float width) = 0;
    virtual void polyline(std::span<const ImVec2> points, LineStyle style, ImU32 colour, float width) = 0;
    // `at` is on the upper edge of the text.
    virtual void text(ImVec2 at, Anchor anchor, const PlotFont& font, ImU32 colour,
                      std::string_view text) = 0;
};

class SvgSheet : public Sheet {
  public:
    explicit SvgSheet(ImVec2 size);

    void rect(const Rect& rect, ImU32 colour) override;
    void line(ImVec2 from, ImVec2 to, ImU32 colour, float width) override;
    void polyline(std::span<const ImVec2> points, LineStyle style, ImU32 colour, float width) override;
    void text(ImVec2 at, Anchor anchor, const PlotFont& font, ImU32 colour, std::string_view text) override;

    // A file of its own.
    std::string file(std::string_view title) const;

  private:
    svg::Drawing drawing_;
};

class DrawListSheet : public Sheet {
  public:
    explicit DrawListSheet(ImDrawList& list) : list_(list) {}

    void rect(const Rect& rect, ImU32 colour) override;
    void line(ImVec2 from, ImVec2 to, ImU32 colour, float width) override;
    void polyline(std::span<const ImVec2> points, LineStyle style, ImU32 colour, float width) override;
    void text(ImVec2 at, Anchor anchor, const PlotFont& font, ImU32 colour, std::string_view text) override;

  private:
    ImDrawList& list_;
};

}  // namespace drover::desktop
