#include "app/svg/drawing.h"

namespace drover::svg {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

void Drawing::text(double x, double y, std::string_view kind, std::string_view words,
                   std::string_view anchor) {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\" text-anchor=\"{}\">{}</text>", x, y, kind, anchor,
        escaped(words));
}

void Drawing::line(double x1, double y1, double x2, double y2, std::string_view kind) {
    add("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>", x1, y1, x2, y2, kind);
}

std::string Drawing::element(std::string_view title, std::string_view style) const {
    return elementWith("", title, style);
}

std::string Drawing::file(std::string_view title, std::string_view style) const {
    return elementWith(fmt::format(" width=\"{:g}\" height=\"{:g}\"", width_, height_), title, style);
}

std::string Drawing::elementWith(std::string_view size, std::string_view title,
                                 std::string_view style) const {
    return fmt::format(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:g} {:g}\"{} role=\"img\" "
        "aria-label=\"{}\">\n{}{}</svg>\n",
        width_, height_, size, escaped(title), style, body_);
}

}  // namespace drover::svg
