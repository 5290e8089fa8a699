// Sky and ground of the eyes: one triangle over the whole view. (BackdropLayer in render/eyes.)
uniform vec3 look;
uniform vec3 side;
uniform vec3 up;

out vec3 ray;

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    ray = look + side * corner.x + up * corner.y;
    gl_Position = vec4(corner, 0.0, 1.0);
}
