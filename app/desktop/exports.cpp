#include "app/desktop/exports.h"

#include <fmt/format.h>

#include "app/desktop/user_files.h"
#include "core/record/csv.h"
#include "render/image.h"

namespace drover::desktop {
namespace {

// As a POSIX shell reads it.
std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) c == '\'' ? out += "'\\''" : out += c;
    return out + "'";
}

}  // namespace

std::filesystem::path freeName(const std::string& name, const char* ending) {
    const std::filesystem::path folder = stateFolder() / "exports";
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    for (unsigned i = 1;; ++i) {
        std::filesystem::path path = folder / fmt::format("{}-{}{}", name, i, ending);
        if (!std::filesystem::exists(path, ignored)) return path;
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

std::string commandLine(const std::filesystem::path& recording, const ViewState& view,
                        const std::string& theme) {
    return fmt::format("drover {} --theme {} --view {:.6g},{:.6g},{:.6g}", quoted(recording.string()), theme,
                       view.camera.centre_m.x, view.camera.centre_m.y,
                       view.camera.metres_per_pixel * static_cast<double>(view.viewport.width));
}

std::string Film::begin(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return fmt::format("{}: cannot be made: {}", folder, error.message());
    folder_ = folder;
    return {};
}

std::string Film::add(int width, int height) {
    const std::filesystem::path path = folder_ / fmt::format("frame-{:06}.png", ++pictures_);
    return render::writePng(path, render::readPixels(width, height));
}

std::string Film::advice() const {
    return fmt::format(
        "{} pictures in {}. A film of them: ffmpeg -framerate 60 -i {} -pix_fmt yuv420p film.mp4\n",
        pictures_, folder_.string(), quoted((folder_ / "frame-%06d.png").string()));
}

}  // namespace drover::desktop
