// test/simulation/fast/report.ts
import { lifeTime, linesAround } from "./journal.js";
function reportOf(evidence, breaches, command) {
  const { journal } = evidence;
  const shown = breaches.slice(0, 10).map(({ rule, what, atMs, about }) => {
    const when = atMs === null ? "" : ` at ${lifeTime(atMs - journal.beganAtMs)}`;
    const around = linesAround(journal, atMs, about).map((line) => `    ${line}
`);
    return `BREACH (${rule})${when}: ${what}
${around.join("")}`;
  });
  return `${shown.join("")}${breaches.length} breaches; again: ${command}
`;
}
function summaryOf({ journal, events, endMs }) {
  const { clients, mail, posts, processes } = journal.books;
  const count = (what) => processes.filter((line) => line.what === what).length;
  return `${lifeTime(endMs - journal.beganAtMs)} of life: ${events.length} events, ${clients.length} calls, ${mail.length} mails, ${posts.length} webhooks; ${count("ready")} starts, ${count("killed")} kills, ${count("background killed")} of the background, ${count("paused") + count("background paused")} pauses, ${count("stopped")} stops; ${stallsIn(journal)} stalls of the machine`;
}
var MAX_STALLS = 10;
function machineTooBusy({ journal }) {
  const stalls = stallsIn(journal);
  if (stalls <= MAX_STALLS) return null;
  return `the machine stalled ${stalls} times, which the service met as time-outs (run it alone)`;
}
function stallsIn({ books }) {
  return books.troubles.filter(({ what }) => what === "machine stalled").length;
}
export {
  machineTooBusy,
  reportOf,
  summaryOf
};
//# sourceMappingURL=report.js.map
