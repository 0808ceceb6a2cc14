// src/api/routes/analytics.ts
import { parseInstant } from "../../commands/kernel/parseInstant.js";
import { invalid, Refusal } from "../../commands/kernel/refusal.js";
import { dayOf } from "../../events/fieldPatterns.js";
import { instant } from "../../ports/clock.js";
import { addFigures, daysBetween, NO_FIGURES } from "../../projections/dailyAnalytics.js";
import { AnalyticsAnswer, AnalyticsQuery, figuresAnswer } from "../resources/analytics.js";
var DAY_MS = 864e5;
var DEFAULT_DAYS = 30;
var MAX_DAYS = 366;
var FIRST_MS = Date.parse("0000-01-01T00:00:00.000Z");
var analyticsRoutes = (app, { ledger, models }) => {
  app.get(
    "/v1/analytics",
    {
      config: { scope: "analytics:read" },
      schema: {
        tags: ["Analytics"],
        operationId: "getAnalytics",
        summary: "Daily figures of email",
        querystring: AnalyticsQuery,
        response: { 200: AnalyticsAnswer }
      }
    },
    async (request) => {
      const { fromMs, toMs } = rangeOf(request.query, ledger.clock.nowMs());
      const days = daysTouched(fromMs, toMs);
      const [first = "", last = ""] = [days[0], days.at(-1)];
      const { workspace } = request.caller;
      const found = await daysBetween(models.dailyAnalytics, workspace, first, last, days.length);
      const figures = new Map(found.map((document) => [document.day, document]));
      const rows = days.map((date) => ({ date, figures: figures.get(date) ?? NO_FIGURES }));
      return {
        from: instant(fromMs),
        to: instant(toMs),
        totals: figuresAnswer(rows.reduce((sum, row) => addFigures(sum, row.figures), NO_FIGURES)),
        data: rows.map((row) => ({ date: row.date, ...figuresAnswer(row.figures) }))
      };
    }
  );
};
function rangeOf(query, nowMs) {
  const issues = [];
  const read = (path, text, fallbackMs) => {
    const ms = text === void 0 ? fallbackMs : parseInstant(text);
    if (ms === null) issues.push({ path, message: "must be an ISO 8601 instant with Z or an offset" });
    return ms ?? fallbackMs;
  };
  const toMs = read("/to", query.to, nowMs);
  const fromMs = read("/from", query.from, Math.max(toMs - DEFAULT_DAYS * DAY_MS, FIRST_MS));
  if (issues.length > 0) throw new Refusal("invalid", issues);
  if (fromMs > toMs) throw invalid("/from", "must not be later than `to`, which is now when absent");
  if (toMs - fromMs > MAX_DAYS * DAY_MS)
    throw invalid("/from", `must not be more than ${MAX_DAYS} days before \`to\`, which is now when absent`);
  return { fromMs, toMs };
}
function daysTouched(fromMs, toMs) {
  const days = [];
  for (let ms = Math.floor(fromMs / DAY_MS) * DAY_MS; ms <= toMs; ms += DAY_MS) days.push(dayOf(instant(ms)));
  return days;
}
export {
  analyticsRoutes
};
//# sourceMappingURL=analytics.js.map
