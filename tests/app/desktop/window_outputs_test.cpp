// Every output of drover, as its own manual lists them; see tests/app/outputs.h.
#include <list>

#include "tests/app/outputs.h"

namespace drover::lab::window_outputs_test {
namespace {

class WindowOutputs : public Outputs {
  protected:
    WindowOutputs() {
        code_if_noticed_ = 0;
        for (const char* const variable : {"XDG_CONFIG_HOME", "XDG_STATE_HOME"})
            setenv(variable, folder_.c_str(), 1);
        setenv("SDL_VIDEODRIVER", "offscreen", 1);
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    }
    static std::string endingOf(const OutputOption& output) {
        return output.name == "--film" ? ".y4m" : ".out";
    }
};

TEST_F(WindowOutputs, AreAsPromised) {
    const std::vector<OutputOption> all = outputs();
    ASSERT_GE(all.size(), 6u);
    for (const OutputOption& output : all)
        expectAsPromised(output, "seam --size 640x480 --frames 2", endingOf(output));
}

TEST_F(WindowOutputs, LeaveAllInputsAsTheyAre) {
    const std::filesystem::path assets = DROVER_SHIPPED;
    const std::string small = " --size 640x480 --frames 2",
                      script = contentOf(assets / "managers/elastic.lua"),
                      lesson = contentOf(assets / "lessons/herd.json"),
                      scenario = contentOf(assets / "scenarios/seam.json");
    std::string its = std::regex_replace(lesson, std::regex("\"scenario\": \"[^\"]*\""),
                                         std::string("\"scenario\": \"beside.json\""));
    file("its.json", its);
    std::filesystem::create_directory(path("drover"));
    expectInputsStay(
        {
            {" SCENARIO", "own.json", scenario, "{}" + small},
            {" --manager", "own.lua", script, "seam --manager {}" + small},
            {" --compare", "own.lua", script, "seam --compare elastic,{}" + small},
            {" --lesson", "own.json", lesson, "--lesson {}" + small},
            {" --lesson", "beside.json", scenario, "--lesson " + path("its.json") + small},
            {" --can-you-tell", "own.json", "{}", "--can-you-tell {}" + small},
            {" its settings", "drover/settings.json", "{}", "seam" + small},
            {" its layout", "drover/layout.json", "{}", "seam" + small},
        },
        {}, endingOf);
}

TEST_F(WindowOutputs, BelongToOneProgramAtATime) {
    for (const OutputOption& output : outputs())
        expectLocksAreKept(output, "seam --size 640x480 --frames 2", endingOf(output));
}

TEST_F(WindowOutputs, AFilmMakesItsFolderWhereItCan) {
    const auto film = [](const std::string& folder) {
        return "seam --size 640x480 --frames 2 --film " + folder;
    };
    for (const char* const name : {"pictures", "more/"}) {
        expectCode(0, name, ended(film(path(name))));
        EXPECT_TRUE(std::filesystem::exists(path(name) + "/frame-000002.png"));
    }
    std::filesystem::create_directory(path("locked"));
    std::filesystem::permissions(path("locked"), std::filesystem::perms{0555});
    for (const char* const name : {"locked", "locked/new", "locked/new/"}) {
        const Ended run = ended(film(path(name)), becomeOrdinary);
        if (run.code < 126) expectCode(73, name, run, "cannot create: Permission denied");
    }
}

TEST_F(WindowOutputs, WithoutAReaderDoNotKeepItFromEnding) {
    for (const OutputOption& output : outputs()) {
        const std::string name = path("pipe" + endingOf(output));
        const StalledPipe pipe(name);
        const bool is_of_the_last_frame = output.name == "--screenshot" || output.name == "--picture";
        expectTheyObey({{output.text(), std::string("seam --size 640x480 ") + output.name + " " + name +
                                            (is_of_the_last_frame ? " --frames 5" : "")}});
        std::filesystem::remove(name);
    }
}

}  // namespace
}  // namespace drover::lab::window_outputs_test
