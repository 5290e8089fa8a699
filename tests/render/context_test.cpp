// Tests renderer.h and gl_objects.h: many contexts in a row, broken shaders, an OpenGL that is too old.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "render/gl/gl_objects.h"
#include "render/gl/image.h"
#include "render/renderer.h"
#include "tests/folder.h"
#include "tests/render/offscreen.h"
#include "tests/render/small_world.h"

namespace drover::render::context_test {
namespace {

namespace fs = std::filesystem;

// A copy of the shaders for the test to break.
struct Shaders {
    Shaders() { fs::copy(DROVER_SHADERS, path); }
    const tests::Folder folder;
    const fs::path path = folder / "shaders";
};

std::string refusal(const fs::path& shaders) {
    try {
        const Renderer renderer(shaders);
    } catch (const RenderError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Context, TheSamePictureAfterAHundredOfThem) {
    world::World world(manyFlocks(200, 5));
    for (int i = 0; i < 5; ++i) world.step(0.02);
    std::vector<std::uint8_t> first;
    for (int i = 0; i < 100; ++i) {
        const Offscreen window(160, 120);
        Renderer renderer(DROVER_SHADERS);
        const Viewport view{0, 0, 160, 120};
        renderer.draw(ViewOf::kMain, world.view(), {.centre_m = {500, 500}, .seen_m = 240, .whole_m = 240},
                      {}, view, 120);
        const Image image = readPixels(160, 120);
        if (i == 0) first = image.rgb;
        ASSERT_EQ(image.rgb, first) << "context " << i;
    }
    EXPECT_GT(std::set<std::uint8_t>(first.begin(), first.end()).size(), 20u) << "a picture, not bare ground";
}

TEST(Context, ABrokenShaderIsNamedWithItsLine) {
    const Offscreen window(64, 64);
    const Shaders shaders;
    tests::write(shaders.path / "light_pulse.frag",
                 "// The preamble stands before.\nout vec4 c;\nvoid main() { c = nothing; }\n");
    const std::string message = refusal(shaders.path);
    EXPECT_NE(message.find("light_pulse.frag: does not compile: "), std::string::npos) << message;
    EXPECT_TRUE(message.find("0:3(") != std::string::npos || message.find("0(3)") != std::string::npos)
        << "the line, as Mesa or as NVIDIA writes it: " << message;
    EXPECT_NE(message.find("nothing"), std::string::npos) << message;
}

TEST(Context, AMissingShaderIsNamed) {
    const Offscreen window(64, 64);
    const Shaders shaders;
    fs::remove(shaders.path / "line.vert");
    const std::string message = refusal(shaders.path);
    EXPECT_NE(message.find((shaders.path / "line.vert").string()), std::string::npos) << message;
}

TEST(Context, ShadersThatDoNotFitTogetherAreNamed) {
    const Offscreen window(64, 64);
    const Shaders shaders;
    tests::write(
        shaders.path / "line.frag",
        "// The preamble stands before.\nin vec3 at_px;\nout vec4 c;\nvoid main() { c = at_px.xyzz; }\n");
    const std::string message = refusal(shaders.path);
    EXPECT_NE(message.find("line.vert and line.frag: do not link"), std::string::npos) << message;
}

// Alone in its process: Mesa reads this variable once.
TEST(Context, AnOlderOpenGlIsRefusedWithWhatWasFound) {
    setenv("MESA_GL_VERSION_OVERRIDE", "2.1", 1);
    const GlWindow window(64, 64, {2, 1});
    EXPECT_THROW(requireOpenGl(), RenderError);
    const std::string message = refusal(DROVER_SHADERS);
    EXPECT_NE(message.find("OpenGL 3.3 is needed, found 2.1"), std::string::npos) << message;
}

TEST(Context, AnOpenGlThatIsNewEnoughIsAccepted) {
    const Offscreen window(64, 64);
    EXPECT_EQ(refusal(DROVER_SHADERS), "accepted");
}

TEST(Context, ABufferOnTheCardKeepsWhatIsCopiedWhenItGrows) {
    const Offscreen window(64, 64);
    StreamBuffer sent;
    KeptBuffer kept;
    const auto send = [&](std::uint32_t value, std::size_t to) {
        *static_cast<std::uint32_t*>(sent.begin(4)) = value;
        EXPECT_TRUE(sent.end());
        kept.copy(sent.id(), 0, to, 4);
        sent.drawn();
    };
    kept.grow(8, [](GLuint) {});
    send(11, 0), send(22, 4);
    kept.grow(1 << 20, [&](GLuint from) { kept.copy(from, 4, 400, 4), kept.copy(from, 0, 800, 4); });
    send(33, 0);
    const auto at = [&](GLintptr place) {
        std::uint32_t value = 0;
        glBindBuffer(GL_COPY_READ_BUFFER, kept.id());
        glGetBufferSubData(GL_COPY_READ_BUFFER, place, 4, &value);
        return value;
    };
    EXPECT_EQ(at(0), 33u);
    EXPECT_EQ(at(400), 22u);
    EXPECT_EQ(at(800), 11u);
    EXPECT_THROW(kept.grow(std::size_t{1} << 50, [](GLuint) {}), RenderError);
    EXPECT_EQ(at(400), 22u) << "what there is stays";
}

}  // namespace
}  // namespace drover::render::context_test
