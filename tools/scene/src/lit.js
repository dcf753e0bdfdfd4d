// Paint with light at the vertices: what a fragment costs is one colour, so that scenes move without a graphics processor.
import * as THREE from "three";

export const GOLD = [1, 0.72, 0.1]; // of what is chosen

const VERTEX = `
uniform vec3 tint;
uniform float opacity, glow;
#ifdef BATCHED
in float part;
uniform highp sampler2D parts;
#endif
#ifdef PAINTED
in vec3 paint;
#endif
out vec4 shade;

void main() {
  mat4 place = modelMatrix;
  vec4 own = vec4(tint, opacity);
#ifdef BATCHED
  int k = 4 * int(part + 0.5), wide = textureSize(parts, 0).x;
  ivec2 at = ivec2(k % wide, k / wide);
  place = transpose(mat4(texelFetch(parts, at, 0), texelFetch(parts, at + ivec2(1, 0), 0), texelFetch(parts, at + ivec2(2, 0), 0), vec4(0.0, 0.0, 0.0, 1.0)));
  own = texelFetch(parts, at + ivec2(3, 0), 0);
#endif
#ifdef PAINTED
  own.rgb = paint;
#endif
  own.rgb = mix(own.rgb, vec3(${GOLD.map((c) => c.toFixed(3)).join(", ")}), glow);
  mat3 turn = mat3(place);
  vec3 n = normalize(turn * (normal / (vec3(dot(turn[0], turn[0]), dot(turn[1], turn[1]), dot(turn[2], turn[2])) + 1e-30)));
  vec4 world = place * vec4(position, 1.0);
  vec3 back = vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  vec3 eye = isOrthographic ? back : normalize(cameraPosition - world.xyz);
  if (dot(n, eye) < 0.0) n = -n;
  float light = 0.56 + 0.13 * n.z + 0.36 * max(0.0, dot(n, normalize(back + vec3(0.0, 0.0, 0.5))));
  shade = vec4(own.rgb * light, own.a);
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const FRAGMENT = `
in vec4 shade;
out vec4 seen;
void main() { seen = shade; }`;

// "#rrggbb" as it is on the screen, 0 to 1.
export function screenColor(text) {
  const color = new THREE.Color(text);
  return color.convertLinearToSRGB(), [color.r, color.g, color.b];
}

// Material of a surface: one colour, colours at the vertices (`painted`), or parts with colours of their own (`parts`).
export function lit({ color = "#888888", opacity = 1, painted = false, parts = null } = {}) {
  const made = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, side: THREE.DoubleSide, forceSinglePass: true,
    uniforms: { tint: { value: new THREE.Vector3(...screenColor(color)) }, opacity: { value: opacity }, glow: { value: 0 }, parts: { value: parts } },
    defines: { ...(painted ? { PAINTED: "" } : {}), ...(parts ? { BATCHED: "" } : {}) },
  });
  made.paint = (text) => made.uniforms.tint.value.set(...screenColor(text));
  made.fade = (part) => {
    made.uniforms.opacity.value = part;
    made.transparent = part < 1;
    made.depthWrite = part >= 0.5;
  };
  made.fade(opacity);
  return made;
}
