// test/commands/email/evidence.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { recordDeliveryReport } from "../../../src/commands/email/recordDeliveryReport.js";
import { decideSuppression } from "../../../src/commands/email/suppress.js";
import { newEvents } from "../../../src/commands/kernel/ledger.js";
import {
  APART_MS,
  isRefusedTwice,
  NO_EVIDENCE,
  withDated
} from "../../../src/events/addressEvidence.js";
import { email } from "../../../src/events/email.js";
import { DocumentsUnavailable } from "../../../src/ports/documents.js";
import { addressEvidence } from "../../../src/projections/addressEvidence.js";
import { dailyAnalytics } from "../../../src/projections/dailyAnalytics.js";
import { suppressions } from "../../../src/projections/suppressions.js";
import { plainEmail, recipient } from "../../sender/senderBench.js";
import { evidenceIn } from "../../support/evidenceIn.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { seededIds } from "../../support/seededIds.js";
import { seededRandom } from "../../support/seededRandom.js";
import { RUN_ALL, SEED } from "../../support/testRun.js";
var test = suite("evidence");
var BOB = "bob@b.example";
var DAY_MS = APART_MS;
var MINUTE_MS = 6e4;
var bob = recipient(1, BOB);
var of = { deliveryId: bob.deliveryId, recipient: BOB, sandbox: false };
var START_MS = Date.parse("2026-01-01T00:00:00.000Z");
var idOf = (message) => `44444444-4444-4444-8444-${String(message).padStart(12, "0")}`;
var HARD = {
  is: "bounced",
  bounceType: "Permanent",
  bounceSubType: "NoEmail",
  diagnosticCode: "550 5.1.1"
};
var SOFT = { ...HARD, bounceType: "Transient", bounceSubType: "MailboxFull" };
var about = (learned, address = BOB) => [
  { learned, about: [address] }
];
async function history(messages, knownOf = evidenceIn) {
  const store = memoryEventStore();
  const ledger = { store, clock: manualClock(START_MS), ids: seededIds() };
  const suppressedNow = () => folded(suppressions, store.log);
  const suppressionOf = async () => suppressedNow();
  const dependencies = { ledger, known: knownOf(store), suppressionOf };
  const origin = { workspace: "w", actor: "key:1", correlation: "c", causation: null };
  for (let message = 0; message < messages; message++)
    await store.append(
      email.stream(idOf(message)),
      "no-stream",
      newEvents(ledger, origin, [
        { type: "EmailAccepted", data: { ...plainEmail, recipients: [bob] } },
        { type: "SubmissionAttempted", data: { ...of, attempt: 1 } },
        { type: "Submitted", data: { ...of, response: null } }
      ])
    );
  await ledger.clock.advance(40 * DAY_MS);
  return {
    store,
    report: ({ message, proof, findings, atMs }) => recordDeliveryReport(dependencies, {
      ...{ emailId: idOf(message), recipient: { place: 0 }, source: "dsn", proof, findings },
      reportedAtMs: START_MS + atMs,
      reportId: JSON.stringify([message, proof, findings, atMs])
    }),
    get types() {
      return store.log.filter(({ metadata }) => metadata.actor === "intake").map(({ type }) => type);
    },
    get suppressed() {
      return suppressedNow();
    },
    async lift() {
      const undo = { do: "remove", address: BOB };
      await decideSuppression(ledger, { ...origin, actor: "operator" }, undo);
      await ledger.clock.advance(MINUTE_MS);
    }
  };
}
function folded({ types, keys, fold }, log) {
  return log.filter(({ type }) => types.includes(type)).flatMap((event) => keys(event).map((key) => ({ event, key }))).reduce((document, { event, key }) => fold(document, event, key), null);
}
var unsigned = (message, atMs) => ({
  message,
  atMs,
  proof: "unsigned",
  findings: about(HARD)
});
test("an unsubscription by mail suppresses again after an operator has lifted the first", async () => {
  const run = await history(1);
  const findings = about({ is: "unsubscribed" });
  const unsubscribe = (atMs) => run.report({ message: 0, proof: "signed", findings, atMs });
  assert.is(await unsubscribe(0), "recorded");
  await run.lift();
  assert.is(run.suppressed, null);
  assert.is(await unsubscribe(0), "known", "the same mail comes again");
  assert.is(await unsubscribe(MINUTE_MS), "recorded");
  assert.is(run.suppressed?.reason, "unsubscribe");
  assert.is(await unsubscribe(2 * MINUTE_MS), "known");
  assert.equal(run.types, ["Unsubscribed", "Unsubscribed"]);
});
test("two unsigned refusals of different messages, a day apart, suppress; in any order", async () => {
  for (const [first, second] of [
    [unsigned(0, 0), unsigned(1, DAY_MS)],
    [unsigned(1, DAY_MS), unsigned(0, 0)]
  ]) {
    const one = await history(2);
    await one.report(first);
    assert.is(one.suppressed, null);
    await one.report(second);
    assert.is(one.suppressed?.reason, "bounce");
  }
});
test("and when they come at the same moment, as after a time in which the intake was away", async () => {
  for (const others of [[], [unsigned(2, 2 * DAY_MS), unsigned(3, 3 * DAY_MS)]]) {
    const one = await history(4);
    const reports = [unsigned(0, 0), unsigned(1, DAY_MS), ...others];
    await Promise.all(reports.map(one.report));
    assert.is(one.suppressed?.reason, "bounce");
    const before = one.types;
    for (const report of reports) assert.is(await one.report(report), "known");
    assert.equal(one.types, before, "repetition changes nothing");
  }
  const tooClose = await history(2);
  await Promise.all([unsigned(0, 0), unsigned(1, DAY_MS - 1)].map(tooClose.report));
  assert.is(tooClose.suppressed, null);
});
test("and when the intake ends between recording the second and looking at both", async () => {
  let isAway = true;
  const one = await history(2, (store) => {
    const known = evidenceIn(store);
    const getForFold = (keys) => isAway ? Promise.reject(new DocumentsUnavailable("away")) : known.getForFold(keys);
    return { ...known, getForFold };
  });
  const reports = [unsigned(0, 0), unsigned(1, DAY_MS)];
  await Promise.allSettled(reports.map(one.report));
  assert.is(one.suppressed, null);
  isAway = false;
  for (const report of reports) assert.is(await one.report(report), "known");
  assert.is(one.suppressed?.reason, "bounce");
});
test("they do not when they are about one message, less than a day apart, or about one that arrived in between", async () => {
  const arrived = {
    message: 2,
    atMs: DAY_MS,
    proof: "signed",
    findings: about({ is: "delivered", response: null })
  };
  for (const reports of [
    [unsigned(0, 0), unsigned(0, 2 * DAY_MS)],
    [unsigned(0, 0), unsigned(1, DAY_MS - 1)],
    [unsigned(0, 0), arrived, unsigned(1, 2 * DAY_MS)],
    [arrived, unsigned(1, 2 * DAY_MS), unsigned(0, 0)]
  ]) {
    const one = await history(3);
    for (const report of [...reports, ...reports]) await one.report(report);
    assert.is(one.suppressed, null, JSON.stringify(reports));
  }
});
test("a refused message that its server had accepted was not delivered in between", async () => {
  const accepted = (message, atMs) => ({
    ...{ message, atMs, proof: "hook", findings: about({ is: "delivered", response: null }) }
  });
  const one = await history(2);
  for (const report of [unsigned(0, 0), accepted(0, 0), accepted(1, DAY_MS - 9), unsigned(1, DAY_MS)])
    await one.report(report);
  assert.is(one.suppressed?.reason, "bounce");
});
test("two signed refusals of an address that the recipient forwards to count like unsigned ones", async () => {
  const forwarded = (message, atMs) => ({
    ...{ message, atMs, proof: "signed", findings: about(HARD, "dead@c.example") }
  });
  const one = await history(2);
  await one.report(forwarded(0, 0));
  assert.is(one.suppressed, null);
  await one.report(forwarded(1, 2 * DAY_MS));
  assert.is(one.suppressed?.reason, "bounce");
});
test("the own time of a report lies between the last attempt and its arrival", async () => {
  for (const [earlier, later] of [
    [-30 * DAY_MS, 0],
    [40 * DAY_MS, 80 * DAY_MS]
  ]) {
    const one = await history(2);
    await one.report(unsigned(0, earlier));
    await one.report(unsigned(1, later));
    assert.is(one.suppressed, null, `${earlier}`);
  }
});
test("an unsigned complaint, unsubscription or receipt is kept once, and reports nothing", async () => {
  const one = await history(1);
  for (const learned of [
    { is: "complained" },
    { is: "unsubscribed" },
    { is: "delivered", response: null }
  ])
    for (const _ of [1, 2])
      await one.report({ message: 0, atMs: 0, proof: "unsigned", findings: about(learned) });
  assert.equal(one.types, ["ReportKept", "ReportKept", "ReportKept"]);
  assert.is(one.suppressed, null);
});
test("reports without proof about one delivery fill the log to a bound", async () => {
  const one = await history(1);
  for (let n = 0; n < 50; n++) await one.report(unsigned(0, n * DAY_MS));
  assert.is(one.types.length, 9);
});
test("a recipient that is Transient and then Permanent counts once in analytics", async () => {
  const one = await history(1);
  await one.report({ message: 0, atMs: 0, proof: "signed", findings: about(SOFT) });
  await one.report({ message: 0, atMs: 1, proof: "signed", findings: about(HARD) });
  assert.equal(one.types, ["Bounced", "Bounced"]);
  const intake = one.store.log.filter(({ metadata }) => metadata.actor === "intake");
  assert.is(folded(dailyAnalytics, intake).bounced, 1);
});
var chance = (seed) => {
  const random = seededRandom(seed);
  return (below) => Math.floor(random() * below);
};
var MESSAGES = 4;
var LEARNED = [HARD, HARD, HARD, SOFT, { is: "delivered", response: null }, { is: "complained" }];
function randomReports(below) {
  const arrivedAtMs = Array.from({ length: MESSAGES }, () => below(9) * (DAY_MS / 2));
  return Array.from({ length: 1 + below(5) }, () => {
    const message = below(MESSAGES);
    const atMs = below(9) * (DAY_MS / 2);
    const learned = LEARNED[below(LEARNED.length)] ?? HARD;
    return {
      message,
      atMs: learned.is === "delivered" ? arrivedAtMs[message] ?? atMs : atMs,
      proof: ["unsigned", "unsigned", "unsigned", "signed", "hook"][below(5)] ?? "hook",
      findings: about(learned, below(4) === 0 ? "dead@c.example" : BOB)
    };
  });
}
var shuffled = (all, below) => all.map((one) => [below(1e6), one]).sort(([a], [b]) => a - b).map(([, one]) => one);
var isHard = ({ findings: [finding] }) => finding?.learned === HARD;
var isProof = (report) => report.proof !== "unsigned" && (isHard(report) && report.findings[0]?.about[0] === BOB || report.findings[0]?.learned.is === "complained");
function shouldSuppress(reports) {
  if (reports.some(isProof)) return true;
  const refusals = reports.filter(isHard);
  const arrived = reports.filter(
    ({ message, proof, findings: [finding] }) => finding?.learned.is === "delivered" && proof !== "unsigned" && refusals.every((one) => one.message !== message)
  );
  return refusals.some(
    (one) => refusals.some(
      (two) => one.message !== two.message && two.atMs - one.atMs >= DAY_MS && arrived.every(({ atMs }) => atMs < one.atMs || atMs > two.atMs)
    )
  );
}
var receiptsFirst = (reports) => [...reports].sort((one, other) => Number(isReceipt(other)) - Number(isReceipt(one)));
var isReceipt = ({ findings: [finding] }) => finding?.learned.is === "delivered";
var HISTORIES = RUN_ALL ? 1e4 : 200;
test(`${HISTORIES} histories: suppressed exactly by evidence, in any order and however often it comes`, async () => {
  let suppressed = 0;
  for (let seed = 0; seed < HISTORIES; seed++) {
    const below = chance(SEED * 1e4 + seed);
    const reports = randomReports(below);
    const arrivals = receiptsFirst(shuffled([...reports, ...reports.slice(0, below(3))], below));
    const one = await history(MESSAGES);
    for (const report of arrivals) await one.report(report);
    const expected = shouldSuppress(reports);
    assert.is(one.suppressed !== null, expected, `seed ${seed}: ${JSON.stringify(arrivals)}`);
    suppressed += Number(expected);
  }
  assert.ok(suppressed > HISTORIES / 5 && suppressed < HISTORIES * 4 / 5, `${suppressed} suppress`);
});
test("what is known of an address is the same in any order of its evidence, and bounded", () => {
  const below = chance(SEED);
  const all = Array.from({ length: 40 }, (_, n) => ({
    emailId: idOf(n),
    atMs: below(9) * DAY_MS
  }));
  const setOf = (members) => members.reduce(withDated, []);
  const expected = setOf(all);
  assert.is(expected.length, 16);
  for (let time = 0; time < 20; time++) assert.equal(setOf(shuffled([...all, ...all], below)), expected);
  assert.not(isRefusedTwice(NO_EVIDENCE));
  assert.equal(addressEvidence.keys({ type: "Delivered", data: { ...of, sandbox: true } }), []);
});
test.run();
//# sourceMappingURL=evidence.test.js.map
