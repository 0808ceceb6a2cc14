// test/simulation/fast/audit/keeping.ts
import { eventMs, isExplained } from "./rule.js";
var quietIsQuiet = {
  name: "in the quiet stretch nothing is appended",
  check({ events, quiet }) {
    if (quiet === null) return [];
    const before = events.filter((event) => eventMs(event) < quiet.fromMs);
    const unfinished = /* @__PURE__ */ new Map();
    for (const { type, stream, metadata } of before) {
      if (OPENS.includes(type)) unfinished.set(stream, metadata.correlation);
      if (ENDS.includes(type)) unfinished.delete(stream);
    }
    const allowed = new Set(unfinished.values());
    return events.filter((event) => eventMs(event) >= quiet.fromMs && eventMs(event) < quiet.toMs).filter(({ metadata }) => !allowed.has(metadata.correlation)).map((event) => ({
      ...{ atMs: eventMs(event), about: [event.stream] },
      what: `${event.type} was appended to ${event.stream} although nothing was open there`
    }));
  }
};
var OPENS = ["SubmissionAttempted", "DeliveryDelayed", "WebhookDeliveryScheduled"];
var ENDS = [
  "Submitted",
  "Delivered",
  "Bounced",
  "Rejected",
  "RenderingFailed",
  "WebhookDelivered",
  "WebhookDeliveryDied"
];
var DAMAGE = /damaged|corrupt|set aside|ahead of the log|is older than the read models|unusable|thrown away/i;
var nothingDamaged = {
  name: "nothing is reported as damaged or set aside",
  check({ journal, files }) {
    const { logs, processes, commands } = journal.books;
    const said = [
      ...logs.map(({ text, atMs }) => reported(text, "the service logged", atMs)),
      ...processes.map(({ detail, atMs }) => reported(detail, "the start said", atMs)),
      ...commands.map(({ output, command, atMs }) => reported(output, `${command} said`, atMs)),
      ...files.filter((file) => /damaged|corrupt|ahead/i.test(file)).map((file) => ({ what: `the data folder holds ${file}`, atMs: null, about: [] }))
    ];
    return said.filter((one) => one !== null);
  }
};
function reported(text, who, atMs) {
  const line = text.split("\n").find((one) => DAMAGE.test(one) && !HARMLESS.test(one));
  return line === void 0 ? null : { what: `${who}: ${line.trim().slice(0, 600)}`, atMs, about: [] };
}
var HARMLESS = /"damaged(Blobs)?": ?\[\]|none (is )?damaged|no damage|not damaged|not ahead of the log/i;
var errorsExplained = {
  name: "no log line of level error without a fault that explains it",
  check(evidence) {
    return evidence.journal.books.logs.filter(({ level, atMs }) => level !== "warn" && !isExplained(evidence, atMs)).filter(({ text }) => !text.includes("the background process is not heard of")).map(({ text, atMs }) => ({ what: `the service logged ${text.slice(0, 600)}`, atMs, about: [] }));
  }
};
var becomesReady = {
  name: "after each start /readyz becomes true, and the service ends when it is asked to",
  check({ journal }) {
    return journal.books.processes.filter(
      ({ what, detail }) => ["start failed", "never ready", "died by itself"].includes(what) || what === "stopped" && detail !== "0"
    ).map(({ what, detail, atMs }) => ({ what: `${what} ${detail}`.trim().slice(0, 900), atMs, about: [] }));
  }
};
var commandsWork = {
  name: "every command works in the quiet stretch",
  check({ journal }) {
    return journal.books.commands.filter(({ exitCode, output }) => exitCode !== 0 && !isMachineSlow(output)).map(({ command, exitCode, output, atMs }) => ({
      ...{ atMs, about: [] },
      what: `${command} ended with ${exitCode}: ${output.trim().slice(-1500)}`
    }));
  }
};
function isMachineSlow(output) {
  const wrong = output.split("\n").filter((line) => line.startsWith("WRONG"));
  return wrong.length > 0 && wrong.every((line) => line.includes("a write is on disk only after"));
}
export {
  becomesReady,
  commandsWork,
  errorsExplained,
  nothingDamaged,
  quietIsQuiet
};
//# sourceMappingURL=keeping.js.map
