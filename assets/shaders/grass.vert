// Tufts of grass near the player: three blades in a cell of the ground. (GrassLayer in render/eyes.)
uniform mat4 clip_from_metres;
uniform ivec2 first;      // the cell of the square's lower left corner
uniform int round_cells;  // so many go round a torus; 0: it is none
uniform int cells;
uniform vec2 corner_m;
uniform float cell_m;
uniform vec2 middle_m;
uniform float reach_m;
uniform float grown;  // 0: it is seen from too high to be seen
uniform vec3 earth;
uniform vec3 grass;

out vec3 colour;

uint mixed(uint a) {
    a = (a ^ (a >> 15u)) * 2246822519u;
    a = (a ^ (a >> 13u)) * 3266489917u;
    return a ^ (a >> 16u);
}

float share(uint bits) { return float(bits & 1023u) / 1023.0; }

void main() {
    int tuft = gl_VertexID / 9, blade = gl_VertexID % 9 / 3, corner = gl_VertexID % 3;
    ivec2 inside = ivec2(tuft % cells, tuft / cells), cell = first + inside;
    if (round_cells > 0) cell = (cell % round_cells + round_cells) % round_cells;
    uint own = mixed(uint(cell.x) * 7919u + mixed(uint(cell.y)));
    uint blades = mixed(own + uint(blade));
    vec2 at = corner_m + (vec2(inside) + vec2(share(own), share(own >> 10u))) * cell_m;
    // They come in patches, and end before the square does.
    float many = 0.5 + 0.5 * sin(float(cell.x) * 0.23 + 2.0 * sin(float(cell.y) * 0.17));
    float near = 1.0 - smoothstep(0.55, 0.98, length(at - middle_m) / reach_m);
    float high = (0.35 + 0.75 * share(blades)) * near * grown * step(share(own >> 20u), 0.35 + 0.65 * many);
    float angle = 6.2831853 * share(blades >> 10u);
    vec2 way = vec2(cos(angle), sin(angle));
    vec3 metres = vec3(at, 0.0);
    if (corner < 2) metres.xy += vec2(-way.y, way.x) * (corner == 0 ? 0.07 : -0.07) * near + way * 0.12;
    else metres += vec3(way * (0.2 + 0.4 * high), high);
    vec3 soil = mix(grass * 0.8, earth * 1.1, share(own >> 5u));
    colour = soil * (corner < 2 ? 0.72 : 1.22);
    gl_Position = high < 0.02 ? vec4(2.0, 2.0, 2.0, 1.0) : clip_from_metres * vec4(metres, 1.0);
}
