#include "app/desktop/settings_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/desktop/user_files.h"
#include "core/base/input_error.h"
#include "core/base/json_tree.h"
#include "render/draw_settings.h"

namespace drover::desktop {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kLargestFile = std::size_t{1} << 20;
constexpr JsonLimits kLimits{.depth = 8, .bytes = kLargestFile};

// Reads members of a JSON object into the fields of a struct, or writes them there.
class Fields {
  public:
    Fields(Json& json, bool writes) : json_(json), writes_(writes) {}
    std::vector<std::string> wrong;

    template <class E, class Names>
    void word(const char* name, E& field, const Names& names) {
        if (writes_) return put(name, names[static_cast<std::size_t>(field)]);
        take(name, fmt::format("{}", fmt::join(names, ", ")), [&](const Json& value) {
            const auto found = value.is_string()
                                   ? std::find(names.begin(), names.end(), value.get<std::string>())
                                   : names.end();
            if (found != names.end()) field = static_cast<E>(found - names.begin());
            return found != names.end();
        });
    }
    // From `low` to `high`, or `also`.
    void number(const char* name, double& field, double low, double high,
                std::optional<double> also = std::nullopt) {
        if (writes_) return put(name, field);
        const std::string allowed =
            fmt::format("{}{:g} to {:g}", also ? fmt::format("{:g}, or ", *also) : "", low, high);
        take(name, allowed, [&](const Json& value) {
            if (!value.is_number()) return false;
            const auto there = value.get<double>();
            const bool is_good = (there >= low && there <= high) || there == also;
            if (is_good) field = there;
            return is_good;
        });
    }
    void whole(const char* name, int& field, int low, int high) {
        if (writes_) return put(name, field);
        take(name, fmt::format("whole numbers {} to {}", low, high), [&](const Json& value) {
            const auto there = value.is_number_integer() ? value.get<double>() : low - 1.0;
            const bool is_good = there >= low && there <= high;
            if (is_good) field = static_cast<int>(there);
            return is_good;
        });
    }
    void flag(const char* name, bool& field) {
        if (writes_) return put(name, field);
        take(name, "true or false", [&](const Json& value) {
            if (value.is_boolean()) field = value.get<bool>();
            return value.is_boolean();
        });
    }
    template <class IsGood>
    void text(const char* name, std::string& field, IsGood is_good) {
        if (writes_) return put(name, field);
        take(name, "a known name", [&](const Json& value) {
            if (!value.is_string() || !is_good(value.get<std::string>())) return false;
            field = value.get<std::string>();
            return true;
        });
    }
    void flags(const char* name, std::map<std::string, bool>& field) {
        if (writes_) return put(name, field);
        take(name, "names with true or false", [&](const Json& value) {
            if (!value.is_object()) return false;
            for (const auto& [key, is_on] : value.items()) {
                if (!is_on.is_boolean()) return false;
                field[key] = is_on.get<bool>();
            }
            return true;
        });
    }
    void texts(const char* name, std::vector<std::string>& field) {
        if (writes_) return put(name, field);
        take(name, "a list of texts", [&](const Json& value) {
            if (!value.is_array()) return false;
            for (const Json& entry : value) {
                if (!entry.is_string()) return false;
                if (field.size() < Layout::kMostRecent) field.push_back(entry.get<std::string>());
            }
            return true;
        });
    }

  private:
    template <class Take>
    void take(const char* name, std::string_view allowed, Take use) {
        const auto found = json_.find(name);
        if (found != json_.end() && !use(*found))
            wrong.push_back(fmt::format("{} (allowed: {})", name, allowed));
    }
    template <class T>
    void put(const char* name, const T& value) {
        json_[name] = value;
    }

