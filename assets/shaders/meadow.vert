// The ground: one triangle over the whole view. (MeadowLayer in render/meadow.h.)
uniform vec2 half_px;

out vec2 at_px;

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    at_px = corner * half_px;
    gl_Position = vec4(corner, 0.0, 1.0);
}
