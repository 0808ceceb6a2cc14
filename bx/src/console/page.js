// src/console/page.ts
import { html } from "hono/html";
var NOTHING = html``;
var ConsoleFault = class extends Error {
  name = "ConsoleFault";
  status;
  constructor(status, message) {
    super(message);
    this.status = status;
  }
};
var nothingHere = (what) => new ConsoleFault(404, what);
function textsOf(values) {
  const entries = Object.entries(values ?? {});
  return Object.fromEntries(
    entries.map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)])
  );
}
export {
  ConsoleFault,
  NOTHING,
  nothingHere,
  textsOf
};
//# sourceMappingURL=page.js.map
