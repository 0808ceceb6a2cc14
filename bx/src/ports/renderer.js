// src/ports/renderer.ts
var RendererBusy = class extends Error {
  name = "RendererBusy";
};
export {
  RendererBusy
};
//# sourceMappingURL=renderer.js.map
