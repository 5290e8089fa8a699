#include "app/desktop/settings_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/desktop/panels/panels.h"
#include "app/desktop/user_files.h"
#include "core/base/fields.h"
#include "core/base/input_error.h"
#include "core/base/outside_text.h"
#include "render/draw_settings.h"

namespace drover::desktop {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kLargestFile = std::size_t{1} << 20;
constexpr JsonLimits kLimits{.depth = 8, .bytes = kLargestFile};

constexpr auto kColourings = [] {
    std::array<std::string_view, render::kColourBys.size()> names;
    std::ranges::transform(render::kColourBys, names.begin(), &render::ColourByInfo::name);
    return names;
}();

constexpr auto kPanelWords = [] {
    std::array<std::string_view, std::size(kPanels)> names;
    std::ranges::transform(kPanels, names.begin(), &PanelInfo::name);
    return names;
}();
constexpr auto kDrawerWords = [] {
    std::array<std::string_view, std::size(kPanels) + 1> names;
    std::ranges::copy(kPanelWords, names.begin() + 1);
    return names;
}();

// Paths of files need not be UTF-8; files of settings must.
std::string asUtf8(std::string text) {
    for (std::size_t bad; (bad = firstBadUtf8(text)) != std::string::npos;)
        text.replace(bad, 1, "\xEF\xBF\xBD");
    return text;
}

}  // namespace

}  // namespace drover::desktop