    Json& json_;
    bool writes_;
};

// The fields of each file.
void listFields(Fields& v, Settings& s) {
    v.word("theme", s.theme, render::kThemeNames);
    v.number("ui_scale", s.ui_scale, 0.5, 4, 0.0);
    v.flag("vsync", s.has_vsync);
    v.flag("smooth", s.is_smooth);
    v.flag("trees", s.shows_trees);
    v.flag("trails", s.shows_trails);
    v.flag("zones", s.shows_zones);
    v.flag("pulses", s.shows_pulses);
    v.flag("legend", s.shows_legend);
    v.flag("minimap", s.shows_minimap);
    v.number("glyph_scale", s.glyph_scale, 0.25, 4);
    v.number("rewind_mb", s.rewind_mb, 1, 65536);
    v.text("colour_by", s.colour_by, [](const std::string& name) {
        return std::any_of(render::kColourBys.begin(), render::kColourBys.end(),
                           [&](const render::ColourByInfo& info) { return info.name == name; });
    });
}

void listFields(Fields& v, Layout& s) {
    v.whole("width", s.width, 320, 16'384);
    v.whole("height", s.height, 200, 16'384);
    v.flags("hidden_panels", s.is_hidden);
    v.flags("folded_panels", s.is_folded);
    v.texts("recent_scenarios", s.recent);
    v.texts("recent_folders", s.folders);
    v.flag("has_dragged", s.has_dragged);
    v.flag("has_spiked", s.has_spiked);
    v.number("left_width", s.left_width, 0, 16'384);
    v.number("bottom_height", s.bottom_height, 0, 16'384);
}

}  // namespace

std::vector<std::string> SettingsFile::load() {
    std::error_code ignored;
    if (path_.empty() || !std::filesystem::exists(path_, ignored)) return {};
    if (!std::filesystem::is_regular_file(path_, ignored))
        return {fmt::format("{}: found no plain file; using default settings, and none are kept",
                            shown(std::exchange(path_, {}).string()))};
    const Result<std::string> text = readFile(path_.string(), kLargestFile);
    // The reader of scenarios bounds how deep and how large it may be, and says where it is wrong.
    const Result<JsonDocument> checked =
        text ? parseJson(path_.string(), *text.value, kLimits) : Result<JsonDocument>(text.error);
    constexpr bool kThrows = false, kComments = true;
    Json json = checked ? Json::parse(*text.value, nullptr, kThrows, kComments) : Json();
    if (json.is_object()) {
        has_comments_ = !Json::accept(*text.value);
        json_ = std::move(json);
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
    if (std::vector<std::string> complaints = load(); !complaints.empty()) return complaints;
    Fields fields(json_, false);
    listFields(fields, into);
    const std::vector<std::string>& wrong = fields.wrong;
    if (wrong.empty() && !has_comments_) return {};
    const std::string copy = keepCopy();
    if (wrong.empty()) return {};  // comments are no mistake
    return {fmt::format("{}: invalid {}; using defaults{}", shown(path_.string()), fmt::join(wrong, ", "),
                        copy.empty() ? "" : "; the old file is kept as " + shown(copy))};
}

std::vector<std::string> SettingsFile::read(Settings& settings) { return readInto(settings); }
std::vector<std::string> SettingsFile::read(Layout& layout) { return readInto(layout); }

template <class S>
std::string SettingsFile::writeFrom(S from) {
    Fields fields(json_, true);
    listFields(fields, from);
    if (path_.empty()) return {};
    return saveFile(path_, json_.dump(2, ' ', false, Json::error_handler_t::replace) + "\n",
                    Durability::kSynced);
}

std::string SettingsFile::write(const Settings& settings) { return writeFrom(settings); }
std::string SettingsFile::write(const Layout& layout) { return writeFrom(layout); }

void Layout::remember(const std::string& file) {
    std::erase(recent, file);
    recent.insert(recent.begin(), file);
    if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

void Layout::rememberFolder(const std::string& folder) {
    std::erase(folders, folder);
    folders.insert(folders.begin(), folder);
    if (folders.size() > kMostFolders) folders.resize(kMostFolders);
}

}  // namespace drover::desktop
