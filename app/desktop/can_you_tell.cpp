#include "app/desktop/can_you_tell.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "app/command_line/exit.h"
#include "app/desktop/user_files.h"

namespace drover::desktop {
namespace {

// Metres that a pane of 16 to 9 shows; others show as much ground.
constexpr double kSeenWidth_m = 320, kSeenHeight_m = 180;

perception::Design designFor(std::string_view manager) {
    std::random_device device;
    // The one that saves nothing cannot be told from itself.
    return {.manager = manager == "unmanaged" ? "elastic" : std::string(manager), .seed = device()};
}

// The first of the user's files that is not complete, or does not exist.
perception::Course courseOfUser(const world::Scenario& scenario, const perception::Design& design) {
    const std::filesystem::path folder = stateFolder();
    if (folder.empty())
        command_line::fail(command_line::kCannotCreate, "there is no home folder for the answers");
    std::error_code failure;
    std::filesystem::create_directories(folder / "exports", failure);
    for (int n = 1;; ++n) {
        const std::filesystem::path file = folder / "exports" / fmt::format("can-you-tell-{}.json", n);
        const bool is_new = !isTaken(file);
        Result<perception::Course> course = perception::Course::at(file, scenario, design);
        if (course && (is_new || !course->isOver())) return std::move(*course);
    }
}

perception::Course courseIn(const std::filesystem::path& file, const world::Scenario& scenario,
                            const perception::Design& design) {
    const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    if (!std::filesystem::is_directory(folder))
        command_line::fail(command_line::kCannotCreate, "{}: cannot create: there is no folder {}",
                           printable(file.string()), printable(folder.string()));
    Result<perception::Course> course = perception::Course::at(file, scenario, design);
    if (!course) throw command_line::exitFor(course.error);
    return std::move(*course);
}

// The pane that a digit means, from 1; 0: it is no digit of one.
std::uint32_t paneOf(SDL_Scancode key) {
    for (std::uint32_t pane = 1; pane <= perception::kPanes; ++pane) {
        const int more = static_cast<int>(pane) - 1;
        if (key == SDL_SCANCODE_1 + more || key == SDL_SCANCODE_KP_1 + more) return pane;
    }
    return 0;
}

bool isEnter(SDL_Scancode key) { return key == SDL_SCANCODE_RETURN || key == SDL_SCANCODE_KP_ENTER; }

}  // namespace

std::unique_ptr<CanYouTell> CanYouTell::begin(const std::filesystem::path& file, std::string_view manager) {
    const world::Scenario scenario = perception::meadow();
    const perception::Design design = designFor(manager);
    return std::make_unique<CanYouTell>(file.empty() ? courseOfUser(scenario, design)
                                                     : courseIn(file, scenario, design));
}

CanYouTell::CanYouTell(perception::Course course)
    : course_(std::move(course)), plane_(perception::meadow().plane()) {
    if (!course_.isOver()) maker_.begin(course_.answers().design, course_.trials()[course_.next()]);
    beginTrial();
}

// Its panes are being made already.
void CanYouTell::beginTrial() {
    panes_.reset();
    played_s_ = watched_s_ = 0;
    stage_ = course_.isOver() ? Stage::kDone : Stage::kMaking;
}

void CanYouTell::watch() {
    stage_ = Stage::kWatching;
    has_begun_ = true;
    const std::size_t after = course_.next() + 1;
    if (after < course_.trials().size()) maker_.begin(course_.answers().design, course_.trials()[after]);
}

void CanYouTell::answer(std::uint32_t pane, std::string& message) {
    std::array<std::uint64_t, perception::kPanes> hashes{};
    for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = (*panes_)[i].hash;
    message = course_.answer(pane, watched_s_, hashes);
    answered_ = pane;
    stage_ = Stage::kLooked;
}

void CanYouTell::press(SDL_Scancode key, std::string& message) {
    if (key == SDL_SCANCODE_ESCAPE) {
        is_left_ = true;
        return;
    }
    const bool goes_on = key == SDL_SCANCODE_SPACE || isEnter(key);
    switch (stage_) {
        case Stage::kMaking: break;
        case Stage::kReady:
            if (goes_on) watch();
            break;
        case Stage::kWatching:
            if (key == SDL_SCANCODE_SPACE) played_s_ = 0;
            if (const std::uint32_t pane = paneOf(key)) answer(pane, message);
            break;
        case Stage::kLooked:
            if (key == SDL_SCANCODE_N) message = course_.look(perception::Looked::kNear);
            if (key == SDL_SCANCODE_F) message = course_.look(perception::Looked::kFar);
            if (key == SDL_SCANCODE_N || key == SDL_SCANCODE_F || isEnter(key)) beginTrial();
            break;
        case Stage::kDone: is_left_ = isEnter(key); break;
    }
}

void CanYouTell::build(Desk& desk, double passed_s) {
    if (stage_ == Stage::kMaking && maker_.isDone()) {
        panes_ = maker_.take();
        stage_ = Stage::kReady;
        if (has_begun_) watch();
    } else if (stage_ == Stage::kWatching) {
        played_s_ += passed_s, watched_s_ += passed_s;
    }
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float strip = std::floor(std::max(window.y * 0.055f, desk.theme.px(40)));
    panes_rect_ = {{0, 0}, {window.x, window.y - strip}};
    // What is drawn would be cut at either.
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(window);
    ImGui::Begin("##can_you_tell", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar(2);
    switch (stage_) {
        case Stage::kMaking:
        case Stage::kReady: drawIntroduction(desk); break;
        case Stage::kWatching:
        case Stage::kLooked:
            drawPaneNumbers(desk, panes_rect_);
            drawStrip(desk, {{0, window.y - strip}, {window.x, strip}});
            break;
        case Stage::kDone: drawResult(desk); break;
    }
    ImGui::End();
}

// At the end they stand still.
std::uint32_t CanYouTell::frame() const {
    const std::uint32_t frames = (*panes_)[0].frames;
    return std::min(static_cast<std::uint32_t>(played_s_ / perception::kFrame_s), frames - 1);
}

void CanYouTell::draw(render::Renderer& renderer, const render::DrawSettings& settings, Window::Size pixels) {
    if (stage_ != Stage::kWatching && stage_ != Stage::kLooked) return;
    const float pixels_per_point = ImGui::GetIO().DisplayFramebufferScale.x;
    const float width = std::floor(panes_rect_.size.x * pixels_per_point), left = std::floor(width / 2),
                height = std::floor(panes_rect_.size.y * pixels_per_point), top = std::floor(height / 2);
    render::Camera camera;
    camera.lookAt(plane_, {plane_.worldSize() / 2, plane_.worldSize() / 2});
    camera.metres_per_pixel = std::sqrt(kSeenWidth_m * kSeenHeight_m / static_cast<double>(left * top));
    for (std::uint32_t pane = 0; pane < perception::kPanes; ++pane) {
        const perception::Track& track = (*panes_)[pane];
        listed_.clear();
        const std::span<const perception::Track::Spot> spots = track.at(frame());
        for (std::size_t i = 0; i < spots.size(); ++i)
            listed_.push_back({spots[i].place(), spots[i].facing(), track.species[i]});
        const bool is_left = pane % 2 == 0, is_top = pane < 2;
        const render::Viewport viewport{is_left ? 0 : left, is_top ? 0 : top, is_left ? left : width - left,
                                        is_top ? top : height - top};
        renderer.drawListed(plane_, listed_, camera, settings, viewport, pixels.height);
    }
}

}  // namespace drover::desktop
