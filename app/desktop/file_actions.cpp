#include "app/desktop/file_actions.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/command_line/manager_choice.h"
#include "app/command_line/output.h"
#include "app/desktop/desktop.h"
#include "app/desktop/user_files.h"
#include "core/base/outside_text.h"
#include "core/record/lines.h"
#include "core/replay/recording.h"
#include "core/world/files/scenario_file.h"
#include "render/gl/image.h"
#include "render/gl/offscreen.h"

namespace drover::desktop {
namespace {

constexpr int kFramesToCloseDialog = 3;
constexpr int kPictureWidth = 3840, kPictureHeight = 2160;
constexpr const char *kScenarioEnding = ".json", *kCommandsEnding = ".jsonl";

// What the dialog asks before a file is written.
struct SaveUse {
    FileUse use;
    const char *title, *ending;
    bool can_be_opened = false;
};
constexpr SaveUse kSaveUses[] = {
    {.use = FileUse::kRecording,
     .title = "Save the recording",
     .ending = replay::kFileEnding,
     .can_be_opened = true},
    {.use = FileUse::kMeasures, .title = "Save all measures", .ending = ".csv"},
    {.use = FileUse::kCommands,
     .title = "Save the commands of this world",
     .ending = kCommandsEnding,
     .can_be_opened = true},
    {.use = FileUse::kScenario,
     .title = "Save the scenario as it is now",
     .ending = kScenarioEnding,
     .can_be_opened = true},
    {.use = FileUse::kManager,
     .title = "Save your manager",
     .ending = command_line::kScriptEnding,
     .can_be_opened = true},
    {.use = FileUse::kPicture, .title = "Save the world as a picture", .ending = ".png"},
    {.use = FileUse::kWindow, .title = "Save the window as a picture", .ending = ".png"},
};

const SaveUse& infoOf(FileUse use) { return *std::ranges::find(kSaveUses, use, &SaveUse::use); }

}  // namespace

void openFile(Desk& desk, const std::string& file) {
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::absolute(file, failed);
    const std::string path = failed ? file : whole.string();
    desk.message.clear();
    if (command_line::isScriptFile(path)) return openOwnManager(desk, path);
    desk.message = desk.session.load(path);
    if (desk.message.empty()) desk.layout.remember(path);
}

void Desktop::ask(FileUse use) {
    if (use == FileUse::kOpen && options_.ask_for_file) return options_.ask_for_file();
    if (use == FileUse::kOpen)
        return files_.ask(
            {.use = use,
             .title = "Open a scenario, a recording, commands or a manager",
             .endings = {kScenarioEnding, replay::kFileEnding, kCommandsEnding, command_line::kScriptEnding},
             .path = layout_.folders.empty() ? "~/" : layout_.folders.front(),
             .saves = false});
    const SaveUse& save = infoOf(use);
    files_.ask({.use = use,
                .title = save.title,
                .endings = {save.ending},
                .path = freeName(session_, save.ending).string(),
                .saves = true});
}

// The panel of the user's own manager wants a file.
void Desktop::askForOwnManager() {
    switch (std::exchange(panels_.own_asks, OwnAsks::kNothing)) {
        case OwnAsks::kNothing: return;
        case OwnAsks::kOpen: return ask(FileUse::kOpen);
        case OwnAsks::kSave: return ask(FileUse::kManager);
    }
}

// Whatever can be drawn or written: an error text, or empty.
std::string Desktop::write(FileUse use, const std::string& path) {
    switch (use) {
        case FileUse::kRecording: return save(session_, path);
        case FileUse::kMeasures: return writeMeasures(session_, path);
        case FileUse::kCommands: return writeCommands(session_, path);
        case FileUse::kManager: return saveOwnManager(panels_.own, path);
        case FileUse::kScenario:
            return saveFile(path, world::writeScenario(session_.scenario()), Durability::kSynced);
        case FileUse::kPicture:
            return render::writePng(path, pictureOfWorld({kPictureWidth, kPictureHeight}));
        case FileUse::kWindow: {
            const Window::Size pixels = window_.framebufferSize();
            return render::writePng(path, render::readPixels(pixels.width, pixels.height));
        }
        case FileUse::kOpen:
        case FileUse::kPlot: break;
    }
    return {};
}

// True if it was written; the message says so, or why not.
bool Desktop::writeAndTell(FileUse use, const std::string& path) {
    std::string wrong;
    try {
        if (command_line::isBeingWritten(path) || session_.recorder().writesTo(path))
            wrong = path + ": is being written all the time, allowed is another file";
        else
            wrong = write(use, path);
    } catch (const render::RenderError& error) {
        wrong = error.what();
    }
    message_ = wrong;
    if (wrong.empty()) desk_.say("Saved as " + path, {});
    if (wrong.empty() && infoOf(use).can_be_opened) layout_.remember(path);
    return wrong.empty();
}

void Desktop::carryOut(const FileAnswer& answer) {
    switch (answer.use) {
        case FileUse::kPlot: return plots_.saveAs(desk_, answer.path);
        case FileUse::kOpen: return openFile(desk_, answer.path);
        case FileUse::kWindow:
            window_picture_ = answer.path;
            window_picture_in_ = kFramesToCloseDialog;
            return;
        default: break;
    }
    if (writeAndTell(answer.use, answer.path) && answer.use == FileUse::kRecording)
        desk_.say(desk_.toast.title, "Ctrl+O opens it, and drover-lab replay plays it, too.");
}

void Desktop::copyCommand() {
    const std::string path = freeName(session_, replay::kFileEnding).string();
    if (!writeAndTell(FileUse::kRecording, path)) return;
    const std::string line = commandLine(path, view_, drover::nameOf(settings_.theme));
    SDL_SetClipboardText(line.c_str());
    desk_.say(desk_.toast.title, "In the clipboard:\n" + line);
}

void Desktop::saveWindowPicture() {
    if (window_picture_in_ == 0 || --window_picture_in_ > 0) return;
    writeAndTell(FileUse::kWindow, window_picture_);
}

std::filesystem::path freeName(const std::string& name, const char* ending) {
    std::filesystem::path folder = stateFolder() / "exports";
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    if (folder == std::filesystem::current_path(ignored))
        folder.clear();  // as in a browser: a name is enough
    for (unsigned i = 1;; ++i) {
        std::filesystem::path path = folder / fmt::format("{}-{}{}", name, i, ending);
        if (!isTaken(path)) return path;
    }
}

std::filesystem::path freeName(const Session& session, const char* ending) {
    return freeName(std::filesystem::path(session.lines().present().source).stem().string(), ending);
}

std::string writeMeasures(const Session& session, const std::filesystem::path& path) {
    const record::History& history = session.era().history;
    std::string text;
    record::appendCsvHeader(text);
    for (std::uint64_t frame = history.frames().first; frame < history.frames().end; ++frame)
        record::appendCsvRow(text, history.atFrame(frame));
    return saveFile(path, text, Durability::kQuick);
}

std::string writeCommands(const Session& session, const std::filesystem::path& path) {
    std::string text;
    for (const world::LoggedCommand& logged : commandsSoFar(session))
        text += world::writeCommand(logged) + "\n";
    return saveFile(path, text, Durability::kQuick);
}

std::string commandLine(const std::filesystem::path& recording, const ViewState& view,
                        const std::string& theme) {
    return fmt::format("drover {} --theme {} --view {:.6g},{:.6g},{:.6g}",
                       shellWord(plainPath(recording.string())), theme, view.camera.centre_m.x,
                       view.camera.centre_m.y,
                       view.camera.metresPerPixel(view.viewport) * static_cast<double>(view.viewport.width));
}

}  // namespace drover::desktop
