#include "app/desktop/file_actions.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/command_line/output.h"
#include "app/desktop/exports.h"
#include "app/desktop/user_files.h"
#include "core/replay/recording.h"
#include "render/image.h"
#include "render/offscreen.h"

namespace drover::desktop {
namespace {

constexpr int kFramesToCloseDialog = 3;
constexpr int kPictureWidth = 3840, kPictureHeight = 2160;
constexpr const char *kScenarioEnding = ".json", *kCommandsEnding = ".jsonl";

// Whatever can be drawn or written: an error text, or empty.
std::string write(FileUse use, const std::string& path, Reach& reach) {
    const Session& session = reach.desk.session;
    const ViewState& view = reach.desk.view;
    switch (use) {
        case FileUse::kRecording: return session.save(path);
        case FileUse::kMeasures: return writeMeasures(session, path);
        case FileUse::kCommands: return writeCommands(session, path);
        case FileUse::kScenario:
            return saveFile(path, world::writeScenario(session.scenario()), Durability::kSynced);
        case FileUse::kPicture:
            return render::writePng(
                path, render::drawOffscreen(reach.renderer, session.world().view(), view.camera, view.draw,
                                            view.viewport.width, kPictureWidth, kPictureHeight));
        case FileUse::kWindow: {
            const Window::Size pixels = reach.window.framebufferSize();
            return render::writePng(path, render::readPixels(pixels.width, pixels.height));
        }
        default: return {};
    }
}

bool canBeOpened(FileUse use) {
    return use == FileUse::kRecording || use == FileUse::kScenario || use == FileUse::kCommands;
}

// True if it was written; the desk's message says so, or why not.
bool writeAndTell(FileUse use, const std::string& path, Reach& reach) {
    std::string wrong;
    try {
        if (command_line::isBeingWritten(path) || reach.desk.session.isRecordedIn(path))
            wrong = path + ": is being written all the time, allowed is another file";
        else
            wrong = write(use, path, reach);
    } catch (const render::RenderError& error) {
        wrong = error.what();
    }
    reach.desk.message = wrong.empty() ? "Saved as " + path : wrong;
    if (wrong.empty() && canBeOpened(use)) reach.desk.layout.remember(path);
    return wrong.empty();
}

}  // namespace

FileQuestion questionFor(FileUse use, const Desk& desk) {
    const auto save = [&](const char* title, const char* ending) {
        return FileQuestion{.use = use,
                            .title = title,
                            .endings = {ending},
                            .path = freeName(desk.session, ending).string(),
                            .saves = true};
    };
    switch (use) {
        case FileUse::kRecording: return save("Save the recording", replay::kFileEnding);
        case FileUse::kMeasures: return save("Save all measures", ".csv");
        case FileUse::kCommands: return save("Save the commands of this world", kCommandsEnding);
        case FileUse::kScenario: return save("Save the scenario as it is now", kScenarioEnding);
        case FileUse::kPicture: return save("Save the world as a picture", ".png");
        case FileUse::kWindow: return save("Save the window as a picture", ".png");
        default: break;
    }
    const std::vector<std::string>& folders = desk.layout.folders;
    return {.use = FileUse::kOpen,
            .title = "Open a scenario, a recording or commands",
            .endings = {kScenarioEnding, replay::kFileEnding, kCommandsEnding},
            .path = folders.empty() ? "~/" : folders.front(),
            .saves = false};
}

void carryOut(const FileAnswer& answer, Reach& reach) {
    switch (answer.use) {
        case FileUse::kPlot: return;
        case FileUse::kOpen: return openFile(reach.desk, answer.path);
        case FileUse::kWindow:
            reach.show.window_picture = answer.path;
            reach.show.window_picture_in = kFramesToCloseDialog;
            return;
        default: break;
    }
    if (writeAndTell(answer.use, answer.path, reach) && answer.use == FileUse::kRecording)
        reach.desk.message += "\n\nCtrl+O opens it, and drover-lab replay plays it, too.";
}

void copyCommand(Reach& reach) {
    Desk& desk = reach.desk;
    const std::string path = freeName(desk.session, replay::kFileEnding).string();
    if (!writeAndTell(FileUse::kRecording, path, reach)) return;
    const std::string line = commandLine(
        path, desk.view, std::string(render::kThemeNames[static_cast<std::size_t>(desk.settings.theme)]));
    SDL_SetClipboardText(line.c_str());
    desk.message += fmt::format("\n\nIn the clipboard:\n{}", line);
}

void saveWindowPicture(Reach& reach) {
    if (reach.show.window_picture_in == 0 || --reach.show.window_picture_in > 0) return;
    writeAndTell(FileUse::kWindow, reach.show.window_picture, reach);
}

void openFile(Desk& desk, const std::string& file) {
    desk.message = desk.session.load(file);
    if (desk.message.empty()) desk.layout.remember(file);
}

}  // namespace drover::desktop
