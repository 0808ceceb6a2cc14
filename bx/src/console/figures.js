// src/console/figures.ts
import { daysBetween, NO_FIGURES } from "../projections/dailyAnalytics.js";
import { plotOf } from "./elements.js";
var DAY_MS = 864e5;
var FIGURES = {
  accepted: "Accepted",
  submitted: "Submitted",
  delivered: "Delivered",
  bounced: "Bounced",
  complained: "Complained",
  opened: "Opened",
  clicked: "Clicked",
  creditsUsed: "Credits"
};
var COUNTED = {
  accepted: "EmailAccepted",
  submitted: "Submitted",
  delivered: "Delivered",
  bounced: "Bounced",
  complained: "Complained",
  opened: "Opened",
  clicked: "Clicked",
  creditsUsed: "EmailAccepted"
};
var dayBefore = (day, days) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
async function daysUntil(collection, workspace, to, count) {
  const days = Array.from({ length: count }, (_, at) => dayBefore(to, count - 1 - at));
  const stored = await daysBetween(collection, workspace, days[0] ?? to, to, count);
  const known = new Map(stored.map((document) => [document.day, document]));
  return days.map((day) => ({ ...NO_FIGURES, ...known.get(day), day }));
}
function figuresPlot(title, days) {
  const times = days.map(({ day }) => Date.parse(day) / 1e3);
  const shown = ["accepted", "delivered", "opened", "bounced"];
  return plotOf(
    title,
    times,
    shown.map((figure) => ({ label: FIGURES[figure], values: days.map((day) => day[figure]) }))
  );
}
export {
  COUNTED,
  FIGURES,
  dayBefore,
  daysUntil,
  figuresPlot
};
//# sourceMappingURL=figures.js.map
