// Writes a drawing as SVG: the charts of pages give each element a class of a style sheet; a plot of the
// window, which is drawn on it as on any sheet, gives each its colour.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/chart/sheet.h"

namespace drover::chart {

// Text escaped for HTML and SVG.
std::string escaped(std::string_view text);

class Svg : public Sheet {
  public:
    Svg(double width, double height) : width_(width), height_(height) {}

    // `kind` is the class in the style sheet.
    void text(double x, double y, std::string_view kind, std::string_view words,
              std::string_view anchor = "start");
    void line(double x1, double y1, double x2, double y2, std::string_view kind);
    void rect(const Box& box, std::string_view kind);
    void circle(Point middle, float radius, std::string_view kind);
    void polyline(std::span<const Point> points, std::string_view kind);
    void polygon(std::initializer_list<Point> corners, std::string_view kind);

    void rect(const Box& box, Colour colour) override;
    void line(Point from, Point to, Colour colour, float width) override;
    void polyline(std::span<const Point> points, const Dashes& dashes, Colour colour, float width) override;
    void text(Point at, Anchor anchor, const Font& font, Colour colour, std::string_view text) override;

    // The whole drawing, with a style element or none. `title` is what it says to those who do not see it.
    std::string element(std::string_view title, std::string_view style) const;
    // The same with a size of its own: a page gives an element its size, a file has none to ask.
    std::string file(std::string_view title, std::string_view style) const;
    double width() const { return width_; }
    double height() const { return height_; }

  private:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        body_ += fmt::format(format, std::forward<Args>(args)...) + "\n";
    }
    std::string elementWith(std::string_view size, std::string_view title, std::string_view style) const;

    double width_, height_;
    std::string body_;
};

}  // namespace drover::chart
