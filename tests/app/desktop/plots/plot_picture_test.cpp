// Plots exported at a chosen size: the SVG as a reader of XML finds it, and the same picture on a draw list.
#include <gtest/gtest.h>

#include <charconv>
#include <string>
#include <vector>

#include "app/desktop/plots/drawing.h"
#include "tests/app/desktop/plots/plot_screen.h"

namespace drover::desktop::plot_picture_test {
namespace {

// An element: its name and attributes, and the text in it.
struct Element {
    std::string name, text;
    std::map<std::string, std::string> attributes;
};

// Reads the subset of XML that has elements, attributes and text. Fails the test if an element is not closed,
// an attribute has no quotes, or a character is not escaped.
class XmlReader {
  public:
    explicit XmlReader(std::string_view text) : left_(text) {}

    std::vector<Element> read() {
        std::vector<Element> out;
        std::vector<std::size_t> open;
        while (!left_.empty()) {
            const std::size_t begin = left_.find('<');
            const std::string_view text = left_.substr(0, begin);
            EXPECT_EQ(text.find('>'), std::string_view::npos) << text;
            if (!open.empty()) out[open.back()].text += unescaped(text);
            if (begin == std::string_view::npos) break;
            const std::size_t end = left_.find('>', begin);
            if (end == std::string_view::npos) {
                ADD_FAILURE() << "a tag without an end";
                break;
            }
            std::string_view tag = left_.substr(begin + 1, end - begin - 1);
            left_.remove_prefix(end + 1);
            if (tag.starts_with('/')) {
                if (open.empty() || out[open.back()].name != tag.substr(1)) {
                    ADD_FAILURE() << "closes what is not open: " << tag;
                    break;
                }
                open.pop_back();
                continue;
            }
            const bool is_closed = tag.ends_with('/');
            if (is_closed) tag.remove_suffix(1);
            out.push_back(elementOf(tag));
            if (!is_closed) open.push_back(out.size() - 1);
        }
        EXPECT_TRUE(open.empty()) << "not closed: " << (open.empty() ? "" : out[open.back()].name);
        return out;
    }

  private:
    static Element elementOf(std::string_view tag) {
        Element out;
        const std::size_t name_end = std::min(tag.find(' '), tag.size());
        out.name = tag.substr(0, name_end);
        tag.remove_prefix(name_end);
        while (tag.find_first_not_of(' ') != std::string_view::npos) {
            tag.remove_prefix(tag.find_first_not_of(' '));
            const std::size_t quote = tag.find("=\""), end = tag.find('"', quote + 2);
            if (quote == std::string_view::npos || end == std::string_view::npos) {
                ADD_FAILURE() << "no attribute: " << tag;
                break;
            }
            out.attributes[std::string(tag.substr(0, quote))] = tag.substr(quote + 2, end - quote - 2);
            tag.remove_prefix(end + 1);
        }
        return out;
    }
    static std::string unescaped(std::string_view text) {
        std::string out;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '&') {
                out += text[i];
                continue;
            }
            const std::size_t end = text.find(';', i);
            const std::string_view name = text.substr(i + 1, end - i - 1);
            EXPECT_TRUE(name == "amp" || name == "lt" || name == "gt" || name == "quot") << name;
            out += name == "amp" ? '&' : name == "lt" ? '<' : name == "gt" ? '>' : '"';
            i = end;
        }
        return out;
    }

    std::string_view left_;
};

std::vector<ImVec2> pointsOf(const Element& polyline) {
    std::vector<ImVec2> out;
    const std::string& text = polyline.attributes.at("points");
    const char *at = text.data(), *end = at + text.size();
    while (at < end) {
        ImVec2 point;
        at = std::from_chars(at, end, point.x).ptr + 1;
        at = std::from_chars(at, end, point.y).ptr + 1;
        out.push_back(point);
    }
    return out;
}

std::vector<Element> named(const std::vector<Element>& elements, std::string_view name) {
    std::vector<Element> out;
    for (const Element& element : elements)
        if (element.name == name) out.push_back(element);
    return out;
}

std::optional<Element> textOf(const std::vector<Element>& elements, std::string_view text) {
    for (const Element& element : elements)
        if (element.name == "text" && element.text == text) return element;
    return std::nullopt;
}

float number(const Element& element, const char* attribute) {
    return std::stof(element.attributes.at(attribute));
}

