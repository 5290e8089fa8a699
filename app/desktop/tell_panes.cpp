#include "app/desktop/tell_panes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace drover::desktop {
namespace {

// Metres that a pane of 16 to 9 shows from above; others show as much ground.
constexpr double kSeenWidth_m = 320, kSeenHeight_m = 180;
constexpr double kSeenByEyes_m = 46;    // of the ground behind the player
constexpr float kLongestStep_m = 0.5f;  // of what moves legs; more is a jump
constexpr float kSpeedsEased = 0.2f;    // a frame
constexpr float kFastest_m_per_s = 25;  // that legs show

// How the eyes see, from all detail down to what a computer without a graphics card can draw.
struct EyesDetail {
    float resolution;
    bool shows_meadow;
};
constexpr EyesDetail kDetails[] = {{1, true}, {0.6f, true}, {0.6f, false}, {0.4f, false}};
// One that is very late, but alone, is no reason.
constexpr double kSlow_s = 1 / 48.0, kPicturesEased = 0.1, kLongestPicture_s = 0.05;

}  // namespace

TellPanes::TellPanes(const world::Scenario& scenario)
    : plane_(scenario.plane()), middle_(plane_.place(plane_.worldSize() / 2, plane_.worldSize() / 2)) {
    for (const world::SpeciesEntry& species : scenario.species)
        bodies_.push_back(render::bodyOf(species.name, bodies_.size()));
}

double TellPanes::end_s() const { return std::ranges::max(*panes_, {}, &perception::Track::end_s).end_s; }

void TellPanes::notePicture(double passed_s) {
    picture_s_ += (std::min(passed_s, kLongestPicture_s) - picture_s_) * kPicturesEased;
    if (picture_s_ < kSlow_s || detail_ + 1 == std::size(kDetails)) return;
    ++detail_;
    picture_s_ = perception::kFrame_s;
}

void TellPanes::forgetGaits() {
    for (Walk& walk : walks_) walk = {};
}

// Through every frame, also those that this display had no time for.
void TellPanes::walkTo(std::uint32_t pane, std::uint32_t frame) {
    const perception::Track& track = (*panes_)[pane];
    Walk& walk = walks_[pane];
    if (walk.gaits.size() != track.animals() || walk.frame > frame) {
        walk.frame = 0;
        walk.gaits.assign(track.animals(), {});
        walk.yaw = track.wayToMost(plane_, middle_);
        for (std::size_t i = 0; i < walk.gaits.size(); ++i)
            walk.gaits[i].stride = std::fmod(static_cast<float>(i) * 0.618f, 1.0f);
    }
    for (; walk.frame < frame; ++walk.frame) {
        const auto from = track.at(walk.frame), to = track.at(walk.frame + 1);
        const auto passed_s = static_cast<float>(track.since_s[walk.frame + 1] - track.since_s[walk.frame]);
        for (std::size_t i = 0; i < to.size(); ++i) {
            Gait& gait = walk.gaits[i];
            const float far_m = length(plane_.offset(from[i].place(), to[i].place()));
            const float speed = std::min(far_m / passed_s, kFastest_m_per_s);
            gait.speed += (speed - gait.speed) * kSpeedsEased;
            gait.stride += std::min(far_m, kLongestStep_m) * stepsPerMetre(bodies_[track.species[i]]) /
                           render::kLargerThanLife;
            gait.stride -= std::floor(gait.stride);
        }
    }
}

void TellPanes::drawPane(std::uint32_t pane, std::uint32_t frame, perception::ViewFrom from,
                         render::Renderer& renderer, const render::DrawSettings& settings,
                         const render::Viewport& viewport, int height) {
    walkTo(pane, frame);
    const perception::Track& track = (*panes_)[pane];
    const std::span<const perception::Track::Spot> spots = track.at(frame);
    listed_.clear();
    for (std::size_t i = 0; i < spots.size(); ++i)
        listed_.push_back({.place = spots[i].place(),
                           .facing = spots[i].facing(),
                           .look = track.species[i],
                           .speed = walks_[pane].gaits[i].speed,
                           .stride = walks_[pane].gaits[i].stride});
    const bool is_above = from == perception::ViewFrom::kAbove;
    render::Camera camera;
    camera.lookAt(plane_, {plane_.worldSize() / 2, plane_.worldSize() / 2});
    if (is_above) {
        camera.seen_m =
            std::sqrt(kSeenWidth_m * kSeenHeight_m * static_cast<double>(viewport.height / viewport.width));
        camera.whole_m = camera.seen_m;  // straight down
    } else {
        camera.seen_m = kSeenByEyes_m;
        camera.yaw = walks_[pane].yaw;
    }
    render::DrawSettings drawn = settings;
    drawn.colour_by = render::ColourBy::kSpecies;
    drawn.shows_meadow = settings.shows_meadow && kDetails[detail_].shows_meadow;
    if (!is_above) drawn.resolution *= kDetails[detail_].resolution;
    renderer.drawListed({.plane = plane_, .animals = listed_, .bodies = bodies_, .has_player = !is_above},
                        camera, drawn, viewport, height);
}

void TellPanes::draw(render::Renderer& renderer, const render::DrawSettings& settings,
                     perception::ViewFrom view, double played_s, render::Vec2d size_px,
                     int framebuffer_height) {
    const float width = std::floor(static_cast<float>(size_px.x)), left = std::floor(width / 2),
                height = std::floor(static_cast<float>(size_px.y)), top = std::floor(height / 2);
    for (std::uint32_t pane = 0; pane < perception::kPanes; ++pane) {
        const bool is_left = pane % 2 == 0, is_top = pane < 2;
        const render::Viewport viewport{is_left ? 0 : left, is_top ? 0 : top, is_left ? left : width - left,
                                        is_top ? top : height - top};
        const std::uint32_t frame = (*panes_)[pane].frameAt(played_s);
        drawPane(pane, frame, view, renderer, settings, viewport, framebuffer_height);
    }
}

}  // namespace drover::desktop
