#include "app/desktop/desktop.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/output.h"
#include "app/desktop/chrome.h"
#include "app/desktop/columns.h"
#include "app/desktop/exports.h"
#include "app/desktop/frame_bench.h"
#include "app/desktop/gui.h"
#include "app/desktop/notices.h"
#include "app/desktop/panel_keyboard.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/plot_strip.h"
#include "app/desktop/presentation.h"
#include "app/desktop/selection.h"
#include "app/desktop/settings_file.h"
#include "app/desktop/user_files.h"
#include "app/desktop/world_pane.h"
#include "core/load/managers.h"
#include "core/record/csv.h"
#include "core/world/pool.h"
#include "render/image.h"
#include "render/offscreen.h"

namespace drover::desktop {
namespace {

constexpr int kFramesToCloseMenu = 3;
constexpr Moment kAgainFrames = 300;
constexpr double kIdle_s = 0.05;  // between frames while the window is minimised
constexpr std::uint64_t kScreenshotFrame = 120;
constexpr std::uint64_t kSettlingFrames = 3;  // ImGui needs a few frames to know what needs a scroll bar

double millisecondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

std::filesystem::path fileIn(const std::filesystem::path& folder, const char* name) {
    return folder.empty() ? folder : folder / name;
}

class Desktop {
  public:
    explicit Desktop(const DesktopOptions& options);
    void run();

  private:
    Desk desk() {
        return {session_, map_,     gui_.theme(),          view_, settings_, layout_,
                widgets_, message_, keyboard_.isInPanels()};
    }
    const DesktopOptions& readFiles(const DesktopOptions& options);
    void writeFiles();
    void takeEvents();
    void takeEvent(const SDL_Event& event);
    void takeDrop(const SDL_DropEvent& drop);
    void act(Action action);
    void openFile(const std::string& file);
    void scaleBudget(double factor);
    void nextManager();
    void take(Export what);
    void noteWorld();
    void buildUi(double passed_s);
    void buildParts(Desk& d, double passed_s);
    ScreenRect leftWorld(ScreenRect world) const;
    void drawTitles(const Desk& d, const ScreenRect& rect) const;
    void drawAll();
    void record();
    void finishFrame();
    float scale() const;
    void look();

