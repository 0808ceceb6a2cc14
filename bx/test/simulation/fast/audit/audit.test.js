// test/simulation/fast/audit/audit.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../../../src/adapters/position.js";
import { openJournal } from "../journal.js";
import { audit } from "./audit.js";
var test = suite("rules of the fast life");
var MINUTE_MS = 6e4;
var HOUR_MS = 60 * MINUTE_MS;
var ADDRESS = "takes-1@receiver.test";
var RECEIPT = { id: "one", credits_consumed: 1 };
function event(type, stream, atMs, data) {
  const metadata = {
    ...{ v: 1, workspace: "w", actor: "sender", correlation: "c", causation: null },
    at: new Date(atMs).toISOString()
  };
  return { id: `${type}-${stream}`, type, stream, data, metadata, revision: 0, position: positionAt(1) };
}
var recipient = { deliveryId: "d", recipient: ADDRESS };
var EVENTS = [
  event("WebhookEndpointCreated", "webhooks-w", 0, {}),
  event("EmailAccepted", "email-one", 1e3, {
    ...{ recipients: [{ deliveryId: "d", address: ADDRESS }], credits: 1, scheduledFor: null }
  }),
  event("SubmissionAttempted", "email-one", 2e3, recipient),
  event("Submitted", "email-one", 3e3, recipient),
  event("WebhookDeliveryScheduled", "webhookdelivery-1", 4e3, { eventId: "Submitted-email-one" }),
  event("WebhookDelivered", "webhookdelivery-1", 5e3, {})
];
var TAKEN = { recipient: ADDRESS, messageId: "<m>", code: 250, answerLost: false, atMs: 2500 };
var ACCEPTED = { key: "k", recipients: [ADDRESS], status: 202, answer: RECEIPT, begunAtMs: 900 };
function broken({ without = [], events = [], lines, mail = [TAKEN], files = [] }) {
  let nowMs = 0;
  const journal = openJournal(() => nowMs);
  const note = (book, atMs, line) => {
    nowMs = atMs;
    journal.note(book, line);
  };
  note("clients", 1e3, ACCEPTED);
  for (const { atMs, ...line } of mail) note("mail", atMs, line);
  if (!without.includes("post"))
    note("posts", 4500, { eventId: "Submitted-email-one", verified: true, status: 200 });
  lines?.(note);
  const evidence = {
    ...{ journal, files, endMs: 5 * HOUR_MS },
    events: [...EVENTS.filter(({ type }) => !without.includes(type)), ...events],
    quiet: { fromMs: 2 * HOUR_MS, toMs: 3 * HOUR_MS }
  };
  return [...new Set(audit(evidence).map(({ rule }) => rule))];
}
var cases = [
  ["all is well", {}, []],
  ["a receipt that is not in the log", { without: ["EmailAccepted"] }, [/^every 202/, /^charges/]],
  [
    "another receipt for the same key",
    { lines: (note) => note("clients", 1500, { ...ACCEPTED, answer: { ...RECEIPT, status: "x" } }) },
    [/^every 202/]
  ],
  [
    "a call that was never answered",
    { lines: (note) => note("clients", 1500, { ...ACCEPTED, key: "other", status: null, answer: null }) },
    [/^every call/]
  ],
  [
    "a 500",
    { lines: (note) => note("clients", 900, { ...ACCEPTED, status: 500, answer: {} }) },
    [/^every call/]
  ],
  ["a mail that never came", { mail: [] }, [/^every accepted mail/, /^a final outcome/]],
  ["a mail that came twice", { mail: [TAKEN, { ...TAKEN, atMs: 4e5 }] }, [/^every accepted mail/]],
  [
    "a mail that came twice around a kill",
    {
      mail: [TAKEN, { ...TAKEN, atMs: 4e5 }],
      lines: (note) => note("processes", 3e5, { what: "killed", detail: "" })
    },
    []
  ],
  [
    "an outcome that nothing shows",
    { events: [event("RenderingFailed", "email-one", 3500, recipient)] },
    [/^a final outcome/, /^every event that is reported/]
  ],
  ["a webhook that never came", { without: ["post"] }, [/^every webhook/]],
  ["a webhook that never ended", { without: ["WebhookDelivered"] }, [/^every webhook/]],
  ["a webhook that was never scheduled", { without: ["WebhookDeliveryScheduled"] }, [/^every event that/]],
  [
    "a forged webhook",
    { lines: (note) => note("posts", 6e3, { eventId: "x", verified: false, status: 200 }) },
    [/^every webhook/]
  ],
  [
    "an event in the quiet",
    { events: [event("Opened", "email-one", 2.5 * HOUR_MS, recipient)] },
    [/^in the quiet/]
  ],
  ["a file that was set aside", { files: ["read-models.damaged-1"] }, [/^nothing is reported/]],
  [
    "a command that fails",
    { lines: (note) => note("commands", HOUR_MS, { command: "doctor", exitCode: 1, output: "no" }) },
    [/^every command/]
  ],
  [
    "an error that nothing explains",
    { lines: (note) => note("logs", HOUR_MS, { level: "error", message: "oh", text: "oh" }) },
    [/^no log line/]
  ],
  [
    "a service that does not become ready",
    { lines: (note) => note("processes", HOUR_MS, { what: "never ready", detail: "" }) },
    [/^after each start/]
  ]
];
for (const [title, spoiled, rules] of cases)
  test(title, () => {
    const found = broken(spoiled);
    assert.is(found.length, rules.length, `breaks: ${found.join("; ")}`);
    for (const rule of rules)
      assert.ok(
        found.some((name) => rule.test(name)),
        `${rule} of ${found.join("; ")}`
      );
  });
test.run();
//# sourceMappingURL=audit.test.js.map