// What the menu of the plot exports as SVG.
std::vector<Element> exported(PlotScreen& screen, const std::string& plot, const char* size = "size_screen") {
    screen.openExports(plot);
    screen.click(screen.find("plot." + plot + ".menu." + size).middle());
    screen.draw(2);
    const PlotAnswer answer = screen.click(screen.find("plot." + plot + ".menu.svg").middle());
    EXPECT_TRUE(answer.wanted);
    if (!answer.wanted) return {};
    EXPECT_EQ(answer.wanted->kind, ExportKind::kSvg);
    EXPECT_TRUE(answer.wanted->file_name.ends_with(".svg"));
    return XmlReader(answer.wanted->text).read();
}

PlotScreen& withFrames(PlotScreen& screen) {
    pushFrames(screen.history, 1, 1'001, [](record::FrameRecord& record) {
        record.whole.u_total =
            record.frame == 700 ? 0.6 : 0.2 + 0.0001 * static_cast<double>(record.frame % 7);
    });
    screen.draw(3);
    return screen;
}

TEST(PlotPicture, AnSvgHasALineForEachSeriesThatIsShown) {
    PlotScreen screen;
    withFrames(screen);
    EXPECT_EQ(named(exported(screen, "utilisation"), "polyline").size(), 2U);
    EXPECT_EQ(named(exported(screen, "ai_time"), "polyline").size(), 2U);
    screen.desk.plots[0].is_off[1] = true;
    EXPECT_EQ(named(exported(screen, "ai_time"), "polyline").size(), 1U);
}

TEST(PlotPicture, TheLargestValueIsWhereItMustBe) {
    for (const char* size : {"size_screen", "size_1600x900", "size_3840x2160"}) {
        PlotScreen screen;
        withFrames(screen);
        const std::vector<Element> svg = exported(screen, "utilisation", size);
        // The last line is the first series, on top of the others.
        const std::vector<ImVec2> points = pointsOf(named(svg, "polyline").back());
        ASSERT_GT(points.size(), 200U);
        const ImVec2 peak = *std::ranges::min_element(points, {}, &ImVec2::y);
        // The second rectangle is the area of the lines.
        const Element area = named(svg, "rect").at(1);
        const PlotState& plot = screen.desk.plots[4];
        const double share = screen.desk.time.shareOf(699.5 * 16);
        const float left = number(area, "x"), width = number(area, "width");
        EXPECT_NEAR(peak.x, left + static_cast<float>(share) * width, 3 * width / 400) << size;
        const double height = plot.axis.position(0.6);
        EXPECT_NEAR(peak.y, number(area, "y") + static_cast<float>(1 - height) * number(area, "height"), 0.02)
            << size;
        // And 0.6 is where the ticks say: between those that are next to it.
        for (const Tick& tick : plot.axis.ticks(9)) {
            if (std::abs(tick.value - 0.6) < 0.01) continue;
            const std::optional<Element> text = textOf(svg, tick.text.view());
            if (!text) continue;
            const float middle = number(*text, "y") - 0.3F * number(*text, "font-size");
            EXPECT_EQ(tick.value > 0.6, middle < peak.y) << size << ' ' << tick.text.view();
        }
    }
}

TEST(PlotPicture, ItSaysWhatItShows) {
    PlotScreen screen;
    withFrames(screen);
    screen.changes = {{400, "scenario", "a < b & \"c\""}};
    screen.draw();
    const std::vector<Element> svg = exported(screen, "ai_time", "size_1600x900");
    ASSERT_FALSE(svg.empty());
    EXPECT_EQ(svg[0].name, "svg");
    EXPECT_EQ(svg[0].attributes.at("viewBox"), "0 0 1600 900");
    EXPECT_EQ(svg[0].attributes.at("width"), "1600");
    EXPECT_EQ(svg[0].attributes.at("xmlns"), "http://www.w3.org/2000/svg");
    for (const char* text : {"Thinking: time of budget (Td)", "ms", "AI", "budget (Td)", "0:10",
                             "time of the world, minutes:seconds", "a < b & \"c\""}) {
        const std::optional<Element> element = textOf(svg, text);
        ASSERT_TRUE(element) << text;
        EXPECT_GE(number(*element, "font-size"), 15) << "can be read at that size";
    }
}