    SettingsFile settings_file_{fileIn(settingsFolder(), "settings.json")};
    SettingsFile layout_file_{fileIn(stateFolder(), "layout.json")};
    std::string message_;
    Settings settings_;
    Layout layout_;
    DesktopOptions options_;  // readFiles() fills the members above before this one
    std::unique_ptr<world::Pool> pool_ = world::makePool(options_.world.threads);
    Session session_;
    Window window_;
    Gui gui_;
    render::Renderer renderer_;
    Input input_;
    PanelKeyboard keyboard_;
    UiMap map_;
    ViewState view_;
    PanelState panels_;
    WidgetState widgets_;
    WorldPane pane_;
    PlotStrip plots_;
    Notices notices_;
    FrameBench bench_;
    FrameCost cost_;
    Pace pace_;
    std::optional<command_line::OutputStream> csv_;
    std::string csv_row_;
    Film film_;
    std::vector<Action> wanted_, pressed_;  // from the bar, from the keyboard
    std::uint64_t generation_ = 0, shown_ = 0, last_frame_ = 0;
    bool is_presenting_ = false;
    int window_picture_in_ = 0;  // frames; 0: none is wanted
    bool shows_keys_ = false, is_over_ = false, has_dropped_file_ = false;
};

WindowRequest windowRequest(const DesktopOptions& options, const Layout& layout) {
    return {options.width.value_or(layout.width), options.height.value_or(layout.height),
            command_line::assetsFolder() / "desktop" / "drover.png"};
}

Desktop::Desktop(const DesktopOptions& options)
    : options_(readFiles(options)),
      session_(options.world.load(), options.world.scenario,
               options.world.clock ? std::nullopt : std::optional(world::ClockKind::kReal), pool_.get()),
      window_(windowRequest(options, layout_)),
      gui_(window_),
      renderer_(command_line::assetsFolder() / "shaders"),
      map_(options.ui_map) {
    if (options_.theme) settings_.theme = *options_.theme;
    if (!options_.opened.empty()) openFile(options_.opened);
    if (!message_.empty() && !options_.opened.empty())
        throw command_line::Exit{command_line::kBadData, message_};
    if (!options_.film.empty()) {
        if (const std::string wrong = film_.begin(options_.film); !wrong.empty())
            throw command_line::Exit{command_line::kCannotCreate, wrong};
    }
    if (!options_.beside.empty()) {
        session_.runBeside({options_.beside, {}}, std::nullopt);
        layout_.is_folded["beside"] = layout_.is_hidden["beside"] = false;
    }
    if (!options_.lesson.empty()) {
        beginLesson(session_, panels_.lesson, lessons::loadLesson(options_.lesson));
        if (!panels_.lesson.trouble.empty())
            throw command_line::Exit{command_line::kBadData, panels_.lesson.trouble};
        layout_.is_folded["lessons"] = layout_.is_hidden["lessons"] = false;
    }
    if (!options_.record.empty()) {
        if (const std::string wrong = session_.recordTo(options_.record); !wrong.empty())
            throw command_line::Exit{command_line::kCannotCreate, wrong};
    }
    last_frame_ = options_.world.framesOf(session_.scenario());
    if (last_frame_ == 0 && (!options_.screenshot.empty() || options_.is_bench))
        last_frame_ = kScreenshotFrame;
    if (!options_.csv.empty()) {
        csv_.emplace(options_.csv);
        std::string header;
        record::appendCsvHeader(header);
        csv_->append(header);
    }
}

// Runs before the other members are made, because the files say how large the window is.
const DesktopOptions& Desktop::readFiles(const DesktopOptions& options) {
    for (const std::vector<std::string>& complaints :
         {settings_file_.read(settings_), layout_file_.read(layout_)}) {
        for (const std::string& complaint : complaints)
            message_ += (message_.empty() ? "" : "\n\n") + complaint;
    }
    return options;
}

// Options of the command line are not saved. A window size is, unless --size gave one.
void Desktop::writeFiles() {
    if (!options_.width) {
        const Window::Size size = window_.size();
        if (size.width > 0) layout_.width = size.width, layout_.height = size.height;
    }
    Settings kept = settings_;
    if (options_.theme) {
        Settings before;
        SettingsFile(fileIn(settingsFolder(), "settings.json")).read(before);
        kept.theme = before.theme;
    }
    for (const std::string& wrong : {settings_file_.write(kept), layout_file_.write(layout_)}) {
        if (!wrong.empty()) std::fprintf(stderr, "drover: %s\n", wrong.c_str());
    }
}

float Desktop::scale() const {
    if (options_.scale && settings_.ui_scale == 0) return static_cast<float>(*options_.scale);
    return static_cast<float>(settings_.ui_scale > 0 ? settings_.ui_scale : window_.suggestedScale());
}

void Desktop::look() {
    gui_.setLook(settings_.theme, scale());
    window_.keepInStep(settings_.has_vsync && !options_.is_bench);
    render::DrawSettings& draw = view_.draw;
    for (std::size_t i = 0; i < render::kColourBys.size(); ++i) {
        if (render::kColourBys[i].name == settings_.colour_by)
            draw.colour_by = static_cast<render::ColourBy>(i);
    }
    draw.is_smooth = settings_.is_smooth, draw.shows_trees = settings_.shows_trees;
    draw.shows_trails = settings_.shows_trails;
    draw.shows_zones = settings_.shows_zones, draw.shows_pulses = settings_.shows_pulses;
    draw.glyph_scale = static_cast<float>(settings_.glyph_scale);
    draw.ui_scale = gui_.theme().scale;
    draw.theme = &render::themeOf(settings_.theme);
}

void Desktop::takeEvents() {
    SDL_Event event;
    for (input_.begin(); input_.next(event);) takeEvent(event);
}

void Desktop::takeEvent(const SDL_Event& event) {
    switch (event.type) {
        case SDL_QUIT: is_over_ = true; break;
        case SDL_DROPBEGIN:
        case SDL_DROPFILE:
        case SDL_DROPTEXT:
        case SDL_DROPCOMPLETE: takeDrop(event.drop); break;
        case SDL_KEYDOWN: {
            const SDL_Keysym key = event.key.keysym;
            const auto action =
                actionOf(key.scancode, (key.mod & KMOD_CTRL) != 0, (key.mod & KMOD_SHIFT) != 0);
            const bool repeats = action == Action::kStep || action == Action::kStepBack ||
                                 action == Action::kZoomIn || action == Action::kZoomOut;
            if (action && (repeats || event.key.repeat == 0)) pressed_.push_back(*action);
            break;
        }
        default: break;
    }
}

// SDL sends a begin event, the files, and a complete event. No file between them means that something other
// than a file was dropped.
void Desktop::takeDrop(const SDL_DropEvent& drop) {
    if (drop.type == SDL_DROPBEGIN) has_dropped_file_ = false;
    if (drop.type == SDL_DROPFILE) openFile(drop.file), has_dropped_file_ = true;
    if (drop.type == SDL_DROPCOMPLETE && !has_dropped_file_)
        message_ = "That is not a file on this computer. Drop a scenario or a recording.";
    SDL_free(drop.file);
}

void Desktop::openFile(const std::string& file) {
    message_ = session_.load(file);
    if (message_.empty()) layout_.remember(file);
}

void Desktop::act(Action action) {
    const Plane& plane = session_.world().flocks().plane();
    const auto scaleBy = [&](double step) {
        settings_.ui_scale = std::clamp(static_cast<double>(scale()) + step, 0.75, 4.0);
    };
    const auto zoom = [&](double factor) {
        const render::Viewport& v = view_.viewport;
        view_.camera.zoomAbout(
            plane, v, {static_cast<double>(v.x + v.width / 2), static_cast<double>(v.y + v.height / 2)},
            factor);
    };
    const auto speed = [&](double factor) {
        session_.change(world::SetTimeScale{std::clamp(session_.timeScale() * factor, 0.1, 10.0)});
    };
    switch (action) {
        case Action::kPause: session_.pause(!session_.isPaused()); break;
        case Action::kStep: session_.stepOnce(); break;
        case Action::kStepBack: session_.stepBack(); break;
        case Action::kNow: session_.goToNow(); break;
        case Action::kSlower: speed(0.5); break;
        case Action::kFaster: speed(2); break;
        case Action::kRestart: session_.restart(session_.scenario().seed); break;
        case Action::kNewSeed: session_.restart(session_.scenario().seed + 1); break;
        case Action::kSpike:
            session_.send(world::AddSpike{nextSpike(panels_.spike, session_.world().frame())});
            break;
        case Action::kUndo: session_.undo(); break;
        case Action::kRedo: session_.redo(); break;
        case Action::kFit:
            view_.follows_player = view_.follows_selected = false;
            view_.camera.fit(plane, view_.viewport);
            break;
        case Action::kFollow:
            view_.follows_player = !view_.follows_player, view_.follows_selected = false;
            break;
        case Action::kNearest: view_.draw.selected_task = nearestToPlayer(session_.world()); break;
        // In a presentation these are the keys of a clicker.
        case Action::kZoomIn: is_presenting_ ? act(Action::kAgain) : zoom(1.25); break;
        case Action::kZoomOut: is_presenting_ ? act(Action::kSpike) : zoom(0.8); break;
        case Action::kColour1:
        case Action::kColour2:
        case Action::kColour3:
        case Action::kColour4:
        case Action::kColour5:
            settings_.colour_by = render::kColourBys[static_cast<std::size_t>(action) -
                                                     static_cast<std::size_t>(Action::kColour1)]
                                      .name;
            break;
        case Action::kPresent:
            is_presenting_ = !is_presenting_;
            pane_.keepReach();
            break;
        case Action::kMoreBudget: scaleBudget(1.25); break;
        case Action::kLessBudget: scaleBudget(0.8); break;
        case Action::kNextManager: nextManager(); break;
        case Action::kNextPart: keyboard_.goToNextPart(); break;
        case Action::kAgain:
            session_.goTo(session_.moment() - std::min<Moment>(session_.moment(), kAgainFrames));
            session_.pause(false);
            break;
        case Action::kTrees: settings_.shows_trees = !settings_.shows_trees; break;
        case Action::kFullScreen: {
            const bool is_full = (SDL_GetWindowFlags(window_.handle()) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
            SDL_SetWindowFullscreen(window_.handle(), is_full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
            break;
        }
        case Action::kLargerUi: scaleBy(0.25); break;
        case Action::kSmallerUi: scaleBy(-0.25); break;
        case Action::kUsualUi: settings_.ui_scale = 0; break;
        case Action::kKeys: shows_keys_ = !shows_keys_; break;
        case Action::kClose:
            if (!message_.empty())
                message_.clear();
            else if (shows_keys_)
                shows_keys_ = false;
            else if (is_presenting_)
                act(Action::kPresent);
            else
                view_.draw.selected_task.reset(), view_.follows_selected = false;
            break;
        case Action::kSaveRecording: take(Export::kRecording); break;
        case Action::kSaveMeasures: take(Export::kMeasures); break;
        case Action::kSavePicture: take(Export::kPicture); break;
        case Action::kSaveWindow: window_picture_in_ = kFramesToCloseMenu; break;
        case Action::kCopyCommand: take(Export::kCommandLine); break;
        case Action::kQuit: is_over_ = true; break;
    }
}

void Desktop::scaleBudget(double factor) {
    world::SetBudget budget{session_.scenario().load.budget};
    budget.budget.policy = load::BudgetPolicy::kFixed;
    // To the hundredths of a millisecond that the panel shows.
    const double ms = std::round(static_cast<double>(budget.budget.fixed_ns) * factor * 1e-4) / 100;
    budget.budget.fixed_ns = std::llround(std::clamp(ms, 0.05, 50.0) * 1e6);
    session_.change(budget);
}

void Desktop::nextManager() {
    const std::string_view present = session_.world().manager().info().name;
    const auto found = std::ranges::find(load::kManagers, present, &load::ManagerInfo::name);
    const std::size_t next =
        static_cast<std::size_t>(found - load::kManagers.begin() + 1) % load::kManagers.size();
    session_.change(world::SetManager{std::string(load::kManagers[next].name), {}});
}

// Takes something along: a file, or the command line with a file.
void Desktop::take(Export what) {
    constexpr int kPictureWidth = 3840, kPictureHeight = 2160;
    const bool is_recording = what == Export::kRecording || what == Export::kCommandLine;
    const std::filesystem::path path = freeName(session_, is_recording                ? replay::kFileEnding
                                                          : what == Export::kMeasures ? ".csv"
                                                                                      : ".png");
    std::string wrong;
    try {
        if (is_recording) {
            wrong = session_.save(path.string());
        } else if (what == Export::kMeasures) {
            wrong = writeMeasures(session_, path);
        } else if (what == Export::kWindow) {
            const Window::Size pixels = window_.framebufferSize();
            wrong = render::writePng(path, render::readPixels(pixels.width, pixels.height));
        } else {
            wrong = render::writePng(
                path, render::drawOffscreen(renderer_, session_.world().view(), view_.camera, view_.draw,
                                            view_.viewport.width, kPictureWidth, kPictureHeight));
        }
    } catch (const render::RenderError& error) {
        wrong = error.what();
    }
    message_ = wrong.empty() ? fmt::format("Saved as {}", path.string()) : wrong;
    if (!wrong.empty() || !is_recording) return;
    layout_.remember(path.string());
    if (what == Export::kRecording) {
        message_ += "\n\nOpen it from File, Open recent, or drop it here. drover-lab replay plays it, too.";
        return;
    }
    const std::string line =
        commandLine(path, view_, std::string(render::kThemeNames[static_cast<std::size_t>(settings_.theme)]));
    SDL_SetClipboardText(line.c_str());
    message_ += fmt::format("\n\nIn the clipboard:\n{}", line);
}

// Sets up the camera and the title for a world that was loaded or restarted. Waits until the world view has a
// size.
void Desktop::noteWorld() {
    if (generation_ == session_.generation() || view_.viewport.isEmpty()) return;
    generation_ = session_.generation();
    Desk d = desk();
    WorldPane::lookAtFirst(d);
    if (const auto view = std::exchange(options_.view, std::nullopt)) {
        view_.follows_player = false;
        view_.camera.lookAt(session_.world().flocks().plane(), {(*view)[0], (*view)[1]});
        view_.camera.metres_per_pixel = (*view)[2] / static_cast<double>(view_.viewport.width);
    }
    if (options_.is_bench) act(Action::kFit);
    window_.setTitle(fmt::format("{} - Drover", session_.scenario().title));
}

void Desktop::buildUi(double passed_s) {
    keyboard_.beforeFrame(input_, !message_.empty());
    gui_.beginFrame(input_);
    keyboard_.afterFrame();
    // Only now does ImGui know who has the keyboard.
    for (const Action action : std::exchange(pressed_, {})) {
        if (!keyboard_.takes(action, !message_.empty(), asksForDigit(panels_.lesson))) act(action);
    }
    map_.begin();
    followLesson(session_, panels_.lesson);
    Desk d = desk();
    if (is_presenting_) {
        const PresentationRects rects = layOutPresentation(ImGui::GetIO().DisplaySize);
        pane_.draw(d, rects.world, input_, passed_s, renderer_);
        drawPresentation(d, panels_, plots_, rects);
    } else {
        buildParts(d, passed_s);
    }
    drawKeys(d, shows_keys_);
    drawMessage(d);
    gui_.endFrame();
    for (const Action action : std::exchange(wanted_, {})) act(action);
    if (shown_ < kSettlingFrames) return;
    if (const std::string wrong = map_.end(); !wrong.empty())
        throw command_line::Exit{command_line::kCannotWrite, wrong};
}

void Desktop::buildParts(Desk& d, double passed_s) {
    drawBar(d, wanted_);
    ScreenWishes wishes{
        .bar_height = ImGui::GetFrameHeight(),
        .status_height = ImGui::GetTextLineHeight() + gui_.theme().px(8),
        .scale = gui_.theme().scale,
        .has_left = hasPanels(layout_, Place::kLeft),
        .has_right = hasPanels(layout_, Place::kRight) && view_.draw.selected_task.has_value(),
        .strips_height = stripsHeight(layout_),
        .left_width = static_cast<float>(layout_.left_width),
        .bottom_height = static_cast<float>(layout_.bottom_height),
        .has_plots = !layout_.is_hidden["plots"]};
    const ScreenLayout screen = layOutScreen(ImGui::GetIO().DisplaySize, wishes);
    drawColumn(d, panels_, screen.left, Place::kLeft);
    drawColumn(d, panels_, screen.right, Place::kRight);
    if (!screen.bottom.isEmpty()) plots_.draw(d, panels_, screen.bottom, wishes.has_plots);
    pane_.draw(d, leftWorld(screen.world), input_, passed_s, renderer_);
    if (session_.beside()) drawTitles(d, screen.world);
    notices_.draw(d, screen.world, pace_);
    drawStatus(d, screen.status, pace_);
    drawBorders(d, screen);
}

// All of the world's place, or its left half if there is a second world.
ScreenRect Desktop::leftWorld(ScreenRect world) const {
    if (session_.beside()) world.size.x = std::floor(world.size.x / 2);
    return world;
}

// Whose world is where, and a line between them.
void Desktop::drawTitles(const Desk& d, const ScreenRect& rect) const {
    ImDrawList& draw = *ImGui::GetForegroundDrawList();
    const float half = std::floor(rect.size.x / 2), pad = d.theme.px(6);
    const auto title = [&](float left, const world::World& world, const char* side) {
        const std::string text =
            fmt::format("{}: {}, AI {:.2f} of {:.2f} ms", side, world.manager().info().title,
                        static_cast<double>(world.record().ai_ns) * 1e-6,
                        static_cast<double>(world.record().budget_ns) * 1e-6);
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const ImVec2 at{left + 2 * pad, rect.at.y + rect.size.y - size.y - 2 * pad};
        draw.AddRectFilled({at.x - pad, at.y - pad / 2}, {at.x + size.x + pad, at.y + size.y + pad / 2},
                           ImGui::GetColorU32(d.theme.panel), pad / 2);
        draw.AddText(at, ImGui::GetColorU32(d.theme.text), text.c_str());
    };
    title(rect.at.x, session_.world(), "Left");
    title(rect.at.x + half, session_.beside()->world(), "Right");
    draw.AddLine({rect.at.x + half, rect.at.y}, {rect.at.x + half, rect.at.y + rect.size.y},
                 ImGui::GetColorU32(d.theme.outline), d.theme.px(2));
}

void Desktop::drawAll() {
    const Window::Size pixels = window_.framebufferSize();
    const render::RenderTheme& theme = *view_.draw.theme;
    glViewport(0, 0, pixels.width, pixels.height);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(static_cast<float>(theme.background.r) / 255, static_cast<float>(theme.background.g) / 255,
                 static_cast<float>(theme.background.b) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const world::WorldView view = session_.world().view();
    if (!view_.viewport.isEmpty())
        renderer_.draw(view, view_.camera, view_.draw, view_.viewport, pixels.height);
    if (const Beside* const beside = session_.beside(); beside && !view_.viewport.isEmpty()) {
        render::Viewport right = view_.viewport;
        right.x += right.width;
        renderer_.drawAlso(beside->world().view(), view_.camera, view_.draw, right, pixels.height);
    }
    if (!pane_.closeUp().isEmpty())
        renderer_.drawAlso(view, pane_.closeUpCamera(), view_.draw, pane_.closeUp(), pixels.height);
    if (!pane_.minimap().isEmpty()) {
        renderer_.drawMinimap(view, view_.camera, view_.viewport, view_.draw, pane_.minimap(), pixels.height);
    }
    const auto start = std::chrono::steady_clock::now();
    gui_.draw();
    const render::Renderer::Counts& counts = renderer_.counts();
    cost_.gather_ms = counts.gather_ms, cost_.submit_ms = counts.submit_ms;
    cost_.drawn = counts.groups + counts.animals, cost_.bytes = counts.bytes_uploaded;
    cost_.stood_for = session_.world().flocks().agents() + session_.world().tasks().tasks() -
                      session_.world().flocks().size();
    cost_.ui_draw_ms = millisecondsSince(start);
}

void Desktop::record() {
    if (!csv_) return;
    csv_row_.clear();
    record::appendCsvRow(csv_row_, session_.world().record());
    csv_->append(csv_row_);
}

// Saves what was asked for of the frame that was drawn, and ends the program after the last frame.
void Desktop::finishFrame() {
    ++shown_;
    if (options_.is_bench) bench_.add(cost_);
    plots_.keepPicture(window_.framebufferSize().width, window_.framebufferSize().height);
    if (window_picture_in_ > 0 && --window_picture_in_ == 0) take(Export::kWindow);
    if (film_.isOn()) {
        const std::string wrong =
            film_.add(window_.framebufferSize().width, window_.framebufferSize().height);
        if (!wrong.empty()) throw command_line::Exit{command_line::kCannotWrite, wrong};
    }
    if (last_frame_ == 0 || shown_ < last_frame_) return;
    is_over_ = true;
    if (options_.screenshot.empty()) return;
    const Window::Size pixels = window_.framebufferSize();
    const std::string wrong =
        render::writePng(options_.screenshot, render::readPixels(pixels.width, pixels.height));
    if (!wrong.empty()) throw command_line::Exit{command_line::kCannotCreate, wrong};
}

void Desktop::run() {
    const command_line::InterruptWatch watch;
    const double frequency = static_cast<double>(SDL_GetPerformanceFrequency());
    Uint64 last = SDL_GetPerformanceCounter();
    double passed_s = session_.scenario().frame_time;
    while (!is_over_ && !watch.isAsked()) {
        takeEvents();
        look();
        session_.limitKeyframes(static_cast<std::size_t>(settings_.rewind_mb * (1 << 20)));
        if (session_.step(passed_s)) record();
        keepSelection(view_, session_.world());
        const Window::Size pixels = window_.framebufferSize();
        if (pixels.width > 0 && pixels.height > 0) {
            const auto start = std::chrono::steady_clock::now();
            buildUi(passed_s);
            noteWorld();
            cost_.ui_ms = millisecondsSince(start);
            Desk d = desk();
            pane_.tellView(d);
            drawAll();
            finishFrame();
            window_.present(options_.is_bench ? 0 : session_.naturalFrameTime());
        } else {
            SDL_Delay(static_cast<Uint32>(kIdle_s * 1000));
        }
        const Uint64 now = SDL_GetPerformanceCounter();
        passed_s = static_cast<double>(static_cast<std::int64_t>(now - last)) / frequency;
        last = now;
        if (passed_s > 0) pace_.fps += (1 / passed_s - pace_.fps) * (pace_.fps > 0 ? 0.05 : 1);
    }
    const std::string unrecorded = session_.finishRecording();
    writeFiles();
    if (!unrecorded.empty()) throw command_line::Exit{command_line::kCannotWrite, unrecorded};
    if (film_.isOn()) fmt::print("{}", film_.advice());
    if (csv_) csv_->close();
    if (options_.is_bench) fmt::print("{}", bench_.report());
}

}  // namespace

void runDesktop(const DesktopOptions& options) {
    try {
        Desktop(options).run();
    } catch (const render::RenderError& e) {
        throw command_line::Exit{command_line::kNoDisplay, e.what()};
    }
}

}  // namespace drover::desktop