namespace drover {

// The fields of each file.
static void describe(Fields& v, desktop::Settings& s) {
    v.choice("theme", s.theme, "The colours.");
    v.numberOr(0.0, "ui_scale", s.ui_scale, 0.5, 4, "Size of text and controls; 0: as the display suggests.");
    v.flag("vsync", s.has_vsync, "Frames wait for the display.");
    v.flag("less_motion", s.has_less_motion, "The camera is at once where it would fly to.");
    v.flag("smooth", s.is_smooth, "Animals move on between updates.");
    v.flag("trees", s.shows_trees, "The trees of the flocks are shown.");
    v.flag("trails", s.shows_trails, "Trails are shown.");
    v.flag("zones", s.shows_zones, "The zones of the level of detail are shown.");
    v.flag("pulses", s.shows_pulses, "A flock that thinks lights up.");
    v.flag("legend", s.shows_legend, "The legend is shown.");
    v.flag("minimap", s.shows_minimap, "The map of the whole world is shown.");
    v.number("glyph_scale", s.glyph_scale, 0.25, 4, "Size of the animals.");
    v.number("rewind_mb", s.rewind_mb, 1, 65536, "MiB that copies of the world may take, for going back.");
    v.word("colour_by", s.colour_by, desktop::kColourings, "What the colours of the animals mean.");
}

static void describe(Fields& v, desktop::Layout& l) {
    v.integer("width", l.width, 320, 16'384, "Of the window, in pixels.");
    v.integer("height", l.height, 200, 16'384, "Of the window, in pixels.");
    v.word("drawer", l.drawer, desktop::kDrawerWords, "The panel in the drawer; nothing: it is closed.");
    v.word("last_panel", l.last_panel, desktop::kPanelWords, "The panel that the drawer had last.");
    v.flag("plots", l.shows_plots, "The plots are shown.");
    v.flag("frame", l.shows_frame, "The strip of this frame's tasks is shown.");
    v.texts("recent_scenarios", l.recent, 0, desktop::Layout::kMostRecent, "Files, the newest first.");
    v.texts("recent_folders", l.folders, 0, desktop::Layout::kMostFolders,
            "Folders of files, the newest first.");
    v.flag("has_dragged", l.has_dragged, "The player has been dragged.");
    v.flag("has_spiked", l.has_spiked, "A spike has been tried.");
    v.flag("has_flown", l.has_flown, "The camera has gone from the feet to the map, or back.");
    v.flag("has_compared", l.has_compared, "Two managers have been seen side by side.");
    v.number("drawer_width", l.drawer_width, 0, 16'384, "At scale 1; 0: as the window suggests.");
}

}  // namespace drover

namespace drover::desktop {

std::vector<std::string> SettingsFile::load(JsonDocument& document) {
    std::error_code ignored;
    if (path_.empty() || !std::filesystem::exists(path_, ignored)) return {};
    if (!std::filesystem::is_regular_file(path_, ignored))
        return {fmt::format("{}: found no plain file; using default settings, and none are kept",
                            shown(std::exchange(path_, {}).string()))};
    const Result<std::string> text = readFile(path_.string(), kLargestFile);
    // The reader of scenarios bounds how deep and how large it may be, and says where it is wrong.
    Result<JsonDocument> checked =
        text ? parseJson(path_.string(), *text.value, kLimits) : Result<JsonDocument>(text.error);
    constexpr bool kThrows = false, kComments = true;
    Json json = checked ? Json::parse(*text.value, nullptr, kThrows, kComments) : Json();
    if (json.is_object()) {
        has_comments_ = !Json::accept(*text.value);
        json_ = std::move(json);
        document = *std::move(checked);
        return {};
    }
    const std::string reason = checked ? shown(path_.string()) + ": not an object" : checked.error.message();
    const std::filesystem::path aside = setAside(path_);
    if (aside.empty()) path_.clear();  // so that what is there stays
    return {fmt::format("{}; no valid settings file: {}; using default settings", reason,
                        aside.empty() ? "it could not be moved aside, and stays as it is"
                                      : "it was renamed to " + shown(aside.filename().string()))};
}

// The name of the copy; empty if none could be made.
std::string SettingsFile::keepCopy() const {
    const std::filesystem::path copy = path_.string() + ".before";
    const Result<std::string> text = readFile(path_.string(), kLargestFile);
    if (!text) return "";
    // What an earlier copy says may stand nowhere else.
    std::error_code ignored;
    if (std::filesystem::is_regular_file(std::filesystem::symlink_status(copy, ignored))) {
        const Result<std::string> earlier = readFile(copy.string(), kLargestFile);
        if (!earlier || *earlier.value != *text.value) setAside(copy, "");
    }
    return replaceName(copy, *text.value, Durability::kSynced) ? "" : copy.filename().string();
}

template <class S>
std::vector<std::string> SettingsFile::readInto(S& into) {
    JsonDocument document;
    if (std::vector<std::string> complaints = load(document); !complaints.empty()) return complaints;
    std::vector<std::string> wrong;
    for (const InputError& error : FieldReader::readGood(document, into))
        wrong.push_back(fmt::format("{} (allowed: {})", error.field, error.allowed));
    if (wrong.empty() && !has_comments_) return {};
    const std::string copy = keepCopy();
    if (wrong.empty()) return {};  // comments are no mistake
    return {fmt::format("{}: invalid {}; using defaults{}", shown(path_.string()), fmt::join(wrong, ", "),
                        copy.empty() ? "" : "; the old file is kept as " + shown(copy))};
}

std::vector<std::string> SettingsFile::read(Settings& settings) { return readInto(settings); }
std::vector<std::string> SettingsFile::read(Layout& layout) { return readInto(layout); }

template <class S>
std::string SettingsFile::writeFrom(const S& from) {
    json_.update(Json::parse(asUtf8(FieldWriter::write(from))));
    if (path_.empty()) return {};
    return saveFile(path_, json_.dump(2, ' ', false, Json::error_handler_t::replace) + "\n",
                    Durability::kSynced);
}

std::string SettingsFile::write(const Settings& settings) { return writeFrom(settings); }
std::string SettingsFile::write(const Layout& layout) { return writeFrom(layout); }

// The file of the layout takes no text that cannot be printed.
void Layout::remember(const std::string& file) {
    if (hasControls(file)) return;
    std::erase(recent, file);
    recent.insert(recent.begin(), file);
    if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

void Layout::rememberFolder(const std::string& folder) {
    if (hasControls(folder)) return;
    std::erase(folders, folder);
    folders.insert(folders.begin(), folder);
    if (folders.size() > kMostFolders) folders.resize(kMostFolders);
}

}  // namespace drover::desktop
