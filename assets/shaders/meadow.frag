in vec2 at_px;

uniform sampler2D tile;
// Of tiles of each size: where the middle of the view is in one, and how much of one a pixel is.
uniform vec3 large;
uniform vec3 middle;
uniform vec3 small;
uniform vec3 earth;
uniform vec3 grass;

out vec4 picture;

// Around zero. Tiles that are small on the screen fade, or one would see that they are all alike.
float patches(vec3 of, float share) {
    float clear = smoothstep(60.0, 300.0, 1.0 / of.z);
    return share * clear * (texture(tile, of.xy + at_px * of.z).r - 0.47);
}

void main() {
    float green = patches(large, 1.1) + patches(middle, 0.8) + patches(small, 0.6);
    picture = vec4(mix(earth, grass, smoothstep(-0.25, 0.25, green)), 1.0);
}
