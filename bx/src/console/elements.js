// src/console/elements.ts
import { html } from "hono/html";
import { NOTHING } from "./page.js";
function tableOf(caption, columns, rows, empty) {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>`;
  const kind = ({ isNumber }) => isNumber ? html` class="number"` : NOTHING;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${kind(column)}>${column.heading}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td${kind(column)}>${column.of(row) ?? "\u2013"}</td>`)}</tr>`)}</tbody>
</table></div>`;
}
function factsOf(facts) {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== "");
  return html`<dl>${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
function timeOf(at) {
  if (at === null) return null;
  return html`<time datetime="${at}">${at.replace("T", " ").replace(/\.\d+Z$/, "")} UTC</time>`;
}
function spanOf(ms) {
  if (ms < 1e3) return `${Math.round(ms)} ms`;
  if (ms < 12e4) return `${Math.round(ms / 1e3)} s`;
  if (ms < 72e5) return `${Math.round(ms / 6e4)} min`;
  return ms < 1728e5 ? `${Math.round(ms / 36e5)} h` : `${Math.round(ms / 864e5)} days`;
}
function actForm({ csrf }, action, label, fields = {}, more = NOTHING) {
  return html`<form class="row" method="post" action="${action}">
<input type="hidden" name="_csrf" value="${csrf}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${more}<button>${label}</button></form>`;
}
var field = (label, name, attributes = NOTHING) => html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}></div>`;
function choice(label, name, values, chosen) {
  const options = Object.entries(values).map(
    ([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : NOTHING}>${text}</option>`
  );
  return html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${options}</select></div>`;
}
function refreshing({ url }, isRunning, part) {
  const again = html` hx-get="${url}" hx-trigger="every 1s" hx-select="#work" hx-swap="outerHTML"`;
  const link = html`<noscript><p><a href="${url}">Look again</a></p></noscript>`;
  return html`<div id="work"${isRunning ? again : NOTHING}>${part}${isRunning ? link : NOTHING}</div>`;
}
function plotOf(title, times, series) {
  return html`<figure><figcaption>${title}</figcaption><div data-plot="${JSON.stringify({ times, series })}"></div></figure>`;
}
function addressWith(visit, changes) {
  const values = { ...visit.query, ...changes };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== "") query.set(name, value);
  const path = visit.url.split("?")[0] ?? "/";
  return query.size === 0 ? path : `${path}?${query}`;
}
export {
  actForm,
  addressWith,
  choice,
  factsOf,
  field,
  plotOf,
  refreshing,
  spanOf,
  tableOf,
  timeOf
};
//# sourceMappingURL=elements.js.map
