// src/console/lastHour.ts
import { html } from "hono/html";
import { pages } from "../projections/pages.js";
import { keptFor } from "../queues/keptFor.js";
import { plotOf, tableOf } from "./elements.js";
import { NOTHING } from "./page.js";
var STEP_MS = 3e5;
var STEPS = 12;
var COUNTED_EVERY_MS = 3e4;
var MOST_READ = 2e4;
var MOST_OF_ONE = 5e3;
var PAGE = 100;
var FAILED = ["bounced", "rejected", "rendering_failed", "failed", "complained"];
var NAMES = {
  accepted: "Accepted",
  delivered: "Delivered",
  failed: "Failed",
  attempts: "Attempts",
  posted: "Delivered",
  unposted: "Not delivered"
};
function lastHour({ models, ledger: { clock } }) {
  const counted = keptFor(clock, COUNTED_EVERY_MS);
  const readSome = async (found, limit, see) => {
    let read = 0;
    for await (const page of found) {
      for (const { document } of page) see(document);
      read += page.length;
      if (read >= limit) return false;
      await clock.turn();
    }
    return true;
  };
  const count = async (seen) => {
    const endMs = (Math.floor(clock.nowMs() / STEP_MS) + 1) * STEP_MS;
    const firstMs = endMs - STEPS * STEP_MS;
    const steps = Array.from({ length: STEPS }, (_, at) => emptyStep(firstMs + at * STEP_MS));
    const stepOf = (at) => steps[Math.floor((Date.parse(at) - firstMs) / STEP_MS)];
    const since = new Date(firstMs).toISOString();
    const limit = Math.min(MOST_OF_ONE, Math.ceil(MOST_READ / Math.max(1, seen.length)));
    const cutOff = [];
    for (const { id, name } of seen) {
      const newest = { equals: [id], from: since, descending: true };
      const sent = pages(
        models.messages,
        { index: "byCreation", ...newest },
        ({ createdAt }) => [id, createdAt],
        PAGE
      );
      const allSent = await readSome(sent, limit, (message) => {
        const step = stepOf(message.createdAt);
        if (step === void 0 || "messageId" in message || message.direction === "inbound") return;
        for (const { status } of message.recipients) {
          step.accepted++;
          if (status === "delivered") step.delivered++;
          if (FAILED.includes(status)) step.failed++;
        }
      });
      const scheduledOf = ({ scheduledAt }) => [id, scheduledAt];
      const posted = pages(models.webhookDeliveries, { index: "byWorkspace", ...newest }, scheduledOf, PAGE);
      const allPosted = await readSome(posted, limit, ({ scheduledAt, attempts, status }) => {
        const step = stepOf(scheduledAt);
        if (step === void 0) return;
        step.attempts += attempts;
        step[status === "delivered" ? "posted" : "unposted"]++;
      });
      if (!allSent || !allPosted) cutOff.push(name);
    }
    return { steps, cutOff };
  };
  return async (key, seen) => shown(await counted.of(key, () => count(seen)));
}
var emptyStep = (atMs) => ({
  ...{ atMs, accepted: 0, delivered: 0, failed: 0, attempts: 0, posted: 0, unposted: 0 }
});
function shown({ steps, cutOff }) {
  const times = steps.map(({ atMs }) => atMs / 1e3);
  const plot = (id, title, names) => {
    const series = names.map((name) => ({
      label: NAMES[name],
      values: steps.map((step) => step[name])
    }));
    const columns = names.map((name) => ({
      ...{ heading: NAMES[name], isNumber: true, of: (step) => step[name] }
    }));
    const time = {
      heading: "From (UTC)",
      of: ({ atMs }) => new Date(atMs).toISOString().slice(11, 16)
    };
    return html`<div><div id="${id}-plot">${plotOf(title, times, series)}</div>
<details><summary>${title}, as a table</summary><div id="${id}-table">${tableOf(title, [time, ...columns], steps.toReversed(), "")}</div></details></div>`;
  };
  return html`<h2>The last hour</h2>
<div class="plots" hx-get="/" hx-trigger="every 60s" hx-swap="none" hx-select-oob="#sent-plot,#sent-table,#posted-plot,#posted-table">
${plot("sent", "Recipients of messages", ["accepted", "delivered", "failed"])}
${plot("posted", "Webhooks", ["attempts", "posted", "unposted"])}</div>
<p class="quiet">Five minutes a point, from the read models: messages by the time of their acceptance, webhooks with their attempts by the time when they were scheduled.
${cutOff.length === 0 ? NOTHING : `Only the newest are counted of ${cutOff.slice(0, 5).join(", ")}${cutOff.length > 5 ? ` and ${cutOff.length - 5} others` : ""}.`}</p>`;
}
export {
  lastHour
};
//# sourceMappingURL=lastHour.js.map
