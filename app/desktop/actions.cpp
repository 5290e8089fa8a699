#include "app/desktop/actions.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "app/desktop/building_view.h"
#include "app/desktop/desktop.h"
#include "app/desktop/drawer.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/species_choice.h"
#include "app/desktop/plots/budget_line.h"
#include "app/desktop/selection.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/load/managers.h"

namespace drover::desktop {
namespace {

constexpr Moment kAgainFrames = 300;

void scaleBudget(Session& session, double factor) {
    world::SetBudget budget{session.scenario().load.budget};
    budget.budget.policy = load::BudgetPolicy::kFixed;
    // To the hundredths of a millisecond that the panel shows.
    const double ms = std::round(static_cast<double>(budget.budget.fixed_ns) * factor * 1e-4) / 100;
    budget.budget.fixed_ns = std::llround(std::clamp(ms, kBudgetRange_ms.low, kBudgetRange_ms.high) * 1e6);
    session.change(budget);
}

void scaleSpeed(Session& session, double factor) {
    session.change(world::SetTimeScale{std::clamp(session.now().time_scale * factor, 0.1, 10.0)});
}

void nextManager(Desk& desk) {
    const std::string_view present = desk.session.world().manager().info().name;
    const auto found = std::ranges::find(load::kManagers, present, &load::ManagerInfo::name);
    const std::size_t next =
        static_cast<std::size_t>(found - load::kManagers.begin() + 1) % load::kManagers.size();
    useManager(desk, load::kManagers[next]);
}

void playAgain(Session& session) {
    const Moment now = session.now().moment;
    session.goTo(now - std::min(now, kAgainFrames));
    pause(session, false);
}

void zoom(Desk& desk, double factor) {
    desk.view.takeHold();
    desk.view.camera.zoom(desk.session.world().flocks().plane(), desk.view.viewport, factor);
}

void showAll(Desk& desk) {
    if (buildingCamera(desk)) return WorldPane::flyToMap(desk);
    const Plane& plane = desk.session.world().flocks().plane();
    // Open country is shown from its middle, a torus about the player: it has no middle of its own.
    desk.view.follows_selected = false;
    desk.view.follows_player = plane.edges() == Edges::kTorus;
    desk.view.takeHold();
    desk.view.camera.lean = 0, desk.view.camera.yaw = render::Camera::kNorth;
    desk.view.camera.zoomOut(plane, desk.view.viewport);
}

// Near the ground it lies over the animals then.
template <std::size_t kColouring>
void colour(Desk& desk) {
    desk.colourBy(static_cast<render::ColourBy>(kColouring));
    if (desk.view.isLow())
        desk.view.is_tinted = kColouring != static_cast<std::size_t>(render::ColourBy::kSpecies);
}

// A tool for the ground, or none if it is the present one.
template <Tool kTool>
void turnOver(ViewState& view) {
    view.tool = view.tool == kTool ? Tool::kNone : kTool;
}
template <Tool kTool>
bool isChosen(const Desk& desk) {
    return desk.view.tool == kTool;
}

// Turns it over, and says what is seen now.
struct Said {
    const char *title, *text;
};
void turn(Desk& desk, bool& is_on, Said on, Said off) {
    is_on = !is_on;
    const Said& now = is_on ? on : off;
    desk.say(now.title, now.text);
}

void turnXray(Desk& desk) {
    turn(desk, desk.view.is_xray,
         {"X-ray", "Animals that are only drawn dissolve into the points that think."},
         {"X-ray is off", "Animals dissolve by themselves as you rise."});
}

void turnTint(Desk& desk) {
    turn(desk, desk.view.is_tinted,
         {"Colouring over the animals", "They show what the legend says, near by, too."},
         {"Animals have their coats", "From above, lights show what the legend says."});
}

// Down to the feet, or up to the map.
void fly(Desk& desk) { WorldPane::isAtFeet(desk) ? WorldPane::flyToMap(desk) : WorldPane::flyToFeet(desk); }

void scaleText(Desk& desk, double step) {
    desk.settings.ui_scale = std::clamp(static_cast<double>(desk.theme.scale) + step, 0.75, 4.0);
}

}  // namespace

std::span<const Action> actions() {
    static constexpr Action kActions[] = {
        {"pause",
         {{SDL_SCANCODE_SPACE}, "Space", "Pause or resume"},
         [](Desktop& d) { pause(d.session_, !d.session_.now().is_paused); },
         {.use = KeyUse::kFields}},
        {"step",
         {{SDL_SCANCODE_PERIOD}, ".", "Run one frame"},
         [](Desktop& d) { d.session_.stepOnce(); },
         {.repeats = true}},
        {"step_back",
         {{SDL_SCANCODE_COMMA}, ",", "Go back by a frame"},
         [](Desktop& d) { stepBack(d.session_); },
         {.repeats = true}},
        {"now",
         {{SDL_SCANCODE_END}, "End", "Go to the present"},
         [](Desktop& d) { goToNow(d.session_); },
         {.use = KeyUse::kFields}},
        {"slower",
         {{SDL_SCANCODE_LEFTBRACKET}, "[", "Half the speed"},
         [](Desktop& d) { scaleSpeed(d.session_, 0.5); }},
        {"faster",
         {{SDL_SCANCODE_RIGHTBRACKET}, "]", "Twice the speed"},
         [](Desktop& d) { scaleSpeed(d.session_, 2); }},
        {"restart",
         {{SDL_SCANCODE_R, false, true}, "Shift+R", "Restart with the same seed"},
         [](Desktop& d) { restart(d.session_, d.session_.scenario().seed); },
         {.label = "Restart"}},
        {"new_seed",
         {{SDL_SCANCODE_N}, "N", "Restart with a new seed"},
         [](Desktop& d) { restart(d.session_, d.session_.scenario().seed + 1); },
         {.label = "Restart with a new seed"}},
        {"spike",
         {{SDL_SCANCODE_X}, "X", "Start the spike"},
         [](Desktop& d) { startSpike(d.desk_); },
         {.label = "Start the spike"}},
        {"find_action",
         {{SDL_SCANCODE_SLASH}, "/", "Find an action: type some of its words, then Enter"},
         [](Desktop& d) { d.find_.open(); },
         {.label = "Find an action..."}},
        {"plots",
         {{SDL_SCANCODE_P}, "P", "Show the plots, or hide them"},
         [](Desktop& d) { d.layout_.shows_plots = !d.layout_.shows_plots; },
         {.label = "Plots", .is_on = [](const Desk& desk) { return desk.layout.shows_plots; }}},
        {"frame",
         {{SDL_SCANCODE_O}, "O", "Show the tasks of this one frame, or hide them"},
         [](Desktop& d) { d.layout_.shows_frame = !d.layout_.shows_frame; },
         {.label = "Tasks of this frame", .is_on = [](const Desk& desk) { return desk.layout.shows_frame; }}},
        {"drawer",
         {{SDL_SCANCODE_E}, "E", "Open the drawer with everything else, or close it"},
         [](Desktop& d) { turnDrawer(d.layout_); },
         {.label = "The drawer", .is_on = [](const Desk& desk) { return !desk.layout.drawer.empty(); }}},
        {"open",
         {{SDL_SCANCODE_O, true}, "Ctrl+O", "Open a scenario, a recording or commands"},
         [](Desktop& d) { d.ask(FileUse::kOpen); },
         {.label = "Open..."}},
        {"save_recording",
         {{SDL_SCANCODE_S, true}, "Ctrl+S", "Save the recording of the run"},
         [](Desktop& d) { d.ask(FileUse::kRecording); },
         {.label = "Save the recording..."}},
        {"save_commands",
         {},
         [](Desktop& d) { d.ask(FileUse::kCommands); },
         {.label = "Save the commands of this world..."}},
        {"save_scenario",
         {},
         [](Desktop& d) { d.ask(FileUse::kScenario); },
         {.label = "Save the scenario as it is now..."}},
        {"save_measures",
         {},
         [](Desktop& d) { d.ask(FileUse::kMeasures); },
         {.label = "Save all measures as CSV..."}},
        {"save_window",
         {},
         [](Desktop& d) { d.ask(FileUse::kWindow); },
         {.label = "Save the window as a picture..."}},
        {"save_picture",
         {},
         [](Desktop& d) { d.ask(FileUse::kPicture); },
         {.label = "Save the world as a picture, 3840 x 2160..."}},
        {"copy_command",
         {},
         [](Desktop& d) { d.copyCommand(); },
         {.label = "Copy the command line of this run"}},
        {"undo",
         {{SDL_SCANCODE_Z, true}, "Ctrl+Z", "Undo the last change of a parameter"},
         [](Desktop& d) { undo(d.session_); },
         {.label = "Undo",
          .can = [](const Desk& desk) { return desk.session.undoLog().canUndo(); },
          .in_dialog = [](Desktop& d) { d.files_.undo(); }}},
        {"redo",
         {{SDL_SCANCODE_Z, true, true}, "Ctrl+Shift+Z", "Redo"},
         [](Desktop& d) { redo(d.session_); },
         {.label = "Redo",
          .can = [](const Desk& desk) { return desk.session.undoLog().canRedo(); },
          .in_dialog = [](Desktop& d) { d.files_.redo(); }}},
        {"new_manager",
         {},
         [](Desktop& d) { openDrawer(d.layout_, "own"); },
         {.label = "Write your own manager"}},
        {"reset_all", {}, [](Desktop& d) { resetParameters(d.session_); }, {.label = "Reset all parameters"}},
        {"draw_walls",
         {{SDL_SCANCODE_K}, "K", "Draw walls, or stop"},
         [](Desktop& d) { turnOver<Tool::kWall>(d.view_); },
         {.label = "Draw walls", .is_on = isChosen<Tool::kWall>}},
        {"draw_fences",
         {},
         [](Desktop& d) { turnOver<Tool::kFence>(d.view_); },
         {.label = "Draw fences", .is_on = isChosen<Tool::kFence>}},
        {"draw_water",
         {{SDL_SCANCODE_L}, "L", "Draw lakes, or stop"},
         [](Desktop& d) { turnOver<Tool::kWater>(d.view_); },
         {.label = "Draw lakes", .is_on = isChosen<Tool::kWater>}},
        {"draw_rocks",
         {},
         [](Desktop& d) { turnOver<Tool::kRock>(d.view_); },
         {.label = "Draw rocks", .is_on = isChosen<Tool::kRock>}},
        {"remove_shapes",
         {{SDL_SCANCODE_DELETE}, "Delete", "Remove walls, lakes and rocks by clicks, or stop"},
         [](Desktop& d) { turnOver<Tool::kRemove>(d.view_); },
         {.label = "Remove what was drawn", .is_on = isChosen<Tool::kRemove>}},
        {"let_lions_loose",
         {{SDL_SCANCODE_J}, "J", "Let lions loose by clicks, or stop"},
         [](Desktop& d) { turnOver<Tool::kLion>(d.view_); },
         {.label = "Let lions loose", .is_on = isChosen<Tool::kLion>}},
        {"turn_gates",
         {{SDL_SCANCODE_G}, "G", "Open and close gates by clicks, or stop"},
         [](Desktop& d) { turnOver<Tool::kGate>(d.view_); },
         {.label = "Open and close gates", .is_on = isChosen<Tool::kGate>}},
        {"draw_doors",
         {{SDL_SCANCODE_U}, "U", "Draw doors into walls, or stop"},
         [](Desktop& d) { turnOver<Tool::kDoor>(d.view_); },
         {.label = "Draw doors into walls", .is_on = isChosen<Tool::kDoor>}},
        {"place_people",
         {{SDL_SCANCODE_H}, "H", "Put people into an area by a drag, or stop"},
         [](Desktop& d) { turnOver<Tool::kPeople>(d.view_); },
         {.label = "Put people somewhere", .is_on = isChosen<Tool::kPeople>}},
        {"sight",
         {{SDL_SCANCODE_V}, "V", "Fly down to the feet, or up to the map"},
         [](Desktop& d) { fly(d.desk_); },
         {.label = "Down to the feet, or up to the map"}},
        {"event",
         {{SDL_SCANCODE_R}, "R", "Fly to what happens: a hunt, or who is latest"},
         [](Desktop& d) { WorldPane::flyToEvent(d.desk_); },
         {.label = "Fly to what happens"}},
        {"xray",
         {{SDL_SCANCODE_Y}, "Y", "X-ray: animals that are only drawn dissolve into the points that think"},
         [](Desktop& d) { turnXray(d.desk_); },
         {.label = "X-ray: the points that think",
          .is_on = [](const Desk& desk) { return desk.view.is_xray; }}},
        {"tint",
         {{SDL_SCANCODE_C}, "C", "Lay the colouring over the animals, or not"},
         [](Desktop& d) { turnTint(d.desk_); },
         {.label = "Colouring over the animals",
          .is_on = [](const Desk& desk) { return desk.view.is_tinted; }}},
        {"home",
         {{SDL_SCANCODE_HOME}, "Home", "Back to you"},
         [](Desktop& d) { WorldPane::flyToFeet(d.desk_); },
         {.label = "Back to you", .use = KeyUse::kFields}},
        {"fit", {}, [](Desktop& d) { showAll(d.desk_); }, {.label = "Show the whole world"}},
        {"follow",
         {{SDL_SCANCODE_F}, "F", "Follow the player, or stop"},
         [](Desktop& d) {
             d.view_.follows_player = !d.view_.follows_player;
             d.view_.follows_selected = false;
             d.view_.turns_along = d.view_.follows_player;
         },
         {.label = "Follow the player", .is_on = [](const Desk& desk) { return desk.view.follows_player; }}},
        {"nearest",
         {{SDL_SCANCODE_I}, "I", "Inspect the animal nearest to the player"},
         [](Desktop& d) { d.view_.draw.selected_task = nearestToPlayer(d.session_.world()); },
         {.label = "Inspect the nearest animal"}},
        {"zoom_in",
         {{SDL_SCANCODE_PAGEUP}, "Page up", "Zoom in (also the wheel)"},
         [](Desktop& d) { zoom(d.desk_, 1.25); },
         {.repeats = true, .use = KeyUse::kFields, .presented = "again"}},
        {"zoom_out",
         {{SDL_SCANCODE_PAGEDOWN}, "Page down", "Zoom out (also the wheel)"},
         [](Desktop& d) { zoom(d.desk_, 0.8); },
         {.repeats = true, .use = KeyUse::kFields, .presented = "spike"}},
        {"colour_1",
         {{SDL_SCANCODE_1}, "1 ... 6", "Colour: lateness, species, detail, last thought, waiting, crowding"},
         [](Desktop& d) { colour<0>(d.desk_); },
         {.use = KeyUse::kAnswers}},
        {"colour_2", {{SDL_SCANCODE_2}}, [](Desktop& d) { colour<1>(d.desk_); }, {.use = KeyUse::kAnswers}},
        {"colour_3", {{SDL_SCANCODE_3}}, [](Desktop& d) { colour<2>(d.desk_); }, {.use = KeyUse::kAnswers}},
        {"colour_4", {{SDL_SCANCODE_4}}, [](Desktop& d) { colour<3>(d.desk_); }, {.use = KeyUse::kAnswers}},
        {"colour_5", {{SDL_SCANCODE_5}}, [](Desktop& d) { colour<4>(d.desk_); }, {.use = KeyUse::kAnswers}},
        {"colour_6", {{SDL_SCANCODE_6}}, [](Desktop& d) { colour<5>(d.desk_); }, {.use = KeyUse::kAnswers}},
        {"smooth", {}, nullptr, {.label = "Smooth motion between updates", .setting = &Settings::is_smooth}},
        {"trees",
         {{SDL_SCANCODE_T}, "T", "Show the trees of all herds near the player, or hide them"},
         nullptr,
         {.label = "Trees of all herds near the player", .setting = &Settings::shows_trees}},
        {"trails", {}, nullptr, {.label = "Trails", .setting = &Settings::shows_trails}},
        {"zones", {}, nullptr, {.label = "Zones of detail", .setting = &Settings::shows_zones}},
        {"pulses", {}, nullptr, {.label = "Pulse at each update", .setting = &Settings::shows_pulses}},
        {"legend", {}, nullptr, {.label = "Legend", .setting = &Settings::shows_legend}},
        {"minimap",
         {{SDL_SCANCODE_Q}, "Q", "Show the map, or from above what is at your feet; or hide it"},
         nullptr,
         {.label = "Map, or close-up", .setting = &Settings::shows_minimap}},
        {"more_budget",
         {{SDL_SCANCODE_EQUALS}, "+", "A quarter more budget", {SDL_SCANCODE_KP_PLUS}},
         [](Desktop& d) { scaleBudget(d.session_, 1.25); }},
        {"less_budget",
         {{SDL_SCANCODE_MINUS}, "-", "A fifth less budget", {SDL_SCANCODE_KP_MINUS}},
         [](Desktop& d) { scaleBudget(d.session_, 0.8); }},
        {"next_manager",
         {{SDL_SCANCODE_M}, "M", "The next manager"},
         [](Desktop& d) { nextManager(d.desk_); }},
        {"again",
         {{SDL_SCANCODE_B}, "B", "Back by 300 frames, and play from there"},
         [](Desktop& d) { playAgain(d.session_); }},
        {"next_part",
         {{SDL_SCANCODE_TAB}, "Tab", "To the next card, then arrows, Enter, Esc"},
         [](Desktop& d) { d.keyboard_.goToNextPart(); }},
        {"next_menu",
         {{SDL_SCANCODE_F10}, "F10", "To the menus, and to the next one; then arrows, Enter, Esc"},
         [](Desktop& d) { d.keyboard_.goToNextMenu(); }},
        {"present",
         {{SDL_SCANCODE_F5}, "F5", "Presentation: larger letters. Page down: spike, page up: again"},
         [](Desktop& d) { d.present(!d.is_presenting_); },
         {.label = "Presentation"}},
        {"can_you_tell",
         {{SDL_SCANCODE_F6}, "F6", "Can you tell? A blind test of the manager: four panes, one saves"},
         [](Desktop& d) { d.beginTelling(); },
         {.label = "Can you tell?"}},
        {"full_screen",
         {{SDL_SCANCODE_F11}, "F11", "Full screen"},
         [](Desktop& d) { d.window_.fillScreen(!d.window_.fillsScreen()); },
         {.label = "Full screen"}},
        {"larger",
         {{SDL_SCANCODE_EQUALS, true}, "Ctrl +", "Larger text and controls", {SDL_SCANCODE_KP_PLUS, true}},
         [](Desktop& d) { scaleText(d.desk_, 0.25); },
         {.label = "Larger text"}},
        {"smaller",
         {{SDL_SCANCODE_MINUS, true}, "Ctrl -", "Smaller text and controls", {SDL_SCANCODE_KP_MINUS, true}},
         [](Desktop& d) { scaleText(d.desk_, -0.25); },
         {.label = "Smaller text"}},
        {"usual_size",
         {{SDL_SCANCODE_0, true}, "Ctrl 0", "Default size of text and controls"},
         [](Desktop& d) { d.settings_.ui_scale = 0; }},
        {"vsync", {}, nullptr, {.label = "Frames in step with the display", .setting = &Settings::has_vsync}},
        {"less_motion", {}, nullptr, {.label = "Less motion", .setting = &Settings::has_less_motion}},
        {"keys",
         {{SDL_SCANCODE_SLASH, false, true}, "?", "This list (also F1)", {SDL_SCANCODE_F1}},
         [](Desktop& d) { d.lists_keys_ = !d.lists_keys_; }},
        {"close",
         {{SDL_SCANCODE_ESCAPE}, "Esc", "Close what is open over the world"},
         [](Desktop& d) { d.closeUppermost(); },
         {.closes = true, .use = KeyUse::kWayOut, .in_dialog = [](Desktop& d) { d.files_.close(); }}},
        {"quit",
         {{SDL_SCANCODE_Q, true}, "Ctrl+Q", "Quit"},
         [](Desktop& d) { d.is_over_ = true; },
         {.label = "Quit", .closes = true, .in_dialog = [](Desktop& d) { d.is_over_ = true; }}},
    };
    return kActions;
}

const Action& actionNamed(std::string_view name) {
    const auto found = std::ranges::find(actions(), name, &Action::name);
    assert(found != actions().end());
    return *found;
}

const Action* actionOf(SDL_Scancode code, bool is_ctrl, bool is_shift) {
    const Action* found = nullptr;
    if (code == SDL_SCANCODE_UNKNOWN) return found;
    for (const Action& action : actions()) {
        for (const Key& key : {action.keys.key, action.keys.other}) {
            if (key.code != code || key.is_ctrl != is_ctrl || (key.is_shift && !is_shift)) continue;
            if (!found || key.is_shift) found = &action;
        }
    }
    return found;
}

}  // namespace drover::desktop
