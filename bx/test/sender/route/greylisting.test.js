// test/sender/route/greylisting.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { signedTokens } from "../../../src/adapters/node/signedTokens.js";
import { mxRoute } from "../../../src/adapters/smtp/mxRoute.js";
import { returnPath } from "../../../src/sender/email/returnPath.js";
import { manualClock } from "../../support/manualClock.js";
import { seededIds } from "../../support/seededIds.js";
import { recipient, senderBench } from "../senderBench.js";
var test = suite("mail to a receiver that greylists");
var MINUTE_MS = 6e4;
var GREYLISTED_MS = 5 * MINUTE_MS;
function greylist() {
  const firstMs = /* @__PURE__ */ new Map();
  return ({ sender, recipient: to }, nowMs) => {
    const pair = `${sender} ${to}`;
    firstMs.set(pair, firstMs.get(pair) ?? nowMs);
    return nowMs - (firstMs.get(pair) ?? 0) < GREYLISTED_MS ? "451 4.7.1 Greylisted, come back later" : null;
  };
}
async function steadyFlow(minutes, answer) {
  const clock = manualClock();
  let transactions = 0;
  const transactAt = async (_, mail) => {
    transactions++;
    const response = answer(mail, clock.monotonicMs());
    if (response !== null) {
      const refusal = {
        code: "EENVELOPE",
        command: "RCPT TO",
        response,
        responseCode: Number.parseInt(response, 10)
      };
      return { ended: "refused", failure: Object.assign(new Error(response), refusal) };
    }
    const server = { host: "mx.b.example", address: "192.0.2.1", tls: null };
    return { ended: "taken", response: "250 fine", handedOver: { server, sha256: "00".repeat(32) } };
  };
  const lookup = {
    mx: async () => [{ exchange: "mx.b.example", priority: 10 }],
    addresses: async () => ["192.0.2.1"]
  };
  const mailer = { ...mxRoute({ clock, ids: seededIds(), lookup, transactAt }), close: async () => {
  } };
  const path = returnPath(signedTokens(Buffer.alloc(32, 5)), "bounces.a.example");
  const bench = await senderBench({ clock, mailer, returnPath: path });
  const waitsMs = [];
  const due = /* @__PURE__ */ new Map();
  const startMs = clock.nowMs();
  for (let accepted = 0; ; ) {
    const arrivesMs = startMs + accepted * MINUTE_MS;
    const [id, next] = [...due].sort(([, a], [, b]) => a.atMs - b.atMs)[0] ?? [];
    if (id === void 0 || next === void 0 || arrivesMs <= next.atMs) {
      if (accepted === minutes) break;
      clock.pass(arrivesMs - clock.nowMs());
      const newId = `6b1f1f0e-0000-4000-8000-${String(accepted++).padStart(12, "0")}`;
      await bench.accept(newId, { recipients: [recipient(accepted, "you@b.example")] });
      due.set(newId, { acceptedMs: arrivesMs, atMs: arrivesMs });
      continue;
    }
    clock.pass(Math.max(0, next.atMs - clock.nowMs()));
    await bench.run(id);
    const last = (await bench.events(id)).at(-1);
    due.delete(id);
    if (last?.type === "Delivered") waitsMs.push(clock.nowMs() - next.acceptedMs);
    if (last?.type === "DeliveryDelayed" && last.data.nextAttemptAt !== null)
      due.set(id, { ...next, atMs: Date.parse(last.data.nextAttemptAt) });
  }
  return { waitsMs, transactions };
}
test("a newcomer keeps no other message waiting: each goes with its second attempt", async () => {
  const { waitsMs, transactions } = await steadyFlow(300, greylist());
  assert.ok(waitsMs.length >= 292, `${waitsMs.length} of 300 were delivered`);
  assert.ok(Math.max(...waitsMs) <= 7 * MINUTE_MS, `the longest waited ${Math.max(...waitsMs)} ms`);
  assert.ok(transactions <= 600, `${transactions} transactions`);
});
test("a receiver that puts off everything for hours is asked less and less often for each message", async () => {
  for (const reply of ["452 4.2.2 mailbox full", "451 4.7.1 Greylisted"]) {
    const { waitsMs, transactions } = await steadyFlow(300, () => reply);
    assert.is(waitsMs.length, 0);
    assert.ok(transactions < 300 * 6, `${reply}: ${transactions} transactions`);
  }
});
var ID = "6b1f1f0e-0000-4000-8000-000000000001";
var greylisted = { outcome: "deferred", fault: "greylisting", diagnostic: "451 4.7.1 Greylisted" };
test("the first wait for a receiver that greylists is the same after rests, and further ones grow to the end", async () => {
  const bench = await senderBench();
  await bench.accept(ID, { recipients: [recipient(1, "you@b.example")] });
  const delaysOf = async () => (await bench.events(ID)).flatMap((event) => {
    if (event.type !== "DeliveryDelayed" || event.data.nextAttemptAt === null) return [];
    const { nextAttemptAt, reported } = event.data;
    return [{ ms: Date.parse(nextAttemptAt) - Date.parse(event.metadata.at), reported }];
  });
  bench.mailer.restOf = () => ({ retryAfterMs: 6e5, diagnostic: "421 4.7.0 slow down" });
  for (let rests = 0; rests < 3; rests++) {
    await bench.run(ID);
    await bench.clock.advance(6e5);
  }
  bench.mailer.restOf = () => null;
  bench.mailer.answer = () => greylisted;
  for (let attempts = 0; attempts < 30; attempts++) {
    await bench.run(ID);
    await bench.clock.advance((await delaysOf()).at(-1)?.ms ?? 0);
  }
  const delays = (await delaysOf()).slice(3);
  for (const [n, atLeast] of [5, 15, 30, 60, 120, 240, 360, 360].entries()) {
    const minutes = (delays[n]?.ms ?? 0) / MINUTE_MS;
    assert.ok(minutes >= atLeast && minutes <= atLeast * 1.4, `wait ${n + 1}: ${minutes} minutes`);
  }
  const firstReported = delays.findIndex(({ reported }) => reported);
  assert.is(firstReported, 3, "customers hear of it when it has waited for an hour");
  assert.is((await bench.history(ID)).at(-1), "Bounced you@b.example");
  assert.ok(bench.mailer.sent.length < 20, `${bench.mailer.sent.length} attempts in 72 hours`);
});
test.run();
//# sourceMappingURL=greylisting.test.js.map
