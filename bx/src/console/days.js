// src/console/days.ts
import { html } from "hono/html";
import { instant } from "../ports/clock.js";
import { choice, field } from "./elements.js";
import { dayBefore } from "./figures.js";
import { ConsoleFault } from "./page.js";
var RANGES = { 7: "one week", 30: "30 days", 90: "90 days", 366: "a year" };
var DAY_CHARACTERS = "YYYY-MM-DD".length;
function askedDays({ query }, clock) {
  const to = query.to || instant(clock.nowMs()).slice(0, DAY_CHARACTERS);
  if (!isDay(to)) throw new ConsoleFault(400, `${to} is no day: write it as 2026-03-01.`);
  return { to, count: Object.keys(RANGES).includes(query.days ?? "") ? Number(query.days) : 30 };
}
var daysForm = ({ to, count }) => html`<form class="row" method="get">
${choice("Show", "days", RANGES, String(count))}
${field("up to", "to", html`type="date" value="${to}"`)}
<button>Show</button></form>`;
var isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayBefore(text, 0) === text;
export {
  askedDays,
  daysForm,
  isDay
};
//# sourceMappingURL=days.js.map
