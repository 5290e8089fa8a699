// The light over the land: sky, haze, sun and the colours of the ground, for each theme; and the coats of the
// animals.
#pragma once

#include "core/ground/shapes.h"
#include "render/living/body.h"
#include "render/theme.h"

namespace drover::render {

struct Atmosphere {
    Colour zenith, horizon;  // far things fade to the colour of the horizon
    Colour dusk, high_dusk;  // horizon and zenith when the camera has risen and the land is dark
    Colour glow;             // round the sun
    Colour hills;            // along the horizon
    Colour earth, grass;     // the ground's patches
    Colour water, rock, wall, fence;
    float sun = 1, shade = 0.5f;  // brightness of what is turned to the sun, and away from it
    float rough = 1;              // how much the ground's brightness varies
    float shadow = 0.4f;          // how dark a shadow is
    float night = 0;              // how much of the light goes as the land grows dark
    float haze_share = 0.75f;     // of the farthest sight: where haze covers the most
};

const Atmosphere& atmosphereOf(const RenderTheme& theme);

// An animal's coat in daylight, with some of its species' colour in it.
Colour coatOf(Body body, Colour species);

}  // namespace drover::render
