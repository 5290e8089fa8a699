#include "app/desktop/actions.h"

#include <algorithm>
#include <cmath>

#include "app/desktop/file_actions.h"
#include "app/desktop/selection.h"
#include "core/load/managers.h"

namespace drover::desktop {
namespace {

constexpr Moment kAgainFrames = 300;

void scaleBudget(Session& session, double factor) {
    world::SetBudget budget{session.scenario().load.budget};
    budget.budget.policy = load::BudgetPolicy::kFixed;
    // To the hundredths of a millisecond that the panel shows.
    const double ms = std::round(static_cast<double>(budget.budget.fixed_ns) * factor * 1e-4) / 100;
    budget.budget.fixed_ns = std::llround(std::clamp(ms, 0.05, 50.0) * 1e6);
    session.change(budget);
}

void nextManager(Session& session) {
    const std::string_view present = session.world().manager().info().name;
    const auto found = std::ranges::find(load::kManagers, present, &load::ManagerInfo::name);
    const std::size_t next =
        static_cast<std::size_t>(found - load::kManagers.begin() + 1) % load::kManagers.size();
    session.change(world::SetManager{std::string(load::kManagers[next].name), {}});
}

// Actions on the run. False: the action is another one.
bool actOnRun(Action action, Reach& reach) {
    Session& session = reach.desk.session;
    const auto speed = [&](double factor) {
        session.change(world::SetTimeScale{std::clamp(session.timeScale() * factor, 0.1, 10.0)});
    };
    switch (action) {
        case Action::kPause: session.pause(!session.isPaused()); return true;
        case Action::kStep: session.stepOnce(); return true;
        case Action::kStepBack: session.stepBack(); return true;
        case Action::kNow: session.goToNow(); return true;
        case Action::kSlower: speed(0.5); return true;
        case Action::kFaster: speed(2); return true;
        case Action::kRestart: session.restart(session.scenario().seed); return true;
        case Action::kNewSeed: session.restart(session.scenario().seed + 1); return true;
        case Action::kSpike:
            session.send(world::AddSpike{nextSpike(reach.panels.spike, session.world().frame())});
            return true;
        case Action::kUndo: session.undo(); return true;
        case Action::kRedo: session.redo(); return true;
        case Action::kMoreBudget: scaleBudget(session, 1.25); return true;
        case Action::kLessBudget: scaleBudget(session, 0.8); return true;
        case Action::kNextManager: nextManager(session); return true;
        case Action::kAgain:
            session.goTo(session.moment() - std::min<Moment>(session.moment(), kAgainFrames));
            session.pause(false);
            return true;
        default: return false;
    }
}

// Actions on what is seen of the world. False: the action is another one.
bool actOnView(Action action, Reach& reach) {
    const world::World& world = reach.desk.session.world();
    const Plane& plane = world.flocks().plane();
    ViewState& view = reach.desk.view;
    Settings& settings = reach.desk.settings;
    const auto zoom = [&](double factor) {
        const render::Viewport& v = view.viewport;
        view.camera.zoomAbout(
            plane, v, {static_cast<double>(v.x + v.width / 2), static_cast<double>(v.y + v.height / 2)},
            factor);
    };
    switch (action) {
        case Action::kFit:
            view.follows_player = view.follows_selected = false;
            view.camera.fit(plane, view.viewport);
            return true;
        case Action::kFollow:
            view.follows_player = !view.follows_player, view.follows_selected = false;
            return true;
        case Action::kNearest: view.draw.selected_task = nearestToPlayer(world); return true;
        case Action::kZoomIn: zoom(1.25); return true;
        case Action::kZoomOut: zoom(0.8); return true;
        case Action::kColour1:
        case Action::kColour2:
        case Action::kColour3:
        case Action::kColour4:
        case Action::kColour5:
            settings.colour_by = render::kColourBys[static_cast<std::size_t>(action) -
                                                    static_cast<std::size_t>(Action::kColour1)]
                                     .name;
            return true;
        case Action::kTrees: settings.shows_trees = !settings.shows_trees; return true;
        default: return false;
    }
}

// Closes what lies uppermost.
void close(Reach& reach) {
    if (!reach.desk.message.empty())
        reach.desk.message.clear();
    else if (reach.show.lists_keys)
        reach.show.lists_keys = false;
    else if (reach.show.is_presenting)
        act(Action::kPresent, reach);
    else
        reach.desk.view.draw.selected_task.reset(), reach.desk.view.follows_selected = false;
}

// Actions on the window and the files of the user.
void actOnProgram(Action action, Reach& reach) {
    Settings& settings = reach.desk.settings;
    Show& show = reach.show;
    const auto ask = [&](FileUse use) { reach.files.ask(questionFor(use, reach.desk)); };
    const auto scaleBy = [&](double step) {
        settings.ui_scale = std::clamp(static_cast<double>(reach.desk.theme.scale) + step, 0.75, 4.0);
    };
    switch (action) {
        case Action::kPresent:
            show.is_presenting = !show.is_presenting;
            reach.pane.keepReach();
            break;
        case Action::kNextPart:
            if (!show.is_presenting) reach.keyboard.goToNextPart();
            break;
        case Action::kNextMenu:
            if (!show.is_presenting) reach.keyboard.goToNextMenu();
            break;
        case Action::kFullScreen: reach.window.fillScreen(!reach.window.fillsScreen()); break;
        case Action::kLargerUi: scaleBy(0.25); break;
        case Action::kSmallerUi: scaleBy(-0.25); break;
        case Action::kUsualUi: settings.ui_scale = 0; break;
        case Action::kKeys: show.lists_keys = !show.lists_keys; break;
        case Action::kClose: close(reach); break;
        case Action::kOpen: ask(FileUse::kOpen); break;
        case Action::kSaveRecording: ask(FileUse::kRecording); break;
        case Action::kSaveMeasures: ask(FileUse::kMeasures); break;
        case Action::kSaveCommands: ask(FileUse::kCommands); break;
        case Action::kSaveScenario: ask(FileUse::kScenario); break;
        case Action::kSavePicture: ask(FileUse::kPicture); break;
        case Action::kSaveWindow: ask(FileUse::kWindow); break;
        case Action::kCopyCommand: copyCommand(reach); break;
        case Action::kQuit: show.is_over = true; break;
        default: break;
    }
}

// In a presentation the keys of a clicker mean something else.
Action meant(Action action, const Show& show) {
    if (!show.is_presenting) return action;
    if (action == Action::kZoomIn) return Action::kAgain;
    if (action == Action::kZoomOut) return Action::kSpike;
    return action;
}

}  // namespace

void act(Action action, Reach& reach) {
    action = meant(action, reach.show);
    if (!actOnRun(action, reach) && !actOnView(action, reach)) actOnProgram(action, reach);
}

}  // namespace drover::desktop
