// What stands on the ground: triangles in pixels from the middle of the view. (LandLayer in render/land.h.)
layout(location = 0) in vec2 place;

uniform mat4 clip_from_pixels;

out vec2 at_px;

void main() {
    at_px = place;
    gl_Position = clip_from_pixels * vec4(place, 0.0, 1.0);
}
