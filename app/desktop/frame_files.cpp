#include "app/desktop/frame_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/command_line/exit.h"
#include "core/base/outside_text.h"
#include "core/record/lines.h"
#include "render/gl/image.h"
#include "render/gl/offscreen.h"

namespace drover::desktop {
namespace {

constexpr int kFramesASecond = 60;

// How players turn such a frame into colours again: pictures of high definition by another matrix.
struct Matrix {
    double red, blue;  // their shares of the brightness
};
Matrix matrixOf(int width, int height) {
    return width >= 1280 || height > 576 ? Matrix{0.2126, 0.0722} : Matrix{0.299, 0.114};
}

// What ffmpeg would take for a number in the names of pictures.
std::string escapedPattern(std::string path) {
    for (std::size_t at = 0; (at = path.find('%', at)) != std::string::npos; at += 2) path.insert(at, 1, '%');
    return path;
}

char byteOf(double value) { return static_cast<char>(static_cast<std::uint8_t>(std::lround(value))); }

}  // namespace

std::string y4mHeader(int width, int height) {
    return fmt::format("YUV4MPEG2 W{} H{} F{}:1 Ip A1:1 C444\n", width, height, kFramesASecond);
}

void appendY4mFrame(std::string& out, const render::Image& image) {
    const Matrix m = matrixOf(image.width, image.height);
    const double green = 1 - m.red - m.blue;
    const std::size_t pixels = image.rgb.size() / 3;
    out += "FRAME\n";
    const std::size_t luma = out.size();
    out.resize(luma + 3 * pixels);
    char* const y = out.data() + luma;
    char *const cb = y + pixels, *const cr = cb + pixels;
    // Brightness is 16 to 235, colour 16 to 240 about 128.
    for (std::size_t i = 0; i < pixels; ++i) {
        const double r = image.rgb[3 * i] / 255.0, g = image.rgb[3 * i + 1] / 255.0,
                     b = image.rgb[3 * i + 2] / 255.0;
        const double bright = m.red * r + green * g + m.blue * b;
        y[i] = byteOf(16 + 219 * bright);
        cb[i] = byteOf(128 + 112 * (b - bright) / (1 - m.blue));
        cr[i] = byteOf(128 + 112 * (r - bright) / (1 - m.red));
    }
}

render::Image inSize(const render::Image& image, int width, int height) {
    render::Image out{width, height, {}};
    out.rgb.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
    const auto shared = static_cast<std::size_t>(std::min(width, image.width)) * 3;
    for (int row = 0; row < std::min(height, image.height); ++row) {
        const std::uint8_t* const from =
            image.rgb.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(image.width) * 3;
        std::copy_n(from, shared,
                    out.rgb.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(width) * 3);
    }
    return out;
}

void Film::begin(const std::string& path) {
    path_ = path;
    if (path.ends_with(kStreamEnding)) {
        stream_ = std::make_unique<command_line::OutputStream>(path);
        return;
    }
    std::error_code error;
    std::filesystem::create_directory(path, error);
    if (error)
        throw command_line::Exit{command_line::kCannotCreate,
                                 fmt::format("{}: cannot be made: {}", path, error.message())};
    folder_ = std::make_unique<command_line::OutputFolder>(path);
    if (!std::filesystem::is_empty(path, error))  // another film has filled it since it was looked at
        throw command_line::Exit{
            command_line::kUsage,
            fmt::format("--film {}: there are files in it, allowed is a new or empty folder", path)};
}

void Film::add(const render::Image& image) {
    ++pictures_;
    if (stream_) return addToStream(image);
    const std::string wrong = render::writePng(path_ / fmt::format("frame-{:06}.png", pictures_), image);
    if (!wrong.empty()) throw command_line::Exit{command_line::kCannotWrite, wrong};
}

void Film::addToStream(const render::Image& image) {
    bytes_.clear();
    if (width_ == 0) {
        width_ = image.width, height_ = image.height;
        bytes_ = y4mHeader(width_, height_);
    }
    if (image.width == width_ && image.height == height_)
        appendY4mFrame(bytes_, image);
    else
        appendY4mFrame(bytes_, inSize(image, width_, height_));
    stream_->append(bytes_);
}

void Film::close() {
    if (stream_) stream_->close();
}

std::string Film::advice() const {
    const std::string input =
        stream_ ? "-i " + shellWord(plainPath(path_.string()))
                : fmt::format("-framerate {} -i {}", kFramesASecond,
                              shellWord(plainPath(escapedPattern(path_.string()) + "/frame-%06d.png")));
    return fmt::format("{} pictures in {}. A film of them: ffmpeg {} -pix_fmt yuv420p film.mp4\n", pictures_,
                       shown(path_.string()), input);
}

void KeptFrames::begin(const DesktopOptions& options) {
    screenshot_ = options.screenshot, picture_ = options.picture;
    if (!options.film.empty()) film_.begin(options.film);
    if (options.csv.empty()) return;
    csv_.emplace(options.csv);
    std::string header;
    record::appendCsvHeader(header);
    csv_->append(header);
}

void KeptFrames::addRow(const record::FrameRecord& record) {
    if (!csv_) return;
    row_.clear();
    record::appendCsvRow(row_, record);
    csv_->append(row_);
}

void KeptFrames::addPicture(Window::Size pixels) {
    if (film_.isOn()) film_.add(render::readPixels(pixels.width, pixels.height));
}

void KeptFrames::saveLast(const std::function<render::Image()>& world, Window::Size pixels) const {
    const auto write = [](const std::string& path, const render::Image& image) {
        if (const std::string wrong = render::writePng(path, image); !wrong.empty())
            throw command_line::Exit{command_line::kCannotWrite, wrong};
    };
    if (!screenshot_.empty()) write(screenshot_, render::readPixels(pixels.width, pixels.height));
    if (!picture_.empty()) write(picture_, world());
}

void KeptFrames::close() {
    film_.close();
    if (film_.isOn()) fmt::print("{}", film_.advice());
    if (csv_) csv_->close();
}

}  // namespace drover::desktop
