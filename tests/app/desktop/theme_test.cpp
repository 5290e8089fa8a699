// Colours can be read and told apart, whatever eyes look at them.
#include "app/desktop/theme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace drover::desktop::theme_test {
namespace {

using Rgb = std::array<double, 3>;

Rgb linear(const ImVec4& colour) {
    const auto each = [](float c) {
        const auto value = static_cast<double>(c);
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return {each(colour.x), each(colour.y), each(colour.z)};
}

Rgb linear(ImU32 colour) { return linear(ImGui::ColorConvertU32ToFloat4(colour)); }
Rgb linear(render::Colour colour) { return linear(render::packed(colour)); }

double luminance(const Rgb& c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; }

// Of WCAG 2: 1 to 21.
double contrast(const Rgb& a, const Rgb& b) {
    const double high = std::max(luminance(a), luminance(b)), low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

// Machado, Oliveira and Fernandes, 2009: severity 1, in linear light.
constexpr std::array<std::array<double, 9>, 4> kEyes = {{
    {1, 0, 0, 0, 1, 0, 0, 0, 1},
    {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
    {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
    {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}};
constexpr std::array<const char*, 4> kEyeNames = {"all colours", "without red", "without green",
                                                  "without blue"};

Rgb seenBy(const std::array<double, 9>& eye, const Rgb& c) {
    Rgb out;
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = std::clamp(eye[3 * i] * c[0] + eye[3 * i + 1] * c[1] + eye[3 * i + 2] * c[2], 0.0, 1.0);
    return out;
}

std::array<double, 3> lab(const Rgb& c) {
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.95047);
    const double y = f(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
    const double z = f((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double difference(const Rgb& a, const Rgb& b) {
    const auto p = lab(a), q = lab(b);
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

class EveryTheme : public testing::TestWithParam<std::size_t> {
  protected:
    render::ThemeName name = static_cast<render::ThemeName>(GetParam());
    UiTheme ui = uiThemeOf(name);
    const render::RenderTheme& world = render::themeOf(name);

    static void expectApart(const std::vector<Rgb>& colours, const std::string& what) {
        constexpr double kLeast = 10;
        for (std::size_t eye = 0; eye < kEyes.size(); ++eye) {
            for (std::size_t i = 0; i < colours.size(); ++i) {
                for (std::size_t j = i + 1; j < colours.size(); ++j) {
                    EXPECT_GE(difference(seenBy(kEyes[eye], colours[i]), seenBy(kEyes[eye], colours[j])),
                              kLeast)
                        << what << " " << i << " and " << j << ", " << kEyeNames[eye];
                }
            }
        }
    }
};

TEST_P(EveryTheme, TextHasTheContrastThatReadingNeeds) {
    constexpr double kLeast = 4.5;
    for (const ImVec4& ground : {ui.background, ui.panel}) {
        EXPECT_GE(contrast(linear(ui.text), linear(ground)), kLeast);
        EXPECT_GE(contrast(linear(ui.muted), linear(ground)), kLeast);
        EXPECT_GE(contrast(linear(ui.warning), linear(ground)), kLeast);
    }
    EXPECT_GE(contrast(linear(world.text), linear(world.background)), kLeast);
}

TEST_P(EveryTheme, LinesOfPlotsAreToldApartByAllEyes) {
    std::vector<Rgb> colours;
    for (const ImU32 colour : ui.series) colours.push_back(linear(colour));
    expectApart(colours, "series");
}

TEST_P(EveryTheme, TheRampOfLatenessIsToldApartByAllEyes) {
    std::vector<Rgb> colours;
    for (const render::Colour colour : world.gradient) colours.push_back(linear(colour));
    expectApart(colours, "ramp");
}

TEST_P(EveryTheme, SpeciesAreToldApartByAllEyesOrByTheirShapes) {
    // Eight kinds and three colours of a blind eye: the first four are apart, and each of the eight has a
    // shape.
    std::vector<Rgb> colours;
    for (std::size_t i = 0; i < 4; ++i) colours.push_back(linear(world.species[i]));
    expectApart(colours, "species");
}

TEST_P(EveryTheme, OnTimeStandsOutOnEveryGround) {
    for (const render::Colour& ground : {world.background, world.earth, world.grass})
        EXPECT_GE(contrast(linear(world.gradient.front()), linear(ground)), 4.5);
}

INSTANTIATE_TEST_SUITE_P(Colours, EveryTheme, testing::Range<std::size_t>(0, std::size(render::kThemes)),
                         [](const auto& test) { return std::string(render::kThemes[test.param].name); });

}  // namespace
}  // namespace drover::desktop::theme_test