TEST(PlotPicture, EveryPlotStaysWithinItsPicture) {
    PlotScreen screen({1'600, 900});
    screen.count_periods = [](PeriodCounts& counts) { counts.add(record::Band::kFar, 40'000'000); };
    for (PlotState& plot : screen.desk.plots) plot.is_closed = false;
    pushFrames(screen.history, 1, 1'001, [](record::FrameRecord& record) {
        record.ai_ns = record.frame == 500 ? 900'000'000 : 4'000'000;
        record.bands[0].observed = record.frame % 5 == 0;
        record.spike_inside_ns = record.frame / 100 == 3;
    });
    screen.animals = 65'536;
    screen.draw(3);
    for (std::size_t plot = 0; plot < kPlotCount; ++plot) {
        for (const char* size : {"size_screen", "size_3840x2160"}) {
            const std::vector<Element> svg = exported(screen, kPlots[plot].name, size);
            ASSERT_FALSE(svg.empty()) << kPlots[plot].name;
            const float width = number(named(svg, "rect")[0], "width"),
                        height = number(named(svg, "rect")[0], "height");
            for (const Element& rect : named(svg, "rect")) {
                EXPECT_GE(number(rect, "x"), 0) << kPlots[plot].name;
                EXPECT_GE(number(rect, "y"), 0) << kPlots[plot].name;
                EXPECT_LE(number(rect, "x") + number(rect, "width"), width + 0.1F)
                    << kPlots[plot].name << size;
                EXPECT_LE(number(rect, "y") + number(rect, "height"), height + 0.1F)
                    << kPlots[plot].name << size;
            }
            for (const Element& line : named(svg, "polyline")) {
                for (const ImVec2 point : pointsOf(line)) {
                    ASSERT_GE(point.y, 0) << kPlots[plot].name;
                    ASSERT_LE(point.y, height) << kPlots[plot].name;
                    ASSERT_LE(point.x, width) << kPlots[plot].name;
                }
            }
        }
    }
}

TEST(PlotPicture, TheRightWorldIsThinAndTheDifferenceIsOneLine) {
    PlotScreen screen;
    withFrames(screen);
    record::History right;
    pushFrames(right, 1, 1'001);
    screen.beside = &right;
    screen.draw(2);
    const std::vector<Element> both = named(exported(screen, "fps"), "polyline");
    ASSERT_EQ(both.size(), 2U);
    EXPECT_NEAR(number(both[0], "stroke-width"), 0.7F * number(both[1], "stroke-width"), 0.011F);
    screen.desk.plots[2].wants_difference = true;
    screen.draw(2);
    const std::vector<Element> svg = exported(screen, "fps");
    EXPECT_EQ(named(svg, "polyline").size(), 1U);
    EXPECT_TRUE(textOf(svg, "a second, right minus left"));
}

TEST(PlotPicture, APictureOfAChosenSizeIsAskedForAtOnce) {
    PlotScreen screen;
    withFrames(screen);
    screen.openExports("fps");
    screen.open("plot.fps.menu.size_3840x2160");
    EXPECT_EQ(screen.find("plot.fps.menu.size_3840x2160").value, "on") << "the menu stays open";
    EXPECT_EQ(screen.find("plot.fps.menu.size_screen").value, "");
    const PlotAnswer answer = screen.click("plot.fps.menu.png");
    ASSERT_TRUE(answer.wanted);
    EXPECT_EQ(answer.wanted->kind, ExportKind::kPng);
    EXPECT_EQ(answer.wanted->size.x, 3'840);
    EXPECT_EQ(answer.wanted->size.y, 2'160);
    EXPECT_STREQ(kPlots[answer.wanted->plot].name, "fps");
}

TEST(Sheet, ADashedLineOnADrawListHasHoles) {
    const PlotScreen screen;
    const auto indicesOf = [](LineStyle style) {
        ImDrawList list(ImGui::GetDrawListSharedData());
        list._ResetForNewFrame();
        list.PushClipRectFullScreen();
        ScreenSheet sheet(list);
        const Point points[] = {{0, 0}, {60, 0}, {60, 20}};
        sheet.polyline(points, chart::dashesOf(style, 1), IM_COL32_WHITE, 1);
        float length = 0;
        for (int i = 0; i < list.VtxBuffer.Size; ++i) length = std::max(length, list.VtxBuffer[i].pos.x);
        EXPECT_NEAR(length, 60, 2.5F);
        return list.IdxBuffer.Size;
    };
    const int solid = indicesOf(LineStyle::kSolid);
    EXPECT_GT(solid, 0);
    EXPECT_GE(indicesOf(LineStyle::kDashed), solid / 2 * 9)
        << "ten dashes of five, and holes of three, in 80";
}

}  // namespace
}  // namespace drover::desktop::plot_picture_test
