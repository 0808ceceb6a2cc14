// test/simulation/fast/audit/rule.ts
import { readdirSync } from "node:fs";
function filesIn(data) {
  return readdirSync(data, { recursive: true, encoding: "utf8" });
}
var eventMs = ({ metadata }) => Date.parse(metadata.at);
var MINUTE_MS = 6e4;
function isExplained({ journal }, atMs, withinMs = 10 * MINUTE_MS) {
  const { processes, troubles } = journal.books;
  const isRecent = (fromMs, toMs) => fromMs - MINUTE_MS <= atMs && atMs <= toMs + withinMs;
  return processes.some((line) => line.what !== "ready" && isRecent(line.atMs, line.atMs)) || troubles.some((line) => isRecent(Math.min(line.atMs, line.untilMs), line.untilMs));
}
export {
  eventMs,
  filesIn,
  isExplained
};
//# sourceMappingURL=rule.js.map
