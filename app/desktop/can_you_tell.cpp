#include "app/desktop/can_you_tell.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

#include "app/command_line/exit.h"
#include "app/desktop/tell_tests.h"
#include "app/desktop/user_files.h"

namespace drover::desktop {
namespace {

// A click that began the test answers nothing, should it be a double one.
constexpr double kDeaf_s = 0.4;

perception::Design designFor(const TellTest& test, std::string_view manager) {
    std::random_device device;
    // The one that saves nothing cannot be told from itself.
    perception::Design design{.manager = manager == "unmanaged" ? "elastic" : std::string(manager),
                              .part = test.part,
                              .view = test.view,
                              .seed = device(),
                              .steps = perception::stepsOf(test.part)};
    if (test.is_short) design.trials_each = kShortTrials, design.catch_each = kShortCatches;
    return design;
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
        if (!course || (!is_new && course->isOver())) continue;
        const perception::Design& there = course->answers().design;
        if (there.part == design.part && there.view == design.view && there.trials_each == design.trials_each)
            return std::move(*course);
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

perception::Course courseFor(const std::filesystem::path& file, const perception::Design& design) {
    const world::Scenario scenario = perception::meadow();
    return file.empty() ? courseOfUser(scenario, design) : courseIn(file, scenario, design);
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

CanYouTell::CanYouTell(const std::filesystem::path& file, std::string_view manager)
    : file_(file),
      manager_(manager),
      course_(courseFor(file, designFor(kTellTests[0], manager))),
      panes_(perception::meadow()) {
    if (!course_.isOver()) maker_.begin(design(), course_.trials()[course_.next()]);
    beginTrial();
}

bool CanYouTell::canChoose() const { return !has_begun_ && (file_.empty() || !isTaken(file_)); }

void CanYouTell::choose(std::uint32_t test, std::string& message) {
    try {
        course_ = courseFor(file_, designFor(kTellTests[test], manager_));
    } catch (const command_line::Exit& wrong) {
        message = wrong.message;
        return;
    }
    maker_.begin(design(), course_.trials()[course_.next()]);
    beginTrial();
}

// Its panes are being made already.
void CanYouTell::beginTrial() {
    panes_.show(nullptr);
    played_s_ = watched_s_ = moving_s_ = 0;
    pictures_ = 0;
    has_moved_ = false;
    stage_ = course_.isOver() ? Stage::kDone : Stage::kMaking;
}

void CanYouTell::watch() {
    stage_ = Stage::kWatching;
    has_begun_ = true;
    const std::size_t after = course_.next() + 1;
    if (after < course_.trials().size()) maker_.begin(design(), course_.trials()[after]);
}

void CanYouTell::answer(std::uint32_t pane, std::string& message) {
    std::array<std::uint64_t, perception::kPanes> hashes{};
    for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = (*panes_.panes())[i].hash;
    message = course_.answer({.pane = pane,
                              .seconds = watched_s_,
                              .pictures_per_s = moving_s_ > 0 ? pictures_ / moving_s_ : 0,
                              .hashes = hashes});
    answered_ = pane;
    stage_ = Stage::kLooked;
}

void CanYouTell::press(SDL_Scancode key, std::string& message) {
    if (key == SDL_SCANCODE_ESCAPE) {
        // Leaving shows what the answers so far say.
        is_left_ = stage_ == Stage::kDone || course_.next() == 0;
        stage_ = Stage::kDone;
        return;
    }
    const bool goes_on = key == SDL_SCANCODE_SPACE || isEnter(key);
    const std::uint32_t digit = paneOf(key);
    if ((stage_ == Stage::kMaking || stage_ == Stage::kReady) && digit > 0 &&
        digit <= std::size(kTellTests) && canChoose())
        return choose(digit - 1, message);
    switch (stage_) {
        case Stage::kMaking: break;
        case Stage::kReady:
            if (goes_on) watch();
            break;
        case Stage::kWatching:
            if (key == SDL_SCANCODE_SPACE) played_s_ = 0;
            if (digit > 0) answer(digit, message);
            break;
        case Stage::kLooked:
            if (key == SDL_SCANCODE_N) message = course_.look(perception::Looked::kNear);
            if (key == SDL_SCANCODE_F) message = course_.look(perception::Looked::kFar);
            if (key == SDL_SCANCODE_N || key == SDL_SCANCODE_F || isEnter(key)) beginTrial();
            break;
        case Stage::kDone: is_left_ = isEnter(key); break;
    }
}

void CanYouTell::noteClick(bool is_hovered, SDL_Scancode key) {
    if (is_hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) clicked_ = key;
}

void CanYouTell::build(Desk& desk, double passed_s) {
    if (stage_ == Stage::kMaking && maker_.isDone()) {
        panes_.show(maker_.take());
        stage_ = Stage::kReady;
        if (has_begun_) watch();
    } else if (stage_ == Stage::kWatching) {
        if (played_s_ < panes_.end_s()) ++pictures_, moving_s_ += passed_s;
        played_s_ += passed_s, watched_s_ += passed_s;
        panes_.notePicture(passed_s);
    }
    has_moved_ |= ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0;
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
    clicked_.reset();
    switch (stage_) {
        case Stage::kMaking:
        case Stage::kReady: drawIntroduction(desk); break;
        case Stage::kWatching:
        case Stage::kLooked:
            drawPanes(desk, panes_rect_);
            drawStrip(desk, {{0, window.y - strip}, {window.x, strip}});
            break;
        case Stage::kDone: drawResult(desk); break;
    }
    ImGui::End();
    const bool is_deaf = stage_ == Stage::kWatching && watched_s_ < kDeaf_s;
    if (clicked_ && !is_deaf && desk.message.empty()) press(*clicked_, desk.message);
}

void CanYouTell::draw(render::Renderer& renderer, const render::DrawSettings& settings, Window::Size pixels) {
    if (panes_.panes() == nullptr || (stage_ != Stage::kWatching && stage_ != Stage::kLooked)) return;
    const auto pixels_per_point = static_cast<double>(ImGui::GetIO().DisplayFramebufferScale.x);
    panes_.draw(renderer, settings, design().view, played_s_,
                {static_cast<double>(panes_rect_.size.x) * pixels_per_point,
                 static_cast<double>(panes_rect_.size.y) * pixels_per_point},
                pixels.height);
}

}  // namespace drover::desktop
