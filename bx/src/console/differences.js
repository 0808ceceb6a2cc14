// src/console/differences.ts
import { diffLines } from "diff";
import { html } from "hono/html";
var LONGEST_MS = 200;
function differenceOf(name, before, after) {
  if (before === after) return html`<h3>${name}</h3><p class="quiet">The same.</p>`;
  const changes = diffLines(before ?? "", after ?? "", { timeout: LONGEST_MS });
  if (changes === void 0)
    return html`<h3>${name}</h3><p>Too much of it is different to be shown line by line.</p>`;
  return html`<h3>${name}</h3><pre class="difference">${changes.map(({ added, removed, value }) => {
    if (added) return html`<ins>${value}</ins>`;
    return removed ? html`<del>${value}</del>` : value;
  })}</pre>`;
}
export {
  differenceOf
};
//# sourceMappingURL=differences.js.map
