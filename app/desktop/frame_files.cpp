#include "app/desktop/frame_files.h"

#include <fmt/format.h>

#include "app/command_line/exit.h"
#include "core/record/lines.h"
#include "render/image.h"
#include "render/offscreen.h"

namespace drover::desktop {

void FrameFiles::begin(const DesktopOptions& options) {
    screenshot_ = options.screenshot, picture_ = options.picture;
    if (!options.film.empty()) film_.begin(options.film);
    if (options.csv.empty()) return;
    csv_.emplace(options.csv);
    std::string header;
    record::appendCsvHeader(header);
    csv_->append(header);
}

void FrameFiles::addRow(const record::FrameRecord& record) {
    if (!csv_) return;
    row_.clear();
    record::appendCsvRow(row_, record);
    csv_->append(row_);
}

void FrameFiles::addPicture(Window::Size pixels) {
    if (film_.isOn()) film_.add(render::readPixels(pixels.width, pixels.height));
}

void FrameFiles::saveLast(render::Renderer& renderer, const Session& session, const ViewState& view,
                          Window::Size pixels) const {
    const auto write = [](const std::string& path, const render::Image& image) {
        if (const std::string wrong = render::writePng(path, image); !wrong.empty())
            throw command_line::Exit{command_line::kCannotWrite, wrong};
    };
    if (!screenshot_.empty()) write(screenshot_, render::readPixels(pixels.width, pixels.height));
    if (!picture_.empty())
        write(picture_, render::drawOffscreen(renderer, session.world().view(), view.camera, view.draw,
                                              view.viewport.width, pixels.width, pixels.height));
}

void FrameFiles::close() {
    film_.close();
    if (film_.isOn()) fmt::print("{}", film_.advice());
    if (csv_) csv_->close();
}

}  // namespace drover::desktop
