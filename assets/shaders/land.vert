// Water, rocks, walls and fences as the eyes see them. (LandVertex in render/land/land_mesh.h.)
layout(location = 0) in vec3 at;
layout(location = 1) in vec3 normal;
layout(location = 2) in float surface;

uniform mat4 clip_from_metres;
uniform vec2 shift_m;

out vec3 metres;
out vec3 facing;
flat out int kind;

void main() {
    metres = at + vec3(shift_m, 0.0);
    facing = normal;
    kind = int(surface + 0.5);
    gl_Position = clip_from_metres * vec4(metres, 1.0);
}
