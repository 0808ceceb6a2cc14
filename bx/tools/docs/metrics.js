// tools/docs/metrics.ts
import { declaredMetrics } from "../../src/ports/declaredMetrics.js";
import { notice } from "./notice.js";
function metricsPage() {
  const parts = [
    "# Metrics",
    notice,
    "What `/metrics` shows, besides the figures of Node and its process. Times are in seconds, sizes in bytes. Each metric is",
    "there from the first scrape on, with zeros; series whose labels are known at run time only begin with their first use, and",
    'so do the few metrics that are marked. Figures of the background process have the label `process="background"`. What to',
    "watch, and what to do then, is in [operations.md](operations.md#what-to-watch).",
    "",
    "| metric | type | labels | meaning |",
    "|---|---|---|---|",
    ...Object.entries(declaredMetrics).map(rowOf)
  ];
  return `${parts.join("\n")}
`;
}
function rowOf([name, { type, labels, help, fromStart }]) {
  const shown = Object.entries(labels).map(
    ([label, values]) => values.length === 0 ? `\`${label}\`` : `\`${label}\` (${values.join(", ")})`
  );
  return `| \`${name}\` | ${type} | ${shown.join(", ")} | ${help}${fromStart ? "" : " From its first use on."} |`;
}
export {
  metricsPage
};
//# sourceMappingURL=metrics.js.map
