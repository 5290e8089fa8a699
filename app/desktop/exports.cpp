#include "app/desktop/exports.h"

#include <fmt/format.h>

#include "app/desktop/user_files.h"
#include "core/base/outside_text.h"
#include "core/record/lines.h"

namespace drover::desktop {

std::filesystem::path freeName(const std::string& name, const char* ending) {
    const std::filesystem::path folder = stateFolder() / "exports";
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    for (unsigned i = 1;; ++i) {
        std::filesystem::path path = folder / fmt::format("{}-{}{}", name, i, ending);
        if (!isTaken(path)) return path;
    }
}

std::filesystem::path freeName(const Session& session, const char* ending) {
    return freeName(std::filesystem::path(session.line().source).stem().string(), ending);
}

std::string writeMeasures(const Session& session, const std::filesystem::path& path) {
    const record::History& history = session.history();
    std::string text;
    record::appendCsvHeader(text);
    for (std::uint64_t frame = history.frames().first; frame < history.frames().end; ++frame)
        record::appendCsvRow(text, history.atFrame(frame));
    return saveFile(path, text, Durability::kQuick);
}

std::string writeCommands(const Session& session, const std::filesystem::path& path) {
    std::string text;
    for (const world::LoggedCommand& logged : session.commandsSoFar())
        text += world::writeCommand(logged) + "\n";
    return saveFile(path, text, Durability::kQuick);
}

std::string commandLine(const std::filesystem::path& recording, const ViewState& view,
                        const std::string& theme) {
    return fmt::format("drover {} --theme {} --view {:.6g},{:.6g},{:.6g}",
                       shellWord(plainPath(recording.string())), theme, view.camera.centre_m.x,
                       view.camera.centre_m.y,
                       view.camera.metres_per_pixel * static_cast<double>(view.viewport.width));
}

}  // namespace drover::desktop
