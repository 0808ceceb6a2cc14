// test/simulation/breachText.ts
import { linesOf, timeOf } from "./journal.js";
var MOST_LINES = 40;
var AROUND_MS = 3e4;
var MOST_CHARS = 300;
var NEAR = /* @__PURE__ */ new Set(["processes", "troubles", "doings"]);
function breachText(breach, { world }) {
  const { rule, what, atMs, about } = breach;
  const { events, appended } = world.stores.log;
  const isAbout = (text) => about.some((id) => id !== "" && text.includes(id));
  const isNear = (ms) => atMs !== null && Math.abs(ms - atMs) <= AROUND_MS;
  const inBooks = linesOf(world.journal.books, (text, book, ms) => {
    if (book === "writes") return false;
    if (NEAR.has(book)) return isNear(ms);
    return isAbout(text) || book === "logs" && isNear(ms);
  });
  const inLog = events.flatMap(({ stream, type, id, data, metadata }, at) => {
    const { atMs: ms = 0, by = null } = appended[at] ?? {};
    const text = `${timeOf(ms)} log ${by ?? "operator"} ${stream} ${type} ${JSON.stringify({ id, at: metadata.at, ...data })}`;
    return isAbout(text) ? [text] : [];
  });
  const lines = [...inBooks, ...inLog].sort();
  const shown = lines.slice(-MOST_LINES).map((line) => `    ${line.slice(0, MOST_CHARS)}`);
  return [`  ${rule}`, `    ${atMs === null ? "" : `${timeOf(atMs)}: `}${what}`, ...shown].join("\n");
}
export {
  breachText
};
//# sourceMappingURL=breachText.js.map
