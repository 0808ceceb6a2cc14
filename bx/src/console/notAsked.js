// src/console/notAsked.ts
import { html } from "hono/html";
import { isUnavailable } from "../ports/isUnavailable.js";
function notAsked(what, error) {
  if (isUnavailable(error)) return `${what} could not be asked for: ${error.message}.`;
  throw error;
}
function partOf(what, part) {
  return part().catch((error) => html`<p class="warn" role="status">${notAsked(what, error)}</p>`);
}
export {
  notAsked,
  partOf
};
//# sourceMappingURL=notAsked.js.map
