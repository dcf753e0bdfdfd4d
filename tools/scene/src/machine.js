// Whether there is a graphics processor.

export function isSoftware() {
  const probe = document.createElement("canvas").getContext("webgl2");
  if (!probe) return false;
  const about = probe.getExtension("WEBGL_debug_renderer_info");
  const name = about ? String(probe.getParameter(about.UNMASKED_RENDERER_WEBGL)) : "";
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
