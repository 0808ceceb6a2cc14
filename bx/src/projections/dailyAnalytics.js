// src/projections/dailyAnalytics.ts
import { dayOf } from "../events/fieldPatterns.js";
import { projection } from "../runtime/fold/projection.js";
var NO_FIGURES = {
  accepted: 0,
  submitted: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  opened: 0,
  clicked: 0,
  creditsUsed: 0
};
function dayAt(document, { metadata: { workspace, at } }) {
  return document ?? { workspace, day: dayOf(at), ...NO_FIGURES };
}
var counted = (figure) => (document, event) => {
  const day = dayAt(document, event);
  return { ...day, [figure]: day[figure] + 1 };
};
var countedOnce = (figure) => {
  const count = counted(figure);
  return (document, event) => {
    const isIgnored = event.data.repeated || event.type !== "Bounced" && event.data.automated;
    return isIgnored ? dayAt(document, event) : count(document, event);
  };
};
var dailyAnalytics = projection({
  name: "daily_analytics",
  version: 2,
  indexes: { byDay: ["workspace", "day"] },
  key: ({ metadata }) => `${metadata.workspace}/${dayOf(metadata.at)}`,
  on: {
    EmailAccepted: (document, event) => {
      const day = dayAt(document, event);
      const { recipients, credits } = event.data;
      if (recipients.length === 0 && credits === 0) return day;
      const accepted = day.accepted + recipients.length;
      return { ...day, accepted, creditsUsed: day.creditsUsed + credits };
    },
    Submitted: counted("submitted"),
    Delivered: counted("delivered"),
    Bounced: countedOnce("bounced"),
    Complained: counted("complained"),
    Opened: countedOnce("opened"),
    Clicked: countedOnce("clicked"),
    SubmissionAttempted: "ignored",
    DeliveryDelayed: "ignored",
    Rejected: "ignored",
    RenderingFailed: "ignored",
    Unsubscribed: "ignored",
    ReportKept: "ignored",
    Resubscribed: "ignored"
  }
});
function addFigures(some, more) {
  const figures = Object.keys(NO_FIGURES);
  const sums = figures.map((figure) => [figure, some[figure] + more[figure]]);
  return Object.fromEntries(sums);
}
async function daysBetween(collection, workspace, from, to, limit) {
  const found = await collection.page({ index: "byDay", equals: [workspace], from, to, limit });
  return found.map(({ document }) => document);
}
export {
  NO_FIGURES,
  addFigures,
  dailyAnalytics,
  daysBetween
};
//# sourceMappingURL=dailyAnalytics.js.map
