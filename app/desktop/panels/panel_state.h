// What panels keep from frame to frame, one struct per panel. desktop.cpp owns it, and the desk has it for
// every panel. Nothing here is saved to a file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/desktop/desk.h"
#include "app/desktop/one_animal.h"
#include "app/desktop/own_manager.h"
#include "app/desktop/panels/lesson_course.h"
#include "app/desktop/time_line.h"
#include "core/load/manager.h"
#include "core/world/scenario/spike.h"
#include "render/gl/gl_objects.h"

namespace drover::desktop {

// The spike that the button starts. Its frame 1 is the next frame of the world.
struct SpikeDraft {
    world::Spike spike{
        .size_ns = 20'000'000, .first_frame = 1, .last_frame = 120, .period_frames = 20, .length_frames = 1};
};

// The draft's spike, moved to start in the frame after `frame`.
world::Spike nextSpike(const SpikeDraft& draft, std::uint64_t frame);
void startSpike(Desk& desk);

// A small square picture of each shipped scenario, for their list.
class ScenarioPictures {
  public:
    static constexpr float kPixels = 192;  // a side

    static std::filesystem::path fileOf(const std::string& scenario);

    // Null if there is none. Reads the file when it is first asked for.
    const render::Texture* of(const std::string& scenario);

  private:
    std::map<std::string, std::unique_ptr<render::Texture>> read_;
};

struct ShippedScenario {
    std::string name, title, text;
};

struct ScenarioShelf {
    std::vector<ShippedScenario> shipped;        // read when the panel is first drawn
    std::unique_ptr<ScenarioPictures> pictures;  // null where nothing is drawn by OpenGL
    bool is_read = false;
    std::array<char, 512> path = {};  // the file to save or open
    std::string answer;               // result of the last save
    bool has_failed = false;
};

// What the buttons of the Animals panel bring and take.
struct AnimalsDraft {
    double number = 100;   // flocks, or animals of each sort
    double radius_m = 50;  // around the player, where they appear
};

// The period of the selected task over the last frames.
struct PeriodTrail {
    static constexpr std::size_t kFrames = 240;

    std::uint32_t task = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t generation = 0, last_frame = 0;
    std::array<float, kFrames> period_ms = {};  // slot frame % kFrames; NaN where the panel was not drawn
};

// The leaves of the selected flock, and those that have come in the last frames.
struct TreeTrail {
    static constexpr std::uint64_t kFrames = 45;  // for which a new leaf is shown as new

    struct NewLeaf {
        flock::Node node;
        std::uint64_t frame;
    };

    FlockId flock{std::numeric_limits<std::uint32_t>::max()};
    std::uint64_t generation = 0, last_frame = 0;
    std::vector<flock::Node> leaves;
    std::vector<NewLeaf> new_leaves;
};

enum class Better : std::uint8_t { kLess, kMore, kNeither };

// A line of the Side by side panel: what both worlds came to.
struct BesideRow {
    const char* name;
    std::array<std::optional<double>, 2> values;  // left, right; none: there was nothing to measure
    const char* unit;
    Better better;
    const char* tip;
};

struct BesideDraft {
    std::size_t manager = 1;  // of kManagers
    std::size_t budget = 0;   // as on the left, fixed, frame target
    double budget_ms = 4, frame_ms = 16.7;
    std::size_t clock = 0;  // as on the left, model, real
    std::vector<BesideRow> rows;
    // A herd from itself in the other world; none: no herd is in the band.
    std::array<std::optional<double>, record::kBands> apart_m;
    std::uint64_t frames = 0, summed_at = 0;
};

// What the panel of the user's own manager wants a file for.
enum class OwnAsks : std::uint8_t { kNothing, kOpen, kSave };

struct PanelState {
    LessonCourse lesson;
    std::size_t species = 0;  // the choice in Forces
    std::size_t kind = 0;     // the choice in Animals and Periods
    std::size_t mind = 0;     // the choice in Load, among the kinds with sets
    AnimalsDraft animals;
    SpikeDraft spike;
    ScenarioShelf shelf;
    PeriodTrail trail;
    TreeTrail tree;
    AnimalView animal;
    BesideDraft beside;
    OwnText own;
    OwnAsks own_asks = OwnAsks::kNothing;
    bool is_own_written_on = false;  // its text keeps the keyboard
    // Another moment than the present one, under the mouse in a plot or on the time line: the strip of tasks
    // shows it. Set in each frame.
    std::optional<Moment> looked_at;
    bool drags_slow_border = false;  // of the curve in Importance; otherwise the near one
};

}  // namespace drover::desktop
