#include "app/desktop/own_manager.h"

#include <fmt/format.h>

#include "app/command_line/manager_choice.h"
#include "app/desktop/drawer.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/user_files.h"
#include "core/load/lua/own_manager.h"

namespace drover::desktop {
namespace {

using command_line::kOwnManager;

bool isRunning(const Desk& desk) { return desk.session.scenario().load.manager == kOwnManager; }

std::string textOf(const world::LoadRules& load) {
    return load.script.empty() ? std::string(load::kFirstScript) : load.script;
}

std::filesystem::file_time_type savedAt(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::last_write_time(path, ignored);
}

// The values that the user has set, as far as the new text has such parameters.
std::vector<world::ParameterValue> keptParameters(const world::LoadRules& load, const std::string& text) {
    std::vector<world::ParameterValue> kept;
    if (load.manager != kOwnManager) return kept;
    const auto manager = load::makeManager(*load::findManager(kOwnManager), text);
    for (const world::ParameterValue& value : load.parameters)
        if (manager->setParameter(value.name, value.value)) kept.push_back(value);
    return kept;
}

Result<std::string> readText(const std::filesystem::path& path) {
    if (auto wrong = whyItWaits(path)) return *wrong;
    return command_line::readScriptText(path.string());
}

}  // namespace

world::SetManager commandFor(const OwnText& own, std::string_view manager) {
    world::SetManager command{std::string(manager), {}, {}};
    if (manager == kOwnManager) command.script = own.taken;
    return command;
}

void takeUp(Desk& desk) {
    OwnText& own = desk.panels.own;
    own.flaw = own.text.empty() ? "there is nothing in it" : load::flawOfScript(own.text);
    if (!own.flaw.empty()) return;
    own.taken = own.text;
    const world::LoadRules& load = desk.session.scenario().load;
    own.flaw = desk.session.change(world::SetManager{kOwnManager, keptParameters(load, own.text), own.text});
}

void openOwnManager(Desk& desk, const std::filesystem::path& path) {
    const std::filesystem::file_time_type at = savedAt(path);
    Result<std::string> text = readText(path);
    if (!text) {
        desk.message = text.error.message();
        return;
    }
    OwnText& own = desk.panels.own;
    own.path = path;
    own.saved_at = at;
    own.text = std::move(*text);
    takeUp(desk);
    openDrawer(desk.layout, "own");
}

std::string saveOwnManager(OwnText& own, const std::filesystem::path& path) {
    std::string wrong = saveFile(path, own.text, Durability::kSynced);
    if (!wrong.empty()) return wrong;
    own.path = path;
    own.saved_at = savedAt(path);
    return {};
}

void followOwnManager(Desk& desk, double now_s) {
    OwnText& own = desk.panels.own;
    if (own.text.empty() && own.taken.empty()) own.text = own.taken = std::string(load::kFirstScript);
    if (isRunning(desk)) {
        const std::string running = textOf(desk.session.scenario().load);
        if (running != own.taken) {
            if (!own.isEdited()) own.text = running;
            own.taken = running;
        }
        const double now_ms = static_cast<double>(desk.session.world().manager().report().overhead_ns) * 1e-6;
        own.cost_ms += (now_ms - own.cost_ms) / 16;
    }
    constexpr double kLooks_s = 0.25;
    if (own.path.empty() || now_s - own.looked_at_s < kLooks_s) return;
    own.looked_at_s = now_s;
    const std::filesystem::file_time_type at = savedAt(own.path);
    if (at == own.saved_at || at == std::filesystem::file_time_type::min()) return;
    own.saved_at = at;
    Result<std::string> text = readText(own.path);
    if (!text) {
        text.error.file = own.path.filename().string();
        own.flaw = text.error.message();
        return;
    }
    own.text = std::move(*text);
    takeUp(desk);
}

std::string troubleOfOwn(const Desk& desk) {
    const load::ScriptPlan* const plan = load::ownPlanOf(desk.session.world().manager());
    if (plan == nullptr || plan->flaw().empty()) return {};
    return fmt::format("Your manager has stopped: {}. {}", plan->flaw(),
                       plan->isReplaced() ? "The last one that ran well goes on."
                                          : "Each herd thinks as often as it did before.");
}

}  // namespace drover::desktop
