#include "app/desktop/options.h"

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/manager_choice.h"
#include "app/command_line/program.h"
#include "app/command_line/version.h"
#include "app/command_line/world_options.h"
#include "app/desktop/frame_files.h"
#include "app/desktop/user_files.h"
#include "app/lessons/lesson_file.h"
#include "core/replay/recording.h"
#include "core/world/scenario/scenario_fields.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>

namespace drover::desktop {
namespace {

// Checks and stores a size such as 1280x720.
CLI::Validator sizeIn(DesktopOptions& options) {
    return {[&options](std::string& text) {
                int width = 0, height = 0, end = 0;
                const int read = std::sscanf(text.c_str(), "%5dx%5d%n", &width, &height, &end);
                if (read != 2 || static_cast<std::size_t>(end) != text.size() || width < 320 ||
                    height < 200 || width > 16384 || height > 16384) {
                    return fmt::format("found {}, allowed WIDTHxHEIGHT, 320x200 to 16384x16384", text);
                }
                options.width = width, options.height = height;
                return std::string();
            },
            "WIDTHxHEIGHT"};
}

CLI::Validator viewIn(DesktopOptions& options) {
    return {[&options](std::string& text) {
                double x = 0, y = 0, width = 0;
                int end = 0;
                const int read = std::sscanf(text.c_str(), "%lf,%lf,%lf%n", &x, &y, &width, &end);
                const bool is_right = read == 3 && static_cast<std::size_t>(end) == text.size() &&
                                      std::isfinite(x) && std::isfinite(y) && std::isfinite(width) &&
                                      width > 0;
                if (!is_right) return fmt::format("found {}, allowed X,Y,WIDTH with a width above 0", text);
                options.view = {x, y, width};
                return std::string();
            },
            "X,Y,WIDTH"};
}

CLI::Validator flightIn(DesktopOptions& options) {
    return {[&options](std::string& text) {
                std::vector<Stop> stops;
                const char* at = text.c_str();
                int end = 0;
                for (Stop stop; std::sscanf(at, "%lf:%lf%n", &stop.at_s, &stop.seen_m, &end) == 2;) {
                    const bool is_later = stops.empty() ? stop.at_s >= 0 : stop.at_s > stops.back().at_s;
                    if (!is_later || !std::isfinite(stop.at_s) || !(stop.seen_m > 0) ||
                        !std::isfinite(stop.seen_m))
                        break;
                    stops.push_back(stop);
                    at += end;
                    if (*at != ',' || at[1] == 0) break;
                    ++at;
                }
                if (stops.empty() || *at != 0)
                    return fmt::format(
                        "found {}, allowed SECONDS:METRES,SECONDS:METRES, each later than the one before, "
                        "metres above 0",
                        text);
                options.flight = std::move(stops);
                return std::string();
            },
            "SECONDS:METRES,..."};
}

// A name such as film.mp4 is not meant as that of a folder.
CLI::Validator folderOrStream() {
    return {[](std::string& text) {
                for (const char* const ending : {".mp4", ".mkv", ".webm", ".mov", ".avi", ".gif"})
                    if (text.ends_with(ending))
                        return fmt::format(
                            "found {}, allowed a folder or FILE{}; ffmpeg makes a {} of either", text,
                            kStreamEnding, ending);
                return std::string();
            },
            ""};
}

CLI::Validator comparedIn(DesktopOptions& options) {
    return {[&options](std::string& text) {
                const std::size_t comma = text.find(',');
                if (comma == std::string::npos) return fmt::format("found {}, allowed two managers", text);
                std::string left = text.substr(0, comma), right = text.substr(comma + 1);
                for (std::string* const name : {&left, &right})
                    if (std::string wrong = command_line::managerName()(*name); !wrong.empty()) return wrong;
                options.world.manager = left, options.beside = right;
                return std::string();
            },
            "MANAGER,MANAGER"};
}

void addWindowOptions(CLI::App& app, DesktopOptions& options, std::string& size, std::string& theme,
                      std::string& compare, std::string& view, std::string& sight, std::string& flight) {
    command_line::isWritten(
        app.add_option("--screenshot", options.screenshot,
                       "Write the last frame as PNG; without --frames this is frame 120"));
    command_line::isWritten(app.add_option(
        "--picture", options.picture,
        "Write the world of the last frame as PNG, without the panels and as large as --size"));
    app.add_option(
           "--compare", compare,
           "Two managers, such as elastic,process or files in Lua: two worlds side by side from the first "
           "frame")
        ->excludes(app.get_option("--manager"))
        ->check(comparedIn(options));
    command_line::isFilled(
        app.add_option("--film", options.film,
                       "Write every frame for a film: pictures in a new or empty folder, or one FILE.y4m")
            ->check(folderOrStream()),
        kStreamEnding);
    app.add_option("--view", view,
                   "What is seen at first, in metres: the middle and the width, as far as the wheel zooms")
        ->check(viewIn(options));
    app.add_option(
           "--flight", flight,
           "Where the camera flies: how many metres of the ground are seen, from about 6 at the feet to the "
           "whole world, at which second of the world, such as 0:12,3:12,8:2300; a wheel ends it")
        ->check(flightIn(options));
    std::vector<std::string> sights;
    for (const Choice<world::SeenFrom>& one : world::kSeenFrom) sights.emplace_back(one.name);
    app.add_option("--sight", sight,
                   "From where the world is seen at first: above, or eyes (at the feet of the player); key V")
        ->check(command_line::oneOf(sights));
    command_line::isRead(app.add_option("--lesson", options.lesson,
                                        "Begin a lesson: a shipped one (see drover-lab lesson) or a file"))
        ->excludes(app.get_option("SCENARIO"))
        ->excludes(app.get_option("--compare"));
    command_line::isWritten(app.add_option(
        "--record", options.record, "Record what happens in a .drover file; a fork gets a file beside it"));
    command_line::isWritten(
        app.add_option("--csv", options.csv, "Write one CSV row per frame; - for standard output"));
    command_line::isWritten(
        app.add_option("--ui-map", options.ui_map, "Keep a file with a JSON list of what is on screen"));
    app.add_option("--size", size, "Size of the window")->check(sizeIn(options));
    app.add_option("--scale", options.scale, "Size of text and controls; default: as the display suggests")
        ->check(command_line::finiteRange(0.5, 4));
    std::vector<std::string> names;
    for (const Choice<render::ThemeName>& one : render::kThemes) names.emplace_back(one.name);
    app.add_option("--theme", theme, "Colour theme")->check(command_line::oneOf(names));
    command_line::isContinued(app.add_option_function<std::vector<std::string>>(
                                  "--can-you-tell",
                                  [&options](const std::vector<std::string>& file) {
                                      options.answers = file.empty() ? std::string() : file[0];
                                  },
                                  "Begin the blind test of the chosen manager, and keep the answers in this "
                                  "file or one of its own"))
        ->expected(0, 1)
        ->allow_extra_args(false);  // the next argument is the scenario
    app.add_flag("--bench-frame", options.is_bench,
                 "Show the whole world and print what a frame costs outside the AI");
}

// A recording is opened as it is: what would make it another run is refused.
void openRecording(const CLI::App& app, DesktopOptions& options) {
    for (const char* const name :
         {"--seed", "--manager", "--compare", "--budget-ms", "--policy", "--target-ms", "--clock",
          "--think-us", "--base-load-ms", "--reinit", "--spike"}) {
        if (app.count(name) == 0) continue;
        throw command_line::Exit{
            command_line::kUsage,
            fmt::format("{}: found with a recording, allowed without one; {} has its own", name,
                        options.world.scenario)};
    }
    options.opened = std::exchange(options.world.scenario, command_line::kDefaultScenario);
}

}  // namespace

int withOptions(int argc, char** argv, const std::function<void(const DesktopOptions&)>& body) {
    CLI::App app("Drover: flocks that live in level-of-detail trees, under a load manager, in a window.",
                 "drover");
    app.set_version_flag("--version", command_line::versionText("drover"));
    app.footer(
        "The window uses the real clock unless --clock is given. Without a display, drover-lab runs the "
        "same worlds.\n"
        "Exit codes: 0 done, 64 usage, 65 bad data, 66 no such input, 69 no display, none any more, or no "
        "OpenGL 3.3,\n"
        "70 internal, 71 not enough memory, 73 cannot create an output, 74 cannot write one. SIGINT and "
        "SIGTERM close the\n"
        "window normally.");
    DesktopOptions options;
    std::string size, theme, compare, view, sight, flight;
    command_line::addWorldOptions(app, options.world, true);
    addWindowOptions(app, options, size, theme, compare, view, sight, flight);
    return command_line::runProgram(app, argc, argv, [&] {
        options.theme = render::themeNamed(theme);
        for (const Choice<world::SeenFrom>& one : world::kSeenFrom)
            if (one.name == sight) options.sight = one.value;
        command_line::requireNoOutputs({settingsPath().string(), layoutPath().string()});
        if (!options.lesson.empty())
            command_line::requireNoOutputs(lessons::filesOf(lessons::loadLesson(options.lesson)));
        if (options.world.scenario.ends_with(replay::kFileEnding)) openRecording(app, options);
        body(options);
    });
}

}  // namespace drover::desktop
