#include "app/desktop/desktop.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/manager_choice.h"
#include "app/command_line/output.h"
#include "app/desktop/chrome.h"
#include "app/desktop/controls.h"
#include "app/desktop/drawer.h"
#include "app/desktop/file_actions.h"
#include "app/desktop/frame_bars.h"
#include "app/desktop/frame_strip.h"
#include "app/desktop/readings.h"
#include "app/desktop/selection.h"
#include "app/desktop/stopwatch.h"
#include "app/desktop/time_bar.h"
#include "app/desktop/user_files.h"
#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/world/world_view.h"
#include "render/gl/offscreen.h"

namespace drover::desktop {
namespace {

constexpr std::chrono::seconds kLongestGoodbye{2};  // a frame of a software renderer may take one
constexpr float kLegendFrom = 0.12f;                // of Camera::risen()
constexpr double kIdle_s = 0.05;                    // between frames while the window is minimised
constexpr std::uint64_t kScreenshotFrame = 120;
constexpr std::uint64_t kSettlingFrames = 3;  // ImGui needs a few frames to know what needs a scroll bar

void clear(render::Colour colour, Window::Size pixels) {
    glViewport(0, 0, pixels.width, pixels.height);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(static_cast<float>(colour.r) / 255, static_cast<float>(colour.g) / 255,
                 static_cast<float>(colour.b) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

// The worlds in their places in the window: the session's, and the one beside it.
void drawScene(render::Renderer& renderer, const Session& session, const ViewState& view,
               Window::Size pixels) {
    clear(view.draw.theme->background, pixels);
    renderer.draw(render::ViewOf::kMain, session.world().view(), view.camera, view.draw, view.viewport,
                  pixels.height);
    const Beside* const beside = session.beside();
    if (beside == nullptr) return;
    render::Viewport right = view.viewport;
    right.x += right.width;
    renderer.draw(render::ViewOf::kBeside, beside->world().view(), view.right_camera.value_or(view.camera),
                  view.draw, right, pixels.height);
}

}  // namespace

namespace {

world::SetManager besideManager(const std::string& name_or_file) {
    command_line::ManagerChoice choice = command_line::managerOf("--compare", name_or_file);
    return {std::move(choice.manager), {}, std::move(choice.script)};
}

}  // namespace

Desktop::Desktop(const DesktopOptions& options)
    : settings_file_(settingsPath()),
      layout_file_(layoutPath()),
      options_(readFiles(options)),
      session_(options.world.load(), options.world.scenario,
               options.world.clock ? std::nullopt : std::optional(world::ClockKind::kReal),
               command_line::teamOf(options.world.threads)),
      window_({options.width.value_or(layout_.width), options.height.value_or(layout_.height)},
              command_line::assetsFolder() / "desktop" / "icons" / "64.png"),
      gui_(window_),
      renderer_(command_line::assetsFolder() / "shaders"),
      map_(options.ui_map) {
    desk_.draw_corner = [this] { drawCorner(); };
    desk_.downloads = options.downloads;
    panels_.shelf.pictures = std::make_unique<ScenarioPictures>();
    if (options_.theme) settings_.theme = *options_.theme;
    if (!options_.opened.empty()) openFile(desk_, options_.opened);
    if (!message_.empty() && !options_.opened.empty())
        throw command_line::Exit{command_line::kBadData, message_};
    if (!options_.beside.empty()) {
        session_.runBeside(BesideRules{.manager = besideManager(options_.beside)});
        openDrawer(layout_, "beside");
    }
    if (options_.world.manager && command_line::isScriptFile(*options_.world.manager))
        openOwnManager(desk_, std::filesystem::absolute(*options_.world.manager));
    if (!options_.lesson.empty()) {
        beginLesson(session_, panels_.lesson, lessons::loadLesson(options_.lesson));
        if (!panels_.lesson.trouble.empty())
            throw command_line::Exit{command_line::kBadData, panels_.lesson.trouble};
        openDrawer(layout_, "lessons");
    }
    if (!options_.record.empty()) {
        Recorder& recorder = session_.recorder();
        const std::string wrong = recorder.begin(session_.lines().present(), options_.record);
        if (!wrong.empty())
            throw command_line::Exit{
                recorder.isMade() ? command_line::kCannotWrite : command_line::kCannotCreate, wrong};
    }
    if (options_.answers)
        telling_ = std::make_unique<CanYouTell>(*options_.answers, session_.world().manager().info().name);
    last_frame_ = options_.world.framesOf(session_.scenario());
    if (last_frame_ == 0 && (!options_.screenshot.empty() || !options_.picture.empty() || options_.is_bench))
        last_frame_ = kScreenshotFrame;
    frame_files_.begin(options_);
    last_words_.emplace([this] { return keepAll(); });
}

// Runs before the other members are made, because the files say how large the window is.
const DesktopOptions& Desktop::readFiles(const DesktopOptions& options) {
    for (const std::filesystem::path& folder : {settingsFolder(), stateFolder()}) removeLeftovers(folder);
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
        SettingsFile(settingsPath()).read(before);
        kept.theme = before.theme;
    }
    for (const std::string& wrong : {settings_file_.write(kept), layout_file_.write(layout_)}) {
        if (!wrong.empty()) command_line::say(fmt::format("drover: {}\n", wrong));
    }
}

// Keeps what the user has made when the program fails.
std::string Desktop::keepAll() {
    std::optional<StateLock> alone;
    std::string kept;
    try {
        alone.emplace();
        kept = keepSession();
        rememberOthers();
    } catch (...) {
        if (kept.empty()) kept = "the session is lost";  // settings and layout need not be
    }
    writeFiles();
    return kept;
}

// Another window may have kept a session since this one began, and said that it is among the recent files.
void Desktop::rememberOthers() {
    Layout there;
    SettingsFile(layoutPath()).read(there);
    std::vector<std::string>& recent = layout_.recent;
    std::erase_if(there.recent,
                  [&](const std::string& file) { return std::ranges::find(recent, file) != recent.end(); });
    recent.insert(recent.begin() + (recent.empty() ? 0 : 1), there.recent.begin(), there.recent.end());
    if (recent.size() > Layout::kMostRecent) recent.resize(Layout::kMostRecent);
}

// What happened so far stays: in the recording, or in a file of its own.
std::string Desktop::keepSession() {
    if (Recorder& recorder = session_.recorder(); recorder.isOpen()) {
        const std::string wrong = recorder.finish();
        return wrong.empty() ? fmt::format("the recording {} is complete", recorder.path()) : wrong;
    }
    if (session_.now().last == 0) return {};
    const std::filesystem::path path = unsavedSession();
    if (path.empty()) return "the session is lost, as there is no home folder";
    constexpr bool kHasState = false;  // the world may be within a frame
    if (const std::string wrong = save(session_, path, kHasState); !wrong.empty())
        return "the session is lost: " + wrong;
    layout_.remember(path);
    return fmt::format("the session is in {}, among the recent files", path.string());
}

float Desktop::scale() const {
    // To be read from the last row: small letters are a 28th of the height.
    constexpr float kPresented = 1.3f, kSmallLetters = 13, kLinesOfWindow = 28;
    double scale =
        settings_.ui_scale > 0 ? settings_.ui_scale : options_.scale.value_or(window_.suggestedScale());
    if (!is_presenting_) return static_cast<float>(scale);
    const float readable = static_cast<float>(window_.size().height) / (kLinesOfWindow * kSmallLetters);
    return std::max(static_cast<float>(scale) * kPresented, readable);
}

void Desktop::look() {
    gui_.setLook(settings_.theme, scale());
    window_.keepInStep(settings_.has_vsync && !options_.is_bench);
    render::DrawSettings& draw = view_.draw;
    const std::string& colouring =
        view_.world_colouring.empty() ? settings_.colour_by : view_.world_colouring;
    for (std::size_t i = 0; i < render::kColourBys.size(); ++i) {
        if (render::kColourBys[i].name == colouring) draw.colour_by = static_cast<render::ColourBy>(i);
    }
    draw.is_smooth = settings_.is_smooth, draw.shows_trees = settings_.shows_trees;
    draw.shows_trails = settings_.shows_trails;
    draw.shows_zones = settings_.shows_zones, draw.shows_pulses = settings_.shows_pulses;
    draw.glyph_scale = static_cast<float>(settings_.glyph_scale);
    draw.ui_scale = gui_.theme().scale;
    draw.resolution = options_.resolution;
    draw.theme = &render::themeOf(settings_.theme);
}

void Desktop::takeEvents() {
    SDL_Event event;
    int& left = widgets_.field_due_in;
    input_.begin(left > 0);
    left = input_.hasField() ? 0 : std::max(left - 1, 0);
    while (input_.next(event)) takeEvent(event);
}

void Desktop::takeEvent(const SDL_Event& event) {
    switch (event.type) {
        case SDL_WINDOWEVENT: is_closed_ |= event.window.event == SDL_WINDOWEVENT_CLOSE; break;
        case SDL_QUIT:
            // Without a closed window: a Wayland display is gone. One of X11 ends the program in this way
            // too.
            if (!is_closed_) std::exit(command_line::kNoDisplay);
            is_over_ = true;
            break;
        case SDL_DROPBEGIN:
        case SDL_DROPFILE:
        case SDL_DROPTEXT:
        case SDL_DROPCOMPLETE: takeDrop(event.drop); break;
        case SDL_KEYDOWN: {
            const Action* const action =
                actionOf(event.key.keysym.scancode, input_.isCtrl(), input_.isShift());
            const bool is_for_window =
                action == &actionNamed("quit") || action == &actionNamed("full_screen");
            if (telling_ && message_.empty() && !is_for_window) {
                if (event.key.repeat == 0) telling_->press(event.key.keysym.scancode, message_);
                break;
            }
            if (action && (action->rules.repeats || event.key.repeat == 0)) pressed_.push_back(action);
            break;
        }
        default: break;
    }
}

// SDL sends a begin event, the files, and a complete event. No file between them, or one without a name,
// means that something other than a file was dropped.
void Desktop::takeDrop(const SDL_DropEvent& drop) {
    if (drop.type == SDL_DROPBEGIN) has_dropped_file_ = false;
    if (drop.type == SDL_DROPFILE && drop.file && *drop.file) {
        openFile(desk_, drop.file);
        has_dropped_file_ = true;
    }
    if (drop.type == SDL_DROPCOMPLETE && !has_dropped_file_)
        message_ = "That is not a file on this computer. Drop a scenario, a recording or a manager.";
    SDL_free(drop.file);
}

// Sets up the camera and the title for a world that was loaded or restarted. Waits until the world view has a
// size.
void Desktop::noteWorld() {
    if (generation_ == session_.era().generation || view_.viewport.isEmpty()) return;
    generation_ = session_.era().generation;
    WorldPane::lookAtFirst(desk_, options_.view ? world::SeenFrom::kAbove : options_.sight);
    if (const auto view = std::exchange(options_.view, std::nullopt)) {
        view_.follows_player = false;
        view_.camera.lookAt(session_.world().flocks().plane(), {(*view)[0], (*view)[1]});
        view_.camera.showWidth(view_.viewport, (*view)[2]);
        view_.camera.leanBy(render::Camera::kNorth);  // straight down
        view_.camera.stayInReach(session_.world().flocks().plane(), view_.viewport);
    }
    if (!options_.flight.empty())
        view_.course = std::exchange(options_.flight, {});
    else if (options_.is_bench)
        act(actionNamed("fit"));
    window_.setTitle(fmt::format("{} - Drover", session_.scenario().title));
}

void Desktop::buildUi(double passed_s) {
    keyboard_.beforeFrame(input_, !message_.empty());
    gui_.beginFrame(input_, passed_s);
    keyboard_.afterFrame();
    // Only now does ImGui know who has the keyboard.
    for (const Action* const action : std::exchange(pressed_, {})) {
        if (files_.isOpen() && message_.empty()) {
            if (action->rules.in_dialog) action->rules.in_dialog(*this);
        } else if (!keyboard_.takes(*action, !message_.empty(), asksForDigit(panels_.lesson))) {
            act(*action);
        }
    }
    map_.begin();
    followLesson(session_, panels_.lesson);
    followOwnManager(desk_, ImGui::GetTime());
    askForOwnManager();
    desk_.are_arrows_taken = keyboard_.hasArrows();
    if (telling_ && telling_->isLeft()) telling_.reset();
    if (telling_)
        telling_->build(desk_, passed_s);
    else
        buildParts(passed_s);
    drawKeys(desk_, lists_keys_);
    find_.draw(desk_, wanted_);
    if (auto question = plots_.takeQuestion()) files_.ask(std::move(*question));
    if (const auto answer = files_.draw(desk_)) carryOut(*answer);
    drawMessage(desk_);
    gui_.endFrame();
    for (const Action* const action : std::exchange(wanted_, {})) act(*action);
    const bool is_last = shown_ + 1 == last_frame_;
    if (built_++ < kSettlingFrames && !is_last) return;
    if (const std::string wrong = map_.end(); !wrong.empty())
        throw command_line::Exit{command_line::kCannotWrite, wrong};
}

void Desktop::act(const Action& action) {
    const Action::Rules& rules = action.rules;
    if (is_presenting_ && rules.presented) return act(actionNamed(rules.presented));
    if (rules.setting)
        settings_.*rules.setting = !(settings_.*rules.setting);
    else
        action.act(*this);
}

void Desktop::closeUppermost() {
    if (!message_.empty())
        message_.clear();
    else if (lists_keys_)
        lists_keys_ = false;
    else if (find_.isOpen())
        find_.close();
    else if (view_.tool != Tool::kNone)
        view_.tool = Tool::kNone;
    else if (is_presenting_)
        present(false);
    else if (!layout_.drawer.empty())
        closeDrawer(layout_);
    else
        view_.draw.selected_task.reset(), view_.follows_selected = false;
}

void Desktop::beginTelling() {
    lists_keys_ = false;
    try {
        telling_ =
            std::make_unique<CanYouTell>(std::filesystem::path(), session_.world().manager().info().name);
    } catch (const command_line::Exit& wrong) {
        message_ = wrong.message;
    }
}

// In letters that can be read from the last row, with one plot and without buttons.
void Desktop::present(bool is_wanted) {
    is_presenting_ = is_wanted;
    if (is_wanted && settings_.theme != render::ThemeName::kProjector)
        desk_.say("Presentation", "Esc ends it. For a bright room the View menu has the theme Projector.");
}

ScreenWishes Desktop::wishes() const {
    const bool is_lesson = layout_.drawer == "lessons" && panels_.lesson.run && !is_presenting_;
    return {.scale = gui_.theme().scale,
            .menu_width = menu_width_,
            .legend_width = pane_.legendWidth(),
            .has_drawer = !layout_.drawer.empty() && !is_presenting_,
            .has_plots = (layout_.shows_plots || is_presenting_) && !is_lesson,
            .has_frame = layout_.shows_frame && !is_lesson && !is_presenting_,
            .has_corner = settings_.shows_minimap && !is_lesson && !is_presenting_,
            .has_inspector = view_.draw.selected_task.has_value() && !is_presenting_,
            .drawer_width = static_cast<float>(layout_.drawer_width),
            .has_code = layout_.drawer == "own",
            .is_lesson = is_lesson,
            .is_frame_wide = is_frame_wide_,
            .is_presented = is_presenting_,
            .other_lines = otherLinesShown(session_)};
}

void Desktop::buildParts(double passed_s) {
    Desk& d = desk_;
    const ScreenLayout screen = layOutScreen(ImGui::GetIO().DisplaySize, wishes());
    pane_.draw(desk_, screen.world, screen, input_, passed_s, renderer_);
    if (session_.beside()) drawBesideTitles(d, screen);
    // Near the ground animals have the colours of their species.
    const bool has_colouring = view_.is_tinted || view_.is_xray || view_.camera.risen() > kLegendFrom;
    if (settings_.shows_legend && has_colouring) pane_.drawLegend(d, screen.legend);
    if (!is_presenting_) menu_width_ = drawMenu(d, screen.menu, keyboard_.menuToOpen(), wanted_);
    drawReadings(d, screen.readings, fps_, renderer_.inSight(render::ViewOf::kMain));
    drawControls(d, screen.controls);
    plots_.draw(d, screen.plots, is_presenting_);
    drawFrameBars(d, screen.bars);
    drawFrameStrip(d, screen.frame);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    is_frame_wide_ = !screen.frame.isEmpty() && mouse.x >= screen.frame.at.x &&
                     mouse.x < screen.frame.end().x && mouse.y >= screen.frame.at.y &&
                     mouse.y < screen.frame.end().y;
    drawTimeBar(d, screen.time, wanted_);
    drawDrawer(d, screen.drawer);
    drawDrawerBorder(d, screen.drawer);
    drawInspector(d, screen.inspector);
    if (!is_presenting_) notices_.draw(d, screen.free, fps_, passed_s);
    drawToast(d, screen.world, passed_s);
}

void Desktop::drawAll() {
    if (telling_) {
        clear(view_.draw.theme->background, window_.framebufferSize());
        telling_->draw(renderer_, view_.draw, window_.framebufferSize());
        return gui_.draw();
    }
    renderer_.beginFrame();
    drawScene(renderer_, session_, view_, window_.framebufferSize());
    const Stopwatch watch;
    gui_.draw();
    const render::Renderer::Counts& counts = renderer_.counts();
    const record::FrameRecord& record = session_.world().record();
    cost_.world_ms = static_cast<double>(record.rest_ns - record.spike_outside_ns) * 1e-6 -
                     session_.scenario().load.base_load_ms;
    cost_.gather_ms = counts.gather_ms, cost_.submit_ms = counts.submit_ms;
    cost_.drawn = counts.groups + counts.leaves + counts.animals, cost_.bytes = counts.bytes_uploaded;
    cost_.stood_for = session_.world().flocks().agents() + session_.world().tasks().tasks() -
                      session_.world().flocks().size();
    cost_.ui_draw_ms = watch.ms();
}

// The map or the close-up. Dear ImGui calls it where the corner's window is among the others.
void Desktop::drawCorner() {
    const world::WorldView world = session_.world().view();
    const int height = window_.framebufferSize().height;
    glDisable(GL_SCISSOR_TEST);
    if (!pane_.closeUp().isEmpty())
        renderer_.draw(render::ViewOf::kCorner, world, pane_.closeUpCamera(), view_.draw, pane_.closeUp(),
                       height);
    if (!pane_.minimap().isEmpty())
        renderer_.drawMinimap(world, view_.camera, view_.viewport, view_.draw, pane_.minimap(), height);
}

// Without the cards.
render::Image Desktop::pictureOfWorld(Window::Size size) {
    return render::drawOffscreen(renderer_, session_.world().view(), view_.camera, view_.draw, view_.viewport,
                                 size.width, size.height);
}

// Saves what was asked for of the frame that was drawn, and ends the program after the last frame.
void Desktop::finishFrame() {
    ++shown_;
    const Window::Size pixels = window_.framebufferSize();
    if (options_.is_bench) bench_.add(cost_);
    plots_.keepPicture(pixels.width, pixels.height);
    saveWindowPicture();
    frame_files_.addPicture(pixels);
    if (last_frame_ == 0 || shown_ < last_frame_) return;
    is_over_ = true;
    frame_files_.saveLast([&] { return pictureOfWorld(pixels); }, pixels);
}

// A minimised window has no pixels.
bool Desktop::isSeen() const {
    const Window::Size pixels = window_.framebufferSize();
    return pixels.width > 0 && pixels.height > 0;
}

void Desktop::frame(double passed_s) {
    if (passed_s > 0) fps_ += (1 / passed_s - fps_) * (fps_ > 0 ? 0.05 : 1);
    takeEvents();
    look();
    session_.limitKeyframes(static_cast<std::size_t>(settings_.rewind_mb * (1 << 20)));
    const Session::FrameRules rules{.lists_tasks = std::exchange(desk_.lists_tasks, false),
                                    .plays_every_frame = !options_.film.empty(),
                                    .hurries = options_.film.empty() && options_.csv.empty()};
    if (!telling_ && session_.step(passed_s, rules)) frame_files_.addRow(session_.world().record());
    keepSelection(view_, session_.world());
    if (!isSeen()) return;
    const Stopwatch watch;
    buildUi(passed_s);
    noteWorld();
    cost_.ui_ms = watch.ms();
    pane_.tellView(desk_);
}

void Desktop::draw() {
    drawAll();
    finishFrame();
}

void Desktop::run() {
    const command_line::InterruptWatch watch(kLongestGoodbye, LastWords::sayAndEnd);
    while (!isOver() && !watch.isAsked()) {
        const double wait_s = turn();
        if (wait_s > 0) std::this_thread::sleep_for(std::chrono::duration<double>(wait_s));
        show();
    }
    end();
}

double Desktop::turn() {
    const Uint64 now = SDL_GetPerformanceCounter(), before = std::exchange(last_turn_, now);
    const double passed_s =
        static_cast<double>(now - before) / static_cast<double>(SDL_GetPerformanceFrequency());
    frame(before == 0 ? session_.scenario().frame_time : passed_s);
    if (!isSeen()) return kIdle_s;
    draw();
    return window_.secondsToWait(options_.is_bench || telling_ ? 0 : busySeconds(session_.world()));
}

void Desktop::show() {
    if (isSeen()) window_.show();
}

void Desktop::end() {
    const std::string unrecorded = session_.recorder().finish();
    writeFiles();
    last_words_.reset();
    if (!unrecorded.empty()) throw command_line::Exit{command_line::kCannotWrite, unrecorded};
    frame_files_.close();
    if (options_.is_bench) fmt::print("{}", bench_.report());
}

void runDesktop(const DesktopOptions& options) {
    try {
        Desktop(options).run();
    } catch (const render::RenderError& e) {
        throw command_line::Exit{command_line::kNoDisplay, e.what()};
    }
}

}  // namespace drover::desktop
